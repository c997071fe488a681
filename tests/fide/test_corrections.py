"""Corrections of the past, by the questions of FIDE's checklist for programs (VCL4THP): numbers stand in the names."""

from __future__ import annotations

import pytest

from displays.words.language import language
from engine.cards import cards
from engine.errors import Refusal
from engine.model import Result
from engine.standings import rank
from ledger.acts.act import CONFIRM
from ledger.acts.decide import find_confirmation
from ledger.acts.pairing import PairRound
from ledger.acts.rating_corrections import CorrectForRating, RatingCorrected
from ledger.acts.results import CorrectResult
from ledger.acts.rounds import ReopenRound
from ledger.formats.trf import parse, understand
from ledger.formats.trf.comments import write_comments
from ledger.formats.trf.report import write_report
from ledger.formats.trf.writer import Dialect, losses
from tests.fide.test_fide_mode import WHY, do, with_rounds
from tests.fide.test_report import NUMBERS
from tests.ledger.given import Given
from tests.ledger.histories import recorded

LATE = CorrectForRating(round=1, board=1, result=Result.BLACK_WINS, reason=WHY)


def rated() -> Given:
    """Three rounds; board 1 of the first, which 1 won against 2, is 0-1 in the rating report."""
    return do(with_rounds(3), LATE)


def player_lines(history: Given, dialect: Dialect = Dialect.TRF26) -> dict[int, str]:
    lines = write_report(history.state, dialect, is_interim=True).text.splitlines()
    return {int(line[4:8]): line for line in lines if line.startswith("001")}


def test_189_the_refusal_of_an_older_round_names_the_way_out() -> None:
    refusal = with_rounds(3).when(CorrectResult(round=1, board=1, result=Result.DRAW, reason=WHY)).refusal
    assert isinstance(refusal, Refusal)
    assert "rating report only" in language("en").sentence(refusal)


def test_192_it_is_recorded_beside_the_result_that_stands() -> None:
    history = (
        with_rounds(3)
        .when(LATE)
        .then(
            RatingCorrected(
                round=1,
                board=1,
                stands=Result.WHITE_WINS,
                old=Result.WHITE_WINS,
                result=Result.BLACK_WINS,
                corrects=with_rounds(3).tournament.rounds[0].boards[0].since,
                reason=WHY,
            )
        )
    )
    board = history.tournament.rounds[0].boards[0]
    assert (board.result, board.rated_as) == (Result.WHITE_WINS, Result.BLACK_WINS)


def test_192_pairings_standings_and_cards_keep_what_stands() -> None:
    before, after = with_rounds(2), do(with_rounds(2), LATE)
    assert rank(after.tournament) == rank(before.tournament)
    assert cards(after.tournament) == cards(before.tournament)
    assert after.when(PairRound(round=3)).events == before.when(PairRound(round=3)).events


def test_192_it_is_confirmed() -> None:
    history = with_rounds(3)
    confirmation = find_confirmation(history.state, LATE, history.when(LATE).events)
    assert confirmation is not None
    assert (confirmation.level, [one.code for one in confirmation.consequences]) == (
        CONFIRM,
        ["integrity-rating-correction"],
    )


def test_192_the_report_has_the_corrected_result_and_the_points_of_the_table() -> None:
    """TRF26 299 says why they differ: so the scores by which the later rounds were paired are those of the file."""
    lines, before = player_lines(rated()), player_lines(with_rounds(3))
    assert (lines[1][91:99], lines[2][91:99]) == ("   2 w 0", "   1 b 1")
    assert (before[1][91:99], before[2][91:99]) == ("   2 w 1", "   1 b 0")
    assert [line[80:89] for line in lines.values()] == [line[80:89] for line in before.values()]
    read = understand(parse(write_report(rated().state, Dialect.TRF26, is_interim=True).text)).tournament
    assert sorted((a.player, a.round, a.points) for a in read.adjustments) == [(1, 1, 2), (2, 1, -2)]
    assert {n: card.score for n, card in cards(read).items()} == {
        n: card.score for n, card in cards(rated().tournament).items()
    }


def test_192_a_trf16_can_only_say_points_that_follow_and_that_is_told() -> None:
    lines = player_lines(rated(), Dialect.TRF16)
    assert (lines[1][91:99], lines[1][80:84]) == ("   2 w 0", " 2.0")
    told = [loss.facts["field"] for loss in losses(rated().tournament, Dialect.TRF16) if loss.code == "trf-left-out"]
    assert "points_by_decision" in told
    understand(parse(write_report(rated().state, Dialect.TRF16).text))  # and the file agrees with itself


def test_192_who_pairs_by_a_trfx_goes_by_what_stands() -> None:
    assert player_lines(rated(), Dialect.TRFX) == player_lines(with_rounds(3), Dialect.TRFX)
    told = [loss.facts["field"] for loss in losses(rated().tournament, Dialect.TRFX) if loss.code == "trf-left-out"]
    assert "rated_as" in told


def test_192_it_can_be_taken_back() -> None:
    history = do(rated(), CorrectForRating(round=1, board=1, result=Result.WHITE_WINS, reason=WHY))
    assert history.tournament.rounds[0].boards[0].rated_as is None
    again = CorrectForRating(round=1, board=1, result=Result.WHITE_WINS, reason=WHY)
    history.when(again).then_refused("nothing-changes")


@pytest.mark.parametrize(
    ("result", "code"), [(Result.PENDING, "not-a-result"), (Result.POSTPONED, "not-a-result")], ids=str
)
def test_192_it_is_a_result(result: Result, code: str) -> None:
    with_rounds(3).when(CorrectForRating(round=1, board=1, result=result, reason=WHY)).then_refused(
        code, result=result.value
    )


def test_192_what_can_be_corrected_for_everything_is() -> None:
    history = do(with_rounds(2), ReopenRound(round=2, reason=WHY))
    command = CorrectForRating(round=2, board=1, result=Result.DRAW, reason=WHY)
    history.when(command).then_refused("rating-correction-too-early", round=2, board=1)


def test_192_a_later_correction_of_the_result_goes_before_it() -> None:
    history = do(with_rounds(2), LATE, CorrectResult(round=1, board=1, result=Result.DRAW, reason=WHY))
    board = history.tournament.rounds[0].boards[0]
    assert (board.result, board.rated_as) == (Result.DRAW, None)


def test_193_the_comments_say_what_the_pairings_used() -> None:
    told = list(write_comments(recorded(rated().events), NUMBERS))
    assert told[-1].startswith("### Rating correction @ Round 1: 1-2: 1-0 => 0-1 (version ")


@pytest.mark.parametrize("dialect", Dialect)
def test_193_without_one_no_file_is_another(dialect: Dialect) -> None:
    history = do(rated(), CorrectForRating(round=1, board=1, result=Result.WHITE_WINS, reason=WHY))
    assert write_report(history.state, dialect).text == write_report(with_rounds(3).state, dialect).text
