"""A festival on one laptop: all phones have their board, and the arbiter's POST is answered meanwhile.

The server as ``roundlog serve`` runs it, with six sections in one event; phones and screens (of the sections, and
common ones of the event) in a second process, a crowd that comes in one moment in a third, the arbiter in this one, and
somebody who looks for players on the event's public page. The limits are those of people who wait: seconds, not ratios.
"""

from __future__ import annotations

import asyncio
import http.client
import json
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import cycle
from pathlib import Path

from displays.web.access.key_store import KeyStore
from displays.web.access.roles import Grant, Role
from engine.model import Colour, Details, Player, Result, Rules
from ledger.acts.act import Command
from ledger.acts.festivals import AddSection, OpenFestival
from ledger.acts.lots import DrawFirstColour
from ledger.acts.opening import OpenTournament
from ledger.acts.pairing import PairRound
from ledger.acts.players import NewPlayer, RegisterPlayers
from ledger.acts.results import EnterResult
from ledger.acts.rounds import CloseRound, PublishRound
from ledger.desk import Desk
from ledger.private_file import path_of_private_file
from ledger.store.sqlite import SqliteLog
from tests.bench.festival_phones import FESTIVAL
from tests.bench.http import serving
from tests.bench.line import Line
from tests.bench.measure import Figure

SECTIONS = 6
SCREENS = 50
CROWD = 2000  # connections that come in one moment
BETWEEN_ROUNDS = 8.0  # seconds: all six are published within a minute
BETWEEN_POSTS = 0.05
PATIENCE_OF_PHONES = 2.0
PATIENCE_OF_ARBITER = 0.1
RESULTS = (Result.WHITE_WINS, Result.DRAW, Result.BLACK_WINS)


def festival(directory: Path, is_quick: bool) -> Iterator[Figure]:
    players, many = (100, 1000) if is_quick else (500, 4000)
    path = directory.resolve() / "festival.db"
    asyncio.run(prepare(path, players, many))
    with KeyStore(path_of_private_file(path)) as key_store:
        token = key_store.make(Grant(Role.OWNER), name="bench", by="bench", api=True).token
    command = ("displays.cli", "--log", str(path), "serve", "--port", "0", "--host-name", "hall")
    with serving(*command) as port:
        line, arbiter = Line(port, token), Arbiter(Line(port, token))
        with arbiter.at_work() as times, Working(Visitor(port).search) as searches:
            waited = _publish_all(port, line, players)
        yield _limit(f"{len(waited)} phones, publishing to the own board, p99", _p99(waited), PATIENCE_OF_PHONES)
        yield _limit("  the arbiter's POST meanwhile, p99", _p99(times), PATIENCE_OF_ARBITER)
        yield _limit("  a search for a player of the event, p99", _p99(searches), PATIENCE_OF_PHONES)
        with arbiter.at_work() as times:
            line.post("big", "pair-round", round=1)
        yield _limit(f"the arbiter's POST while {many} players are paired, p99", _p99(times), PATIENCE_OF_ARBITER)
        answered, last = _let_in(port)
        yield Figure("connections in one moment", CROWD, answered, "those that were answered", 1.0, unit="of them")
        yield Figure("  until the last of them", last, 1.0, "a second", is_speed=False)


def _limit(name: str, seconds: float, most: float) -> Figure:
    return Figure(name, seconds, most, "the limit", 1.0, is_speed=False)


def _p99(times: list[float]) -> float:
    return sorted(times)[int(0.99 * (len(times) - 1))]


# -- the hall ----------------------------------------------------------------------------------------------------------


async def prepare(path: Path, players: int, many: int) -> None:
    """An event with sections whose second round is paired and not published; a small tournament, and a big one."""
    with SqliteLog(path) as log:
        desk = Desk(log)
        for section in range(SECTIONS):
            for command in _played_round(players):
                await desk.handle(f"section-{section}", command, actor="bench")
        await desk.handle(FESTIVAL, OpenFestival(details=Details(name="Festival")), actor="bench")
        for section in range(SECTIONS):
            await desk.handle(FESTIVAL, AddSection(section=f"section-{section}"), actor="bench")
        for stream, count in (("small", 20), ("big", many)):
            for command in _registered(count):
                await desk.handle(stream, command, actor="bench")
        for command in (PairRound(round=1), PublishRound(round=1), EnterResult(round=1, board=1, result=RESULTS[0])):
            await desk.handle("small", command, actor="bench")


def _registered(players: int) -> Iterator[Command]:
    yield OpenTournament(details=Details(name="Section"), rules=Rules(system="fide-dutch-2026", rounds=9))
    people = (Player(number, f"Player {number:04}", rating=2600 - number // 4) for number in range(1, players + 1))
    yield RegisterPlayers(players=tuple(NewPlayer(player=player) for player in people))
    yield DrawFirstColour(colour=Colour.WHITE)


def _played_round(players: int) -> Iterator[Command]:
    yield from _registered(players)
    yield from (PairRound(round=1), PublishRound(round=1))
    results = cycle(RESULTS)
    yield from (EnterResult(round=1, board=board, result=next(results)) for board in range(1, players // 2 + 1))
    yield from (CloseRound(round=1), PairRound(round=2))


# -- what is measured --------------------------------------------------------------------------------------------------


def _publish_all(port: int, line: Line, players: int) -> list[float]:
    """For each phone the seconds from the publication of its round until it had its board."""
    words = (port, SECTIONS, players, SCREENS, 2)
    command = [sys.executable, "-m", "tests.bench.festival_phones", *map(str, words)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as phones, killing(phones):
        assert phones.stdout is not None
        assert phones.stdout.readline() == "ready\n", "the phones did not come in"
        published = []
        for section in range(SECTIONS):
            published.append(time.monotonic())
            line.post(f"section-{section}", "publish-round", round=2)
            time.sleep(max(0.0, published[-1] + BETWEEN_ROUNDS - time.monotonic()))
        arrived = json.loads(phones.stdout.readline())
    return [moment - start for start, moments in zip(published, arrived, strict=True) for moment in moments]


@contextmanager
def killing(process: subprocess.Popen[str]) -> Iterator[None]:
    """It would be waited for, also when nobody tells it any more what it waits for."""
    try:
        yield
    finally:
        process.kill()


def _let_in(port: int) -> tuple[int, float]:
    """How many of the crowd were answered, and when the last was."""
    command = [sys.executable, "-m", "tests.displays.web.live.crowd", str(port), "section-0", str(CROWD)]
    said = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    return CROWD - said["answers"].get("nothing", 0), said["last"]


class Arbiter:
    """Corrects a result of a tournament of their own, again and again, while something else happens."""

    def __init__(self, line: Line) -> None:
        self._line = line
        self._results = cycle(("0-1", "1-0"))

    def at_work(self) -> Working:
        return Working(self._correct)

    def _correct(self) -> None:
        self._line.post("small", "correct-result", round=1, board=1, result=next(self._results), reason="bench")


class Visitor:
    """Looks for one player after another, without a key."""

    def __init__(self, port: int) -> None:
        self._connection = http.client.HTTPConnection("127.0.0.1", port)
        self._numbers = cycle(range(1, 100))

    def search(self) -> None:
        address = f"/f/{FESTIVAL}?q=Player+{next(self._numbers):04}"
        self._connection.request("GET", address, headers={"host": "hall"})
        answer = self._connection.getresponse()
        assert (answer.status, b"Player" in answer.read()) == (200, True)


class Working:
    """Does the same every so often in a thread, as long as the context lasts; the context is the time of each."""

    def __init__(self, work: Callable[[], None]) -> None:
        self._work, self._over = work, threading.Event()
        self._times: list[float] = []
        self._thread = threading.Thread(target=self._go_on)

    def __enter__(self) -> list[float]:
        self._thread.start()
        return self._times

    def __exit__(self, *_: object) -> None:
        self._over.set()
        self._thread.join()

    def _go_on(self) -> None:
        while not self._over.is_set() or not self._times:
            started = time.monotonic()
            self._work()
            self._times.append(time.monotonic() - started)
            self._over.wait(BETWEEN_POSTS)
