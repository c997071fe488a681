"""The page of a round, what it is given to work with, and whom it lets in."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from displays.web.console.result_keys import result_buttons, result_keys
from displays.words.language import LANGUAGES, language
from engine.model import DELFT_POINTS, DRAUGHTS_POINTS, FOOTBALL_POINTS, Details, PointTable, Result, Rules, Tournament
from engine.scoring import read_point_table
from tests.displays.client import Web
from tests.displays.commandline import Roundlog

DISPLAYS = Path(__file__).parents[4] / "displays" / "web"


@pytest.fixture
def club(roundlog: Roundlog) -> Roundlog:
    """Two rounds played, a correction of board 1 of the first after the second."""
    roundlog.open_club()
    return roundlog


@pytest.fixture
def arbiter(club: Roundlog, web: Web) -> Web:
    return web.sign_in("arbiter", "club", name="Anna")


def state(web: Web, number: int, query: str = "") -> dict[str, Any]:
    answer = web.get(f"/console/club/rounds/{number}/state{query}")
    assert answer.status_code == 200, answer.text
    found = answer.json()
    assert isinstance(found, dict)
    return found


def test_a_round_says_who_entered_what_and_what_was_corrected(arbiter: Web):
    found = state(arbiter, 1)
    assert (found["phase"], found["is_newest"], found["is_complete"]) == ("closed", False, True)
    first, second = found["boards"]
    assert (first["result"], first["by"]) == ("0-1", "test")
    assert first["corrected"] == "/console/club/audit?of=1&board=1"
    assert second["corrected"] == ""


def test_a_past_moment_knows_nothing_of_the_later_correction(arbiter: Web):
    found = state(arbiter, 1, "?round=1")
    assert found["boards"][0]["result"] == "1-0"
    assert found["boards"][0]["corrected"] == ""


def test_corrections_go_with_a_round_that_is_taken_back(club: Roundlog, arbiter: Web):
    """Entered, corrected back to nothing, taken back: what is paired anew has never been corrected."""
    club("pair", "club", 3, "--boards", "1-4 2-3")
    club("publish", "club", 3)
    club("result", "club", 3, 1, "1-0")
    club("correct", "club", 3, 1, "pending", "--reason", "wrong table")
    assert state(arbiter, 3)["boards"][0]["corrected"]
    club("take-back", "club", 3, "--reason", "wrong list")
    club("take-back", "club", 3)
    club("pair", "club", 3, "--boards", "4-1 3-2")
    assert not state(arbiter, 3)["boards"][0]["corrected"]


def test_a_draft_is_there_for_arbiters(club: Roundlog, arbiter: Web, web: Web):
    club("pair", "club", 3, "--boards", "1-4 2-3")
    assert state(arbiter, 3)["phase"] == "draft"
    assert web.get("/console/club/rounds/3/state").status_code == 401


def test_a_round_that_is_not_paired_names_who_is_there_and_who_is_not(club: Roundlog, arbiter: Web):
    club("absent", "club", 2, 3)
    found = state(arbiter, 3)
    assert found["phase"] == "open"
    assert found["sitouts"] == [{"player": 2, "outcome": "absent", "corrected": ""}]
    assert set(found["people"]) == {"1", "2", "3", "4"}


def test_who_is_still_playing_is_paired_with_half_a_point_and_it_says_so(club: Roundlog, arbiter: Web):
    """KNSB:2014 F9, FMJD 4.3: an unfinished game is a draw while the next round is paired."""
    club("change-rules", "club", "--rounds", 4, "--reason", "one more")
    club("pair", "club", 3, "--boards", "1-4 2-3")
    club("publish", "club", 3)
    club("results", "club", 3, "2:1-0")
    club("postpone", "club", 3, 1, "--until", "Friday")
    club("close", "club", 3)
    found = state(arbiter, 4, "?lang=en")
    assert [n for n, one in found["people"].items() if one["score"].endswith(", still playing")] == ["1", "4"]
    counted = "1 game is still being played (round 3: board 1). For the pairing it counts as a draw."
    assert found["still_playing"] == counted
    assert counted in arbiter.get("/console/club/rounds/4?lang=en").text
    said = club("pair", "club", "--boards", "1-3 2-4")
    assert said.count(", still playing") == 2
    assert counted in said
    assert state(arbiter, 4, "?lang=en")["still_playing"] == counted  # of the draft
    by_draft = {n: one["score"] for n, one in state(arbiter, 4, "?lang=en")["people"].items()}
    assert (by_draft["1"], by_draft["2"]) == ("1, still playing", "2")
    club("publish", "club", 4)
    has_now = {n: one["score"] for n, one in state(arbiter, 4, "?lang=en")["people"].items()}
    assert (has_now["1"], has_now["2"]) == ("½, still playing", "2"), "what they have, with the mark"
    for page in ("/console/club/print/boards?of=4&lang=en", "/t/club?lang=en"):
        assert arbiter.get(page).text.count("½, still playing") == 2, page
    assert "½, still playing" in club("boards", "club")
    assert "game not over yet" in club("standings", "club")
    club("result", "club", 3, 1, "0-1")
    found = state(arbiter, 4, "?lang=en")
    assert (found["still_playing"], "playing" in found["people"]["1"]["score"]) == ("", False)


def test_the_breaches_of_a_pairing_are_told(club: Roundlog, arbiter: Web):
    club("pair", "club", 3, "--boards", "1-2 3-4")
    assert any("have met before" in line for line in state(arbiter, 3)["breaches"])


def test_the_engines_pairing_of_a_round_that_was_paired_by_hand(roundlog: Roundlog, web: Web):
    roundlog("open", "swiss", "--name", "Swiss", "--rounds", "3", "--system", "fide-dutch-2026")
    for name in ("Anna", "Bram", "Katrin", "Jürgen"):
        roundlog("register", "swiss", name)
    roundlog("first-colour", "swiss", "--colour", "white")
    roundlog("pair", "swiss", 1, "--boards", "1-2 3-4")
    told = web.sign_in("arbiter", "swiss").get("/console/swiss/rounds/1/engine").json()
    pairs = [(board["white"], board["black"]) for board in told["boards"]]
    assert pairs == [(1, 4), (3, 2)]  # by name, as nobody is rated


def test_a_club_that_pairs_by_hand_has_no_engine_to_compare_with(club: Roundlog, arbiter: Web):
    club("pair", "club", 3, "--boards", "1-2 3-4")
    answer = arbiter.get("/console/club/rounds/3/engine", headers={"accept": "application/json"})
    assert (answer.status_code, answer.json()["code"]) == (409, "pairs-are-given-by-hand")
    club("take-back", "club", 3, "--reason", "once more")
    page = arbiter.get("/console/club/rounds/3").text
    assert 'id="by-hand-button"' in page
    assert 'id="preview-button"' not in page


@pytest.mark.parametrize(("number", "status", "code"), [("9", 409, "no-such-round"), ("x", 400, "not-a-number")])
def test_a_round_that_cannot_be_is_told_to_people_and_to_scripts(arbiter: Web, number: str, status: int, code: str):
    page = arbiter.get(f"/console/club/rounds/{number}")
    assert page.status_code == status
    assert "Error – Roundlog" in page.text
    told = arbiter.get(f"/console/club/rounds/{number}/state", headers={"accept": "application/json"})
    assert (told.status_code, told.json()["code"]) == (status, code)


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("number", [1, 2, 3])
def test_the_page_in_every_language_has_all_its_words(arbiter: Web, number: int, code: str):
    text = arbiter.get(f"/console/club/rounds/{number}?lang={code}").text
    assert language(code).phrase("round-title", section="round", round=number) in text
    assert "{round}" not in re.sub(r"<script.*?</script>", "", text, flags=re.S)


@pytest.mark.parametrize(
    ("code", "waits"),
    [
        ("en", "2 results still missing"),
        ("nl", "Er ontbreken nog 2 uitslagen"),
        ("de", "Es fehlen noch 2 Ergebnisse"),
        ("et", "Puudu on veel 2 tulemust"),
    ],
)
def test_beside_a_grey_button_stands_what_it_waits_for(club: Roundlog, arbiter: Web, code: str, waits: str):
    club("pair", "club", 3, "--boards", "1-4 2-3")
    club("publish", "club", 3)
    text = arbiter.get(f"/console/club/rounds/3?lang={code}").text
    assert f'id="close-hint">{waits}<' in text
    assert f'aria-describedby="close-hint" disabled title="{waits}"' in text
    club("results", "club", 3, "1:1-0 2:½")
    text = arbiter.get(f"/console/club/rounds/3?lang={code}").text
    assert 'id="close-hint"></span>' in text
    assert 'id="close-round" aria-describedby="close-hint">' in text


@pytest.mark.parametrize(
    ("code", "waits"),
    [
        ("en", "Board 2: two results typed, to be settled first"),
        ("nl", "Bord 2: twee uitslagen ingevoerd, eerst beslissen"),
        ("de", "Brett 2: zwei Ergebnisse eingegeben, erst entscheiden"),
        ("et", "Laud 2: sisestatud kaks tulemust, enne tuleb otsustada"),
    ],
)
def test_a_dispute_keeps_the_button_grey_until_it_is_settled(club: Roundlog, arbiter: Web, code: str, waits: str):
    club("pair", "club", 3, "--boards", "1-4 2-3")
    club("publish", "club", 3)
    club("results", "club", 3, "1:1-0 2:½")
    club.tried("--as", "Bram", "result", "club", 3, 2, "0-1")
    text = arbiter.get(f"/console/club/rounds/3?lang={code}").text
    assert f'aria-describedby="close-hint" disabled title="{waits}"' in text
    assert f'id="close-hint">{waits}<' in text
    club("confirm", "club", 3, 2)
    assert 'id="close-hint"></span>' in arbiter.get(f"/console/club/rounds/3?lang={code}").text


def test_results_may_be_entered_by_helpers_but_nothing_else_is_offered(club: Roundlog, web: Web):
    club("pair", "club", 3, "--boards", "1-4 2-3")
    club("publish", "club", 3)
    text = web.sign_in("results", "club", boards=(2, 2)).get("/console/club/rounds/3").text
    desk = json.loads(re.search(r'id="desk">(.*?)</script>', text, re.S)[1])  # type: ignore[index]
    assert desk["boards"] == [2]
    assert 'id="entry-line"' in text
    assert 'id="close-round"' not in text


# -- what is typed -----------------------------------------------------------------------------------------------------


def tournament(game: str = "chess", points: PointTable | None = None) -> Tournament:
    rules = Rules("fide-dutch-2026", 5, game=game) if points is None else Rules("kndb", 5, points=points, game=game)
    return Tournament(Details("x"), rules)


def test_the_keys_of_chess():
    keys = result_keys(tournament())
    assert {key: keys[key] for key in "105=hr½+-/"} == {
        "1": "1-0",
        "0": "0-1",
        **dict.fromkeys("5=hr½", "1/2"),
        "+": "1-0f",
        "-": "0-1f",
        "/": "0-0f",
    }


@pytest.mark.parametrize(("game", "points"), [("draughts", DRAUGHTS_POINTS), ("chess", DRAUGHTS_POINTS)])
def test_where_a_win_counts_two_the_keys_are_two_one_nought(game: str, points: PointTable):
    keys = result_keys(tournament(game, points))
    assert (keys["2"], keys["1"], keys["0"]) == ("1-0", "1/2", "0-1")
    assert "1-0" not in keys


def test_three_points_for_a_win_do_not_change_the_keys():
    assert result_keys(tournament(points=FOOTBALL_POINTS))["1"] == "1-0"


def test_the_keys_of_delft_counting_are_the_points_of_white():
    keys = result_keys(tournament("draughts", DELFT_POINTS))
    expected = {"4": "1-0", "3": "1/2w", "2": "1/2", "1": "1/2b", "0": "0-1"}
    assert {key: keys[key] for key in expected} == expected
    assert {key: keys[key] for key in ("3-1", "2-2", "1-3", ">", "<", "+=", "=+")} == {
        **dict.fromkeys(("3-1", ">", "+="), "1/2w"),
        **dict.fromkeys(("1-3", "<", "=+"), "1/2b"),
        "2-2": "1/2",
    }
    assert [key for _, key in result_buttons(tournament("draughts", DELFT_POINTS))][:5] == ["4", "3", "2", "1", "0"]


def test_the_keys_of_delft_counting_in_halves():
    """KNDB, 1998: 2-0, 1½-½, 1-1. A half cannot be typed with one key, and would be read as a draw elsewhere."""
    points = read_point_table("2-1½-1-½-0")
    keys = result_keys(tournament("draughts", points))
    assert (keys["2"], keys["1"], keys["0"], keys["1½-½"], keys["½-1½"]) == ("1-0", "1/2", "0-1", "1/2w", "1/2b")
    assert "½" not in keys
    assert [key for _, key in result_buttons(tournament("draughts", points))][:5] == ["2", ">", "1", "<", "0"]


def test_where_it_was_not_agreed_on_no_advantage_draw_is_offered():
    for keys in (result_keys(tournament()), result_keys(tournament("draughts", DRAUGHTS_POINTS))):
        assert {"1/2w", "1/2b"} & set(keys.values()) == set()


def test_every_button_has_a_key_of_one_letter_that_means_it():
    for game in ("chess", "draughts"):
        keys = result_keys(tournament(game))
        for result, key in result_buttons(tournament(game)):
            assert len(key) == 1
            assert keys[key] == result
            assert Result(result)


# -- the words of the scripts ------------------------------------------------------------------------------------------


def test_every_word_that_the_scripts_and_pages_ask_for_is_there():
    english = language("en")
    known = {**english.section("console"), **english.section("round"), **english.section("chess960")}
    scripts = "".join(path.read_text("utf-8") for path in sorted((DISPLAYS / "static/js/console/round").glob("*.js")))
    asked = set(re.findall(r'\bword\(\s*"([\w-]+)"', scripts))
    assert asked
    assert asked - set(known) == set()
    templates = "".join(
        (DISPLAYS / f"templates/console/{name}.html").read_text("utf-8") for name in ("round", "table", "print")
    )
    assert set(re.findall(r"""\br\[["']([\w-]+)["']\]""", templates)) - set(english.section("round")) == set()


@pytest.mark.parametrize("code", LANGUAGES)
def test_no_word_of_the_round_hides_one_of_the_frame(code: str):
    reader = language(code)
    assert set(reader.section("console")) & set(reader.section("round")) == set()
    assert set(reader.section("round")) == set(language("en").section("round"))


def test_who_may_not_postpone_is_not_offered_it():
    assert "p" in result_keys(tournament())
    assert "p" not in result_keys(tournament(), may_postpone=False)
    offered = [result for result, _ in result_buttons(tournament(), may_postpone=False)]
    assert offered == [result for result, _ in result_buttons(tournament()) if result != "postponed"]
