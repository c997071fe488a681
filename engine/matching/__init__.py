"""Matchings: whether all can be paired, and at what price."""
