"""What a question asks for, by its words alone."""
