"""Coming in by a link: looking spends nothing, the button does; pasting; keeping what one had; going out."""

import re
from typing import Any

import pytest

from displays.words.language import LANGUAGES
from tests.displays.client import HALL, OF_OUR_PAGES, Web, cookie_of
from tests.displays.commandline import Roundlog


@pytest.fixture
def club(roundlog: Roundlog) -> Roundlog:
    roundlog.open_club()
    return roundlog


def send(web: Web, address: str, **fields: str):
    return web.post(address, data=fields, headers=OF_OUR_PAGES)


def test_looking_at_a_link_spends_nothing(club: Roundlog, web: Web):
    link = web.link("owner", once=True, name="Anna")
    for _ in range(3):
        page = web.get(link)
        assert page.status_code == 200
        assert "You will be Anna: owner." in page.text
        assert "set-cookie" not in page.headers
    assert send(web, link).status_code == 303
    again = send(web, link)
    assert again.status_code == 401
    assert "has been used already" in again.text
    assert web.request("HEAD", web.link("owner", once=True)).status_code == 200


@pytest.mark.parametrize(
    ("role", "stream", "to"),
    [
        ("owner", "", "/console"),
        ("owner", "club", "/console/club"),
        ("arbiter", "", "/console"),
        ("arbiter", "club", "/console/club"),
        ("results", "club", "/console/club"),
        ("display", "club", "/screen/club"),
        ("display", "", "/"),
    ],
)
def test_one_lands_where_the_work_begins(club: Roundlog, web: Web, role, stream, to):
    answer = send(web, web.link(role, stream))
    assert (answer.status_code, answer.headers["location"]) == (303, to)
    assert web.get(to, headers={"cookie": cookie_of(answer)}).status_code in (200, 303, 307)


def screens(club: Roundlog, web: Web, *named: tuple[str, str]) -> None:
    for name, title in named:
        screen = {"name": name, "title": title, "scenes": [{"view": "boards"}]}
        assert web.bearer("owner").request("PUT", "/api/t/club/screens", json={"screen": screen}).status_code == 200


def lands(web: Web, **terms: Any) -> str:
    return str(send(web, web.link("display", "club", **terms)).headers["location"])


def test_a_display_lands_on_the_screen_that_it_is_for(club: Roundlog, web: Web):
    screens(club, web, ("stage", ""))
    assert lands(web) == "/screen/club/stage"
    screens(club, web, ("door", "By the door"))
    assert lands(web, name="By the door") == lands(web, name="door") == "/screen/club/door"
    assert lands(web) == "/screen/club?choose=1"
    page = web.get("/screen/club?choose=1&lang=en").text
    assert "Which screen is this?" in page
    assert 'href="/screen/club/stage">stage' in page
    assert 'href="/screen/club/door">By the door' in page


def test_the_page_says_for_what_and_until_when(club: Roundlog, web: Web):
    page = web.get(web.link("results", "club", (1, 20), days=3)).text
    assert "Club evening" in page
    assert "1–20" in page
    assert re.search(r"<time datetime=\"2\d{3}-\d\d-\d\dT", page)


def test_who_shares_a_key_says_who_they_are(club: Roundlog, web: Web):
    link = web.link("arbiter", "club", name="Table 3")
    assert 'name="name"' in web.get(link).text
    browser = Web(web.app, {"cookie": cookie_of(send(web, link, name="Aino")), **OF_OUR_PAGES})
    assert browser.post("/api/t/club/announcements", json={"text": "Tea"}).status_code in (200, 201)
    assert "Aino" in club("audit", "club")
    assert 'name="name"' not in web.get(web.link("arbiter", "club", once=True, name="Anna")).text


@pytest.mark.parametrize("name", ["x" * 61, "a\u2028b", "a\x1b[2Jb"])
def test_a_name_that_cannot_stand_in_the_log_is_told_at_the_field_and_kept(club: Roundlog, web: Web, name):
    link = web.link("arbiter", "club")
    answer = send(web, link, name=name)
    assert answer.status_code == 400
    assert 'class="field-error"' in answer.text
    assert "set-cookie" not in answer.headers
    assert send(web, link, name="Anna").status_code == 303


def test_a_name_is_only_text(club: Roundlog, web: Web):
    nasty = "<script>alert(1)</script>"
    page = web.sign_in("owner", name=nasty).get(web.link("results", "club", name=nasty)).text
    assert "<script>alert" not in page
    assert "&lt;script&gt;alert" in page


def test_what_one_had_can_be_kept(club: Roundlog, web: Web):
    owner = web.sign_in("owner")
    link = web.link("display", "club", name="Screen")
    assert "You are signed in as the owner." in owner.get(link).text
    kept = Web(web.app, {"cookie": cookie_of(owner.post(link, data={"keep": "yes"}))})
    assert kept.get("/console/people").status_code == 200
    assert owner.get("/console/people").status_code == 401  # the session that was replaced
    owner = web.sign_in("owner")
    given_up = Web(web.app, {"cookie": cookie_of(owner.post(link))})
    assert given_up.get("/console/people").status_code == 403
    assert owner.get("/console/people").status_code == 401


def test_a_stranger_at_the_console_is_told_how_to_get_in(club: Roundlog, web: Web):
    answer = web.get("/console/club?lang=en")
    assert answer.status_code == 401
    assert "roundlog key --role owner" in answer.text
    assert 'action="/key"' in answer.text
    assert 'value="/console/club?lang=en"' in answer.text


def test_a_pasted_link_leads_in_and_back_to_where_one_was(club: Roundlog, web: Web):
    link = web.link("arbiter", "club")
    answer = send(web, "/key", key=f" {HALL}{link} ", next="/console/club/people")
    assert answer.status_code == 303
    page = web.get(answer.headers["location"])
    assert 'name="next" value="/console/club/people"' in page.text
    assert send(web, link, next="/console/club/people").headers["location"] == "/console/club/people"


@pytest.mark.parametrize(
    "address", ["//evil.example", "https://evil.example", "/\\evil.example", "javascript:x", "/a b", "evil"]
)
def test_nobody_is_sent_to_another_site(club: Roundlog, web: Web, address):
    assert send(web, web.link("arbiter", "club"), next=address).headers["location"] == "/console/club"
    assert "evil" not in web.get(web.link("owner"), params={"next": address}).text


def test_what_is_no_key_is_told(club: Roundlog, web: Web):
    assert send(web, "/key", key="hello").status_code == 401
    assert send(web, "/key").status_code == 401
    assert web.get("/key/hello").status_code == 401
    page = web.get("/key/" + web.bearer("owner").headers["authorization"].removeprefix("Bearer "))
    assert page.status_code == 401
    assert "for programs" in page.text


def test_a_form_that_cannot_be_read(club: Roundlog, web: Web):
    answer = web.post("/key", content=b"key=\xff\xfe", headers=OF_OUR_PAGES)
    assert answer.status_code == 400
    many = "&".join(f"f{n}=1" for n in range(1000)).encode()
    assert web.post("/key", content=many, headers=OF_OUR_PAGES).status_code == 400


def test_signing_out(club: Roundlog, web: Web):
    browser = web.sign_in("owner", name="Anna")
    assert "You are signed in as Anna." in browser.get("/sign-out").text
    assert browser.post("/sign-out").status_code == 303
    assert browser.get("/console").status_code == 401
    assert "not signed in" in browser.get("/sign-out").text
    assert send(web, "/sign-out").status_code == 303  # nobody can go out too


@pytest.mark.parametrize("code", LANGUAGES)
def test_in_four_languages(club: Roundlog, web: Web, code):
    roles = {"en": "arbiter", "nl": "arbiter", "de": "Schiedsrichter", "et": "kohtunik"}
    page = web.get(web.link("arbiter", "club"), params={"lang": code}).text
    assert f'<html lang="{code}">' in page
    assert roles[code] in page
    for address in ("/key", "/sign-out", "/console/club", "/t/nowhere"):
        assert f'<html lang="{code}">' in web.get(address, params={"lang": code}).text


def test_wrong_methods_are_told_the_right_ones(club: Roundlog, web: Web):
    answer = web.request("PUT", "/key", headers=OF_OUR_PAGES)
    assert answer.status_code == 405
