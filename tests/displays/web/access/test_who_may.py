"""Every role at every endpoint. One that is added without a decision about who may use it fails here."""

from __future__ import annotations

import functools
import re
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from starlette.routing import Route, WebSocketRoute

from displays.web import api, static_files
from displays.web.access.roles import MAY, Role
from displays.web.api.endpoint import Endpoint
from displays.web.server import routes
from ledger.acts.permission import Permission
from ledger.store.sqlite import SqliteLog
from tests.displays.client import OF_OUR_PAGES, Web, build
from tests.displays.commandline import Roundlog

EVERYBODY, SIGNED_IN = "everybody", "signed in"
Need = Permission | str

# The pages, with what one must be allowed to do. The endpoints of the API say it themselves (``api.ENDPOINTS``).
PAGES: dict[str, Need] = {
    "GET /": EVERYBODY,
    "GET /health": EVERYBODY,
    "GET /health/reading": EVERYBODY,
    "GET /metrics": EVERYBODY,
    "GET /help": EVERYBODY,
    "GET /help/{language}": EVERYBODY,
    "GET /help/{language}/{chapter}": EVERYBODY,
    "GET /help/pictures/{version}/{language}/{name}.png": EVERYBODY,
    "GET /key": EVERYBODY,
    "POST /key": EVERYBODY,
    "GET /key/{token}": EVERYBODY,
    "POST /key/{token}": EVERYBODY,
    "GET /mail/{token}": EVERYBODY,
    "POST /mail/{token}": EVERYBODY,
    "GET /mail/{token}/stop": EVERYBODY,
    "POST /mail/{token}/stop": EVERYBODY,
    "GET /sign-out": EVERYBODY,
    "POST /sign-out": EVERYBODY,
    "GET /t/{id}": Permission.SEE,
    "GET /t/{id}/audit": Permission.SEE,
    "GET /t/{id}/boards": Permission.SEE,
    "GET /t/{id}/crosstable": Permission.SEE,
    "GET /t/{id}/players": Permission.SEE,
    "GET /t/{id}/ranks": Permission.SEE,
    "GET /t/{id}/ladder-table": Permission.SEE,
    "GET /t/{id}/ladder-table/embed": Permission.SEE,
    "GET /t/{id}/standings": Permission.SEE,
    "GET /t/{id}/open-games": Permission.SEE,
    "GET /t/{id}/schedule": Permission.SEE,
    "GET /t/{id}/schedule.ics": Permission.SEE,
    "GET /f/{id}/schedule.ics": Permission.SEE,
    "GET /t/{id}/card/{player}": Permission.SEE,
    "GET /f/{id}": Permission.SEE,
    "GET /p/{id}": Permission.SEE,
    "GET /p/{id}/{player}": Permission.SEE,
    "GET /p/{id}/{player}/app.webmanifest": Permission.SEE,
    "GET /p/{id}/{player}/why/{round}": Permission.SEE,
    "GET /p/{id}/{player}/stakes": Permission.SEE,
    "GET /p/{id}/{player}/movement": Permission.SEE,
    "GET /screen/{id}": Permission.SEE,
    "GET /screen/{id}/{name}": Permission.SEE,
    "GET /console": SIGNED_IN,
    "GET /console/new": Permission.OPEN,
    "GET /console/new-festival": Permission.OPEN,
    "GET /console/advice": SIGNED_IN,
    "GET /console/advice/tiebreak": SIGNED_IN,
    "GET /console/~server": Permission.RUN_SERVERS,
    "POST /console/~server": Permission.RUN_SERVERS,
    "GET /console/~server/notes": SIGNED_IN,
    "GET /console/~start": Permission.RUN_SERVERS,
    "GET /reach/{token}": EVERYBODY,
    "GET /hall-certificate.crt": EVERYBODY,
    "GET /console/~trf": Permission.OPEN,
    "GET /console/{id}/trf": Permission.SEE_PRIVATE,
    "GET /console/~ratings": Permission.DIRECT,
    "GET /console/{id}/ratings": Permission.DIRECT,
    "GET /console/{id}/ratings/differing": Permission.DIRECT,
    "GET /console/~network": Permission.RUN_SERVERS,
    "POST /console/~network": Permission.RUN_SERVERS,
    "GET /console/~backup": Permission.RUN_SERVERS,
    "POST /console/~backup": Permission.RUN_SERVERS,
    "GET /console/~backup/copy": Permission.RUN_SERVERS,
    "GET /console/people": Permission.INVITE,
    "POST /console/people": Permission.INVITE,
    "POST /console/people/{key}/revocation": Permission.INVITE,
    "POST /console/people/{key}/sessions/{session}/end": Permission.INVITE,
    "POST /console/{id}/people/{key}/sessions/{session}/end": Permission.INVITE,
    "GET /console/{id}": Permission.ENTER_RESULTS,
    "GET /console/{id}/members": Permission.INVITE,
    "POST /console/{id}/members": Permission.INVITE,
    "POST /console/{id}/members/revocation": Permission.INVITE,
    "POST /console/{id}/members/rights": Permission.DIRECT,
    "GET /console/{id}/moments": Permission.SEE_DRAFTS,
    "GET /console/{id}/people": Permission.INVITE,
    "POST /console/{id}/people": Permission.INVITE,
    "POST /console/{id}/people/{key}/revocation": Permission.INVITE,
    "GET /console/{id}/players": Permission.ENTER_RESULTS,
    "GET /console/{id}/absences": Permission.ENTER_RESULTS,
    "GET /console/{id}/check-in": Permission.ENTER_RESULTS,
    "GET /console/{id}/check-in/here": Permission.ENTER_RESULTS,
    "GET /console/{id}/hall": Permission.DIRECT,
    "GET /console/{id}/screens": Permission.CONTROL_SCREENS,
    "GET /console/{id}/screens/{name}.svg": Permission.CONTROL_SCREENS,
    "GET /images/{name}": EVERYBODY,
    "GET /console/{id}/settings": Permission.DIRECT,
    "GET /console/{id}/corrections": Permission.DIRECT,
    "GET /console/{id}/what-if": Permission.SEE_DRAFTS,
    "GET /console/{id}/audit": Permission.ENTER_RESULTS,
    "GET /console/{id}/rounds/{round}": Permission.ENTER_RESULTS,
    "GET /console/{id}/rounds/{round}/state": Permission.ENTER_RESULTS,
    "GET /console/{id}/rounds/{round}/engine": Permission.SEE_DRAFTS,
    "GET /console/{id}/rounds/{round}/reasons": Permission.SEE_DRAFTS,
    "GET /console/{id}/standings": Permission.ENTER_RESULTS,
    "GET /console/{id}/crosstable": Permission.ENTER_RESULTS,
    "GET /console/{id}/ladder-table": Permission.ENTER_RESULTS,
    "GET /console/{id}/ranks": Permission.ENTER_RESULTS,
    "GET /console/{id}/cards/{player}": Permission.ENTER_RESULTS,
    "GET /console/{id}/print/{kind}": Permission.ENTER_RESULTS,
    "GET /console/{id}/lots": Permission.DIRECT,
    "GET /console/{id}/categories": Permission.DIRECT,
    "GET /console/{id}/fees": Permission.ENTER_RESULTS,
    "GET /console/{id}/open-games": Permission.SEE_DRAFTS,
    "GET /console/{id}/season": Permission.DIRECT,
    "GET /console/{id}/player-list": Permission.ENTER_RESULTS,
    "GET /console/{id}/intermediate": Permission.SEE_DRAFTS,
    "GET /console/{id}/ties": Permission.DIRECT,
    "GET /console/{id}/place-changes": Permission.DIRECT,
}
# Asked by tests/displays/web/live: who may follow which topic.
SOCKETS = {"/live/{id}"}


def of_the_api() -> dict[str, Need]:
    def need(endpoint: Endpoint) -> Need:
        if endpoint.permission is not None:
            return endpoint.permission
        return Permission.SEE if "{id}" in endpoint.path else EVERYBODY

    return {f"{endpoint.method} {endpoint.path}": need(endpoint) for endpoint in api.ENDPOINTS}


NEEDS = PAGES | of_the_api()
BODIES = {f"{endpoint.method} {endpoint.path}": endpoint.example for endpoint in api.ENDPOINTS}


def all_endpoints() -> list[str]:
    found = [route for route in routes() if isinstance(route, Route) and route not in static_files.ROUTES]
    return [f"{method} {route.path}" for route in found for method in sorted((route.methods or set()) - {"HEAD"})]


def test_nothing_but_endpoints_sockets_and_files():
    others = [route for route in routes() if not isinstance(route, Route)]
    assert {route.path for route in others if isinstance(route, WebSocketRoute)} == SOCKETS
    assert all(isinstance(route, WebSocketRoute) for route in others)


def test_who_may_use_each_endpoint_is_decided():
    assert sorted(set(all_endpoints()) - set(NEEDS)) == []
    assert sorted(set(NEEDS) - set(all_endpoints())) == []


def test_an_endpoint_that_writes_is_never_for_everybody_to_change_a_tournament():
    unsafe = {endpoint: need for endpoint, need in NEEDS.items() if not endpoint.startswith("GET ")}
    free = {endpoint for endpoint, need in unsafe.items() if need in (EVERYBODY, Permission.SEE)}
    assert free == {"POST /key", "POST /mail/{token}", "POST /mail/{token}/stop", "POST /key/{token}", "POST /sign-out"}


# What belongs to no tournament and costs time, or tells of people, is for who may do it somewhere.
SOMEWHERE = {
    "POST /api/rules/check",
    *("GET /api/ratings", "POST /api/ratings/match", "GET /api/ratings/lists", "GET /console/~ratings"),
    *("GET /api/ratings/currency", "POST /api/ratings/currency"),
}


@pytest.mark.parametrize("endpoint", sorted(SOMEWHERE))
def test_an_endpoint_for_those_who_direct_something_somewhere(endpoint: str, server: Web):
    assert NEEDS[endpoint] is Permission.DIRECT
    for role in KNOWN:
        answer = ask(server.sign_in(role.value, "club"), endpoint, "")
        assert is_let_in(answer) == (Permission.DIRECT in MAY[role]), answer.text
    assert ask(server, endpoint, "").status_code == 401


# -- every role at every endpoint ------------------------------------------------------------------------------------


@functools.cache
def _played() -> bytes:
    """``club`` is public, ``secret`` the same and private; each has a round that waits for results, and a draft."""
    with tempfile.TemporaryDirectory() as folder:
        roundlog = Roundlog(Path(folder))
        for stream, *private in (("club",), ("secret", "--private")):
            roundlog("open", stream, "--name", stream, "--rounds", 5, *private)
            for name in ("Anna", "Bram", "Katrin", "Jürgen"):
                roundlog("register", stream, name)
            roundlog("pair", stream, 1, "--boards", "1-2 3-4")
            roundlog("publish", stream, 1)
        roundlog("open-festival", "fair", "--name", "Fair")
        roundlog("open-festival", "closed", "--name", "Closed", "--private")
        return roundlog.log.read_bytes()


@contextmanager
def serving(path: Path) -> Iterator[Web]:
    path.write_bytes(_played())
    with SqliteLog(path) as log:
        app = build(log)
        yield Web(app)
        app.state.services.key_store.close()


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Web]:
    with serving(tmp_path / "roundlog.db") as web:
        yield web


@pytest.fixture(scope="module")
def lasting_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Web]:
    """For those who only look, or may not do more; at the end it is as it was at the beginning."""
    with serving(tmp_path_factory.mktemp("lasting") / "roundlog.db") as web:
        before = position(web)
        yield web
        assert position(web) == before
    signed_in.cache_clear()
    with_a_key.cache_clear()


def position(web: Web) -> int:
    return int(web.app.state.services.desk.log.position())


@pytest.fixture
def server_for(request: pytest.FixtureRequest, endpoint: str) -> Web:
    """What writes needs a server of its own."""
    found: Web = request.getfixturevalue("lasting_server" if endpoint.startswith("GET ") else "server")
    return found


@functools.cache
def signed_in(web: Web, role: Role, stream: str = "") -> Web:
    return web.sign_in(role.value, stream)


@functools.cache
def with_a_key(web: Web, role: Role, stream: str) -> Web:
    return web.bearer(role.value, stream)


KNOWN = [role for role in Role if role is not Role.PUBLIC]
FILLED = {"player": "1", "round": "1", "board": "1", "kind": "boards", "key": "999", "name": "stage"}


def ask(web: Web, endpoint: str, stream: str):
    method, path = endpoint.split(" ")
    address = re.sub(r"\{(\w+)\}", lambda part: FILLED.get(part[1], "1"), path.replace("{id}", stream))
    body = BODIES.get(endpoint)
    return web.request(method, address, **({} if body is None else {"json": body}))


def is_let_in(answer) -> bool:
    """Whatever came of it (a wrong number, a rule that says no): it was not refused for who asked."""
    assert answer.status_code < 500, answer.text
    is_hidden = answer.status_code == 404 and re.search("no such (tournament|event)", answer.text) is not None
    return answer.status_code not in (401, 403) and not is_hidden


def may(role: Role, need: Need, *, is_private: bool) -> bool:
    if need is Permission.SEE and not is_private:
        return True
    if isinstance(need, Permission):
        return role is not Role.PUBLIC and need in MAY[role]
    return need == EVERYBODY or role is not Role.PUBLIC


OF_A_TOURNAMENT = [endpoint for endpoint in NEEDS if "{id}" in endpoint and "/f/{id}" not in endpoint]
# (Who adds a section has to direct that tournament too: ``tests/displays/web/api/test_festivals.py``.)
OF_A_FESTIVAL = [endpoint for endpoint in NEEDS if "/f/{id}" in endpoint and endpoint != "POST /api/f/{id}/sections"]


@pytest.mark.parametrize("endpoint", OF_A_FESTIVAL)
def test_every_role_at_every_endpoint_of_a_festival(endpoint: str, server_for: Web):
    for stream in ("fair", "closed"):
        for role in (*KNOWN, Role.PUBLIC):
            web = server_for if role is Role.PUBLIC else with_a_key(server_for, role, stream)
            answer = ask(web, endpoint, stream)
            held = Role.PUBLIC if role is Role.MEMBER else role  # a member is a player, of one tournament
            assert is_let_in(answer) == may(held, NEEDS[endpoint], is_private=stream == "closed"), (role, answer.text)


_APART = SOMEWHERE | {"POST /key"}
OF_THE_SERVER = [
    endpoint for endpoint in NEEDS if "{id}" not in endpoint and "{token}" not in endpoint and endpoint not in _APART
]


@pytest.mark.parametrize("stream", ["club", "secret"])
@pytest.mark.parametrize("endpoint", OF_A_TOURNAMENT)
def test_an_endpoint_of_a_tournament(server_for: Web, endpoint: str, stream: str):
    need = NEEDS[endpoint]
    for role in KNOWN:
        expected = may(role, need, is_private=stream == "secret")
        for visitor in (signed_in(server_for, role, stream), with_a_key(server_for, role, stream)):
            answer = ask(visitor, endpoint, stream)
            assert is_let_in(answer) == expected, (role, answer.status_code, answer.text[:300])
            if not expected:
                assert answer.status_code == 403
        elsewhere = ask(signed_in(server_for, role, "elsewhere"), endpoint, stream)
        assert is_let_in(elsewhere) == may(Role.PUBLIC, need, is_private=stream == "secret"), (
            role,
            elsewhere.text[:300],
        )


@pytest.mark.parametrize("stream", ["club", "secret"])
def test_strangers_at_the_endpoints_of_a_tournament(lasting_server: Web, stream: str):
    for endpoint in OF_A_TOURNAMENT:
        need = NEEDS[endpoint]
        for stranger in (lasting_server, Web(lasting_server.app, OF_OUR_PAGES)):
            answer = ask(stranger, endpoint, stream)
            expected = may(Role.PUBLIC, need, is_private=stream == "secret")
            assert is_let_in(answer) == expected, (endpoint, answer.text[:300])
            if not expected:
                assert answer.status_code == (404 if need is Permission.SEE else 401), endpoint


@pytest.mark.parametrize("endpoint", OF_THE_SERVER)
def test_an_endpoint_of_the_server(server_for: Web, endpoint: str):
    need = NEEDS[endpoint]
    for role in KNOWN:
        if role is not Role.MEMBER:  # who is a player, of one tournament
            answer = ask(signed_in(server_for, role), endpoint, "")
            assert is_let_in(answer) == may(role, need, is_private=False), (role, answer.status_code, answer.text[:300])
        # A key to one tournament is none to the server.
        answer = ask(signed_in(server_for, role, "club"), endpoint, "")
        assert is_let_in(answer) == (need in (EVERYBODY, SIGNED_IN)), (role, answer.status_code, answer.text[:300])
    assert is_let_in(ask(Web(server_for.app, OF_OUR_PAGES), endpoint, "")) == (need == EVERYBODY)


def test_who_may_not_writes_nothing(lasting_server: Web):
    before = position(lasting_server)
    display, owner = signed_in(lasting_server, Role.DISPLAY, "club"), signed_in(lasting_server, Role.OWNER, "elsewhere")
    for endpoint in (endpoint for endpoint in NEEDS if not endpoint.startswith("GET ") and "{id}" in endpoint):
        for visitor in (lasting_server, display, owner):
            ask(visitor, endpoint, "club")
        assert position(lasting_server) == before, endpoint


# -- the boards of a helper ------------------------------------------------------------------------------------------


def test_a_helper_enters_the_results_of_their_own_boards(server: Web):
    for helper in (server.sign_in("results", "club", (1, 1)), server.bearer("results", "club", (1, 1))):
        answer = helper.post("/api/t/club/rounds/1/boards/2/result", json={"result": "1-0"})
        assert (answer.status_code, answer.json()["code"]) == (403, "board-not-yours")
        assert answer.json()["facts"] == {"board": 2, "boards": ["1-1"]}
        assert "Board 2 is not among yours (1-1)." in answer.json()["detail"]
    assert helper.post("/api/t/club/rounds/1/boards/1/result", json={"result": "1-0"}).status_code in (200, 201)
    open_end = server.sign_in("results", "club", (2, None))
    assert open_end.post("/api/t/club/rounds/1/boards/1/result", json={"result": "0-1"}).status_code == 403
    assert open_end.post("/api/t/club/rounds/1/boards/2/result", json={"result": "1-0"}).status_code in (200, 201)


@pytest.mark.parametrize(
    "command",
    [
        {"do": "enter-result", "round": 1, "board": 2, "result": "1-0"},
        {"do": "correct-result", "round": 1, "board": 1, "result": "1-0", "reason": "x"},
        {"do": "publish-round", "round": 1},
        {"do": "announce", "text": "Tea"},
        {"do": "change-rules", "rules": {"system": "by-hand", "rounds": 9}, "reason": "x"},
    ],
)
def test_the_endpoint_for_all_commands_is_no_way_round(server: Web, command):
    helper = server.sign_in("results", "club", (1, 1))
    assert helper.post("/api/t/club/commands", json=command).status_code == 403
    allowed = {"do": "enter-result", "round": 1, "board": 1, "result": "1-0"}
    assert helper.post("/api/t/club/commands", json=allowed).status_code in (200, 201)


def test_two_ranges_together(server: Web):
    first = server.sign_in("results", "club", (1, 1))
    answer = first.post(server.link("results", "club", (2, 2)), data={"keep": "yes"})
    both = Web(server.app, {"cookie": answer.headers["set-cookie"].partition(";")[0], **OF_OUR_PAGES})
    for board in (1, 2):
        entered = both.post(f"/api/t/club/rounds/1/boards/{board}/result", json={"result": "1-0"})
        assert entered.status_code in (200, 201)
