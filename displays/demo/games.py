"""Results of simulated games: by the ratings of the players, with some forfeits."""

from __future__ import annotations

import random

from engine.model import Board, Result, Tournament
from engine.performance import expected_percent

FORFEITS = 2  # of 100 games
UNRATED = 1400


def play_game(t: Tournament, board: Board, draws: int, lot: random.Random) -> Result:
    if lot.randrange(100) < FORFEITS:
        return lot.choice((Result.FORFEIT_WHITE_WINS, Result.FORFEIT_BLACK_WINS))
    white, black = (t.entries[player].player.rating or UNRATED for player in (board.white, board.black))
    expected = expected_percent(white - black)
    draws = min(draws, 2 * expected, 2 * (100 - expected))  # much stronger players draw less
    drawn = lot.randrange(200)
    if drawn < 2 * expected - draws:
        return Result.WHITE_WINS
    return Result.DRAW if drawn < 2 * expected + draws else Result.BLACK_WINS


def other_result(result: Result, lot: random.Random) -> Result:
    """What somebody might write by mistake."""
    return lot.choice([r for r in (Result.WHITE_WINS, Result.DRAW, Result.BLACK_WINS) if r is not result])
