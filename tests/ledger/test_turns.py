"""Long work has turns and ends: whose turn it is, what short work waits for, limits, giving up.

Work that takes long is simulated by work that waits for a file: no test looks at a clock.
"""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.errors import Refusal
from engine.model import Value
from ledger import worker as worker_module
from ledger.acts.pairing import PairRound, RoundPaired
from ledger.desk import Desk
from ledger.store.sqlite import SqliteLog
from ledger.turns import SHORT, Kind, Task, Turns
from ledger.worker import Worker
from tests.ledger.gated_work import wait_for
from tests.ledger.test_worker import open_swiss

LARGE = SHORT + 1


class Item:
    def __init__(self, name: str, task: Task) -> None:
        self.name, self.task, self.is_short = name, task, task.is_short


def taken(*items: Item, only_short: bool = False) -> str:
    """The order in which they have their turns, by name."""
    turns: Turns[Item] = Turns()
    for item in items:
        turns.add(item)
    order = iter(lambda: turns.take(only_short=only_short), None)
    return " ".join(item.name for item in order if item is not None)


def look(name: str, stream: str = "a", players: int = 20) -> Item:
    return Item(name, Task(Kind.PREVIEW, stream, players))


def test_who_came_first_goes_first():
    assert taken(look("1"), look("2"), look("3")) == "1 2 3"


def test_tournaments_take_turns_however_much_one_asks_for():
    assert taken(look("a1"), look("a2"), look("a3"), look("b1", "b"), look("b2", "b")) == "a1 b1 a2 b2 a3"


def test_within_a_tournament_a_pairing_that_is_to_be_written_goes_before_looks():
    assert taken(look("look"), Item("pairing", Task(Kind.PAIRING, "a", 20))) == "pairing look"


def test_what_strangers_ask_for_comes_after_all_that_arbiters_ask_for():
    public = [Item(f"stranger{n}", Task(Kind.EXPLANATION, "a", 20, is_public=True)) for n in range(2)]
    pairings = [Item(f"pairing{n}", Task(Kind.PAIRING, "b", 20)) for n in range(2)]
    assert taken(*public, *pairings) == "pairing0 pairing1 stranger0 stranger1"


def test_a_process_for_short_work_leaves_the_rest():
    assert taken(look("large", players=LARGE), look("small"), only_short=True) == "small"
    assert not Task(Kind.CONSEQUENCES, "a", players=SHORT // 4, pairings=5).is_short  # so often is the field paired


# -- with processes ----------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def worker() -> Iterator[Worker]:
    with Worker() as opened:
        yield opened


@pytest.fixture
def log(tmp_path: Path) -> Iterator[SqliteLog]:
    with SqliteLog(tmp_path / "roundlog.db") as opened:
        yield opened


async def until(path: Path) -> None:
    while not path.exists() or not path.read_text():
        await asyncio.sleep(0.005)


class Gate(Value, frozen=True):
    """Of one piece of work."""

    folder: Path
    name: str

    @property
    def paths(self) -> tuple[Path, Path]:
        return self.folder / self.name, self.folder / f"{self.name}-begun"

    def open(self) -> None:
        self.paths[0].write_text("open")

    async def begun(self) -> None:
        await until(self.paths[1])


LONG, BRIEF = Task(Kind.PAIRING, "large", LARGE), Task(Kind.PREVIEW, "small", 20)


async def test_a_small_round_does_not_wait_for_a_large_one(worker: Worker, tmp_path: Path):
    gate = Gate(tmp_path, "long")
    long = asyncio.create_task(worker.run(LONG, wait_for, *gate.paths))
    await gate.begun()
    assert await worker.run(BRIEF, os.getpid) != os.getpid()
    assert not long.done()
    gate.open()
    assert await long != await worker.run(BRIEF, os.getpid)


async def test_what_is_under_way_is_told_to_those_of_the_tournament(worker: Worker, tmp_path: Path):
    first, second = Gate(tmp_path, "first"), Gate(tmp_path, "second")
    running = asyncio.create_task(worker.run(LONG, wait_for, *first.paths))
    await first.begun()
    waiting = asyncio.create_task(worker.run(LONG, wait_for, *second.paths))
    await asyncio.sleep(0)
    told = worker.under_way("large")
    assert [(one.kind, one.players, one.is_waiting, one.limit) for one in told] == [
        ("pairing", LARGE, False, 600),
        ("pairing", LARGE, True, 600),
    ]
    assert worker.under_way("small") == ()
    first.open()
    second.open()
    await asyncio.gather(running, waiting)
    assert worker.under_way("large") == ()


async def test_work_that_is_given_up_ends_at_once_and_the_next_is_taken_up(worker: Worker, tmp_path: Path):
    gates = [Gate(tmp_path, f"{n}") for n in range(3)]
    works = [asyncio.create_task(worker.run(LONG, wait_for, *gate.paths)) for gate in gates]
    await gates[0].begun()
    running, waiting, last = worker.under_way("large")
    worker.give_up("large", waiting.number)
    worker.give_up("large", running.number)
    for work in works[:2]:
        with pytest.raises(Refusal, match="work-given-up"):
            await work
    gates[2].open()
    assert await works[2] > 0
    assert not gates[1].paths[1].exists()  # it was never begun
    with pytest.raises(Refusal, match="no-such-work"):
        worker.give_up("large", last.number)


async def test_nobody_gives_up_the_work_of_another_tournament(worker: Worker, tmp_path: Path):
    gate = Gate(tmp_path, "long")
    long = asyncio.create_task(worker.run(LONG, wait_for, *gate.paths))
    await gate.begun()
    with pytest.raises(Refusal, match="no-such-work"):
        worker.give_up("small", worker.under_way("large")[0].number)
    gate.open()
    assert await long > 0


async def test_a_pairing_that_is_given_up_leaves_the_log_untouched_and_the_next_one_works(
    worker: Worker, log: SqliteLog, tmp_path: Path
):
    desk, gate = Desk(log, worker=worker), Gate(tmp_path, "before")
    await open_swiss(desk, players=LARGE)
    before = log.position()
    other = asyncio.create_task(worker.run(LONG, wait_for, *gate.paths))
    await gate.begun()
    pairing = asyncio.create_task(desk.handle("open", PairRound(round=1), actor="anna"))
    while not worker.under_way("open"):
        await asyncio.sleep(0)
    worker.give_up("open", worker.under_way("open")[0].number)
    with pytest.raises(Refusal, match="work-given-up"):
        await pairing
    gate.open()
    await other
    assert log.position() == before
    answer = await desk.handle("open", PairRound(round=1), actor="anna")
    assert isinstance(answer.records[0].event, RoundPaired)


async def test_work_has_a_limit_and_says_which(tmp_path: Path):
    gate = Gate(tmp_path, "never")
    with Worker(limit=0.0) as worker:
        with pytest.raises(Refusal) as told:
            await worker.run(LONG, wait_for, *gate.paths)
        assert (told.value.code, told.value.facts) == ("work-took-too-long", {"work": "pairing", "seconds": 0})


async def test_whoever_is_cancelled_leaves_nothing_behind(worker: Worker, tmp_path: Path):
    """A server that ends does not wait for them."""
    gate = Gate(tmp_path, "long")
    long = asyncio.create_task(worker.run(LONG, wait_for, *gate.paths))
    await gate.begun()
    long.cancel()
    with pytest.raises(asyncio.CancelledError):
        await long
    assert await worker.run(LONG, os.getpid) != int(gate.paths[1].read_text())


async def test_work_that_is_lost_with_its_process_is_done_once_more(worker: Worker, tmp_path: Path):
    gate = Gate(tmp_path, "long")
    long = asyncio.create_task(worker.run(LONG, wait_for, *gate.paths))
    await gate.begun()
    killed = int(gate.paths[1].read_text())
    gate.open()
    os.kill(killed, signal.SIGKILL)
    assert await long > 0


async def test_what_seemed_short_makes_room_for_what_is(
    worker: Worker, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(worker_module, "MISJUDGED", 0.0)
    large, gate = Gate(tmp_path, "large"), Gate(tmp_path, "seems-short")
    long = asyncio.create_task(worker.run(LONG, wait_for, *large.paths))
    await large.begun()
    misjudged = asyncio.create_task(worker.run(BRIEF, wait_for, *gate.paths))
    await gate.begun()
    assert await worker.run(BRIEF, os.getpid) > 0
    assert not long.done()
    assert not misjudged.done()
    large.open()
    gate.open()
    await asyncio.gather(long, misjudged)
