"""Open games in words: whose, when they are played, and what they count as while a round is paired."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

from displays.words.dates import write_wall_time
from displays.words.language import Language
from displays.words.notation import full_name
from displays.words.text_table import table
from engine.scoring import show
from ledger.views.open_games import OpenGame, OpenGames


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


def write_until(game: OpenGame, language: Language) -> str:
    """When it is played: a day as the language writes it, with the time if there is one; or the words as typed."""
    return write_wall_time(game.until, language) if game.day else game.until


def open_games_text(view: OpenGames, language: Language) -> str:
    if not view.games:
        return language.word("none", "open-games")
    heads = [language.word(key) for key in ("round", "board", "white", "black")]
    rows = [
        [str(game.round), str(game.board), full_name(game.white), full_name(game.black), write_until(game, language)]
        for game in view.games
    ]
    until = language.word("until", "open-games")
    return "\n".join([language.word("title", "open-games"), "", table([*heads, until], rows, right=(0, 1))])
