"""Answers in the papers' own sentences: which are chosen, and what is lacking."""
