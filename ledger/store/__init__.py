"""The log: protocol, SQLite, hash chain, verifier."""
