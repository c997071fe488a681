"""Golden cases as tournaments: the JSON positions of the literal reference and the TRF tournaments of JaVaFo 1.4."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engine.model import (
    Board,
    Colour,
    Details,
    Entry,
    Outcome,
    Phase,
    Player,
    PlayerId,
    PointTable,
    Result,
    Round,
    Rules,
    SitOut,
    Tournament,
    Withdrawal,
)

Pairs = list[tuple[PlayerId, PlayerId]]

_OF_WHITE = {
    "1": Result.WHITE_WINS,
    "=": Result.DRAW,
    "0": Result.BLACK_WINS,
    "+": Result.FORFEIT_WHITE_WINS,
}
_ABSENT = {"Z": Outcome.ZERO_BYE, "H": Outcome.HALF_BYE, "F": Outcome.FULL_BYE, "": Outcome.ZERO_BYE}


@dataclass(frozen=True)
class Position:
    """A tournament to be paired, and what the outside says of it."""

    name: str
    tournament: Tournament
    pairs: Pairs  # White first, in publishing order where the source gives one
    bye: PlayerId | None
    agreed: bool = True  # reference and endorsed engine give the same


def _result(white: str, black: str) -> Result:
    if white == "-":
        return Result.FORFEIT_BLACK_WINS if black == "+" else Result.DOUBLE_FORFEIT
    return _OF_WHITE[white]


# -- JSON: one position each -------------------------------------------------------------------------------------------


def read_json(path: Path, *, by_javafo: bool = False) -> Position:
    """What the literal reference expects, or what JaVaFo 1.4 made of it where the two differ."""
    case = json.loads(path.read_text(encoding="utf-8"))
    entries = {p["number"]: _entry(p, case["round"]) for p in case["players"]}
    rounds = tuple(_round(case["players"], number) for number in range(1, case["round"]))
    points = PointTable(pairing_bye=int(2 * case["bye_points"]))
    tournament = Tournament(
        details=Details(case["name"]),
        rules=Rules("knsb-2014", case["total_rounds"], points),
        entries=entries,
        rounds=rounds,
        first_colour=Colour.WHITE if case["initial_colour"] == "W" else Colour.BLACK,
    )
    expected, theirs = case["expected"], case["javafo_1_4"]
    if by_javafo:
        bye = next((white for white, black in theirs if not black), None)
        return Position(case["name"], tournament, [(white, black) for white, black in theirs if black], bye, False)
    pairs = [(p["white"], p["black"]) for p in expected["pairs"]]
    return Position(case["name"], tournament, pairs, expected["bye"], theirs == "same")


def _entry(player: dict[str, Any], number: int) -> Entry:
    who = Player(player["number"], player["name"], player["rating"], player["title"])
    if player["status"] == "withdrawn":
        return Entry(who, withdrawals=(Withdrawal(number),))
    return Entry(who, absences={number: Outcome.ABSENT} if player["status"] == "absent" else {})


def _round(players: list[dict[str, Any]], number: int) -> Round:
    cells = {p["number"]: p["history"][number - 1] for p in players if len(p["history"]) >= number}
    boards = [
        Board(n, cell["opponent"], _result(cell["result"], cells[cell["opponent"]]["result"]))
        for n, cell in cells.items()
        if cell["colour"] == "W"
    ]
    sitouts = [
        SitOut(n, Outcome.PAIRING_BYE if cell["kind"] == "bye" else Outcome.ABSENT)
        for n, cell in cells.items()
        if cell["opponent"] is None
    ]
    return Round(number, tuple(boards), tuple(sitouts), phase=Phase.CLOSED)


# -- TRF: one position for each round ----------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Cell:
    opponent: int
    colour: str
    result: str


def read_trf(path: Path) -> Iterator[Position]:
    lines = path.read_text(encoding="latin-1").splitlines()
    rounds = next(int(line[4:]) for line in lines if line.startswith("XXR"))
    first = Colour.WHITE if any(line.startswith("XXC") and "white1" in line for line in lines) else Colour.BLACK
    players = {int(line[4:8]): _player(line) for line in lines if line.startswith("001")}
    cells = {int(line[4:8]): _cells(line, rounds) for line in lines if line.startswith("001")}
    for number in range(1, rounds + 1):
        column = {n: row[number - 1] for n, row in cells.items()}
        tournament = Tournament(
            details=Details(path.stem),
            rules=Rules("knsb-2014", rounds),
            entries={n: _trf_entry(who, number, column[n]) for n, who in players.items()},
            rounds=tuple(_trf_round(cells, earlier) for earlier in range(1, number)),
            start_order=tuple(players),
            first_colour=first,
        )
        pairs = [(n, cell.opponent) for n, cell in column.items() if cell.opponent and cell.colour == "w"]
        bye = next((n for n, cell in column.items() if cell.result == "U"), None)
        yield Position(f"{path.stem} round {number}", tournament, pairs, bye)


def _player(line: str) -> Player:
    return Player(int(line[4:8]), line[14:47].strip(), int(line[48:52].strip() or 0), line[10:13].strip())


def _cells(line: str, rounds: int) -> list[_Cell]:
    starts = range(91, 91 + 10 * rounds, 10)
    return [_Cell(int(line[s : s + 4].strip() or 0), line[s + 5 : s + 6], line[s + 7 : s + 8].strip()) for s in starts]


def _trf_entry(who: Player, number: int, cell: _Cell) -> Entry:
    asked_off = not cell.opponent and cell.result in _ABSENT
    return Entry(who, absences={number: _ABSENT[cell.result]} if asked_off else {})


def _trf_round(cells: dict[int, list[_Cell]], number: int) -> Round:
    column = {n: row[number - 1] for n, row in cells.items()}
    boards = [
        Board(n, cell.opponent, _result(cell.result, column[cell.opponent].result))
        for n, cell in column.items()
        if cell.opponent and cell.colour == "w"
    ]
    sitouts = [
        SitOut(n, Outcome.PAIRING_BYE if cell.result == "U" else _ABSENT[cell.result])
        for n, cell in column.items()
        if not cell.opponent
    ]
    return Round(number, tuple(boards), tuple(sitouts), phase=Phase.CLOSED)
