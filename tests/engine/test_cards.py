"""The tournament card."""

from __future__ import annotations

import msgspec
import pytest

from engine.cards import Cell, cards
from engine.model import (
    CHESS_POINTS,
    FOOTBALL_POINTS,
    MEANINGS,
    Adjustment,
    Board,
    Colour,
    Details,
    Entry,
    ExtraGame,
    ExtraPurpose,
    Outcome,
    Player,
    PointTable,
    Result,
    Round,
    Rules,
    SitOut,
    Tournament,
    Withdrawal,
)
from engine.scoring import pairing_points, points

WHITE, BLACK = Colour.WHITE, Colour.BLACK


def tournament(*rounds: Round, table: PointTable = CHESS_POINTS, **parts: object) -> Tournament:
    entries = {n: Entry(Player(n, f"Player {n}")) for n in range(1, 6)}
    rules = Rules("by-hand", 9, table)
    plain = Tournament(details=Details("Open"), rules=rules, entries=entries, rounds=rounds)
    return msgspec.structs.replace(plain, **parts)


def with_entry(t: Tournament, number: int, **part: object) -> Tournament:
    changed = msgspec.structs.replace(t.entries[number], **part)
    return msgspec.structs.replace(t, entries={**t.entries, number: changed})


ROUND_1 = Round(1, (Board(1, 2, Result.WHITE_WINS), Board(3, 4, Result.DRAW)), (SitOut(5, Outcome.PAIRING_BYE),))
ROUND_2 = Round(2, (Board(5, 1, Result.DRAW), Board(2, 3, Result.POSTPONED)), (SitOut(4, Outcome.HALF_BYE),))
ROUND_3 = Round(3, (Board(1, 3, Result.FORFEIT_BLACK_WINS), Board(4, 5)), (SitOut(2, Outcome.ABSENT),))


def test_a_card_has_a_line_for_every_round_with_the_running_total() -> None:
    card = cards(tournament(ROUND_1, ROUND_2, ROUND_3))[1]
    assert card.cells == (
        Cell(1, Outcome.WIN, 2, WHITE, 1, 2, 2),
        Cell(2, Outcome.DRAW, 5, BLACK, 1, 1, 3),
        Cell(3, Outcome.FORFEIT_LOSS, 3, WHITE, 1, 0, 3),
    )
    assert (card.score, card.pairing_score, card.games) == (3, 3, 2)


def test_knsb_f2_a_forfeit_is_on_the_card_but_not_in_the_history_of_colours_and_opponents() -> None:
    card = cards(tournament(ROUND_1, ROUND_2, ROUND_3))[1]
    assert card.met == {2, 5}
    assert card.colours == (WHITE, BLACK)


def test_knsb_f9_a_postponed_game_is_half_a_point_for_pairing_and_nothing_in_the_score() -> None:
    card = cards(tournament(ROUND_1, ROUND_2))[3]
    assert (card.score, card.pairing_score) == (1, 2)
    assert card.met == {4, 2}
    assert card.colours == (WHITE, BLACK)
    assert card.games == 1


def test_who_sits_out_has_no_opponent_no_colour_and_no_board() -> None:
    card = cards(tournament(ROUND_1))[5]
    assert card.cells == (Cell(1, Outcome.PAIRING_BYE, None, None, None, 2, 2),)
    assert (card.met, card.colours, card.games) == (frozenset(), (), 0)


def test_a_board_without_a_result_scores_nothing_but_the_two_sit_opposite_each_other() -> None:
    card = cards(tournament(ROUND_1, ROUND_2, ROUND_3))[4]
    assert card.cells[-1] == Cell(3, Outcome.PENDING, 5, WHITE, 2, 0, 2)
    assert card.met == {3, 5}


def test_a_late_entry_has_the_missed_rounds_on_the_card() -> None:
    late = with_entry(tournament(ROUND_1, ROUND_2), 4, from_round=2, missed=Outcome.HALF_BYE)
    only_round_2 = msgspec.structs.replace(ROUND_1, boards=ROUND_1.boards[:1])
    card = cards(msgspec.structs.replace(late, rounds=(only_round_2, ROUND_2)))[4]
    assert [cell.outcome for cell in card.cells] == [Outcome.HALF_BYE, Outcome.HALF_BYE]
    assert card.score == 2


def test_a_withdrawn_player_keeps_the_card_and_what_the_withdrawal_counts_as() -> None:
    without_2 = Round(2, (Board(5, 1, Result.DRAW), Board(4, 3, Result.DRAW)))
    t = with_entry(tournament(ROUND_1, without_2), 2, withdrawals=(Withdrawal(2, None, Outcome.ABSENT),))
    assert cards(t)[2].cells[1] == Cell(2, Outcome.ABSENT, None, None, None, 0, 0)


def test_points_by_decision_are_in_the_total_from_their_round_on() -> None:
    fine = Adjustment(1, 2, -1, "a telephone rang")
    gift = Adjustment(1, 2, 4, "the arbiter erred")
    t = tournament(ROUND_1, ROUND_2, ROUND_3, adjustments=(fine, Adjustment(2, 1, -2, "late"), gift))
    card = cards(t)[1]
    assert [cell.total for cell in card.cells] == [2, 6, 6]
    assert [cell.points for cell in card.cells] == [2, 1, 0], "the game scored what it scored"
    assert card.adjustments == (fine, gift)
    assert (card.score, card.pairing_score) == (6, 6)
    assert cards(t)[2].score == -2


def test_what_belongs_to_a_later_round_does_not_count_before_it() -> None:
    t = tournament(ROUND_1, ROUND_2, adjustments=(Adjustment(1, 2, -1, "late"),))
    before = cards(t.up_to(1))[1]
    assert (before.score, before.adjustments) == (2, ())


def test_extra_games_are_on_no_card() -> None:
    game = ExtraGame(ExtraPurpose.PLAY_OFF, 1, 1, 2, Result.WHITE_WINS)
    assert cards(tournament(ROUND_1, extra_games=(game,))) == cards(tournament(ROUND_1))


def test_before_the_first_round_every_card_is_empty() -> None:
    dealt = cards(tournament())
    assert list(dealt) == [1, 2, 3, 4, 5]
    assert all(card.cells == () and card.score == 0 for card in dealt.values())


@pytest.mark.parametrize("result", Result)
def test_every_result_is_on_both_cards_as_the_semantics_table_says(result: Result) -> None:
    dealt = cards(tournament(Round(1, (Board(1, 2, result),)), table=FOOTBALL_POINTS))
    for player, opponent, colour, outcome in ((1, 2, WHITE, result.outcomes[0]), (2, 1, BLACK, result.outcomes[1])):
        card, meaning = dealt[player], MEANINGS[outcome]
        scored = points(FOOTBALL_POINTS, outcome)
        assert card.cells == (Cell(1, outcome, opponent, colour, 1, scored, scored),)
        assert card.score == scored
        assert card.pairing_score == pairing_points(FOOTBALL_POINTS, outcome)
        assert card.met == ({opponent} if meaning.met else set())
        assert card.colours == ((colour,) if meaning.colour else ())
        assert card.games == meaning.played
