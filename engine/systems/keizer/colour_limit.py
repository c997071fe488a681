"""The most games in a row with the same colour (KEIZER PARING: colours "as equal as possible"), if a club sets a limit.

It goes before the rule by which colours are given, before the spacing of rematches and before the choice of who has no
game. Where the field cannot be paired within it, as few games as possible go beyond it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from engine.absolute_rules import AuditedRound, Breach
from engine.matching.bitsets import members
from engine.matching.weighted import cheapest_pairing
from engine.model import Colour, PlayerId, Tournament
from engine.pairing import Reason
from engine.systems.keizer.colours import colour_histories
from engine.systems.keizer.options import KeizerShared, options_of


class ColourLimit:
    """How far each pair would go beyond the limit. Without a limit none does."""

    def __init__(self, t: Tournament, options: KeizerShared) -> None:
        most = options.max_same_colour
        self.most = None if most == "unlimited" else most
        self._had = {} if self.most is None else _runs(t)

    def beyond(self, player: PlayerId, colour: Colour) -> int:
        """By how many games in a row, were this colour given; 0: within the limit."""
        last, times = self._had.get(player, (colour, 0))
        return max(0, times + 1 - self.most) if self.most is not None and last is colour else 0

    def least_beyond(self, one: PlayerId, other: PlayerId) -> int:
        """The same for a pair, both together, with the colours that are better by this measure."""
        return min(self._of_seats(one, other), self._of_seats(other, one))

    def white_of(self, one: PlayerId, other: PlayerId) -> PlayerId | None:
        """Who must have White for the sake of the limit; None: either may."""
        as_named, reversed_ = self._of_seats(one, other), self._of_seats(other, one)
        return None if as_named == reversed_ else (one if as_named < reversed_ else other)

    def _of_seats(self, white: PlayerId, black: PlayerId) -> int:
        return self.beyond(white, Colour.WHITE) + self.beyond(black, Colour.BLACK)

    def keep_within(self, players: Sequence[PlayerId], rows: tuple[int, ...]) -> tuple[int, ...]:
        """These possible opponents without those with whom somebody would go beyond the limit."""
        at_limit = [self._colour_at_limit(player) for player in players]
        if not any(at_limit):
            return rows
        same = {
            colour: sum(1 << place for place, had in enumerate(at_limit) if had is colour) for colour in set(at_limit)
        }
        return tuple(row & ~same[had] if had else row for row, had in zip(rows, at_limit, strict=True))

    def _colour_at_limit(self, player: PlayerId) -> Colour | None:
        return next((colour for colour in Colour if self.beyond(player, colour)), None)

    def obstacle(self, one: PlayerId, other: PlayerId) -> Reason | None:
        """Why the two may not meet; None if they may."""
        colour = self._colour_at_limit(one)
        if colour is None or self._colour_at_limit(other) is not colour:
            return None
        return Reason("keizer-both-had-colour", "KEIZER PARING", (one, other), {"colour": colour.value})

    def prices(self, players: Sequence[PlayerId], rows: Sequence[int]) -> dict[tuple[int, int], int]:
        """By how much each possible pair, of two places, goes beyond the limit: only two who are at it with the same
        colour do."""
        at_limit = [self._colour_at_limit(player) for player in players]
        return {
            (higher, lower): self.least_beyond(players[higher], players[lower])
            if at_limit[higher] is not None and at_limit[higher] is at_limit[lower]
            else 0
            for higher, row in enumerate(rows)
            for lower in members(row >> higher << higher)
        }

    def least_of_all(self, players: Collection[PlayerId]) -> int:
        """No pairing of these goes less beyond it, whoever may meet whom: of those at the limit of one colour there may
        be more than others for them to meet. (A count, where a matching takes a hundred times as long.)"""
        at_limit = Counter(map(self._colour_at_limit, players))
        return max(0, *(at_limit[colour] - len(players) // 2 for colour in Colour))


def _runs(t: Tournament) -> Mapping[PlayerId, tuple[Colour, int]]:
    """The colour of everybody's last games, and how many in a row had it."""
    found = {}
    for player, history in colour_histories(t).items():
        if history.last is not None:
            last = history.last
            times = next((n for n, had in enumerate(history.latest) if had is not last), len(history.latest))
            found[player] = (last, times)
    return found


def least_beyond(prices: Mapping[tuple[int, int], int], left: Iterable[int]) -> int | None:
    """By how much the pairing of these places that goes least beyond the limit does so; None: there is none."""
    place = {vertex: number for number, vertex in enumerate(left)}
    of_left = {(place[a], place[b]): price for (a, b), price in prices.items() if a in place and b in place}
    mate = cheapest_pairing(of_left, len(place))
    if mate is None:
        return None
    return sum(of_left[pair] for pair in enumerate(mate) if pair[0] < pair[1])


def keeps_colour_limit(audited: AuditedRound) -> Iterator[Breach]:
    """KEIZER PARING: the club's limit. The system goes beyond it where nothing else can be paired, and an arbiter may;
    for whom it was is told."""
    t = audited.tournament
    limit = ColourLimit(t.up_to(audited.round - 1), options_of(t.rules))
    for number, board in enumerate(audited.boards, start=1):
        for player, colour, *_ in board.seats():
            if limit.beyond(player, colour):
                facts = {"colour": colour.value, "most": limit.most or 0}
                yield Breach("same-colour-too-often", number, (player,), {**facts}, is_wish=True)
