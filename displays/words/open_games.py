"""Games that are still being played when the next round is paired, in words: whose, and what they count as."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

from displays.words.language import Language
from engine.scoring import show
from ledger.views.boards import Side
from ledger.views.open_games import OpenGame


def score_before(side: Side, per_point: int, language: Language) -> str:
    """``1½``; of somebody who is still playing the score by which the round is paired, and that they are."""
    if side.pairing_score is None:
        return show(side.score, per_point)
    return still_playing(show(side.pairing_score, per_point), language)


def still_playing(score: str, language: Language) -> str:
    return language.phrase("score-still-playing", score=score)


def open_games_line(games: Sequence[OpenGame], is_ladder: bool, language: Language) -> str:
    """``2 games are still being played (round 3: board 4; round 5: board 1) …``; nothing if there are none."""
    by_round = itertools.groupby(games, key=lambda game: game.round)
    named = [
        f"{language.field('round')} {number}: {language.field('board')} {language.join([game.board for game in some])}"
        for number, some in by_round
    ]
    key = "games-still-played-on-ladder" if is_ladder else "games-still-played"
    return language.phrase(key, count=len(games), games="; ".join(named)) if games else ""
