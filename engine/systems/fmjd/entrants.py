"""Entrants of an FMJD round: all that the rules ask of each player, read off the cards once."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction

from engine.acceleration import VirtualPoints, haley
from engine.cards import Card, cards
from engine.draughts_swiss import SOLKOFF, Sheet, lot_of, opponent_of, sheets
from engine.dummy import DUMMY, DUMMY_ROUNDS
from engine.model import MEANINGS, Colour, PlayerId, PointTable, Tournament, Value
from engine.scoring import pairing_scale
from engine.systems.fmjd.options import Axes

ScoreBefore = Callable[[PlayerId, int], int]  # (player, round): the pairing score when that round was paired


class Entrant(Value, frozen=True):
    """A player in the round to come."""

    player: PlayerId
    score: int  # for the groups of this round
    rating: int
    opponents_rating: Fraction
    sheet: Sheet  # Solkoff, Sonneborn-Berger, lot, whom they met, balance, last colour
    colours: tuple[Colour, ...]
    floated_down: tuple[bool, ...]  # in the last round, in the one before
    floated_up: tuple[bool, ...]
    drawn: str  # the place that a lot of this round gave


def entrants(t: Tournament, axes: Axes) -> list[Entrant]:
    """Those who are to be paired, in no particular order."""
    dealt = cards(t)
    before = score_before(t, axes, dealt)
    ratings = {number: entry.player.rating or 0 for number, entry in t.entries.items()}
    ratings[DUMMY] = dummy_rating(ratings.values())
    return [
        Entrant(
            player=sheet.player,
            score=before(sheet.player, t.next_round),
            rating=ratings[sheet.player],
            opponents_rating=opponents_rating(dealt[sheet.player], ratings),
            sheet=sheet,
            colours=dealt[sheet.player].colours,
            floated_down=tuple(_has_floated(dealt[sheet.player], before, t.next_round - back, 1) for back in (1, 2)),
            floated_up=tuple(_has_floated(dealt[sheet.player], before, t.next_round - back, -1) for back in (1, 2)),
            drawn=hashlib.sha256(f"{axes.draw_seed}:{t.next_round}:{sheet.player}".encode()).hexdigest(),
        )
        for sheet in sheets(t, dealt, SOLKOFF)
    ]


def dummy_rating(ratings: Iterable[int]) -> int:
    """FMJD 4.1: the dummy's rating is that of the weakest player less one."""
    return min(ratings, default=1) - 1


def opponents_rating(card: Card, ratings: Mapping[PlayerId, int]) -> Fraction:
    """FMJD 3.1h, 3.3d: the mean rating of the opponents, the dummy's with them; 0 before the first."""
    opponents = [o for cell in card.cells if (o := opponent_of(cell)) == DUMMY or MEANINGS[cell.outcome].met]
    return Fraction(sum(ratings[o] for o in opponents if o is not None), len(opponents) or 1)


def score_before(t: Tournament, axes: Axes, dealt: Mapping[PlayerId, Card]) -> ScoreBefore:
    """The score by which the groups of a round were formed.

    FMJD 4.3: an unfinished game counts as a draw. For round 2 see ``first_bye`` (4.1) and ``haley`` (6.3), whose
    round 1 is one group that is paired in blocks.
    """
    totals = {number: _running_totals(card, t.rules.points) for number, card in dealt.items()}
    ahead = haley_points(t) if axes.acceleration == "haley" else None

    def score(player: PlayerId, number: int) -> int:
        if number != 2:
            return totals[player][number - 1]
        given = ahead(player, number) if ahead else 0
        return totals[player][number - 1] - first_bye(dealt[player], t.rules.points) + given

    return score


def haley_points(t: Tournament) -> VirtualPoints:
    """FMJD 6.3: what the groups of round 2 are formed with besides the score."""
    return haley(t, _by_strength(t))


def _by_strength(t: Tournament) -> list[PlayerId]:
    """FMJD 6.1: by rating; equal ratings by lot."""
    players = sorted(t.players, key=lambda player: (-(player.rating or 0), lot_of(player), player.number))
    return [player.number for player in players]


def _running_totals(card: Card, table: PointTable) -> list[int]:
    worth = pairing_scale(table)
    totals = [0]
    for cell in card.cells:
        adjusted = sum(a.points for a in card.adjustments if a.round == cell.round)
        totals.append(totals[-1] + worth[cell.outcome] + adjusted)
    return totals


def first_bye(card: Card, table: PointTable) -> int:
    """FMJD 4.1: what a bye of round 1 gave is taken off when the groups of round 2 are formed."""
    return table.pairing_bye if card.cells and card.cells[0].outcome in DUMMY_ROUNDS else 0


def _has_floated(card: Card, before: ScoreBefore, number: int, direction: int) -> bool:
    """FMJD 3.8: the opponent of that round had a lower (1: down) or higher (-1: up) score when it was paired.

    A bye is no float; a game that then was not played is one (the text is silent).
    """
    opponent = card.cells[number - 1].opponent if number >= 1 else None
    if opponent is None:
        return False
    return (before(card.player, number) - before(opponent, number)) * direction > 0
