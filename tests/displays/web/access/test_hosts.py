"""The names by which a server may be asked: a page of another site that has its own name lead here gets nothing."""

import asyncio
import socket
from typing import Any

import pytest

from displays.web.access.hosts import collect_hosts, read_host_name
from displays.web.network.addresses import find_machine_names
from displays.web.network.hall_network import HallNetwork
from engine.errors import BadInput
from ledger.store.sqlite import SqliteLog
from tests.displays.client import Web, build
from tests.displays.commandline import Roundlog

ANNOUNCE = ("POST", "/api/t/club/announcements")
TEA = {"text": "Tea is served"}
SCREEN = {"role": "display", "name": "stage", "device": "many"}
FOREIGN = [
    *(
        "evil.example",
        "evil.example:8000",
        "hall.evil.example",
        "evilhall",
        "localhost.evil.example",
        "hall@evil.example",
    ),
    *("evil@hall", "hall/evil", "[::1", "hall:80:80", "", "10.9.8.7", "[2001:db8::7]:8000"),
    "127.0.0.1.evil.example",
]


@pytest.fixture
def club(roundlog: Roundlog) -> Roundlog:
    roundlog.open_club()
    return roundlog


@pytest.mark.parametrize("host", FOREIGN)
def test_a_foreign_host_is_not_answered_though_its_origin_fits(club: Roundlog, web: Web, host: str):
    before = web.get("/health").json()["position"]
    rebound = {"host": host, "origin": f"http://{host}", "sec-fetch-site": "same-origin"}
    answer = web.sign_in("arbiter", "club").request(*ANNOUNCE, json=TEA, headers=rebound)
    assert (answer.status_code, answer.json()["code"]) == (421, "unknown-host")
    assert answer.headers["content-type"] == "application/problem+json"
    for address in ("/", "/t/club", "/console", "/static/none.css", "/health"):
        assert web.get(address, headers={"host": host}).status_code == 421
    assert web.get("/health").json()["position"] == before


@pytest.mark.parametrize(
    "host",
    [
        "hall",
        "HALL",
        "hall.",
        "hall:8000",
        "localhost:8000",
        "club.localhost",
        "127.0.0.1:9",
        "127.8.8.8",
        "[::1]:8000",
    ],
)
def test_a_known_host_is(club: Roundlog, web: Web, host: str):
    ours = {"host": host, "origin": f"http://{host}"}
    assert web.sign_in("arbiter", "club").request(*ANNOUNCE, json=TEA, headers=ours).status_code == 201


def test_an_address_at_which_the_request_arrived_is_this_machines(club: Roundlog, web: Web):
    assert web.get("http://10.9.8.7:8000/health").status_code == 200  # where the application is told that it arrived
    assert web.get("http://10.9.8.7:8000/health", headers={"host": "10.9.8.8:8000"}).status_code == 421
    assert web.get("http://evil.example/health").status_code == 421  # no name is one


def test_what_the_operator_says_is_known_and_links_start_with_it(club: Roundlog):
    with SqliteLog(club.log) as log:
        web = Web(build(log, public_url="https://chess.example", network=HallNetwork(known="http://10.1.2.3:8000")))
        for host in ("chess.example", "10.1.2.3:8000", "hall"):
            answer = web.bearer("owner").post("/api/keys", json=SCREEN, headers={"host": host})
            assert answer.json()["link"].startswith("https://chess.example/key/")
        web.app.state.services.key_store.close()


def test_a_foreign_websocket_is_refused(club: Roundlog, web: Web):
    sent: list[Any] = []
    scope = {
        "type": "websocket",
        "scheme": "ws",
        "path": "/live/club",
        "query_string": b"topics=boards",
        "headers": [(b"host", b"evil.example"), (b"origin", b"http://evil.example")],
        "server": ("10.9.8.7", 8000),
    }

    async def receive() -> dict[str, str]:
        return {"type": "websocket.connect"}

    async def send(message: Any) -> None:
        sent.append(message)

    asyncio.run(web.app(scope, receive, send))
    assert sent == [{"type": "websocket.close", "code": 1008, "reason": "unknown-host"}]


def test_names_are_written_in_many_ways():
    assert collect_hosts("https://Chess.example:8443", "", names=("Hall.", "", "::1")) == {
        "chess.example",
        "hall",
        "::1",
    }
    own = socket.gethostname().lower()
    assert own in find_machine_names()
    assert all(name == own or name.endswith(".local") for name in find_machine_names())
    assert [read_host_name(text) for text in ("Chess.example", "192.168.1.5", "2001:DB8::7")] == [
        *("chess.example", "192.168.1.5", "2001:db8::7")
    ]


@pytest.mark.parametrize("text", ["", "chess.example:8000", "https://chess.example", "a b", "[::1]", "x@y", "::g"])
def test_a_name_that_is_none_is_told(text: str):
    with pytest.raises(BadInput, match="host-name-unreadable"):
        read_host_name(text)
