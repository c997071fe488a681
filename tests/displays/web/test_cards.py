"""What a card tells beside the results: what the system and the game have, and nothing of another."""

from __future__ import annotations

import re

import pytest

from displays.words.language import LANGUAGES, language
from engine.registry import SYSTEMS
from tests.displays.client import Web
from tests.displays.commandline import Roundlog
from tests.displays.test_keizer_example import cells_of
from tests.displays.worked_example import STREAM, play_example


@pytest.fixture
def example(roundlog: Roundlog) -> Roundlog:
    return play_example(roundlog)


def facts_told(page: str) -> list[str]:
    return re.findall(r"<dt>(.*?)</dt>", page)


def play_two_rounds(roundlog: Roundlog, system: str, *options: str) -> None:
    roundlog("open", "any", "--name", "Any", "--rounds", "3", "--system", system, *options)
    for number, name in enumerate(("Anna", "Bram", "Katrin", "Jürgen")):
        roundlog("register", "any", name, "--rating", 2000 - 50 * number)
    roundlog("first-colour", "any", "--colour", "white")
    for number in (1, 2):
        roundlog("pair", "any", number)
        roundlog("publish", "any", number)
        roundlog("results", "any", number, "1:1-0 2:½" if system != "fmjd-5.2" else "1:2-0 2:1-1")
        roundlog("close", "any", number)


def test_a_card_of_a_ladder_has_what_each_round_pays_and_no_buchholz_or_performance(
    example: Roundlog, web: Web
) -> None:
    arbiter = web.sign_in("arbiter", STREAM)
    for page in (f"/t/{STREAM}/card/6", f"/console/{STREAM}/cards/6", f"/console/{STREAM}/print/cards?player=6&of=2"):
        found = re.search(r"<h2>De Zeeuw.*?</section>", arbiter.get(page).text, re.DOTALL)
        assert found is not None
        text = found[0]
        heads, *rounds, final = cells_of(text)
        assert heads == ["Round", "Opponent", "Board", "Colour", "Res.", "Points", "Place"]
        assert [row[5] for row in (*rounds, final)] == ["42", "48", "140"]
        assert facts_told(text) == []
        assert "after round 2, end correction made" in text
        for stranger in ("BH", "TPR", "PTP", "Annex D"):
            assert stranger not in text


def test_a_card_of_a_ladder_on_the_command_line_has_the_total_and_nothing_of_other_systems(example: Roundlog) -> None:
    text = example("card", STREAM, 6, "--k", 20)
    assert re.search(r"Res\. +Game points +Place\n", text)
    assert text.strip().endswith("\n\nKeizer total: 140")
    assert "Game points,Place" in example("card", STREAM, 6, "--csv")


def test_a_card_of_chess_has_the_performances_of_fide(roundlog: Roundlog, web: Web) -> None:
    play_two_rounds(roundlog, "fide-dutch-2026")
    assert "Annex D" not in roundlog("card", "any", 1)
    told = facts_told(web.get("/t/any/card/1").text)
    assert told[-4:] == [
        "Games against rated opponents",
        "Average of the opponents",
        "Performance, FIDE (TPR)",
        "Perfect performance, FIDE (PTP)",
    ]


def test_a_card_of_draughts_counts_as_draughts_does(roundlog: Roundlog, web: Web) -> None:
    play_two_rounds(roundlog, "fmjd-5.2")
    assert "FIDE" not in roundlog("card", "any", 1, "--k", 20)
    page = web.get("/t/any/card/1").text
    assert facts_told(page)[-3:] == [
        "Games against rated opponents",
        "Average of the opponents",
        "Performance, FMJD Annex D",
    ]
    score = re.search(r"Games against rated opponents</dt><dd>2 \((.*?)\)", page)
    total = cells_of(page)[3][5]
    assert score is not None
    assert score[1] == total, "in the points of the game"


def test_a_system_says_itself_what_its_cards_tell() -> None:
    for system in SYSTEMS.values():
        assert (system.sums_opponents, bool(system.performances)) == (not system.has_ladder, not system.has_ladder)


@pytest.mark.parametrize("code", LANGUAGES)
def test_an_option_that_families_share_is_not_named_after_one_of_them(code: str) -> None:
    assert "Keizer" not in language(code).word("colours", "options")
