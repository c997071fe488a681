"""Who cannot shake hands is told why, in their language, and loses its place."""

from __future__ import annotations

import asyncio
import logging
import re

import pytest
import uvicorn
from starlette.applications import Starlette
from uvicorn.server import ServerState

from displays.web.live import connection
from displays.web.live.connection import SETTINGS, Upgrade
from displays.words.language import LANGUAGES, language
from engine.errors import Refusal
from tests.displays.web.live.house import SHORT, House, asking
from tests.displays.web.test_answers import Wire

SHAKE = (
    b"upgrade: websocket\r\nconnection: upgrade\r\n"
    b"sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\nsec-websocket-version: 13\r\n"
)
UNREADABLE = "Dit verzoek kan geen live verbinding openen"

BAD_HANDSHAKES = {
    "a long cookie": asking("/live/x", b"cookie: " + b"y" * 9000) + SHAKE + b"\r\n",
    "a longer header": asking("/live/x", b"big: " + b"y" * 20_000) + SHAKE + b"\r\n",
    "many headers": asking("/live/x", *(b"h%d: 1" % number for number in range(300))) + SHAKE + b"\r\n",
    "a long address": asking("/live/" + "x" * 20_000) + SHAKE + b"\r\n",
    "a body": asking("/live/x", b"content-length: 5") + SHAKE + b"\r\nhello",
    "half a body": asking("/live/x", b"content-length: 5") + SHAKE + b"\r\nhe",
    "chunks": asking("/live/x", b"transfer-encoding: chunked") + SHAKE + b"\r\n",
}


@pytest.mark.parametrize("request_", BAD_HANDSHAKES.values(), ids=BAD_HANDSHAKES)
async def test_a_handshake_that_fails_is_answered_and_loses_its_place(house: House, request_: bytes):
    said = await house.answer(request_)
    assert said.startswith("HTTP/1.1 400 Bad Request\r\n")
    assert UNREADABLE in said
    assert "content-language: nl\r\n" in said
    assert await house.is_empty()


def shaking(**other: bytes) -> bytes:
    """A handshake with some of its headers otherwise, or without them."""
    headers = dict(line.split(b": ", 1) for line in SHAKE.splitlines())
    headers |= {name.replace("_", "-").encode(): value for name, value in other.items()}
    return b"".join(b"%s: %s\r\n" % line for line in headers.items() if line[1]) + b"\r\n"


REJECTED = {
    "a key that is none": (shaking(sec_websocket_key=b"short"), 400, "Sec-WebSocket-Key"),
    "no key": (shaking(sec_websocket_key=b""), 400, "Sec-WebSocket-Key"),
    "another version": (shaking(sec_websocket_version=b"8"), 400, "Sec-WebSocket-Version"),
    "extensions that are none": (shaking(sec_websocket_extensions=b";;"), 400, "Sec-WebSocket-Extensions"),
}


@pytest.mark.parametrize(("headers", "status", "header"), REJECTED.values(), ids=REJECTED)
@pytest.mark.parametrize("code", LANGUAGES)
async def test_a_handshake_that_the_library_refuses_is_refused_in_the_readers_language(
    house: House, headers: bytes, status: int, header: str, code: str
):
    said = await house.answer(asking("/live/never").replace(b": nl", b": " + code.encode()) + headers)
    head, _, body = said.partition("\r\n\r\n")
    assert head.startswith(f"HTTP/1.1 {status} ")
    assert body == language(code).sentence(Refusal("handshake-header-wrong", header=header)) + "\n"
    assert f"content-language: {code}" in head.lower()
    assert re.findall(r"(?i)content-length: (\d+)", head) == [str(len(body.encode()))]
    assert await house.is_empty()


async def test_a_request_that_is_no_handshake_is_told_what_may_be_asked(house: House):
    said = await house.answer(asking("/live/never").replace(b"GET", b"POST") + shaking())
    assert said.startswith("HTTP/1.1 405 ")
    assert "\r\nAllow: GET\r\n" in said
    assert said.endswith("\r\n\r\n" + language("nl").sentence(Refusal("not-a-handshake")) + "\n")


async def test_many_languages_are_no_way_to_keep_anybody_busy(house: House):
    words = b"accept-language: " + b"xx;q=0.1," * 800
    said = await house.answer(asking("/live/never", words) + shaking(sec_websocket_key=b"short"))
    assert said.endswith(language("nl").sentence(Refusal("handshake-header-wrong", header="Sec-WebSocket-Key")) + "\n")


def _upgrade(wire_: Wire) -> Upgrade:
    config = uvicorn.Config(Starlette(), ws=Upgrade, log_level="critical", **SETTINGS)
    config.load()
    upgrade = Upgrade(config, ServerState(), {}, asyncio.get_running_loop())
    upgrade.connection_made(wire_)
    return upgrade


@pytest.mark.parametrize("request_", [BAD_HANDSHAKES["a long cookie"], BAD_HANDSHAKES["a body"]])
async def test_the_server_can_end_after_a_handshake_that_failed(request_: bytes):
    wire_ = Wire()
    upgrade = _upgrade(wire_)
    upgrade.data_received(request_)
    upgrade.shutdown()
    upgrade.connection_lost(None)
    assert len(wire_.writes) == 1
    assert upgrade not in upgrade.connections


async def test_the_server_can_end_after_an_application_that_failed():
    """A second answer would be one too many for the library."""
    wire_ = Wire()
    upgrade = _upgrade(wire_)
    upgrade.data_received(asking("/live/x") + SHAKE + b"\r\n")
    upgrade.send_500_response()
    wire_.close()
    upgrade.shutdown()
    upgrade.connection_lost(None)
    assert len(wire_.writes) == 1


async def test_a_fault_of_ours_in_a_handshake_leaves_nobody_behind(
    house: House, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    def fault(self: Upgrade, event: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(Upgrade, "handle_connect", fault)
    with caplog.at_level(logging.WARNING, "roundlog.live"):
        assert (await house.answer(asking("/live/never") + SHAKE + b"\r\n")).startswith("HTTP/1.1 400 ")
    assert "ZeroDivisionError" in caplog.text
    assert await house.is_empty()


async def test_who_is_never_let_in_as_a_follower_is_told_so(house: House, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(connection, "HANDSHAKE", SHORT)
    said = await house.answer(asking("/live/never") + SHAKE + b"\r\n")
    assert said.startswith("HTTP/1.1 503 ")
    assert "retry-after: " in said
    assert await house.is_empty()
