"""The KNDB text, sentence by sentence."""

from __future__ import annotations

import itertools
import json
from pathlib import Path

import msgspec
import pytest

from engine.audit import breaches
from engine.cards import cards
from engine.draughts_swiss import Sheet, seat, sheets
from engine.dummy import dummy_score
from engine.errors import NoPairing, Refusal, Unsupported
from engine.model import (
    DRAUGHTS_POINTS,
    Board,
    Colour,
    ExtraGame,
    ExtraPurpose,
    Result,
    Round,
    Rules,
    Separation,
    Tournament,
)
from engine.pairing import Choice
from engine.reason_log import ReasonLog
from engine.registry import SYSTEMS
from engine.standings import rank
from engine.systems.kndb import pairing
from engine.systems.kndb.fillings import fillings, readmission_order
from engine.systems.kndb.system import KNDB
from engine.systems.kndb.waiting import Formation
from tests.engine.systems.kndb.build import tournament

EXAMPLES = json.loads((Path(__file__).parents[1] / "fmjd" / "golden" / "text_examples.json").read_text("utf-8"))


def pairs(t: Tournament) -> list[tuple[int, int]]:
    return [(board.white, board.black) for board in KNDB.pair(t).boards]


def anything(inside: object, outside: object, letters: object) -> bool:
    return True


def rows_without(size: int, *met: tuple[int, int]) -> list[int]:
    rows = [(1 << size) - 1 & ~(1 << v) for v in range(size)]
    for one, other in met:
        rows[one] &= ~(1 << other)
        rows[other] &= ~(1 << one)
    return rows


def test_it_is_in_the_registry() -> None:
    assert SYSTEMS["kndb"] is KNDB


# -- the order of the waiting room -------------------------------------------------------------------------------------


def test_waiting_room_2_example_three_of_seven() -> None:
    example = EXAMPLES["kndb_waiting_room_order_3_of_1..7"]
    order = ["".join(map(str, f)) for f in fillings((), range(1, 8), example["size"], anything)]
    assert order[: len(example["starts"])] == example["starts"]
    assert order[-1] == example["last"]
    assert len(order) == len(set(order)) == 35


def _letters_and_numbers(letters: str) -> list[str]:
    names = dict(zip((-2, -1), "AB", strict=True)) | {n: str(n) for n in range(1, 8)}
    scores = {-2: 6 if letters == "AB" else 8, -1: 6}
    low = readmission_order((-2, -1), scores.__getitem__)
    found = ["".join(sorted(names[v] for v in f)) for f in fillings(low, range(1, 8), 3, anything)]
    return ["".join(sorted(name, key=lambda c: (c.isdigit(), c))) for name in found]


def _block(letters: str) -> list[str]:
    numbers = itertools.combinations("1234567", 3 - len(letters))
    return [letters + "".join(chosen) for chosen in numbers]


def test_waiting_room_3_the_examples_of_the_text_are_these_blocks() -> None:
    def ends(letters: str) -> str:
        block = _block(letters)
        return f"{block[0]}..{block[-1]}"

    assert EXAMPLES["kndb_refloat_order_equal_scores_A_B"]["blocks"] == [ends("A"), ends("B"), ends("AB")]
    assert EXAMPLES["kndb_refloat_order_A_higher_than_B"]["blocks"] == [ends("B"), ends("A"), ends("AB")]


def test_waiting_room_3_example_letters_of_equal_score() -> None:
    assert _letters_and_numbers("AB")[35:] == _block("A") + _block("B") + _block("AB")


def test_waiting_room_3_example_the_lower_score_is_readmitted_first() -> None:
    assert _letters_and_numbers("A above B")[35:] == _block("B") + _block("A") + _block("AB")


# -- forming the groups ------------------------------------------------------------------------------------------------


def formed(rows: list[int], scores: list[int]) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
    formation = Formation(rows, scores, range(len(rows)), ReasonLog(is_asked=False))
    return [(room.paired, room.waiting) for room in formation.form()]


def test_global_description_1_the_highest_of_an_odd_group_moves_down() -> None:
    assert formed(rows_without(6), [4, 4, 4, 2, 2, 2]) == [((1, 2), (0,)), ((0, 3, 4, 5), ())]


def test_waiting_room_2_the_next_number_where_the_rest_cannot_be_paired() -> None:
    assert formed(rows_without(6, (1, 2)), [4, 4, 4, 2, 2, 2])[0] == ((0, 2), (1,))


def test_waiting_room_3_back_to_the_group_before_so_that_nobody_moves_twice() -> None:
    # 0 would move down first, but has met all of the second group.
    rows = rows_without(8, (0, 3), (0, 4), (0, 5))
    assert formed(rows, [6, 6, 6, 4, 4, 4, 2, 2])[:2] == [((0, 2), (1,)), ((1, 3, 4, 5), ())]


def test_waiting_room_3_only_then_a_letter_moves_again() -> None:
    rows = rows_without(4, (0, 1), (0, 2))
    assert formed(rows, [6, 4, 4, 2]) == [((), (0,)), ((1, 2), (0,)), ((0, 3), ())]


def test_waiting_room_4_the_penultimate_room_grows_by_two() -> None:
    rows = rows_without(4, (2, 3))
    assert formed(rows, [4, 4, 2, 2]) == [((), (0, 1)), ((0, 1, 2, 3), ())]


def test_waiting_room_4_groups_are_joined_when_even_that_does_not_help() -> None:
    # 4 and 5 have met each other and all of the middle group.
    rows = rows_without(6, (4, 5), (4, 2), (4, 3), (5, 2), (5, 3))
    found = formed(rows, [6, 6, 4, 4, 2, 2])
    assert found == [((), (0, 1)), ((0, 1, 2, 3, 4, 5), ())]


def test_nobody_meets_twice_so_there_may_be_no_pairing() -> None:
    t = tournament(2, "1-2 1-1")
    with pytest.raises(NoPairing) as refused:
        KNDB.pair(t)
    assert refused.value.code == "nobody-can-be-paired-without-a-rematch"


def test_separations_hold() -> None:
    t = msgspec.structs.replace(tournament(4), separations=(Separation((1, 4)),))
    assert {frozenset(pair) for pair in pairs(t)} == {frozenset((1, 3)), frozenset((2, 4))}


# -- pairs and colours -------------------------------------------------------------------------------------------------


def test_global_description_2_the_highest_meets_the_lowest() -> None:
    assert {frozenset(p) for p in pairs(tournament(6))} == {frozenset(p) for p in ((1, 6), (2, 5), (3, 4))}


def test_option_first_round_by_neighbours() -> None:
    assert [set(p) for p in pairs(tournament(6, first_round="neighbours"))] == [{1, 2}, {3, 4}, {5, 6}]
    later = tournament(4, "1-2 2-0, 3-4 2-0", first_round="neighbours")
    assert [set(p) for p in pairs(later)] == [{1, 3}, {2, 4}]


def test_colours_the_lots_decide_in_round_1() -> None:
    # 1 + 6 is odd: the lower lot has White; 1 + 3 is even: Black.
    assert pairs(tournament(6)) == [(1, 6), (2, 5), (3, 4)]
    t = msgspec.structs.replace(tournament(4), separations=(Separation((1, 4)),))
    assert pairs(t) == [(3, 1), (4, 2)]


def sheet(lot: int, balance: int, previous: Colour | None, last: Colour | None = None) -> Sheet:
    return Sheet(lot, lot, 0, 0, 0, frozenset(), balance, previous, last or previous)


def white(one: Sheet, other: Sheet, *, by_last_game: bool = False) -> tuple[int, str]:
    seating = seat(one, other, by_last_game=by_last_game)
    assert seat(other, one, by_last_game=by_last_game) == seating
    return seating.white.lot, seating.rule.value


W, B = Colour.WHITE, Colour.BLACK


def test_colours_the_lower_balance_has_white() -> None:
    assert white(sheet(1, 1, B), sheet(2, -1, W)) == (2, "balance")
    assert white(sheet(1, 2, B), sheet(2, 1, W)) == (2, "balance")


def test_colours_equal_balances_change_colours() -> None:
    assert white(sheet(1, 0, W), sheet(2, 0, B)) == (2, "alternate")
    assert white(sheet(1, 0, None), sheet(2, 0, W)) == (1, "alternate-one")
    assert white(sheet(1, 0, None), sheet(2, 0, B)) == (2, "alternate-one")


def test_colours_the_same_colour_before_so_the_lots_decide() -> None:
    assert white(sheet(1, 1, W), sheet(2, 1, W)) == (1, "lot")  # 1 + 2 is odd
    assert white(sheet(1, 1, W), sheet(3, 1, W)) == (3, "lot")  # 1 + 3 is even
    assert white(sheet(2, 0, None), sheet(4, 0, None)) == (4, "lot-no-colour")


def test_colours_the_round_before_or_the_last_game() -> None:
    sat_out, played = sheet(1, 0, None, W), sheet(2, 0, W)
    assert white(sat_out, played) == (1, "alternate-one")
    assert white(sat_out, played, by_last_game=True) == (1, "lot")
    assert white(sheet(1, 0, None, B), played, by_last_game=True) == (1, "alternate")


# -- the dummy ---------------------------------------------------------------------------------------------------------


def test_global_description_3_the_dummy_is_the_last_player_of_the_last_group() -> None:
    paired = KNDB.pair(tournament(5))
    assert paired.bye == 1
    assert [set(p) for p in pairs(tournament(5))] == [{2, 5}, {3, 4}]


def test_nobody_meets_the_dummy_twice() -> None:
    t = tournament(3, "1 bye, 2-3 1-1")
    assert KNDB.pair(t).bye in (2, 3)


def test_option_the_dummy_meets_the_last_player() -> None:
    assert KNDB.pair(tournament(5, dummy="last-player")).bye == 5
    again = tournament(5, "5 bye, 1-4 2-0, 2-3 2-0", dummy="last-player")
    assert KNDB.pair(again).bye == 4
    bye = next(reason for reason in KNDB.pair_with_reasons(again).reasons if reason.code == "has-the-bye")
    assert bye.facts == {"had_bye": (), "rest_unpaired": ()}  # 5, who had it, stands higher now
    assert all(4 not in room.members for room in pairing.groups(again))


def test_option_the_dummy_meets_nobody_a_third_time_round() -> None:
    t = tournament(3, "3 bye, 1-2 1-1", "2 bye, 1-3 1-1", "1 bye, 2-3 1-1", dummy="last-player")
    with pytest.raises(NoPairing) as refused:
        KNDB.pair(t)
    assert refused.value.code == "nobody-can-have-the-bye"


def test_option_a_bye_of_round_1_counts_nothing_in_round_2() -> None:
    played = "1 bye, 2-5 2-0, 3-4 1-1"
    counting_nothing = pairing.groups(tournament(5, played, first_bye_counts_zero=True))
    assert counting_nothing[0].numbers == (2,)
    assert 1 in counting_nothing[-1].numbers
    assert set(pairing.groups(tournament(5, played))[0].numbers) == {1, 2}


# -- modification 1: guided first rounds -------------------------------------------------------------------------------


def test_modification_1_strength_groups_do_not_meet_in_the_guided_rounds() -> None:
    t = tournament(8, strength_groups=("1 2 3 4",), guided_rounds=1)
    assert all((white <= 4) == (black <= 4) for white, black in pairs(t))
    later = tournament(8, "1-4 1-1, 2-3 1-1, 5-8 1-1, 6-7 1-1", strength_groups=("1 2 3 4",), guided_rounds=1)
    assert any((white <= 4) != (black <= 4) for white, black in pairs(later))


def test_modification_1_groups_are_checked() -> None:
    with pytest.raises(Refusal) as unreadable:
        KNDB.pair(tournament(4, strength_groups=("1 two",), guided_rounds=1))
    assert unreadable.value.code == "option-not-readable"
    with pytest.raises(Refusal) as doubled:
        KNDB.pair(tournament(4, strength_groups=("1 2", "2 3"), guided_rounds=1))
    assert doubled.value.code == "player-in-two-strength-groups"


def test_all_options_that_cannot_be_are_told_at_once() -> None:
    options: dict[str, Choice] = {"guided_rounds": "few", "strength_groups": ("1 2", "2 3"), "dummy": "draws"}
    rules = Rules("kndb", 7, points=msgspec.structs.replace(DRAUGHTS_POINTS, pairing_bye=2), options=options)
    with pytest.raises(Refusal) as refused:
        KNDB.check(rules, 0)
    told = [one.code for one in refused.value.problems]
    assert told == ["option-not-readable", "player-in-two-strength-groups", "bye-must-be-worth-a-draw"]


def test_modification_1_somebody_of_an_odd_group_meets_the_dummy() -> None:
    t = tournament(7, strength_groups=("1 2 3", "4 5 6 7"), guided_rounds=1)
    assert KNDB.pair(t).bye in (1, 2, 3)
    assert all((white <= 3) == (black <= 3) for white, black in pairs(t))


def test_modification_1_groups_that_do_not_come_out_are_named_as_the_reason() -> None:
    with pytest.raises(NoPairing) as refused:
        KNDB.pair(tournament(6, strength_groups=("1 2 3", "4 5 6"), guided_rounds=1))
    assert refused.value.code == "strength-groups-leave-somebody-over"
    assert len(KNDB.pair(tournament(6, strength_groups=("1 2 3", "4 5 6"), guided_rounds=0)).boards) == 3


# -- modification 2: the dummy that always draws -----------------------------------------------------------------------

BYE_IS_A_DRAW = msgspec.structs.replace(DRAUGHTS_POINTS, pairing_bye=1)


def with_drawing_dummy(players: int, *rounds: str, planned: int = 5) -> Tournament:
    return tournament(players, *rounds, points=BYE_IS_A_DRAW, rounds_planned=planned, dummy="draws")


def test_modification_2_the_bye_must_be_worth_a_draw() -> None:
    with pytest.raises(Unsupported) as refused:
        KNDB.pair(tournament(5, dummy="draws"))
    assert refused.value.code == "bye-must-be-worth-a-draw"


def test_modification_2_the_dummy_ranks_in_the_middle() -> None:
    t = with_drawing_dummy(5, "1 bye, 2-5 2-0, 3-4 2-0")
    assert dummy_score(t) == 1
    scores = {room.score: room.numbers for room in pairing.groups(t)}
    assert scores[1] == (0, 1) or scores[1] == (1, 0)  # with its first opponent, whom it does not meet again
    assert KNDB.pair(t).bye not in (None, 1)


def test_modification_2_the_dummy_counts_as_an_opponent() -> None:
    t = with_drawing_dummy(5, "1 bye, 2-5 2-0, 3-4 2-0")
    first = next(s for s in sheets(t, cards(t)) if s.player == 1)
    assert (first.score, first.resistance, first.berger) == (1, 1, 1)


FOUR_OF_FIVE = (
    "1 bye, 2-5 2-0, 3-4 2-0",
    "2-3 2-0, 1-4 2-0, 5 bye",
    "2-1 2-0, 3 bye, 4-5 1-1",
    "2 bye, 1-3 2-0, 5-4 0-2",
)


def test_modification_2_no_intermediate_round_before_the_last_round_but_one() -> None:
    with pytest.raises(Unsupported) as refused:
        pairing.intermediate_round(with_drawing_dummy(5, *FOUR_OF_FIVE[:2]))
    assert refused.value.code == "no-intermediate-round-now"


def _before_the_last() -> Tournament:
    """Seven players, four rounds; the dummy has met three of them and will meet a fourth."""
    t = with_drawing_dummy(7, planned=4)
    for number in range(1, 4):
        paired = KNDB.pair(t)
        boards = tuple(msgspec.structs.replace(b, result=Result.WHITE_WINS) for b in paired.boards)
        t = msgspec.structs.replace(t, rounds=(*t.rounds, Round(number, boards, paired.sitouts)))
    return t


def test_modification_2_the_victims_and_the_last_opponent_of_the_dummy_play_between_the_rounds() -> None:
    t = _before_the_last()
    victims = {played.bye for played in t.rounds}
    between = pairing.intermediate_round(t)
    (last,) = [reason.players[0] for reason in between.reasons if reason.code == "dummy-to-come"]
    playing = {player for board in between.boards for player in (board.white, board.black)}
    assert playing == {*victims, last}
    assert last not in victims
    assert {breach.code for breach in breaches(t, between.boards, t.next_round)} == {"left-out"}  # the others rest


def test_modification_2_of_an_odd_number_the_middle_one_draws_with_himself() -> None:
    t = _before_the_last()
    t = msgspec.structs.replace(t, rules=msgspec.structs.replace(t.rules, rounds=3), rounds=t.rounds[:2])
    between = pairing.intermediate_round(t)
    (alone,) = [reason.players[0] for reason in between.reasons if reason.code == "draws-with-himself"]
    (board,) = between.boards
    ranked = [s.player for s in sheets(t, cards(t)) if s.player in (alone, board.white, board.black)]
    assert ranked[1] == alone


def test_modification_2_in_principle_the_middle_one_but_the_others_must_be_able_to_play() -> None:
    t = _before_the_last()
    t = msgspec.structs.replace(t, rules=msgspec.structs.replace(t.rules, rounds=3), rounds=t.rounds[:2])
    (board,) = pairing.intermediate_round(t).boards
    apart = msgspec.structs.replace(t, separations=(Separation((board.white, board.black)),))
    (other,) = pairing.intermediate_round(apart).boards
    assert {other.white, other.black} != {board.white, board.black}


def _with_intermediate_games(t: Tournament) -> Tournament:
    games = tuple(
        ExtraGame(ExtraPurpose.INTERMEDIATE, len(t.rounds), board.white, board.black, Result.WHITE_WINS)
        for board in pairing.intermediate_round(t).boards
    )
    return msgspec.structs.replace(t, extra_games=games)


def test_modification_2_the_game_takes_the_place_of_the_draw() -> None:
    t = _before_the_last()
    last = next(r.players[0] for r in pairing.intermediate_round(t).reasons if r.code == "dummy-to-come")
    played = _with_intermediate_games(t)
    before, after = cards(t), cards(played)
    for game in played.extra_games:
        for player, colour, gained in ((game.white, Colour.WHITE, 2), (game.black, Colour.BLACK, 0)):
            stood = 1 if player != last else 0
            opponent = game.black if player == game.white else game.white
            assert after[player].score == before[player].score - stood + gained
            assert opponent in after[player].met
            assert after[player].colours == (*before[player].colours, colour)
            assert after[player].games == before[player].games + (player != last)
    resting = [player for player in t.entries if all(player not in (g.white, g.black) for g in played.extra_games)]
    assert all(before[player] == after[player] for player in resting)


def test_modification_2_who_is_to_meet_the_dummy_last_has_his_points_at_once_and_his_line_later() -> None:
    played = _with_intermediate_games(_before_the_last())
    last = next(r.players[0] for r in pairing.intermediate_round(played).reasons if r.code == "dummy-to-come")
    ahead = cards(played)[last].ahead
    assert ahead is not None
    paired = KNDB.pair(played)
    boards = tuple(msgspec.structs.replace(b, result=Result.DRAW) for b in paired.boards)
    finished = msgspec.structs.replace(played, rounds=(*played.rounds, Round(4, boards, paired.sitouts)))
    card = cards(finished)[last]
    assert card.ahead is None
    assert card.score == cards(played)[last].score
    assert card.cells[-1].opponent == ahead.opponent
    assert card.cells[-1].outcome is ahead.outcome
    assert all(card.cells[-1].total == card.score for card in cards(finished).values())


def test_modification_2_the_last_round_follows_the_intermediate_one() -> None:
    t = _before_the_last()
    last = next(r.players[0] for r in pairing.intermediate_round(t).reasons if r.code == "dummy-to-come")
    played = _with_intermediate_games(t)
    paired = KNDB.pair(played)
    assert paired.bye == last  # as it was known before
    assert len(paired.boards) == 3
    met = {frozenset((game.white, game.black)) for game in played.extra_games}
    assert not met & {frozenset((board.white, board.black)) for board in paired.boards}
    assert breaches(played, paired.boards, 4, paired.sitouts) == ()
    again = tuple(Board(game.white, game.black) for game in played.extra_games)
    assert {breach.code for breach in breaches(played, again, 4)} >= {"met-before"}


def test_modification_2_the_last_round_waits_for_the_intermediate_one() -> None:
    t = _before_the_last()
    with pytest.raises(Refusal) as refused:
        KNDB.pair(t)
    assert refused.value.code == "intermediate-round-not-played"
    half = msgspec.structs.replace(t, extra_games=_with_intermediate_games(t).extra_games[:1])
    with pytest.raises(Refusal):
        KNDB.pair(half)


def test_modification_2_wp_and_sb_of_the_table_are_those_of_the_ranking_list() -> None:
    for t in (_before_the_last(), _with_intermediate_games(_before_the_last())):
        agreed = msgspec.structs.replace(t, rules=msgspec.structs.replace(t.rules, tiebreaks=("WP", "SBD", "LOT")))
        listed = [(s.player, (s.score, s.resistance, s.berger, s.lot)) for s in sheets(t, cards(t))]
        assert listed == [(line.player, line.values) for line in rank(agreed)]


def test_modification_2_in_other_tournaments_an_intermediate_game_counts_nothing() -> None:
    t = _with_intermediate_games(_before_the_last())
    plain = msgspec.structs.replace(t, rules=msgspec.structs.replace(t.rules, options={}))
    assert cards(plain) == cards(msgspec.structs.replace(plain, extra_games=()))


# -- reasons -----------------------------------------------------------------------------------------------------------


def test_reasons_say_who_was_tried_and_why_not() -> None:
    t = tournament(6, "1-6 2-0, 2-5 2-0, 3-4 2-0", "2-1 2-0, 3-5 2-0, 4-6 1-1")
    reasons = KNDB.pair_with_reasons(t).reasons
    assert {reason.code for reason in reasons} >= {"waiting-room", "pair", "colours"}
    assert all(reason.article.startswith("KNDB") for reason in reasons)
    for reason in reasons:
        if reason.code == "pair":
            assert set(reason.facts) == {"met", "rest_unpaired"}
    assert KNDB.pair(t).reasons == ()


def test_colours_the_reason_says_both_balances_and_where_they_decide_the_lots() -> None:
    by_lots = next(r for r in KNDB.pair_with_reasons(tournament(4)).reasons if r.code == "colours")
    balances = {"white_difference": 0, "black_difference": 0}
    assert by_lots.facts == {"by": "lot-no-colour", **balances, "white_lot": 1, "black_lot": 4, "parity": "odd"}
    by_balance = next(
        r for r in KNDB.pair_with_reasons(tournament(4, "1-4 2-0, 3-2 0-2")).reasons if r.code == "colours"
    )
    assert by_balance.facts == {"by": "balance", "white_difference": -1, "black_difference": 1}


def test_reasons_say_who_could_not_wait() -> None:
    journal = ReasonLog()
    Formation(rows_without(6, (1, 2)), [4, 4, 4, 2, 2, 2], range(6), journal).form()
    first = journal.reasons[0]
    assert (first.facts["waiting"], first.facts["needed"]) == ((1,), (0,))
