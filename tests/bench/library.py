"""The peer: the PyPI library `eventsourcing` on its SQLite module, used as its documentation shows.

The aggregate does what ours does with the same events, in place instead of by copies, and its events carry plain
numbers, texts and lists, which is what the library stores fastest.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any
from uuid import UUID

from eventsourcing.application import Application
from eventsourcing.domain import Aggregate, event

from ledger.acts.act import Event
from ledger.acts.pairing import RoundPaired
from ledger.acts.players import PlayerRegistered
from ledger.acts.results import ResultEntered
from ledger.acts.rounds import RoundClosed, RoundPublished


class Played(Aggregate):
    @event("Opened")
    def __init__(self, name: str) -> None:
        self.name = name
        self.players: dict[int, dict[str, Any]] = {}
        self.rounds: list[list[list[Any]]] = []
        self.phases: list[str] = []

    @event("Registered")
    def register(self, number: int, player: dict[str, Any]) -> None:
        self.players[number] = player

    @event("Paired")
    def pair(self, boards: list[list[Any]]) -> None:
        self.rounds.append([list(board) for board in boards])
        self.phases.append("paired")

    @event("PhaseChanged")
    def change_phase(self, number: int, phase: str) -> None:
        self.phases[number - 1] = phase

    @event("Entered")
    def enter(self, number: int, board: int, result: str) -> None:
        self.rounds[number - 1][board - 1][2] = result


class Library:
    def __init__(self, path: Path) -> None:
        self._application: Application[UUID] = Application(
            env={"PERSISTENCE_MODULE": "eventsourcing.sqlite", "SQLITE_DBNAME": str(path)}
        )

    def record(self, history: list[Event]) -> None:
        played = Played(name="Open")
        for happened in history:
            self._trigger(played, happened)
        self._application.save(played)
        self._id = played.id

    def _trigger(self, played: Played, happened: Event) -> None:
        match happened:
            case PlayerRegistered(player=player):
                played.register(player.number, {"name": player.name, "rating": player.rating, "club": player.club})
            case RoundPaired():
                played.pair([[board.white, board.black, "pending"] for board in happened.boards])
            case RoundPublished():
                played.change_phase(happened.round, "published")
            case RoundClosed():
                played.change_phase(happened.round, "closed")
            case ResultEntered():
                played.enter(happened.round, happened.board, happened.result.value)

    def replay(self) -> tuple[int, int]:
        """The number of players and of boards, as a sign that all of it was replayed."""
        played: Played = self._application.repository.get(self._id)
        return len(played.players), sum(len(boards) for boards in played.rounds)
