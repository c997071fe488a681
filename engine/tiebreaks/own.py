"""FIDE C.07:2026 article 7: tie-breaks on the player's own results."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import msgspec

from engine.model import EXTERNAL_UNIT, Colour, PlayerId
from engine.tiebreaks.codes import TieBreak
from engine.tiebreaks.table import Line, Table
from engine.tiebreaks.working import Contribution, Working, exact, sum_up


def score(table: Table, player: PlayerId, tiebreak: TieBreak) -> Working:
    """FIDE C.07:2026 4.2: the points, with what was given or taken by decision."""
    lines = (*table.lines[player], *table.ahead.get(player, ()))
    parts = tuple(Contribution(line.round, line.opponent, line.points, "own-result") for line in lines)
    decided = tuple(
        Contribution(adjustment.round, None, adjustment.points, "by-decision")
        for adjustment in table.tournament.adjustments
        if adjustment.player == player and adjustment.round <= table.rounds
    )
    return Working(player, tiebreak.code, (*parts, *decided), table.scores[player])


def wins(table: Table, player: PlayerId, tiebreak: TieBreak) -> Working:
    """FIDE C.07:2026 7.1: rounds that brought as many points as a win, played or not."""
    return _count(table, player, tiebreak, lambda line: line.points == table.points.win)


def games_won(table: Table, player: PlayerId, tiebreak: TieBreak) -> Working:
    """FIDE C.07:2026 7.2, 15.2: games won over the board; in a round robin also by forfeit.

    15.2 makes forfeits regular games where the pairings are known beforehand and takes only the losses out again for
    this article. So a forfeit win is a game won there; it is not one with Black (7.4), for a forfeit has no colour.
    """
    return _count(table, player, tiebreak, lambda line: _is_won(table, line))


def games_with_black(table: Table, player: PlayerId, tiebreak: TieBreak) -> Working:
    """FIDE C.07:2026 7.3: games played over the board with Black."""
    return _count(table, player, tiebreak, lambda line: line.is_played and line.colour is Colour.BLACK)


def wins_with_black(table: Table, player: PlayerId, tiebreak: TieBreak) -> Working:
    """FIDE C.07:2026 7.4: games won over the board with Black."""
    return _count(table, player, tiebreak, lambda line: line.halves == 2 and line.colour is Colour.BLACK)


def progressive(table: Table, player: PlayerId, tiebreak: TieBreak) -> Working:
    """FIDE C.07:2026 7.5, 14.1.1: the sum of the scores after each round; a cut leaves out the first rounds."""
    parts = [Contribution(line.round, line.opponent, line.total, "running-score") for line in table.lines[player]]
    first = [msgspec.structs.replace(part, cut="first-rounds") for part in parts[: tiebreak.low]]
    rest = parts[tiebreak.low :]
    return Working(player, tiebreak.code, (*first, *rest), sum(part.value for part in rest))


def rounds_elected(table: Table, player: PlayerId, tiebreak: TieBreak) -> Working:
    """FIDE C.07:2026 7.6: the rounds without half-point and zero-point byes and forfeit losses."""
    return _count(table, player, tiebreak, lambda line: not line.is_voluntary)


def standard_points(table: Table, player: PlayerId, tiebreak: TieBreak) -> Working:
    """FIDE C.07:2026 7.7: 1 for more points than the opponent made (or, unplayed, than a draw brings), ½ for as many.

    A forfeit is without playing, so a double forfeit brings nothing.
    """
    parts = [
        Contribution(line.round, line.opponent, _standard(table, player, line), "own-result")
        for line in table.lines[player]
    ]
    return sum_up(player, tiebreak, parts)


def pairing_number(table: Table, player: PlayerId, tiebreak: TieBreak) -> Working:
    """FIDE C.07:2026 7.8: the number in the start order, the lowest first."""
    numbers = table.once("pairing numbers", lambda: {who: number for number, who in enumerate(table.order, start=1)})
    return Working(player, tiebreak.code, (), numbers[player])


def external_value(table: Table, player: PlayerId, tiebreak: TieBreak) -> Working:
    """VCL4THP 207: worked out elsewhere and given for each player; who has none stands behind the others."""
    given = table.tournament.external_values.get(player)
    return Working(player, tiebreak.code, (), None if given is None else exact(given, EXTERNAL_UNIT))


def _count(table: Table, player: PlayerId, tiebreak: TieBreak, counts: Callable[[Line], bool]) -> Working:
    parts = [Contribution(line.round, line.opponent, int(counts(line)), "own-result") for line in table.lines[player]]
    return sum_up(player, tiebreak, parts)


def _is_won(table: Table, line: Line) -> bool:
    return line.halves == 2 or (table.is_predetermined and line.is_forfeit and not line.is_voluntary)


_HALF = Fraction(1, 2)


def _standard(table: Table, player: PlayerId, line: Line) -> int | Fraction:
    than = table.points.draw
    if line.is_played and line.opponent is not None:
        than = _points_of_opponent(table, player, line, line.opponent)
    if line.is_to_come or line.points < than:
        return 0
    return 1 if line.points > than else _HALF


def _points_of_opponent(table: Table, player: PlayerId, line: Line, opponent: PlayerId) -> int:
    """In the same game, which after a KNDB intermediate round may stand in another round of the opponent's card."""
    theirs = table.lines[opponent]
    if theirs[line.round - 1].opponent == player:
        return theirs[line.round - 1].points
    return next(other.points for other in (*theirs, *table.ahead.get(opponent, ())) if other.opponent == player)
