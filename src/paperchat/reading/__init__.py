"""Files → Papers."""
