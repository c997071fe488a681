"""The desk when another process, or another node, writes to the same log: it decides on what it knows, the log has the
last word."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from itertools import count
from pathlib import Path
from typing import Any, cast

import pytest

from engine.errors import Refusal, VersionConflict
from engine.model import Details, Result, Rules
from ledger.acts.disputes import ResultDisputed
from ledger.acts.hall import Announce
from ledger.acts.opening import ChangeDetails, OpenTournament
from ledger.acts.pairing import PairRound, RoundPaired
from ledger.acts.record import Recorded
from ledger.acts.results import CorrectResult, ResultEntered
from ledger.desk import Answer, Desk
from ledger.store.log import Archive
from ledger.store.sqlite import SqliteLog
from ledger.turns import Task
from ledger.worker import Worker
from tests.ledger.store.conftest import Place, log, place
from tests.ledger.test_desk import OPEN, opened, players, result

__all__ = ["log", "place"]  # fixtures


@pytest.fixture
def other(place: Place, log: Archive) -> Iterator[Archive]:
    """The same log as another process or another node has it."""
    with place.open() as other:
        yield other


async def catch_up(*logs: Archive) -> None:
    """Each has all that there is."""
    for one in logs:
        await one.newest()


async def test_another_process_on_the_same_log(log: Archive, other: Archive) -> None:
    """What it appended counts at once: for reading, for decisions, and for what is published."""
    published: list[int] = []
    ours, theirs = Desk(log, lambda recorded, t: published.append(recorded.version)), Desk(other)
    await opened(ours, boards=2)
    await theirs.handle("club", result(1), actor="bert")
    disputed = await ours.handle("club", result(1, Result.DRAW), actor="anna")
    assert isinstance(disputed.records[0].event, ResultDisputed)
    await theirs.handle("club", result(2), actor="bert")
    await ours.handle("club", Announce(text="Round 1 is complete"), actor="anna")
    assert published == list(range(1, log.position() + 1))
    await catch_up(log, other)
    assert ours.state("club") == theirs.state("club")


async def test_what_stands_already_is_asked_of_the_log(log: Archive, other: Archive) -> None:
    """Known here is the old name: to say it again would be nothing, but another process has changed it since."""
    ours, theirs = Desk(log), Desk(other)
    await ours.handle("club", OPEN, actor="anna")
    await theirs.handle("club", ChangeDetails(details=Details("Open")), actor="bert")
    answer = await ours.handle("club", ChangeDetails(details=OPEN.details), actor="anna")
    assert (answer.version, len(answer.records)) == (3, 1)
    assert await ours.handle("club", ChangeDetails(details=OPEN.details), actor="anna") == Answer(3, ())


async def test_the_version_of_another_process_may_be_expected(log: Archive, other: Archive) -> None:
    ours, theirs = Desk(log), Desk(other)
    await opened(ours, boards=2)
    newest = await theirs.handle("club", result(1), actor="bert")
    with pytest.raises(VersionConflict) as conflict:
        await ours.handle("club", result(2), actor="anna", expected_version=newest.version - 1)
    assert conflict.value.facts["actual"] == newest.version
    answer = await ours.handle("club", result(2), actor="anna", expected_version=newest.version)
    assert answer.version == newest.version + 1


async def test_a_command_id_of_another_process_is_known(log: Archive, other: Archive) -> None:
    """The same command gets its answer; another one is refused, though it would have stood on what is known here."""
    ours, theirs = Desk(log), Desk(other)
    await opened(ours, boards=2)
    first = await theirs.handle("club", result(1), actor="bert", command_id="key")
    with pytest.raises(Refusal, match="command-id-reused"):
        await ours.handle("club", result(2), actor="bert", command_id="key")
    assert await ours.handle("club", result(1), actor="bert", command_id="key") == first
    assert log.position() == first.version
    await catch_up(log, other)
    assert ours.state("club") == theirs.state("club")


async def test_a_race_between_processes_is_decided_once_more(log: Archive, other: Archive) -> None:
    """Both decide on the same state; the log lets one through, and the other decides again on the newer one."""
    ours, theirs = Desk(log), Desk(other)
    await opened(ours, boards=2)
    theirs.state("club")
    answers = await asyncio.gather(
        ours.handle("club", result(1), actor="anna"),
        theirs.handle("club", result(2), actor="bert"),
    )
    assert {answer.version for answer in answers} == {8, 9}
    await catch_up(log, other)
    assert ours.state("club") == theirs.state("club")


class Overtaken(SqliteLog):
    """Before what is appended to it, another process writes: so often."""

    def __init__(self, path: Path, times: int) -> None:
        super().__init__(path)
        self.theirs = Desk(SqliteLog(path))
        self.numbers = iter(range(times))

    async def append(self, stream: str, *given: Any, **named: Any) -> tuple[Recorded, ...]:
        for number in self.numbers:
            await self.theirs.handle(stream, Announce(text=f"Tea {number}"), actor="bert")
            break
        return await super().append(stream, *given, **named)

    def close(self) -> None:
        self.theirs.log.close()
        super().close()


@pytest.mark.parametrize("times", [1, 4, 12])
async def test_who_expects_no_version_is_told_of_no_conflict_however_often_they_are_overtaken(
    tmp_path: Path, times: int
) -> None:
    """Two processes on one file: how often it happens is told to a log that is made for it."""
    path = tmp_path / "roundlog.db"
    with SqliteLog(path) as first:
        await opened(Desk(first), boards=2)
    with Overtaken(path, times) as overtaken:
        answer = await Desk(overtaken).handle("club", result(1), actor="anna")
        assert next(overtaken.numbers, None) is None
        assert answer.version == overtaken.position() == 7 + times + 1
        with pytest.raises(VersionConflict):
            await Desk(overtaken).handle("club", result(2), actor="anna", expected_version=answer.version - 1)


async def test_a_pairing_that_is_overtaken_again_and_again_is_made_all_the_same(log: Archive, other: Archive) -> None:
    """Results and names that come in here wait for its last attempt; those of other processes make it begin again."""
    numbers, theirs, waiting = count(), Desk(other), list[asyncio.Task[Answer]]()

    async def change_name() -> None:
        if next(numbers) < 4:
            await theirs.handle("club", ChangeDetails(details=Details(f"Club {next(numbers)}")), actor="bert")
        change = ChangeDetails(details=Details("Here", place=f"Hall {next(numbers)}"))
        waiting.append(asyncio.create_task(ours.handle("club", change, actor="bert")))
        await asyncio.sleep(0)

    worker = Meanwhile(change_name)
    ours = Desk(log, worker=cast(Worker, worker))
    rules = Rules(system="round-robin", rounds=5)
    await ours.handle("club", OpenTournament(details=Details("Club"), rules=rules), actor="anna")
    await ours.handle("club", players(6), actor="anna")
    answer = await ours.handle("club", PairRound(round=1), actor="anna")
    assert [type(recorded.event) for recorded in answer.records] == [RoundPaired]
    assert worker.runs > 3
    await asyncio.gather(*waiting)


async def test_nor_is_another_command_answered_when_more_was_written_since(log: Archive, other: Archive) -> None:
    ours, theirs = Desk(log), Desk(other)
    await opened(ours, boards=3)
    await theirs.handle("club", result(1), actor="bert", command_id="key")
    await theirs.handle("club", result(3), actor="bert")
    for _ in range(2):  # however often it is asked
        with pytest.raises(Refusal, match="command-id-reused"):
            await ours.handle("club", result(2), actor="bert", command_id="key")


async def test_nor_when_it_is_asked_twice_at_once(log: Archive, other: Archive) -> None:
    ours, theirs = Desk(log), Desk(other)
    await opened(ours, boards=3)
    await theirs.handle("club", result(1), actor="bert", command_id="key")
    twice = (ours.handle("club", result(2), actor="anna", command_id="key") for _ in range(2))
    for answer in await asyncio.gather(*twice, return_exceptions=True):
        assert isinstance(answer, Refusal)
        assert answer.code == "command-id-reused"


async def test_nor_when_it_failed_before_the_other_was_written(log: Archive, other: Archive) -> None:
    ours, theirs = Desk(log), Desk(other)
    await opened(ours, boards=3)
    known = log.position()
    await theirs.handle("club", result(3), actor="bert")
    with pytest.raises(VersionConflict):
        await ours.handle("club", result(2), actor="anna", command_id="key", expected_version=known)
    await theirs.handle("club", result(1), actor="bert", command_id="key")
    ours.state("club")
    with pytest.raises(Refusal, match="command-id-reused"):
        await ours.handle("club", result(2), actor="anna", command_id="key")


async def test_nothing_is_built_on_a_command_whose_id_another_process_had(log: Archive, other: Archive) -> None:
    """By chance the stream stands at the version that the second expects; but nobody has entered that result."""
    ours, theirs = Desk(log), Desk(other)
    await opened(ours, boards=3)
    await theirs.handle("club", result(1), actor="bert", command_id="key")
    correction = CorrectResult(round=1, board=2, result=Result.BLACK_WINS, reason="slip misread")
    entered, corrected = await asyncio.gather(
        ours.handle("club", result(2), actor="anna", command_id="key"),
        ours.handle("club", correction, actor="anna"),
        return_exceptions=True,
    )
    assert isinstance(entered, Refusal)
    assert entered.code == "command-id-reused"
    assert isinstance(corrected, Refusal)
    assert [type(recorded.event) for recorded in log.read("club", after=8 + 1)] == [ResultEntered]
    assert (await ours.handle("club", result(2), actor="anna")).version == log.position()


class Meanwhile:
    """A worker in which something happens elsewhere while it works."""

    def __init__(self, happens: Callable[[], Awaitable[object]]) -> None:
        self.runs = 0
        self._happens = happens

    async def run(self, task: Task, function: Callable[..., Any], *given: Any) -> Any:
        self.runs += 1
        try:
            return function(*given)
        finally:
            await self._happens()


@pytest.mark.parametrize(("stream", "entered"), [("club", 6), ("other", 0)], ids=["it is made", "it is refused"])
async def test_a_pairing_is_worked_out_once_whatever_the_hall_is_told_meanwhile(
    log: Archive, other: Archive, stream: str, entered: int
) -> None:
    numbers, theirs = count(), Desk(other)
    await theirs.handle("other", OPEN, actor="bert")
    worker = Meanwhile(lambda: theirs.handle(stream, Announce(text=f"Tea {next(numbers)}"), actor="bert"))
    ours = Desk(log, worker=cast(Worker, worker))
    rules = Rules(system="round-robin", rounds=5)
    await ours.handle("club", OpenTournament(details=Details("Club"), rules=rules), actor="anna")
    if entered:
        await ours.handle("club", players(entered), actor="anna")
        assert (await ours.handle("club", PairRound(round=1), actor="anna")).version == log.position() - 1
    else:
        with pytest.raises(Refusal):
            await ours.handle("club", PairRound(round=1), actor="anna")
    assert worker.runs == 1


async def test_a_foreign_record_that_cannot_be_published_is_read_again(
    log: Archive, other: Archive, caplog: Any
) -> None:
    """The position of the log has moved past it: without reading the tournament again nobody could write any more."""
    failing = [True]

    def publish(recorded: object, state: object) -> None:
        if failing.pop() if failing else False:
            raise ValueError("once")

    theirs = Desk(other)
    await opened(theirs, boards=2)
    await log.newest()
    ours = Desk(log, publish)
    assert ours.state("club") is not None
    await theirs.handle("club", result(1), actor="bert")
    await catch_up(log, other)
    assert ours.state("club") == theirs.state("club")
    assert "projecting" in caplog.text
    answer = await ours.handle("club", result(2), actor="anna")
    assert answer.version == log.position()


async def test_a_command_id_that_comes_again_with_a_command_that_cannot_be_read_is_refused(log: Archive) -> None:
    desk = Desk(log)
    await opened(desk, boards=2)
    await desk.handle("club", result(1), actor="anna", command_id="key")
    with pytest.raises(Refusal, match="command-id-reused"):
        await desk.handle("club", Announce(text="x" * 100_000), actor="anna", command_id="key")
