"""The absolute rules checked again, on pairings made wrong on purpose."""

from __future__ import annotations

import msgspec
import pytest

from engine.audit import Breach, breaches
from engine.model import (
    Board,
    Details,
    Entry,
    Outcome,
    Phase,
    Player,
    Result,
    Round,
    Rules,
    Separation,
    SitOut,
    Tournament,
)

WON = Result.WHITE_WINS
BYE = Outcome.PAIRING_BYE


def tournament(*played: tuple[list[Board], dict[int, Outcome]], players: int = 5, rounds: int = 9) -> Tournament:
    return Tournament(
        details=Details("Open"),
        rules=Rules("fide-dutch-2026", rounds),
        entries={n: Entry(Player(n, f"Player {n}", 2000 - n)) for n in range(1, players + 1)},
        rounds=tuple(
            Round(number, tuple(boards), tuple(SitOut(*out) for out in away.items()), phase=Phase.CLOSED)
            for number, (boards, away) in enumerate(played, start=1)
        ),
    )


def found(t: Tournament, boards: list[Board], *byes: int) -> set[tuple[str, int, tuple[int, ...]]]:
    sitouts = [SitOut(player, BYE) for player in byes]
    return {(b.code, b.board, b.players) for b in breaches(t, boards, t.next_round, sitouts)}


FIRST = ([Board(1, 3, WON), Board(4, 2, WON)], {5: BYE})
SECOND = ([Board(1, 4, WON), Board(5, 2, WON)], {3: BYE})


def test_a_proper_pairing_breaks_nothing() -> None:
    assert found(tournament(FIRST), [Board(5, 1), Board(3, 4)], 2) == set()


def test_c1_two_players_meet_once() -> None:
    assert found(tournament(FIRST), [Board(3, 1), Board(5, 4)], 2) == {("met-before", 1, (3, 1))}


def test_c1_a_forfeited_pair_may_meet_again() -> None:
    forfeited = ([Board(1, 3, Result.FORFEIT_BLACK_WINS), Board(4, 2, WON)], {5: BYE})
    assert found(tournament(forfeited), [Board(3, 1), Board(5, 4)], 2) == set()


def test_players_kept_apart() -> None:
    t = msgspec.structs.replace(tournament(FIRST), separations=(Separation((1, 5)),))
    assert found(t, [Board(5, 1), Board(3, 4)], 2) == {("kept-apart", 1, (5, 1))}


@pytest.mark.parametrize("system", ["fide-dutch-2026", "fide-dutch-2017"])
def test_c2_no_second_bye(system: str) -> None:
    t = tournament(FIRST)
    t = msgspec.structs.replace(t, rules=msgspec.structs.replace(t.rules, system=system))
    assert found(t, [Board(4, 1), Board(3, 2)], 5) == {("bye-barred", 0, (5,))}


@pytest.mark.parametrize(("system", "barred"), [("fide-dutch-2026", True), ("fide-dutch-2017", False)])
def test_c2_a_full_point_bye_bars_since_2026(system: str, barred: bool) -> None:
    t = tournament((FIRST[0], {5: Outcome.FULL_BYE}))
    t = msgspec.structs.replace(t, rules=msgspec.structs.replace(t.rules, system=system))
    assert bool(found(t, [Board(4, 1), Board(3, 2)], 5)) is barred


def test_knsb_b1b_any_points_without_a_game_bar_the_bye() -> None:
    for outcome, barred in ((Outcome.HALF_BYE, True), (Outcome.FULL_BYE, True), (Outcome.ZERO_BYE, False)):
        t = by("knsb-2014", tournament(([Board(1, 3, WON), Board(4, 2, WON)], {5: outcome})))
        assert bool(found(t, [Board(4, 1), Board(3, 2)], 5)) is barred


@pytest.mark.parametrize("system", ["kndb", "fmjd-5.1", "fmjd-5.1a", "fmjd-5.2", "fmjd-5.2a", "fmjd-5.2b", "fmjd-5.3"])
def test_draughts_nobody_meets_the_dummy_twice_and_colours_are_no_absolute_rule(system: str) -> None:
    t = by(system, tournament(FIRST, ([Board(1, 2, WON), Board(5, 3, WON)], {4: BYE})))
    assert found(t, [Board(1, 5), Board(3, 2)], 4) == {("bye-barred", 0, (4,))}
    assert found(t, [Board(1, 5), Board(3, 4)], 2) == set()  # the third White running
    assert found(t, [Board(1, 5), Board(3, 4)]) == {("left-out", 0, (2,))}


def by(system: str, t: Tournament) -> Tournament:
    return msgspec.structs.replace(t, rules=Rules(system, t.rules.rounds))


def test_c3_no_third_game_running_with_one_colour() -> None:
    assert found(tournament(FIRST, SECOND), [Board(1, 2), Board(4, 5)], 3) >= {("colour-third-in-row", 1, (1,))}


def test_c3_no_difference_beyond_two() -> None:
    """Player 1 had White twice, then no game; with White again the difference is three."""
    t = tournament(
        ([Board(1, 2, WON), Board(3, 4, WON)], {5: BYE}),
        ([Board(1, 3, WON), Board(5, 2, WON)], {4: BYE}),
        ([Board(4, 5, WON), Board(2, 3, WON)], {1: Outcome.ZERO_BYE}),
    )
    assert ("colour-difference", 1, (1,)) in found(t, [Board(1, 4), Board(3, 5)], 2)
    assert found(t, [Board(4, 1), Board(3, 5)], 2) == set()


def test_1_8_a_topscorer_of_the_last_round_may_have_to_bear_it() -> None:
    boards = [Board(1, 5), Board(3, 4)]
    assert ("colour-third-in-row", 1, (1,)) in found(tournament(FIRST, SECOND, rounds=9), boards, 2)
    assert found(tournament(FIRST, SECOND, rounds=3), boards, 2) == set()


def test_everybody_has_one_place() -> None:
    t = tournament(FIRST)
    assert ("seated-twice", 2, (1,)) in found(t, [Board(5, 1), Board(1, 4)], 2)
    assert ("left-out", 0, (3,)) in found(t, [Board(5, 1)], 2, 4)
    assert ("too-many-byes", 0, (2, 4)) in found(t, [Board(5, 1)], 2, 4)


def test_nobody_plays_who_said_that_he_would_not() -> None:
    t = tournament(FIRST)
    away = msgspec.structs.replace(t.entries[4], absences={2: Outcome.ZERO_BYE})
    t = msgspec.structs.replace(t, entries={**t.entries, 4: away})
    assert found(t, [Board(5, 1), Board(3, 4)]) == {("not-to-be-paired", 2, (4,)), ("left-out", 0, (2,))}


def test_other_systems_have_their_own_rules() -> None:
    """Only what holds everywhere is checked in a tournament that the arbiter pairs by hand."""
    t = tournament(FIRST, SECOND)
    t = msgspec.structs.replace(t, rules=Rules("by-hand", 9))
    assert breaches(t, [Board(1, 2), Board(3, 1)], 3) == (Breach("met-before", 2, (3, 1)),)
