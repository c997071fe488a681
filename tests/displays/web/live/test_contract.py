"""What is used of uvicorn beyond what it documents. If this fails after an upgrade, read ``web/live/connection.py``."""

import asyncio
import inspect
from importlib.metadata import version
from pathlib import Path

import pytest
import uvicorn
from uvicorn.protocols.http.flow_control import FlowControl
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.server import ServerProtocol

from displays.web.live.admission import Threshold, threshold
from displays.web.live.capacity import divided
from displays.web.live.connection import Line, Upgrade

PINS = Path(__file__).parents[4] / "deploy" / "pins.txt"


@pytest.mark.parametrize("package", ["uvicorn", "websockets", "uvloop", "starlette"])
def test_the_version_is_the_pinned_one(package):
    assert f"{package}=={version(package)}\n" in PINS.read_text("utf-8")


def test_uvicorn_takes_our_protocol_class():
    config = uvicorn.Config(lambda: None, ws=Upgrade)
    config.load()
    assert config.ws_protocol_class is Upgrade


def test_the_parent_is_made_as_uvicorn_makes_it():
    assert list(inspect.signature(WebSocketsSansIOProtocol.__init__).parameters) == [
        *("self", "config", "server_state", "app_state", "_loop")
    ]
    assert "self.ws_protocol_class(" in inspect.getsource(HttpToolsProtocol.handle_websocket_upgrade)
    assert "self.transport.set_protocol(protocol)" in inspect.getsource(HttpToolsProtocol.handle_websocket_upgrade)


@pytest.mark.parametrize(
    "name",
    [
        *("handle_connect", "run_asgi", "stop_keepalive", "shutdown", "send", "receive"),
        *("connection_made", "data_received", "connection_lost"),
    ],
)
def test_the_methods_of_the_parent_that_we_rely_on(name):
    assert callable(getattr(WebSocketsSansIOProtocol, name))


@pytest.mark.parametrize(
    "name",
    [
        *("conn", "transport", "connections", "read_paused", "close_timer", "scope"),
        *("handshake_complete", "close_sent", "disconnected"),
    ],
)
def test_the_attributes_of_the_parent_that_we_rely_on(name):
    """Each is assigned by the parent, and by that name."""
    assert f"self.{name}" in inspect.getsource(WebSocketsSansIOProtocol)


def test_the_parent_touches_nothing_but_the_transport_when_the_endpoint_returns():
    """That is why a transport that does nothing can stand in for the one that was handed over."""
    source = inspect.getsource(WebSocketsSansIOProtocol.run_asgi)
    assert source.rstrip().endswith("if self.close_timer is None:\n            self.transport.close()")


def test_a_connection_says_goodbye_when_uvicorn_ends():
    source = inspect.getsource(uvicorn.Server.shutdown)
    assert "for connection in list(self.server_state.connections):\n            connection.shutdown()" in source
    assert callable(Line.shutdown)


def test_uvicorn_takes_our_threshold_as_the_door_for_everybody():
    config = uvicorn.Config(lambda: None, http=threshold(divided(1024)))
    config.load()
    assert config.http_protocol_class.func is Threshold
    assert "config.http_protocol_class(" in inspect.getsource(uvicorn.Server.startup)


@pytest.mark.parametrize(
    "name",
    [
        *("connection_made", "data_received", "connection_lost", "handle_websocket_upgrade"),
        *("on_headers_complete", "on_body", "on_message_complete", "_should_upgrade"),
    ],
)
def test_the_methods_that_the_threshold_listens_to(name):
    assert callable(getattr(HttpToolsProtocol, name))


@pytest.mark.parametrize("name", ["cycle", "flow", "headers", "loop", "parser", "pipeline", "transport"])
def test_the_attributes_that_the_threshold_looks_at(name):
    assert f"self.{name}" in inspect.getsource(HttpToolsProtocol.__init__)


@pytest.mark.parametrize(
    "name", ["disconnected", "message_event", "response_complete", "response_started", "waiting_for_100_continue"]
)
def test_what_the_threshold_knows_of_an_answer(name):
    assert f"self.{name} = " in inspect.getsource(RequestResponseCycle.__init__)


def test_who_says_nothing_after_an_answer_is_closed_by_uvicorn_until_the_next_byte():
    """From there on the threshold keeps the time."""
    assert "self.timeout_keep_alive_handler" in inspect.getsource(HttpToolsProtocol.on_response_complete)
    assert "self._unset_keepalive_if_required()" in inspect.getsource(HttpToolsProtocol.data_received)


@pytest.mark.parametrize("name", ["read_paused", "pause_reading", "resume_reading"])
def test_reading_is_paused_in_one_place(name):
    assert hasattr(FlowControl(asyncio.Transport()), name)


def test_every_connection_is_counted_from_coming_to_going():
    """Also one that becomes a websocket: it leaves the list as the one and enters it as the other."""
    assert "self.connections.add(self)" in inspect.getsource(HttpToolsProtocol.connection_made)
    assert "self.connections.discard(self)" in inspect.getsource(HttpToolsProtocol.connection_lost)
    assert "self.connections.discard(self)" in inspect.getsource(HttpToolsProtocol.handle_websocket_upgrade)
    assert "self.connections.add(self)" in inspect.getsource(WebSocketsSansIOProtocol.connection_made)


def test_uvicorn_says_the_backlog_to_the_system_once_more():
    """So it must be told ours, or it would make it smaller."""
    assert "backlog=config.backlog" in inspect.getsource(uvicorn.Server.startup)


@pytest.mark.parametrize("name", ["accept", "receive_data", "events_received", "data_to_send", "send_close"])
def test_what_we_use_of_websockets_is_documented_there(name):
    assert getattr(ServerProtocol, name).__doc__


@pytest.mark.parametrize("name", ["handshake_exc", "parser_exc"])
def test_websockets_notes_what_went_wrong(name):
    assert getattr(ServerProtocol(), name) is None
