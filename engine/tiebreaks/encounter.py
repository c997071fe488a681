"""FIDE C.07:2026 article 6: direct encounter, the only tie-break that needs to know who is tied with whom."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import groupby

from engine.model import PlayerId
from engine.tiebreaks.codes import TieBreak
from engine.tiebreaks.table import Table
from engine.tiebreaks.working import Contribution, Working

Points = int | Fraction
Meetings = Mapping[PlayerId, Points]  # by opponent: the mean of the points in the games against them


def places(table: Table, tied: Sequence[PlayerId], tiebreak: TieBreak) -> dict[PlayerId, int]:
    """FIDE C.07:2026 6: the place of each of the tied players among them; 0 for all if nothing sets them apart."""
    groups = _order_tied(table, tuple(tied), tiebreak)
    if len(groups) < 2:
        return dict.fromkeys(tied, 0)
    found: dict[PlayerId, int] = {}
    for group in groups:
        found |= dict.fromkeys(group, len(found) + 1)
    return found


def direct_encounter(table: Table, player: PlayerId, tied: Sequence[PlayerId], tiebreak: TieBreak) -> Working:
    """FIDE C.07:2026 6.1: the games of a player against those who are tied with them, and their place among these."""
    others = frozenset(tied) - {player}
    games = tuple(
        Contribution(line.round, line.opponent, line.points, "mutual-game")
        for line in table.lines[player]
        if line.opponent in others and not line.is_to_come and table.is_game(line, tiebreak)
    )
    return Working(player, tiebreak.code, games, places(table, tied, tiebreak)[player])


def _order_tied(table: Table, tied: tuple[PlayerId, ...], tiebreak: TieBreak) -> list[tuple[PlayerId, ...]]:
    """The tied players in groups, the best first; one group only: they stay tied."""
    if len(tied) < 2:
        return [tied]
    standing = {player: _among(table, player, tied, tiebreak) for player in tied}
    if all(len(met) == len(tied) - 1 for met in standing.values()):
        groups = _by_points(tied, standing)
    else:
        groups = _certain(table, tied, standing)
    if len(groups) < 2:
        return groups
    return [final for group in groups for final in _order_tied(table, group, tiebreak)]


def _by_points(tied: Sequence[PlayerId], standing: Mapping[PlayerId, Meetings]) -> list[tuple[PlayerId, ...]]:
    """FIDE C.07:2026 6.2: all have met, so their points against each other order them."""
    points = {player: sum(standing[player].values()) for player in tied}
    ordered = sorted(tied, key=points.__getitem__, reverse=True)
    return [tuple(group) for _, group in groupby(ordered, key=points.__getitem__)]


def _certain(
    table: Table, tied: Sequence[PlayerId], standing: Mapping[PlayerId, Meetings]
) -> list[tuple[PlayerId, ...]]:
    """FIDE C.07:2026 6.3: who stays alone on top whatever the missing games would give is first; then the second, …

    The worst for one player is to lose all missing games while another wins all of theirs: that can happen together.
    """
    sure = {player: sum(met.values()) + table.points.loss * _missing(tied, met) for player, met in standing.items()}
    most = {player: sum(met.values()) + table.points.win * _missing(tied, met) for player, met in standing.items()}
    rest = sorted(tied, key=sure.__getitem__, reverse=True)
    first: list[tuple[PlayerId, ...]] = []
    while len(rest) > 1 and sure[rest[0]] > max(most[player] for player in rest[1:]):
        first.append((rest.pop(0),))
    left = frozenset(rest)
    return [*first, tuple(player for player in tied if player in left)]


def _missing(tied: Sequence[PlayerId], met: Meetings) -> int:
    return len(tied) - 1 - len(met)


def _among(table: Table, player: PlayerId, tied: tuple[PlayerId, ...], tiebreak: TieBreak) -> Meetings:
    """FIDE C.07:2026 6.1.1, 6.1.2: points against those tied; of several games with one opponent, their mean."""
    others = table.once(("tied", tied), lambda: frozenset(tied))
    games: dict[PlayerId, list[int]] = {}
    for line in table.lines[player]:
        if line.opponent in others and not line.is_to_come and table.is_game(line, tiebreak):
            games.setdefault(line.opponent, []).append(line.points)
    return {
        opponent: points[0] if len(points) == 1 else Fraction(sum(points), len(points))
        for opponent, points in games.items()
    }
