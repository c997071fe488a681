"""A festival: several tournaments, its sections, with one schedule. Who plays is known to the sections alone."""

from __future__ import annotations

from engine.model import Value


class ScheduleLine(Value, frozen=True, omit_defaults=True):
    """What begins when: a round of one section or of all, or something else that people are told of."""

    starts: str  # by the clock on the wall of the venue: 2026-05-01T14:00
    round: int = 0  # 0: no round but what ``text`` says
    section: str = ""  # the stream of one; empty: all of them
    text: str = ""


class Festival(Value, frozen=True):
    sections: tuple[str, ...] = ()  # their streams, in the order in which they are shown
    schedule: tuple[ScheduleLine, ...] = ()  # by time
