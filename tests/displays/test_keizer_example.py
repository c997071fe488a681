"""The worked example of Keizer's text on everything that shows a ladder."""

from __future__ import annotations

import csv
import html
import io
import json
import re
from fractions import Fraction
from typing import Any

import pytest

from displays.web.live.topics import parse_topics, render_topic
from displays.web.screens.status import Screens
from displays.web.visibility import PublicViews
from engine.scoring import show
from ledger.views import encode
from tests.displays.client import Web
from tests.displays.commandline import Roundlog
from tests.displays.web.phones.test_phone import facts_of
from tests.displays.worked_example import STREAM, final_totals, play_example


@pytest.fixture
def example(roundlog: Roundlog) -> Roundlog:
    return play_example(roundlog)


@pytest.fixture
def arbiter(example: Roundlog, web: Web) -> Web:
    return web.sign_in("arbiter", STREAM)


def cells_of(page: str) -> list[list[str]]:
    """The texts of all cells of all tables of a page, row by row."""
    rows = re.findall(r"<tr.*?</tr>", page, re.DOTALL)
    cells = (re.findall(r"<t[dh][^>]*>(.*?)</t[dh]>", row, re.DOTALL) for row in rows)
    return [[html.unescape(re.sub(r"<[^>]+>", "", text)).strip() for text in row] for row in cells]


def totals_of(page: str) -> dict[str, str]:
    """The last column of the first table by name; a name follows the number of its player."""
    found: dict[str, str] = {}
    for row in cells_of(page):
        names = [name for name in final_totals() if any(re.fullmatch(rf"\d* *{name}", cell) for cell in row)]
        if names:
            found.setdefault(names[0], row[-1])
    return found


SHOWN = {name: show(total, 1) for name, total in final_totals().items()}


def test_the_example_is_that_of_the_text() -> None:
    assert next(iter(final_totals().items())) == ("De Zeeuw", Fraction(140))


# -- the end correction ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("page", ["standings", "standings?of=2", "print/standings", "print/standings?of=2"])
def test_a_finished_ladder_has_the_end_correction_on_every_page_and_says_so(arbiter: Web, page: str) -> None:
    text = arbiter.get(f"/console/{STREAM}/{page}").text
    assert totals_of(text) == SHOWN
    assert "after round 2, end correction made" in text


def test_an_earlier_round_and_a_season_that_is_not_finished_have_none(example: Roundlog, arbiter: Web) -> None:
    assert totals_of(arbiter.get(f"/console/{STREAM}/print/standings?of=1").text)["De Zeeuw"] == "91"
    example("reopen-tournament", STREAM, "--reason", "a protest")
    page = arbiter.get(f"/console/{STREAM}/print/standings?of=2").text
    assert totals_of(page)["De Zeeuw"] == "141"
    assert "end correction" not in page


def test_the_working_on_a_card_adds_up_to_the_total_of_the_card(arbiter: Web) -> None:
    assert "<b>Total 140</b>" in arbiter.get(f"/console/{STREAM}/cards/6?of=2").text


def test_a_printed_card_has_the_working_of_its_total(arbiter: Web) -> None:
    page = arbiter.get(f"/console/{STREAM}/print/cards?player=6&of=2").text
    rows = [row for row in cells_of(page) if "1 × 42 (then 46) = 42" in row or "1 × 48 (then 50) = 48" in row]
    assert [row[-2:] for row in rows] == [["42", "92"], ["48", "140"]]
    assert "2 games: 2 won, 0 drawn, 0 lost" in page


# -- the figures -------------------------------------------------------------------------------------------------------


def test_every_0_says_why_and_every_figure_how(example: Roundlog, arbiter: Web) -> None:
    rows = list(csv.DictReader(io.StringIO(arbiter.get(f"/t/{STREAM}/ladder-table?csv=1&lang=en").text)))
    told = {row["name"]: row for row in rows}
    assert told["De Wit"]["R1: how"] == "10 De Bruin: lost"
    assert told["Slager"]["R1: how"] == "3 Bakker: ½ × 44 (then 48) = 22"
    assert [row["name"] for row in rows] == list(final_totals())
    assert (
        example("keizer", STREAM, "--figures", "--csv").strip()
        == arbiter.get(f"/console/{STREAM}/ladder-table?csv=1&lang=en").text.strip()
    )


def test_the_figures_call_people_as_everybody_may(example: Roundlog, arbiter: Web, web: Web) -> None:
    example("initials", STREAM, 6)
    for address in ("ladder-table", "ladder-table/embed", "ladder-table?csv=1"):
        page = web.get(f"/t/{STREAM}/{address}").text
        assert "Zeeuw" not in page, address
        assert "De Wit" in page
    assert "Zeeuw" not in arbiter.get(f"/console/{STREAM}/print/ladder-table").text
    assert "Zeeuw" in arbiter.get(f"/console/{STREAM}/ladder-table").text
    assert "Zeeuw" not in json.dumps(shown_by_topic(web, "ladder-table"))


@pytest.mark.parametrize("asked", [("--player", 1), ("--period", 1)])
def test_figures_are_of_everybody_and_of_the_season(example: Roundlog, asked: tuple[str, int]) -> None:
    said = example.tried("keizer", STREAM, "--figures", *asked)
    assert (said.code, '"not-both"' in said.err or "--figures" in said.err) == (2, True)


# -- the phone ---------------------------------------------------------------------------------------------------------


def test_the_phone_brings_place_value_total_and_working(example: Roundlog, web: Web) -> None:
    ladder = facts_of(web.get(f"/p/{STREAM}/6").text)["ladder"]
    assert (ladder["place"], ladder["value"]["shown"], ladder["total"]["shown"]) == (1, "50", "140")
    assert ladder["is_corrected"]
    rounds = [(line["opponent"]["name"], line["fraction"], line["now"]["shown"]) for line in ladder["lines"]]
    assert rounds == [("De Vries", "1", "42"), ("Janssens", "1", "48")]


# -- files -------------------------------------------------------------------------------------------------------------


def totals_in(text: str) -> dict[str, str]:
    return {row["name"]: row["Total"] for row in csv.DictReader(io.StringIO(text))}


def test_the_file_of_a_ladder_has_its_value_and_total(example: Roundlog, arbiter: Web) -> None:
    text = arbiter.get(f"/console/{STREAM}/standings?csv=1").text
    assert text.strip() == example("keizer", STREAM, "--csv").strip()
    assert {name: Fraction(total) for name, total in totals_in(text).items()} == final_totals()
    first = next(csv.DictReader(io.StringIO(text)))
    assert (first["Place"], first["Value"], first["This round"], first["Total"]) == ("1", "50", "48", "140")


def test_the_file_of_a_working_adds_up(example: Roundlog) -> None:
    rows = list(csv.DictReader(io.StringIO(example("keizer", STREAM, "--player", 6, "--csv"))))
    assert [row["Points"] for row in rows] == ["50", "42", "48"]
    assert list(rows[-1].values())[-1] == "140"


def test_a_file_and_json_are_not_both(example: Roundlog) -> None:
    said = example.tried("keizer", STREAM, "--csv", "--json")
    assert (said.code, '"not-both"' in said.err) == (2, True)


# -- boards ------------------------------------------------------------------------------------------------------------

PAIRED = {  # places and values of the ladder after round 1 (fig. 4)
    "De Zeeuw": "2 · 49",
    "Janssens": "1 · 50",
    "De Oude": "7 · 44",
    "Pieterse": "8 · 43",
}


def test_boards_have_the_places_and_values_by_which_they_were_paired(example: Roundlog, arbiter: Web) -> None:
    for page in (f"/t/{STREAM}", f"/console/{STREAM}/print/boards?of=2"):
        rows = {row[1]: row for row in cells_of(arbiter.get(page).text) if len(row) == 6}
        assert rows["White"][2] == rows["White"][4] == "Place · value"
        for white, black in (("De Zeeuw", "Janssens"), ("De Oude", "Pieterse")):
            assert (rows[white][2], rows[white][4], rows[white][5]) == (PAIRED[white], PAIRED[black], black)
    on_terminal = example("boards", STREAM)
    assert re.search(r"White +Place · value +Result +Place · value +Black", on_terminal)
    assert re.search(r" De Zeeuw .* 2 · 49 .* 1 · 50 .* Janssens ", on_terminal)
    found = arbiter.get(f"/console/{STREAM}/rounds/2/state").json()["people"].values()
    assert PAIRED.items() <= {somebody["name"]: somebody["score"] for somebody in found}.items()


def test_a_round_that_is_not_paired_yet_goes_by_the_newest_ladder(roundlog: Roundlog, web: Web) -> None:
    roundlog("open", "club", "--name", "Club", "--system", "keizer", "--rounds", 2, "--option", "top_value=9")
    for name in ("Anna", "Bram"):
        roundlog("register", "club", name)
    found = web.sign_in("arbiter", "club").get("/console/club/rounds/1/state").json()["people"]
    assert [somebody["score"] for somebody in found.values()] == ["1 · 9", "2 · 8"]


# -- one season, everywhere the same -----------------------------------------------------------------------------------


def shown_by_topic(web: Web, name: str) -> dict[str, Any]:
    """What a screen or a phone that follows the topic is sent."""
    desk = web.app.state.services.desk
    views = PublicViews(desk.state(STREAM), desk.projector.projection(STREAM))
    (topic,) = parse_topics([name])
    found: dict[str, Any] = json.loads(encode(render_topic(topic, views, Screens(version=0, screens=(), audience=0))))
    return found


def as_fraction(shown: str) -> Fraction:
    return Fraction(shown.removesuffix("½") or 0) + (Fraction(1, 2) if shown.endswith("½") else 0)


def test_the_totals_are_the_same_to_the_half_point_wherever_they_are_shown(example: Roundlog, arbiter: Web) -> None:
    numbers = {line["player"]["name"]: line["player"]["number"] for line in shown_by_topic(arbiter, "ladder")["lines"]}
    phones = {name: facts_of(arbiter.get(f"/p/{STREAM}/{number}").text) for name, number in numbers.items()}
    followed = {name: shown_by_topic(arbiter, f"ladder-card:{number}") for name, number in numbers.items()}
    on_terminal = {
        command: {name: next(line.split()[-1] for line in lines if f" {name} " in line) for name in numbers}
        for command, lines in ((one, example(one, STREAM).splitlines()) for one in ("keizer", "standings"))
    }
    found: dict[str, dict[str, Fraction]] = {
        place: {name: as_fraction(shown) for name, shown in totals.items()}
        for place, totals in {
            "console": totals_of(arbiter.get(f"/console/{STREAM}/standings").text),
            "public page": totals_of(arbiter.get(f"/t/{STREAM}").text.partition("<h2>Ladder")[2]),
            "print": totals_of(arbiter.get(f"/console/{STREAM}/print/standings?of=2").text),
            **on_terminal,
        }.items()
    }
    found |= {
        "screen": {
            line["player"]["name"]: Fraction(line["total"]["exact"])
            for line in shown_by_topic(arbiter, "ladder")["lines"]
        },
        "screen of standings": {
            line["player"]["name"]: Fraction(line["ladder"]["total"]["exact"])
            for line in shown_by_topic(arbiter, "standings")["lines"]
        },
        "standings of the API": {
            line["player"]["name"]: Fraction(line["ladder"]["total"]["exact"])
            for line in arbiter.get(f"/api/t/{STREAM}/standings").json()["lines"]
        },
        "file of the standings": {
            name: Fraction(total) for name, total in totals_in(example("standings", STREAM, "--csv")).items()
        },
        "phone": {name: Fraction(facts["ladder"]["total"]["exact"]) for name, facts in phones.items()},
        "card of the phone": {name: Fraction(facts["card"]["ladder_total"]["exact"]) for name, facts in phones.items()},
        "phone that follows": {name: Fraction(ladder["total"]["exact"]) for name, ladder in followed.items()},
        "file of the console": {
            name: Fraction(total)
            for name, total in totals_in(arbiter.get(f"/console/{STREAM}/standings?csv=1").text).items()
        },
        "file of the command line": {
            name: Fraction(total) for name, total in totals_in(example("keizer", STREAM, "--csv")).items()
        },
    }
    for place, totals in found.items():
        assert list(totals.items()) == list(final_totals().items()), place
