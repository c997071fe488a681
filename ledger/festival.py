"""A festival: several tournaments, its sections. Who plays is known to the sections alone."""

from __future__ import annotations

from engine.model import Value


class Festival(Value, frozen=True):
    sections: tuple[str, ...] = ()  # their streams, in the order in which they are shown
