"""Acceleration, by the questions of FIDE's checklist for programs (VCL4THP). That it stands is in test_fide_mode.py."""

from __future__ import annotations

from typing import get_args, get_type_hints

import pytest
from msgspec.structs import replace

from engine.acceleration import Acceleration, in_numbers
from engine.cards import cards
from engine.chances import SimulationPlan
from engine.handbook import find_departures
from engine.model import (
    Board,
    Colour,
    Details,
    Entry,
    Outcome,
    Phase,
    Player,
    PlayerId,
    Result,
    Round,
    Rules,
    SitOut,
    Tournament,
)
from engine.registry import SYSTEMS
from engine.simulation import simulate_plan
from engine.start_order import start_order
from ledger.acts.opening import ChangeRules
from tests.fide.test_fide_mode import SWISS, WHY, with_rounds

BAKU = {"acceleration": "baku"}
DUTCH = SYSTEMS["fide-dutch-2026"]


def field(players: int, rounds: int, away: tuple[PlayerId, ...] = ()) -> Tournament:
    """Number 1 is the strongest. ``away``: with a half-point bye in round 1."""
    entries = {
        n: Entry(Player(n, f"P{n}", 2500 - n), absences={1: Outcome.HALF_BYE} if n in away else {})
        for n in range(1, players + 1)
    }
    rules = Rules("fide-dutch-2026", rounds, options=BAKU)
    return Tournament(Details("Open"), rules, entries, first_colour=Colour.WHITE, order_fixed_by=4)


def test_106_the_upper_half_has_virtual_points_in_the_first_half_of_the_rounds() -> None:
    """C.04.7 1.2, 1.4: of ten players six; of nine rounds five: a point three times, half a point twice."""
    given = in_numbers(field(10, 9), range(1, 11))
    assert given == dict.fromkeys(range(1, 7), (2, 2, 2, 1, 1))


@pytest.mark.parametrize(("players", "group"), [(8, 4), (9, 6), (12, 6), (13, 8), (100, 50), (101, 52)])
def test_106_the_upper_half_is_rounded_up_to_an_even_number(players: int, group: int) -> None:
    assert len(in_numbers(field(players, 9), range(1, players + 1))) == group


def test_106_so_the_halves_meet_among_themselves_in_round_1() -> None:
    """With eight players: 1 and 2 against 3 and 4, 5 and 6 against 7 and 8."""
    assert DUTCH.pair(field(8, 5)).boards == (Board(1, 3), Board(4, 2), Board(5, 7), Board(8, 6))


def test_106_games_counted_otherwise_have_no_baku() -> None:
    """C.04.7 1.1: it is for 1, ½ and 0."""
    from ledger.acts.opening import OpenTournament
    from tests.ledger.given import given

    rules = Rules("fide-dutch-2026", 7, replace(SWISS.points, win=6, draw=2), options=BAKU)
    refused = given().when(OpenTournament(details=Details("Open"), rules=rules)).refusal
    assert refused.code == "baku-other-points"


def test_107_every_other_acceleration_is_out_of_fide_mode() -> None:
    kinds = get_args(get_type_hints(Acceleration)["acceleration"])
    allowed = [kind for kind in kinds if not find_departures(replace(SWISS, options={"acceleration": kind}))]
    assert allowed == ["none", "baku"]
    assert find_departures(replace(SWISS, options={"virtual_points": ("1 2",)}))


@pytest.mark.parametrize("options", [{}, {"acceleration": "none"}])
def test_109_it_cannot_be_taken_away_once_round_1_is_paired(options: dict[str, str]) -> None:
    history = with_rounds(1, replace(SWISS, options=BAKU))
    refused = history.when(ChangeRules(rules=replace(SWISS, options=options), reason=WHY)).refusal
    assert refused.code in ("acceleration-is-fixed", "fide-mode-fixed")


@pytest.mark.parametrize("kind", ["baku", "haley"])
def test_110_it_cannot_be_changed_once_round_1_is_paired(kind: str) -> None:
    refused = with_rounds(1).when(ChangeRules(rules=replace(SWISS, options={"acceleration": kind}), reason=WHY)).refusal
    assert refused.code in ("acceleration-is-fixed", "fide-mode-fixed")


def test_111_who_is_away_in_round_1_is_in_no_half() -> None:
    """Nine entries, one of them away: the upper half of eight is four, not six."""
    assert sorted(in_numbers(field(9, 5, away=(9,)), range(1, 10))) == [1, 2, 3, 4]
    assert sorted(in_numbers(field(9, 5), range(1, 10))) == [1, 2, 3, 4, 5, 6]


def test_111_nor_when_later_rounds_are_paired() -> None:
    t = field(9, 5, away=(9,))
    paired = DUTCH.pair(t)
    boards = tuple(replace(board, result=Result.DRAW) for board in paired.boards)
    after = replace(t, rounds=(Round(1, boards, (SitOut(9, Outcome.HALF_BYE),), "fide-dutch-2026", Phase.CLOSED),))
    assert sorted(in_numbers(after, range(1, 10))) == [1, 2, 3, 4]


def test_111_a_late_entry_above_the_last_of_the_half_joins_it() -> None:
    """C.04.7 1.3: number 4 is the last; 2 comes after round 1 and stands above."""
    t = field(9, 5, away=(2,))
    assert sorted(in_numbers(t, range(1, 10))) == [1, 2, 3, 4, 5]


def sorted_by(t: Tournament, number: int, *, virtual: bool) -> list[Board]:
    """The boards of that round in the order of C.04.2 3.6, with or without virtual points: the score of the higher
    player, the sum of both, the higher player's number."""
    before = t.up_to(number - 1)
    order, dealt = start_order(before), cards(before)
    extra = in_numbers(before, order) if virtual else {}

    def place(board: Board) -> tuple[int, int, int]:
        found = []
        for player in (board.white, board.black):
            added = (*extra.get(player, ()), *[0] * t.rules.rounds)[number - 1]
            found.append((-dealt[player].pairing_score - added, order.index(player)))
        (highest, first), (lowest, _) = sorted(found)
        return highest, highest + lowest, first

    return sorted(t.rounds[number - 1].boards, key=place)


def test_188_boards_are_in_the_order_of_points_with_virtual_points() -> None:
    """C.04.2 3.6, C.04.7 1.5; in some round the order by real points alone is another."""
    t = simulate_plan(DUTCH, SimulationPlan(24, 6, is_baku=True), 3).tournament
    rounds = {played.number: [*played.boards] for played in t.rounds}
    assert rounds == {number: sorted_by(t, number, virtual=True) for number in rounds}
    assert rounds != {number: sorted_by(t, number, virtual=False) for number in rounds}


def test_187_without_acceleration_boards_are_in_the_order_of_points() -> None:
    t = simulate_plan(DUTCH, SimulationPlan(24, 6), 3).tournament
    rounds = {played.number: [*played.boards] for played in t.rounds}
    assert len(rounds) == 6
    assert rounds == {number: sorted_by(t, number, virtual=False) for number in rounds}
