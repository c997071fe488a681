"""Two servers with one log: how the standby copies the first, and how each asks the other who goes on."""
