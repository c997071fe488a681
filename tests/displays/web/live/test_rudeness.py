"""Malformed topics, absurd versions, giant messages, crowds, strangers: refused cleanly, the hall unaffected."""

import asyncio
import contextlib
import json
import os
import socket

import pytest
import websockets
from websockets.asyncio.client import connect

from displays.web.live import connection, topics
from tests.displays.web.live.server import (
    PAIR,
    PATIENCE,
    PUBLISH,
    Server,
    frame,
    frames,
    goodbye,
    register,
    result,
    serving,
    silence,
)

MANY = ",".join(f"card:{number}" for number in range(1, topics.MOST_TOPICS + 2))


NO_TOPICS = {
    "": (4400, "no-such-topic"),
    "nonsense": (4400, "no-such-topic"),
    "boards,": (4400, "no-such-topic"),
    "boards:": (4400, "no-such-topic"),
    "boards:0-4": (4400, "no-such-topic"),
    "boards:9-8": (4400, "no-such-topic"),
    "boards:1-999999": (4400, "no-such-topic"),
    "card:x": (4400, "no-such-topic"),
    "card": (4400, "no-such-topic"),
    "card:0": (4400, "no-such-topic"),
    "card:%D9%A1": (4400, "no-such-topic"),  # an Arabic 1
    "names:1": (4400, "no-such-topic"),
    "screen:": (4400, "no-such-topic"),
    "screen:A%20B": (4400, "no-such-topic"),
    "standings:": (4400, "no-such-topic"),
    "standings:colour=red": (4400, "category-unreadable"),
    "standings:age=U18": (4409, "category-needs-a-year"),
    "standings:born=2010": (4403, "staff-only"),
    "boards,standings:sex=w;born=2010": (4403, "staff-only"),
    "audit": (4400, "no-such-topic"),
    "standings:" + "x" * 200: (4400, "no-such-topic"),
    MANY: (4400, "too-many-topics"),
    "card:5": (4404, "no-such-player"),
    "ladder": (4404, "no-ladder"),
    "desk": (4401, "sign-in-needed"),
    "boards,screens": (4401, "sign-in-needed"),
}


async def test_topics_that_are_none(server: Server):
    assert {topic: await _refusal(server.follow(topic)) for topic in NO_TOPICS} == NO_TOPICS
    await _the_hall_goes_on(server)


NO_VERSIONS = ("-1", "x", "1e9", "5,5", "%D9%A1", "9" * 11, "9" * 4000, "%205", "5.")


async def test_versions_that_are_none(server: Server):
    told = {since: await _refusal(server.follow("boards", since=since)) for since in NO_VERSIONS}
    assert told == dict.fromkeys(NO_VERSIONS, (4400, "not-a-number"))
    await _the_hall_goes_on(server)


NO_TOURNAMENTS = ("none", "%00", "..", "x" * 300, "open%20")


async def test_tournaments_that_are_none(server: Server):
    told = {stream: await _refusal(server.follow("boards", stream=stream)) for stream in NO_TOURNAMENTS}
    assert told == dict.fromkeys(NO_TOURNAMENTS, (4404, "no-such-tournament"))
    await _the_hall_goes_on(server)


async def _refusal(coming: connect) -> tuple[int, str]:
    async with coming as line:
        return await goodbye(line)


async def test_an_address_that_is_none(server: Server):
    for path in ("dead/open", "live/open/", "live/..%2Fopen", "live"):
        with pytest.raises(websockets.InvalidStatus) as refused:
            await connect(f"ws://127.0.0.1:{server.port}/{path}", proxy=None)
        assert refused.value.response.status_code == 403, path
    await _the_hall_goes_on(server)


NOT_UNDERSTOOD: dict[str | bytes, tuple[int, str]] = {
    "junk": (1003, "not-understood"),
    "[]": (1003, "not-understood"),
    "": (1003, "not-understood"),
    '{"topics": "boards"}': (1003, "not-understood"),
    '{"topics": [1]}': (1003, "not-understood"),
    '{"ack": "x"}': (1003, "not-understood"),
    '{"shutdown": true}': (1003, "not-understood"),
    "[" * 4000: (1003, "not-understood"),
    b"\x00\x01": (1003, "binary"),
    '{"topics": []}': (4400, "no-such-topic"),
    '{"topics": ["nonsense"]}': (4400, "no-such-topic"),
    '{"topics": ["card:77"]}': (4404, "no-such-player"),
    '{"topics": ["desk"]}': (4401, "sign-in-needed"),
    json.dumps({"topics": MANY.split(",")}): (4400, "too-many-topics"),
}


async def test_words_that_are_not_understood(server: Server):
    """Said one after the other, each on a line of its own; who is in the hall all the while hears none of it."""
    told = {}
    async with server.follow("boards") as staying:
        await frame(staying)
        for message in NOT_UNDERSTOOD:
            async with server.follow("boards") as line:
                await frame(line)
                await line.send(message)
                told[message] = await goodbye(line)
        assert told == NOT_UNDERSTOOD
        await silence(staying)
    await _the_hall_goes_on(server)


async def test_a_message_that_is_too_long(server: Server):
    async with server.follow("boards") as line:
        await line.send('{"ack": 1}' + " " * 4096)
        assert (await goodbye(line))[0] == 1009
    async with server.follow("boards", compression="deflate") as line:
        await line.send(" " * 10_000_000)  # a few bytes on the wire
        assert (await goodbye(line))[0] == 1009
    await _the_hall_goes_on(server)


async def test_a_long_message_in_small_pieces(server: Server):
    async with server.follow("boards") as line:
        with contextlib.suppress(websockets.ConnectionClosed):
            await line.send(["x" * 100] * 1000)
        assert (await goodbye(line))[0] == 1009


async def test_a_message_in_pieces_is_a_message(server: Server):
    async with server.follow("boards") as line:
        await frame(line)
        await line.send(['{"topics":', ' ["clock"]', "}"])
        assert (await frame(line))["topic"] == "clock"


async def test_text_that_is_no_text(server: Server):
    async with server.follow("boards") as line:
        await frame(line)
        await line.send(b'{"ack": 1\xff}', text=True)
        assert await goodbye(line) == (1007, "not-utf-8")


async def test_numbers_beyond_all_measure_are_no_news(server: Server):
    async with server.follow("screen:stage") as line:
        await frame(line)
        for number in (-1, 0, 4, 10**30):
            await line.send(json.dumps({"ack": number}))
        await line.send(json.dumps({"topics": ["screen:stage", "clock"], "known": {"clock": -(10**30)}}))
        assert (await frame(line))["topic"] == "clock"
        (screen,) = server.screens("open")
        assert screen.version == 0


async def test_who_never_stops_talking(server: Server):
    async with server.follow("boards") as line:
        with contextlib.suppress(websockets.ConnectionClosed):
            for _ in range(connection.MOST_MESSAGES + 10):
                await line.send("{}")
        assert await goodbye(line) == (1008, "too-many-messages")


@pytest.mark.parametrize(
    "again",
    [
        pytest.param(b"\x89\x80\0\0\0\0", id="pings"),
        pytest.param(b"\x00\x80\0\0\0\0", id="empty pieces of a message"),
    ],
)
async def test_who_never_stops_saying_nothing(server: Server, again: bytes):
    """In one go, as quickly as it can: it is cut short, and nobody waits until all of it has been read."""
    reader, writer = await _shaken_hands(server)
    writer.write(b"\x01\x80\0\0\0\0" + again * 50_000)
    async with asyncio.timeout(PATIENCE):
        heard = b""
        while b"\x03\xf0too-many-messages" not in heard:  # 1008
            heard += await reader.read(65536)
    writer.close()
    await _the_hall_goes_on(server)


async def test_who_pings_and_does_not_read_is_not_answered_for_ever(tmp_path):
    """Never too many between two beats, and heard at each: but what is said to them would pile up."""
    async with serving(tmp_path / "roundlog.db", beat_every=0.4) as server:
        await server.open_four()
        with socket.socket() as plug:
            plug.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            plug.connect(("127.0.0.1", server.port))
            plug.setblocking(False)
            plug.send(HANDSHAKE)
            while not server.hub.count_connections():
                await asyncio.sleep(0.01)
            (line,) = server.hub._tournaments["open"].connections
            most, ping = 0, b"\x89\xfd\0\0\0\0" + b"x" * 125
            until = asyncio.get_running_loop().time() + PATIENCE
            while not line.is_closing and asyncio.get_running_loop().time() < until:
                with contextlib.suppress(BlockingIOError):
                    plug.send(ping * 100)
                await asyncio.sleep(0.02)
                most = max(most, line.transport.get_write_buffer_size())
            assert line.is_closing
            assert most < 1 << 18
        await _the_hall_goes_on(server)


async def test_bytes_that_are_no_websocket(server: Server):
    """After the handshake anything may come: chance, here."""
    for seed in range(20):
        reader, writer = await _shaken_hands(server)
        writer.write(bytes([seed * 13 % 256]) + os.urandom(300))
        with contextlib.suppress(ConnectionError):
            await asyncio.wait_for(reader.read(), 20)
        writer.close()
    await _the_hall_goes_on(server)


HANDSHAKE = (
    b"GET /live/open?topics=boards HTTP/1.1\r\nHost: hall\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)


async def _shaken_hands(server: Server) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    writer.write(HANDSHAKE)
    assert (await reader.readuntil(b"\r\n\r\n")).startswith(b"HTTP/1.1 101")
    return reader, writer


# -- crowds ------------------------------------------------------------------------------------------------------------


async def test_a_crowd_at_the_door(server: Server):
    """All phones of a hall at once, every third with nonsense: each gets what it should, and the stage its result.

    (Ten thousand of them, in processes of their own: ``test_crowds.py``.)
    """
    crowd = 200
    await server.do(PAIR, PUBLISH)
    asked = ("boards", "nonsense", "card:1")

    async def come(number: int) -> object:
        async with server.follow(asked[number % 3], open_timeout=120) as line:
            return await goodbye(line) if number % 3 == 1 else (await frame(line))["topic"]

    async with server.follow("boards") as stage:
        await frame(stage)
        people = asyncio.gather(*map(come, range(crowd)))
        await server.do(result(1))
        assert (await frame(stage))["version"] == 8
        answers = await people
    assert answers == [asked[n % 3] if n % 3 != 1 else (4400, "no-such-topic") for n in range(crowd)]
    await asyncio.sleep(0.1)
    assert server.hub.count_connections() == 0


async def test_when_the_house_is_full(tmp_path):
    async with serving(tmp_path / "roundlog.db", most=2) as server:
        await server.open_four()
        async with server.follow("boards") as one, server.follow("boards") as two:
            await frame(one)
            await frame(two)
            async with server.follow("boards") as three:
                assert await goodbye(three) == (4503, "too-many-connections")
            await two.send(json.dumps({"topics": ["clock"]}))  # who is inside may look at something else
            assert (await frame(two))["topic"] == "clock"
        await asyncio.sleep(0.1)
        async with server.follow("boards") as four:
            await frame(four)


async def test_whoever_goes_without_a_word_leaves_nothing_behind(server: Server):
    for _ in range(10):
        _, writer = await _shaken_hands(server)
        writer.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
        writer.transport.abort()
    await server.do(register("Zoë"))
    while server.hub.count_connections():
        await asyncio.sleep(0.01)
    await _the_hall_goes_on(server)


async def _the_hall_goes_on(server: Server) -> None:
    async with server.follow("names,clock") as line:
        newest = (await frames(line, 2))["names"]["version"]
        await server.do(register("Xenia"))
        assert (await frame(line))["version"] == newest + 1
        await silence(line)
