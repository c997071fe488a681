"""The list of tournaments: groups, search and pages, for people and for programs, of what a visitor may know of."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date, timedelta
from pathlib import Path

import pytest

from displays.web import tournament_list
from displays.web.api import views
from displays.web.tournament_list import Group, group_of, in_time, search
from engine.model import Board, Details, Player, Rules
from ledger.acts.act import Event
from ledger.acts.festivals import FestivalOpened
from ledger.acts.opening import TournamentFinished, TournamentOpened
from ledger.acts.pairing import RoundPaired
from ledger.acts.players import PlayerRegistered
from ledger.acts.rounds import RoundPublished
from ledger.store.sqlite import SqliteLog
from ledger.tournament_list import RecordMark, TournamentLine
from tests.displays.client import Web, build

TODAY = date(2026, 5, 3)


def line(**facts: object) -> TournamentLine:
    mark = RecordMark(1, "", str(facts.pop("at", "2026-05-01T10:00:00Z")))
    return TournamentLine(id="club", name="Club", newest=mark, released=mark, **facts)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("facts", "group"),
    [
        ({"played": 1}, Group.RUNNING),
        ({"starts": "2026-05-03"}, Group.RUNNING),  # today, though nothing is published yet
        ({}, Group.COMING),
        ({"starts": "2026-05-04"}, Group.COMING),
        ({"starts": "in May"}, Group.COMING),  # as old logs have it
        ({"paired": 1}, Group.COMING),  # a draft is nobody's business
        ({"played": 5, "is_finished": True}, Group.FINISHED),
        ({"played": 5, "at": "2025-05-01T10:00:00Z"}, Group.FINISHED),  # nobody has ended it
        ({"played": 5, "at": "2026-02-01T10:00:00Z"}, Group.FINISHED),  # 91 days ago
        ({"played": 5, "at": "2026-02-02T10:00:00Z"}, Group.RUNNING),
        ({"played": 5, "at": "2025-05-01T10:00:00Z", "ends": "2026-06-01"}, Group.RUNNING),
        ({"starts": "2027-01-01", "at": "2025-05-01T10:00:00Z"}, Group.COMING),
    ],
)
def test_where_a_tournament_stands(facts: dict[str, object], group: Group):
    assert group_of(line(**facts), TODAY) is group


@pytest.mark.parametrize(
    ("typed", "is_found"),
    [("", True), ("joe", True), ("JÕE viljandi", True), ("2026", True), ("tartu", False), ("jõe tartu", False)],
)
def test_every_word_that_is_typed_has_to_be_there(typed: str, is_found: bool):
    named = TournamentLine(
        id="j-1",
        name="Jõe Open",
        place="Viljandi",
        starts="2026-05-01",
        newest=RecordMark(1, "", ""),
        released=RecordMark(1, "", ""),
    )
    assert search([named], typed) == ([named] if is_found else [])


def test_events_stand_by_their_days_what_is_on_first_and_what_is_over_last():
    days = {
        "next": ("2026-05-09", "2026-05-10"),
        "on": ("2026-05-01", "2026-05-03"),
        "old": ("2024-05-01", ""),
        "no-days": ("", "in May"),
        "just-over": ("2026-05-01", "2026-05-02"),
    }
    mark = RecordMark(1, "", "2026-05-01T10:00:00Z")
    lines = [
        TournamentLine(id=name, name=name, starts=starts, ends=ends, newest=mark, released=mark)
        for name, (starts, ends) in days.items()
    ]
    assert [one.id for one in in_time(lines, TODAY)] == ["on", "next", "no-days", "just-over", "old"]


# -- on the pages ------------------------------------------------------------------------------------------------------


def write(log: SqliteLog, stream: str, details: Details, *more: Event) -> None:
    events = [TournamentOpened(details=details, rules=Rules("by-hand", 5)), *more]
    log.submit(stream, 0, events, actor="Anna", command="all").result(20)


PLAYED = (
    PlayerRegistered(player=Player(1, "Anna")),
    PlayerRegistered(player=Player(2, "Bram")),
    RoundPaired(round=1, system="by-hand", boards=(Board(1, 2),)),
    RoundPublished(round=1),
)


@pytest.fixture
def town(tmp_path: Path) -> Iterator[Web]:
    """Three that are on, two that come, sixty that are finished, one that is private."""
    tomorrow = (date.today() + timedelta(1)).isoformat()
    with SqliteLog(tmp_path / "roundlog.db") as log:
        for number in range(3):
            write(log, f"on-{number}", Details(f"Weekend {number}", place="Tartu"), *PLAYED)
        for number in range(2):
            write(log, f"next-{number}", Details(f"Season {number}", starts=tomorrow))
        for number in range(60):
            day = (date(2024, 1, 1) + timedelta(number)).isoformat()
            write(log, f"old-{number:02}", Details(f"Old {number:02}", starts=day, ends=day), TournamentFinished())
        write(log, "secret", Details("Secret club", is_private=True))
        app = build(log)
        yield Web(app)
        app.state.services.key_store.close()


def names(page: str) -> list[str]:
    found: list[str] = re.findall(r'<li><a href="[^"]*">([^<]*)</a>', page)
    return found


def test_the_front_page_has_what_is_on_before_what_comes_and_the_last_that_ended(town: Web):
    page = town.get("/?lang=en").text
    shown = names(page)
    assert shown[:5] == ["Weekend 2", "Weekend 1", "Weekend 0", "Season 0", "Season 1"]
    assert shown[5:] == [f"Old {number}" for number in range(59, 49, -1)]
    assert "All 60 finished tournaments" in page
    assert "Secret" not in page


def test_a_group_has_pages(town: Web):
    first, second = (town.get(f"/?lang=en&group=finished&page={page}").text for page in (1, 2))
    assert len(names(first)) == tournament_list.ON_A_PAGE
    assert names(second) == [f"Old {number:02}" for number in range(9, -1, -1)]
    assert 'rel="next"' in first
    assert 'rel="prev"' not in first
    assert ('rel="next"' in second, 'rel="prev"' in second) == (False, True)
    assert "Page 2 of 2" in second
    assert town.get("/?page=999&group=finished").status_code == 200


def test_a_search_finds_in_every_group(town: Web):
    assert names(town.get("/?q=old 07").text) == ["Old 07"]
    assert names(town.get("/?q=tartu").text) == ["Weekend 2", "Weekend 1", "Weekend 0"]
    page = town.get("/?lang=en&q=<nothing>").text
    assert names(page) == []
    assert "Nothing found for “&lt;nothing&gt;”." in page


@pytest.fixture
def federation(tmp_path: Path) -> Iterator[Web]:
    """A tournament that is on; sixty events that are over and one that comes."""
    with SqliteLog(tmp_path / "roundlog.db") as log:
        write(log, "league", Details("League"), *PLAYED)
        for number in range(60):
            day = (date(2024, 1, 1) + timedelta(number)).isoformat()
            details = Details(f"Festival {number:02}", place="Narva", starts=day, ends=day)
            log.submit(f"f-{number:02}", 0, [FestivalOpened(details=details)], actor="Anna", command="all").result(20)
        details = Details("Next festival", starts=(date.today() + timedelta(9)).isoformat())
        log.submit("next", 0, [FestivalOpened(details=details)], actor="Anna", command="all").result(20)
        app = build(log)
        yield Web(app)
        app.state.services.key_store.close()


def test_of_many_events_the_front_page_has_the_next_and_the_last_and_where_all_are(federation: Web):
    page = federation.get("/?lang=en").text
    assert names(page) == ["Next festival", *(f"Festival {number}" for number in range(59, 50, -1)), "League"]
    assert "All 61 events" in page
    second = federation.get("/?lang=en&group=festivals&page=2").text
    assert names(second) == [f"Festival {number:02}" for number in range(10, -1, -1)]
    assert "Page 2 of 2" in second


def test_a_search_finds_events(federation: Web):
    page = federation.get("/?lang=en&q=festival 07").text
    assert names(page) == ["Festival 07"]
    assert "Nothing found" not in page
    assert names(federation.get("/?group=festivals&q=next").text) == ["Next festival"]
    assert "Festival 07" not in federation.get("/?q=league").text
    office = federation.sign_in("owner")
    assert "Festival 07" in office.get("/console?q=festival 07").text
    assert "Next festival" not in office.get("/console?q=festival 07").text


@pytest.mark.parametrize(
    "address", ["/?group=none", "/?page=x", "/api/t?limit=", "/api/t?limit=0", "/api/t?limit=1001", "/api/t?group=1"]
)
def test_a_question_that_cannot_be_answered_is_refused(town: Web, address: str):
    assert town.get(address).status_code == 400


def test_a_program_gets_them_by_id_in_pieces(town: Web):
    whole = [line["id"] for line in town.get("/api/t").json()]
    assert len(whole) == 65
    assert whole == sorted(whole)
    pieces: list[str] = []
    address = "/api/t?limit=20"
    while address:
        answer = town.get(address)
        pieces += [line["id"] for line in answer.json()]
        link = re.fullmatch(r'<([^>]*)>; rel="next"', answer.headers.get("link", ""))
        address = link[1] if link else ""
    assert pieces == whole
    assert [line["id"] for line in town.get("/api/t?group=coming").json()] == ["next-0", "next-1"]
    assert [line["id"] for line in town.get("/api/t?q=weekend&after=on-1").json()] == ["on-2"]


def test_an_answer_without_a_limit_is_bounded_too(town: Web, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(views, "MOST_LISTED", 30)
    answer = town.get("/api/t")
    assert len(answer.json()) == 30
    assert answer.headers["link"].startswith("</api/t?after=")


def test_the_console_shows_what_is_not_finished_and_searches_everything(town: Web):
    owner = town.sign_in("owner")
    page = owner.get("/console?lang=en").text
    assert re.findall(r'href="/console/([a-z]+-\d)"', page) == ["next-1", "next-0", "on-2", "on-1", "on-0"]
    assert "Secret club" in page
    found = owner.get("/console?q=old 07").text
    assert re.findall(r'href="/console/(old-\d\d)"', found) == ["old-07"]
    assert len(re.findall(r'href="/console/old-\d\d"', owner.get("/console?group=finished&page=2").text)) == 10


def test_no_request_lists_the_log_or_loads_what_it_only_names(town: Web):
    """The lines are kept: neither the front page nor the list for programs reads any tournament again."""
    assert town.get("/api/t").status_code == 200
    desk = town.app.state.services.desk
    asked: list[str] = []
    for name in ("read", "events", "heads"):
        setattr(desk.log, name, lambda *_, name=name, **__: asked.append(name))
    for address in ("/", "/?group=finished&page=2", "/?q=old", "/api/t", "/api/t?q=old&limit=3"):
        assert town.get(address).status_code == 200
    assert (asked, len(desk._locks)) == ([], 0)
