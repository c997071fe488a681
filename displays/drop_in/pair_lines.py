"""A pairing in the form in which bbpPairings and JaVaFo answer."""

from __future__ import annotations

from engine.pairing import Paired


def as_lines(paired: Paired) -> str:
    """How many lines follow, then ``white black`` in the order of the boards; the bye is a pair with 0."""
    lines = [f"{board.white} {board.black}" for board in paired.boards]
    if paired.bye is not None:
        lines.append(f"{paired.bye} 0")
    return "\n".join([str(len(lines)), *lines])
