"""Pairing systems, round robins and who may not meet, by the questions of FIDE's checklist for programs (VCL4THP)."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations

import pytest
from msgspec.structs import replace

from engine.errors import Refusal
from engine.handbook import find_departures
from engine.model import Board, Player, Result, Rules, Tournament
from engine.registry import SYSTEMS
from engine.standings import rank
from engine.tiebreaks import check
from engine.withdrawn import counting, struck_players
from ledger.acts.lots import DrawLots
from ledger.acts.opening import ChangeRules
from ledger.acts.pairing import PairRound
from ledger.acts.players import NewPlayer, RegisterPlayers
from ledger.acts.presence import WithdrawPlayer
from ledger.acts.results import EnterResult
from ledger.acts.rounds import CloseRound, PublishRound
from ledger.acts.separations import SeparatePlayers
from ledger.acts.start_order import SetStartOrder
from tests.fide.test_fide_mode import SWISS, WHY, do, opened, with_rounds
from tests.ledger.given import Given

IN_THE_HANDBOOK = [key for key, system in SYSTEMS.items() if find_departures(Rules(key, 5)) == () and system]
ALL = Rules("round-robin", 3)


def with_field(count: int, rules: Rules = ALL) -> Given:
    players = tuple(NewPlayer(player=Player(0, f"P{n}", 2000 - n)) for n in range(1, count + 1))
    return do(opened(rules), RegisterPlayers(players=players))


def play(history: Given, *rounds: str) -> Given:
    """By the tables; ``1-0 1/2``: the results of each round, by board."""
    for number, results in enumerate(rounds, start=len(history.tournament.rounds) + 1):
        history = do(history, PairRound(round=number), PublishRound(round=number))
        boards = history.tournament.rounds[number - 1].boards
        typed = zip(boards, results.split(), strict=True)
        entered = (
            EnterResult(round=number, board=place, result=Result(result))
            for place, (board, result) in enumerate(typed, start=1)
            if board.result is Result.PENDING
        )
        history = do(history, *entered, CloseRound(round=number))
    return history


# -- which there are ---------------------------------------------------------------------------------------------------


def test_89_there_is_another_system_beside_the_dutch_in_fide_mode() -> None:
    assert {"fide-dutch-2026", "round-robin"} <= set(IN_THE_HANDBOOK)


def test_90_of_swiss_systems_only_the_dutch_is_in_fide_mode() -> None:
    """So nobody asks for the rules of another one; the others are for tournaments that are not in it."""
    assert [key for key in IN_THE_HANDBOOK if not SYSTEMS[key].is_predetermined] == ["fide-dutch-2026"]
    assert len(SYSTEMS) > 2


@pytest.mark.parametrize("system", [key for key in SYSTEMS if key != "fide-dutch-2026"])
def test_93_the_system_stands_once_round_1_is_paired(system: str) -> None:
    asked = with_rounds(1).when(ChangeRules(rules=replace(SWISS, system=system), reason=WHY)).refusal
    assert "rules-are-fixed" in [asked.code, *(one.code for one in asked.problems)]


# -- round robins ------------------------------------------------------------------------------------------------------


def test_94_a_round_robin_can_be_chosen() -> None:
    assert opened(ALL).state.fide_mode.is_on


def test_95_numbers_are_given_by_hand_or_by_lot() -> None:
    by_hand = do(with_field(4), SetStartOrder(order=(3, 1, 4, 2)), PairRound(round=1))
    assert by_hand.tournament.rounds[0].boards == (Board(3, 2), Board(1, 4))
    by_lot = do(with_field(4), DrawLots(order=(2, 3, 1, 4)), PairRound(round=1))
    assert by_lot.tournament.rounds[0].boards == (Board(2, 4), Board(3, 1))


def test_96_the_tables_are_those_of_berger() -> None:
    """FIDE C.05 Annex 1, six players, as it is printed."""
    printed = ("1-6 2-5 3-4", "6-4 5-3 1-2", "2-6 3-1 4-5", "6-5 1-4 2-3", "3-6 4-2 5-1")
    history = play(with_field(6, Rules("round-robin", 5)), *(["1/2 1/2 1/2"] * 5))
    played = (" ".join(f"{b.white}-{b.black}" for b in one.boards) for one in history.tournament.rounds)
    assert tuple(played) == printed


@pytest.mark.parametrize(("swap", "second"), [(True, [(2, 4), (3, 1)]), (False, [(4, 3), (1, 2)])])
def test_98_in_a_double_one_the_last_two_rounds_of_the_first_half_change_places_if_that_is_chosen(
    swap: bool, second: list[tuple[int, int]]
) -> None:
    rules = Rules("round-robin", 6, options={"double": True, "swap_last_two": swap})
    assert find_departures(rules) == ()
    played = play(with_field(4, rules), *(["1/2 1/2"] * 2)).tournament.rounds[1]
    assert [(board.white, board.black) for board in played.boards] == second


def half_gone(rounds: int) -> Tournament:
    """Six players; the sixth leaves after so many of five rounds."""
    history = play(with_field(6, Rules("round-robin", 5)), *(["1-0 1-0 1-0"] * rounds))
    history = do(history, WithdrawPlayer(player=6, reason=WHY))
    return play(history, *(["1-0 1-0 1-0"] * (5 - rounds))).tournament


def test_103_who_left_before_half_of_the_games_counts_in_no_table() -> None:
    early, late = half_gone(2), half_gone(3)
    assert struck_players(early) == {6}
    assert struck_players(late) == set()
    games = [b for played in counting(early).rounds for b in played.boards if 6 in (b.white, b.black)]
    assert {board.result for board in games} == {Result.NEVER_PLAYED}


def test_103_in_fide_mode_the_rule_cannot_be_turned_off() -> None:
    rules = Rules("round-robin", 5, options={"strike_withdrawn": False})
    assert [one.code for one in find_departures(rules)] == ["handbook-withdrawn"]
    assert not opened(rules).state.fide_mode.is_on


# 1 and 2 draw, 2 beats 3, 3 beats 1 and 4, 1 beats 4, 4 beats 2: scores 1½ 1½ 2 1. All by hand.
OF_FOUR = ("1-0 1-0", "0-1 1/2", "0-1 1-0")
HALF = Fraction(1, 2)
BY_HAND: dict[str, tuple[Fraction | int, ...]] = {
    "BPG": (1, 1, 2, 2),
    "BWG": (0, 0, 1, 1),
    "WIN": (1, 1, 2, 1),
    "REP": (3, 3, 3, 3),
    "STD": (3 * HALF, 3 * HALF, 2, 1),
    "SB": (Fraction(7, 4), Fraction(11, 4), 5 * HALF, 3 * HALF),
    "KS": (HALF, 3 * HALF, 1, 1),
    "KS/L-1": (3 * HALF, 3 * HALF, 2, 1),
    "KS/L-2": (3 * HALF, 3 * HALF, 2, 1),
    "KS/L1": (0, 1, 0, 0),
    "KS/L2": (0, 0, 0, 0),
    "RTNG": (1999, 1998, 1997, 1996),
    "RTNG/R": (1999, 1998, 1997, 1996),
    "TPN": (1, 2, 3, 4),
    "TPN/R": (1, 2, 3, 4),
}


def values_of(code: str, history: Given) -> tuple[Fraction | int, ...]:
    t = history.tournament
    t = replace(t, rules=replace(t.rules, tiebreaks=(code,)))
    per_point = t.rules.points.per_point if code.partition("/")[0] in ("SB", "KS") else 1
    found = {line.player: line.values[-1] for line in rank(t)}
    return tuple(_number(found[player]) / per_point for player in sorted(found))


def _number(figure: object) -> Fraction:
    assert isinstance(figure, int | Fraction)
    return Fraction(figure)


@pytest.mark.parametrize("code", BY_HAND)
def test_104_tiebreaks_of_a_round_robin_are_what_a_person_works_out(code: str) -> None:
    assert values_of(code, play(with_field(4), *OF_FOUR)) == BY_HAND[code]


@pytest.mark.parametrize("code", ["DE", "DE/P", "SB/C1", "SB/C2", "KS/P", *BY_HAND])
def test_104_they_can_be_chosen_in_fide_mode(code: str) -> None:
    rules = replace(ALL, tiebreaks=(code,))
    check(rules, is_predetermined=True)
    assert opened(rules).state.fide_mode.is_on


def test_104_direct_encounter_settles_who_stands_first() -> None:
    """3 and 1 are level, 3 has beaten 1."""
    history = play(with_field(4, replace(ALL, tiebreaks=("DE",))), "1-0 1/2", "1/2 1-0", "0-1 1-0")
    assert [line.player for line in rank(history.tournament)][:2] == [3, 1]


@pytest.mark.parametrize("edition", ["2024", "2026"])
@pytest.mark.parametrize("code", ["BH", "BH/C1", "FB", "AOB", "AOB/F"])
def test_105_a_round_robin_in_fide_mode_has_no_buchholz(code: str, edition: str) -> None:
    rules = replace(ALL, tiebreaks=(code,), tiebreak_edition=edition)
    assert "handbook-buchholz" in [one.code for one in find_departures(rules)]


def test_105_by_the_text_in_force_no_round_robin_has_it() -> None:
    with pytest.raises(Refusal, match="tiebreak-not-for-round-robin"):
        check(replace(ALL, tiebreaks=("BH",)), is_predetermined=True)


# -- who may not meet --------------------------------------------------------------------------------------------------


def test_194_two_who_may_not_meet_do_not() -> None:
    """They would be the first board of round 1."""
    history = do(with_rounds(0), SeparatePlayers(players=(1, 3)))
    assert (1, 3) in {tuple(sorted((b.white, b.black))) for b in pairs_of(with_rounds(0))}
    assert (1, 3) not in {tuple(sorted((b.white, b.black))) for b in pairs_of(history)}
    assert history.state.fide_mode.is_on


def pairs_of(history: Given) -> tuple[Board, ...]:
    return do(history, PairRound(round=1)).tournament.rounds[0].boards


def test_194_it_holds_in_every_round() -> None:
    history = do(with_rounds(0, replace(SWISS, rounds=3)), SeparatePlayers(players=(1, 2)))
    for number in (1, 2, 3):
        history = do(history, PairRound(round=number), PublishRound(round=number))
        boards = history.tournament.rounds[number - 1].boards
        entered = (EnterResult(round=number, board=b, result=Result.DRAW) for b in range(1, len(boards) + 1))
        history = do(history, *entered, CloseRound(round=number))
    met = {frozenset((b.white, b.black)) for played in history.tournament.rounds for b in played.boards}
    assert frozenset((1, 2)) not in met
    assert met < {frozenset(pair) for pair in combinations(range(1, 6), 2)}
