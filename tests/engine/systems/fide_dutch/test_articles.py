"""The FIDE (Dutch) system, article by article, in both editions."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from engine.errors import NoPairing, Refusal
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
    Separation,
    SitOut,
    Tournament,
)
from engine.pairing import Choice
from engine.swiss import DOWN, LEVEL, UP, Contender, contenders
from engine.system import System
from engine.systems.fide_dutch import edition_2017, edition_2026
from engine.systems.fide_dutch.system import FIDE_DUTCH_2017, FIDE_DUTCH_2026
from tests.engine.systems.fide_dutch.trf import Case

GOLDEN = Path(__file__).parent / "golden"
EDITIONS = (FIDE_DUTCH_2017, FIDE_DUTCH_2026)
WON, DREW, LOST = Result.WHITE_WINS, Result.DRAW, Result.BLACK_WINS

Played = tuple[list[Board], dict[PlayerId, Outcome]]


def tournament(players: int, *played: Played, rounds: int = 9, first: Colour | None = Colour.WHITE) -> Tournament:
    """Players 1, 2, 3 … from the strongest down, and the rounds that they have played."""
    return Tournament(
        details=Details("Open"),
        rules=Rules("fide-dutch-2026", rounds),
        entries={n: Entry(Player(n, f"Player {n:02}", 2500 - n)) for n in range(1, players + 1)},
        rounds=tuple(
            Round(number, tuple(boards), tuple(SitOut(*out) for out in away.items()), phase=Phase.CLOSED)
            for number, (boards, away) in enumerate(played, start=1)
        ),
        first_colour=first,
    )


def without(t: Tournament, player: PlayerId, number: int, outcome: Outcome = Outcome.ZERO_BYE) -> Tournament:
    """The player has announced that he will not play in that round."""
    absent = msgspec.structs.replace(t.entries[player], absences={number: outcome})
    return msgspec.structs.replace(t, entries={**t.entries, player: absent})


def with_options(t: Tournament, **options: int | str | tuple[str, ...]) -> Tournament:
    return msgspec.structs.replace(t, rules=msgspec.structs.replace(t.rules, options=options))


def pairs(system: System, t: Tournament) -> list[tuple[PlayerId, PlayerId]]:
    return [(board.white, board.black) for board in system.pair(t).boards]


def card(system: object, t: Tournament, player: PlayerId) -> Contender:
    readings = edition_2017.READINGS if system is FIDE_DUTCH_2017 else edition_2026.READINGS
    return next(c for c in contenders(t, readings) if c.player == player)


# -- round 1 -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("system", EDITIONS)
def test_3_2_1_in_round_1_the_upper_half_meets_the_lower(system: System) -> None:
    assert pairs(system, tournament(8)) == [(1, 5), (6, 2), (3, 7), (8, 4)]


@pytest.mark.parametrize("system", EDITIONS)
def test_5_1_the_lot_gives_the_first_player_his_colour(system: System) -> None:
    assert pairs(system, tournament(4, first=Colour.BLACK)) == [(3, 1), (2, 4)]


@pytest.mark.parametrize("system", EDITIONS)
def test_5_2_5_who_has_never_been_in_a_pairing_is_left_out_of_the_numbering(system: System) -> None:
    assert pairs(system, without(tournament(5), 1, 1)) == [(2, 4), (5, 3)]


@pytest.mark.parametrize("system", EDITIONS)
def test_c_04_1_3_the_last_of_an_odd_field_has_the_bye(system: System) -> None:
    paired = system.pair(tournament(5))
    assert paired.bye == 5
    assert [(b.white, b.black) for b in paired.boards] == [(1, 3), (4, 2)]


@pytest.mark.parametrize("system", EDITIONS)
def test_c_04_2_2_2_the_start_order_that_was_set_goes_before_the_ratings(system: System) -> None:
    t = msgspec.structs.replace(tournament(4), start_order=(4, 3, 2, 1))
    assert pairs(system, t) == [(4, 2), (1, 3)]


@pytest.mark.parametrize("system", EDITIONS)
def test_the_order_in_which_players_were_entered_does_not_matter(system: System) -> None:
    t = tournament(9)
    turned = msgspec.structs.replace(t, entries=dict(reversed(list(t.entries.items()))))
    assert system.pair(t) == system.pair(turned)


# -- floats (1.4) and byes (2.1.2) -------------------------------------------------------------------------------------

FIRST: list[Board] = [Board(1, 3, WON), Board(4, 2, WON)]


@pytest.mark.parametrize(
    ("outcome", "in_2017", "in_2026"),
    [
        (Outcome.PAIRING_BYE, DOWN, DOWN),
        (Outcome.FULL_BYE, DOWN, DOWN),
        (Outcome.HALF_BYE, DOWN, DOWN),
        (Outcome.ZERO_BYE, DOWN, LEVEL),
        (Outcome.ABSENT, DOWN, LEVEL),
    ],
)
def test_1_4_3_a_round_without_a_game(outcome: Outcome, in_2017: int, in_2026: int) -> None:
    """2017 A.4.b: always a downfloat; since 2026 only if it scored more than a loss."""
    t = tournament(5, (FIRST, {5: outcome}))
    assert card(FIDE_DUTCH_2017, t, 5).last_float == in_2017
    assert card(FIDE_DUTCH_2026, t, 5).last_float == in_2026


@pytest.mark.parametrize("system", EDITIONS)
def test_1_4_2_a_game_between_different_scores_is_a_float_for_both(system: System) -> None:
    second = [Board(2, 1, DREW), Board(3, 4, DREW)]
    t = tournament(4, (FIRST, {}), (second, {}))
    assert [card(system, t, player).last_float for player in (1, 2, 3, 4)] == [DOWN, UP, UP, DOWN]
    t = tournament(4, (FIRST, {}), (second, {}), ([Board(1, 4, DREW), Board(2, 3, DREW)], {}))
    assert [card(system, t, player).float_before for player in (1, 2, 3, 4)] == [DOWN, UP, UP, DOWN]
    assert [card(system, t, player).last_float for player in (1, 2, 3, 4)] == [LEVEL] * 4


@pytest.mark.parametrize(
    ("outcome", "in_2017", "in_2026"),
    [
        (Outcome.PAIRING_BYE, False, False),
        (Outcome.FULL_BYE, True, False),
        (Outcome.HALF_BYE, True, True),
        (Outcome.ZERO_BYE, True, True),
    ],
)
def test_2_1_2_who_may_still_have_the_bye(outcome: Outcome, in_2017: bool, in_2026: bool) -> None:
    """[C2]; 2017 C.2: a full-point bye on request bars nobody."""
    t = tournament(5, (FIRST, {5: outcome}))
    assert card(FIDE_DUTCH_2017, t, 5).may_have_bye is in_2017
    assert card(FIDE_DUTCH_2026, t, 5).may_have_bye is in_2026


@pytest.mark.parametrize("system", EDITIONS)
def test_2_1_2_after_a_win_by_forfeit_nobody_has_the_bye(system: System) -> None:
    t = tournament(5, ([Board(1, 3, Result.FORFEIT_WHITE_WINS), Board(4, 2, WON)], {5: Outcome.PAIRING_BYE}))
    assert [card(system, t, player).may_have_bye for player in (1, 3, 5)] == [False, True, False]


@pytest.mark.parametrize("system", EDITIONS)
def test_2_1_1_a_forfeited_pair_has_not_met_and_had_no_colours(system: System) -> None:
    t = tournament(4, ([Board(1, 3, Result.FORFEIT_WHITE_WINS), Board(2, 4, DREW)], {}))
    assert (card(system, t, 1).met, card(system, t, 1).colours) == ([], ())
    assert (card(system, t, 2).met, card(system, t, 2).colours) == ([4], (1,))


# -- where the editions part: cases of bbpPairings 6.0.0 and 5.0.1 -----------------------------------------------------


def test_1_4_3_a_zero_point_bye_is_a_downfloat_in_2017_only() -> None:
    """Player 9 had one in round 3, and may float down again in 2026."""
    case = Case(GOLDEN / "fide-dutch-2026" / "small-10003-n13-r5.trf")
    in_2017 = {frozenset(pair) for pair in pairs(FIDE_DUTCH_2017, case.before(4, FIDE_DUTCH_2017.key))}
    in_2026 = {frozenset(pair) for pair in pairs(FIDE_DUTCH_2026, case.before(4, FIDE_DUTCH_2026.key))}
    assert in_2017 - in_2026 == {frozenset(pair) for pair in ((3, 12), (7, 9), (8, 1))}
    assert in_2026 - in_2017 == {frozenset(pair) for pair in ((1, 12), (3, 7), (8, 9))}


@pytest.mark.parametrize(
    ("name", "number", "in_2017", "in_2026"),
    [
        ("small-10004-n9-r7", 3, 8, 5),  # [C5]: the lowest score of all
        ("small-10004-n9-r7", 4, 8, 6),  # [C9]: of two with that score, who has played more games
        ("small-10020-n15-r8", 3, 12, 10),
    ],
)
def test_c5_and_c9_who_has_the_bye(name: str, number: int, in_2017: int, in_2026: int) -> None:
    case = Case(GOLDEN / "fide-dutch-2026" / f"{name}.trf")
    assert FIDE_DUTCH_2017.pair(case.before(number, FIDE_DUTCH_2017.key)).bye == in_2017
    assert FIDE_DUTCH_2026.pair(case.before(number, FIDE_DUTCH_2026.key)).bye == in_2026


# -- who may not meet --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("system", EDITIONS)
def test_2_1_1_two_players_meet_once(system: System) -> None:
    t = tournament(4, ([Board(1, 3, DREW), Board(4, 2, DREW)], {}))
    assert pairs(system, t) == [(2, 1), (3, 4)]


@pytest.mark.parametrize("system", EDITIONS)
def test_players_kept_apart_do_not_meet_in_those_rounds(system: System) -> None:
    t = msgspec.structs.replace(tournament(4), separations=(Separation((1, 3)),))
    assert pairs(system, t) == [(1, 4), (3, 2)]
    later = msgspec.structs.replace(t, separations=(Separation((1, 3), from_round=2),))
    assert pairs(system, later) == [(1, 3), (4, 2)]


def two_whites(rounds: int) -> Tournament:
    """1 and 2 have won twice with White, so that both must have Black; nobody else has all the points."""
    first = [Board(1, 3, WON), Board(2, 4, WON), Board(5, 6, DREW), Board(7, 8, DREW)]
    second = [Board(1, 5, WON), Board(2, 7, WON), Board(3, 6, DREW), Board(4, 8, DREW)]
    return tournament(8, (first, {}), (second, {}), rounds=rounds)


@pytest.mark.parametrize("system", EDITIONS)
def test_2_1_3_the_same_absolute_preference_keeps_two_players_apart(system: System) -> None:
    assert {1, 2} not in [set(pair) for pair in pairs(system, two_whites(rounds=9))]


@pytest.mark.parametrize("system", EDITIONS)
def test_1_8_topscorers_meet_in_the_last_round_all_the_same(system: System) -> None:
    assert {1, 2} in [set(pair) for pair in pairs(system, two_whites(rounds=3))]


# -- acceleration (C.04.7) ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("system", EDITIONS)
def test_c_04_7_baku_pairs_the_first_group_among_itself(system: System) -> None:
    """Ten players: the first group is 2 × ⌈10 / 4⌉ = 6."""
    t = with_options(tournament(10), acceleration="baku")
    assert pairs(system, t) == [(1, 4), (5, 2), (3, 6), (7, 9), (10, 8)]


@pytest.mark.parametrize(("number", "points"), [(1, 2), (2, 2), (3, 2), (4, 1), (5, 1), (6, 0)])
def test_c_04_7_baku_points_shrink_with_the_rounds(number: int, points: int) -> None:
    """Nine rounds: five are accelerated, three by a point and two by half a point."""
    t = with_options(tournament(4), acceleration="baku")
    both_absent = (Board(1, 2, Result.DOUBLE_FORFEIT), Board(3, 4, Result.DOUBLE_FORFEIT))
    t = msgspec.structs.replace(t, rounds=tuple(Round(n, both_absent) for n in range(1, number)))
    assert [card(FIDE_DUTCH_2026, t, player).points for player in (1, 2, 3, 4)] == [points, points, 0, 0]


def test_c_04_7_a_late_entry_does_not_move_the_last_of_the_first_group() -> None:
    t = with_options(tournament(8), acceleration="baku")
    late = Entry(Player(9, "Late", 2499), from_round=2)
    first = Round(1, tuple(Board(n, n + 4, Result.DOUBLE_FORFEIT) for n in (1, 2, 3, 4)))
    t = msgspec.structs.replace(t, entries={**t.entries, 9: late}, rounds=(first,))
    assert [player for player in t.entries if card(FIDE_DUTCH_2026, t, player).points] == [1, 2, 3, 4, 9]


def _without(t: Tournament, player: PlayerId) -> Tournament:
    """In round 1."""
    away = msgspec.structs.replace(t.entries[player], absences={1: Outcome.HALF_BYE})
    return msgspec.structs.replace(t, entries={**t.entries, player: away})


def test_c_04_7_1_2_who_is_absent_in_round_1_is_not_counted() -> None:
    """Nine players, of whom the last is absent: the first group is 2 × ⌈8 / 4⌉ = 4, not 6."""
    t = _without(with_options(tournament(9), acceleration="baku"), 9)
    assert pairs(FIDE_DUTCH_2026, t) == [(1, 3), (4, 2), (5, 7), (8, 6)]
    after = _next(t, FIDE_DUTCH_2026, DREW)
    assert [player for player, extra in zip(after.entries, _ahead(after), strict=True) if extra] == [1, 2, 3, 4]


def test_c_04_7_1_3_who_is_absent_in_round_1_and_stands_above_the_last_is_in_the_first_group_from_then_on() -> None:
    t = _without(with_options(tournament(9), acceleration="baku"), 2)
    after = _next(t, FIDE_DUTCH_2026, DREW)
    assert [player for player, extra in zip(after.entries, _ahead(after), strict=True) if extra] == [1, 2, 3, 4, 5]


def test_c_04_7_1_2_the_bye_of_round_1_is_counted() -> None:
    """Nine players, all there: 2 × ⌈9 / 4⌉ = 6."""
    after = _next(with_options(tournament(9), acceleration="baku"), FIDE_DUTCH_2026, DREW)
    assert sum(extra > 0 for extra in _ahead(after)) == 6


def test_c_04_7_1_5_boards_are_in_the_order_of_the_pairing_score() -> None:
    """After round 1 the first group has a point more: its losers stand above the winners of the second."""
    t = with_options(tournament(8), acceleration="baku")
    first = Round(1, (Board(1, 3, WON), Board(4, 2, DREW), Board(5, 7, WON), Board(8, 6, LOST)), phase=Phase.CLOSED)
    t = msgspec.structs.replace(t, rounds=(first,))
    scores = {player: card(FIDE_DUTCH_2026, t, player).points for player in t.entries}
    highest = [max(scores[white], scores[black]) for white, black in pairs(FIDE_DUTCH_2026, t)]
    sums = [scores[white] + scores[black] for white, black in pairs(FIDE_DUTCH_2026, t)]
    assert list(zip(highest, sums, strict=True)) == sorted(zip(highest, sums, strict=True), reverse=True)
    assert highest[1] < highest[0]


def _ahead(t: Tournament) -> list[int]:
    return [found.points - found.score for found in (card(FIDE_DUTCH_2026, t, player) for player in t.entries)]


def _next(t: Tournament, system: System, result: Result) -> Tournament:
    paired = system.pair(t)
    boards = tuple(msgspec.structs.replace(board, result=result) for board in paired.boards)
    return msgspec.structs.replace(t, rounds=(*t.rounds, Round(t.next_round, boards, paired.sitouts)))


@pytest.mark.parametrize("system", EDITIONS)
@pytest.mark.parametrize("scheme", ["haley", "four-groups"])
def test_fmjd_6_1_and_6_3_the_first_quarter_meets_the_second(system: System, scheme: str) -> None:
    t = with_options(tournament(8), acceleration=scheme)
    assert pairs(system, t) == [(1, 3), (4, 2), (5, 7), (8, 6)]


@pytest.mark.parametrize("system", EDITIONS)
def test_fmjd_6_1_six_groups(system: System) -> None:
    t = with_options(tournament(12), acceleration="four-groups", acceleration_groups=6)
    assert {frozenset(pair) for pair in pairs(system, t)} == {
        frozenset(pair) for pair in ((1, 3), (2, 4), (5, 7), (6, 8), (9, 11), (10, 12))
    }


def test_fmjd_6_1_the_first_score_group_is_cut_as_long_as_it_is_larger_than_the_rounds_left() -> None:
    t = with_options(tournament(8), acceleration="four-groups")
    assert _ahead(t) == [1, 1, 1, 1, 0, 0, 0, 0]
    t = _next(t, FIDE_DUTCH_2026, DREW)
    assert _ahead(t) == [0] * 8  # eight lead, eight rounds are left
    short = msgspec.structs.replace(t, rules=msgspec.structs.replace(t.rules, rounds=8))
    assert _ahead(short) == [1, 1, 1, 1, 0, 0, 0, 0]
    decided = with_options(tournament(8, rounds=4), acceleration="four-groups")
    few_left = _next(decided, FIDE_DUTCH_2026, WON)
    assert _ahead(few_left) == [1, 0, 0, 1, 0, 0, 0, 0]  # 1, 4, 5 and 8 have won


def test_fmjd_6_3_haley_a_win_ahead_in_rounds_1_and_2_and_never_again() -> None:
    t = with_options(tournament(9), acceleration="haley")
    upper = [2, 2, 2, 2, 0, 0, 0, 0, 0]  # who has the bye in round 1 is in no group
    assert _ahead(t) == upper
    t = _next(t, FIDE_DUTCH_2026, DREW)
    assert _ahead(t) == upper
    assert not any(_ahead(_next(t, FIDE_DUTCH_2026, DREW)))


def test_virtual_points_may_be_listed_for_each_player() -> None:
    t = with_options(tournament(4), virtual_points=("1 2 1", "2 2"))
    assert pairs(FIDE_DUTCH_2026, t) == [(1, 2), (3, 4)]


# -- what cannot be paired ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("system", EDITIONS)
def test_5_1_without_the_lot_nothing_is_paired(system: System) -> None:
    with pytest.raises(Refusal, match="first-colour-not-drawn"):
        system.pair(tournament(4, first=None))


@pytest.mark.parametrize("system", EDITIONS)
def test_nobody_cannot_be_paired(system: System) -> None:
    with pytest.raises(NoPairing, match="too-few-players"):
        system.pair(tournament(0))


@pytest.mark.parametrize("system", EDITIONS)
def test_1_2_1_one_player_alone_has_the_bye(system: System) -> None:
    """2026 1.2.1, 2017 A.5: of an odd number one is not paired; [C2] not twice."""
    alone = tournament(1)
    paired = system.pair(alone)
    assert (paired.boards, paired.bye) == ((), 1)
    had_it = Round(1, (), paired.sitouts, phase=Phase.CLOSED)
    with pytest.raises(NoPairing, match="nobody-may-have-the-bye"):
        system.pair(msgspec.structs.replace(alone, rounds=(had_it,)))


@pytest.mark.parametrize("system", EDITIONS)
def test_1_9_3_a_field_that_cannot_be_paired_is_left_to_the_arbiter(system: System) -> None:
    played: list[Played] = [([Board(1, 2, DREW), Board(3, 4, DREW)], {}), ([Board(4, 1, DREW), Board(2, 3, DREW)], {})]
    t = msgspec.structs.replace(tournament(4, *played), separations=(Separation((1, 3)),))
    with pytest.raises(NoPairing, match="field-cannot-be-paired") as refused:
        system.pair(t)
    assert refused.value.facts == {"round": 3, "blocked": (1,), "only": ()}


@pytest.mark.parametrize("system", EDITIONS)
def test_1_9_3_who_blocks_the_pairing_is_named(system: System) -> None:
    """Four may only meet the other two. Three of them are already too many."""
    t = msgspec.structs.replace(tournament(6), separations=(Separation((3, 4, 5, 6)),))
    with pytest.raises(NoPairing, match="field-cannot-be-paired") as refused:
        system.pair(t)
    assert refused.value.facts == {"round": 1, "blocked": (3, 4, 5), "only": (1, 2)}


@pytest.mark.parametrize("system", EDITIONS)
def test_c2_when_everybody_has_had_the_bye_nobody_can_have_it(system: System) -> None:
    byes = [([Board(2, 3, DREW)], {1: Outcome.PAIRING_BYE}), ([Board(3, 1, DREW)], {2: Outcome.PAIRING_BYE})]
    t = tournament(3, *byes, ([Board(1, 2, DREW)], {3: Outcome.PAIRING_BYE}))
    with pytest.raises(NoPairing, match="nobody-may-have-the-bye"):
        system.pair(t)


@pytest.mark.parametrize("system", EDITIONS)
def test_a_board_without_a_result_blocks_the_next_round(system: System) -> None:
    with pytest.raises(Refusal, match="boards-without-result"):
        system.pair(tournament(4, ([Board(1, 3, WON), Board(4, 2)], {})))


@pytest.mark.parametrize("system", EDITIONS)
def test_options_that_cannot_be_read_are_refused(system: System) -> None:
    for options in (
        {"acceleration": "rocket"},
        {"acceleration_groups": 5},
        {"virtual_points": ("1 one",)},
        {"speed": "high"},
    ):
        with pytest.raises(Refusal, match=r"option-|acceleration-groups-odd"):
            system.check(Rules(system.key, 9, options=options), 0)


@pytest.mark.parametrize("system", EDITIONS)
def test_all_options_that_cannot_be_read_are_told_at_once(system: System) -> None:
    options: dict[str, Choice] = {"acceleration": "rocket", "acceleration_groups": 5, "virtual_points": ("1 one",)}
    with pytest.raises(Refusal) as refused:
        system.check(Rules(system.key, 9, options=options), 0)
    told = [one.facts.get("option") or one.facts["field"] for one in refused.value.problems]
    assert told == ["acceleration", "virtual_points", "options.acceleration_groups"]


@pytest.mark.parametrize(
    ("players", "code"), [(0, None), (10, "swiss-many-rounds"), (64, None), (1000, "swiss-few-rounds")]
)
def test_the_advice_on_the_number_of_rounds(players: int, code: str | None) -> None:
    advice = [reason.code for reason in FIDE_DUTCH_2026.hints(Rules(FIDE_DUTCH_2026.key, 9), players)]
    assert advice == ([] if code is None else [code])


# -- publishing (C.04.2) -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("system", EDITIONS)
def test_boards_stand_by_the_higher_score_the_sum_and_the_rank(system: System) -> None:
    first = [Board(1, 5, LOST), Board(6, 2, WON), Board(3, 7, DREW), Board(8, 4, WON)]
    t = tournament(8, (first, {}))
    scores = {player: card(system, t, player).score for player in t.entries}
    sums = [(max(scores[w], scores[b]), scores[w] + scores[b]) for w, b in pairs(system, t)]
    assert sums == sorted(sums, reverse=True)
