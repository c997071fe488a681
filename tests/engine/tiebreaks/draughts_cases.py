"""The golden draughts tournaments read into the model."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.model import (
    DRAUGHTS_POINTS,
    Board,
    Details,
    Entry,
    Outcome,
    Player,
    Result,
    Round,
    Rules,
    SitOut,
    Tournament,
)

PLAYED = {(2, 0): Result.WHITE_WINS, (1, 1): Result.DRAW, (0, 2): Result.BLACK_WINS}
FORFEITED = {(2, 0): Result.FORFEIT_WHITE_WINS, (0, 2): Result.FORFEIT_BLACK_WINS, (0, 0): Result.DOUBLE_FORFEIT}
SITTING = {"bye": Outcome.PAIRING_BYE, "absent": Outcome.ABSENT}


def by_player(case: Mapping[str, Any]) -> Tournament:
    """A file ``dr….json``: each player's rounds."""
    games = {int(number): cells for number, cells in case["games"].items()}
    rounds = tuple(_round(number, games) for number in range(1, len(next(iter(games.values()))) + 1))
    return _tournament(case["case"], {p["no"]: p["rating"] for p in case["players"]}, rounds)


def by_round(case: Mapping[str, Any]) -> Tournament:
    """A case of ``fmjd_tables.json``: each round's boards."""
    rounds = []
    for number, entries in enumerate(case["input"]["rounds"], start=1):
        boards = tuple(_board(entry) for entry in entries if "white" in entry)
        byes = tuple(SitOut(entry["bye"], Outcome.PAIRING_BYE) for entry in entries if "bye" in entry)
        rounds.append(Round(number, boards, byes))
    return _tournament(case["id"], {p["id"]: p["rating"] for p in case["input"]["players"]}, tuple(rounds))


def _tournament(name: str, ratings: Mapping[int, int], rounds: tuple[Round, ...]) -> Tournament:
    return Tournament(
        details=Details(name),
        rules=Rules("by-hand", len(rounds), DRAUGHTS_POINTS, game="draughts"),
        entries={number: Entry(Player(number, f"Player {number}", rating)) for number, rating in ratings.items()},
        rounds=rounds,
    )


def _board(entry: Mapping[str, Any]) -> Board:
    white, black = (int(points) for points in entry["result"].split("-"))
    return Board(entry["white"], entry["black"], PLAYED[white, black])


def _round(number: int, games: Mapping[int, list[dict[str, Any]]]) -> Round:
    cells = {player: played[number - 1] for player, played in games.items()}
    boards = tuple(
        Board(player, cell["opp"], (PLAYED if cell["played"] else FORFEITED)[cell["pts"], cells[cell["opp"]]["pts"]])
        for player, cell in cells.items()
        if cell["kind"] == "w"
    )
    sitouts = tuple(SitOut(player, SITTING[cell["kind"]]) for player, cell in cells.items() if not cell["opp"])
    assert 2 * len(boards) + len(sitouts) == len(cells), number
    return Round(number, boards, sitouts)
