"""Small streams for the tests of the log, and a plain way to record them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import sqlite_utils

from engine.model import Board, Details, Player, Result, Rules
from ledger.acts.act import Event
from ledger.acts.opening import TournamentOpened
from ledger.acts.pairing import RoundPaired
from ledger.acts.players import PlayerRegistered
from ledger.acts.record import Recorded
from ledger.acts.results import ResultEntered
from ledger.acts.rounds import RoundClosed, RoundPublished
from ledger.store.log import Log
from ledger.store.schema import STATEMENTS
from ledger.store.sqlite import SqliteLog

ROOT = Path(__file__).parents[3]  # from where another process finds our modules

OPENED = TournamentOpened(details=Details(name="Õllesummer open – Pärnu"), rules=Rules(system="by-hand", rounds=9))
RESULT = ResultEntered(round=1, board=1, result=Result.WHITE_WINS)


def tournament(players: int = 4, rounds: int = 2) -> tuple[Event, ...]:
    """Everybody plays White against the player who is as many places further as half of the field."""
    half = players // 2
    events: list[Event] = [OPENED]
    events += (PlayerRegistered(player=Player(number=n, name=f"Player {n}")) for n in range(1, players + 1))
    for number in range(1, rounds + 1):
        boards = tuple(Board(n, n + half) for n in range(1, half + 1))
        events += (RoundPaired(round=number, system="by-hand", boards=boards), RoundPublished(round=number))
        events += (ResultEntered(round=number, board=b, result=Result.DRAW) for b in range(1, half + 1))
        events.append(RoundClosed(round=number))
    return tuple(events)


def record(log: Log, stream: str, *events: Event, command: str = "") -> tuple[Recorded, ...]:
    """At the end of the stream, whatever its version is."""
    version = next((head.version for head in log.heads() if head.stream == stream), 0)
    return log.submit(stream, version, events, actor="arbiter", command=command or f"c{version}").result()


def two_tournaments(path: Path) -> Path:
    """A closed log in which two streams take turns."""
    with SqliteLog(path) as log:
        for one in tournament():
            record(log, "a-open", one)
            record(log, "b-open", one)
    return path


@contextmanager
def unguarded(path: Path) -> Iterator[sqlite_utils.Database]:
    """The log in the hands of somebody who takes the triggers away and puts them back afterwards."""
    database = sqlite_utils.Database(str(path), recursive_triggers=False)
    for trigger in database.triggers:
        database.execute(f"DROP TRIGGER {trigger.name}")
    yield database
    for statement in STATEMENTS:
        if statement.startswith("CREATE TRIGGER"):
            database.execute(statement)
    database.conn.commit()
    database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    database.close()


def break_stream(path: Path, stream: str, version: int = 1) -> None:
    """That record of it cannot be read any more."""
    with unguarded(path) as database:
        database.execute(
            """UPDATE records SET body = '{"type":"tournament-dreamt"}' WHERE stream = ? AND version = ?""",
            [stream, version],
        )
        database.execute("DELETE FROM blocks")
