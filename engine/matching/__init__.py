"""Matchings: can all be paired (``cardinality``), and at what price (``weighted``, ``blossom``), on ``bitsets``."""
