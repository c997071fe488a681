"""FMJD 3.1 a–k and KNDB: the tie-breaks of draughts, on real scores and without the adjustments of FIDE C.07.

A round without opponent is an opponent with 0 points (fmjd.md F20, F22). A game that was paired but not played keeps
its opponent in a–f (F21) and brings nothing in g, h, i and WP. The ranking lists of the pairing systems take WP,
Solkoff and Sonneborn-Berger from here too. A dummy that draws every game (KNDB modification 2) is an opponent like
others.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import accumulate

from engine.model import PlayerId
from engine.performance import Curve, annex_d_performance
from engine.tiebreaks.codes import TieBreak
from engine.tiebreaks.table import Line, Table
from engine.tiebreaks.working import Contribution, Working, exact, sum_up


def solkoff(table: Table, player: PlayerId, tiebreak: TieBreak) -> Working:
    """FMJD 3.1 a, b, c: the sum of the opponents' scores; /M1 is the median, /C1 the short truncated Solkoff.

    The highest and the lowest are meant by score; the KNDB text's "highest and lowest placed" is read so too.
    """
    return sum_up(player, tiebreak, _opponents_scores(table, player))


def full_truncated(table: Table, player: PlayerId, tiebreak: TieBreak) -> Working:
    """FMJD 3.1 d: a comparison and not a number: the sum without the lowest, then without the two lowest, …

    The value is the list of these sums, down to the highest score alone; the first difference decides.
    """
    parts = _opponents_scores(table, player)
    from_highest = accumulate(sorted((part.significance for part in parts), reverse=True))
    sums = list(from_highest)[:-1]
    return Working(player, tiebreak.code, tuple(parts), tuple(reversed(sums)))


def plus_solkoff(table: Table, player: PlayerId, tiebreak: TieBreak) -> Working:
    """FMJD 3.1 e: the sum of the opponents' Solkoffs."""
    parts = [
        Contribution(line.round, line.opponent, _solkoff_of(table, line.opponent), "opponents-tiebreak")
        for line in table.lines[player]
        if line.opponent is not None
    ]
    return sum_up(player, tiebreak, parts)


def baliakin(table: Table, player: PlayerId, tiebreak: TieBreak) -> Working:
    """FMJD 3.1 f: for each opponent their score times their Solkoff, added up."""
    unit = table.points.per_point
    parts = [
        Contribution(
            line.round,
            line.opponent,
            exact(table.scores[line.opponent] * _solkoff_of(table, line.opponent), unit),
            "opponents-tiebreak",
        )
        for line in table.lines[player]
        if line.opponent is not None
    ]
    return sum_up(player, tiebreak, parts)


def resistance(table: Table, player: PlayerId, tiebreak: TieBreak) -> Working:
    """KNDB WP: the sum of the scores of the opponents against whom the player has played; the dummy adds nothing."""
    played = (line for line in table.lines[player] if line.is_played or _is_drawn_with_dummy(table, line))
    return sum_up(player, tiebreak, [_opponents_score(table, line) for line in played])


def draughts_sonneborn_berger(table: Table, player: PlayerId, tiebreak: TieBreak) -> Working:
    """FMJD 3.1 g, KNDB SB: twice the scores of those beaten and once the scores of those drawn with."""
    parts: list[Contribution] = []
    for line in table.lines[player]:
        if line.is_played and line.opponent is not None:
            value = line.halves * table.scores[line.opponent]
            parts.append(Contribution(line.round, line.opponent, value, "opponent"))
        elif _is_drawn_with_dummy(table, line):
            parts.append(_opponents_score(table, line))
    return sum_up(player, tiebreak, parts)


def mean_rating(table: Table, player: PlayerId, tiebreak: TieBreak) -> Working:
    """FMJD 3.1 h, 4.1: the exact mean rating of the opponents played; a bye is an opponent just below the weakest.

    The text does not say whether the bye belongs to this mean; fmjd.md F22 takes it in, /G leaves it out.
    """
    rated = table.all_ratings(tiebreak)
    if not rated:
        return Working(player, tiebreak.code, (), None)
    parts: list[Contribution] = []
    for line in table.lines[player]:
        rating = table.rating_of_opponent(line, tiebreak)
        if line.is_played and rating is not None:
            parts.append(Contribution(line.round, line.opponent, rating, "opponents-rating"))
        elif line.is_bye and not tiebreak.games_only:
            weakest = table.once(("weakest", tiebreak.unrated, tiebreak.unrated_as), lambda: min(rated.values()))
            parts.append(Contribution(line.round, None, weakest - 1, "dummy-rating"))
    mean = Fraction(sum(part.value for part in parts), len(parts)) if parts else None
    return Working(player, tiebreak.code, tuple(parts), mean)


def performance(table: Table, player: PlayerId, tiebreak: TieBreak) -> Working:
    """FMJD 3.1 i, Annex D: the rating with which the score was to be expected, game by game; /LOG: logistic curve."""
    if table.all_ratings(tiebreak) is None:
        return Working(player, tiebreak.code, (), None)
    parts: list[Contribution] = []
    halves = 0
    for line in table.lines[player]:
        rating = table.rating_of_opponent(line, tiebreak)
        if line.is_played and rating is not None:
            parts.append(Contribution(line.round, line.opponent, rating, "opponents-rating", rating))
            halves += line.halves
    curve = Curve.LOGISTIC if tiebreak.logistic else Curve.NORMAL
    value = annex_d_performance([part.significance for part in parts], halves, curve)
    return Working(player, tiebreak.code, tuple(parts), value)


def lot(table: Table, player: PlayerId, tiebreak: TieBreak) -> Working:
    """FMJD 3.1 k, KNDB: the lot drawn before the first round, the lowest first; none where no lot was drawn."""
    return Working(player, tiebreak.code, (), table.tournament.entries[player].player.lot)


def _opponents_scores(table: Table, player: PlayerId) -> list[Contribution]:
    """FMJD 3.1: one entry for each round."""
    return [_opponents_score(table, line) for line in table.lines[player]]


def _is_drawn_with_dummy(table: Table, line: Line) -> bool:
    """KNDB modification 2: a free round is a draw with a dummy that has a score."""
    return line.is_bye and table.dummy_score > 0


def _opponents_score(table: Table, line: Line) -> Contribution:
    if _is_drawn_with_dummy(table, line):
        return Contribution(line.round, None, table.dummy_score, "drawing-dummy", table.dummy_score)
    if line.opponent is None:
        return Contribution(line.round, None, 0, "no-opponent")
    score = table.scores[line.opponent]
    return Contribution(line.round, line.opponent, score, "opponent", score)


def _solkoff_of(table: Table, player: PlayerId) -> int:
    return table.once(
        ("solkoff", player),
        lambda: sum(table.scores[line.opponent] for line in table.lines[player] if line.opponent is not None),
    )
