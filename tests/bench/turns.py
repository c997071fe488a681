"""Turns: how long the preview of a small round takes while a large round is paired, against the same preview alone."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from pathlib import Path
from statistics import median

from engine.model import Colour, Details, Player, Rules
from ledger.acts.decide import decide
from ledger.acts.evolve import evolve
from ledger.acts.lots import DrawFirstColour
from ledger.acts.opening import OpenTournament
from ledger.acts.players import NewPlayer, RegisterPlayers
from ledger.previews import preview_pairing
from ledger.state import State
from ledger.turns import SHORT, Kind, Task
from ledger.worker import Worker
from tests.bench.measure import Figure

PLAYERS = 20
MOST_TIMES = 2.0  # two processes on two cores, and the loop that serves the hall


def turns(directory: Path, is_quick: bool) -> Iterator[Figure]:
    alone, meanwhile = asyncio.run(_previews(directory / "end", 5 if is_quick else 20))
    name = f"preview of {PLAYERS} players while a large round is paired"
    yield Figure(name, meanwhile, alone, "alone", MOST_TIMES, is_speed=False)


async def _previews(end: Path, times: int) -> tuple[float, float]:
    state = _small_round()
    with Worker() as worker:

        async def preview() -> float:
            started = time.perf_counter()
            await worker.run(Task(Kind.PREVIEW, "small", PLAYERS), preview_pairing, state, 1, False, None)
            return time.perf_counter() - started

        await preview()  # the process is there
        alone = median([await preview() for _ in range(times)])
        large = asyncio.create_task(worker.run(Task(Kind.PAIRING, "large", SHORT + 1), compute_until, end))
        while not end.with_suffix(".begun").exists():
            await asyncio.sleep(0.01)
        meanwhile = median([await preview() for _ in range(times)])
        assert not large.done()
        end.touch()
        await large
    return alone, meanwhile


def compute_until(end: Path) -> int:
    """As busy as a pairing that takes minutes."""
    end.with_suffix(".begun").touch()
    count = 0
    while not end.exists():
        count += sum(range(10_000)) % 7
    return count


def _small_round() -> State:
    opening = OpenTournament(details=Details("Small"), rules=Rules(system="fide-dutch-2026", rounds=5))
    players = tuple(NewPlayer(player=Player(0, f"Player {n}", rating=2400 - n)) for n in range(PLAYERS))
    state: State | None = None
    for command in (opening, RegisterPlayers(players=players), DrawFirstColour(colour=Colour.WHITE)):
        for event in decide(state, command):
            state = evolve(state, event)
    assert state is not None
    return state
