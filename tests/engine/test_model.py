"""The semantics table, outcome by outcome, and what entries, rounds and separations answer."""

from __future__ import annotations

import msgspec
import pytest

from engine.model import (
    CHESS_POINTS,
    DRAUGHTS_POINTS,
    MEANINGS,
    OUTCOMES,
    SITTING_OUT,
    Board,
    Colour,
    Details,
    Entry,
    Floats,
    Outcome,
    Phase,
    Player,
    PointTable,
    Result,
    Round,
    Rules,
    Separation,
    SitOut,
    Tournament,
    Withdrawal,
)

RATED = {Outcome.WIN, Outcome.DRAW, Outcome.LOSS, Outcome.ADVANTAGE_DRAW, Outcome.DISADVANTAGE_DRAW}
UNRATED = {Outcome.UNRATED_WIN, Outcome.UNRATED_DRAW, Outcome.UNRATED_LOSS}
STILL_TO_COME = {Outcome.POSTPONED, Outcome.PENDING}
FORFEITS = {Outcome.FORFEIT_WIN, Outcome.FORFEIT_LOSS}


def entry(**part: object) -> Entry:
    return msgspec.structs.replace(Entry(Player(1, "Anna")), **part)


def tournament(*rounds: Round, players: int = 4, **parts: object) -> Tournament:
    entries = {n: Entry(Player(n, f"Player {n}")) for n in range(1, players + 1)}
    plain = Tournament(details=Details("Open"), rules=Rules("by-hand", 9), entries=entries, rounds=rounds)
    return msgspec.structs.replace(plain, **parts)


# -- the semantics table -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("outcome", Outcome)
def test_only_a_game_over_the_board_is_played(outcome: Outcome) -> None:
    assert MEANINGS[outcome].played == (outcome in RATED | UNRATED)


@pytest.mark.parametrize("outcome", Outcome)
def test_a_game_played_but_not_rated_does_not_go_to_the_rating_office(outcome: Outcome) -> None:
    assert MEANINGS[outcome].rated == (outcome in RATED)


@pytest.mark.parametrize("outcome", Outcome)
def test_knsb_f2_a_forfeited_game_gives_no_colour_and_no_opponent(outcome: Outcome) -> None:
    """A postponed game and one that goes on count as met: it is still to be played. (FMJD 4.3)"""
    counts = outcome in RATED | UNRATED | STILL_TO_COME
    assert MEANINGS[outcome].colour == counts
    assert MEANINGS[outcome].met == counts


@pytest.mark.parametrize("outcome", Outcome)
def test_fide_c07_an_unplayed_round_of_ones_own_making_is_voluntary(outcome: Outcome) -> None:
    absent = SITTING_OUT - {Outcome.PAIRING_BYE, Outcome.FULL_BYE}
    assert MEANINGS[outcome].requested == (outcome in absent | {Outcome.FORFEIT_LOSS})


@pytest.mark.parametrize("outcome", Outcome)
def test_floats_follow_the_scores_of_a_game_and_the_edition_reads_an_unplayed_round(outcome: Outcome) -> None:
    expected = Floats.UNPLAYED if outcome in SITTING_OUT | FORFEITS else Floats.BY_SCORES
    assert MEANINGS[outcome].floats is (Floats.NONE if outcome is Outcome.NEVER_PLAYED else expected)


def test_fmjd_4_3_a_game_never_played_is_as_if_it_had_not_been_paired() -> None:
    row = MEANINGS[Outcome.NEVER_PLAYED]
    assert not any((row.played, row.rated, row.colour, row.met, row.requested))
    assert row.points == row.pairing_points == "nothing"


@pytest.mark.parametrize("outcome", Outcome)
def test_only_a_postponed_game_counts_otherwise_while_a_round_is_paired(outcome: Outcome) -> None:
    differs = MEANINGS[outcome].points != MEANINGS[outcome].pairing_points
    assert differs == (outcome is Outcome.POSTPONED)


# -- results -----------------------------------------------------------------------------------------------------------

MIRRORED = {
    Result.WHITE_WINS: Result.BLACK_WINS,
    Result.HALF_TO_WHITE: Result.HALF_TO_BLACK,
    Result.UNRATED_WHITE_WINS: Result.UNRATED_BLACK_WINS,
    Result.FORFEIT_WHITE_WINS: Result.FORFEIT_BLACK_WINS,
}


@pytest.mark.parametrize("result", Result)
def test_a_result_says_what_the_game_was_to_both(result: Result) -> None:
    white, black = OUTCOMES[result]
    if result in MIRRORED:
        assert MIRRORED[result].outcomes == (black, white)
        assert white is not black
    assert MEANINGS[white].played == MEANINGS[black].played == result.is_played
    assert {white, black}.isdisjoint(SITTING_OUT)


@pytest.mark.parametrize("result", Result)
def test_a_result_is_final_unless_the_game_goes_on(result: Result) -> None:
    assert result.is_final == (result not in {Result.PENDING, Result.POSTPONED})


def test_a_board_seats_white_first() -> None:
    assert Board(7, 3, Result.FORFEIT_BLACK_WINS).seats() == (
        (7, Colour.WHITE, 3, Outcome.FORFEIT_LOSS),
        (3, Colour.BLACK, 7, Outcome.FORFEIT_WIN),
    )
    assert Colour.WHITE.other is Colour.BLACK
    assert Colour.BLACK.other is Colour.WHITE


def test_in_a_point_table_byes_and_forfeits_follow_the_win_and_the_draw() -> None:
    assert PointTable.of(2, 1, 0, per_point=2) == CHESS_POINTS
    assert (DRAUGHTS_POINTS.pairing_bye, DRAUGHTS_POINTS.half_bye, DRAUGHTS_POINTS.forfeit_loss) == (2, 1, 0)
    assert PointTable.of(3, 2, 1).forfeit_loss == 0, "who does not come gets nothing, even where a loss scores"


# -- entries -----------------------------------------------------------------------------------------------------------


def test_a_late_entry_missed_the_rounds_before() -> None:
    late = entry(from_round=3, missed=Outcome.HALF_BYE)
    assert [late.takes_part_in(n) for n in (1, 2, 3)] == [False, False, True]
    assert late.outside(2) is Outcome.HALF_BYE


def test_a_withdrawn_player_is_out_until_the_return() -> None:
    away = entry(withdrawals=(Withdrawal(2, 4, Outcome.ABSENT), Withdrawal(6)))
    assert [n for n in range(1, 8) if away.takes_part_in(n)] == [1, 4, 5]
    assert away.outside(3) is Outcome.ABSENT
    assert away.outside(7) is Outcome.ZERO_BYE


def test_an_absent_player_takes_part_but_is_not_to_be_paired() -> None:
    absent = entry(absences={2: Outcome.TEAM_DUTY})
    assert absent.takes_part_in(2)
    assert [absent.is_available_for(n) for n in (1, 2, 3)] == [True, False, True]


def test_who_is_to_be_paired_comes_by_number() -> None:
    t = tournament()
    entries = {3: t.entries[3], 1: t.entries[1], 2: msgspec.structs.replace(t.entries[2], from_round=2)}
    t = msgspec.structs.replace(t, entries=entries)
    assert t.available(1) == (1, 3)
    assert t.available(2) == (1, 2, 3)


# -- rounds and separations --------------------------------------------------------------------------------------------


def test_a_round_begins_with_its_first_result_and_is_complete_with_its_last() -> None:
    paired = Round(1, (Board(1, 2), Board(3, 4)), (SitOut(5, Outcome.HALF_BYE), SitOut(6, Outcome.PAIRING_BYE)))
    assert (paired.phase, paired.bye, paired.has_begun, paired.is_complete) == (Phase.PAIRED, 6, False, False)
    begun = msgspec.structs.replace(paired, boards=(Board(1, 2, Result.DRAW, since=7), Board(3, 4)))
    assert (begun.has_begun, begun.is_complete) == (True, False)
    complete = msgspec.structs.replace(paired, boards=(Board(1, 2, Result.DRAW), Board(3, 4, Result.POSTPONED)))
    assert complete.is_complete
    scheduled = msgspec.structs.replace(paired, boards=(Board(1, 2, Result.FORFEIT_WHITE_WINS), Board(3, 4)))
    assert not scheduled.has_begun
    assert Round(1, (Board(1, 2),)).bye is None


def test_separated_players_may_not_meet_in_the_given_rounds_both_ends_included() -> None:
    t = tournament(separations=(Separation((1, 2, 3), 2, 3),))
    assert [t.may_meet(1, 3, n) for n in (1, 2, 3, 4)] == [True, False, False, True]
    assert t.may_meet(1, 4, 2)
    assert not Separation((1, 2)).holds_in(0)
    assert Separation((1, 2)).holds_in(99)


def test_a_pairing_looks_at_the_rounds_before_it_only() -> None:
    t = tournament(Round(1, (Board(1, 2),)), Round(2, (Board(1, 3),)))
    assert t.next_round == 3
    assert t.up_to(1).rounds == t.rounds[:1]
    assert t.up_to(1).next_round == 2
    assert t.up_to(0).rounds == ()


def test_the_end_correction_goes_with_the_last_round() -> None:
    played = tournament(Round(1, (Board(1, 2),)), Round(2, (Board(1, 3),)))
    t = msgspec.structs.replace(played, end_correction=True)
    assert t.up_to(2).end_correction
    assert not t.up_to(1).end_correction


def test_values_are_frozen() -> None:
    with pytest.raises(AttributeError):
        setattr(tournament(), "version", 2)  # noqa: B010
