"""Inviting people: who may give what to whom, a link and a code that phones can open, and taking it back."""

import re
from collections.abc import Iterator
from dataclasses import replace
from html import unescape
from urllib.parse import unquote

import pytest
import segno

from displays.web.access.forms import FORMS_KEPT, SentForms
from displays.web.access.key_store import KeyStore, NewKey
from displays.web.access.roles import MAY_INVITE, Grant, Role, Visitor
from displays.web.network.hall_network import HallNetwork
from displays.words.language import LANGUAGES
from ledger.store.sqlite import SqliteLog
from tests.displays.client import OF_OUR_PAGES, Web, build, cookie_of
from tests.displays.commandline import Roundlog

PEOPLE = "/console/club/people"
BRAM = {"role": "results", "name": "Bram", "boards": "1-20", "days": "3", "device": "once"}


@pytest.fixture
def club(roundlog: Roundlog) -> Roundlog:
    roundlog.open_club()
    return roundlog


@pytest.fixture
def outside(club: Roundlog) -> Iterator[Web]:
    """A server with a name of its own."""
    with SqliteLog(club.log) as log:
        app = build(log, public_url="https://chess.example")
        yield Web(app)
        app.state.services.key_store.close()


def link_on(page: str) -> str:
    found = re.search(r'<input id="link" readonly value="([^"]+)"', page)
    assert found, page
    return unescape(found[1])


def picture_on(page: str) -> str:
    found = re.search(r'<img class="qr" src="data:image/svg\+xml;charset=utf-8,([^"]+)"', page)
    assert found
    return unquote(unescape(found[1]))


def test_an_invitation_lets_somebody_in_as_what_it_says(club: Roundlog, web: Web):
    arbiter = web.sign_in("arbiter", "club", name="Anna")
    page = arbiter.post(PEOPLE, data=BRAM)
    assert page.status_code == 200
    answer = web.post(link_on(page.text).removeprefix("http://hall"), headers=OF_OUR_PAGES)
    helper = Web(web.app, {"cookie": cookie_of(answer), **OF_OUR_PAGES})
    assert helper.get("/console/club").status_code == 200
    assert helper.get(PEOPLE).status_code == 403
    (key,) = (key for key in web.app.state.services.key_store.all_keys() if key.name == "Bram")
    assert key.grant == Grant(Role.RESULTS, "club", 1, 20)
    assert key.is_once
    assert key.made_by == "Anna (key 1, console, 127.0.0.1)"
    assert key.expires


def test_the_code_is_the_link(club: Roundlog, web: Web):
    page = web.sign_in("owner").post(PEOPLE, data=BRAM).text
    drawn = segno.make_qr(link_on(page), error="m").svg_data_uri(scale=8, border=4, dark="#000", light="#fff", unit="")
    assert picture_on(page) == unquote(drawn.partition(",")[2])
    assert not re.search(r"script|style|http-equiv|foreignObject", picture_on(page))


def test_a_key_for_a_program_is_shown_without_a_code(club: Roundlog, web: Web):
    page = web.sign_in("owner").post(PEOPLE, data={**BRAM, "role": "arbiter", "boards": "", "device": "program"}).text
    token = link_on(page)
    assert token.startswith("rl_")
    assert 'class="qr"' not in page
    program = Web(web.app, {"authorization": f"Bearer {token}"})
    assert program.post("/api/t/club/announcements", json={"text": "Tea"}).status_code in (200, 201)


def test_the_key_is_shown_once(club: Roundlog, web: Web):
    owner = web.sign_in("owner")
    token = link_on(owner.post(PEOPLE, data=BRAM).text).rsplit("/", 1)[1]
    for address in (PEOPLE, "/console/people"):
        assert token not in owner.get(address).text


def test_a_form_that_is_sent_twice_makes_one_key(club: Roundlog, web: Web):
    owner, other = web.sign_in("owner"), web.sign_in("owner")
    forms = [re.findall(r'name="form" value="([^"]+)"', owner.get(PEOPLE).text)[0] for _ in range(2)]
    assert forms[0] != forms[1]
    first = link_on(owner.post(PEOPLE, data={**BRAM, "form": forms[0]}).text)
    assert link_on(owner.post(PEOPLE, data={**BRAM, "form": forms[0]}).text) == first
    assert link_on(owner.post(PEOPLE, data={**BRAM, "form": forms[1]}).text) != first
    assert link_on(other.post(PEOPLE, data={**BRAM, "form": forms[0]}).text) != first
    for _ in range(2):
        assert link_on(owner.post(PEOPLE, data=BRAM).text) != first
    assert len(web.app.state.services.key_store.all_keys()) == 2 + 5


def test_what_came_of_forms_is_forgotten():
    forms, grant = SentForms(), Grant(Role.DISPLAY)
    with KeyStore() as key_store:

        def make() -> tuple[NewKey]:
            return (key_store.make(grant, name="x", by="y"),)

        first = forms.make_once("a", make)
        assert forms.make_once("a", make) is first
        for number in range(FORMS_KEPT):
            forms.make_once(f"b{number}", make)
        assert forms.make_once("a", make) is not first


def test_links_start_with_the_address_by_which_phones_find_the_server(club: Roundlog, web: Web, outside: Web):
    assert link_on(web.sign_in("owner").post(PEOPLE, data=BRAM).text).startswith("http://hall/key/")
    asked = Web(
        web.app, {**web.sign_in("owner").headers, "host": "192.168.1.5:8000", "origin": "http://192.168.1.5:8000"}
    )
    assert link_on(asked.post(PEOPLE, data=BRAM).text).startswith("http://192.168.1.5:8000/key/")
    assert link_on(outside.sign_in("owner").post(PEOPLE, data=BRAM).text).startswith("https://chess.example/key/")


def test_a_link_that_only_this_machine_can_open_is_marked_or_mended(club: Roundlog, web: Web):
    here = {**web.sign_in("owner").headers, "host": "127.0.0.1:8000", "origin": "http://127.0.0.1:8000"}
    page = Web(web.app, here).post(PEOPLE, data=BRAM).text
    assert "only works on this computer" in page
    web.app.state.services = replace(web.app.state.services, network=HallNetwork(known="http://192.168.1.5:8000"))
    page = Web(web.app, here).post(PEOPLE, data=BRAM).text
    assert link_on(page).startswith("http://192.168.1.5:8000/key/")
    assert "only works on this computer" not in page


@pytest.mark.parametrize(
    ("changed", "status", "field"),
    [
        ({"name": ""}, 400, "name"),
        ({"name": "x" * 61}, 400, "name"),
        ({"boards": "x"}, 400, "boards"),
        ({"boards": "9-3"}, 400, "boards"),
        ({"role": "arbiter"}, 400, "boards"),
        ({"days": "0"}, 400, "days"),
        ({"days": "soon"}, 400, "days"),
        ({"device": "toaster"}, 400, "device"),
        ({"role": "emperor"}, 400, "role"),
        ({"role": "owner", "boards": ""}, 403, "role"),
        ({"role": "public", "boards": ""}, 403, "role"),
    ],
)
def test_what_is_wrong_is_told_at_its_field_and_nothing_typed_is_lost(club: Roundlog, web: Web, changed, status, field):
    arbiter = web.sign_in("arbiter", "club")
    answer = arbiter.post(PEOPLE, data={**BRAM, "name": "Bram & Co", **changed})
    assert answer.status_code == status
    assert f'id="{field}-error"' in answer.text
    assert 'aria-invalid="true"' in answer.text
    if "name" not in changed:
        assert 'value="Bram &amp; Co"' in answer.text
    assert len(web.app.state.services.key_store.all_keys()) == 1


def test_revoking_puts_people_out(club: Roundlog, web: Web):
    arbiter, helper = web.sign_in("arbiter", "club"), web.sign_in("results", "club")
    assert helper.get("/console/club").status_code == 200
    answer = arbiter.post(f"{PEOPLE}/2/revocation")
    assert (answer.status_code, answer.headers["location"]) == (303, PEOPLE)
    assert helper.get("/console/club").status_code == 401
    assert "revoked" in arbiter.get(PEOPLE).text


def test_one_device_of_a_shared_key_is_put_out_and_the_others_stay(club: Roundlog, web: Web):
    arbiter, key_store = web.sign_in("arbiter", "club"), web.app.state.services.key_store
    made = key_store.make(Grant(Role.RESULTS, "club"), name="Table 3", by="test")
    one, other = (key_store.sessions.sign_in(made.token, name=name, address="10.0.0.7") for name in ("Aino", "Bo"))
    page = arbiter.get(f"{PEOPLE}?lang=en").text
    assert "2 devices signed in" in page
    address = f"{PEOPLE}/2/sessions/{one.id}/end"
    assert address in page
    assert arbiter.post(address).headers["location"] == PEOPLE
    assert (
        key_store.sessions.find(key_store.sessions.cookie_of(one)),
        key_store.sessions.find(key_store.sessions.cookie_of(other)),
    ) == (None, other)
    assert "1 device signed in" in arbiter.get(f"{PEOPLE}?lang=en").text
    assert arbiter.post(address).status_code == 404
    assert web.sign_in("results", "club").post(f"{PEOPLE}/2/sessions/{other.id}/end").status_code == 403
    assert arbiter.post(f"{PEOPLE}/1/sessions/{other.id}/end").status_code == 404  # it came in with another key
    assert key_store.sessions.find(key_store.sessions.cookie_of(other)) == other


def test_nobody_revokes_above_or_beside_themselves(club: Roundlog, web: Web):
    web.sign_in("owner")
    web.sign_in("arbiter", "elsewhere")
    web.sign_in("owner", "club")
    arbiter = web.sign_in("arbiter", "club")
    for number in (1, 2, 3):
        assert arbiter.post(f"{PEOPLE}/{number}/revocation").status_code == 403
    assert arbiter.post(f"{PEOPLE}/99/revocation").status_code == 404
    assert arbiter.post(f"{PEOPLE}/x/revocation").status_code == 400
    assert not any(key.revoked_at for key in web.app.state.services.key_store.all_keys())


def test_the_list_of_a_tournament_names_its_own_people_and_who_has_all(club: Roundlog, web: Web):
    owner = web.sign_in("owner", name="Olga")
    web.sign_in("arbiter", "club", name="Anna")
    web.sign_in("arbiter", "other", name="Otto")
    page = owner.get(PEOPLE).text
    assert "Anna" in page
    assert "Otto" not in page
    assert "With an access link to the whole server: Olga." in page
    everybody = owner.get("/console/people").text
    assert all(name in everybody for name in ("Olga", "Anna", "Otto"))


def test_the_people_of_the_server_are_for_its_owner(club: Roundlog, web: Web):
    assert web.sign_in("owner").get("/console/people").status_code == 200
    assert web.sign_in("owner", "club").get("/console/people").status_code == 403
    assert web.sign_in("arbiter", "club").get("/console/people").status_code == 403
    assert web.get("/console/people").status_code == 401


@pytest.mark.parametrize("giver", Role)
@pytest.mark.parametrize("given", Role)
def test_nobody_gives_more_than_they_have(giver, given):
    may = given in MAY_INVITE[giver]
    one = Visitor("x", (Grant(giver, "club"),))
    assert one.may_invite(Grant(given, "club")) == may
    assert not one.may_invite(Grant(given, "other"))
    assert not one.may_invite(Grant(given))
    assert Visitor("x", (Grant(giver),)).may_invite(Grant(given, "club")) == may
    assert (given in one.invitable("club")) == (may and given is not Role.MEMBER)  # (of all at once, on their page)


@pytest.mark.parametrize("code", LANGUAGES)
def test_in_four_languages(club: Roundlog, web: Web, code):
    page = web.sign_in("owner").post(f"{PEOPLE}?lang={code}", data=BRAM).text
    assert {"en": "Revoke", "nl": "Intrekken", "de": "Zurückziehen", "et": "Tühista"}[code] in page


def test_names_are_only_text(club: Roundlog, web: Web):
    nasty = "<img src=x onerror=alert(1)>"
    page = web.sign_in("owner", name=nasty).post(PEOPLE, data={**BRAM, "name": nasty}).text
    assert "<img src=x" not in page


def test_in_the_past_no_key_is_made_or_taken_back(club: Roundlog, web: Web):
    owner = web.sign_in("owner")
    now, then = owner.get("/console/club/people").text, owner.get("/console/club/people?version=2").text
    assert 'class="card invite"' in now
    assert ('class="card invite"' in then, "/revocation" in then) == (False, False)
