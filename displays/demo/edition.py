"""One edition of a demo tournament: its kind, chance, the time, and the words of its language."""

from __future__ import annotations

import random
from collections.abc import Generator
from datetime import datetime

from displays.demo.kinds import TournamentKind
from displays.demo.pace import DemoPace
from displays.demo.players import people
from displays.words.language import language
from engine.errors import Fact
from engine.model import Player, PlayerId, Result, Tournament
from ledger.commands import Command
from ledger.state import Hall

# Asks for a command, is sent the state after it (with whatever others did meanwhile), and ends with the last it knew.
Script = Generator[Command, Tournament, Tournament]

FOLLOWED = 1  # the player whose phone is shown: does not leave, and is always there


class Edition:
    def __init__(self, kind: TournamentKind, number: int, lot: random.Random, pace: DemoPace) -> None:
        self.kind = kind
        self.number = number
        self.lot = lot
        self.pace = pace
        self._people = people(lot)
        self.hall = Hall()  # what it was told last

    @property
    def stream(self) -> str:
        return self.kind.stream(self.number)

    @property
    def name(self) -> str:
        return f"{self.kind.name} · {self.number}"

    def next_player(self) -> Player:
        """The next one to come."""
        return next(self._people)

    def phrase(self, key: str, **facts: Fact) -> str:
        """In the language of the tournament: it goes into its log."""
        return language(self.kind.rules.language).phrase(key, "demo", **facts)

    def in_beats(self, beats: int) -> datetime:
        return self.pace.now() + beats * self.pace.beat


def pending_boards(t: Tournament, number: int) -> tuple[int, ...]:
    """The boards of a round that have no result yet."""
    return _boards_that_are(t, number, Result.PENDING)


def postponed_boards(t: Tournament, number: int) -> tuple[int, ...]:
    return _boards_that_are(t, number, Result.POSTPONED)


def _boards_that_are(t: Tournament, number: int, result: Result) -> tuple[int, ...]:
    played = t.rounds[number - 1 : number]  # empty if somebody took the round back
    return played[0].boards_with(result) if played else ()


def somebody(edition: Edition, t: Tournament, number: int) -> PlayerId | None:
    """Who leaves, or stays away from that round on: nobody with a game to finish or an absence to come."""
    busy = {FOLLOWED}
    for played in t.rounds:
        for board in postponed_boards(t, played.number):
            busy |= {played.boards[board - 1].white, played.boards[board - 1].black}
    free = [p for p in t.available(number) if p not in busy and max(t.entries[p].absences, default=0) < number]
    return edition.lot.choice(free) if free else None
