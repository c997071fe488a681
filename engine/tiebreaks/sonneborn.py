"""FIDE C.07:2026 article 9: tie-breaks on the opponents' scores and the points made against them."""

from __future__ import annotations

from fractions import Fraction

from engine.model import PlayerId
from engine.tiebreaks.buchholz import opponents
from engine.tiebreaks.codes import TieBreak
from engine.tiebreaks.table import Table
from engine.tiebreaks.working import Contribution, Working, exact, sum_up


def sonneborn_berger(table: Table, player: PlayerId, tiebreak: TieBreak) -> Working:
    """FIDE C.07:2026 9.1: for each round the opponent's score times the points made against them."""
    unit = table.points.per_point
    parts = [
        Contribution(
            line.round,
            line.opponent,
            exact(score * line.points, unit),
            why,
            score,
            is_dummy and line.is_voluntary,
        )
        for line, score, why, is_dummy in opponents(table, player, tiebreak)
    ]
    return sum_up(player, tiebreak, parts)


def koya(table: Table, player: PlayerId, tiebreak: TieBreak) -> Working:
    """FIDE C.07:2026 9.2, 14.5: points against those who have at least half of the maximum.

    The maximum is a win in every game that a player can have had, free rounds left out. /Lnn sets another share of it,
    /L+n and /L-n move the limit by half points.
    """
    limit = table.once(("koya", tiebreak), lambda: _koya_limit(table, tiebreak))
    parts = [
        Contribution(line.round, line.opponent, line.points, "opponent", table.scores[line.opponent])
        for line in table.lines[player]
        if line.opponent is not None and table.is_game(line, tiebreak) and table.scores[line.opponent] >= limit
    ]
    return sum_up(player, tiebreak, parts)


def _koya_limit(table: Table, tiebreak: TieBreak) -> Fraction:
    games = max((sum(table.is_game(line, tiebreak) for line in lines) for lines in table.lines.values()), default=0)
    share = Fraction(tiebreak.limit_percent * table.points.win * games, 100)
    return share + Fraction(tiebreak.limit_steps * table.points.per_point, 2)
