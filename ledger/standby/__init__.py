"""The second laptop: a verified copy of a whole log, and which of two servers takes writes."""
