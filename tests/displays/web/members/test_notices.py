"""Members are told by mail what they asked for: once for each record, as it stands, and nobody who may not be told."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from displays.web import server
from displays.web.access.services import Services
from displays.web.members.notice_sender import NoticeSender
from displays.web.smtp import MailSettings
from ledger.notices import RETRIED_AFTER, NoticeKind, NoticeStore, Outcome
from ledger.store.sqlite import SqliteLog
from tests.displays.client import HOSTS, Web
from tests.displays.commandline import Roundlog
from tests.displays.web.members.mail_server import MailServer, mail_server

ADDRESS = "anna@club.example"
URL = "https://chess.example"


class Clock:
    def __init__(self) -> None:
        self.ahead = timedelta()

    def __call__(self) -> datetime:
        return datetime.now(UTC) + self.ahead


def text_of(post: MailServer) -> str:
    """Of the last mail."""
    return "\n".join(post.mails[-1][1].get_content().splitlines())


class Club:
    """A server with a mail server; whoever asks it for nothing more makes the sender look by ``look``."""

    def __init__(self, roundlog: Roundlog, post: MailServer, folder: Path) -> None:
        self.roundlog, self.post, self.clock, self.path = roundlog, post, Clock(), folder / "club.office.db"
        self.log = SqliteLog(roundlog.log)
        self.start()

    def start(self) -> None:
        self.store = NoticeStore(self.path, self.clock)
        self.mail = MailSettings("127.0.0.1", self.post.port, "club@chess.example", "none", patience=1.0)
        app = server.build(
            self.log, host_names=(*HOSTS, "chess.example"), public_url=URL, mail=self.mail, notices=self.store
        )
        self.services: Services = app.state.services
        self.web = Web(app)
        self.sender = NoticeSender(self.services, self.store, self.mail)
        asyncio.run(self.sender.begin())

    def restart(self) -> None:
        self.store.close()
        self.start()

    def look(self) -> list[tuple[str, str]]:
        """To whom mails went, with the first line."""
        before = len(self.post.mails)
        asyncio.run(self.sender.look())
        return [(to, message.get_content().splitlines()[0]) for to, message in self.post.mails[before:]]

    def member(self, player: int) -> Web:
        return self.web.sign_in("member", "club", player=player, name=f"member {player}")

    def give(self, player: int, address: str = ADDRESS, kinds: tuple[str, ...] | None = None) -> Any:
        body = {"address": address, **({} if kinds is None else {"kinds": kinds})}
        return self.member(player).request("PUT", f"/api/t/club/members/{player}/notices", json=body)

    def confirm(self, player: int, address: str = ADDRESS, kinds: tuple[str, ...] | None = None) -> str:
        """As the member does who reads the first mail; the token of its links."""
        assert self.give(player, address, kinds).status_code == 200
        self.look()
        found = re.search(rf"{URL}/mail/([\w-]+)$", text_of(self.post), re.MULTILINE)
        assert found is not None
        assert self.web.post(f"/mail/{found[1]}").status_code == 200
        return found[1]

    def publish(self) -> None:
        self.roundlog("pair", "club", 1, "--boards", "1-2 3-4")
        self.roundlog("publish", "club", 1)


@pytest.fixture
def post() -> Iterator[MailServer]:
    with mail_server() as server:
        yield server


@pytest.fixture
def club(roundlog: Roundlog, post: MailServer, tmp_path: Path) -> Iterator[Club]:
    roundlog("open", "club", "--name", "Club", "--rounds", 5)
    for name in ("Anna", "Bram", "Katrin", "Jürgen"):
        roundlog("register", "club", name)
    club = Club(roundlog, post, tmp_path)
    yield club
    club.store.close()
    club.log.close()


# -- the address -------------------------------------------------------------------------------------------------------


def test_an_address_is_told_nothing_before_it_is_confirmed(club: Club):
    assert club.give(1).json() == {
        "address": ADDRESS,
        "is_confirmed": False,
        "kinds": ["pairing", "evening", "correction"],
    }
    assert [to for to, _ in club.look()] == [ADDRESS]
    link = re.findall(rf"{URL}(/mail/[\w-]+)$", text_of(club.post), re.MULTILINE)[0]
    assert club.web.get(link).status_code == 200  # looking at it confirms nothing
    club.publish()
    assert club.look() == []
    club.web.post(link)
    assert club.look() == []  # nor what was recorded before
    assert club.member(1).get("/api/t/club/members/1").json()["notices"]["is_confirmed"]


def test_the_address_is_for_that_member_alone_and_in_no_log(club: Club):
    club.confirm(1)
    assert club.member(2).get("/api/t/club/members/2").json()["notices"]["address"] == ""
    assert (
        club.member(2).request("PUT", "/api/t/club/members/1/notices", json={"address": "x@y.example"}).status_code
        == 403
    )
    assert ADDRESS not in club.web.bearer("owner").get("/api/t/club/audit").text
    assert ADDRESS.encode() not in club.roundlog.log.read_bytes()


@pytest.mark.parametrize("address", ["", "anna", "anna@club", "a@b.example\r\nBcc: c@d.example", "Anna <a@b.example>"])
def test_what_is_no_address_is_refused(club: Club, address: str):
    assert club.give(1, address).json()["code"] == "no-mail-address"


def test_nobody_sends_mails_to_many_strangers_from_here(club: Club):
    answers = [club.give(1, f"a{number}@club.example").status_code for number in range(4)]
    assert answers == [200, 200, 200, 409]


def test_whoever_has_the_mail_ends_it_and_the_member_too(club: Club):
    token = club.confirm(1)
    assert club.web.get(f"/mail/{token}/stop").status_code == 200
    stopped = club.web.post(f"/mail/{token}/stop", data={"List-Unsubscribe": "One-Click"})
    assert stopped.status_code == 200
    club.publish()
    assert club.look() == []
    assert club.web.get(f"/mail/{token}").status_code == 409
    club.confirm(1)
    assert club.member(1).request("DELETE", "/api/t/club/members/1/notices").json()["address"] == ""


# -- what is told ------------------------------------------------------------------------------------------------------


def test_a_new_round_a_correction_and_an_evening_each_once(club: Club):
    club.confirm(1)
    club.confirm(2, "bram@club.example", ("correction",))
    club.publish()
    assert club.look() == [(ADDRESS, "Round 1, board 1: you play White against Bram.")]
    club.roundlog("results", "club", 1, "1:1-0 2:½")
    club.roundlog("correct", "club", 1, 1, "½", "--reason", "misread")
    corrected = "the result was corrected. It was: {}. It is now: draw."
    assert dict(club.look()) == {
        ADDRESS: f"Round 1, your game against Bram: {corrected.format('win')}",
        "bram@club.example": f"Round 1, your game against Anna: {corrected.format('loss')}",
    }
    club.roundlog("schedule", "club", "--first", "2098-11-28", "--at", "19:30")
    club.roundlog("cancel-evening", "club", "2098-12-05", "--public-reason", "The hall is not free.")
    club.roundlog("move-evening", "club", "2098-12-12", "2098-12-11", "--reason", "a secret")
    assert club.look() == [
        (ADDRESS, "The evening of 5 December 2098 is cancelled."),
        (ADDRESS, "The evening of 12 December 2098 is moved to 11 December 2098."),
    ]
    assert all("a secret" not in message.get_content() for _, message in club.post.mails)
    for _ in range(2):
        assert club.look() == []
        club.restart()


def test_a_mail_has_the_link_and_how_to_stop(club: Club):
    club.confirm(1)
    club.publish()
    club.look()
    to, message = club.post.mails[-1]
    assert (to, message["From"], message["Subject"]) == (ADDRESS, "club@chess.example", "Club: round 1")
    assert f"{URL}/p/club/1" in message.get_content()
    assert re.fullmatch(rf"<{URL}/mail/[\w-]+/stop>", message["List-Unsubscribe"])
    assert message["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert message.get_content_type() == "text/plain"


# -- what goes wrong ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("word", ["MAIL", "RCPT", "DATA", "END"])
def test_who_is_put_off_comes_again_and_gives_up_at_last(club: Club, word: str):
    club.confirm(1)
    club.publish()
    club.post.answers[word] = "451 greylisted, come again"
    for minutes in RETRIED_AFTER:
        assert club.look() == []
        assert club.look() == []  # too soon: it is not asked again
        club.clock.ahead += timedelta(minutes=minutes, seconds=1)
    del club.post.answers[word]
    assert [to for to, _ in club.look()] == [ADDRESS]
    assert club.look() == []


def test_it_is_bounded(club: Club):
    club.confirm(1)
    club.publish()
    club.post.answers["RCPT"] = "451 never"
    for _ in range(len(RETRIED_AFTER) + 1):
        club.look()
        club.clock.ahead += timedelta(days=1)
    club.post.answers.clear()
    assert club.look() == []
    assert Outcome.LATER in club.store.outcomes().values()


def test_who_is_refused_is_not_asked_again(club: Club):
    club.confirm(1)
    club.publish()
    club.post.answers["RCPT"] = "550 nobody of that name"
    assert club.look() == []
    club.post.answers.clear()
    club.clock.ahead += timedelta(days=1)
    assert club.look() == []


def test_a_server_that_is_silent_after_the_text_may_have_taken_it(club: Club):
    """It is not sent again: better none than two."""
    club.confirm(1)
    club.publish()
    club.post.silent_after = "END"
    assert len(club.look()) == 1  # it has
    club.post.silent_after = ""
    club.clock.ahead += timedelta(days=1)
    assert club.look() == []


def test_a_server_that_is_silent_before_the_text_has_nothing(club: Club):
    club.confirm(1)
    club.publish()
    club.post.silent_after = "RCPT"
    assert club.look() == []
    club.post.silent_after = ""
    club.clock.ahead += timedelta(minutes=2)
    assert [to for to, _ in club.look()] == [ADDRESS]


def test_what_was_being_sent_when_the_machine_died_is_not_sent_again(club: Club):
    club.confirm(1)
    club.publish()
    club.post.answers["RCPT"] = "451 later"
    club.look()
    club.clock.ahead += timedelta(minutes=2)
    (notice,) = club.store.list_due()
    assert club.store.begin(notice)
    club.post.answers.clear()
    club.restart()
    club.clock.ahead += timedelta(days=1)
    assert club.look() == []
    assert Outcome.UNKNOWN in club.store.outcomes().values()


# -- who is told nothing -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("what", ["withdrawn", "removed", "private"])
def test_who_may_not_be_told_is_not(club: Club, what: str):
    club.confirm(1)
    club.confirm(3, "katrin@club.example")
    if what == "withdrawn":
        club.roundlog("withdraw", "club", 1)
    elif what == "removed":
        club.roundlog("remove", "club", 1, "--reason", "left")
    else:
        private = {"details": {"name": "Club", "is_private": True}}
        assert club.web.bearer("owner").request("PUT", "/api/t/club/details", json=private).status_code == 200
    anna = () if what != "private" else ("--sit-out", "1=zero-bye")
    club.roundlog("pair", "club", 1, "--boards", "2-3", "--bye", 4, *anna)
    club.roundlog("publish", "club", 1)
    assert [to for to, _ in club.look()] == ([] if what == "private" else ["katrin@club.example"])


def test_a_revoked_link_is_told_nothing(club: Club):
    club.confirm(1)
    club.web.bearer("owner").request("DELETE", "/api/t/club/members/1/link")
    club.publish()
    assert club.look() == []


def test_a_server_without_mail_says_so(roundlog: Roundlog, web: Web):
    roundlog("open", "club", "--name", "Club", "--rounds", 5)
    roundlog("register", "club", "Anna")
    member = web.sign_in("member", "club", player=1, name="Anna")
    assert member.get("/api/t/club/members/1").json()["notices"] is None
    answer = member.request("PUT", "/api/t/club/members/1/notices", json={"address": ADDRESS})
    assert answer.json()["code"] == "no-mail-server"


def test_the_password_is_in_no_text_of_the_settings():
    assert "secret" not in repr(MailSettings("mail.example", 587, ADDRESS, user="club", password="secret"))


def test_an_address_that_was_given_again_changes_what_is_told_alone(tmp_path: Path):
    with NoticeStore(tmp_path / "a.office.db") as store:
        first = store.give("club", 1, ADDRESS, (NoticeKind.PAIRING,), by="Anna")
        second = store.give("club", 1, ADDRESS, (NoticeKind.EVENING,), by="Anna")
        assert (first.token, second.kinds) == (second.token, (NoticeKind.EVENING,))
