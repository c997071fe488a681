"""Copies of a log."""
