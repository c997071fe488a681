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

from displays.web.server import divide_files
from tests import plain_http
from tests.browser.hall import Hall

LOOPS = ("uvloop",)
PLAYERS = 60
SCREENS = 3
RESULTS = ("1-0", "0-1")
BLINK = 5.0  # seconds in which the hall has to see a result while the crowd is at the door, on a machine of two cores
FULL = "503 De server heeft zoveel verbindingen als hij aankan. Probeer het zo dadelijk opnieuw."


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
            async with plain_http.AsyncClient(headers=headers, timeout=60) as fresh:
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
    ("hall", "crowd"), [(1024, 800), pytest.param(2048, 1800, marks=pytest.mark.exhaustive)], indirect=["hall"]
)
async def test_a_crowd_that_the_house_is_too_small_for(hall: Hall, crowd: int):
    """Who is refused is told so, and those inside notice nothing."""
    told, stage = await _while_the_hall_goes_on(hall, crowd)
    answers = told["answers"]
    inside = answers.get("boards", 0) + answers.get("card:1", 0)
    assert divide_files(hall.files).live // 2 < inside + SCREENS <= divide_files(hall.files).live
    refusals = {"4400 no-such-topic", "4503 too-many-connections", FULL}
    assert set(answers) <= {"boards", "card:1"} | refusals
    assert sum(answers.values()) == crowd
    assert stage.results
    assert stage.slowest < BLINK


@pytest.mark.parametrize("files", [64, 256, 1024, 4096, 20_000, 1 << 20])
def test_there_is_a_file_for_everybody_who_waits_to_be_accepted(files: int):
    limits = divide_files(files)
    assert 1 <= limits.live < limits.all
    assert limits.backlog >= 1
    assert limits.all + limits.backlog < files
