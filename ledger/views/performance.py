"""What a player's score against rated opponents is worth. Part of the card.

Each system says which performances its cards tell, by game: those of another are null.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from engine.cards import Card
from engine.model import MEANINGS, PlayerId, Tournament, Value
from engine.performance import annex_d_performance, fide_performance, perfect_performance, rating_change
from engine.registry import SYSTEMS
from engine.tiebreaks import Unit
from engine.tiebreaks.table import Line, Table
from ledger.views.figures import Amount, amount

_Game = tuple[int, int]  # the opponent's rating, the half points made


class Performance(Value, frozen=True):
    """Over the games played over the board against opponents who have a rating."""

    games: int  # so many
    halves: int  # half points made in them
    opponents: Amount  # FIDE C.07:2026 10.1, but exact: the mean of their ratings
    tpr: int | None  # FIDE C.07:2026 10.2
    ptp: int | None  # FIDE C.07:2026 10.3
    annex_d: Amount | None  # FMJD Annex D
    k: int | None  # as it was asked for
    rated_games: int  # those of them that go to the rating office
    rating_change: Amount | None  # FIDE B.02:2024 8.3, an estimate; no value without a K or a rating of one's own


def performance(t: Tournament, table: Table, card: Card, k: int | None) -> Performance:
    games = [_game(t, line) for line in table.lines[card.player] if _is_counted(t, line)]
    rated = [
        line
        for line, cell in zip(table.lines[card.player], card.cells, strict=True)
        if _is_counted(t, line) and MEANINGS[cell.outcome].rated
    ]
    ratings, halves = [rating for rating, _ in games], sum(made for _, made in games)
    mean = Fraction(sum(ratings), len(ratings)) if ratings else None
    told = SYSTEMS[t.rules.system].performances.get(t.rules.game, ())
    return Performance(
        games=len(games),
        halves=halves,
        opponents=amount(mean, Unit.RATING, 1),
        tpr=fide_performance(ratings, halves) if "tpr" in told else None,
        ptp=perfect_performance(ratings, halves) if "ptp" in told else None,
        annex_d=amount(annex_d_performance(ratings, halves), Unit.RATING, 1) if "annex-d" in told else None,
        k=k,
        rated_games=len(rated),
        rating_change=amount(_change(t, card.player, rated, k), Unit.RATING, 1) if "tpr" in told else None,
    )


def _is_counted(t: Tournament, line: Line) -> bool:
    return line.is_played and line.opponent is not None and bool(t.rating_in(line.opponent, line.round))


def _game(t: Tournament, line: Line) -> _Game:
    """VCL4THP 213: by the rating of the game's round."""
    assert line.opponent is not None
    return t.rating_in(line.opponent, line.round) or 0, line.halves


def _change(t: Tournament, player: PlayerId, lines: Sequence[Line], k: int | None) -> Fraction | None:
    """FIDE B.02:2024 8.3, VCL4THP 213: in each game the player's own rating of that round, too."""
    own = [(t.rating_in(player, line.round), _game(t, line)) for line in lines]
    counted = [(rating, game) for rating, game in own if rating]
    if k is None or not counted:
        return None
    return sum((rating_change(rating, [game], k) for rating, game in counted), Fraction(0))
