"""Copies of a log that is in use: made and verified (``copying.py``), kept in a folder, put back in place."""
