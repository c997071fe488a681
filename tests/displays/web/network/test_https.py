"""HTTPS in the hall: a certificate of the server's own, which a client that has its authority believes."""

from __future__ import annotations

import asyncio
import hashlib
import http.client
import json
import re
import socket
import ssl
from collections.abc import Iterator
from pathlib import Path

import pytest
from websockets.asyncio.client import connect

from displays.web.network.certificates import prepare_certificate
from tests.displays.commandline import Roundlog
from tests.displays.web.network.hall_server import OTHER_MACHINE, PAGE, HallServer

HALL = "127.0.0.2"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[HallServer]:
    """Open, with https; the club is private."""
    folder = tmp_path_factory.mktemp("hall")
    Roundlog(folder)("--log", folder / "club.db", "open", "club", "--name", "Club", "--rounds", 3, "--private")
    server = HallServer(folder, HALL)
    server.press("open")
    assert server.press("secure").status == 303
    yield server
    server.stop()


@pytest.fixture(scope="module")
def port(server: HallServer) -> int:
    found = re.search(rf'href="https://{HALL}:(\d+)/"', server.page())
    assert found is not None
    return int(found[1])


@pytest.fixture(scope="module")
def tls(server: HallServer) -> ssl.SSLContext:
    """Of a phone that has installed what anybody can download, and believes nobody else."""
    given = server.ask("GET", "/hall-certificate.crt", HALL, source=OTHER_MACHINE, cookie="")
    assert given.headers["content-type"] == "application/x-x509-ca-cert"
    return ssl.create_default_context(cadata=given.text)


@pytest.fixture(scope="module")
def cookie(server: HallServer, port: int, tls: ssl.SSLContext) -> str:
    """Signed in over https, by a link that is made over it."""
    asked = server.post("/console/people", {"role": "owner", "name": "Bram", "days": "1", "device": "once"})
    key = re.search(r'id="link" readonly value="[^"]*(/key/[^"]*)"', asked.text)
    assert key is not None
    answer = server.ask("POST", key[1], HALL, port, body="", tls=tls, cookie="")
    assert answer.status == 303
    return str(answer.headers["set-cookie"])


def test_a_client_that_has_the_authority_believes_it(server: HallServer, port: int, tls: ssl.SSLContext):
    answer = server.ask("GET", "/health", HALL, port, OTHER_MACHINE, tls=tls)
    assert answer.status == 200
    assert answer.headers["strict-transport-security"] is None  # http is beside it, at another port


def test_nobody_else_believes_it(server: HallServer, port: int):
    with pytest.raises(ssl.SSLCertVerificationError):
        server.ask("GET", "/health", HALL, port, tls=ssl.create_default_context())


def test_http_goes_on_beside_it_and_links_lead_there(server: HallServer, port: int):
    assert server.is_open(HALL)
    assert server.shown() == f"http://{HALL}:{server.port}"
    assert port != server.port


def test_the_session_is_for_https_only_and_its_forms_are_taken(
    server: HallServer, port: int, tls: ssl.SSLContext, cookie: str
):
    assert cookie.startswith("__Host-")
    assert "; Secure" in cookie
    signed_in = cookie.partition(";")[0]
    assert server.ask("GET", PAGE, HALL, port, tls=tls, cookie=signed_in).status == 200
    assert server.ask("GET", PAGE, HALL, cookie=signed_in).status == 401
    wifi = "how=wifi&wifi_name=Hall&wifi_password=secret-word"
    assert server.ask("POST", PAGE, HALL, port, body=wifi, tls=tls, cookie=signed_in).status == 303
    assert 'id="wifi-code"' in server.page()


def test_a_private_tournament_is_followed_over_wss(server: HallServer, port: int, tls: ssl.SSLContext, cookie: str):
    async def follow(origin: str) -> dict[str, object]:
        address = f"wss://{HALL}:{port}/live/club?topics=announcements"
        headers = {"cookie": cookie.partition(";")[0], "origin": origin}
        async with connect(address, ssl=tls, additional_headers=headers) as line:
            frame: dict[str, object] = json.loads(await asyncio.wait_for(line.recv(), 30))
            return frame

    assert asyncio.run(follow(f"https://{HALL}:{port}"))["topic"] == "announcements"


def test_a_phone_that_comes_by_https_is_told_apart(server: HallServer, port: int, tls: ssl.SSLContext):
    token = re.search(r'id="reach-link" href="[^"]*/reach/([^"]*)"', server.page())
    assert token is not None
    assert server.ask("GET", f"/reach/{token[1]}", HALL, port, OTHER_MACHINE, tls=tls).status == 200
    assert f"it opened https://{HALL}:{port} at" in server.page()


def test_the_fingerprint_on_the_page_is_that_of_what_is_downloaded(server: HallServer):
    der = ssl.PEM_cert_to_DER_cert(server.get("/hall-certificate.crt").text)
    shown = re.search(r'id="fingerprint">([0-9A-F:]+)<', server.page())
    assert shown is not None
    assert shown[1].replace(":", "").lower() == hashlib.sha256(der).hexdigest()


def test_it_is_closed_by_the_page_and_the_certificate_stays_the_same_after_a_restart(tmp_path: Path):
    server = HallServer(tmp_path, HALL)
    try:
        server.press("open")
        server.press("secure")
        page = server.page()
        port = int(re.findall(rf"https://{HALL}:(\d+)/", page)[0])
        authority = server.get("/hall-certificate.crt").text
        server.stop()
        server.start()
        assert server.get("/hall-certificate.crt").text == authority
        tls = ssl.create_default_context(cadata=authority)
        assert server.ask("GET", "/health", HALL, port, tls=tls).status == 200
        server.press("insecure")
        with pytest.raises(ConnectionRefusedError):
            socket.create_connection((HALL, port)).close()
        assert server.is_open(HALL)
        server.press("secure")
        server.press("close")
        for one in (port, server.port):
            with pytest.raises(ConnectionRefusedError):
                socket.create_connection((HALL, one)).close()
    finally:
        server.stop()


# -- a certificate from elsewhere --------------------------------------------------------------------------------------


def test_a_server_with_a_certificate_from_elsewhere_speaks_https_only(tmp_path: Path):
    made = prepare_certificate(tmp_path / "elsewhere", ("127.0.0.1", HALL))
    server = HallServer(tmp_path, HALL, certificate=(made.certificate, made.key))
    tls = ssl.create_default_context(cadata=made.authority)
    try:
        assert server.here == f"https://127.0.0.1:{server.port}"
        assert server.ask("GET", "/health", "127.0.0.1", tls=tls).status == 200
        with pytest.raises((http.client.HTTPException, ConnectionError)):
            server.get("/health")
        answer = server.ask("POST", PAGE, "127.0.0.1", body="how=open", tls=tls)
        assert answer.status == 303
        page = server.ask("GET", PAGE, HALL, tls=tls).text
        assert f'id="shown-address">https://{HALL}:{server.port}<' in page
        assert "unencrypted" not in page
        assert 'value="secure"' not in page
    finally:
        server.stop()


@pytest.mark.parametrize("words", [("--certificate", "nothing.pem"), ("--certificate-key", "key.pem")])
def test_a_certificate_that_is_not_there_is_told(roundlog: Roundlog, words: tuple[str, ...]):
    (roundlog.folder / "key.pem").write_text("")
    said = roundlog.refused(2, "serve", "--port", 0, words[0], roundlog.folder / words[1])
    assert "nothing.pem" in said or "--certificate" in said


def test_a_certificate_that_is_none_is_told(roundlog: Roundlog):
    file = roundlog.folder / "key.pem"
    file.write_text("no certificate")
    said = roundlog.refused(2, "serve", "--port", 0, "--certificate", file)
    assert f"{file} and its key cannot be used for https" in said
    assert not roundlog.log.exists()
