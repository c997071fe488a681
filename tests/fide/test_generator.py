"""The generator of random tournaments, by the questions of FIDE's checklist for programs (VCL4THP)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import pytest

from engine.chances import Chances, SimulationPlan
from engine.model import Board, Outcome, Result, Tournament
from engine.performance import expected_percent
from engine.registry import SYSTEMS
from engine.simulation import simulate_plan
from engine.standings import rank
from ledger.formats.trf import Understood, parse, understand
from tests.displays.commandline import Roundlog

SIZE = ("--players", 40, "--rounds", 7, "--seed", 4)
# Everything is chosen, and of everything nothing.
NOTHING = tuple(
    word
    for kind in ("forfeit-wins", "double-forfeits", "odd-results", "half-byes", "full-byes", "zero-byes")
    for word in (f"--{kind}", 0)
)


def make(roundlog: Roundlog, *typed: object) -> Understood:
    return understand(parse(roundlog("simulate", *map(str, typed), "--dialect", "trf26")))


def results_of(t: Tournament) -> Counter[Result]:
    return Counter(board.result for played in t.rounds for board in played.boards)


def byes_of(t: Tournament) -> Counter[Outcome]:
    return Counter(out.outcome for played in t.rounds for out in played.sitouts)


def test_22_it_is_a_free_command_that_needs_no_log(roundlog: Roundlog) -> None:
    said = roundlog.run("simulate", "--players", 8, "--rounds", 3)
    assert (said.code, said.out[:4]) == (0, "012 ")
    assert [*roundlog.folder.iterdir()] == []


def test_24_players_and_rounds_can_be_chosen(roundlog: Roundlog) -> None:
    t = make(roundlog, *SIZE).tournament
    assert (len(t.entries), len(t.rounds)) == (40, 7)


ODD = (Result.HALF_TO_WHITE, Result.HALF_TO_BLACK, Result.BOTH_LOSE)
OF_RESULTS: dict[str, Callable[[Tournament], int]] = {
    "half-byes": lambda t: byes_of(t)[Outcome.HALF_BYE],
    "full-byes": lambda t: byes_of(t)[Outcome.FULL_BYE],
    "forfeit-wins": lambda t: results_of(t)[Result.FORFEIT_WHITE_WINS] + results_of(t)[Result.FORFEIT_BLACK_WINS],
    "double-forfeits": lambda t: results_of(t)[Result.DOUBLE_FORFEIT],
    "odd-results": lambda t: sum(results_of(t)[one] for one in ODD),
    "zero-byes": lambda t: byes_of(t)[Outcome.ZERO_BYE],
}


@pytest.mark.parametrize("kind", OF_RESULTS)
def test_24_each_kind_of_bye_forfeit_and_odd_result_can_be_chosen(roundlog: Roundlog, kind: str) -> None:
    quiet = (*SIZE, *NOTHING, "--byes", 0, "--withdrawals", 0, "--late", 0, "--forfeits", 0)
    without, chosen = make(roundlog, *quiet), make(roundlog, *quiet, f"--{kind}", 15)
    assert OF_RESULTS[kind](without.tournament) == 0
    assert OF_RESULTS[kind](chosen.tournament) > 5
    assert all(OF_RESULTS[other](chosen.tournament) == 0 for other in OF_RESULTS if other != kind)


def test_24_baku_and_the_tiebreaks_can_be_chosen(roundlog: Roundlog) -> None:
    t = make(roundlog, *SIZE, "--baku", "--tiebreaks", "FB/C1,SB,DE").tournament
    assert t.rules.tiebreaks == ("FB/C1", "SB", "DE")
    assert t.rules.options["acceleration"] == "baku"
    assert "acceleration" not in make(roundlog, *SIZE, "--no-baku").tournament.rules.options


def test_25_what_is_not_chosen_is_drawn(roundlog: Roundlog) -> None:
    drawn = [make(roundlog, "--seed", seed).tournament for seed in range(1, 9)]
    for of in (
        lambda t: len(t.entries),
        lambda t: len(t.rounds),
        lambda t: t.rules.tiebreaks,
        lambda t: t.rules.options.get("acceleration", "none"),
        lambda t: byes_of(t)[Outcome.HALF_BYE] > 0,
        lambda t: sum(results_of(t)[one] for one in ODD) > 0,
    ):
        assert len({of(t) for t in drawn}) > 1
    assert all(8 <= len(t.entries) <= 200 and 1 <= len(t.rounds) <= 11 for t in drawn)


def ratings_of(t: Tournament) -> list[int | None]:
    return [entry.player.rating for entry in t.entries.values()]


def test_26_ratings_can_be_given(roundlog: Roundlog) -> None:
    t = make(roundlog, "--ratings", "2100,1500,1900,1800", "--rounds", 2).tournament
    assert ratings_of(t) == [2100, 1900, 1800, 1500]


def test_27_ratings_are_those_that_the_user_gives(roundlog: Roundlog) -> None:
    t = make(roundlog, "--ratings", "2001,1500", "--rounds", 1).tournament
    assert ratings_of(t) == [2001, 1500]


def test_28_ratings_can_have_a_range_or_a_step(roundlog: Roundlog) -> None:
    ranged = ratings_of(make(roundlog, *SIZE, "--rating-range", "1800-1900").tournament)
    assert all(rating and 1800 <= rating <= 1900 for rating in ranged)
    stepped = ratings_of(make(roundlog, "--players", 4, "--rounds", 2, "--rating-step", 30).tournament)
    assert stepped == [2700, 2670, 2640, 2610]


def test_29_ratings_are_drawn_where_none_are_given(roundlog: Roundlog) -> None:
    drawn = ratings_of(make(roundlog, *SIZE).tournament)
    assert len(set(drawn)) > 30
    assert drawn != ratings_of(make(roundlog, *SIZE[:-1], 5).tournament)


def test_30_the_same_words_twice_give_two_tournaments_and_each_says_its_seed(roundlog: Roundlog) -> None:
    words = ("simulate", "--players", "12", "--rounds", "4")
    one, other = roundlog(*words), roundlog(*words)
    seeds = [text.splitlines()[0].rpartition("seed ")[2] for text in (one, other)]
    assert seeds[0] != seeds[1]
    assert one.splitlines()[1:] != other.splitlines()[1:]


@pytest.mark.parametrize("seed", range(1, 6))
def test_31_pairings_follow_the_rules_and_ranks_the_tiebreaks_of_the_file(roundlog: Roundlog, seed: int) -> None:
    roundlog("simulate", "--seed", seed, "--dialect", "trf26", "--tiebreaks", "BH/C1,SB,DE", "-o", "made.trf")
    assert "0 differences" in roundlog("check", "made.trf")
    found = understand(parse((roundlog.folder / "made.trf").read_bytes()))
    assert found.ranks == {line.player: line.place for line in rank(found.tournament)}
    assert len(set(found.ranks.values())) > 2


GAMES = 3000


@pytest.mark.parametrize("difference", [0, 100, 200, 390])
def test_32_results_follow_fides_table_of_expected_scores(difference: int) -> None:
    """By seeds that are always the same: within two per cent, where three thousand games are within one, mostly."""
    chances = Chances(forfeits=0, byes=0, withdrawals=0, late=0)
    plan = SimulationPlan(2, 1, chances, (2000 + difference, 2000))
    scored = 0
    for seed in range(GAMES):
        board = simulate_plan(SYSTEMS["fide-dutch-2026"], plan, seed).tournament.rounds[0].boards[0]
        scored += _score_of_first(board)
    assert abs(50 * scored / GAMES - expected_percent(difference)) < 2


def _score_of_first(board: Board) -> int:
    """In half points."""
    if board.result is Result.DRAW:
        return 1
    return 2 * (board.result is (Result.WHITE_WINS if board.white == 1 else Result.BLACK_WINS))
