"""A log of reasons, written while a round is paired if anybody asked for them."""

from __future__ import annotations

from collections.abc import Iterable

from engine.errors import Fact
from engine.model import PlayerId
from engine.pairing import Reason


class ReasonLog:
    """Takes reasons in the order in which things were decided. One that nobody asked for stays empty."""

    def __init__(self, *, is_asked: bool = True) -> None:
        self.is_asked = is_asked
        self._reasons: list[Reason] = []

    def note(self, code: str, article: str, players: Iterable[PlayerId] = (), **facts: Fact) -> None:
        if self.is_asked:
            self._reasons.append(Reason(code, article, tuple(players), facts))

    @property
    def reasons(self) -> tuple[Reason, ...]:
        return tuple(self._reasons)
