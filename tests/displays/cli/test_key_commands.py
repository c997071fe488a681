"""Keys at the command line, and the first one, which the server prints when it starts."""

import re
import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import urlsplit

import pytest

from displays.web.access.addresses import is_only_here
from displays.web.access.invitations import owner_link
from displays.web.access.key_store import KeyStore
from displays.web.access.roles import Grant, Role
from engine.errors import Refusal
from ledger.store.sqlite import SqliteLog
from tests import plain_http
from tests.displays.client import OF_OUR_PAGES, Web, build, cookie_of
from tests.displays.commandline import COMMAND, Roundlog


@pytest.fixture
def club(roundlog: Roundlog) -> Roundlog:
    roundlog.open_club()
    return roundlog


@contextmanager
def server_over(club: Roundlog) -> Iterator[Web]:
    with SqliteLog(club.log) as log, KeyStore(club.folder / "roundlog.office.db") as key_store:
        yield Web(build(log, key_store=key_store))


def key_in(said: str) -> str:
    return urlsplit(said.split()[0]).path


def test_a_link_from_the_command_line_lets_somebody_in(club: Roundlog):
    said = club("key", "--role", "results", "--tournament", "club", "--boards", "1-20", "--name", "Bram", "--days", 3)
    assert re.fullmatch(r"http://127\.0\.0\.1:8000/key/[\w-]{43}\n", said)
    with server_over(club) as web:
        answer = web.post(key_in(said), headers=OF_OUR_PAGES)
        assert answer.headers["location"] == "/console/club"
        assert web.get("/console/club", headers={"cookie": cookie_of(answer)}).status_code == 200
        (key,) = web.app.state.services.key_store.all_keys()
    assert (key.name, key.grant) == ("Bram", Grant(Role.RESULTS, "club", 1, 20))
    assert key.made_by == "test (command line)"


def test_what_is_good_to_know_is_told_beside_the_link(club: Roundlog):
    told = club.tried("key", "--name", "Anna")
    assert told.err == "Key 1 for Anna: arbiter. It is shown only now; roundlog revoke 1 takes it back.\n"


def test_a_key_for_a_program(club: Roundlog):
    token = club("key", "--api", "--tournament", "club").strip()
    assert token.startswith("rl_")
    with server_over(club) as web:
        program = Web(web.app, {"authorization": f"Bearer {token}"})
        assert program.post("/api/t/club/announcements", json={"text": "Tea"}).status_code in (200, 201)


def test_json_for_scripts(club: Roundlog):
    made = club.tried("key", "--json", "--once", "--days", 1).json()
    assert set(made) == {"key", "link", "expires"}
    assert set(club.tried("key", "--json", "--api").json()) == {"key", "token", "expires"}
    newest, first = club.tried("keys", "--json").json()
    assert (first["key"], first["device"], newest["device"]) == (1, "once", "program")
    assert not any("digest" in line for line in (newest, first))


def test_the_list_and_revoking(club: Roundlog):
    assert club("keys") == "There are no access links yet.\n"
    link = club("key", "--tournament", "club", "--name", "Anna")
    with server_over(club) as web:
        browser = Web(web.app, {"cookie": cookie_of(web.post(key_in(link), headers=OF_OUR_PAGES))})
        assert re.search(r"1 +Anna +arbiter +club +in use +20", club("keys"))
        assert browser.get("/console/club").status_code == 200
        assert club("revoke", 1) == "Access link 1 (Anna) is revoked; whoever came in with it is out.\n"
        assert browser.get("/console/club").status_code == 401
    assert re.search(r"1 +Anna +arbiter +club +revoked", club("keys"))


def test_everybody_is_signed_out_and_may_come_in_again(club: Roundlog):
    assert club("sign-everybody-out").startswith("Everybody is signed out.")  # nobody was in
    link = club("key", "--tournament", "club", "--name", "Anna")
    with server_over(club) as web:
        browser = Web(web.app, {"cookie": cookie_of(web.post(key_in(link), headers=OF_OUR_PAGES))})
        assert browser.get("/console/club").status_code == 200
        club("sign-everybody-out")
        assert browser.get("/console/club").status_code == 401
        again = Web(web.app, {"cookie": cookie_of(web.post(key_in(link), headers=OF_OUR_PAGES))})
        assert again.get("/console/club").status_code == 200


@pytest.mark.parametrize(
    ("code", "words", "said"),
    [
        (2, ("key", "--role", "emperor"), None),
        (2, ("key", "--role", "public"), None),
        (1, ("key", "--tournament", "nowhere"), "There is no such tournament here."),
        (2, ("key", "--boards", "x"), "“x” is not a range of boards; write it as 1-40."),
        (2, ("key", "--boards", "9-3"), "“9-3” is not a range of boards; write it as 1-40."),
        (2, ("key", "--days", "soon"), "Days: “soon” is not a whole number."),
        (2, ("key", "--once", "--api"), None),
        (2, ("key", "--public-url", "chess.example"), None),
        (2, ("serve", "--public-url", "https://chess.example/path"), None),
        (1, ("revoke", 7), "There is no key 7."),
        (2, ("revoke", "seven"), "Key: “seven” is not a whole number."),
        (2, ("open", "people", "--name", "X", "--rounds", 1), None),
    ],
)
def test_what_is_typed_is_answered_in_a_sentence(club: Roundlog, code, words, said):
    assert said in (None, club.refused(code, *words))


def test_what_no_key_can_be_leaves_no_key(club: Roundlog):
    for words in (("--days", 0), ("--boards", "1-4"), ("--name", "x" * 61)):
        assert club.tried("key", *words).code == 1
    assert club("keys") == "There are no access links yet.\n"


def test_without_a_log_there_is_nothing_to_let_somebody_in_to(roundlog: Roundlog):
    for words in (("key",), ("keys",)):
        assert "There is no log at" in roundlog.refused(2, *words)


def test_an_office_that_is_none(club: Roundlog):
    (club.folder / "roundlog.office.db").write_bytes(b"shopping list: bread, milk, and a new king's pawn " * 20)
    (club.folder / "roundlog.db-server").touch()  # the lock of a server, which stays
    for words in (("key",), ("keys",), ("revoke", 1), ("serve", "--port", 0)):
        assert "is not the office of a Roundlog." in club.refused(2, *words)


# -- the first start -------------------------------------------------------------------------------------------------


def test_the_owner_s_link_works_once_and_only_the_newest(club: Roundlog):
    with KeyStore() as key_store:
        first, second = owner_link(key_store, "anna"), owner_link(key_store, "anna")
        with pytest.raises(Refusal) as caught:
            key_store.key_of(first.removeprefix("/key/"))
        assert caught.value.code == "key-revoked"
        key_store.sessions.sign_in(second.removeprefix("/key/"), name="Anna")
        assert owner_link(key_store, "anna") == ""
        assert [key.name for key in key_store.all_keys() if key.sign_ins] == ["Anna"]


def test_who_comes_in_first_says_who_they_are(club: Roundlog, web: Web):
    link = owner_link(web.app.state.services.key_store, "root")
    assert 'name="name"' in web.get(link).text
    answer = web.post(link, data={"name": "Anna"}, headers=OF_OUR_PAGES)
    page = web.get("/console", headers={"cookie": cookie_of(answer)}).text
    assert "Anna" in page


@contextmanager
def serving(club: Roundlog, *words: str) -> Iterator[list[str]]:
    """What it prints until it listens."""
    command = [*COMMAND, "--log", str(club.log), "--lang", "en", "serve", "--port", "0", *words]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            yield list(iter(process.stdout.readline, "Stop with Ctrl+C.\n"))
        finally:
            process.terminate()


def test_from_the_first_start_to_the_second(club: Roundlog):
    with serving(club) as lines:
        link = lines[-2].split()[-1]
        assert lines[-1] == "The last link makes you the owner; it works once.\n"
        base = link.partition("/key/")[0]
        with plain_http.Client(trust_env=False, headers={"origin": base}) as browser:
            assert browser.get(f"{base}/console").status_code == 401
            assert browser.post(link, data={"name": "Anna"}).status_code == 303
            assert browser.get(f"{base}/console").status_code == 200
        assert club("key", "--once").startswith(f"{base}/key/")  # where the server is
    with serving(club, "--public-url", "https://chess.example") as lines:
        assert not any("/key/" in line for line in lines)
        assert lines[-1] == "A new link for the owner: roundlog key --role owner\n"
        assert club("key", "--role", "owner").startswith("https://chess.example/key/")


def test_a_served_log_answers_to_the_names_that_it_was_given(club: Roundlog):
    with serving(club, "--host-name", "chess.example", "--host-name", "hall") as lines:
        base = next(word for line in lines for word in line.split() if word.endswith("/health"))
        names = ("chess.example", "hall:80", "localhost", socket.gethostname(), "evil.example")
        with plain_http.Client(trust_env=False) as browser:
            statuses = [browser.get(base, headers={"host": name}).status_code for name in names]
        assert statuses == [200, 200, 200, 200, 421]


# -- addresses -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("address", "is_here"),
    [
        ("http://127.0.0.1:8000", True),
        ("http://localhost", True),
        ("http://[::1]:8000", True),
        ("http://192.168.1.5:8000", False),
        ("https://chess.example", False),
    ],
)
def test_addresses_that_mean_another_machine_to_everybody_else(address, is_here):
    assert is_only_here(address) == is_here
