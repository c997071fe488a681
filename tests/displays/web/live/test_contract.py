"""What is relied on of uvicorn and websockets. If this fails after an upgrade, read ``web/live/connection.py``."""

import asyncio
import tomllib
from pathlib import Path

import pytest
import uvicorn
from uvicorn.server import ServerState
from websockets.server import ServerProtocol

from displays.web.connection_limits import ConnectionLimits
from displays.web.live.connection import UVICORN_OPTIONS, LiveProtocol

LOOPS = ("asyncio",)
PROJECT = tomllib.loads((Path(__file__).parents[4] / "pyproject.toml").read_text("utf-8"))["project"]


async def _no_app(scope: object, receive: object, send: object) -> None:
    return


def _loaded() -> uvicorn.Config:
    config = uvicorn.Config(_no_app, **UVICORN_OPTIONS)
    config.load()
    return config


@pytest.mark.parametrize("package", ["uvicorn", "websockets"])
def test_the_next_version_is_not_taken_unseen(package: str):
    (wanted,) = (line for line in PROJECT["dependencies"] if line.startswith(package + ">"))
    assert ",<" in wanted


def test_uvicorn_takes_our_protocol_class():
    assert _loaded().ws_protocol_class is LiveProtocol


async def test_the_parent_has_what_is_taken_over():
    state = ServerState()
    protocol = LiveProtocol(config=_loaded(), server_state=state, app_state={}, _loop=asyncio.get_running_loop())
    assert protocol.connections is state.connections  # that uvicorn shuts down at its end
    assert protocol.config.ws_max_size == UVICORN_OPTIONS["ws_max_size"]
    assert isinstance(protocol.conn, ServerProtocol)
    assert protocol.read_paused is False
    protocol.stop_keepalive()


async def test_a_connection_that_waits_for_a_request_is_known_by_what_it_has():
    limits = ConnectionLimits(100)
    state = ServerState()
    waiting = limits.make_protocol(config=_loaded(), server_state=state, app_state={}, _loop=asyncio.get_running_loop())
    assert waiting.cycle is None
    assert waiting.timeout_keep_alive_task is None


@pytest.mark.parametrize("name", ["receive_data", "events_received", "data_to_send", "send_close"])
def test_what_we_use_of_websockets_is_documented_there(name: str):
    assert getattr(ServerProtocol, name).__doc__


@pytest.mark.parametrize("name", ["handshake_exc", "parser_exc"])
def test_websockets_notes_what_went_wrong(name: str):
    assert getattr(ServerProtocol(), name) is None
