"""Cross-test: tournaments of ours judged by other engines, and theirs by us. Not run by pytest: ``make cross-test``."""
