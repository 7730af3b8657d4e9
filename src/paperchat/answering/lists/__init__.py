"""Lists, counts and topics: every paper that meets a stated rule."""
