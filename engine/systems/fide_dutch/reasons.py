"""Reasons for the pairs of a bracket: what decided, and what spoke against each opponent who came first.

Asked for seldom, and computed only then: each question "why not this one?" weighs the bracket once more with that pair.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache, partial

from engine.colour_reasons import colour_given, rounds_with_colour
from engine.colours import allocate
from engine.model import MEANINGS, PlayerId, Tournament
from engine.pairing import Reason
from engine.swiss import Contender, drawn_colour
from engine.systems.fide_dutch.alternatives import Alternatives
from engine.systems.fide_dutch.bracket import Bracket
from engine.systems.fide_dutch.candidates import PairedBracket
from engine.systems.fide_dutch.float_reasons import of_bye, of_float
from engine.systems.fide_dutch.ordered import Pairs


def reasons(
    t: Tournament, brackets: Sequence[PairedBracket], regulation: str, colour_rules: str, asked: PlayerId | None
) -> tuple[Reason, ...]:
    """Of all brackets; or, when a player asks, of the brackets that they were in and of their own pair."""
    found: list[Reason] = []
    colours = _Colours(t, f"{regulation} {colour_rules}")
    alternatives = [cache(partial(Alternatives, settled)) for settled in brackets]  # seldom of all brackets
    for place, settled in enumerate(brackets):
        ids = [settled.bracket.cards[player].player for player in settled.bracket.members]
        if asked is None or asked in ids:
            following = brackets[place + 1].bracket if place + 1 < len(brackets) else None
            found += _Explanation(t, alternatives[place](), following, regulation, colours).all(asked)
    left = brackets[-1].candidate.floaters
    if left and asked in (None, brackets[-1].bracket.cards[left[0]].player):
        found += of_bye(t, brackets, alternatives, regulation)
    return tuple(found)


class _Colours:
    """Why the two of a pair have their colours: by the same allocation that seated them."""

    def __init__(self, t: Tournament, rules: str) -> None:
        self.rules = rules
        self.first = drawn_colour(t)
        self.rounds = rounds_with_colour(t)

    def of(self, higher: Contender, lower: Contender) -> Reason:
        given = allocate(higher.side, lower.side, self.first)
        return colour_given(f"{self.rules}.{given.clause}", given, higher, lower, self.first, self.rounds)


class _Explanation:
    def __init__(
        self,
        t: Tournament,
        alternatives: Alternatives,
        following: Bracket | None,
        regulation: str,
        colours: _Colours,
    ) -> None:
        self.t = t
        self.colours = colours
        self.alternatives = alternatives
        self.settled = alternatives.settled
        self.following = following
        self.b = self.settled.bracket
        self.regulation = regulation

    def all(self, asked: PlayerId | None) -> Iterator[Reason]:
        yield self._bracket()
        made: Pairs = []
        for pair in self.settled.candidate.pairs:
            if asked is None or asked in self._ids(pair):
                yield from self._pair(pair, made)
            made.append(pair)
        if self.following is None:
            return  # who floats down from the last bracket has the bye
        to = self.b.points(self.following.residents[0])
        for player in self.settled.candidate.floaters:
            if asked is None or asked in self._ids((player,)):
                yield from of_float(self.alternatives, player, self.regulation, to)

    def _ids(self, players: Sequence[int]) -> tuple[PlayerId, ...]:
        return tuple(self.b.cards[player].player for player in players)

    def _bracket(self) -> Reason:
        """Who is in the bracket, and what the criteria count in the candidate that was chosen."""
        upper, lower = self._halves()
        left = self._ids(self.settled.candidate.floaters)
        return Reason(
            "bracket",
            self.regulation,
            self._ids(self.b.members),
            {
                "score": self.b.points(self.b.residents[0]),
                "moved_down": self._ids(self.b.movers),
                "upper": self._ids(upper),
                "lower": self._ids(lower),
                "floating_down": left if self.following else (),
                "bye": () if self.following else left,
                "counted": tuple(self._counts()),
            },
        )

    def _counts(self) -> Iterator[str]:
        """``C12=2``, or ``C7`` alone. In the last bracket not that one leaves it: that is the bye, which has to be."""
        costs = self.alternatives.costs
        unsaid = () if self.following else costs.articles_of_leaving
        for article, count in costs.counts(self.alternatives.best):
            if article not in unsaid:
                yield article if count is None else f"{article}={count}"

    def _pair(self, pair: tuple[int, int], made: Pairs) -> Iterator[Reason]:
        """The pair, its colours, and each opponent who was still free and came before the one who was chosen."""
        high, chosen = pair
        yield Reason("pair", self.regulation, self._ids(pair))
        if self.b.points(high) > self.b.points(chosen):
            yield Reason(
                "meets-lower-score",
                self.regulation,
                self._ids(pair),
                {"score": self.b.points(high), "to": self.b.points(chosen)},
            )
        yield self.colours.of(self.b.cards[high], self.b.cards[chosen])
        gone = {player for earlier in made for player in earlier}
        for player in self._opponents_in_order(high):
            if player == chosen:
                return
            if player not in gone:
                yield self._why_not(high, player, made)

    def _opponents_in_order(self, high: int) -> list[int]:
        """FIDE C.04.3:2026 3.2, 4.2 (2017: B.2, D.1): the residents for an MDP, otherwise the players of S2."""
        if self.b.is_mover(high):
            return list(self.b.residents)
        _, lower = self._halves()
        return [player for player in lower if player > high]

    def _halves(self) -> tuple[list[int], list[int]]:
        """S1 and S2, of the residents who do not meet an MDP, as they were in the end."""
        movers, pairs = self.b.mover_set, self.settled.candidate.pairs
        with_movers = {low for top, low in pairs if movers >> top & 1}
        upper = {top for top, _ in pairs if not movers >> top & 1}
        others = [player for player in self.b.residents if player not in with_movers]
        return [p for p in others if p in upper], [p for p in others if p not in upper]

    def _why_not(self, high: int, player: int, made: Pairs) -> Reason:
        both = self._ids((high, player))
        if not self.b.field.may_meet(high, player):
            return self._forbidden(high, player)
        cost, stranded = self.alternatives.with_pairs([*made, (high, player)])
        if stranded:
            return Reason("would-strand", self._article("C4"), both, {"stranded": self._ids(stranded)})
        worse = self.alternatives.difference(cost)
        if worse is None:
            return Reason("comes-later", self.regulation, both)
        if not worse.is_count:
            return Reason("would-be-less-good", self._article(worse.article), both)
        return Reason("would-be-worse", self._article(worse.article), both, {"there": worse.there, "here": worse.here})

    def _forbidden(self, high: int, player: int) -> Reason:
        one, other = both = self._ids((high, player))
        for played in self.t.rounds:
            for board in played.boards:
                if {board.white, board.black} == set(both) and MEANINGS[board.result.outcomes[0]].met:
                    return Reason("met-before", self._article("C1"), both, {"round": played.number})
        if not self.t.may_meet(one, other, self.t.next_round):
            return Reason("kept-apart", self.regulation, both)
        colour = "white" if self.b.cards[high].preference.colour > 0 else "black"
        return Reason("same-absolute-colour", self._article("C3"), both, {"colour": colour})

    def _article(self, criterion: str) -> str:
        return f"{self.regulation} [{criterion}]"
