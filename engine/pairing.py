"""What a pairing system is and what it gives back."""

from __future__ import annotations

from typing import Protocol

import msgspec

from engine.errors import Fact
from engine.model import Board, Outcome, PlayerId, SitOut, Tournament, Value


class Reason(Value, frozen=True):
    """Why, as a value: a stable code, the article, the players, the facts. A screen turns it into a sentence."""

    code: str
    article: str
    players: tuple[PlayerId, ...] = ()
    facts: dict[str, Fact] = {}


class Paired(Value, frozen=True):
    """A pairing: boards in publishing order, who has the pairing bye or is free, and why."""

    boards: tuple[Board, ...]
    bye: PlayerId | None = None
    reasons: tuple[Reason, ...] = ()
    free: tuple[PlayerId, ...] = ()  # without a game in this round by the schedule; scores nothing

    @property
    def sitouts(self) -> tuple[SitOut, ...]:
        bye = () if self.bye is None else (SitOut(self.bye, Outcome.PAIRING_BYE),)
        return (*bye, *(SitOut(player, Outcome.ZERO_BYE) for player in self.free))


class NoOptions(Value, frozen=True, forbid_unknown_fields=True):
    """Of a system that has nothing to choose."""


class PairingSystem(Protocol):
    """A module with these names. Same input, same output."""

    KEY: str  # goes into the log, never reused: "fide-dutch-2026"
    REGULATION: str  # "FIDE C.04.3:2026"

    @property
    def Options(self) -> type[msgspec.Struct]:
        """What ``Rules.options`` may say, with the defaults of the text."""
        ...

    def pair(self, t: Tournament, /) -> Paired: ...
