"""What must hold in every season, on random small clubs."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from engine.errors import NoPairing
from engine.model import Board, Outcome, PlayerId, Result, Round, Separation, SitOut, Tournament, Withdrawal
from engine.systems.keizer.ladder import ladder, ladder_in, season_of, working_in
from engine.systems.keizer.order import Ranking
from engine.systems.keizer.stable import come_to_rest
from engine.systems.keizer.system import KEIZER
from tests.engine.systems.keizer.club import club

RESULTS = (Result.WHITE_WINS, Result.DRAW, Result.BLACK_WINS, Result.FORFEIT_WHITE_WINS, Result.POSTPONED)
AWAY = (Outcome.ABSENT, Outcome.ABSENT_UNNOTIFIED, Outcome.TEAM_DUTY)
OPTIONS: st.SearchStrategy[dict[str, Any]] = st.fixed_dictionaries(
    {},
    optional={
        "own_value": st.sampled_from(["once", "never"]),
        "rounding": st.sampled_from(["up-to-half", "nearest-half", "exact"]),
        "passes": st.sampled_from(["one", "until-stable"]),
        "stable_from": st.sampled_from(["previous-ladder", "start-order"]),
        "absence_halving": st.booleans(),
        "loss": st.sampled_from(["0", "1/6"]),
        "forfeits": st.sampled_from(["no-game", "as-played", "own-fractions"]),
        "forfeit_loss": st.sampled_from(["0", "1/7", "3p"]),
        "game_rounding": st.sampled_from(["up-to-half", "nearest-half", "exact"]),
        "absence": st.sampled_from(["1/3", "12p"]),
        "absence_times": st.sampled_from(["all", 1]),
        "absence_later": st.sampled_from(["absent-unnotified", "2½p"]),
        "missed_rounds": st.sampled_from(["absent", "1/5", "4p"]),
        "max_same_colour": st.sampled_from([1, 2]),
        "ties": st.sampled_from(["previous-ladder", "rating", "direct-encounter"]),
    },
)


@st.composite
def seasons(draw: st.DrawFn) -> Tournament:
    """Random evenings: some stay away, the others are paired at random."""
    size, chance = draw(st.integers(2, 9)), random.Random(draw(st.integers(0, 2**32)))
    t = club(size, ratings={n: 2000 - 10 * (n // 2) for n in range(1, size + 1)}, **draw(OPTIONS))
    for number in range(1, draw(st.integers(0, 6)) + 1):
        t = replace(t, rounds=(*t.rounds, _evening(number, list(t.entries), chance)))
    return _with_values_kept(_with_leaver(t, draw(st.integers(2, 7))), draw(st.integers(0, 3)))


def _with_leaver(t: Tournament, round_number: int) -> Tournament:
    """The last one leaves, and whoever has been paired with them nevertheless has played."""
    last = max(t.entries)
    return replace(t, entries={**t.entries, last: replace(t.entries[last], withdrawals=(Withdrawal(round_number),))})


def _with_values_kept(t: Tournament, which: int) -> Tournament:
    """What does not go together: values that stay, and games with leavers that are valued by the own value."""
    chosen = (
        ("games_valued", "now"),
        ("games_valued", "then"),
        *(("left_opponents", how) for how in ("last-value", "own-value")),
    )[which]
    return replace(t, rules=replace(t.rules, options={**t.rules.options, chosen[0]: chosen[1], "left_share": "2/3"}))


def _evening(number: int, players: list[PlayerId], chance: random.Random) -> Round:
    chance.shuffle(players)
    away = players[: chance.randrange(3)]
    here = players[len(away) :]
    byes = [here.pop()] if len(here) % 2 else []
    boards = tuple(Board(a, b, chance.choice(RESULTS)) for a, b in zip(here[::2], here[1::2], strict=True))
    sitouts = (*(SitOut(p, chance.choice(AWAY)) for p in away), *(SitOut(p, Outcome.PAIRING_BYE) for p in byes))
    return Round(number, boards, sitouts)


ELO_OPTIONS: st.SearchStrategy[dict[str, Any]] = st.fixed_dictionaries(
    {
        "k_factor": st.sampled_from([0, 15, 32]),
        "games_valued": st.sampled_from(["now", "then"]),
        "own_value": st.sampled_from(["once", "never"]),
        "rounding": st.sampled_from(["up-to-half", "exact"]),
    }
)


@given(seasons(), ELO_OPTIONS)
def test_in_the_elo_variant_too_every_total_is_the_sum_of_its_working(t: Tournament, options: dict[str, str]) -> None:
    replayed = season_of(replace(t, rules=replace(t.rules, system="keizer-elo", options=options)))
    for rung in ladder_in(replayed).rungs:
        shown = working_in(replayed, rung.player)
        assert rung.total == shown.own_value + sum(line.points for line in shown.lines)


@given(st.lists(st.lists(st.integers(0, 6), min_size=5, max_size=5), min_size=5, max_size=5), st.permutations(range(5)))
def test_a_circle_gives_the_same_totals_from_each_of_its_ladders(scores: list[list[int]], start: list[int]) -> None:
    """Any table of scores, also such as no club would see: they run in circles more often."""

    def totals_by(order: Ranking) -> tuple[int, ...]:
        value = {player: 5 - place for place, player in enumerate(order)}
        return tuple(sum(score * value[other] for other, score in enumerate(row)) for row in scores)

    def rank(totals: Sequence[int], order: Ranking) -> Ranking:
        return tuple(sorted(order, key=totals.__getitem__, reverse=True))

    rest = come_to_rest(tuple(start), totals_by, rank)
    for order in rest.circle:
        again = come_to_rest(order, totals_by, rank)
        assert (again.passes, len(again.circle)) == (0, len(rest.circle))
        assert again.summed_totals == rest.summed_totals


@given(seasons())
def test_every_total_is_the_sum_of_its_working(t: Tournament) -> None:
    replayed = season_of(t)
    for after in range(len(t.rounds) + 1):
        for rung in ladder_in(replayed, after).rungs:
            shown = working_in(replayed, rung.player, after)
            assert rung.total == shown.total == shown.own_value + sum(line.points for line in shown.lines)
            assert rung.place == shown.place
            assert rung.points == (shown.lines[-1].points if after else 0)


@given(seasons(), st.randoms(use_true_random=False))
def test_totals_do_not_depend_on_numbers_or_on_the_order_of_boards(t: Tournament, chance: random.Random) -> None:
    numbers = list(t.entries)
    chance.shuffle(numbers)
    renamed = dict(zip(t.entries, numbers, strict=True))
    other = _renumbered(t, renamed, chance)
    expected = [(renamed[rung.player], rung.total, rung.value) for rung in ladder(t).rungs]
    assert [(rung.player, rung.total, rung.value) for rung in ladder(other).rungs] == expected


def _renumbered(t: Tournament, new: dict[PlayerId, PlayerId], chance: random.Random) -> Tournament:
    entries = [replace(e, player=replace(e.player, number=new[n])) for n, e in t.entries.items()]
    chance.shuffle(entries)
    rounds = []
    for played in t.rounds:
        boards = [replace(b, white=new[b.white], black=new[b.black]) for b in played.boards]
        chance.shuffle(boards)
        sitouts = tuple(replace(s, player=new[s.player]) for s in reversed(played.sitouts))
        rounds.append(replace(played, boards=tuple(boards), sitouts=sitouts))
    return replace(
        t,
        entries={entry.player.number: entry for entry in entries},
        rounds=tuple(rounds),
        start_order=tuple(new[n] for n in t.start_order),
    )


@given(seasons(), st.data())
def test_a_result_corrected_and_corrected_back_gives_the_same_ladder(t: Tournament, data: st.DataObject) -> None:
    before = ladder(t)
    with_boards = [played.number for played in t.rounds if played.boards]
    if with_boards:
        number = data.draw(st.sampled_from(with_boards))
        old = t.rounds[number - 1].boards[0].result
        corrected = _with_first_result(t, number, data.draw(st.sampled_from(RESULTS)))
        ladder(corrected)
        assert ladder(_with_first_result(corrected, number, old)) == before


def _with_first_result(t: Tournament, number: int, result: Result) -> Tournament:
    played = t.rounds[number - 1]
    boards = (replace(played.boards[0], result=result), *played.boards[1:])
    rounds = list(t.rounds)
    rounds[number - 1] = replace(played, boards=boards)
    return replace(t, rounds=tuple(rounds))


@given(seasons())
def test_a_past_ladder_is_what_was_shown_that_evening(t: Tournament) -> None:
    for after in range(len(t.rounds) + 1):
        assert ladder(t, after) == ladder(t.up_to(after))


# -- pairing against plain backtracking -------------------------------------------------------------------------------


@st.composite
def crowded(draw: st.DrawFn) -> Tournament:
    """Small fields in which much is forbidden."""
    size = draw(st.sampled_from([2, 4, 6, 8]))
    apart = [pair for pair in combinations(range(1, size + 1), 2) if draw(st.integers(0, 2)) == 0]
    return replace(club(size), separations=tuple(Separation(pair) for pair in apart))


def first_by_backtracking(t: Tournament, left: tuple[PlayerId, ...]) -> list[tuple[PlayerId, PlayerId]] | None:
    """The text by hand: try opponents in order, go back when stuck."""
    if not left:
        return []
    higher, *others = left
    for lower in others:
        if t.may_meet(higher, lower, t.next_round):
            rest = first_by_backtracking(t, tuple(p for p in others if p != lower))
            if rest is not None:
                return [(higher, lower), *rest]
    return None


def all_by_backtracking(t: Tournament, left: tuple[PlayerId, ...]) -> list[list[tuple[PlayerId, PlayerId]]]:
    if not left:
        return [[]]
    higher, *others = left
    return [
        [(higher, lower), *rest]
        for lower in others
        if t.may_meet(higher, lower, t.next_round)
        for rest in all_by_backtracking(t, tuple(p for p in others if p != lower))
    ]


@given(crowded())
def test_no_legal_pairing_is_missed_and_it_is_the_first_in_the_order_of_the_text(t: Tournament) -> None:
    expected = first_by_backtracking(t, tuple(t.entries))
    if expected is None:
        with pytest.raises(NoPairing, match="must-yield"):
            KEIZER.pair(t)
    else:
        assert [(board.white, board.black) for board in KEIZER.pair(t).boards] == expected


@given(crowded())
def test_least_distance_is_the_least_of_all_legal_pairings(t: Tournament) -> None:
    t = replace(t, rules=replace(t.rules, options={"pairing": "least-distance"}))
    every = [sum((b - a) ** 2 for a, b in pairs) for pairs in all_by_backtracking(t, tuple(t.entries))]
    if not every:
        with pytest.raises(NoPairing):
            KEIZER.pair(t)
    else:
        assert sum((board.black - board.white) ** 2 for board in KEIZER.pair(t).boards) == min(every)


def test_least_distance_of_a_long_field_is_proved_beyond_its_first_reach() -> None:
    """1 may meet only the last of forty: a pair far beyond what is looked at first."""
    size = 40
    apart = tuple(Separation((1, other)) for other in range(2, size))
    t = replace(club(size, pairing="least-distance"), separations=apart)
    boards = KEIZER.pair(t).boards
    assert (boards[0].white, boards[0].black) == (1, size)
    assert [board.black - board.white for board in boards[1:]] == [1] * (size // 2 - 1)
