"""FIDE C.05 Annex 1 (Berger tables) and 6.6 (withdrawals)."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, pairwise

import msgspec
import pytest

from engine.audit import breaches
from engine.errors import NoPairing
from engine.model import (
    Board,
    Details,
    Entry,
    Outcome,
    Player,
    Result,
    Round,
    Rules,
    SitOut,
    Tournament,
    Withdrawal,
)
from engine.registry import SYSTEMS
from engine.standings import explain, rank
from engine.systems.round_robin.berger import RoundRobinOptions, berger, numbers
from engine.systems.round_robin.pairing import pair
from engine.withdrawn import struck_players

# As the annex prints them, White first.
TABLES = {
    4: """1-4 2-3 | 4-3 1-2 | 2-4 3-1""",
    6: """1-6 2-5 3-4 | 6-4 5-3 1-2 | 2-6 3-1 4-5 | 6-5 1-4 2-3 | 3-6 4-2 5-1""",
    8: """1-8 2-7 3-6 4-5 | 8-5 6-4 7-3 1-2 | 2-8 3-1 4-7 5-6 | 8-6 7-5 1-4 2-3 | 3-8 4-2 5-1 6-7 |
          8-7 1-6 2-5 3-4 | 4-8 5-3 6-2 7-1""",
    10: """1-10 2-9 3-8 4-7 5-6 | 10-6 7-5 8-4 9-3 1-2 | 2-10 3-1 4-9 5-8 6-7 | 10-7 8-6 9-5 1-4 2-3 |
           3-10 4-2 5-1 6-9 7-8 | 10-8 9-7 1-6 2-5 3-4 | 4-10 5-3 6-2 7-1 8-9 | 10-9 1-8 2-7 3-6 4-5 |
           5-10 6-4 7-3 8-2 9-1""",
}
SIZES = range(2, 31)


def tournament(size: int, lots: tuple[int, ...] = (), **options: bool) -> Tournament:
    """Players 1, 2, 3 … in the order of their ratings."""
    players = [Player(n, f"Player {n}", 2100 - n, lot=lots[n - 1] if lots else None) for n in range(1, size + 1)]
    rules = Rules("round-robin", 2 * size, options=options, tiebreaks=("fide-round-robin",))
    return Tournament(Details("All play all"), rules, {p.number: Entry(p) for p in players})


def play(t: Tournament, rounds: int, result: Result = Result.WHITE_WINS) -> Tournament:
    """So many more rounds; a game that is a forfeit already stays one."""
    for _ in range(rounds):
        paired = pair(t)
        boards = tuple(
            msgspec.structs.replace(b, result=result) if b.result is Result.PENDING else b for b in paired.boards
        )
        t = msgspec.structs.replace(t, rounds=(*t.rounds, Round(t.next_round, boards, paired.sitouts, "round-robin")))
    return t


def withdraw(t: Tournament, player: int, from_round: int) -> Tournament:
    gone = msgspec.structs.replace(t.entries[player], withdrawals=(Withdrawal(from_round),))
    return msgspec.structs.replace(t, entries={**t.entries, player: gone})


# -- by hand -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("double", [False, True])
@pytest.mark.parametrize("size", range(2, 13))
def test_annex_1_the_audit_has_nothing_to_say_of_the_schedule(size: int, double: bool) -> None:
    t = play(tournament(size, double=double), len(berger(size, RoundRobinOptions(double))))
    for played in t.rounds:
        assert breaches(t.up_to(played.number - 1), played.boards, played.number, played.sitouts) == ()


def test_annex_1_by_hand_a_third_colour_running_and_a_second_meeting_are_told() -> None:
    t = tournament(4)
    for number, pairs in enumerate((((1, 2), (3, 4)), ((1, 3), (4, 2))), start=1):
        boards = tuple(Board(white, black, Result.DRAW) for white, black in pairs)
        t = msgspec.structs.replace(t, rounds=(*t.rounds, Round(number, boards)))
    told = breaches(t, (Board(1, 4), Board(2, 3)), 3)
    assert [(breach.code, breach.board, breach.players) for breach in told] == [("colour-third-in-row", 1, (1,))]
    assert {breach.code for breach in breaches(t, (Board(2, 1), Board(3, 4)), 3)} == {
        "met-before",
        "rest-cannot-be-completed",
    }


# -- Annex 1 -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", TABLES)
def test_annex_1_the_tables_as_printed(size: int) -> None:
    printed = [[tuple(map(int, game.split("-"))) for game in line.split()] for line in TABLES[size].split("|")]
    assert [list(pairs) for pairs in berger(size, RoundRobinOptions())] == printed
    assert berger(size - 1, RoundRobinOptions()) == berger(size, RoundRobinOptions())


@pytest.mark.parametrize("size", SIZES)
def test_annex_1_everybody_meets_everybody_once_or_twice(size: int) -> None:
    size += size % 2
    everybody = {frozenset(two) for two in combinations(range(1, size + 1), 2)}
    single = Counter(frozenset(game) for pairs in berger(size, RoundRobinOptions()) for game in pairs)
    double = Counter(game for pairs in berger(size, RoundRobinOptions(double=True)) for game in pairs)
    assert single == dict.fromkeys(everybody, 1)
    assert double == dict.fromkeys([game for two in everybody for game in (tuple(two), tuple(two)[::-1])], 1)


@pytest.mark.parametrize("size", SIZES)
def test_annex_1_the_colours_of_nobody_differ_by_more_than_one(size: int) -> None:
    size += size % 2
    whites = Counter(white for pairs in berger(size, RoundRobinOptions()) for white, _ in pairs)
    assert {whites[number] for number in range(1, size + 1)} <= {size // 2 - 1, size // 2}


def longest_run(size: int, options: RoundRobinOptions) -> int:
    """The longest that anybody has one colour in a row."""
    longest = 0
    for number in range(1, size + 1):
        colours = [
            white == number for pairs in berger(size, options) for white, black in pairs if number in (white, black)
        ]
        run = 1
        for before, now in pairwise(colours):
            run = run + 1 if before == now else 1
            longest = max(longest, run)
    return longest


@pytest.mark.parametrize("size", [4, 6, 8, 10, 12, 14, 16])
def test_annex_1_in_a_double_one_swapping_two_rounds_spares_three_equal_colours(size: int) -> None:
    assert longest_run(size, RoundRobinOptions(double=True, swap_last_two=False)) == 3
    assert longest_run(size, RoundRobinOptions(double=True)) == 2


# -- the system --------------------------------------------------------------------------------------------------------


def test_the_system_is_registered_with_its_options() -> None:
    assert SYSTEMS["round-robin"].pair is pair
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({"tripple": True}, SYSTEMS["round-robin"].options)


def test_the_numbers_are_the_lots_if_all_have_one_and_the_start_order_otherwise() -> None:
    assert numbers(tournament(4)) == (1, 2, 3, 4)
    assert numbers(tournament(4, lots=(3, 1, 4, 2))) == (2, 4, 1, 3)
    assert numbers(msgspec.structs.replace(tournament(4), start_order=(4, 2, 3, 1))) == (4, 2, 3, 1)


def test_an_odd_field_has_one_free_player_a_round_who_scores_nothing() -> None:
    t = play(tournament(5), 5)
    assert [r.sitouts for r in t.rounds] == [(SitOut(n, Outcome.ZERO_BYE),) for n in (1, 4, 2, 5, 3)]
    assert all(r.bye is None for r in t.rounds)
    assert sum(line.values[0] for line in rank(t) if isinstance(line.values[0], int)) == 10 * 2


def test_annex_1_everybody_is_told_the_numbers_of_the_table() -> None:
    paired = pair(tournament(5, lots=(5, 4, 3, 2, 1)))
    assert [(r.code, r.players, r.facts) for r in paired.reasons] == [
        ("round-robin-pair", (4, 1), {"number": 2, "other_number": 5}),
        ("round-robin-pair", (3, 2), {"number": 3, "other_number": 4}),
        ("round-robin-free", (5,), {"number": 1}),
    ]


def test_annex_1_where_the_colours_or_the_order_of_the_table_are_changed_everybody_is_told() -> None:
    t = tournament(4, double=True)
    notes = []
    for _ in range(6):
        notes.append([(r.code, r.facts["table_round"]) for r in pair(t).reasons if "table_round" in r.facts])
        t = play(t, 1)
    assert notes == [
        [],
        [("round-robin-swapped", 3)],
        [("round-robin-swapped", 2)],
        [("round-robin-turned", 1)],
        [("round-robin-turned", 2)],
        [("round-robin-turned", 3)],
    ]
    assert pair(play(tournament(4, double=True), 3)).reasons[0].players == (1, 2, 3, 4)


def test_annex_1_two_players_have_no_two_rounds_to_swap() -> None:
    assert [r.code for r in pair(tournament(2, double=True)).reasons] == ["round-robin-pair"]


def test_a_rating_corrected_later_does_not_change_the_schedule() -> None:
    for size in (5, 6):
        t = play(tournament(size, lots=tuple(range(size, 0, -1))), 2)
        better = msgspec.structs.replace(t.entries[size].player, rating=2900, lot=None)
        changed = msgspec.structs.replace(t, entries={**t.entries, size: Entry(better)})
        assert pair(changed) == pair(t)


def test_when_everybody_has_met_there_is_nothing_to_pair() -> None:
    t = play(tournament(4), 3)
    with pytest.raises(NoPairing) as caught:
        pair(t)
    assert (caught.value.code, caught.value.facts) == ("everybody-has-met", {"round": 4, "rounds": 3})
    assert play(tournament(4, double=True), 6).next_round == 7


def test_nobody_can_enter_after_the_first_round() -> None:
    t = play(tournament(4), 1)
    late = msgspec.structs.replace(t, entries={**t.entries, 9: Entry(Player(9, "Late"), from_round=2)})
    with pytest.raises(NoPairing) as caught:
        pair(late)
    assert (caught.value.code, caught.value.facts) == ("late-entry-in-round-robin", {"players": (9,)})
    assert pair(withdraw(late, 9, 2)) == pair(t)


def test_a_schedule_that_the_arbiter_left_goes_on_with_who_have_not_met() -> None:
    t = play(tournament(4), 1)
    by_hand = Round(2, (Board(1, 3), Board(2, 4)))
    paired = pair(msgspec.structs.replace(t, rounds=(*t.rounds, by_hand)))
    assert {frozenset((board.white, board.black)) for board in paired.boards} == {frozenset((1, 2)), frozenset((3, 4))}
    assert paired.reasons[0].code == "round-robin-completed"


def test_a_schedule_in_which_all_cannot_meet_any_more_is_not_gone_on_with() -> None:
    t = play(tournament(4), 1)
    again = Round(2, tuple(Board(board.black, board.white) for board in t.rounds[0].boards))
    with pytest.raises(NoPairing) as caught:
        pair(msgspec.structs.replace(t, rounds=(*t.rounds, again)))
    assert (caught.value.code, caught.value.facts) == ("round-robin-left", {"round": 2})
    short = Round(1, (Board(1, 4),), (SitOut(2, Outcome.HALF_BYE), SitOut(3, Outcome.HALF_BYE)))
    with pytest.raises(NoPairing) as caught:
        pair(msgspec.structs.replace(t, rounds=(short,)))
    assert (caught.value.code, caught.value.facts) == ("round-robin-left", {"round": 1})


def test_who_withdrew_before_the_first_round_is_not_in_the_field() -> None:
    t = play(withdraw(tournament(5), 5, 1), 3)
    assert {player for r in t.rounds for b in r.boards for player in (b.white, b.black)} == {1, 2, 3, 4}


def test_a_game_of_somebody_who_is_absent_stands_in_the_schedule() -> None:
    t = tournament(4)
    absent = msgspec.structs.replace(t.entries[4], absences={1: Outcome.ABSENT})
    assert pair(msgspec.structs.replace(t, entries={**t.entries, 4: absent})) == pair(t)


# -- 6.6 withdrawals ---------------------------------------------------------------------------------------------------


def test_6_6_the_games_still_to_come_of_who_withdrew_are_forfeits() -> None:
    t = withdraw(play(tournament(6), 3), 6, 4)
    assert pair(t).boards[0] == Board(6, 5, Result.FORFEIT_BLACK_WINS)
    both = withdraw(t, 5, 4)
    assert pair(both).boards[0] == Board(6, 5, Result.DOUBLE_FORFEIT)


def test_6_6_who_played_fewer_than_half_of_the_games_is_out_and_none_of_them_counts() -> None:
    # 6 lost to 1, beat 4 and lost to 2 in the first three of five rounds; after two he has played fewer than half.
    two = withdraw(play(tournament(6), 2), 6, 3)
    assert struck_players(two) == {6}
    table = rank(two)
    assert (table[-1].player, table[-1].place, table[-1].values[0]) == (6, 6, 0)
    assert {line.player: line.values[0] for line in table}[1] == 2  # his win against 2; that against 6 is struck
    assert [step.opponent for step in explain(two, 1)[3].contributions] == [2]


def test_6_6_who_played_half_of_the_games_stays_in_the_table() -> None:
    three = withdraw(play(tournament(6), 3), 6, 4)
    assert struck_players(three) == frozenset()
    assert {line.player: line.values[0] for line in rank(three)}[1] == 4


def test_6_6_the_rule_can_be_turned_off_and_is_one_of_round_robins() -> None:
    t = withdraw(play(tournament(6), 2), 6, 3)
    off = msgspec.structs.replace(t, rules=msgspec.structs.replace(t.rules, options={"strike_withdrawn": False}))
    swiss = msgspec.structs.replace(t, rules=msgspec.structs.replace(t.rules, system="by-hand", options={}))
    assert struck_players(off) == struck_players(swiss) == frozenset()


def test_6_6_in_a_double_one_half_is_half_of_all_games() -> None:
    t = withdraw(play(tournament(4, double=True), 2), 4, 3)
    assert struck_players(t) == {4}
    assert struck_players(withdraw(play(tournament(4, double=True), 3), 4, 4)) == frozenset()


def test_6_6_a_struck_player_comes_after_one_without_a_point() -> None:
    t = tournament(4)
    lost = Round(1, (Board(1, 4, Result.WHITE_WINS), Board(2, 3, Result.WHITE_WINS)))
    t = withdraw(msgspec.structs.replace(t, rounds=(lost,)), 1, 2)
    assert [(line.place, line.player) for line in rank(t)] == [(1, 2), (2, 3), (2, 4), (4, 1)]
