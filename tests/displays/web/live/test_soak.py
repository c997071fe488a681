"""Ten minutes, five hundred followers, a steady stream of results: no frame out of order, none missing at the end, and
memory flat."""

from __future__ import annotations

import asyncio
import os
import random
from pathlib import Path

import msgspec
import pytest
import websockets

from engine.model import Board, Player, Result
from ledger.acts.pairing import PairByHand
from ledger.acts.players import NewPlayer, RegisterPlayers
from ledger.acts.results import CorrectResult, EnterResult
from ledger.acts.rounds import PublishRound
from tests.displays.web.live.server import PATIENCE, Server, serving

LOOPS = ("uvloop",)
BOARDS = 60
TOPICS = ("boards", "boards:1-20", "names", "standings", "ticker", "card:7")
RESULTS = (Result.WHITE_WINS, Result.DRAW, Result.BLACK_WINS)
# Bytes that the server and all its followers together may need more after the first fifth. Of a record its command's id
# is kept (``tests/ledger/test_memory.py``: 0.2 KiB), and SQLite keeps pages that it wrote, up to a limit of its own
# (0.6 KiB a record, 32 MiB in all). Three million frames are delivered: two bytes left of each would be noticed.
OF_A_RECORD, OF_A_LONG_EVENING = 1 << 10, 2 << 20
OF_A_SHORT_ONE = 16 << 20  # too short for everything to become as large as it gets


class Head(msgspec.Struct):
    """What a follower looks at of each frame. A beat has none of it."""

    topic: str = ""
    version: int = 0
    after: int = 0


class Follower:
    def __init__(self, topics: tuple[str, ...]) -> None:
        self.topics = topics
        self.newest: dict[str, tuple[Head, bytes]] = {}

    async def follow(self, server: Server) -> None:
        """Checks every frame against the one before."""
        read = msgspec.json.Decoder(Head).decode
        async with server.follow(",".join(self.topics), max_size=None, open_timeout=120) as line:
            async for said in line:
                assert isinstance(said, str)
                head = read(said)
                if not head.topic:
                    continue
                if head.topic in self.newest:
                    before, _ = self.newest[head.topic]
                    assert before.version <= head.after < head.version
                self.newest[head.topic] = head, said.encode()

    def has_all(self, server: Server) -> bool:
        """Byte for byte what the server sent last."""
        channels = server.hub._tournaments["open"].channels
        sent = {topic: channels[topic].frame for topic in self.topics}
        return all(f is not None and f.payload == self.newest.get(topic, (None, b""))[1] for topic, f in sent.items())


async def _play(server: Server, chance: random.Random, results: int) -> None:
    """One after the other, some ten in a second."""
    for _ in range(results):
        state = server.desk.state("open")
        assert state is not None
        number = chance.randint(1, BOARDS)
        stands = state.tournament.rounds[0].boards[number - 1].result
        new = chance.choice([result for result in RESULTS if result is not stands])
        if stands is Result.PENDING:
            await server.do(EnterResult(round=1, board=number, result=new))
        else:
            await server.do(CorrectResult(round=1, board=number, result=new, reason="slip misread"))
        await asyncio.sleep(chance.uniform(0, 0.2))


async def _all_have_all(server: Server, hall: list[Follower], following: list[asyncio.Task[None]]) -> None:
    async with asyncio.timeout(6 * PATIENCE):
        while server.hub.count_connections() < len(hall) or not all(follower.has_all(server) for follower in hall):
            for task in following:
                assert not task.done(), task.exception()
            await asyncio.sleep(0.1)


async def _open_hall(server: Server) -> None:
    await server.open_four()
    players = tuple(NewPlayer(player=Player(0, f"Player {n}", 1500 + n)) for n in range(2 * BOARDS - 4))
    boards = tuple(Board(number, number + 1) for number in range(1, 2 * BOARDS, 2))
    await server.do(RegisterPlayers(players=players))
    await server.do(PairByHand(round=1, boards=boards), PublishRound(round=1))


def resident() -> int:
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


@pytest.mark.parametrize(
    ("followers", "results", "besides"),
    [(20, 30, OF_A_SHORT_ONE), pytest.param(500, 6000, OF_A_LONG_EVENING, marks=pytest.mark.exhaustive)],
    ids=["short", "long"],
)
async def test_a_long_evening(tmp_path: Path, followers: int, results: int, besides: int):
    chance = random.Random(7)
    async with serving(tmp_path / "roundlog.db") as server:
        await _open_hall(server)
        hall = [Follower(tuple(chance.sample(TOPICS, 2))) for _ in range(followers)]
        following = [asyncio.create_task(follower.follow(server)) for follower in hall]
        await _all_have_all(server, hall, following)
        await _play(server, chance, results // 5)  # until everything is as large as it gets
        before = resident()
        await _play(server, chance, results - results // 5)
        await _all_have_all(server, hall, following)
        grown = resident() - before
        print(f"{grown / (results - results // 5):.0f} bytes more for each result, {before >> 20} MiB before")
        assert server.hub.count_connections() == followers
    done, _ = await asyncio.wait(following)
    endings = {task.exception() for task in done}
    closed = [ending for ending in endings if isinstance(ending, websockets.ConnectionClosed)]
    assert len(closed) == len(endings)
    assert {ending.rcvd and ending.rcvd.code for ending in closed} == {1012}
    assert grown < (results - results // 5) * OF_A_RECORD + besides
