"""Every page of a tournament with 400 players and nine rounds: its bytes on the wire, and the time of the first who
asks for it after a result was corrected, without what other programs take of the machine meanwhile."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path

from displays.web.server import load_in_advance
from engine.model import Result
from ledger.acts.hall import Announce
from ledger.acts.results import CorrectResult
from ledger.desk import Desk
from ledger.store.sqlite import SqliteLog
from tests.bench.measure import Figure, cpu_seconds
from tests.displays.client import Web, build
from tests.large_pages import CONSOLE, OF_API, PUBLIC
from tests.large_tournament import DRAFT, LARGE, NEW, ROUNDS, handle_confirmed, record_large_tournaments

WEIGHT, TIME = 60.0, 0.300  # kB, seconds


def pages(directory: Path, is_quick: bool) -> Iterator[Figure]:
    with SqliteLog(directory / "large.db") as log:
        record_large_tournaments(log)
        load_in_advance()
        web = Web(build(log))
        owner = web.sign_in("owner")
        for visitor, addresses in ((owner, CONSOLE), (web, PUBLIC), (web, OF_API)):
            yield from _measure(visitor, addresses, 1 if is_quick else 3)
        web.app.state.services.key_store.close()


def _measure(web: Web, addresses: Mapping[str, str], times: int) -> Iterator[Figure]:
    for address in addresses.values():
        gzip, brotli = (_weigh(web, address, encoding) for encoding in ("gzip", "br"))
        name = f"{address}: gzip (brotli {brotli:.1f} kB)"
        yield Figure(name, gzip, WEIGHT, "limit", 1.0, is_speed=False, unit="kB")
        taken = []
        for _ in range(times):
            asyncio.run(_record(web.app.state.services.desk))
            taken.append(cpu_seconds(partial(web.get, address, headers={"accept-encoding": "gzip"})))
        yield Figure("  the first who asks", min(taken), TIME, "limit", 1.0, is_speed=False)


def _weigh(web: Web, address: str, encoding: str) -> float:
    answer = web.get(address, headers={"accept-encoding": encoding})
    assert answer.status_code == 200, answer.text
    return int(answer.headers["content-length"]) / 1000


async def _record(desk: Desk) -> None:
    """What moves the tables of those that have begun."""
    for stream in (LARGE, DRAFT):
        state = desk.state(stream)
        assert state is not None
        stands = state.tournament.rounds[ROUNDS - 2].boards[1].result
        other = Result.DRAW if stands is Result.WHITE_WINS else Result.WHITE_WINS
        fixed = CorrectResult(round=ROUNDS - 1, board=2, result=other, reason="The score sheets say so")
        await handle_confirmed(desk, stream, fixed)
    await desk.handle(NEW, Announce(text="Tea"), actor="Anna")
