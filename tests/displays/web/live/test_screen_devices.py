"""Which devices show a named screen: one that is gone is missed until it is back, or nobody misses it."""

import asyncio
import json
from pathlib import Path

import msgspec
import pytest
from websockets.exceptions import ConnectionClosed

from displays.web.live.subscriber import parse_device
from displays.web.screens.status import MOST, MOST_OF_A_NAME, ScreenDevice, ScreenDevices
from ledger.store.sqlite import SqliteLog
from tests.displays.web.live.paper import Follower, desk_and_hub, quiet
from tests.displays.web.live.server import Server, frame

LOOPS = ("asyncio",)
TELEVISION, PHONE = "television-1", "phone-of-a-visitor"


def add(devices: ScreenDevices, device: str = "", *, name: str = "stage", address: str = "10.0.0.7") -> ScreenDevice:
    screen = devices.add(name, (f"screen:{name}",), address, device)
    assert screen is not None
    return screen


def gone(devices: ScreenDevices) -> list[bool]:
    return [screen.gone != "" for screen in devices.all()]


def test_a_visitor_does_not_stand_in_for_the_television():
    devices = ScreenDevices()
    devices.leave(add(devices, TELEVISION))
    add(devices, PHONE)
    assert gone(devices) == [True, False]
    add(devices, TELEVISION)
    assert gone(devices) == [False, False]


def test_without_a_mark_the_address_is_the_device():
    devices = ScreenDevices()
    devices.leave(add(devices, address="10.0.0.7"))
    add(devices, address="10.0.0.8")
    assert gone(devices) == [True, False]
    add(devices, address="10.0.0.7")
    assert gone(devices) == [False, False]


def test_a_device_that_has_the_screen_open_twice_is_gone_when_both_are():
    devices = ScreenDevices()
    one, two = add(devices, TELEVISION), add(devices, TELEVISION)
    devices.leave(one)
    assert gone(devices) == [False]
    devices.leave(two)
    assert gone(devices) == [True]


def test_an_arbiter_does_not_miss_it():
    devices = ScreenDevices()
    screen = add(devices, TELEVISION)
    assert not devices.forget_gone(screen.number)  # it is there
    devices.leave(screen)
    assert devices.forget_gone(screen.number)
    assert not devices.forget_gone(screen.number)
    assert devices.all() == ()


def test_passers_by_make_room_and_not_what_hung_there_all_day():
    devices = ScreenDevices()
    television = add(devices, TELEVISION)
    devices.leave(television)
    television.present = 36_000.0
    for number in range(3 * MOST_OF_A_NAME):
        devices.leave(add(devices, f"passer-by-{number}"))
    assert len(devices.all()) == MOST_OF_A_NAME
    assert television.number in [screen.number for screen in devices.all()]


def test_devices_are_limited():
    devices = ScreenDevices()
    for number in range(MOST_OF_A_NAME):
        add(devices, f"passer-by-{number}")
    assert devices.add("stage", (), "10.0.0.7", TELEVISION) is None
    for number in range(MOST):
        devices.add(f"screen-{number}", (), "10.0.0.7", TELEVISION)
    assert len(devices.all()) == MOST


@pytest.mark.parametrize("text", ["", "short", "x" * 65, "at 10.0.0.7", "ümlaut-ümlaut", "a b c d e f g"])
def test_what_is_no_mark(text: str):
    assert parse_device(text) == ""
    assert parse_device("0123456789abcdef") == "0123456789abcdef"


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
        hub.receive(late.line, b'{"ack": 5}')
        (delay,) = [screen.delay for screen in hub._tournaments["open"].devices.all() if screen.name == "late"]
        assert delay is not None
        assert delay <= 1000 * (asyncio.get_running_loop().time() - began) + 1
        server.key_store.close()


async def test_a_version_that_went_to_others_only_is_no_news(tmp_path: Path):
    with SqliteLog(tmp_path / "roundlog.db") as log:
        server = Server(log, 0, merge=0.0)
        await server.open_four()
        _, hub = desk_and_hub(log, merge=0.0)
        Follower(hub, "open", "names")
        await quiet(hub)
        screen = Follower(hub, "open", "screen:stage")  # its first frame is still to come
        hub.receive(screen.line, b'{"ack": 5}')
        assert hub._tournaments["open"].devices.all()[0].version == 0
        await quiet(hub)
        hub.receive(screen.line, b'{"ack": 5}')
        assert hub._tournaments["open"].devices.all()[0].version == 5
        server.key_store.close()


async def test_the_mark_comes_with_the_address(server: Server):
    async with server.follow("screen:stage", device=TELEVISION) as line:
        await frame(line)
    async with server.follow("screen:stage", device=PHONE) as line:
        await frame(line)
        while not [screen for screen in server.screens("open") if screen.gone]:
            await asyncio.sleep(0.01)
        assert [screen.gone != "" for screen in server.screens("open")] == [True, False]
        async with server.follow("screen:stage", device=TELEVISION) as back:
            await frame(back)
            assert [screen.gone for screen in server.screens("open")] == ["", ""]
            await back.send(json.dumps({"topics": ["screen:door"]}))
            await frame(back)
            assert sorted(screen.name for screen in server.screens("open")) == ["door", "stage", "stage"]


async def test_a_screen_says_which_rows_and_columns_do_not_fit_its_glass(server: Server):
    wish = {"view": "boards", "wished": {"rows": 32, "columns": 3}, "shown": {"rows": 18, "columns": 0}}
    async with server.follow("names") as passer_by, server.follow("screen:stage", device=TELEVISION) as line:
        await frame(line)
        await passer_by.send(json.dumps({"unmet": [wish]}))  # is no screen
        await line.send(json.dumps({"unmet": [wish]}))
        while not (screen := server.screens("open")[0]).unmet:
            await asyncio.sleep(0.01)
        assert msgspec.to_builtins(screen.unmet) == (wish,)
        await line.send(json.dumps({"unmet": []}))
        while server.screens("open")[0].unmet:
            await asyncio.sleep(0.01)
        await line.send(json.dumps({"unmet": [{**wish, "shown": {"rows": 10**9, "columns": 0}}]}))
        with pytest.raises(ConnectionClosed) as closed:
            await frame(line)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.reason == "not-understood"
