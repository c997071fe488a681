"""FIDE C.07:2026 article 10: tie-breaks on ratings. They have no value while somebody is unrated and /U is not set.

Only games played over the board count, in a round robin too (15.2).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from engine.model import PlayerId
from engine.performance import fide_performance, half_up, perfect_performance
from engine.tiebreaks.codes import TieBreak
from engine.tiebreaks.table import Table
from engine.tiebreaks.working import Contribution, Working, cut

Performance = Callable[[Sequence[int], int], int | None]  # from the opponents' ratings and the half points made


def average_rating(table: Table, player: PlayerId, tiebreak: TieBreak) -> Working:
    """FIDE C.07:2026 10.1: the mean rating of the opponents played, a half rounded up."""
    parts = cut(_opponents_ratings(table, player, tiebreak), tiebreak)
    left = [part.significance for part in parts if not part.cut]
    return Working(player, tiebreak.code, tuple(parts), half_up(sum(left), len(left)) if left else None)


def tournament_performance(table: Table, player: PlayerId, tiebreak: TieBreak) -> Working:
    """FIDE C.07:2026 10.2: the opponents' mean rating and what the score against them is worth."""
    return _perform(table, player, tiebreak, fide_performance)


def perfect_tournament_performance(table: Table, player: PlayerId, tiebreak: TieBreak) -> Working:
    """FIDE C.07:2026 10.3: the lowest rating with which the score was to be expected."""
    return _perform(table, player, tiebreak, perfect_performance)


def average_performance(table: Table, player: PlayerId, tiebreak: TieBreak) -> Working:
    """FIDE C.07:2026 10.4: the mean performance rating of the opponents played, a half rounded up."""
    return _mean_of_opponents(table, player, tiebreak, fide_performance)


def average_perfect_performance(table: Table, player: PlayerId, tiebreak: TieBreak) -> Working:
    """FIDE C.07:2026 10.5: the mean perfect performance of the opponents played, a half rounded up."""
    return _mean_of_opponents(table, player, tiebreak, perfect_performance)


def own_rating(table: Table, player: PlayerId, tiebreak: TieBreak) -> Working:
    """FIDE C.07:2026 10.6, FMJD 3.1 j: the player's own rating."""
    rated = table.all_ratings(tiebreak)
    return Working(player, tiebreak.code, (), None if rated is None else rated[player])


def _opponents_ratings(table: Table, player: PlayerId, tiebreak: TieBreak) -> list[Contribution]:
    if table.all_ratings(tiebreak) is None:
        return []
    return [
        Contribution(line.round, line.opponent, rating, "opponents-rating", rating)
        for line in table.lines[player]
        if line.is_played and (rating := table.rating_of_opponent(line, tiebreak)) is not None
    ]


def _perform(table: Table, player: PlayerId, tiebreak: TieBreak, perform: Performance) -> Working:
    parts = tuple(_opponents_ratings(table, player, tiebreak))
    value = None if table.all_ratings(tiebreak) is None else performances(table, tiebreak, perform)[player]
    return Working(player, tiebreak.code, parts, value)


def performances(table: Table, tiebreak: TieBreak, perform: Performance) -> Mapping[PlayerId, int | None]:
    """Everybody's performance, worked out once."""
    return table.once((perform, tiebreak.unrated, tiebreak.unrated_as), lambda: _performances(table, tiebreak, perform))


def _performances(table: Table, tiebreak: TieBreak, perform: Performance) -> Mapping[PlayerId, int | None]:
    found: dict[PlayerId, int | None] = {}
    for player, lines in table.lines.items():
        rated = ((table.rating_of_opponent(line, tiebreak), line.halves) for line in lines if line.is_played)
        played = [(rating, halves) for rating, halves in rated if rating is not None]
        found[player] = perform([rating for rating, _ in played], sum(halves for _, halves in played))
    return found


def _mean_of_opponents(table: Table, player: PlayerId, tiebreak: TieBreak, perform: Performance) -> Working:
    if table.all_ratings(tiebreak) is None:
        return Working(player, tiebreak.code, (), None)
    theirs = performances(table, tiebreak, perform)
    parts: list[Contribution] = []
    for line in table.lines[player]:
        value = theirs[line.opponent] if line.is_played and line.opponent is not None else None
        if value is not None:
            parts.append(Contribution(line.round, line.opponent, value, "opponents-tiebreak", value))
    mean = half_up(sum(part.significance for part in parts), len(parts)) if parts else None
    return Working(player, tiebreak.code, tuple(parts), mean)
