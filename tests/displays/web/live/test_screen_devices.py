"""Which devices show a named screen: one that is gone is missed until it is back, or nobody misses it."""

import asyncio
import json
from pathlib import Path

import pytest

from displays.web.live.hub import Hub
from displays.web.live.screen_status import MOST, MOST_OF_A_NAME, Healths, Seat
from displays.web.live.subscriber import read_device
from ledger.desk import Desk
from ledger.store.sqlite import SqliteLog
from tests.displays.web.live.paper import Follower, quiet
from tests.displays.web.live.server import Server, frame

LOOPS = ("asyncio",)
TELEVISION, PHONE = "television-1", "phone-of-a-visitor"


def seated(healths: Healths, device: str = "", *, name: str = "stage", address: str = "10.0.0.7") -> Seat:
    seat = healths.take_seat(name, (f"screen:{name}",), address, device)
    assert seat is not None
    return seat


def gone(healths: Healths) -> list[bool]:
    return [screen.gone != "" for screen in healths.all()]


def test_a_visitor_does_not_stand_in_for_the_television():
    healths = Healths()
    healths.leave(seated(healths, TELEVISION))
    seated(healths, PHONE)
    assert gone(healths) == [True, False]
    seated(healths, TELEVISION)
    assert gone(healths) == [False, False]


def test_without_a_mark_the_address_is_the_device():
    healths = Healths()
    healths.leave(seated(healths, address="10.0.0.7"))
    seated(healths, address="10.0.0.8")
    assert gone(healths) == [True, False]
    seated(healths, address="10.0.0.7")
    assert gone(healths) == [False, False]


def test_a_device_that_has_the_screen_open_twice_is_gone_when_both_are():
    healths = Healths()
    one, two = seated(healths, TELEVISION), seated(healths, TELEVISION)
    healths.leave(one)
    assert gone(healths) == [False]
    healths.leave(two)
    assert gone(healths) == [True]


def test_an_arbiter_does_not_miss_it():
    healths = Healths()
    seat = seated(healths, TELEVISION)
    assert not healths.forget_gone(seat.number)  # it is there
    healths.leave(seat)
    assert healths.forget_gone(seat.number)
    assert not healths.forget_gone(seat.number)
    assert healths.all() == ()


def test_passers_by_make_room_and_not_what_hung_there_all_day():
    healths = Healths()
    television = seated(healths, TELEVISION)
    healths.leave(television)
    television.present = 36_000.0
    for number in range(3 * MOST_OF_A_NAME):
        healths.leave(seated(healths, f"passer-by-{number}"))
    assert len(healths.all()) == MOST_OF_A_NAME
    assert television.number in [screen.number for screen in healths.all()]


def test_seats_are_limited():
    healths = Healths()
    for number in range(MOST_OF_A_NAME):
        seated(healths, f"passer-by-{number}")
    assert healths.take_seat("stage", (), "10.0.0.7", TELEVISION) is None
    for number in range(MOST):
        healths.take_seat(f"screen-{number}", (), "10.0.0.7", TELEVISION)
    assert len(healths.all()) == MOST


@pytest.mark.parametrize("text", ["", "short", "x" * 65, "at 10.0.0.7", "ümlaut-ümlaut", "a b c d e f g"])
def test_what_is_no_mark(text: str):
    assert read_device(text) == ""
    assert read_device("0123456789abcdef") == "0123456789abcdef"


async def test_the_delay_is_counted_from_when_this_screen_was_written_to(tmp_path: Path):
    with SqliteLog(tmp_path / "roundlog.db") as log:
        server = Server(log, 0, merge=0.0)
        await server.open_four()
        hub = server.hub
        Follower(hub, "open", "screen:early,names")
        await quiet(hub)
        await asyncio.sleep(0.2)
        began = asyncio.get_running_loop().time()
        late = Follower(hub, "open", "screen:late,names")
        await quiet(hub)
        hub.said(late.line, b'{"ack": 5}')
        (delay,) = [screen.delay for screen in hub.screens("open") if screen.name == "late"]
        assert delay is not None
        assert delay <= 1000 * (asyncio.get_running_loop().time() - began) + 1
        server.key_store.close()


async def test_a_version_that_went_to_others_only_is_no_news(tmp_path: Path):
    with SqliteLog(tmp_path / "roundlog.db") as log:
        server = Server(log, 0, merge=0.0)
        await server.open_four()
        hub = Hub(Desk(log), merge=0.0)
        Follower(hub, "open", "names")
        await quiet(hub)
        screen = Follower(hub, "open", "screen:stage")  # its first frame is still to come
        hub.said(screen.line, b'{"ack": 5}')
        assert hub.screens("open")[0].version == 0
        await quiet(hub)
        hub.said(screen.line, b'{"ack": 5}')
        assert hub.screens("open")[0].version == 5
        server.key_store.close()


async def test_the_mark_comes_with_the_address(server: Server):
    async with server.follow("screen:stage", device=TELEVISION) as line:
        await frame(line)
    async with server.follow("screen:stage", device=PHONE) as line:
        await frame(line)
        while not [screen for screen in server.hub.screens("open") if screen.gone]:
            await asyncio.sleep(0.01)
        assert [screen.gone != "" for screen in server.hub.screens("open")] == [True, False]
        async with server.follow("screen:stage", device=TELEVISION) as back:
            await frame(back)
            assert [screen.gone for screen in server.hub.screens("open")] == ["", ""]
            await back.send(json.dumps({"topics": ["screen:door"]}))
            await frame(back)
            assert sorted(screen.name for screen in server.hub.screens("open")) == ["door", "stage", "stage"]
