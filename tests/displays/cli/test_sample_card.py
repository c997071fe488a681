"""The German text prints one filled-in tournament card. A tournament that contains it gives it back as printed.

The 41 other players and their games are ours; they were chosen so that the ranks come out both by our table (score,
Buchholz) and by the text's own procedure for the arbiter's table: cards sorted by score and the rank before.
"""

from __future__ import annotations

import csv
import functools
import io
import tempfile
from fractions import Fraction
from pathlib import Path

import msgspec
import pytest

from displays.words.parse import board_results, boards
from engine.model import CHESS_POINTS, Board, Result
from engine.scoring import points
from tests.displays.commandline import Roundlog

PRINTED = """\
Runde	Gegner	Brett	Farbe	Res.	Total	BH	Rang
1	17 Klara Krause	1	W	1	1.0	2.0	1
2	9 Martin Müller	1	S	½	1.5	3.0	9
3	13 Sonja Schneider	3	W	1	2.5	2.5	5
4	10 Fritz Fischer	3	S	½	3.0	4.0	7
5	8 Gundula Gerber	4	S	½	3.5	3.5	6
	Endergebnis				3.5	15	6
"""
NAMED = {
    1: "Albert Ammann",
    8: "Gundula Gerber",
    9: "Martin Müller",
    10: "Fritz Fischer",
    13: "Sonja Schneider",
    17: "Klara Krause",
}
PLAYERS = 42
ROUNDS = """\
1-17:1 23-2:1 3-24:0 25-4:1 5-26:1 27-6:0 7-28:1 29-8:0 9-30:= 31-10:0 11-32:= 33-12:= 13-34:0 35-14:0 15-36:1 37-16:0 \
18-38:1 39-19:0 20-40:1 41-21:1 22-42:=
9-1:= 14-19:0 41-7:0 5-16:1 10-25:1 15-6:1 34-24:1 23-18:1 20-8:0 32-42:0 22-12:1 30-33:0 28-11:0 40-36:1 38-39:1 \
37-26:1 17-29:1 13-3:1 27-35:1 21-2:0 31-4:1
19-34:0 23-5:1 1-13:1 8-7:0 10-15:1 22-11:0 42-33:1 18-17:= 40-27:1 6-38:= 31-20:1 14-24:0 9-37:0 25-41:1 16-2:0 \
12-32:1 39-30:0 3-35:= 29-26:0 4-36:0 21-28:0
34-7:0 23-42:0 10-1:= 11-25:1 5-24:0 40-8:0 19-31:0 2-15:= 17-37:= 6-22:0 18-12:1 38-33:0 13-30:1 27-9:0 14-16:= \
36-41:0 28-26:1 20-35:0 3-32:0 4-39:= 29-21:1
11-7:0 42-10:= 31-23:0 8-1:= 18-24:1 34-37:0 2-22:= 33-15:= 17-19:0 28-40:1 5-9:0 13-41:= 6-25:0 38-14:1 35-16:0 \
12-30:1 32-36:0 27-29:= 20-26:1 3-39:= 4-21:=
""".splitlines()


def games(line: str) -> tuple[str, str]:
    """The boards of a round and their results, as the command line takes them."""
    words = [word.split(":") for word in line.split()]
    return " ".join(pair for pair, _ in words), " ".join(f"{n}:{r}" for n, (_, r) in enumerate(words, start=1))


@pytest.fixture
def played(roundlog: Roundlog) -> Roundlog:
    roundlog.log.write_bytes(_muster())
    return roundlog


@functools.cache
def _muster() -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        return _play(Roundlog(Path(folder))).log.read_bytes()


def _play(roundlog: Roundlog) -> Roundlog:
    rows = ["name,title,rating"]
    for number in range(1, PLAYERS + 1):
        rows.append(f"{NAMED.get(number, f'Spieler {number}')},{'GM' if number == 1 else ''},{2540 - 20 * number}")
    listed = roundlog.folder / "players.csv"
    listed.write_text("\n".join(rows), "utf-8")
    roundlog("open", "muster", "--name", "Musterturnier", "--rounds", 5, "--tiebreaks", "BH")
    roundlog("register", "muster", "--csv", listed)
    for number, line in enumerate(ROUNDS, start=1):
        pairs, given = games(line)
        roundlog("pair", "muster", number, "--boards", pairs)
        roundlog("publish", "muster", number)
        roundlog("results", "muster", number, given)
        roundlog("close", "muster", number)
    roundlog("finish", "muster")
    return roundlog


def number(cell: str) -> str | Fraction:
    """1.0 is 1; what is no number stays as it is printed."""
    try:
        return Fraction(cell)
    except ValueError:
        return cell


def test_the_sample_card_of_the_german_text_comes_out_as_printed(played: Roundlog) -> None:
    """But for two heads, which arbiters write otherwise now."""
    heads = PRINTED.replace("Res.", "Erg.").replace("Total", "Summe")
    printed = [[number(cell) for cell in line.split("\t")] for line in heads.splitlines()]
    ours = csv.reader(io.StringIO(played("card", "muster", 1, "--csv", "--lang", "de")))
    assert [[number(cell) for cell in row] for row in ours] == printed
    text = played("card", "muster", 1, "--lang", "de")
    assert text.startswith("Turnierkarte: 1 GM Albert Ammann (2520), nach Runde 5\n")
    rows = [line.split() for line in text.splitlines()]
    assert ["4", "10", "Fritz", "Fischer", "3", "S", "½", "3", "4", "7"] in rows
    assert ["Endergebnis", "3½", "15", "6"] in rows


def test_the_card_after_an_earlier_round_is_its_first_lines(played: Roundlog) -> None:
    whole = msgspec.json.decode(played("card", "muster", 1, "--json"))
    early = msgspec.json.decode(played("card", "muster", 1, "--of", 3, "--json"))
    short = ("round", "opponent", "board", "colour", "points", "total", "place")
    assert [[line[key] for key in short] for line in early["lines"]] == [
        [line[key] for key in short] for line in whole["lines"][:3]
    ]
    assert (early["score"], early["place"], early["is_finished"]) == (5, 5, False)


def test_the_ranks_are_also_those_of_the_text_s_own_procedure() -> None:
    """Cards are sorted by score, then by the rank of the round before."""
    order, score = list(range(1, PLAYERS + 1)), dict.fromkeys(range(1, PLAYERS + 1), 0)
    ranks = []
    for line in ROUNDS:
        pairs, given = games(line)
        results = [result for _, result in board_results(given)]
        for board, result in zip(boards(pairs), results, strict=True):
            _add(score, board, result)
        order.sort(key=lambda player: -score[player])
        ranks.append(order.index(1) + 1)
    assert ranks == [int(line.split("\t")[-1]) for line in PRINTED.splitlines()[1:6]]


def _add(score: dict[int, int], board: Board, result: Result) -> None:
    for player, outcome in zip((board.white, board.black), result.outcomes, strict=True):
        score[player] += points(CHESS_POINTS, outcome)
