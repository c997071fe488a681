"""Results that can be entered, by the questions of FIDE's checklist for programs (VCL4THP)."""

from __future__ import annotations

from fractions import Fraction

import pytest
from msgspec.structs import replace

from displays.words import parse as typed
from engine.cards import cards
from engine.errors import BadInput
from engine.model import Board, Colour, Details, Entry, Phase, Player, Result, Round, Rules, Tournament
from ledger.acts.pairing import PairRound
from ledger.acts.results import CorrectColours, CorrectResult, EnterResult
from ledger.acts.rounds import PublishRound
from ledger.formats.trf import Dialect, parse, understand, write
from tests.displays.client import Web
from tests.displays.commandline import Roundlog
from tests.fide.test_fide_mode import SWISS, WHY, do, with_rounds

HALF = Fraction(1, 2)
NO_END = {Result.PENDING, Result.POSTPONED, Result.NEVER_PLAYED}
# Points, the letters of a TRF, and whether the game was played: of White and of Black.
MEANT: dict[Result, tuple[tuple[Fraction | int, Fraction | int], str, bool]] = {
    Result.WHITE_WINS: ((1, 0), "10", True),
    Result.DRAW: ((HALF, HALF), "==", True),
    Result.BLACK_WINS: ((0, 1), "01", True),
    Result.BOTH_LOSE: ((0, 0), "00", True),
    Result.HALF_TO_WHITE: ((HALF, 0), "=0", True),
    Result.HALF_TO_BLACK: ((0, HALF), "0=", True),
    Result.UNRATED_WHITE_WINS: ((1, 0), "WL", True),
    Result.UNRATED_DRAW: ((HALF, HALF), "DD", True),
    Result.UNRATED_BLACK_WINS: ((0, 1), "LW", True),
    Result.FORFEIT_WHITE_WINS: ((1, 0), "+-", False),
    Result.FORFEIT_BLACK_WINS: ((0, 1), "-+", False),
    Result.DOUBLE_FORFEIT: ((0, 0), "--", False),
}


def after(result: Result) -> Tournament:
    entries = {n: Entry(Player(n, f"P{n}", 2000 - n)) for n in (1, 2)}
    played = Round(1, (Board(1, 2, result),), (), "fide-dutch-2026", Phase.CLOSED)
    return Tournament(Details("Open"), Rules("fide-dutch-2026", 3), entries, (played,), first_colour=Colour.WHITE)


def test_186_there_is_no_result_beside_these() -> None:
    """Draughts has advantage draws too, by points that no tournament in FIDE mode has."""
    of_draughts = {one for one in Result if one.is_advantage_draw}
    assert set(Result) == set(MEANT) | NO_END | of_draughts
    history = do(with_rounds(0), PairRound(round=1), PublishRound(round=1))
    for result in of_draughts:
        history.when(EnterResult(round=1, board=1, result=result)).then_refused("no-advantage-draws")


@pytest.mark.parametrize("result", MEANT, ids=lambda result: result.value)
def test_186_each_result_scores_colours_and_is_reported_as_it_is_meant(result: Result) -> None:
    points, letters, is_played = MEANT[result]
    t = after(result)
    dealt = cards(t)
    assert tuple(Fraction(dealt[player].score, 2) for player in (1, 2)) == points
    assert result.is_played is is_played
    assert bool(dealt[1].colours) is is_played
    text = write(t, Dialect.TRF26)
    players = [line for line in text.splitlines() if line.startswith("001")]
    assert [line.rstrip()[-1] for line in players] == list(letters)
    assert understand(parse(text)).tournament.rounds[0].boards == t.rounds[0].boards


@pytest.mark.parametrize("result", MEANT, ids=lambda result: result.value)
def test_186_each_can_be_entered(result: Result) -> None:
    history = do(with_rounds(0), PairRound(round=1), PublishRound(round=1))
    history = do(history, EnterResult(round=1, board=1, result=result))
    assert history.tournament.rounds[0].boards[0].result is result


@pytest.mark.parametrize("text", ["½-0", "0-½", "0-0"])
def test_180_half_a_point_against_nothing_and_nothing_for_both_can_be_typed(text: str) -> None:
    assert typed.result(text) in (Result.HALF_TO_WHITE, Result.HALF_TO_BLACK, Result.BOTH_LOSE)


@pytest.mark.parametrize("text", ["1-½", "½-1", "1½-0"])
def test_181_more_than_a_game_is_worth_cannot(text: str) -> None:
    with pytest.raises(BadInput):
        typed.result(text)


def test_181_there_is_no_result_that_gives_more_than_a_game_is_worth() -> None:
    """(What draughts writes 1-1 is a draw.)"""
    assert all(sum(points) <= 1 for points, _, _ in MEANT.values())
    assert typed.result("1-1") is Result.DRAW


@pytest.mark.parametrize("text", ["½-0f", "0-½f", "½-½f", "1-1f", "1-½f"])
def test_182_a_forfeit_is_no_draw(text: str) -> None:
    with pytest.raises(BadInput):
        typed.result(text)


def test_183_there_are_three_forfeits() -> None:
    assert [one.value for one in Result if one.value.endswith("f")] == ["1-0f", "0-1f", "0-0f"]


@pytest.mark.parametrize("text", ["1-0f0", "1f-0", "1-0F=", "+-0", "=-", "1/-", "½-+"])
def test_184_no_result_is_half_a_game_and_half_a_forfeit(text: str) -> None:
    with pytest.raises(BadInput):
        typed.result(text)


@pytest.mark.parametrize("given", ["1-1/2", "1/2-1/2f", "1-0x", "1f-0"])
def test_184_nor_through_the_api(roundlog: Roundlog, web: Web, given: str) -> None:
    roundlog.open_six()
    roundlog("pair", "open", 1)
    roundlog("publish", "open", 1)
    arbiter = web.bearer("arbiter", "open")
    address = "/api/t/open/rounds/1/boards/1/result"
    assert arbiter.post(address, json={"result": given}).status_code == 400
    assert arbiter.post(address, json={"result": "1/2-0"}).status_code == 201


@pytest.mark.parametrize("text", ["1-0u", "0-1u", "½-½u"])
def test_185_a_game_without_a_move_of_both_is_entered_as_unrated(text: str) -> None:
    assert typed.result(text).value.endswith("u")


# -- rounds before the last --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "command",
    [CorrectResult(round=2, board=1, result=Result.DRAW, reason=WHY), CorrectColours(round=2, board=1, reason=WHY)],
    ids=["result", "colours"],
)
def test_190_the_round_before_the_last_can_be_corrected(command: CorrectResult | CorrectColours) -> None:
    history = with_rounds(3, replace(SWISS, rounds=7))
    corrected = do(history, command)
    assert corrected.tournament.rounds[1] != history.tournament.rounds[1]
    assert corrected.state.fide_mode.is_on
