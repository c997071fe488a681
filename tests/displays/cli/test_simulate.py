"""``roundlog simulate``: what is typed, what is drawn, and how a file is made again."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from engine.model import Outcome, Tournament
from engine.standings import rank
from ledger.formats.trf import Understood, parse, understand
from tests.displays.commandline import Roundlog


def understood(path: Path) -> Understood:
    return understand(parse(path.read_bytes()))


def made(path: Path) -> Tournament:
    return understood(path).tournament


def remake(text: str) -> list[str]:
    """The words of the command that stands in the file."""
    found = re.search(r"^### roundlog (simulate .*)$", text, re.MULTILINE)
    assert found is not None
    return shlex.split(found[1])


def test_without_a_seed_no_two_files_are_the_same_and_each_can_be_made_again(roundlog: Roundlog):
    one, other = roundlog("simulate"), roundlog("simulate")
    assert one != other
    for text in (one, other):
        assert f"seed {remake(text)[remake(text).index('--seed') + 1]}" in text.splitlines()[0]
        assert roundlog(*remake(text)) == text


def test_what_is_typed_is_kept_and_the_rest_is_drawn(roundlog: Roundlog):
    for seed in (1, 2):
        roundlog("simulate", "--players", 24, "--seed", seed, "--no-baku", "--zero-byes", 0, "-o", f"{seed}.trf")
    first, second = (made(roundlog.folder / f"{seed}.trf") for seed in (1, 2))
    assert len(first.entries) == len(second.entries) == 24
    assert (len(first.rounds), first.rules.tiebreaks) != (len(second.rounds), second.rules.tiebreaks)
    asked = {out.outcome for t in (first, second) for played in t.rounds for out in played.sitouts}
    assert Outcome.HALF_BYE in asked


def test_where_size_length_and_seed_are_typed_the_rest_is_as_usual(roundlog: Roundlog):
    text = roundlog("simulate", "--players", 12, "--rounds", 4, "--seed", 9)
    assert "--draws 30 --forfeits 2 --byes 3 --withdrawals 1 --late 3" in text
    assert "\n202 " not in text


@pytest.mark.parametrize("dialect", ["trfx", "trf26"])
def test_the_ranks_follow_the_list_in_the_file(roundlog: Roundlog, dialect: str):
    asked = ("--players", 30, "--rounds", 6, "--seed", 5, "--tiebreaks", "BH/C1,BH,SB", "--dialect", dialect)
    roundlog("simulate", *asked, "-o", "open.trf")
    found = understood(roundlog.folder / "open.trf")
    assert found.tournament.rules.tiebreaks == ("BH/C1", "BH", "SB")
    assert found.ranks == {line.player: line.place for line in rank(found.tournament)}
    assert len(set(found.ranks.values())) > 20
    said = roundlog.tried("check", "open.trf", "--system", "fide-dutch-2026")
    assert (said.code, said.out, said.err) == (0, "1 file, 6 rounds, 0 differences\n", "")


def test_baku_is_paired_and_found_right(roundlog: Roundlog):
    roundlog("simulate", "--players", 30, "--rounds", 6, "--seed", 5, "--baku", "-o", "open.trf")
    assert "\nXXA " in (roundlog.folder / "open.trf").read_text()
    assert "0 differences" in roundlog("check", "open.trf", "--system", "fide-dutch-2026")


def ratings(roundlog: Roundlog, *typed: object) -> list[int | None]:
    text = roundlog("simulate", "--rounds", 2, "--seed", 1, *map(str, typed))
    return [entry.player.rating for entry in understand(parse(text)).tournament.entries.values()]


def test_ratings_are_given_drawn_from_a_range_or_set_by_a_step(roundlog: Roundlog):
    assert ratings(roundlog, "--ratings", "1500,2100,1800,1800") == [2100, 1800, 1800, 1500]
    assert ratings(roundlog, "--players", 4, "--rating-step", 25) == [2700, 2675, 2650, 2625]
    assert ratings(roundlog, "--players", 3, "--rating-range", "1000-1400", "--rating-step", 0) == [1400] * 3
    drawn = ratings(roundlog, "--players", 50, "--rating-range", "1500-1600")
    assert all(rating and 1500 <= rating <= 1600 for rating in drawn)
    assert len(set(drawn)) > 10


REFUSED = {
    "too few": (("--players", 4, "--ratings", "1500,1600"), "2 ratings are given, and there are 4 players"),
    "no number": (("--ratings", "1500,many"), "many"),
    "too strong": (("--ratings", "1500,99999"), "between 1 and 9999"),
    "two ways": (("--ratings", "1500,1600", "--rating-step", 5), "--rating-step"),
    "no range": (("--players", 4, "--rating-range", "2000"), "“2000” is no range of ratings"),
    "upside down": (("--players", 4, "--rating-range", "2000-1000"), "the lower number first"),
    "too wide": (("--players", 100, "--rating-range", "2000-2100", "--rating-step", 50), "would have the rating"),
    "tie-break": (("--players", 8, "--tiebreaks", "BH,XYZ"), "XYZ"),
    "baku": (("--players", 8, "--system", "round-robin", "--baku"), "acceleration"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_cannot_be_is_refused_before_anything_is_written(roundlog: Roundlog, name: str):
    words, sentence = REFUSED[name]
    said = roundlog.tried("simulate", *words, "-o", "open.trf")
    assert said.code in (1, 2)
    assert sentence in said.err
    assert not (roundlog.folder / "open.trf").exists()
