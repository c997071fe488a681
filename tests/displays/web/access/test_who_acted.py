"""Who acted: the record names the key beside the typed name, and nobody signs with the name of somebody else."""

import pytest

from displays.web.access.alike_names import are_alike
from displays.words.language import LANGUAGES
from ledger.store.sqlite import SqliteLog
from tests.displays.client import OF_OUR_PAGES, Web, cookie_of
from tests.displays.commandline import Roundlog

TEA = {"text": "Tea"}


@pytest.fixture
def club(roundlog: Roundlog) -> Roundlog:
    roundlog.open_club()
    return roundlog


def enter(web: Web, link: str, name: str, **fields: str):
    return web.post(link, data={"name": name, **fields}, headers=OF_OUR_PAGES)


def entered(web: Web, link: str, name: str, **fields: str) -> Web:
    answer = enter(web, link, name, **fields)
    assert answer.status_code == 303, answer.text
    return Web(web.app, {"cookie": cookie_of(answer), **OF_OUR_PAGES}, web.address)


def announce(browser: Web) -> None:
    assert browser.post("/api/t/club/announcements", json=TEA).status_code == 201


def last_actor(club: Roundlog) -> str:
    with SqliteLog(club.log, read_only=True) as log:
        *_, last = log.read("club")
    return last.actor


# -- the record ------------------------------------------------------------------------------------------------------


def test_two_who_share_a_link_have_two_names_and_one_key(club: Roundlog, web: Web):
    web.link("owner", name="Olga")
    link = web.link("arbiter", "club", name="Hall B")
    announce(entered(web, link, "Aino"))
    assert last_actor(club) == 'Aino (key 2 "Hall B", console, 127.0.0.1)'
    announce(entered(web, link, "Bram"))
    assert last_actor(club) == 'Bram (key 2 "Hall B", console, 127.0.0.1)'
    announce(web.sign_in("arbiter", "club", name="Katrin", once=True))
    assert last_actor(club) == "Katrin (key 3, console, 127.0.0.1)"


def test_the_same_person_comes_back(club: Roundlog, web: Web):
    link = web.link("arbiter", "club", name="Hall B")
    first = entered(web, link, "Aino")
    entered(web, link, "Aino")  # on another phone
    assert first.post("/sign-out").status_code == 303
    announce(entered(first, link, "aino"))
    assert last_actor(club) == 'aino (key 1 "Hall B", console, 127.0.0.1)'


def test_of_several_keys_the_one_that_allows_it_is_named(club: Roundlog, web: Web):
    first = entered(web, web.link("arbiter", "club", name="Anna"), "")
    both = entered(first, web.link("display", "club", name="Stage"), "", keep="yes")
    announce(both)
    assert last_actor(club) == 'Stage (key 1 "Anna", console, 127.0.0.1)'


def test_everybody_who_reads_the_audit_sees_both(club: Roundlog, web: Web):
    announce(entered(web, web.link("arbiter", "club", name="Hall B"), "Aino"))
    arbiter = web.sign_in("arbiter", "club")
    named = {"number": 1, "name": "Hall B"}
    for reader in (web, arbiter):
        entry = reader.get("/api/t/club/audit").json()["entries"][-1]
        assert (entry["actor"], entry["key"]) == ("Aino", named)
        assert "Aino (access link 1 “Hall B”)" in reader.get("/t/club/audit").text
    page = arbiter.get("/console/club/audit").text
    assert "Aino<br><small>access link 1 “Hall B”</small><br><small>console, 127.0.0.1</small>" in page
    assert "Aino (access link 1 “Hall B”)" in club("audit", "club")
    assert r"Aino (key 1 \"Hall B\", console" in arbiter.get("/api/t/club/export").text
    assert '"actor":"Aino"' in web.get("/api/t/club/events").text
    assert '"key":{"number":1,"name":"Hall B"}' in web.get("/api/t/club/events").text
    assert "127.0.0.1" not in web.get("/api/t/club/events").text


def test_records_of_before_name_no_key(club: Roundlog, web: Web):
    entry = web.get("/api/t/club/audit").json()["entries"][0]
    assert "key" not in entry
    assert "key" not in club("audit", "club")


def test_a_name_that_looks_like_a_signature_is_only_a_name(club: Roundlog, web: Web):
    nasty = 'Olga (key 1 "Olga", console, 10.0.0.1)'
    announce(entered(web, web.link("arbiter", "club", name="Hall B"), nasty))
    page = web.sign_in("arbiter", "club").get("/console/club/audit").text
    assert "console, 10.0.0.1)<br><small>access link 1 “Hall B”</small><br><small>console, 127.0.0.1</small>" in page


# -- names of others -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "typed",
    [
        *("Olga", "olga", "OLGA", " Olga ", "O lga", "Ol\u00a0ga", "Olg\u0430", "\u041elga", "0lga", "O1ga", "OIga"),
        *("\uff2f\uff4c\uff47\uff41", "\u039flga"),
    ],
)
def test_a_helper_is_not_recorded_as_the_owner(club: Roundlog, web: Web, typed: str):
    """The owner came in by the first link and said who they are; a helper types that name or one like it."""
    owner = web.link("owner", name="root", by="", once=True)
    assert enter(web, owner, "Olga").status_code == 303
    link = web.link("results", "club", name="Hall B")
    answer = enter(web, link, typed)
    assert answer.status_code == 400
    assert "the name of somebody else here (access link 1)" in answer.text
    assert "set-cookie" not in answer.headers
    assert enter(web, link, "Bram").status_code == 303  # nothing was spent


@pytest.mark.parametrize("code", LANGUAGES)
def test_in_the_readers_language(club: Roundlog, web: Web, code):
    web.link("arbiter", "club", name="Olga")
    said = {"en": "somebody else", "nl": "iemand anders", "de": "jemand anderem", "et": "kellegi teise"}
    page = web.post(
        web.link("results", "club", name="x"), data={"name": "Olga"}, params={"lang": code}, headers=OF_OUR_PAGES
    )
    assert said[code] in page.text


def test_names_of_other_keys_are_refused_while_they_are_in_use(club: Roundlog, web: Web):
    first, second = web.link("results", "club", name="Hall A"), web.link("results", "club", name="Hall B")
    aino = entered(web, first, "Aino")
    for taken in ("Aino", "hall a"):
        assert enter(web, second, taken).status_code == 400
    assert enter(web, second, "Hall B").status_code == 303
    assert aino.post("/sign-out").status_code == 303
    assert enter(web, second, "Aino").status_code == 303  # nobody goes by it any more
    key_store = web.app.state.services.key_store
    web.link("arbiter", "club", name="Katrin")
    assert enter(web, second, "Katrin").status_code == 400
    key_store.revoke(3, by="test")
    assert enter(web, second, "Katrin").status_code == 303


def test_a_key_to_another_tournament_takes_no_names_here(club: Roundlog, web: Web):
    web.link("arbiter", "elsewhere", name="Olga")
    assert enter(web, web.link("results", "club", name="Hall B"), "Olga").status_code == 303


def test_who_is_in_with_the_other_key_keeps_the_name(club: Roundlog, web: Web):
    """One person, one browser, a second link: for more boards, or of another hall."""
    bram = entered(web, web.link("results", "club", (1, 1), name="Bram", once=True), "")
    both = entered(bram, web.link("results", "club", (2, 2), name="Hall B"), "Bram", keep="yes")
    assert "You are signed in as Bram." in both.get("/sign-out").text


def test_an_arbiter_gives_nobody_the_name_of_the_owner(club: Roundlog, web: Web):
    web.link("owner", name="Olga")
    arbiter = web.sign_in("arbiter", "club", name="Anna")
    asked = {"role": "results", "name": "\u041elga", "device": "once"}
    answer = arbiter.post("/api/t/club/keys", json=asked)
    assert (answer.status_code, answer.json()["code"]) == (409, "name-of-somebody-else")
    assert arbiter.post("/api/t/club/keys", json={**asked, "name": "Anna"}).status_code == 201  # a tablet of their own
    page = arbiter.post("/console/club/people", data={"role": "results", "name": "Olga", "device": "many"})
    assert page.status_code == 400
    assert 'id="name-error"' in page.text
    owner = web.sign_in("owner", name="Olga")
    assert owner.post("/api/t/club/keys", json={**asked, "name": "Olga"}).status_code == 201


def test_who_shares_a_key_takes_back_only_their_own_reading(club: Roundlog, web: Web):
    """A dispute is settled by an arbiter, or taken back by who typed it: the name and the key."""
    club("pair", "club", "--boards", "1-2 3-4")
    club("publish", "club", 3)
    result = "/api/t/club/rounds/3/boards/1/result"
    assert web.sign_in("arbiter", "club").post(result, json={"result": "1-0"}).status_code == 201
    link = web.link("results", "club", name="Hall B")
    aino, bram = entered(web, link, "Aino"), entered(web, link, "Bram")
    number = aino.post(result, json={"result": "0-1"}).json()["facts"]["dispute_recorded"]
    confirm = {"do": "confirm-result", "dispute": number}
    assert bram.post("/api/t/club/commands", json=confirm).status_code == 403
    namesake = web.sign_in("results", "club", name="Aino", once=True)
    assert namesake.post("/api/t/club/commands", json=confirm).status_code == 403
    assert aino.post("/api/t/club/commands", json=confirm).status_code in (200, 201)


@pytest.mark.parametrize(
    ("one", "other"),
    [("Müller", "Muller"), ("Anna", "Anne"), ("Jan", "Jaan"), ("Анна", "Ahha."), ("Õnne", "Onne"), ("Li", "Lu")],
)
def test_names_that_differ_are_not_alike(one: str, other: str):
    assert not are_alike(one, other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("BOB", "ВОВ"),
        ("Bob", "Воb"),
        ("Anna", "A\u200bnna"),
        ("Ann\u0061\u0308", "Annä"),
        ("Saša", "Ѕаšа"),
        ("Bill", "BiIl"),
    ],
)
def test_names_that_look_alike(one: str, other: str):
    assert are_alike(one, other)
    assert are_alike(other, one)
