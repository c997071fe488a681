"""Who cannot be understood, says too much or never comes to an end is answered and loses its place; who waits for us
does not."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from typing import Any

import pytest
import uvicorn
from starlette.applications import Starlette
from starlette.routing import Route
from uvicorn.server import ServerState

from displays.web.live import admission
from displays.web.live.capacity import divided
from displays.web.live.connection import Upgrade
from tests.displays.web.live.house import FOREVER, LONG, SHORT, House, all_said, asking, plain
from tests.displays.web.test_answers import Wire

PLAIN = b"GET /plain HTTP/1.1\r\nhost: hall\r\n\r\n"
TOO_LARGE = "De headers van dit verzoek zijn te groot: hoogstens 65536 bytes."
TOO_SLOW = "Het verzoek kwam niet op tijd aan."


# -- too much ----------------------------------------------------------------------------------------------------------


class Line(Wire):
    """Notes whether anything is read from it."""

    is_paused = is_half_closed = False

    def pause_reading(self) -> None:
        self.is_paused = True

    def resume_reading(self) -> None:
        self.is_paused = False

    def can_write_eof(self) -> bool:
        return True

    def write_eof(self) -> None:
        self.is_half_closed = True


@pytest.fixture
def visit() -> Callable[[], tuple[Line, admission.Threshold]]:
    """Comes to one and the same threshold."""
    config = uvicorn.Config(Starlette(routes=[Route("/live/plain", plain)]), ws=Upgrade, log_level="critical")
    config.load()
    made, state = admission.threshold(divided(4096)), ServerState()

    def come() -> tuple[Line, admission.Threshold]:
        line = Line()
        visitor = made(config, state, {}, asyncio.get_running_loop())
        visitor.connection_made(line)
        return line, visitor

    return come


async def _until(is_so: Callable[[], Any]) -> None:
    async with asyncio.timeout(FOREVER):
        while not is_so():
            await asyncio.sleep(0.005)


async def test_nothing_is_read_from_who_waits_in_the_queue(visit, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(admission, "BREATH", 0.05)
    (one, first), (two, second) = visit(), visit()
    first.data_received(asking("/live/plain"))
    second.data_received(asking("/live/plain"))
    assert (one.is_paused, two.is_paused) == (False, True)
    await asyncio.sleep(0)
    third_line, third = visit()
    third.data_received(asking("/live/plain"))
    third.data_received(b"x: " + b"y" * admission.LARGEST_HEAD)  # its transport had read on
    assert b" 431 " in third_line.writes[0]
    await _until(lambda: not two.is_paused)
    second.data_received(b"\r\n")
    await _until(lambda: two.writes)
    assert two.writes[0].endswith(b"well")
    assert len(third_line.writes) == 1
    for visitor in (first, second, third):
        visitor.connection_lost(None)


@pytest.mark.parametrize("size", range(1, len(admission.FOLLOWS) + 1))
async def test_who_comes_to_follow_waits_in_the_queue_however_small_the_first_packet_is(
    visit, monkeypatch: pytest.MonkeyPatch, size: int
):
    monkeypatch.setattr(admission, "BREATH", 0.05)
    (_, first), (line, second) = visit(), visit()
    first.data_received(asking("/live/plain"))
    request = asking("/live/plain")
    for start in range(0, len(request), size):
        second.data_received(request[start : start + size])
    assert line.is_paused
    await _until(lambda: not line.is_paused)
    second.data_received(b"\r\n")
    await _until(lambda: line.writes)
    assert line.writes[0].endswith(b"well")
    for visitor in (first, second):
        visitor.connection_lost(None)


@pytest.mark.parametrize("path", ["/plain", "/liv", "/live", "/living", "/"])
async def test_who_comes_for_something_else_is_heard_as_soon_as_that_is_known(visit, path: str):
    """Byte by byte; and in the middle of a head nobody looks for first words any more."""
    line, visitor = visit()
    heard: list[bytes] = []
    visitor._hear = heard.append
    request = f"GET {path} HTTP/1.1\r\n".encode()
    known = next(size for size in range(1, len(request)) if not admission.FOLLOWS.startswith(request[:size]))
    for size in range(1, known):
        visitor.data_received(request[size - 1 : size])
        assert heard == []
    visitor.data_received(request[known - 1 : known])
    assert heard == [request[:known]]
    assert not line.is_paused
    visitor.connection_lost(None)


async def test_a_head_may_have_the_first_words_of_a_follower_within(house: House):
    reader, writer = await house.come()
    for packet in (b"GET /plain HTTP/1.1\r\nhost: hall\r\nreferer: ", b"G", b"ET /live/", b"\r\n\r\n"):
        writer.write(packet)
        await writer.drain()
        await asyncio.sleep(0.01)
    assert (await asyncio.wait_for(reader.readuntil(b"well"), FOREVER)).startswith(b"HTTP/1.1 200 ")
    writer.close()


async def test_who_stops_in_the_first_words_is_told_so(house: House):
    assert (await house.answer(b"GET /li")).startswith("HTTP/1.1 408 ")
    assert await house.is_empty()


@pytest.mark.parametrize("path", ["/plain", "/live/plain"])
async def test_a_head_without_an_end_is_refused(house: House, path: str):
    """And who goes on sending gets to read why."""
    reader, writer = await house.come()
    writer.write(asking(path, b"x: 1") + b"big: ")
    for _ in range(40):
        writer.write(b"y" * 65536)
        await asyncio.wait_for(writer.drain(), FOREVER)
    said = await all_said(reader)
    assert said.startswith("HTTP/1.1 431 ")
    assert TOO_LARGE in said
    writer.close()
    assert await house.is_empty()


@pytest.mark.parametrize(("more", "status"), [(0, "200"), (1, "431")])
async def test_a_head_may_be_so_large_and_no_larger(house: House, more: int, status: str):
    head = asking("/plain", b"connection: close") + b"big: "
    head += b"y" * (admission.LARGEST_HEAD + more - len(head) - 4) + b"\r\n\r\n"
    assert (await house.answer(head)).startswith(f"HTTP/1.1 {status} ")


async def test_the_second_head_of_a_connection_is_limited_too(house: House):
    reader, writer = await house.come()
    writer.write(PLAIN)
    await reader.readuntil(b"well")
    writer.write(asking("/plain") + b"big: " + b"y" * 70_000)
    assert (await all_said(reader)).startswith("HTTP/1.1 431 ")
    writer.close()


async def test_what_follows_a_body_is_limited_too(house: House):
    said = await house.answer(
        b"POST /body HTTP/1.1\r\nhost: hall\r\ntransfer-encoding: chunked\r\n\r\n1\r\nx\r\n0\r\n",
        b"big: " + b"y" * 1_000_000,
    )
    assert said.startswith("HTTP/1.1 431 ")


async def test_a_large_body_is_no_large_head(house: House):
    request = b"POST /body HTTP/1.1\r\nhost: hall\r\nconnection: close\r\ncontent-length: 1000000\r\n\r\n"
    assert (await house.answer(request + b"y" * 1_000_000)).endswith("\r\n\r\n1000000")


# -- the queue ---------------------------------------------------------------------------------------------------------


async def test_the_queue_goes_on_after_somebody_could_not_be_let_in(
    house: House, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    def fault(self: admission.Threshold, data: bytes) -> None:
        monkeypatch.undo()
        raise ZeroDivisionError

    monkeypatch.setattr(admission.Threshold, "_hear", fault)
    request = asking("/live/plain", b"connection: close") + b"\r\n"
    assert await house.answer(request) == ""
    assert "ZeroDivisionError" in caplog.text
    assert (await house.answer(request)).endswith("well")
    assert await house.is_empty()


async def test_who_could_not_be_let_in_is_closed_and_who_stands_behind_is_let_in(visit):
    def fault(data: bytes) -> None:
        raise ZeroDivisionError

    (_, first), (two, second), (three, third) = visit(), visit(), visit()
    second._hear = fault
    for visitor in (first, second, third):
        visitor.data_received(asking("/live/plain") + b"\r\n")
    await _until(lambda: three.writes)
    assert two.is_closed
    for visitor in (first, second, third):
        visitor.connection_lost(None)


# -- too slow ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("beginning", [b"G", b"\r\n", asking("/plain")], ids=["a letter", "an empty line", "a head"])
@pytest.mark.parametrize("before", [b"", PLAIN], ids=["first", "second"])
async def test_a_request_has_to_come_to_its_end(house: House, before: bytes, beginning: bytes):
    reader, writer = await house.come()
    if before:
        writer.write(before)
        await reader.readuntil(b"well")
    writer.write(beginning)
    assert (await all_said(reader)).startswith("HTTP/1.1 408 ")
    writer.close()
    assert await house.is_empty()


async def test_a_drop_now_and_then_does_not_prolong_it(house: House):
    reader, writer = await house.come()
    writer.write(PLAIN)
    await reader.readuntil(b"well")
    began = asyncio.get_running_loop().time()
    said = asyncio.create_task(all_said(reader))
    writer.write(asking("/plain"))
    while not said.done() and asyncio.get_running_loop().time() < began + FOREVER:
        with contextlib.suppress(ConnectionError):
            writer.write(b"x")
        await asyncio.sleep(SHORT / 5)
    assert TOO_SLOW in await said
    writer.close()


@pytest.mark.parametrize("before", [b"", PLAIN], ids=["first", "second"])
async def test_a_body_has_to_come_in_time(house: House, before: bytes):
    reader, writer = await house.come()
    if before:
        writer.write(before)
        await reader.readuntil(b"well")
    writer.write(b"POST /body HTTP/1.1\r\nhost: hall\r\naccept-language: nl\r\ncontent-length: 500\r\n\r\nabc")
    said = await all_said(reader)
    assert said.startswith("HTTP/1.1 408 ")
    assert TOO_SLOW in said
    writer.close()
    assert await house.is_empty()


async def test_a_body_that_nobody_wanted_has_to_come_in_time_too(house: House):
    """It has had its answer, and gets no second one."""
    said = await house.answer(b"POST /plain HTTP/1.1\r\nhost: hall\r\ncontent-length: 500\r\n\r\nabc")
    assert said.endswith("well")
    assert said.count("HTTP/1.1") == 1
    assert await house.is_empty()


async def test_who_ends_a_body_that_nobody_wanted_and_says_no_more_loses_its_place(house: House):
    reader, writer = await house.come()
    writer.write(b"POST /plain HTTP/1.1\r\nhost: hall\r\ncontent-length: 5\r\n\r\nabc")
    await reader.readuntil(b"well")
    writer.write(b"de")
    assert await all_said(reader) == ""
    writer.close()


# -- who waits for us --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", ["slow", "feed"])
async def test_who_waits_for_an_answer_is_left_in_peace(house: House, path: str):
    """Also with the beginning of the next request on the line; and the connection is kept."""
    reader, writer = await house.come()
    for _ in range(2):
        writer.write(PLAIN.replace(b"plain", path.encode()) + PLAIN[:9])
        await asyncio.wait_for(reader.readuntil(b"well"), FOREVER)
        writer.write(PLAIN[9:])
        await asyncio.wait_for(reader.readuntil(b"well"), FOREVER)
    writer.close()


async def test_a_silent_connection_is_kept_between_two_requests(house: House):
    """For as long as uvicorn says, which is not our patience."""
    reader, writer = await house.come()
    for _ in range(2):
        writer.write(PLAIN)
        await reader.readuntil(b"well")
        await asyncio.sleep(LONG)
    writer.close()


@pytest.mark.parametrize("expect", [b"", b"expect: 100-continue\r\n"], ids=["at once", "when asked"])
async def test_a_body_that_we_do_not_read_yet_is_waited_for(house: House, expect: bytes):
    reader, writer = await house.come()
    writer.write(b"POST /body_later HTTP/1.1\r\nhost: hall\r\ncontent-length: 1000000\r\n" + expect + b"\r\n")
    if expect:
        assert await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), FOREVER) == b"HTTP/1.1 100 Continue\r\n\r\n"
    writer.write(b"y" * 1_000_000)
    await asyncio.wait_for(reader.readuntil(b"\r\n\r\n1000000"), FOREVER)
    writer.close()
