"""Periods of a season wherever tables are seen: console, public pages, paper, CSV, the command line."""

from pathlib import Path

import pytest

from displays.words.language import LANGUAGES, language
from tests.displays.client import Web
from tests.displays.commandline import Roundlog


@pytest.fixture
def season(roundlog: Roundlog) -> Roundlog:
    """Two rounds of a Keizer season, each of them a period; Anna won the first."""
    roundlog("open", "keizer", "--name", "Club season", "--system", "keizer", "--rounds", "3")
    for name, rating in (("Anna", 2000), ("Bram", 1900)):
        roundlog("register", "keizer", name, "--rating", rating)
    roundlog("period", "keizer", "Autumn", "--from", 1)
    roundlog("period", "keizer", "Spring", "--from", 2)
    for number, result in ((1, "1-0"), (2, "1-0")):
        roundlog("pair", "keizer")
        roundlog("publish", "keizer", number)
        roundlog("result", "keizer", number, 1, result)
        roundlog("close", "keizer", number)
    return roundlog


def test_the_pages_of_the_table_lead_to_each_period_and_name_the_champion(season: Roundlog, web: Web):
    web = web.sign_in("arbiter", "keizer")
    for page in ("/console/keizer/standings", "/t/keizer/standings", "/t/keizer"):
        shown = web.get(page).text
        assert "period=1" in shown, page
        assert "Champion of Autumn: Anna" in shown, page
        assert "Champion of Spring" not in shown, "a round of it is to come"
    shown = web.get("/console/keizer/standings?period=1").text
    assert "Autumn: round 1" in shown
    paper = web.get("/console/keizer/print/standings?period=1").text
    assert "Autumn: round 1" in paper
    assert 'class="periods"' not in paper, "paper has no links"


def test_the_table_of_a_period_is_marked_as_that_after_its_last_round(season: Roundlog, web: Web):
    web = web.sign_in("arbiter", "keizer")
    for asked, shown in (("period=1", 1), ("period=2", 2), ("", 2), ("period=1&of=2", 1), ("period=2&of=2", 2)):
        page = web.get(f"/console/keizer/standings?{asked}").text
        ways = page.partition('<p class="toolbar table-ways">')[2].partition("</p>")[0]
        (marked,) = (line for line in ways.splitlines() if "aria-current" in line)
        assert marked.endswith(f">{shown}</a>"), asked


def test_csv_and_api_and_command_line_take_the_period(season: Roundlog, web: Web):
    """Round 1 alone: Anna beat Bram, who was worth 2 of the top value 3; nobody's own value counts."""
    web = web.sign_in("arbiter", "keizer")
    lines = web.get("/console/keizer/standings?period=1&csv=1").text.splitlines()
    assert [line.split(",")[0:5:4] for line in lines[1:]] == [["1", "Anna"], ["2", "Bram"]]
    assert lines[1].split(",")[-2] == "2"
    told = web.get("/api/t/keizer/ladder?period=1").json()
    assert (told["period"], told["round"], told["lines"][0]["total"]["exact"]) == (1, 1, "2")
    assert [one["name"] for one in told["periods"][0]["champions"]] == ["Anna"]
    assert "Autumn: round 1" in season("keizer", "keizer", "--period", 1)
    assert web.get("/api/t/keizer/standings?period=9").status_code == 409


def test_other_pages_have_no_periods(season: Roundlog, web: Web):
    web = web.sign_in("arbiter", "keizer")
    assert web.get("/console/keizer/cards/1?period=1").status_code == 400
    assert 'class="periods"' not in web.get("/console/keizer/crosstable").text


@pytest.mark.parametrize("code", LANGUAGES)
def test_the_page_of_the_season_shows_its_periods(season: Roundlog, web: Web, code: str):
    web = web.sign_in("arbiter", "keizer")
    page = web.get(f"/console/keizer/season?lang={code}").text
    assert language(code).word("save-period", "season") in page
    assert page.count("data-period=") == 2
    assert "data-remove=" not in page, "both have begun"


def test_the_page_of_the_season_says_which_rounds_a_period_can_begin_with(season: Roundlog, web: Web):
    season("open", "club", "--name", "Club", "--rounds", "9")
    web = web.sign_in("owner")
    assert "1 to 9." in web.get("/console/club/season").text
    assert "1, or from 3 to 3:" in web.get("/console/keizer/season").text
    season("pair", "keizer")
    season("publish", "keizer", 3)
    season("result", "keizer", 3, 1, "1-0")
    season("close", "keizer", 3)
    assert "only the name of a period can still be changed" in web.get("/console/keizer/season").text


def test_the_next_season_is_said_to_begin_with_the_table_of_now(season: Roundlog, web: Web):
    """Until the old one is finished."""
    web = web.sign_in("owner")
    assert 'id="next-not-finished"' in web.get("/console/keizer/season").text
    season("finish", "keizer", "--reason", "snow")
    page = web.get("/console/keizer/season").text
    assert 'id="next-form"' in page
    assert 'id="next-not-finished"' not in page


def test_a_period_is_moved_and_removed_by_name(roundlog: Roundlog):
    roundlog("open", "club", "--name", "Club", "--rounds", "9")
    roundlog("period", "club", "Spring", "--from", 4)
    roundlog("period", "club", "spring", "--from", 5)
    assert "5" in roundlog("audit", "club")
    roundlog("remove-period", "club", "Spring")
    assert "Spring" in roundlog.refused(1, "remove-period", "club", "Spring")


# -- the next season ---------------------------------------------------------------------------------------------------

NEXT = {"previous": "keizer", "id": "next", "choices": {"name": "Club season 2", "rounds": 5}}


def test_the_next_season_is_opened_from_the_console(season: Roundlog, web: Web):
    arbiter = web.sign_in("owner")
    page = arbiter.get("/console/keizer/season").text
    assert 'id="next-form"' in page
    assert page.count('name="member"') == 2
    answer = arbiter.post("/api/next-season", json=NEXT)
    assert (answer.status_code, answer.json()["id"]) == (201, "next")
    new = arbiter.get("/console/next/audit").text
    assert "Club season (keizer)" in new
    assert "unchanged since it was taken over" in new
    (link,) = arbiter.get("/api/t/next/seasons").json()
    assert (link["stream"], link["state"], link["later"]) == ("keizer", "same", 0)
    assert arbiter.post("/api/next-season", json=NEXT).json()["code"] == "tournament-exists"


def test_of_the_season_before_which_may_be_private_only_arbiters_hear(season: Roundlog, web: Web):
    web.sign_in("owner").post("/api/next-season", json=NEXT)
    for path in ("/api/t/next/events", "/api/t/next/audit", "/t/next/audit"):
        told = web.get(path)
        assert told.status_code == 200
        assert "Club season 2" in told.text
        assert not {"previous_season", "previous_head", "continues", "(keizer)"} & set(
            told.text.replace('"', " ").split()
        )


def test_whoever_may_not_open_tournaments_opens_none(season: Roundlog, web: Web):
    of_one = web.sign_in("arbiter", "keizer")
    assert 'id="next-form"' not in of_one.get("/console/keizer/season").text
    assert of_one.post("/api/next-season", json=NEXT).status_code == 403


def test_on_the_command_line_and_what_verify_says_of_the_seasons_before(season: Roundlog):
    season("next-season", "keizer", "next", "--name", "Club season 2", "--order", "rating", "--no-colours")
    assert "unchanged since it was taken over" in season("verify")
    season("announce", "keizer", "Prizes on Friday")
    assert "as it was then; 1 step was recorded" in season("verify", "--tournament", "next")
    assert "Anna" in season("standings", "next")


def test_an_old_season_that_was_altered_is_found_out(season: Roundlog, tmp_path: Path):
    """Its records have been taken out, and others that fit each other put in: its own chain is sound."""
    season("next-season", "keizer", "next", "--name", "Club season 2")
    season("export", "next", tmp_path / "next.jsonl")
    (tmp_path / "other").mkdir()
    other = Roundlog(tmp_path / "other")
    other("open", "keizer", "--name", "Club season", "--system", "keizer", "--rounds", "3")
    for name in ("Bram", "Anna"):
        other("register", "keizer", name)
    other("import", tmp_path / "next.jsonl")
    said = other.tried("verify", "--tournament", "next")
    assert said.code != 0
    assert "is not what it was" in said.err
