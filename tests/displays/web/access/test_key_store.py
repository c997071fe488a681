"""The key store: keys that open what they were made for, until they end; a file that is only added to."""

import stat
import threading
from pathlib import Path
from typing import Any

import pytest

from displays.web.access.key_list import key_line
from displays.web.access.key_state import SPEND_WITHIN
from displays.web.access.key_store import KeyStore
from displays.web.access.roles import Grant, Role
from displays.web.access.session_cookies import LASTS, Session
from engine.errors import BadInput, Broken, Refusal, Unavailable
from ledger.private_file import path_of_private_file
from ledger.store.sqlite_library import sqlite3
from tests.displays.web.access.moments import Clock

ARBITER = Grant(Role.ARBITER, "club")


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "club.office.db"


def refusal(call, *args, **asked) -> str:
    with pytest.raises(Refusal) as caught:
        call(*args, **asked)
    return caught.value.code


def test_it_lies_beside_the_log():
    assert path_of_private_file(Path("/srv/club.db")) == Path("/srv/club.office.db")
    assert path_of_private_file(Path("club")) == Path("club.office")


# -- keys ------------------------------------------------------------------------------------------------------------


def test_a_key_opens_what_it_was_made_for(clock):
    with KeyStore(clock=clock) as key_store:
        made = key_store.make(Grant(Role.RESULTS, "club", 1, 40), name="Bram", by="Anna (console)")
        assert key_store.key_of(made.token).grant == Grant(Role.RESULTS, "club", 1, 40)
        assert (made.key.number, made.key.name, made.key.made_by) == (1, "Bram", "Anna (console)")
        assert refusal(key_store.key_of, made.token[:-1]) == "no-such-key"
        assert refusal(key_store.key_of, "") == "no-such-key"


def test_tokens_are_long_and_never_the_same():
    with KeyStore() as key_store:
        tokens = {key_store.make(ARBITER, name="x", by="y").token for _ in range(50)}
        programs = key_store.make(ARBITER, name="x", by="y", api=True).token
    assert len(tokens) == 50
    assert all(len(token) == 43 for token in tokens)  # 256 bits, six to a character
    assert programs.startswith("rl_")


def test_a_one_time_key_opens_one_session(clock):
    with KeyStore(clock=clock) as key_store:
        token = key_store.make(ARBITER, name="Anna", by="y", once=True).token
        session = key_store.sessions.sign_in(token)
        assert refusal(key_store.sessions.sign_in, token) == "key-spent"
        assert refusal(key_store.key_of, token) == "key-spent"
        assert [key.number for key in key_store.sessions.keys_of(session)] == [1]


def test_two_who_spend_a_one_time_key_at_the_same_moment(path):
    """Two servers over one file; of twenty who come at once one gets in."""
    with KeyStore(path) as one, KeyStore(path) as other:
        token = one.make(ARBITER, name="Anna", by="y", once=True).token
        found: list[str] = []

        def come(key_store: KeyStore) -> None:
            try:
                key_store.sessions.sign_in(token)
                found.append("in")
            except Refusal as error:
                found.append(error.code)

        threads = [threading.Thread(target=come, args=((one, other)[n % 2],)) for n in range(20)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert sorted(found) == ["in", *["key-spent"] * 19]


def test_a_one_time_key_that_nobody_spends_lapses(clock):
    with KeyStore(clock=clock) as key_store:
        token = key_store.make(ARBITER, name="Anna", by="y", once=True).token
        clock.now += SPEND_WITHIN
        assert key_store.key_of(token).state(clock()) == "waiting"
        clock.goes_on(seconds=1)
        assert refusal(key_store.sessions.sign_in, token) == "key-expired"
        assert key_store.key(1).state(clock()) == "expired"


def test_a_key_and_its_sessions_end_when_its_days_are_over(clock):
    with KeyStore(clock=clock) as key_store:
        token = key_store.make(ARBITER, name="Anna", by="y", days=3).token
        session = key_store.sessions.sign_in(token)
        clock.goes_on(days=3, seconds=-1)
        assert key_store.sessions.keys_of(session)
        clock.goes_on(seconds=1)
        assert key_store.sessions.keys_of(session) == ()
        assert refusal(key_store.sessions.sign_in, token) == "key-expired"


def test_a_revoked_key_and_its_sessions_end_at_once(clock):
    with KeyStore(clock=clock) as key_store:
        token = key_store.make(ARBITER, name="Anna", by="y").token
        session = key_store.sessions.sign_in(token)
        assert key_store.revoke(1, by="Owner").state(clock()) == "revoked"
        assert key_store.sessions.keys_of(session) == ()
        assert refusal(key_store.key_of, token) == "key-revoked"
        assert key_store.revoke(1, by="Owner").revoked_at == key_store.key(1).revoked_at  # again: stands so already
        assert refusal(key_store.revoke, 2, by="Owner") == "no-key-of-that-number"


def test_the_list_says_what_became_of_each(clock):
    with KeyStore(clock=clock) as key_store:
        used = key_store.make(ARBITER, name="Anna", by="y").token
        key_store.make(ARBITER, name="Bram", by="y")
        clock.goes_on(hours=2)
        key_store.sessions.sign_in(used, address="192.168.1.20")
        first, second = reversed(key_store.all_keys())
        assert (first.state(clock()), first.last_seen, first.last_address, first.sign_ins) == (
            "in-use",
            "2026-05-01T16:00:00Z",
            "192.168.1.20",
            1,
        )
        assert (second.state(clock()), second.last_seen) == ("waiting", "")


def test_a_key_for_one_is_known_by_the_name_that_they_gave_and_one_for_many_lists_them(clock):
    with KeyStore(clock=clock) as key_store:
        alone = key_store.make(ARBITER, name="root", by="", once=True).token
        shared = key_store.make(ARBITER, name="Table 3", by="y").token
        key_store.sessions.sign_in(alone, name="Anna")
        for name in ("Aino", "Jaan", "Aino", ""):
            key_store.sessions.sign_in(shared, name=name)
        assert (key_store.key(1).name, key_store.key(1).people) == ("Anna", ())
        assert (key_store.key(2).name, key_store.key(2).people) == ("Table 3", ("Jaan", "Aino"))
        assert key_store.key(2).sign_ins == 4


def test_use_is_noted_once_an_hour(clock, path):
    with KeyStore(path, clock=clock) as key_store:
        key = key_store.make(ARBITER, name="Anna", by="y", api=True).key
        for _ in range(5):
            key_store.note_use(key_store.key(key.number), name="Anna", address="10.0.0.7")
        assert len(rows(path)) == 3  # the secret, the key, one use
        clock.goes_on(hours=1, seconds=1)
        key_store.note_use(key_store.key(key.number), name="Anna", address="10.0.0.8")
        assert key_store.key(key.number).last_address == "10.0.0.8"


@pytest.mark.parametrize(
    ("grant", "terms", "code"),
    [
        (ARBITER, {"name": " "}, "text-missing"),
        (ARBITER, {"name": "x" * 61}, "text-too-long"),
        (ARBITER, {"name": "a\nb"}, "text-has-control-characters"),
        (ARBITER, {"name": "x", "days": 0}, "number-outside-range"),
        (ARBITER, {"name": "x", "days": 10**9}, "number-outside-range"),
        (Grant(Role.RESULTS, "club", 0, 4), {"name": "x"}, "number-outside-range"),
        (Grant(Role.RESULTS, "club", 5, 4), {"name": "x"}, "number-outside-range"),
        (Grant(Role.ARBITER, "club", 1, 4), {"name": "x"}, "boards-for-results-only"),
    ],
)
def test_what_no_key_can_be(grant, terms, code):
    with KeyStore() as key_store:
        assert refusal(key_store.make, grant, by="y", **terms) == code
        assert key_store.all_keys() == ()


def test_an_owner_is_somebody_who_came_in(clock):
    with KeyStore(clock=clock) as key_store:
        token = key_store.make(Grant(Role.OWNER), name="Anna", by="", once=True).token
        key_store.make(Grant(Role.OWNER), name="a program", by="", api=True)
        key_store.sessions.sign_in(key_store.make(Grant(Role.OWNER, "club"), name="of one tournament", by="").token)
        assert not key_store.has_owner()
        key_store.sessions.sign_in(token)
        assert key_store.has_owner()
        key_store.revoke(1, by="Anna")
        assert not key_store.has_owner()


# -- sessions --------------------------------------------------------------------------------------------------------


def test_a_session_is_what_it_was_sealed_as(clock):
    with KeyStore(clock=clock) as key_store:
        session = key_store.sessions.sign_in(key_store.make(ARBITER, name="Anna", by="y").token, name="Aino")
        cookie = key_store.sessions.cookie_of(session)
        assert key_store.sessions.find(cookie) == session
        assert (session.name, session.keys) == ("Aino", (1,))


def test_no_part_of_a_session_can_be_changed(clock):
    with KeyStore(clock=clock) as key_store, KeyStore(clock=clock) as other:
        session = key_store.sessions.sign_in(key_store.make(ARBITER, name="Anna", by="y").token)
        cookie = key_store.sessions.cookie_of(session)
        said, _, seal = cookie.partition(".")
        forged = other.sessions.cookie_of(Session(session.id, "Anna", (1,), session.until))
        tampered = [
            cookie[:place] + ("A" if letter != "A" else "B") + cookie[place + 1 :]
            for place, letter in enumerate(cookie)
        ]
        for text in (*tampered, said, f"{said}.", f".{seal}", seal, "", ".", "é.é", forged, cookie.upper()):
            assert key_store.sessions.find(text) is None, text


def test_a_session_ends_when_its_browser_stays_away_and_goes_on_when_it_comes_back(clock):
    with KeyStore(clock=clock) as key_store:
        session = key_store.sessions.sign_in(key_store.make(ARBITER, name="Anna", by="y").token)
        clock.goes_on(hours=23)
        assert not session.is_to_be_renewed(clock().timestamp())
        clock.goes_on(hours=2)
        assert session.is_to_be_renewed(clock().timestamp())
        renewed = key_store.sessions.cookie_of(key_store.sessions.renew(session))
        clock.goes_on(seconds=LASTS - 3600)
        assert key_store.sessions.find(key_store.sessions.cookie_of(session)) is None
        assert key_store.sessions.find(renewed) is not None


def test_signing_out_ends_the_session_in_every_copy_of_its_cookie(clock):
    with KeyStore(clock=clock) as key_store:
        token = key_store.make(ARBITER, name="Anna", by="y").token
        session, another = key_store.sessions.sign_in(token), key_store.sessions.sign_in(token)
        key_store.sessions.end(session)
        assert key_store.sessions.find(key_store.sessions.cookie_of(session)) is None
        assert key_store.sessions.find(key_store.sessions.cookie_of(key_store.sessions.renew(session))) is None
        assert key_store.sessions.find(key_store.sessions.cookie_of(another)) == another


def test_a_new_secret_signs_everybody_out(clock):
    with KeyStore(clock=clock) as key_store:
        token = key_store.make(ARBITER, name="Anna", by="y").token
        cookie = key_store.sessions.cookie_of(key_store.sessions.sign_in(token))
        key_store.sessions.end_all(by="Owner")
        assert key_store.sessions.find(cookie) is None
        assert key_store.sessions.find(key_store.sessions.cookie_of(key_store.sessions.sign_in(token))) is not None


def test_one_browser_carries_several_keys_but_not_any_number(clock):
    with KeyStore(clock=clock) as key_store:
        session = None
        for number in range(1, 12):
            token = key_store.make(Grant(Role.ARBITER, f"t{number}"), name="Anna", by="y").token
            session = key_store.sessions.sign_in(token, beside=session)
        assert session is not None
        assert [key.grant.stream for key in key_store.sessions.keys_of(session)] == [f"t{n}" for n in range(4, 12)]


def listed(key_store: KeyStore, number: int) -> list[str]:
    return [one.session for one in key_line(key_store.key(number), key_store).sessions]


def test_a_session_that_carries_several_keys_is_found_and_ended_under_each(clock):
    for ended_under in (1, 2):
        with KeyStore(clock=clock) as key_store:
            tokens = [key_store.make(Grant(Role.RESULTS, stream), name="tablet", by="y").token for stream in "ab"]
            first = key_store.sessions.sign_in(tokens[0], name="Eve")
            second = key_store.sessions.sign_in(tokens[1], name="Eve", beside=first)
            assert key_store.sessions.find(key_store.sessions.cookie_of(first)) is None
            assert [listed(key_store, number) for number in (1, 2)] == [[second.id], [second.id]]
            key_store.sessions.end_device(ended_under, second.id, by="Anna")
            assert key_store.sessions.find(key_store.sessions.cookie_of(second)) is None
            assert [listed(key_store, number) for number in (1, 2)] == [[], []]


def test_signing_in_instead_of_an_earlier_session_ends_that_one(clock):
    with KeyStore(clock=clock) as key_store:
        token = key_store.make(ARBITER, name="Anna", by="y").token
        earlier = key_store.sessions.sign_in(token)
        later = key_store.sessions.sign_in(token, instead_of=earlier)
        assert key_store.sessions.find(key_store.sessions.cookie_of(earlier)) is None
        assert (later.keys, listed(key_store, 1)) == ((1,), [later.id])


def test_a_session_that_is_over_is_not_listed_and_a_renewed_one_is(clock):
    with KeyStore(clock=clock) as key_store:
        token = key_store.make(ARBITER, name="Anna", by="y").token
        away, back = key_store.sessions.sign_in(token), key_store.sessions.sign_in(token)
        clock.goes_on(days=2)
        renewed = key_store.sessions.renew(back)
        assert key_store.sessions.renew(back) == renewed  # noted once, however many requests a page makes
        clock.goes_on(seconds=LASTS - 3600)
        assert (
            key_store.sessions.find(key_store.sessions.cookie_of(away)),
            key_store.sessions.find(key_store.sessions.cookie_of(renewed)),
        ) == (None, renewed)
        assert listed(key_store, 1) == [back.id]
        assert refusal(key_store.sessions.end_device, 1, away.id, by="y") == "no-such-session"
        key_store.sessions.end_device(1, back.id, by="y")
        assert key_store.sessions.find(key_store.sessions.cookie_of(renewed)) is None
        assert key_store.sessions.find(key_store.sessions.cookie_of(key_store.sessions.renew(renewed))) is None
        assert listed(key_store, 1) == []


def test_a_session_of_an_older_roundlog_is_found_under_all_its_keys_when_it_is_renewed(path, clock):
    with KeyStore(path, clock) as key_store:
        for name in ("Anna", "Bram"):
            key_store.make(ARBITER, name=name, by="y")
        old = Session("0123456789abcdef", "Eve", (1, 2), int(clock().timestamp()) + LASTS)
    with sqlite3.connect(path) as database:
        used = '{"type":"key-used","key":2,"session":"0123456789abcdef","name":"Eve"}'
        database.execute("INSERT INTO happenings VALUES (4, '2026-05-01T14:00:00Z', 'Eve', ?)", (used,))
    database.close()
    with KeyStore(path, clock) as key_store:
        clock.goes_on(days=40)  # it may have been renewed without a note: it stays in the list
        assert [listed(key_store, number) for number in (1, 2)] == [[], [old.id]]
        key_store.sessions.renew(old)
        assert [listed(key_store, number) for number in (1, 2)] == [[old.id], [old.id]]
        clock.goes_on(seconds=LASTS)
        assert [listed(key_store, number) for number in (1, 2)] == [[], []]


# -- the file --------------------------------------------------------------------------------------------------------


def rows(path: Path) -> list[tuple[Any, ...]]:
    with sqlite3.connect(path) as database:
        found = database.execute("SELECT * FROM happenings").fetchall()
    database.close()
    return found


def test_no_token_stands_in_the_file(path):
    with KeyStore(path) as key_store:
        tokens = [key_store.make(ARBITER, name="Anna", by="y", api=api).token for api in (False, True)]
        key_store.sessions.sign_in(tokens[0])
        written = b"".join(file.read_bytes() for file in path.parent.iterdir())
    assert not any(token.encode() in written for token in tokens)
    assert b"key-used" in written


def test_only_its_owner_may_read_it(path):
    with KeyStore(path) as key_store:
        key_store.make(ARBITER, name="Anna", by="y")
        modes = {stat.S_IMODE(file.stat().st_mode) for file in path.parent.iterdir()}
    assert modes == {0o600}


def test_everything_is_there_again_after_a_restart(path):
    with KeyStore(path) as key_store:
        token = key_store.make(ARBITER, name="Anna", by="y").token
        cookie = key_store.sessions.cookie_of(key_store.sessions.sign_in(token))
        key_store.revoke(key_store.make(ARBITER, name="Bram", by="y").key.number, by="z")
        key_store.note_server_address("http://hall:8000")
        before = key_store.all_keys()
    with KeyStore(path) as key_store:
        assert key_store.all_keys() == before
        assert key_store.sessions.find(cookie) is not None
        assert key_store.server_address == "http://hall:8000"


def test_what_another_program_writes_holds_at_once(path):
    with KeyStore(path) as server, KeyStore(path) as commands:
        token = commands.make(ARBITER, name="Anna", by="y").token
        session = server.sessions.sign_in(token)
        commands.revoke(1, by="z")
        assert server.sessions.find(server.sessions.cookie_of(session)) == session
        assert server.sessions.keys_of(session) == ()


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE happenings SET who = 'Mallory'",
        "DELETE FROM happenings",
        "INSERT OR REPLACE INTO happenings SELECT 1, at, who, body FROM happenings WHERE position = 2",
        "INSERT INTO happenings SELECT 9, at, who, body FROM happenings WHERE position = 2",
    ],
)
def test_it_is_only_added_to(path, statement):
    with KeyStore(path) as key_store:
        key_store.make(ARBITER, name="Anna", by="y")
    before = rows(path)
    database = sqlite3.connect(path)
    with pytest.raises(sqlite3.IntegrityError, match="append-only"):
        database.execute(statement)
    database.close()
    assert rows(path) == before


def test_a_file_that_is_no_office(path):
    path.write_bytes(b"This is not a database, and long enough that SQLite looks at its head." * 20)
    with pytest.raises(BadInput) as caught:
        KeyStore(path)
    assert caught.value.code == "not-an-office"


def test_another_database(path):
    database = sqlite3.connect(path)
    database.execute("CREATE TABLE cats (name)")
    database.close()
    before = path.read_bytes()
    with pytest.raises(BadInput) as caught:
        KeyStore(path)
    assert caught.value.code == "not-an-office"
    assert path.read_bytes() == before


def test_an_office_of_a_newer_roundlog(path):
    KeyStore(path).close()
    database = sqlite3.connect(path)
    database.execute("PRAGMA user_version = 99")
    database.close()
    with pytest.raises(BadInput) as caught:
        KeyStore(path)
    assert (caught.value.code, caught.value.facts["found"]) == ("office-is-newer", 99)


def test_a_happening_that_only_a_newer_roundlog_knows(path):
    KeyStore(path).close()
    database = sqlite3.connect(path)
    database.execute("""INSERT INTO happenings VALUES (2, '2026-05-01T14:00:00Z', '', '{"type":"key-lent"}')""")
    database.commit()
    database.close()
    with pytest.raises(Broken) as caught:
        KeyStore(path)
    assert (caught.value.code, caught.value.facts["position"]) == ("office-unreadable", 2)


def test_a_damaged_office(path):
    with KeyStore(path) as key_store:
        for number in range(200):
            key_store.make(ARBITER, name=f"Anna {number}", by="y")
    whole = path.read_bytes()
    path.write_bytes(whole[:8192] + b"\xff" * (len(whole) - 8192))
    with pytest.raises(Broken) as caught:
        KeyStore(path)
    assert caught.value.code == "office-damaged"


def test_an_office_that_another_program_keeps_locked(path, monkeypatch):
    monkeypatch.setattr("ledger.private_file.PATIENCE", 0.0)
    KeyStore(path).close()
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(Unavailable) as caught:
        KeyStore(path)
    other.close()
    assert caught.value.code == "log-locked"


def test_a_folder_that_is_not_there(tmp_path):
    with pytest.raises(BadInput) as caught:
        KeyStore(tmp_path / "nowhere" / "club.office.db")
    assert caught.value.code == "no-such-directory"


def test_a_folder_in_place_of_the_file(path):
    path.mkdir()
    with pytest.raises(Unavailable) as caught:
        KeyStore(path)
    assert caught.value.code == "log-no-access"


def test_a_closed_office(path):
    key_store = KeyStore(path)
    key_store.close()
    with pytest.raises(Unavailable):
        key_store.all_keys()


def test_a_failed_change_leaves_the_office_usable(path):
    with KeyStore(path) as key_store:
        assert refusal(key_store.sessions.sign_in, "nothing") == "no-such-key"
        assert key_store.make(ARBITER, name="Anna", by="y").key.number == 1


# -- endings ---------------------------------------------------------------------------------------------------------


def test_whatever_ends_is_counted_by_hand_or_by_itself(clock):
    """Whoever follows something live is asked again whenever the count has moved on."""
    with KeyStore(clock=clock) as key_store:
        short = key_store.make(ARBITER, name="Bram", by="Anna", days=1)
        key_store.sessions.sign_in(key_store.make(ARBITER, name="Eva", by="Anna").token)
        counts = [key_store.count_endings()]
        clock.goes_on(seconds=24 * 3600)
        counts.append(key_store.count_endings())
        assert refusal(key_store.key_of, short.token) == "key-expired"
        clock.goes_on(seconds=LASTS)
        counts.append(key_store.count_endings())
        key_store.revoke(2, by="Anna")
        counts.append(key_store.count_endings())
    assert [count - counts[0] for count in counts] == [0, 1, 2, 3]
