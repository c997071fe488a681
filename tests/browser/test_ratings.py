"""Several ratings of a player, the rule which counts, and the comparison with a rating list."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from msgspec.structs import replace
from playwright.sync_api import expect

from displays.words.columns import column_titles
from ledger.rating_lists.addresses import ListAddresses
from ledger.rating_lists.folder import RatingLists, folder_beside
from ledger.rating_lists.layouts import ToldOfList
from tests.browser.conftest import Visitor
from tests.browser.hall import Hall

MONTH = datetime.now(UTC).date().isoformat()[:7]
STARTS = f"{MONTH}-15"


@pytest.fixture
def listed(hall: Hall, tmp_path: Path) -> Iterator[RatingLists]:
    """FIDE's list of this month, with two who do not exist."""
    people = ((1000001, "Aalbers, Anna", 2105), (1000002, "Berg, Ben", 1990))
    lines = "".join(
        f"<player><fideid>{number}</fideid><name>{name}</name><country>NED</country><sex>F</sex><title></title>"
        f"<rating>{rating}</rating><rapid_rating>0</rapid_rating><blitz_rating>0</blitz_rating>"
        "<birthday>1990</birthday><flag></flag></player>"
        for number, name, rating in people
    )
    file = tmp_path / "players_list.xml"
    file.write_text(f"<playerslist>{lines}</playerslist>")
    loaded = RatingLists(folder_beside(hall.log))
    loaded.load(file, ToldOfList("fide", "", MONTH), column_titles())
    yield loaded
    for one in loaded.lists():
        loaded.remove(one.key)


def with_players(hall: Hall, method: str = "FIDON") -> str:
    """Two of FIDE's list, whose ratings are others here, and two of none."""
    stream = hall.open(0, rounds=3, ratings={"method": method})
    hall.do(stream, "change-details", details={"name": "Ratings", "starts": STARTS})
    anna = [{"source": "fide", "kind": "standard", "value": 2090}]
    known = (
        ("Aalbers, Anna", 2090, "1000001", anna),
        ("Berg, Ben", 1980, "1000002", ()),
        ("Cohen, Carl", 1700, "", ()),
    )
    new = [
        {"player": {"number": 0, "name": name, "rating": rating, "ids": {"fide": fide}}, "ratings": ratings}
        for name, rating, fide, ratings in (*known, ("Dirks, Dora", 1600, "", ()))
    ]
    hall.do(stream, "register-players", players=new)
    hall.do(stream, "draw-first-colour", colour="white")
    return stream


def ratings_in(hall: Hall, stream: str) -> list[int]:
    return [one["player"]["rating"] for one in hall.ask(f"/t/{stream}/players")]


@pytest.mark.usefixtures("listed")
def test_139_144_ratings_that_differ_are_noticed_chosen_taken_over_and_taken_back(owner: Visitor, hall: Hall) -> None:
    stream = with_players(hall)
    page = owner.go(f"/console/{stream}/players")
    notice = page.locator("#ratings-notice")
    expect(notice).to_contain_text(f"The ratings of 2 players differ from the rating list of {MONTH}.")
    notice.get_by_role("link").click()
    expect(page.locator("#differences tbody tr")).to_have_count(2)
    page.get_by_label("Take over the rating of Berg, Ben").uncheck()
    page.get_by_role("button", name="Take over the ticked ones").press("Enter")
    expect(page.locator("#differences tbody tr")).to_have_count(1)
    assert ratings_in(hall, stream) == [2105, 1980, 1700, 1600]
    page.get_by_role("button", name="Take back the last 1 change").click()
    expect(page.locator("#differences tbody tr")).to_have_count(2)
    assert ratings_in(hall, stream) == [2090, 1980, 1700, 1600]


@pytest.mark.usefixtures("listed")
def test_138_nothing_is_said_where_nobody_wants_to_know(owner: Visitor, hall: Hall) -> None:
    stream = with_players(hall)
    page = owner.go(f"/console/{stream}/settings")
    page.get_by_label("Say when ratings differ from a rating list").uncheck()
    page.get_by_role("button", name="Save details").click()
    expect(page.get_by_text("The details are saved.")).to_be_visible()
    with page.expect_response("**/ratings/differing") as answer:
        owner.go(f"/console/{stream}/players")
    assert answer.value.json()["count"] == 0
    expect(page.locator("#ratings-notice")).to_be_empty()


@pytest.mark.usefixtures("listed")
def test_once_a_round_is_paired_each_is_a_correction_with_a_reason(owner: Visitor, hall: Hall) -> None:
    stream = with_players(hall)
    hall.do(stream, "pair-round", round=1)
    owner.expected += ["409"]
    page = owner.go(f"/console/{stream}/ratings")
    expect(page.get_by_label("Take over the rating")).to_have_count(0)
    page.get_by_role("button", name="Correct … Berg, Ben").click()
    page.get_by_role("dialog").get_by_role("button", name="Confirm").click()
    expect(page.get_by_role("dialog")).to_contain_text("this has to be confirmed")
    page.get_by_role("dialog").get_by_role("button", name="Confirm").click()
    expect(page.locator("#differences tbody tr")).to_have_count(1)
    assert ratings_in(hall, stream) == [2090, 1990, 1700, 1600]


def test_a_page_without_lists_says_so(owner: Visitor, hall: Hall) -> None:
    page = owner.go(f"/console/{with_players(hall)}/ratings")
    expect(page.locator("#no-comparison")).to_contain_text("No rating list is loaded.")


def test_the_form_of_a_player_has_all_ratings_and_says_which_counts(owner: Visitor, hall: Hall) -> None:
    owner.expected += ["409"]
    page = owner.go(f"/console/{with_players(hall, 'NIDOF')}/players")
    page.get_by_role("button", name="Change Aalbers, Anna").click()
    form = page.locator("#player-form")
    expect(form.locator(".counting")).to_contain_text("Counts: FIDE standard 2090")
    form.get_by_role("button", name="Add a rating").press("Enter")
    row = form.locator(".rating-row").nth(1)
    row.get_by_label("whose").fill("ned")
    row.get_by_label("rating", exact=True).fill("2150")
    row.get_by_label("list of").fill("11/2026")
    form.get_by_role("button", name="Save").press("Enter")
    expect(form.locator(".known-ratings .field-error")).to_contain_text("is no month")
    row.get_by_label("list of").fill("2026-11")
    form.get_by_role("button", name="Save").press("Enter")
    cell = page.locator("#player-1")
    expect(cell).to_contain_text("2150")
    cell.locator("summary").click()
    expect(cell.locator(".all-ratings")).to_contain_text("NED 2150 (list of 2026-11, by hand)")
    expect(cell.locator(".all-ratings")).to_contain_text("the national one, otherwise FIDE's")


def test_the_rule_and_its_lists_are_chosen_in_the_settings(owner: Visitor, hall: Hall) -> None:
    stream = with_players(hall)
    page = owner.go(f"/console/{stream}/settings")
    page.get_by_label("Which rating counts").select_option("HBFN")
    page.get_by_label("Rate of play", exact=True).select_option("rapid")
    page.get_by_text("Lists, and ratings in tie-breaks").click()
    for named in ("fide:effective-rapid", "national:rapid", "own"):
        page.get_by_label("Add a list").select_option(named)
    page.get_by_role("button", name="Save rules").click()
    expect(page.get_by_text("The rules are changed.")).to_be_visible()
    expect(page.get_by_label("Which rating counts")).to_have_value("HBFN")
    rule = hall.ask(f"/t/{stream}")["rules"]["ratings"]
    assert rule == {
        "method": "HBFN",
        "rate_of_play": "rapid",
        "lists": ["fide:effective-rapid", "national:rapid", "own"],
    }


def test_211_tie_breaks_on_ratings_are_advised_against_in_a_long_tournament(owner: Visitor, hall: Hall) -> None:
    stream = hall.open(4, rounds=3, tiebreaks=["ARO", "BH"])
    page = owner.go(f"/console/{stream}/settings")
    expect(page.locator("#advice")).not_to_contain_text("C.07 10")
    page.get_by_label("lasts more than 30 days").check()
    page.locator("#f-rounds").fill("4")
    expect(page.locator("#advice")).to_contain_text("FIDE C.07 10 advises against tie-breaks on ratings (ARO)")


@pytest.mark.usefixtures("listed")
def test_129_another_rating_than_the_one_that_counts_is_chosen(owner: Visitor, hall: Hall) -> None:
    stream = hall.open(0, rounds=3, ratings={"method": "NRO"})
    page = owner.go(f"/console/{stream}/players")
    page.locator("#add-name").fill("aalb")
    page.locator("#add [role=option]").click()
    choice = page.locator("#add .rating-choice")
    expect(choice).to_contain_text("By the rule of the tournament none of them counts.")
    expect(page.locator("#add-rating")).to_have_value("")
    choice.get_by_label("FIDE standard 2105").check()
    expect(page.locator("#add-rating")).to_have_value("2105")
    page.locator("#add-name").press("Enter")
    expect(page.locator("#player-1")).to_contain_text("2105")
    expect(choice).to_be_hidden()
    page.locator("#player-1 summary").click()
    expect(page.locator("#player-1 .all-ratings")).to_contain_text("chosen by the arbiter")
    page.get_by_role("button", name="Change Aalbers, Anna").click()
    form = page.locator("#player-form")
    expect(form.get_by_label("counts", exact=True)).to_be_checked()
    form.get_by_label("counts", exact=True).uncheck()
    form.get_by_role("button", name="Save").press("Enter")
    expect(page.locator("#player-1")).not_to_contain_text("chosen by the arbiter")
    assert hall.ask(f"/t/{stream}/players")[0]["player"].get("rating") is None


@pytest.mark.usefixtures("listed")
def test_139_ratings_that_differ_are_noticed_on_the_overview(owner: Visitor, hall: Hall) -> None:
    page = owner.go(f"/console/{with_players(hall)}")
    expect(page.locator("#ratings-notice")).to_contain_text("The ratings of 2 players differ")
    page.locator("#ratings-notice").get_by_role("link").click()
    expect(page.locator("#differences tbody tr")).to_have_count(2)
    expect(page.locator("#currency")).to_contain_text("No list is fetched from an address")


@pytest.mark.usefixtures("listed")
def test_141_whether_lists_are_current_is_asked_before_they_are_compared(owner: Visitor, hall: Hall) -> None:
    """Nobody may ask this machine: then the lists that are there are compared, and it is said."""
    addresses = ListAddresses(folder_beside(hall.log))
    known = addresses.add("https://localhost/players_list.zip")
    addresses.note(replace(known, answered_at="2026-11-02T10:00:00+00:00"))
    try:
        page = owner.go(f"/console/{with_players(hall)}/ratings")
        expect(page.locator("#currency")).to_contain_text("could not be asked; when last asked, on 2 Nov 2026")
        expect(page.locator("#differences tbody tr")).to_have_count(2)
        assert addresses.find(known.key).asked_at
    finally:
        addresses.remove(known.key)
