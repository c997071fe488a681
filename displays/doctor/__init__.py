"""Checks for ``roundlog doctor``: what may be wrong with a server, its machine and its files. They change nothing."""
