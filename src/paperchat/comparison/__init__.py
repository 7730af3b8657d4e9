"""Papers side by side: what is compared, by which aspects, and the cell of each."""
