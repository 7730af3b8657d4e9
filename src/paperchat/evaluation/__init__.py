"""How well answers, conversations, comparisons, lists and searches do on one's own files."""
