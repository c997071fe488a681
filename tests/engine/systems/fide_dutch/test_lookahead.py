"""What a single downfloater costs below, against weighing everybody: small brackets, in which many have met."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from random import Random

import pytest

from engine.colours import BLACK, NO_PREFERENCE, WHITE, Preference, Strength
from engine.errors import NoPairing
from engine.model import Details, Phase, Round, Rules, Tournament
from engine.swiss import DOWN, LEVEL, UP, Contender
from engine.systems.fide_dutch import edition_2017, edition_2026
from engine.systems.fide_dutch.bracket import Bracket, Costs, Criterion
from engine.systems.fide_dutch.candidates import settle
from engine.systems.fide_dutch.field import DutchField
from engine.systems.fide_dutch.lookahead import Lookahead
from engine.systems.fide_dutch.order import Order
from engine.systems.fide_dutch.ordered import Candidate
from engine.systems.fide_dutch.pool import Pool

ABSOLUTE_WHITE = Preference(WHITE, Strength.ABSOLUTE, 2, BLACK)
ABSOLUTE_BLACK = Preference(BLACK, Strength.ABSOLUTE, 2, WHITE)
STRONG_WHITE = Preference(WHITE, Strength.STRONG, 1)
WISHES = (NO_PREFERENCE, STRONG_WHITE, ABSOLUTE_WHITE, ABSOLUTE_BLACK)
CRITERIA: Mapping[str, Sequence[Criterion]] = {
    "2026": edition_2026.CRITERIA,
    "2017": edition_2017.CRITERIA,
    "2017 A.9": edition_2017.COMPLETING,
}

BRACKETS = 300  # of each seed


def card(place: int, points: int, wish: Preference = NO_PREFERENCE, met: Sequence[int] = ()) -> Contender:
    return Contender(place, place + 1, points=points, preference=wish, met=list(met), games=4)


def top_bracket(cards: Sequence[Contender]) -> Bracket:
    """Of a field before round 5 of 9, which can be paired. Who has 40 points was moved down to it."""
    rounds = tuple(Round(n, (), (), "fide-dutch-2026", Phase.CLOSED) for n in range(1, 5))
    field = DutchField(cards, Tournament(Details("A bracket"), Rules("fide-dutch-2026", 9), rounds=rounds))
    bye = field.lowest_bye()
    movers, *_ = groups = field.groups if cards[0].points == 40 else [[], *field.groups]
    following, below = field.after(field.groups.index(groups[1]))
    return Bracket(field, movers, groups[1], following, below, bye)


def test_who_has_not_met_a_kind_that_another_has_met_costs_less_below() -> None:
    """Four below want White at any price; of three above only the second may meet them.

    The other two leave all four to float on; the second takes one with them, and the fifth below another.
    """
    cards = [card(0, 30, met=range(3, 7)), card(1, 30), card(2, 30, met=range(3, 7))]
    cards += [card(place, 20, ABSOLUTE_WHITE, met=(0, 2)) for place in range(3, 7)]
    cards += [card(7, 20), *(card(place, 10) for place in range(8, 32))]
    b = top_bracket(cards)
    costs = Costs(b, edition_2026.CRITERIA)
    for order in ((0, 1, 2), (1, 0, 2), (2, 1, 0)):
        lookahead = Lookahead(costs, completes=True)
        found = {player: lookahead.cost(player) for player in order}
        counts = {player: dict(costs.counts(cost)) for player, cost in found.items() if cost is not None}
        assert counts == {0: {"C8": 4}, 1: {"C8": 2}, 2: {"C8": 4}}
    assert settle(b, edition_2026.CRITERIA, completes=True).candidate == Candidate([(0, 2)], [1])


def test_who_can_only_have_the_bye_may_float_to_the_collapsed_bracket() -> None:
    """FIDE C.04.3:2017 A.9: no criterion counts who leaves the last bracket; the others float down again (C.12)."""
    cards = [card(0, 30), card(1, 30, met=(3, 4)), card(2, 30), card(3, 20, met=[1]), card(4, 10, met=[1])]
    cards[0].last_float = cards[2].last_float = DOWN
    b = top_bracket(cards)
    whole = Bracket(b.field, (), b.residents, b.following + b.below, (), b.field.bye)
    assert settle(whole, edition_2017.COMPLETING, completes=True).candidate == Candidate([(0, 2)], [1])


def random_costs(seed: int, edition: str) -> Iterator[Costs]:
    """Of a number of brackets. For 2017 A.9 nobody is further down: the rest collapses into one."""
    lot = Random(f"{seed} {edition}")
    number = 0
    while number < BRACKETS:
        try:
            b = top_bracket(_random_cards(lot))
        except NoPairing:
            continue
        if edition == "2017 A.9":
            b = Bracket(b.field, b.movers, b.residents, b.following + b.below, (), b.field.bye)
        number += 1
        yield Costs(b, CRITERIA[edition])


def _random_cards(lot: Random) -> list[Contender]:
    """A bracket and two score groups of few kinds of players. Who has met one of a kind has often met them all."""
    sizes = (lot.choice((0, 0, 0, 1, 2)), lot.choice((3, 3, 5)), lot.randrange(2, 8), lot.randrange(10))
    wishes = lot.sample(WISHES, lot.randrange(2, 4))
    floats = lot.choice(((LEVEL,), (LEVEL, LEVEL, DOWN, UP)))
    cards: list[Contender] = []
    for group, size in enumerate(sizes):
        for _ in range(size):
            one = card(len(cards), 40 - 10 * group, lot.choice(wishes))
            one.last_float, one.may_have_bye = lot.choice(floats), lot.random() < 0.7
            cards.append(one)
    shunning = lot.choice((0.1, 0.3, 0.5))
    for one in cards:
        shunned = {wish for wish in wishes if lot.random() < shunning}
        for other in cards[one.player + 1 :]:
            share = 0.9 if other.preference in shunned else 0.1
            is_moved_with = one.points == other.points == 40
            if is_moved_with or (one.points != other.points and lot.random() < share):
                one.met.append(other.player)
                other.met.append(one.player)
    return cards


def weigh_floater(costs: Costs, floater: int, completes: bool) -> int | None:
    b = costs.bracket
    pool = Pool.of_all_below(costs, floater) if completes else Pool.of_the_next(costs, floater)
    if completes and not b.field.is_completable(1 << floater | b.all_below, b.bye):
        return None
    ties = pool.weigh()
    assert ties is not None
    return pool.total(ties.mate)


def weigh_bracket(costs: Costs, completes: bool) -> Candidate:
    pool = Pool.with_everybody_below(costs) if completes else Pool.with_the_next(costs)
    ties = pool.weigh()
    assert ties is not None
    return Order(pool, ties).first_candidate()


@pytest.mark.parametrize("edition", CRITERIA)
def test_who_completes_a_rest_is_known_as_if_each_were_searched_for(edition: str) -> None:
    for number, costs in enumerate(random_costs(0, edition)):
        b = costs.bracket
        for rest in (b.following_set, b.below_set, b.all_below):
            for bye in (0, b.bye, b.following_set):
                for player in b.members:
                    exact = b.field.is_completable(rest | 1 << player, bye | b.bye & 1 << player)
                    found = b.field.is_completed_by(player, rest, bye | b.bye & 1 << player)
                    assert found == exact, f"bracket {number}, player {player}"


SEEDS = [pytest.param(n, marks=[pytest.mark.exhaustive] if n else []) for n in range(40)]


@pytest.mark.parametrize("edition", CRITERIA)
@pytest.mark.parametrize("seed", SEEDS)
def test_a_downfloater_costs_the_same_in_whatever_order_they_are_asked(seed: int, edition: str) -> None:
    completes = edition != "2017"
    for number, costs in enumerate(random_costs(seed, edition)):
        players = costs.bracket.members
        exact = {player: weigh_floater(costs, player, completes) for player in players}
        for order in (players, players[::-1], (*players[1:], players[0])):
            lookahead = Lookahead(costs, completes)
            assert {player: lookahead.cost(player) for player in order} == exact, f"bracket {number}, asked {order}"


@pytest.mark.parametrize("edition", CRITERIA)
@pytest.mark.parametrize("seed", SEEDS)
def test_a_bracket_is_paired_as_if_everybody_were_weighed(seed: int, edition: str) -> None:
    completes = edition != "2017"
    for number, costs in enumerate(random_costs(seed, edition)):
        found = settle(costs.bracket, CRITERIA[edition], completes=completes).candidate
        exact = weigh_bracket(costs, completes)
        assert (sorted(found.pairs), found.floaters) == (sorted(exact.pairs), exact.floaters), f"bracket {number}"
