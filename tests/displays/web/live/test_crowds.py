"""Ten thousand who come in one moment, to a real server in a process of its own: each is answered, and the hall does
not notice."""

from __future__ import annotations

import asyncio
import contextlib
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.asyncio.client import ClientConnection, connect

from displays.web.live.capacity import divided
from tests.browser.hall import Hall

LOOPS = ("uvloop",)
PLAYERS = 60
SCREENS = 3
RESULTS = ("1-0", "0-1")
BLINK = 5.0  # seconds in which the hall has to see a result while the crowd is at the door, on a machine of two cores
FULL = "503 De server heeft zoveel verbindingen als hij aankan. Probeer het zo dadelijk opnieuw."
FULL_AT_ONCE = "503 The server has as many connections as it can keep. Try again in a moment."


@pytest.fixture
def hall(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Hall]:
    """``roundlog serve`` that may have so many files."""
    running = Hall(tmp_path, files=request.param)
    yield running
    running.stop()


class Stage:
    """The screens that were there before, and an arbiter who goes on entering results."""

    def __init__(self, hall: Hall, stream: str) -> None:
        self._hall, self._stream = hall, stream
        self.slowest = 0.0
        self.results = 0
        self.sent_away = 0

    async def play(self, screens: list[ClientConnection]) -> None:
        while True:
            began = asyncio.get_running_loop().time()
            version = await self._enter()
            async with asyncio.timeout(60):
                await asyncio.gather(*(_until(screen, version) for screen in screens))
            self.slowest = max(self.slowest, asyncio.get_running_loop().time() - began)
            self.results += 1
            await asyncio.sleep(0.1)

    async def _enter(self) -> int:
        """Over a connection of its own: whoever comes now comes together with the crowd. Who is sent away by a house
        that is full comes again with the same key, as the console does."""
        again, board = divmod(self.results, PLAYERS // 2)
        command = {"do": "enter-result", "round": 1, "board": board + 1, "result": RESULTS[again % 2]}
        command |= {"do": "correct-result", "reason": "slip misread"} if again else {}
        headers = self._hall.key() | {"idempotency-key": f"result-{self.results}"}
        while True:
            async with httpx.AsyncClient(headers=headers, timeout=60) as fresh:
                with contextlib.suppress(httpx.ReadError):  # it was told before it had said all
                    answer = await fresh.post(f"{self._hall.address}/api/t/{self._stream}/commands", json=command)
                    if answer.status_code != 503:
                        assert answer.status_code == 201, answer.text
                        return int(answer.json()["version"])
            self.sent_away += 1
            await asyncio.sleep(0.3)


async def _until(screen: ClientConnection, version: int) -> None:
    while json.loads(await screen.recv()).get("version", 0) < version:
        pass


async def _crowd(hall: Hall, stream: str, count: int) -> dict[str, Any]:
    command = (sys.executable, "-m", "tests.displays.web.live.crowd", str(hall.port), stream, str(count))
    process = await asyncio.create_subprocess_exec(*command, stdout=asyncio.subprocess.PIPE)
    said, _ = await process.communicate()
    assert process.returncode == 0
    return dict(json.loads(said))


async def _while_the_hall_goes_on(hall: Hall, count: int) -> tuple[dict[str, Any], Stage]:
    stream = hall.open(PLAYERS)
    hall.do(stream, "pair-round", round=1)
    hall.do(stream, "publish-round", round=1)
    stage = Stage(hall, stream)
    address = f"ws://127.0.0.1:{hall.port}/live/{stream}?topics=boards"
    async with contextlib.AsyncExitStack() as lines:
        screens = [await lines.enter_async_context(connect(address, proxy=None)) for _ in range(SCREENS)]
        playing = asyncio.create_task(stage.play(screens))
        await asyncio.sleep(0.5)
        crowd = await _crowd(hall, stream, count)
        await asyncio.sleep(0.5)
        assert not playing.done(), playing.exception()
        playing.cancel()
        await _all_gone(hall, stream)
    print(f"{count}: {crowd}; {stage.results} results, the slowest on all screens after {stage.slowest:.2f} s")
    print(f"the arbiter was sent away {stage.sent_away} times")
    return crowd, stage


async def _all_gone(hall: Hall, stream: str) -> None:
    """Whoever left has left nothing behind."""
    address = f"ws://127.0.0.1:{hall.port}/live/{stream}?topics=screens"
    async with asyncio.timeout(60):
        while True:
            async with connect(address, proxy=None, additional_headers=hall.key()) as line:
                while "state" not in (said := json.loads(await line.recv())):
                    pass
            if said["state"]["audience"] == SCREENS + 1:
                return
            await asyncio.sleep(0.2)


@pytest.mark.parametrize(
    ("hall", "crowd"), [(1024, 300), pytest.param(20_000, 10_000, marks=pytest.mark.exhaustive)], indirect=["hall"]
)
async def test_a_crowd_that_comes_in_one_moment(hall: Hall, crowd: int):
    told, stage = await _while_the_hall_goes_on(hall, crowd)
    asked = [number % 3 for number in range(crowd)]
    assert told["answers"] == {
        "boards": asked.count(0),
        "4400 no-such-topic": asked.count(1),
        "card:1": asked.count(2),
    }
    assert stage.results
    assert stage.sent_away == 0  # there is room
    assert stage.slowest < BLINK


@pytest.mark.parametrize(
    ("hall", "crowd"), [(512, 1000), pytest.param(2048, 10_000, marks=pytest.mark.exhaustive)], indirect=["hall"]
)
async def test_a_crowd_that_the_house_is_too_small_for(hall: Hall, crowd: int):
    """Who is refused is told so, and those inside notice nothing."""
    told, stage = await _while_the_hall_goes_on(hall, crowd)
    answers = told["answers"]
    inside = answers.get("boards", 0) + answers.get("card:1", 0)
    assert divided(hall.files).lines // 2 < inside + SCREENS <= divided(hall.files).lines
    refusals = {"4400 no-such-topic", "4503 too-many-connections", FULL, FULL_AT_ONCE}
    assert set(answers) <= {"boards", "card:1"} | refusals
    assert sum(answers.values()) == crowd
    assert stage.results
    assert stage.slowest < BLINK


@pytest.mark.parametrize("hall", [512], indirect=True)
async def test_who_comes_in_and_says_nothing_makes_room_again(hall: Hall):
    """More of them than may follow, none with a word: who comes to follow is told, an arbiter is served, and soon there
    is room again."""
    room = divided(hall.files)
    silent = [await asyncio.open_connection("127.0.0.1", hall.port) for _ in range(room.followers + 5)]
    async with httpx.AsyncClient(headers={"accept-language": "nl"}) as visitor:
        answer = await visitor.get(f"{hall.address}/live/none")
        assert f"{answer.status_code} {answer.text.strip()}" == FULL
        assert answer.headers["content-language"] == "nl"
        assert int(answer.headers["retry-after"]) > 0
        assert (await visitor.get(f"{hall.address}/health")).status_code == 200
        async with asyncio.timeout(30):
            assert {await reader.read() for reader, _ in silent} == {b""}
        assert (await visitor.get(f"{hall.address}/live/none")).status_code == 404
    for _, writer in silent:
        writer.close()


@pytest.mark.parametrize("hall", [512], indirect=True)
async def test_who_says_nothing_makes_way_for_who_speaks(hall: Hall):
    """When there is no room for anybody, whoever has been silent for longest is sent away, and not who comes now."""
    surplus = 10
    silent = [
        await asyncio.open_connection("127.0.0.1", hall.port) for _ in range(divided(hall.files).connections + surplus)
    ]
    async with httpx.AsyncClient() as arbiter:
        assert (await arbiter.get(f"{hall.address}/health")).status_code == 200
    async with asyncio.timeout(30):
        heard = [(await reader.read()).decode() for reader, _ in silent]
    is_told = [said.startswith("HTTP/1.1 503") and said.endswith(FULL_AT_ONCE[4:] + "\n") for said in heard]
    assert is_told.index(False) == sum(is_told)  # the first, and only they
    assert surplus < sum(is_told) < 2 * surplus
    assert set(heard[sum(is_told) :]) == {""}
    for _, writer in silent:
        writer.close()


@pytest.mark.parametrize("files", [64, 256, 1024, 4096, 20_000, 1 << 20])
def test_there_is_a_file_for_everybody_who_waits_at_the_door(files: int):
    room = divided(files)
    assert 1 <= room.lines < room.followers < room.connections
    assert room.backlog >= 1
    assert files < 512 or room.connections + room.backlog < files
