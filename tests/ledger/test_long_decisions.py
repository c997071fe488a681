"""A pairing made by hand that cannot be compared in time is recorded all the same, and says so."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.errors import Refusal
from engine.model import Board
from ledger import long_decisions
from ledger.acts.pairing import ChangeRound, EnginePairing, PairByHand, PairRound, RoundChanged, RoundPaired
from ledger.desk import Desk
from ledger.store.sqlite import SqliteLog
from ledger.worker import Worker
from tests.ledger.test_worker import open_swiss

BY_HAND = PairByHand(round=1, boards=(Board(1, 2), Board(3, 4)))
UNKNOWN = EnginePairing("fide-dutch-2026", is_unknown=True)


@pytest.fixture
def log(tmp_path: Path) -> Iterator[SqliteLog]:
    with SqliteLog(tmp_path / "roundlog.db") as opened:
        yield opened


async def record_confirmed(
    desk: Desk, command: PairByHand | ChangeRound
) -> tuple[list[str], RoundPaired | RoundChanged]:
    """What had to be confirmed, and what is recorded then."""
    with pytest.raises(Refusal) as caught:
        await desk.handle("open", command, actor="anna")
    asked = [problem.code for problem in caught.value.problems]
    answer = await desk.handle("open", command, actor="anna", confirmation=str(caught.value.facts["token"]))
    event = answer.records[0].event
    assert isinstance(event, RoundPaired | RoundChanged)
    return asked, event


async def test_beyond_the_limit_of_the_worker_it_is_recorded_without_the_right_pairing(log: SqliteLog) -> None:
    with Worker(limit=0.0) as worker:
        desk = Desk(log, worker=worker)
        await open_swiss(desk, players=4)
        asked, event = await record_confirmed(desk, BY_HAND)
        assert asked == ["hand-made-not-compared"]
        assert event.by_engine == UNKNOWN
        with pytest.raises(Refusal, match="too-long"):  # of a round that the system is to pair nothing is left
            await desk.handle("open", PairRound(round=1), actor="anna")


async def test_nor_is_it_waited_for_longer_than_an_arbiter_can(log: SqliteLog, monkeypatch) -> None:
    monkeypatch.setattr(long_decisions, "PATIENCE", 0.0)
    with Worker() as worker:
        desk = Desk(log, worker=worker)
        await open_swiss(desk, players=4)
        await record_confirmed(desk, BY_HAND)
        asked, event = await record_confirmed(
            desk, ChangeRound(round=1, boards=(Board(1, 4), Board(3, 2)), reason="same club")
        )
        assert "hand-made-not-compared" in asked
        assert event.by_engine == UNKNOWN


async def test_in_time_it_is_compared(log: SqliteLog) -> None:
    with Worker() as worker:
        desk = Desk(log, worker=worker)
        await open_swiss(desk, players=4)
        asked, event = await record_confirmed(desk, BY_HAND)
        assert asked == ["hand-made-differs"]
        assert event.by_engine is not None
        assert event.by_engine.boards
