"""Links of members: made for all at once, renewed, revoked; each acts for its own player and for nobody else."""

from __future__ import annotations

import re

import pytest
from starlette.requests import HTTPConnection

from displays.web.access.key_store import KeyStore
from displays.web.access.middleware import identify
from displays.web.access.roles import Grant, Role
from engine.errors import Refusal
from ledger.acts.permission import Permission
from tests.displays.client import OF_OUR_PAGES, Web, cookie_of
from tests.displays.commandline import Roundlog

MEMBERS = "/api/t/club/members"
PAGE = "/console/club/members"


@pytest.fixture
def club(roundlog: Roundlog) -> Roundlog:
    roundlog.open_club()
    return roundlog


@pytest.fixture
def arbiter(club: Roundlog, web: Web) -> Web:
    return web.sign_in("arbiter", "club")


def make(arbiter: Web, **asked: object) -> dict[int, str]:
    """The path of each new link, by player."""
    answer = arbiter.post(f"{MEMBERS}/links", json=asked)
    assert answer.status_code in (200, 201), answer.text
    return {line["player"]: line["link"].removeprefix("http://hall") for line in answer.json()}


def come_in(web: Web, link: str, **fields: str) -> Web:
    answer = web.post(link, data=fields, headers=OF_OUR_PAGES)
    assert answer.status_code == 303, answer.text
    return Web(web.app, {"cookie": cookie_of(answer), **OF_OUR_PAGES})


def states(arbiter: Web) -> dict[int, str]:
    return {line["player"]: line["state"] for line in arbiter.get(MEMBERS).json()}


# -- making, renewing, revoking ----------------------------------------------------------------------------------------


def test_all_get_one_at_once_and_who_has_one_keeps_it(arbiter: Web, web: Web):
    assert set(states(arbiter).values()) == {"none"}
    first = make(arbiter, players=[2])
    assert sorted(first) == [2]
    rest = make(arbiter)
    assert sorted(rest) == [1, 3, 4]
    assert make(arbiter) == {}
    assert set(states(arbiter).values()) == {"waiting"}
    come_in(web, first[2])
    assert states(arbiter)[2] == "in-use"


def test_a_new_link_ends_the_old_one_and_who_is_in_with_it(arbiter: Web, web: Web):
    old = make(arbiter, players=[2])[2]
    member = come_in(web, old)
    assert is_member(member, 2)
    new = make(arbiter, players=[2], renew=True)[2]
    assert not is_member(member, 2)
    assert web.get(old).status_code == 401
    assert is_member(come_in(web, new), 2)


def test_a_revoked_link_opens_nothing(arbiter: Web, web: Web):
    links = make(arbiter)
    members = {player: come_in(web, link) for player, link in links.items()}
    assert arbiter.request("DELETE", f"{MEMBERS}/2/link").json() == {"links": 1}
    assert {player for player, member in members.items() if is_member(member, player)} == {1, 3, 4}
    assert arbiter.request("DELETE", f"{MEMBERS}/links").json() == {"links": 3}
    assert not any(is_member(member, player) for player, member in members.items())
    assert web.get(links[2]).status_code == 401


def test_nobody_gets_one_who_is_not_there(arbiter: Web):
    answer = arbiter.post(f"{MEMBERS}/links", json={"players": [1, 9]})
    assert (answer.status_code, answer.json()["code"]) == (404, "no-such-player")
    assert set(states(arbiter).values()) == {"none"}


def test_all_of_them_or_none():
    """One of forty that cannot be made: nobody is left with half a sheet."""
    with KeyStore() as key_store:
        with pytest.raises(Refusal):
            key_store.make_links("club", {1: "Anna (1)", 2: "\n"}, by="x")
        assert key_store.all_keys() == ()
        made = key_store.make_links("club", {1: "Anna (1)", 2: "Bram (2)"}, by="x")
        assert [one.key.number for one in made] == [1, 2]
        assert [key_store.key_of(one.token).grant for one in made] == [
            Grant(Role.MEMBER, "club", player=player) for player in (1, 2)
        ]


@pytest.mark.parametrize(
    "grant", [Grant(Role.MEMBER, "club"), Grant(Role.MEMBER, player=1), Grant(Role.ARBITER, "club", player=1)]
)
def test_a_members_key_is_for_one_player_of_one_tournament(grant: Grant):
    with KeyStore() as key_store, pytest.raises(Refusal, match="member-needs-player"):
        key_store.make(grant, name="x", by="y")


# -- coming in ---------------------------------------------------------------------------------------------------------


def test_a_member_lands_on_their_own_page_and_is_asked_for_no_name(arbiter: Web, web: Web):
    link = make(arbiter, players=[2])[2]
    page = web.get(link).text
    assert "You will be Bram (2): member." in page
    assert 'id="name"' not in page
    answer = web.post(link, data={"name": "Anna"}, headers=OF_OUR_PAGES)
    assert answer.headers["location"] == "/p/club/2"
    member = come_in(web, link)  # on another device, or scanned again next week
    again = member.get(link)
    assert (again.status_code, again.headers["location"]) == (303, "/p/club/2")


def test_two_members_on_one_phone_each_act_for_their_own_player(arbiter: Web, web: Web):
    links = make(arbiter)
    phone = come_in(web, links[2])
    assert re.search(r'name="keep" value="yes" checked', phone.get(links[3]).text)
    phone = come_in(phone, links[3], keep="yes")
    assert [player for player in (1, 2, 3, 4) if is_member(phone, player)] == [2, 3]


def test_an_arbiter_who_plays_stays_the_arbiter(arbiter: Web, web: Web):
    """Their own link beside the arbiter's changes nothing of what they do as one."""
    link = make(arbiter, players=[2])[2]
    both = come_in(web.sign_in("arbiter", "club", name="Bram de Boer"), link, keep="yes")
    assert both.post("/api/t/club/announcements", json={"text": "Tea"}).status_code == 201
    entry = both.get("/api/t/club/audit").json()["entries"][-1]
    assert (entry["actor"], entry["key"]["name"]) == ("Bram de Boer", "Bram de Boer")
    assert is_member(both, 2)


def test_a_private_tournament_is_there_for_its_members_until_their_entry_is_removed(roundlog: Roundlog, web: Web):
    roundlog("open", "club", "--name", "Club", "--rounds", 5, "--private")
    for name in ("Anna", "Bram"):
        roundlog("register", "club", name)
    arbiter = web.sign_in("arbiter", "club")
    member = come_in(web, make(arbiter, players=[2])[2])
    assert [visitor.get("/p/club/2").status_code for visitor in (member, web)] == [200, 404]
    assert [line["id"] for line in member.get("/api/t").json()] == ["club"]
    assert 'href="/t/club' in member.get("/").text
    assert "view=standings" in member.get("/screen/club?view=ladder", headers={"accept": "text/html"}).text
    roundlog("remove", "club", 2, "--reason", "moved away")
    assert member.get("/api/t").json() == []
    assert 'href="/t/club' not in member.get("/").text
    assert "view=standings" not in member.get("/screen/club?view=ladder", headers={"accept": "text/html"}).text
    assert [member.get(address).status_code for address in ("/p/club/1", "/t/club", "/api/t/club")] == [404] * 3
    assert arbiter.request("DELETE", f"{MEMBERS}/2/link").json() == {"links": 1}


# -- the page ----------------------------------------------------------------------------------------------------------


def test_the_sheet_has_a_code_for_everybody_and_is_the_same_when_the_form_is_sent_again(arbiter: Web):
    form = re.findall(
        r'name="form" value="([^"]+)"><input type="hidden" name="who" value="missing"', arbiter.get(PAGE).text
    )
    sheet = arbiter.post(PAGE, data={"form": form[0], "who": "missing"})
    links = re.findall(r'<p class="slip-link">([^<]+)</p>', sheet.text)
    assert len(set(links)) == 4
    assert sheet.text.count('<img src="data:image/svg+xml') == 4
    assert sheet.headers["cache-control"] == "no-store"
    again = arbiter.post(PAGE, data={"form": form[0], "who": "missing"})
    assert re.findall(r'<p class="slip-link">([^<]+)</p>', again.text) == links
    assert "/key/" not in arbiter.get(PAGE).text


def test_one_is_renewed_and_revoked_on_the_page(arbiter: Web, web: Web):
    link = make(arbiter, players=[2])[2]
    sheet = arbiter.post(PAGE, data={"who": "2"}).text
    assert sheet.count('class="slip link-slip"') == 1
    assert web.get(link).status_code == 401
    assert arbiter.post(f"{PAGE}/revocation", data={"who": "2"}).status_code == 303
    assert states(arbiter)[2] == "revoked"
    assert arbiter.post(f"{PAGE}/revocation", data={}).status_code == 400  # of whom was not said: of nobody


def test_links_of_members_do_not_fill_the_page_of_who_has_access(arbiter: Web):
    make(arbiter)
    page = arbiter.get("/console/club/people").text
    assert "Bram (2)" not in page
    assert f'href="{PAGE}"' in page
    assert 'value="member"' not in page


def test_who_asked_for_initials_is_called_by_them_in_the_log(club: Roundlog, arbiter: Web, web: Web):
    club("initials", "club", 2)
    make(arbiter, players=[2])
    (key, *_) = web.app.state.services.key_store.all_keys()
    assert key.name == "B. (2)"


def test_who_asks_for_initials_later_is_called_by_them_in_the_public_log(club: Roundlog, arbiter: Web, web: Web):
    member = come_in(web, make(arbiter, players=[2])[2])
    told = member.request("PUT", f"{MEMBERS}/2/evenings", json={"absent": True, "rounds": [3]})
    assert told.status_code == 200
    club("initials", "club", 2)
    for path in ("/api/t/club/audit", "/t/club/audit", "/api/t/club/events"):
        public = web.get(path).text
        assert "B. (2)" in public
        assert "Bram" not in public, path


def is_member(visitor: Web, player: int) -> bool:
    """Whether the server lets this visitor act for that player."""
    headers = [(name.encode(), value.encode()) for name, value in {**visitor.headers, "host": "hall"}.items()]
    scope = {"type": "http", "app": visitor.app, "headers": headers, "scheme": "http", "path": "/", "method": "GET"}
    return identify(HTTPConnection(scope)).visitor.may(Permission.ACT_AS_PLAYER, "club", player=player)
