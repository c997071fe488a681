"""What takes long is made in a process of its own, and comes out the same."""

from __future__ import annotations

import asyncio
import os
import signal
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.errors import NoPairing, Refusal, Unavailable, VersionConflict
from engine.model import Colour, Details, Player, Rules
from ledger.acts.decide import decide
from ledger.acts.hall import Announce
from ledger.acts.lots import DrawFirstColour
from ledger.acts.opening import OpenTournament
from ledger.acts.pairing import PairRound, RoundPaired
from ledger.acts.players import NewPlayer, RegisterPlayers
from ledger.desk import Desk
from ledger.store.sqlite import SqliteLog
from ledger.turns import Kind, Task
from ledger.worker import Worker

A_LOOK = Task(Kind.PREVIEW, "open", players=20)


@pytest.fixture(scope="module")
def worker() -> Iterator[Worker]:
    with Worker() as opened:
        yield opened


@pytest.fixture
def log(tmp_path: Path) -> Iterator[SqliteLog]:
    with SqliteLog(tmp_path / "roundlog.db") as opened:
        yield opened


def refuse() -> None:
    raise NoPairing("no-pairing-exists", round=3)


def die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


async def open_swiss(desk: Desk, players: int = 20) -> None:
    rules = Rules(system="fide-dutch-2026", rounds=5)
    await desk.handle("open", OpenTournament(details=Details("Open"), rules=rules), actor="anna")
    entries = tuple(NewPlayer(player=Player(0, f"Player {n}", rating=2400 - n)) for n in range(players))
    await desk.handle("open", RegisterPlayers(players=entries), actor="anna")
    await desk.handle("open", DrawFirstColour(colour=Colour.WHITE), actor="anna")


async def test_it_is_another_process(worker: Worker):
    assert await worker.run(A_LOOK, os.getpid) != os.getpid()


async def test_errors_come_back_as_they_are(worker: Worker):
    with pytest.raises(NoPairing) as told:
        await worker.run(A_LOOK, refuse)
    assert (told.value.code, told.value.facts) == ("no-pairing-exists", {"round": 3})


async def test_a_worker_that_dies_is_replaced_and_its_work_told(worker: Worker):
    with pytest.raises(Unavailable, match="workshop-broken"):
        await worker.run(A_LOOK, die)
    assert await worker.run(A_LOOK, os.getpid) != os.getpid()


async def test_a_round_paired_there_is_the_round_that_would_be_paired_here(worker: Worker, log: SqliteLog):
    desk = Desk(log, worker=worker)
    await open_swiss(desk)
    expected = decide(desk.state("open"), PairRound(round=1))
    answer = await desk.handle("open", PairRound(round=1), actor="anna")
    assert [recorded.event for recorded in answer.records] == expected


async def test_refusals_of_the_pairing_reach_the_arbiter(worker: Worker, log: SqliteLog):
    desk = Desk(log, worker=worker)
    await open_swiss(desk)
    with pytest.raises(Refusal, match="not-the-next-round"):
        await desk.handle("open", PairRound(round=2), actor="anna")


async def test_what_is_written_meanwhile_stands_and_the_round_is_paired_on_top_of_it(worker: Worker, log: SqliteLog):
    desk = Desk(log, worker=worker)
    await open_swiss(desk)
    pairing = asyncio.create_task(desk.handle("open", PairRound(round=1), actor="anna"))
    await asyncio.sleep(0)  # it is on its way to the worker
    announced = await desk.handle("open", Announce(text="Tea"), actor="bram")
    paired = await pairing
    assert announced.version == 23
    assert (paired.version, type(paired.records[0].event)) == (24, RoundPaired)


async def test_whoever_expected_a_version_is_told_that_it_moved_on_meanwhile(worker: Worker, log: SqliteLog):
    desk = Desk(log, worker=worker)
    await open_swiss(desk)
    pairing = asyncio.create_task(desk.handle("open", PairRound(round=1), actor="anna", expected_version=22))
    await asyncio.sleep(0)
    await desk.handle("open", Announce(text="Tea"), actor="bram")
    with pytest.raises(VersionConflict):
        await pairing


async def test_the_same_request_sent_again_while_it_is_worked_on_pairs_once(worker: Worker, log: SqliteLog):
    desk = Desk(log, worker=worker)
    await open_swiss(desk)
    twice = [desk.handle("open", PairRound(round=1), actor="anna", command_id="once") for _ in range(2)]
    first, second = await asyncio.gather(*twice)
    assert first == second
    state = desk.state("open")
    assert state is not None
    assert state.version == 23


async def test_who_waits_when_it_is_closed_is_told_and_nothing_is_begun_any_more():
    worker = Worker()
    asked = [asyncio.create_task(worker.run(A_LOOK, time.sleep, 60)) for _ in range(4)]
    await asyncio.sleep(0.5)
    worker.close()
    answers = await asyncio.wait_for(asyncio.gather(*asked, return_exceptions=True), 10)
    assert [type(answer) for answer in answers] == [Unavailable] * 4
    with pytest.raises(Unavailable):
        await worker.run(A_LOOK, time.sleep, 0)
    assert worker._lanes == ()
