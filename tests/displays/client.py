"""The server as tests ask it: the application itself, without a network between them."""

from __future__ import annotations

import asyncio
import atexit
import functools
from collections.abc import Iterator, Mapping
from typing import Any

import httpx
import pytest
from starlette.applications import Starlette

from displays.web import server
from displays.web.access.roles import Grant, Role
from displays.web.access.session_cookies import cookie_name
from ledger.confirmation import NEEDED
from ledger.store.sqlite import SqliteLog
from tests.displays.commandline import Roundlog

HALL = "http://hall"
OF_OUR_PAGES = {"origin": HALL, "x-roundlog": "test"}  # what a browser and our scripts send with every write
HOSTS = ("hall", "192.168.1.5")  # by which tests ask
Boards = tuple[int, int | None]  # the first and the last; no last: from there on


def build(log: SqliteLog, **options: Any) -> Starlette:
    """The application as an operator starts it who says by which names it is asked."""
    return server.build(log, **{"host_names": HOSTS, **options})


class Web:
    """A browser (or a program) that asks the application itself, without a network between them.

    ``web.get(…)`` asks as nobody in particular. ``web.sign_in("arbiter", "club").request("POST", …)`` asks as a
    browser of ours in which somebody signed in, ``web.bearer("results", "club", boards=(1, 20))`` as a program.
    """

    def __init__(self, app: Starlette, headers: Mapping[str, str] | None = None, address: str = "127.0.0.1") -> None:
        self.app = app
        self.headers = dict(headers or {})
        self.address = address

    def get(self, address: str, **asked: Any) -> httpx.Response:
        return self.request("GET", address, **asked)

    def post(self, address: str, **asked: Any) -> httpx.Response:
        return self.request("POST", address, **asked)

    def request(self, method: str, address: str, **asked: Any) -> httpx.Response:
        """``asked``: what httpx takes: params, json, data, content, headers."""
        transport = httpx.ASGITransport(self.app, raise_app_exceptions=False, client=(self.address, 50000))
        headers = {**self.headers, **asked.pop("headers", {})}

        async def answer() -> httpx.Response:
            async with httpx.AsyncClient(transport=transport, base_url=HALL) as client:
                found = await client.request(method, address, headers=headers, **asked)
            await _end_what_goes_on()
            return found

        return _runner().run(answer())

    def confirm(self, method: str, address: str, **asked: Any) -> httpx.Response:
        """The same, and says yes to whatever the server wants confirmed."""
        answer = self.request(method, address, **asked)
        headers = asked.pop("headers", {})
        while answer.status_code == 409 and answer.json()["code"] == NEEDED:
            token = answer.json()["facts"]["token"]
            answer = self.request(method, address, headers={**headers, "confirmation": token}, **asked)
        return answer

    # -- as somebody -------------------------------------------------------------------------------------------------

    def link(self, role: str, stream: str = "", boards: Boards | None = None, **terms: Any) -> str:
        """The address of a new key: ``/key/…``. ``terms``: name, days, once."""
        return f"/key/{self._token(role, stream, boards, **terms)}"

    def sign_in(self, role: str, stream: str = "", boards: Boards | None = None, **terms: Any) -> Web:
        """A browser in which somebody signed in; its name is that of the role unless ``name=`` says another."""
        key_store = self.app.state.services.key_store
        session = key_store.sessions.sign_in(self._token(role, stream, boards, **terms), address=self.address)
        cookie = f"{cookie_name(key_store.sessions.secret, is_https=False)}={key_store.sessions.cookie_of(session)}"
        return Web(self.app, {"cookie": cookie, **OF_OUR_PAGES}, self.address)

    def bearer(self, role: str, stream: str = "", boards: Boards | None = None, **terms: Any) -> Web:
        """A program that shows a key with every request."""
        token = self._token(role, stream, boards, api=True, **terms)
        return Web(self.app, {"authorization": f"Bearer {token}"}, self.address)

    def _token(self, role: str, stream: str, boards: Boards | None, **terms: Any) -> str:
        """A member is the first player unless ``player=`` says another."""
        first, last = boards or (None, None)
        player = terms.pop("player", 1) if role == "member" else None
        grant = Grant(Role(role), stream, first, last, player)
        made = self.app.state.services.key_store.make(grant, **{"name": f"the {role}", "by": "test", **terms})
        return made.token


@functools.cache
def _runner() -> asyncio.Runner:
    """One loop with its threads for all requests: each with a loop of its own would take half as long again."""
    runner = asyncio.Runner(loop_factory=asyncio.new_event_loop)
    atexit.register(runner.close)
    return runner


async def _end_what_goes_on() -> None:
    """As where each request has a loop of its own, which ends with it."""
    others = asyncio.all_tasks() - {asyncio.current_task()}
    for task in others:
        task.cancel()
    await asyncio.gather(*others, return_exceptions=True)


def cookie_of(answer: httpx.Response) -> str:
    """The session that an answer gave, as a browser sends it back."""
    return answer.headers["set-cookie"].partition(";")[0]


@pytest.fixture
def web(roundlog: Roundlog) -> Iterator[Web]:
    """The server over the log as it is when a test begins; what is written later reaches it through the file."""
    with SqliteLog(roundlog.log) as log:
        app = build(log)
        yield Web(app)
        app.state.services.key_store.close()
