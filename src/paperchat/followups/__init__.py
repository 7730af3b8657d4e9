"""What a question means after the turns before it."""
