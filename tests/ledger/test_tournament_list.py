"""The list of tournaments follows the log: its lines are what a replay gives, and a look touches what moved alone."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from engine.errors import Unavailable
from engine.model import Details, Player, Rules
from ledger import desk as desk_module
from ledger.acts.decide import decide
from ledger.acts.evolve import fold
from ledger.acts.hall import Announce
from ledger.acts.opening import ChangeDetails, OpenTournament
from ledger.acts.players import NewPlayer, RegisterPlayers
from ledger.desk import Desk
from ledger.store.sqlite import SqliteLog
from ledger.tournament_list import TournamentLine, read_all_lines
from tests.ledger.histories import random_history

PATIENCE = 20.0


class CountingLog(SqliteLog):
    """Notes which streams are read, and how often all of them are listed."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.streams_read: list[str] = []
        self.listings = 0

    def read(self, stream: str, after: int = 0, upto: int | None = None) -> Iterator[Any]:
        self.streams_read.append(stream)
        return super().read(stream, after, upto)

    def events(self, stream: str, after: int = 0, upto: int | None = None) -> Iterator[Any]:
        self.streams_read.append(stream)
        return super().events(stream, after, upto)

    def heads(self) -> Any:
        self.listings += 1
        return super().heads()


@pytest.fixture
def log(tmp_path: Path) -> Iterator[CountingLog]:
    log = CountingLog(tmp_path / "roundlog.db")
    with log:
        yield log


def open_some(log: SqliteLog, count: int) -> None:
    for number in range(count):
        write_history(log, f"open-{number:02}", seed=number, length=12)


def write_history(log: SqliteLog, stream: str, seed: int, length: int) -> None:
    events = [recorded.event for recorded in random_history(seed, length)]
    log.submit(stream, 0, events, actor="Anna", command="all").result(PATIENCE)


def read(desk: Desk) -> tuple[TournamentLine, ...]:
    desk.catch_up()
    desk.tournaments.read().result(PATIENCE)
    return desk.tournaments.lines()


@pytest.mark.parametrize("is_loaded", [True, False])
@pytest.mark.parametrize("seed", range(3))
def test_a_line_that_was_kept_is_the_line_that_is_read(log: CountingLog, seed: int, is_loaded: bool) -> None:
    """After every record, of whatever kind, and whether the desk has the tournament loaded or not."""
    desk = Desk(log)
    assert read(desk) == ()
    for number, recorded in enumerate(random_history(seed, 60)):
        log.submit("club", number, [recorded.event], actor="Anna", command=f"{number}").result(PATIENCE)
        if is_loaded:
            desk.state("club")
        assert read(desk) == read_all_lines(log)


async def test_what_the_desk_writes_stands_in_the_list_at_once(log: CountingLog) -> None:
    desk = Desk(log)
    read(desk)
    await desk.handle("club", OpenTournament(details=Details("Club"), rules=Rules("by-hand", 5)), actor="Anna")
    await desk.handle("club", ChangeDetails(details=Details("Open", place="Tartu")), actor="Anna")
    (line,) = desk.tournaments.lines()
    assert (line.name, line.place, line.newest.version) == ("Open", "Tartu", 2)


def test_a_look_touches_only_the_tournaments_that_moved(log: CountingLog, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of two dozen, more than are kept loaded, one that is loaded and one that is not have moved."""
    open_some(log, 24)
    monkeypatch.setattr(desk_module, "STREAMS_KEPT", 4)
    desk = Desk(log)
    read(desk)
    for number in range(24):
        desk.state(f"open-{number:02}")
    move(log, "open-03")
    move(log, "open-23")
    log.streams_read, log.listings = [], 0
    desk.catch_up()
    assert log.streams_read == ["open-23"]  # the other one is noted; nobody has asked for it
    read(desk)
    assert {*log.streams_read} == {"open-03", "open-23"}
    log.streams_read = []
    assert read(desk) == read(desk)
    assert (log.streams_read, log.listings) == ([], 0)


def move(log: SqliteLog, stream: str) -> None:
    """As another process does."""
    event = Announce(text="Lunch")
    state = fold(log.events(stream))
    assert state is not None
    log.submit(stream, state.version, decide(state, event), actor="Bert", command="lunch").result(PATIENCE)


def test_what_was_written_to_last_is_read_first(log: CountingLog) -> None:
    open_some(log, 6)
    move(log, "open-02")
    log.streams_read = []
    read(Desk(log))
    order = list(dict.fromkeys(log.streams_read))
    assert order == ["open-02", "open-05", "open-04", "open-03", "open-01", "open-00"]


def test_a_log_that_cannot_be_read_now_is_read_when_it_can(log: CountingLog, monkeypatch: pytest.MonkeyPatch) -> None:
    open_some(log, 3)
    desk = Desk(log)
    reads: Callable[..., Iterator[Any]] = log.events

    def fail(*_: object) -> Iterator[Any]:
        raise Unavailable("log-io-error", path="x")

    monkeypatch.setattr(log, "events", fail)
    with pytest.raises(Unavailable):
        desk.tournaments.read().result(PATIENCE)
    assert desk.tournaments.count_unread() == 3
    monkeypatch.setattr(log, "events", reads)
    assert read(desk) == read_all_lines(log)


def test_loaded_tournaments_are_bounded_by_what_they_hold(log: CountingLog, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not by their number alone: one of five thousand players is not one of ten."""
    open_some(log, 8)
    desk = Desk(log)
    monkeypatch.setattr(desk_module, "SEATS_KEPT", 30)
    for number in range(8):
        desk.state(f"open-{number:02}")
    loaded = [stream for stream in (f"open-{number:02}" for number in range(8)) if stream in desk._locks]
    assert 1 <= len(loaded) < 8
    assert "open-07" in loaded
    assert sum(desk._seats.values()) <= 30 or loaded == ["open-07"]


def test_who_asks_for_what_is_not_there_takes_no_room(log: CountingLog, monkeypatch: pytest.MonkeyPatch) -> None:
    """A stranger may ask for any address: what is loaded stays, but for one."""
    open_some(log, 4)
    monkeypatch.setattr(desk_module, "STREAMS_KEPT", 4)
    desk = Desk(log)
    for number in range(4):
        desk.state(f"open-{number:02}")
    for number in range(20):
        assert desk.state(f"nowhere-{number}") is None
    assert {"open-01", "open-02", "open-03"} <= desk._locks.keys()
    assert desk._seats.keys() == desk._locks.keys()


async def test_what_a_loaded_tournament_holds_is_counted_as_it_grows(log: CountingLog) -> None:
    desk = Desk(log)
    await desk.handle("club", OpenTournament(details=Details("Club"), rules=Rules("by-hand", 5)), actor="Anna")
    assert desk._seats["club"] == 0
    names = tuple(NewPlayer(player=Player(0, name)) for name in ("Anna", "Bert"))
    await desk.handle("club", RegisterPlayers(players=names), actor="Anna")
    assert desk._seats["club"] == 2
