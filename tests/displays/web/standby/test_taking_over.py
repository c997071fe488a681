"""Taking over without being signed in: an owner's key says so where no writes are taken, nothing else does."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from displays.web.access.key_store import KeyStore
from displays.web.access.rate_limit import FREE
from displays.web.standby import running
from engine.model import Details, Rules
from ledger.acts.epochs import SERVER_STREAM, EpochBegun
from ledger.acts.opening import TournamentOpened
from ledger.private_file import path_of_private_file
from ledger.standby.epochs import ServerRole, shared_secret
from ledger.standby.membership import Replacement
from ledger.standby.pair import ServerPair
from ledger.store.sqlite import SqliteLog
from tests.displays.client import OF_OUR_PAGES, Web, build, cookie_of
from tests.displays.web.access.moments import Clock

FIRST, OWN = "http://first:8000", "http://hall"
WHY = {"how": "take-over", "reason": "The first has no power"}
BUTTON = 'name="how" value="take-over"'


class Laptop:
    """A server with a tournament and keys; what it is besides, a test says."""

    def __init__(self, log: SqliteLog, path: Path) -> None:
        self.pair = ServerPair(log, path, address=OWN)
        self.clock = Clock()
        self.keys = KeyStore(path_of_private_file(path), self.clock, self.pair.check_writable)
        self.keys.note_server_address(FIRST)
        self.web = Web(build(log, pair=self.pair, key_store=self.keys), OF_OUR_PAGES)
        self.owner, self.arbiter = self.web.link("owner", name="Els"), self.web.link("arbiter", name="Bram")
        self.once = self.web.link("owner", name="Mari", once=True)

    def become_standby(self) -> None:
        self.pair.become_standby(FIRST, "token", shared_secret("digest"))

    def become_replaced(self) -> None:
        self.pair.set_waiting(True)
        self.pair._change(replaced=Replacement(1, "other", FIRST, self.pair.log.position()), other=FIRST)

    def post(self, address: str, **form: str) -> httpx.Response:
        return self.web.post(address, data=form)

    def paste(self, key: str) -> httpx.Response:
        return self.post("/key", key=f"{FIRST}{key}", **WHY)

    def contents(self) -> tuple[int, int, str]:
        """All that is written anywhere."""
        rows = self.pair.private_rows()
        assert rows is not None
        return self.pair.log.position(), rows.positions()["happenings"], self.pair.role.value

    def check_is_taken_over(self, answer: httpx.Response, name: str) -> None:
        assert (answer.status_code, answer.headers["location"]) == (303, "/console")
        assert self.pair.role is ServerRole.FIRST
        (recorded,) = self.pair.log.read(SERVER_STREAM)
        assert isinstance(recorded.event, EpochBegun)
        assert (recorded.event.reason, recorded.event.address) == ("The first has no power", OWN)
        assert recorded.actor.startswith(f"{name} (key ")
        page = self.web.get("/console", headers={"cookie": cookie_of(answer)})
        assert (page.status_code, name in page.text) == (200, True)
        assert self.keys.server_address == OWN


@pytest.fixture
def laptop(tmp_path: Path) -> Iterator[Laptop]:
    path = tmp_path / "club.db"
    with SqliteLog(path) as log:
        opened = TournamentOpened(details=Details("Club"), rules=Rules("fide-dutch-2026", 5))
        log.submit("club", 0, [opened], actor="Anna", command="open").result(5)
        laptop = Laptop(log, path)
        yield laptop
        laptop.keys.close()
        laptop.pair.close()


@pytest.fixture
def standby(laptop: Laptop) -> Laptop:
    laptop.become_standby()
    return laptop


def test_where_one_would_sign_in_an_owners_key_takes_over_and_is_signed_in(standby: Laptop):
    page = standby.web.get("/console")
    assert (page.status_code, BUTTON in page.text, f'href="{FIRST}/key"' in page.text) == (401, True, True)
    assert BUTTON in standby.web.get("/key").text
    standby.check_is_taken_over(standby.paste(standby.owner), "Els")


def test_the_link_of_an_owner_takes_over(standby: Laptop):
    assert BUTTON in standby.web.get(standby.owner).text
    standby.check_is_taken_over(standby.post(standby.owner, **WHY), "Els")


def test_a_link_for_one_device_takes_over_if_nobody_has_used_it(laptop: Laptop):
    assert laptop.post(laptop.once, name="Mari").status_code == 303
    fresh = laptop.web.link("owner", name="Juta", once=True)
    laptop.become_standby()
    before = laptop.contents()
    assert laptop.paste(laptop.once).status_code == 401
    assert laptop.contents() == before
    laptop.check_is_taken_over(laptop.paste(fresh), "Juta")


def test_a_form_that_is_sent_twice_takes_over_once(standby: Laptop):
    assert standby.paste(standby.owner).status_code == 303
    standby.check_is_taken_over(standby.paste(standby.owner), "Els")


def test_no_other_key_takes_over(laptop: Laptop):
    revoked, late = laptop.web.link("owner", name="Jan"), laptop.web.link("owner", days=1)
    (jan,) = (key.number for key in laptop.keys.all_keys() if key.name == "Jan")
    laptop.keys.revoke(jan, by="test")
    of_one = laptop.web.link("owner", "club")
    program = laptop.web.bearer("owner").headers["authorization"].removeprefix("Bearer ")
    laptop.become_standby()
    laptop.clock.goes_on(days=2)
    before = laptop.contents()
    page = laptop.web.get(laptop.arbiter)
    assert (page.status_code, "<button" in page.text) == (200, False)
    statuses = {laptop.arbiter: 403, of_one: 403, revoked: 401, late: 401, f"/key/{program}": 401}
    for key, status in statuses.items():
        laptop.web.app.state.services.failed_keys.note_success("127.0.0.1")  # how often one may try: below
        assert [laptop.paste(key).status_code, laptop.post(key, **WHY).status_code] == [status, status]
        assert laptop.contents() == before


def test_whoever_tries_keys_has_to_wait(standby: Laptop):
    before = standby.contents()
    answers = [standby.paste(f"/key/{'x' * 43}").status_code for _ in range(FREE + 1)]
    assert answers == [401] * FREE + [429]
    assert standby.contents() == before


@pytest.mark.parametrize("sent", [{"origin": "http://elsewhere"}, {"sec-fetch-site": "cross-site"}])
def test_another_site_takes_nothing_over(standby: Laptop, sent: dict[str, str]):
    before = standby.contents()
    for address in ("/key", standby.owner):
        form = {"key": standby.owner, **WHY}
        answer = standby.web.post(address, data=form, headers=sent)
        assert answer.status_code == 403
    assert Web(standby.web.app).post("/key", data={"key": standby.owner, **WHY}).status_code == 403
    assert standby.contents() == before


def test_nobody_takes_over_without_a_reason(standby: Laptop):
    before = standby.contents()
    form = {"how": "take-over", "reason": " "}
    told = standby.post("/key", key=standby.owner, **form), standby.post(standby.owner, **form)
    assert [(answer.status_code, BUTTON in answer.text) for answer in told] == [(400, True)] * 2
    assert standby.contents() == before


def test_nobody_signs_in_who_does_not_take_over(standby: Laptop):
    before = standby.contents()
    refused = standby.post(standby.owner, name="Els")
    assert (refused.status_code, "set-cookie" in refused.headers) == (409, False)
    assert standby.contents() == before


def test_a_server_that_takes_writes_offers_nothing(laptop: Laptop):
    for address in ("/key", "/console", laptop.owner):
        assert BUTTON not in laptop.web.get(address).text
    assert laptop.paste(laptop.owner).status_code == 303  # signed in, as with any good key
    assert (laptop.pair.role, laptop.pair.log.version(SERVER_STREAM)) == (ServerRole.SINGLE, 0)


def test_one_that_was_replaced_takes_over_again(laptop: Laptop):
    laptop.become_replaced()
    assert laptop.pair.role is ServerRole.REPLACED
    assert BUTTON in laptop.web.get("/console").text
    laptop.check_is_taken_over(laptop.paste(laptop.owner), "Els")


@pytest.mark.parametrize("code", ["en", "nl", "de", "et"])
def test_the_page_is_told_in_every_language(standby: Laptop, code: str):
    for address in ("/key", standby.owner, standby.arbiter):
        page = standby.web.get(f"{address}?lang={code}").text
        assert FIRST in page


def test_an_open_page_of_the_console_asks_what_is_told_of_the_servers(laptop: Laptop):
    owner = laptop.web.sign_in("owner")
    assert "data-renewed" not in owner.get("/console").text
    laptop.become_standby()
    page, notes = owner.get("/console").text, owner.get("/console/~server/notes")
    assert "data-renewed" in page
    assert notes.text.strip() in page
    assert FIRST in notes.text
    assert laptop.web.get("/console/~server/notes").status_code == 401


def test_links_of_the_command_line_lead_to_the_server_that_has_taken_over(
    standby: Laptop, monkeypatch: pytest.MonkeyPatch
):
    """Also if the command line had it take over, which knows no address."""
    monkeypatch.setattr(running, "LOOK_EVERY", 0.01)
    monkeypatch.setattr(running, "Follower", lambda _: _NoFollower())

    async def run() -> None:
        async with running.run_pair(standby.pair, standby.keys.note_server_address), asyncio.timeout(20):
            await asyncio.sleep(0.05)
            assert standby.keys.server_address == FIRST
            standby.pair.take_over(reason="The first has no power", actor="Anna")
            while standby.keys.server_address != OWN:
                await asyncio.sleep(0.01)

    asyncio.run(run())


class _NoFollower:
    def start(self) -> None:
        """There is no first to be asked."""

    def close(self) -> None:
        """Nothing goes on."""
