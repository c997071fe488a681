"""Boards given by the arbiter."""
