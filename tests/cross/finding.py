"""What was found of one tournament: a line of the state file."""

from __future__ import annotations

import enum

import msgspec

Key = tuple[str, str, int]  # the other program, the way, the number


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
    is_without_pairing: bool = False  # C.04.3 1.9.3: the other program's generator found none, and wrote no file
    engine: str = ""  # the commit that we were
    peer_version: str = ""

    @property
    def key(self) -> Key:
        return (self.peer, self.way.value, self.number)

    @property
    def is_open(self) -> bool:
        """Somebody has to look at it."""
        return bool(self.error) or any(not finding.cause for finding in self.findings)
