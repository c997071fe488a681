"""Games that are still being played when the next round is paired, in words: whose, and what they count as."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

from displays.words.language import Language
from engine.scoring import show
from ledger.views.open_games import OpenGame


def score_before(
    score: int, pairing_score: int | None, per_point: int, language: Language, *, is_being_paired: bool
) -> str:
    """``1½``; of somebody whose earlier game is still on (they have a ``pairing_score``) that it is. While the round is
    being paired it is the score by which it is; then, for everybody, what they have."""
    if pairing_score is None:
        return show(score, per_point)
    told = show(pairing_score if is_being_paired else score, per_point)
    return language.phrase("score-still-playing", score=told)


def open_games_line(games: Sequence[OpenGame], is_ladder: bool, language: Language) -> str:
    """``2 games are still being played (round 3: board 4; round 5: board 1) …``; nothing if there are none."""
    by_round = itertools.groupby(games, key=lambda game: game.round)
    named = [
        language.phrase("boards-of-round", round=number, boards=language.join([game.board for game in some]))
        for number, some in by_round
    ]
    key = "games-still-played-on-ladder" if is_ladder else "games-still-played"
    return language.phrase(key, count=len(games), games="; ".join(named)) if games else ""
