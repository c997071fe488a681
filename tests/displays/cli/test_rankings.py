"""Standings with tie-breaks, why, cross table, card, ranks and tie-breaks: on the command line and on the pages."""

from __future__ import annotations

import csv
import functools
import io
import json
import re
import tempfile
from pathlib import Path

import pytest

from displays.words.language import LANGUAGES, language
from displays.words.text_table import width
from engine.tiebreaks import DEFINITIONS, PRESETS
from engine.tiebreaks.codes import MODIFIERS
from engine.tiebreaks.working import WHY
from tests.displays.client import Web
from tests.displays.commandline import Roundlog
from tests.displays.remote_commandline import ANYWHERE

CUTS = {"lowest", "voluntary", "highest", "first-rounds"}


@functools.cache
def _open() -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        roundlog = Roundlog(Path(folder))
        rules = ("--rounds", 3, "--tiebreaks", "bh/c1, SB,DE")
        roundlog("open", "club", "--name", "Open", *rules, "--starts", "2026-05-01")
        roundlog("register", "club", "Anna", "--rating", 1900, "--sex", "w", "--club", "Elva", "--title", "FM")
        roundlog("register", "club", "=cmd|x", "--rating", 1850, "--birth-year", 2010)
        roundlog("register", "club", "Katrin", "--rating", 1800, "--sex", "w", "--category", "B")
        roundlog("register", "club", "Jürgen von und zu Hohenstein-Langenbach", "--rating", 1750)
        roundlog.play_round(1, "1-2 3-4", "1:1-0 2:½")
        roundlog.play_round(2, "1-3 2-4", "1:½ 2:0-1")
        return roundlog.log.read_bytes()


@pytest.fixture
def club(roundlog: Roundlog) -> Roundlog:
    """Four players, two rounds: Anna and Jürgen have 1½ against the same two (1 and 0), Katrin 1, the formula 0."""
    roundlog.log.write_bytes(_open())
    return roundlog


# -- opening -----------------------------------------------------------------------------------------------------------


@ANYWHERE
def test_a_ranking_of_a_regulation_is_agreed_by_its_name(roundlog: Roundlog) -> None:
    roundlog("open", "dam", "--name", "Dam", "--rounds", 5, "--game", "draughts", "--ranking", "FMJD-5.2")
    columns = json.loads(roundlog("standings", "dam", "--json"))["columns"]
    assert [column["code"] for column in columns] == ["PTS", "SOL/C1", "PSOL", "BAL", "FTS"]


@ANYWHERE
def test_the_edition_is_agreed_too_and_can_be_changed_with_a_reason(roundlog: Roundlog) -> None:
    roundlog("open", "club", "--name", "Club", "--rounds", 5, "--edition", "2024", "--tiebreaks", "BH")
    assert json.loads(roundlog("standings", "club", "--json"))["edition"] == "2024"
    roundlog("change-rules", "club", "--edition", "2026", "--ranking", "fide-swiss", "--reason", "new text")
    assert json.loads(roundlog("standings", "club", "--json"))["edition"] == "2026"


@ANYWHERE
def test_the_edition_is_that_in_force_at_the_start(roundlog: Roundlog) -> None:
    for name, starts, edition in (("before", "2026-02-28", "2024"), ("since", "2026-03-01", "2026")):
        roundlog("open", name, "--name", name, "--rounds", 5, "--starts", starts, "--tiebreaks", "BH")
        assert json.loads(roundlog("standings", name, "--json"))["edition"] == edition


@pytest.mark.parametrize(
    ("code", "words", "sentence"),
    [
        (1, ("--tiebreaks", "BH,XX"), "The tie-break XX is not known; known are AOB, APPO"),
        (1, ("--tiebreaks", "BH/X1"), "In the tie-break BH/X1, “X1” cannot be used; possible are C, M and P."),
        (1, ("--tiebreaks", "DE/C1"), "In the tie-break DE/C1, “C1” cannot be used; possible are P."),
        (1, ("--tiebreaks", "BH/C1/M1"), "The tie-break BH/C1/M1 contradicts itself: “M1” does not go with"),
        (1, ("--tiebreaks", "BH,bh"), "The tie-break BH is named twice."),
        (1, ("--tiebreaks", "BH/C99"), "The tie-break BH/C99 cuts 99 values, but there are only 5 rounds."),
        (1, ("--tiebreaks", "KS/L101"), "A limit of 101% lies above the maximum."),
        (1, ("--system", "round-robin", "--tiebreaks", "BH"), "The tie-break BH is not meant for round robins"),
        (1, ("--edition", "2017"), "Edition of the tie-breaks: “2017” is not known; possible are 2024 and 2026."),
        (2, ("--ranking", "mine"), "The ranking “mine” is not known; known are fide-c05-annex-3, fide-swiss"),
        (2, ("--ranking", "kndb", "--tiebreaks", "BH"), "--tiebreaks and --ranking exclude each other."),
    ],
)
@ANYWHERE
def test_what_cannot_be_meant_is_refused_when_a_tournament_is_opened(
    roundlog: Roundlog, code: int, words: tuple[str, ...], sentence: str
) -> None:
    said = roundlog.refused(code, "open", "club", "--name", "Club", "--rounds", "5", *words)
    assert said.startswith(sentence)


# -- the command line --------------------------------------------------------------------------------------------------


def test_the_table_has_a_column_for_every_tiebreak_and_says_what_it_is(club: Roundlog) -> None:
    said = club("standings", "club")
    assert re.search(r"Place +No +Name +Rating +Points +BH/C1 +SB +DE +Games", said)
    assert re.search(r"1 +1 +FM Anna +1900 +1½ +1 +½ +– +2\n", said)
    assert re.search(r"\n +4 +Jürgen von und zu Hohenstein-… +1750 +1½ +1 +½ +– +2\n", said)  # the place is shared
    assert "BH/C1: Buchholz, lowest 1 cut\n" in said
    assert max(map(width, said.splitlines())) <= 120


def test_a_round_in_progress_is_live(club: Roundlog) -> None:
    club("pair", "club", 3, "--boards", "1-4 2-3")
    club("publish", "club", 3)
    assert club("standings", "club").startswith("Standings after round 2\n")  # nobody has finished yet
    club("result", "club", 3, 1, "1-0")
    assert club("standings", "club").startswith("Standings live, round 3 in progress\n")
    assert club("standings", "club", "--of", 2).startswith("Standings after round 2\n")


def test_why_shows_the_working_of_every_tiebreak(club: Roundlog) -> None:
    said = club("standings", "club", "--explain", 1)
    assert said.startswith("Why is 1 FM Anna (1900) in place 1? (after round 2)")
    assert re.search(r"BH/C1 +1 +\(Buchholz, lowest 1 cut\)", said)
    assert re.search(r"1 +2 =cmd\|x \(1850\) +\(0\) +opponent’s score; cut: the lowest", said)
    assert "level: 4 Jürgen von und zu Hohenstein-Langenbach (1750), 1\n" in said
    assert said.endswith("is shared with 4 Jürgen von und zu Hohenstein-Langenbach (1750): nothing sets them apart.\n")
    assert "ahead: 1 FM Anna (1900), 1\n" not in club("standings", "club", "--explain", 3)  # the score decided before


def test_why_at_the_end_of_an_earlier_round(club: Roundlog) -> None:
    assert club("standings", "club", "--round", 1, "--explain", 1).startswith("Why is 1 FM Anna (1900) in place 1?")


def test_a_category_can_be_ranked_apart(club: Roundlog) -> None:
    said = club("standings", "club", "--category", "sex=w")
    assert "\nWomen\n" in said
    assert re.search(r"Place +Overall +No", said)
    assert re.search(r"2 +3 +3  Katrin", said)
    both = club("standings", "club", "--category", "sex=w", "--category", "rating=-1850")
    assert "Anna" not in both


@pytest.mark.parametrize(
    ("code", "words", "sentence"),
    [
        (2, ("--category", "shoe=43"), "“shoe=43” is not a category; write for example sex=w"),
        (2, ("--explain", "1", "--csv"), "--explain and --csv exclude each other."),
        (2, ("--explain", "1", "--category", "sex=w"), "--explain and --category exclude each other."),
        (1, ("--explain", "9"), "There is no player 9 in this tournament."),
    ],
)
def test_what_the_table_cannot_be_asked(club: Roundlog, code: int, words: tuple[str, ...], sentence: str) -> None:
    assert club.refused(code, "standings", "club", *words).startswith(sentence)


def test_json_and_csv_together_are_one_too_many(club: Roundlog) -> None:
    assert '"code":"not-both"' in club.tried("standings", "club", "--csv", "--json").err


def test_the_cross_table_names_line_colour_and_points(club: Roundlog) -> None:
    said = club("crosstable", "club")
    assert re.search(r"Line +Place +Name +R1 +R2 +Points", said)
    assert re.search(r"1 +1 +FM Anna +4w1 +3w½ +1½", said)


@ANYWHERE
def test_in_a_round_robin_the_cross_table_is_a_square(roundlog: Roundlog) -> None:
    roundlog(
        "open", "club", "--name", "Club", "--rounds", 3, "--system", "round-robin", "--ranking", "fide-round-robin"
    )
    for name, rating in (("Anna", 1900), ("Bram", 1850), ("Carl", 1800), ("Dora", 1750)):
        roundlog("register", "club", name, "--rating", rating)
    for number in (1, 2, 3):
        roundlog("pair", "club", number)
        roundlog("publish", "club", number)
        roundlog("results", "club", number, "1:½ 2:½")
        roundlog("close", "club", number)
    said = roundlog("crosstable", "club")
    assert re.search(r"1 +1 +Anna +× +½ +½ +½ +1½", said)
    assert re.search(r"4 +Dora +½ +½ +½ +× +1½", said)


def test_a_card_estimates_the_rating_change_with_the_k_that_was_given(club: Roundlog) -> None:
    said = club("card", "club", 1, "--k", 20)
    assert "Rating change, estimate (K = 20): +5.80" in said  # 20 · (1½ – 0.57 – 0.64)
    assert "So far" in said
    assert "Rating change" not in club("card", "club", 1)


def test_rank_over_time_in_a_table(club: Roundlog) -> None:
    said = club("ranks", "club")
    assert re.search(r"No +Name +R1 +R2", said)
    assert re.search(r"1 +FM Anna +1 +1\n", said)


def test_the_tiebreaks_and_rankings_that_there_are(roundlog: Roundlog) -> None:
    said = roundlog("tiebreaks")
    assert all(re.search(rf"^{base} ", said, re.MULTILINE) for base in DEFINITIONS)
    assert all(f"\n{name} " in said for name in PRESETS)
    known = json.loads(roundlog("tiebreaks", "--json"))
    assert set(known["tiebreaks"]) == set(DEFINITIONS)
    assert max(map(width, said.splitlines())) <= 120


# -- CSV ---------------------------------------------------------------------------------------------------------------


def rows(text: str) -> list[list[str]]:
    return list(csv.reader(io.StringIO(text)))


def test_csv_has_decimal_numbers_and_no_formula(club: Roundlog) -> None:
    head, first, *_, last = rows(club("standings", "club", "--csv"))
    assert head[:4] == ["Place", "Overall", "number", "title"]
    assert head[8:12] == ["Points", "BH/C1", "SB", "DE"]
    assert (first[0], first[8]) == ("1", "1.5")
    assert first[3:5] == ["FM", "Anna"]
    assert last[4] == "'=cmd|x"


@pytest.mark.parametrize("command", [("crosstable",), ("ranks",), ("card", "1")])
def test_every_table_can_be_written_as_csv(club: Roundlog, command: tuple[str, ...]) -> None:
    name, *more = command
    table = rows(club(name, "club", *more, "--csv"))
    assert len(table) >= 4
    assert len({len(row) for row in table}) == 1


# -- languages ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_tiebreak_modifier_and_working_has_a_word(code: str) -> None:
    reader = language(code)
    assert set(reader.section("tiebreaks")) == set(DEFINITIONS)
    assert set(reader.section("modifiers")) == set(MODIFIERS)
    assert set(reader.section("why")) == set(WHY)
    assert set(reader.section("cuts")) == CUTS


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_table_is_told_in_every_language(club: Roundlog, code: str) -> None:
    for command in (
        ("standings", "club"),
        ("crosstable", "club"),
        ("card", "club", "1"),
        ("ranks", "club"),
        ("tiebreaks",),
    ):
        assert "…" not in club(*command, "--lang", code).replace("Hohenstein-…", "")  # no fact was left out
    club("standings", "club", "--explain", 1, "--lang", code)


# -- the pages ---------------------------------------------------------------------------------------------------------


def test_the_page_of_a_tournament_shows_the_tiebreaks_and_links_to_the_rest(club: Roundlog, web: Web) -> None:
    page = web.get("/t/club").text
    assert re.search(r"<th[^>]*>BH/C1</th>", page)
    assert "BH/C1: Buchholz, lowest 1 cut" in page
    for address in ("/t/club/crosstable?lang=en", "/t/club/ranks?lang=en"):
        assert f'href="{address}"' in page
        assert web.get(address).status_code == 200


def test_a_category_on_a_page(club: Roundlog, web: Web) -> None:
    club("change-details", "club", "--public-categories", "sex=w")
    page = web.get("/t/club?category=sex%3Dw").text
    table = page[page.index("<p>Women</p>") :]
    assert "Katrin" in table[: table.index("</section>")]
    assert "Hohenstein" not in table[: table.index("</section>")]
    assert '<option value="category=B">' in page
    assert web.get("/t/club?category=shoe%3D43").status_code == 400


def test_a_card_says_why_and_draws_the_ranks(club: Roundlog, web: Web) -> None:
    page = web.get("/t/club/card/1").text
    assert "Why is FM Anna in place 1?" in page
    assert "cut: the lowest" in page
    assert page.count('class="own"') == 1
    assert page.count('class="other"') == 3


def test_the_picture_of_the_ranks_needs_no_script_and_no_style_of_its_own(club: Roundlog, web: Web) -> None:
    answer = web.get("/t/club/ranks")
    assert "<svg" in answer.text
    assert "<script" not in answer.text
    assert "style=" not in answer.text
    assert answer.text.count("<path") == 4
    assert "=cmd|x" in answer.text


@pytest.fixture
def four(roundlog: Roundlog) -> Roundlog:
    """Nothing paired yet."""
    roundlog.open_four()
    return roundlog


def test_before_round_1_there_is_no_picture_yet(four: Roundlog, web: Web) -> None:
    assert web.get("/t/club/ranks").status_code == 200
    assert "<svg" not in web.get("/t/club/ranks").text
    assert web.get("/t/club/card/1").status_code == 200


@pytest.mark.parametrize(
    ("address", "command"),
    [
        ("/api/t/club/crosstable", ("crosstable", "club")),
        ("/api/t/club/ranks?of=1", ("ranks", "club", "--of", "1")),
        ("/api/t/club/explanation/3?round=1", ("standings", "club", "--explain", "3", "--round", "1")),
        ("/api/t/club/card/2?k=40", ("card", "club", "2", "--k", "40")),
        ("/api/t/club/standings?category=sex%3Dw", ("standings", "club", "--category", "sex=w")),
    ],
)
def test_the_api_gives_the_bytes_of_the_views(club: Roundlog, web: Web, address: str, command: tuple[str, ...]) -> None:
    """For an arbiter: what is private of a player the command line tells too."""
    assert web.bearer("arbiter", "club").get(address).text + "\n" == club(*command, "--json")


@pytest.mark.parametrize(
    ("address", "status", "code"),
    [
        ("/api/t/club/explanation/9", 404, "no-such-player"),
        ("/api/t/club/card/1?k=0", 400, "number-outside-range"),
        ("/api/t/club/standings?category=x=", 400, "category-unreadable"),
        ("/api/t/club/standings?category=x", 403, "staff-only"),
        ("/api/t/club/ranks?player=1", 400, "unknown-argument"),
        ("/api/t/club/crosstable?of=3", 409, "no-such-round"),
    ],
)
def test_what_the_api_cannot_answer(club: Roundlog, web: Web, address: str, status: int, code: str) -> None:
    answer = web.get(address)
    assert (answer.status_code, answer.json()["code"]) == (status, code)


def test_a_draft_is_on_none_of_these_pages(club: Roundlog, web: Web) -> None:
    addresses = ("/api/t/club/crosstable", "/api/t/club/ranks", "/api/t/club/explanation/1", "/api/t/club/card/1")
    before = [_without_version(web.get(address).json()) for address in addresses]
    club("pair", "club", 3, "--boards", "1-4", "--sit-out", "2=full-bye", "--sit-out", "3=full-bye")
    assert [_without_version(web.get(address).json()) for address in addresses] == before


def _without_version(view: dict[str, object]) -> dict[str, object]:
    return {key: value for key, value in view.items() if key != "version"}
