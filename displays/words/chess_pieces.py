"""The pieces of chess as figures, which are the same in every language."""

from __future__ import annotations

_FIGURES = str.maketrans(dict(zip("RNBQK", "♖♘♗♕♔", strict=True)))


def figures(pieces: str) -> str:
    """``RNBQKBNR`` → ``♖♘♗♕♔♗♘♖``."""
    return pieces.translate(_FIGURES)
