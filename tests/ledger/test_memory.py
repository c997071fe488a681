"""A tournament takes the memory that its state takes, however much happens in it: the log has the rest."""

from __future__ import annotations

import asyncio
import gc
import subprocess
import sys
import tracemalloc
from pathlib import Path

import pytest

from engine.model import Board, Details, Player, Result, Rules
from ledger.acts.opening import OpenTournament
from ledger.acts.pairing import PairByHand
from ledger.acts.players import NewPlayer, RegisterPlayers
from ledger.acts.results import CorrectResult, EnterResult
from ledger.acts.rounds import PublishRound
from ledger.desk import Desk
from ledger.store.sqlite import SqliteLog
from ledger.views.audit import AuditQuestion

HOUSE = Path(__file__).parents[2]
BOARDS = 60
WARM_UP, RESULTS = 300, 600
# Bytes. The id of each command stands in the desk and in the writer of the log, so that none is done twice.
OF_A_RECORD = 300


async def _correct(desk: Desk, numbers: range, writers: int) -> None:
    """Each is told what happened, as the API tells it."""

    async def correct(number: int) -> None:
        result = (Result.WHITE_WINS, Result.BLACK_WINS)[number // BOARDS % 2]
        command = CorrectResult(round=1, board=number % BOARDS + 1, result=result, reason=f"slip {number} misread")
        answer = await desk.handle("open", command, actor="Anna (console, 192.168.1.20)")
        (told,) = desk.projector.projection("open").news(answer.version, answer.version)
        assert told.version == answer.version

    for start in numbers[::writers]:
        await asyncio.gather(*map(correct, range(start, start + writers)))


def _traced() -> int:
    gc.collect()
    return tracemalloc.get_traced_memory()[0]


async def grown_by(path: Path, writers: int) -> int:
    """Bytes, while so many results are corrected."""
    players = tuple(NewPlayer(player=Player(0, f"Player {number}", 1500 + number)) for number in range(2 * BOARDS))
    boards = tuple(Board(number, number + 1) for number in range(1, 2 * BOARDS, 2))
    opening = (
        OpenTournament(details=Details("Club"), rules=Rules("by-hand", 5)),
        RegisterPlayers(players=players),
        PairByHand(round=1, boards=boards),
        PublishRound(round=1),
        *(EnterResult(round=1, board=board, result=Result.DRAW) for board in range(1, BOARDS + 1)),
    )
    with SqliteLog(path) as log:
        desk = Desk(log)
        for command in opening:
            await desk.handle("open", command, actor="Anna")
        tracemalloc.start()
        await _correct(desk, range(WARM_UP), writers)
        before = _traced()
        await _correct(desk, range(WARM_UP, WARM_UP + RESULTS), writers)
        grown = _traced() - before
        tracemalloc.stop()
        audit, state = desk.projector.show("open", AuditQuestion()), desk.state("open")
        assert state is not None
        assert len(audit.entries) == state.version
    return grown


@pytest.mark.parametrize("writers", [pytest.param(1, marks=pytest.mark.exhaustive), 10])
def test_corrections_leave_nothing_behind_but_their_names(tmp_path: Path, writers: int) -> None:
    """In a process of its own: what other tests have left in memory, and let go of meanwhile, is not counted."""
    command = [sys.executable, "-m", __name__, str(tmp_path / "roundlog.db"), str(writers)]
    grown = int(subprocess.run(command, cwd=HOUSE, capture_output=True, text=True, check=True).stdout)
    assert 0 < grown < RESULTS * OF_A_RECORD, f"{grown / RESULTS:.0f} bytes of each"


if __name__ == "__main__":
    print(asyncio.run(grown_by(Path(sys.argv[1]), int(sys.argv[2]))))
