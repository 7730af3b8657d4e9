"""What several papers say, and what the collection holds."""
