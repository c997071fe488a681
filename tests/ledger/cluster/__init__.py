"""Several nodes, one order."""
