"""What a story is told with: its kind, chance, the time, and the words of its tournament's language."""

from __future__ import annotations

import random
from collections.abc import Generator
from datetime import datetime

from displays.demo.cast import people
from displays.demo.kinds import Kind
from displays.demo.tempo import Tempo
from displays.words.language import language
from engine.errors import Fact
from engine.model import Player, PlayerId, Result, Tournament
from ledger.commands import Command
from ledger.state import Hall

# Asks for a command, is sent the state after it (with whatever others did meanwhile), and ends with the last it knew.
Story = Generator[Command, Tournament, Tournament]

FOLLOWED = 1  # the player whose phone is shown: does not leave, and is always there


class Setting:
    def __init__(self, kind: Kind, edition: int, lot: random.Random, tempo: Tempo) -> None:
        self.kind = kind
        self.edition = edition
        self.lot = lot
        self.tempo = tempo
        self._people = people(lot)
        self.hall = Hall()  # what it was told last

    @property
    def stream(self) -> str:
        return self.kind.stream(self.edition)

    @property
    def name(self) -> str:
        return f"{self.kind.name} · {self.edition}"

    def comes(self) -> Player:
        """The next one through the door."""
        return next(self._people)

    def said(self, key: str, **facts: Fact) -> str:
        """In the language of the tournament: it goes into its log."""
        return language(self.kind.rules.language).phrase(key, "demo", **facts)

    def in_beats(self, beats: int) -> datetime:
        return self.tempo.now() + beats * self.tempo.beat


def pending(t: Tournament, number: int) -> tuple[int, ...]:
    """The boards of a round that have no result yet."""
    return _boards_that_are(t, number, Result.PENDING)


def postponed(t: Tournament, number: int) -> tuple[int, ...]:
    return _boards_that_are(t, number, Result.POSTPONED)


def _boards_that_are(t: Tournament, number: int, result: Result) -> tuple[int, ...]:
    played = t.rounds[number - 1 : number]  # empty if somebody took the round back
    return tuple(n for one in played for n, board in enumerate(one.boards, start=1) if board.result is result)


def somebody(setting: Setting, t: Tournament, number: int) -> PlayerId | None:
    """Who leaves, or stays away from that round on: nobody with a game to finish or an absence to come."""
    busy = {FOLLOWED}
    for played in t.rounds:
        for board in postponed(t, played.number):
            busy |= {played.boards[board - 1].white, played.boards[board - 1].black}
    free = [p for p in t.available(number) if p not in busy and max(t.entries[p].absences, default=0) < number]
    return setting.lot.choice(free) if free else None
