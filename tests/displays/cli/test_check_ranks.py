"""``roundlog check``: the ranks by the file's tie-breaks, and what decided where a pairing differs."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.displays.commandline import Roundlog
from tests.ledger.formats.trf.sheets import player, sheet

SYSTEM = ("--system", "fide-dutch-2026")
HEAD = ("012 Four", "XXR 2", "XXC white1")


def put(roundlog: Roundlog, *lines: str, ranks: tuple[int, ...]) -> None:
    results = ("3w1", "4b1", "1b0", "2w0")
    worth = ("1.0", "1.0", "0.0", "0.0")
    table = zip(results, worth, ranks, strict=True)
    players = (
        player(n, cell, points=points, rank=str(place)) for n, (cell, points, place) in enumerate(table, start=1)
    )
    (roundlog.folder / "open.trf").write_text(sheet(*HEAD, *lines, *players), "utf-8")


def test_ranks_that_follow_the_list(roundlog: Roundlog):
    put(roundlog, "202 DE,WIN", ranks=(1, 2, 4, 3))
    assert roundlog.tried("check", "open.trf", *SYSTEM)[:2] == (0, "1 file, 1 round, 0 differences\n")


def test_a_rank_that_does_not(roundlog: Roundlog):
    put(roundlog, "212 PTS,DE,WIN", ranks=(1, 3, 2, 4))
    said = roundlog.tried("check", "open.trf", *SYSTEM)
    assert said.code == 1
    first, second, count, total = said.out.splitlines()
    sentence = "by its tie-breaks it is {} (PTS, FIDE C.07:2026 4.2)."
    assert first == "open.trf: player 2 has rank 3 in the file; " + sentence.format("1–2")
    assert second == "open.trf: player 3 has rank 2 in the file; " + sentence.format("3–4")
    assert (count, total) == ("2 ranks differ", "1 file, 1 round, 0 differences")


def test_for_programs(roundlog: Roundlog):
    put(roundlog, "202 DE,WIN", ranks=(1, 3, 2, 4))
    checked, total = map(json.loads, roundlog.tried("check", "open.trf", *SYSTEM, "--json").out.splitlines())
    assert [found["player"] for found in checked["ranks"]] == [2, 3]
    assert checked["tiebreaks"] == ["DE", "WIN"]
    assert total == {"files": 1, "rounds": 1, "differences": 0, "ranks": 2}


def test_without_a_list_that_is_said_to_who_asks_for_reasons(roundlog: Roundlog):
    put(roundlog, ranks=(4, 3, 2, 1))
    assert roundlog.tried("check", "open.trf", *SYSTEM) == (0, "1 file, 1 round, 0 differences\n", "")
    said = roundlog.tried("check", "open.trf", *SYSTEM, "--reasons")
    assert (said.code, said.out) == (0, "1 file, 1 round, 0 differences\n")
    assert said.err == "1 file names no tie-breaks (202 or 212): the ranks were not checked.\n"


@pytest.mark.parametrize(
    ("codes", "named"), [("BH,XYZ", "XYZ"), ("BH,BH", "BH"), ("BH/C5", "BH/C5"), ("OTHER_WP", "WP")]
)
def test_a_list_that_we_cannot_follow_is_told_and_no_rank_with_it(roundlog: Roundlog, codes: str, named: str):
    put(roundlog, f"202 {codes}", ranks=(4, 3, 2, 1))
    said = roundlog.tried("check", "open.trf", *SYSTEM, "--reasons")
    assert (said.code, said.out) == (0, "1 file, 1 round, 0 differences\n")
    assert said.err.startswith("open.trf: the ranks were not checked.")
    assert named in said.err


@pytest.mark.parametrize(("lang", "word"), [("en", "rank"), ("nl", "plaats"), ("de", "Rang"), ("et", "koht")])
def test_in_four_languages(roundlog: Roundlog, lang: str, word: str):
    put(roundlog, "202 DE,WIN", ranks=(1, 3, 2, 4))
    assert word in roundlog.tried("check", "open.trf", *SYSTEM, "--lang", lang).out


# -- what decided ------------------------------------------------------------------------------------------------------

GOLDEN = Path(__file__).parents[2] / "engine" / "systems" / "fide_dutch" / "golden"


def test_colours_have_the_article_of_the_allocation(roundlog: Roundlog):
    lines = (player(1, "3b1", points="1.0"), player(2, "4w1", points="1.0"), player(3, "1w0"), player(4, "2b0"))
    (roundlog.folder / "four.trf").write_text(sheet(*HEAD, *lines))
    said = roundlog.tried("check", "four.trf", *SYSTEM, "--reasons").out.splitlines()
    assert said[1].startswith("  Board 1: FIDE C.04.3:2026 5.2.5. ")


def test_a_rematch_has_the_criterion(roundlog: Roundlog):
    lines = (
        player(1, "3w1", "3b1", points="2.0"),
        player(2, "4b1", "4w1", points="2.0"),
        player(3, "1b0", "1w0", points="0.0"),
        player(4, "2w0", "2b0", points="0.0"),
    )
    (roundlog.folder / "four.trf").write_text(sheet(*HEAD, *lines))
    said = roundlog.tried("check", "four.trf", *SYSTEM, "--reasons").out
    assert "FIDE C.04.3:2026 [C1]. " in said
    assert "have met before" in said


def test_every_difference_between_the_editions_is_told_with_an_article(roundlog: Roundlog):
    files = sorted((GOLDEN / "fide-dutch-2017").glob("small-*.trf"))[:20]
    said = roundlog.tried("check", *files, *SYSTEM, "--reasons", "--json")
    found = [d for line in said.out.splitlines()[:-1] for d in json.loads(line)["differences"]]
    assert found
    assert [d for d in found if not d["article"].startswith("FIDE C.04.3:2026") or "board" not in d] == []
