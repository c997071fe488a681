"""What was found of one tournament: a line of the state file."""

from __future__ import annotations

import enum

import msgspec


class Way(enum.Enum):
    """Who made the tournament."""

    OURS = "ours"
    THEIRS = "theirs"


class Finding(msgspec.Struct, frozen=True, omit_defaults=True):
    """One difference. ``cause`` is a key of ``causes.CAUSES``; empty: nobody has explained it yet."""

    what: str  # "pairing", "value", "rank", "reading"
    cause: str
    round: int = 0
    player: int = 0
    code: str = ""  # of a tie-break
    article: str = ""
    ours: str = ""
    theirs: str = ""


class Judgement(msgspec.Struct, frozen=True, omit_defaults=True):
    """One tournament, compared."""

    peer: str
    way: Way
    number: int
    players: int = 0
    rounds: int = 0  # paired by both
    values: int = 0  # of tie-breaks, by both
    ranks: int = 0
    findings: tuple[Finding, ...] = ()
    error: str = ""  # why it could not be compared

    @property
    def key(self) -> tuple[str, str, int]:
        return (self.peer, self.way.value, self.number)
