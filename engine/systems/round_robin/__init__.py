"""The round robin by Berger tables."""
