"""Who stands where."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from engine.cards import Card, cards
from engine.model import PlayerId, Tournament, Value
from engine.order import start_order

Criterion = Mapping[PlayerId, int | Fraction]  # a value for each player; more is better


class Standing(Value, frozen=True):
    """One line of the table."""

    place: int  # shared by equals: 1, 2, 2, 4
    player: PlayerId
    values: tuple[int | Fraction, ...]  # what the place was decided by, the score first

    @property
    def score(self) -> int | Fraction:
        return self.values[0]


def rank(t: Tournament, dealt: Mapping[PlayerId, Card] | None = None) -> tuple[Standing, ...]:
    """By points. Equals share a place, listed in start order; who withdrew stays. ``dealt``: the cards, if at hand."""
    dealt = cards(t) if dealt is None else dealt
    scores = {number: card.score for number, card in dealt.items()}
    return rank_by(start_order(t), (scores,))


def rank_by(listed: Sequence[PlayerId], criteria: Sequence[Criterion]) -> tuple[Standing, ...]:
    """By each criterion in turn, where the ones before it leave players equal."""
    values = {player: tuple(criterion[player] for criterion in criteria) for player in listed}
    # The sort is stable, in reverse too: equals keep the order in which they were listed.
    ordered = sorted(listed, key=values.__getitem__, reverse=True)
    table: list[Standing] = []
    for line, player in enumerate(ordered, start=1):
        is_level = bool(table) and table[-1].values == values[player]
        table.append(Standing(table[-1].place if is_level else line, player, values[player]))
    return tuple(table)
