"""Chess960, by the question of FIDE's checklist for programs (VCL4THP)."""

from __future__ import annotations

import pytest

from engine.chess960 import POSITIONS, USUAL, position_of
from engine.model import Details, Player, Result, Rules
from ledger.acts.lots import DrawFirstColour
from ledger.acts.opening import OpenTournament
from ledger.acts.pairing import PairRound
from ledger.acts.players import NewPlayer, RegisterPlayers
from ledger.acts.positions import DrawPosition, PositionDrawn
from ledger.acts.results import EnterResult
from ledger.acts.rounds import PublishRound
from ledger.views.boards import BoardsQuestion
from ledger.views.boards import show as show_boards
from ledger.views.start_position import StartPosition
from tests.fide.test_fide_mode import WHY, do, opened
from tests.ledger.given import Given, given

RULES = Rules("fide-dutch-2026", 5, chess960=True)


def entered(rules: Rules = RULES) -> Given:
    players = tuple(NewPlayer(player=Player(0, name, 2000)) for name in ("Ada", "Bob", "Cor", "Dirk"))
    return do(opened(rules), RegisterPlayers(players=players), DrawFirstColour(seed="hat"))


def test_222_there_are_960_positions_and_each_is_one() -> None:
    found = {position_of(number) for number in range(POSITIONS)}
    assert len(found) == 960
    for pieces in found:
        assert sorted(pieces) == sorted("RNBQKBNR")
        first, last = (place for place, piece in enumerate(pieces) if piece == "B")
        assert (first + last) % 2 == 1  # on squares of both colours
        assert pieces.index("R") < pieces.index("K") < pieces.rindex("R")


@pytest.mark.parametrize(
    ("number", "pieces"), [(USUAL, "RNBQKBNR"), (0, "BBQNNRKR"), (959, "RKRNNQBB"), (1, "BQNBNRKR")]
)
def test_222_their_numbers_are_those_of_scharnagl(number: int, pieces: str) -> None:
    assert position_of(number) == pieces


def test_222_it_is_a_setting_of_a_tournament_in_fide_mode() -> None:
    assert entered().state.fide_mode.is_on
    entered(Rules("fide-dutch-2026", 5)).when(DrawPosition(round=1, seed="hat")).then_refused("not-chess960")


def test_222_it_is_chess() -> None:
    rules = Rules("kndb", 5, game="draughts", chess960=True)
    command = OpenTournament(details=Details("Open"), rules=rules)
    given().when(command).then_refused("chess960-is-chess", field="chess960", game="draughts")


def test_222_the_position_of_a_round_is_drawn_by_lot_the_same_from_the_same_seed() -> None:
    (drawn,) = entered().when(DrawPosition(round=1, seed="hat")).events
    assert isinstance(drawn, PositionDrawn)
    assert drawn.seed == "hat"
    assert entered().when(DrawPosition(round=1, seed="hat")).events == [drawn]
    numbers = {do(entered(), DrawPosition(round=1, seed=str(seed))).tournament.positions[1] for seed in range(50)}
    assert len(numbers) > 40
    assert all(0 <= number < POSITIONS for number in numbers)


def test_222_or_typed_as_it_was_drawn_before_the_public() -> None:
    history = do(entered(), DrawPosition(round=1, number=518))
    assert history.tournament.positions == {1: 518}
    entered().when(DrawPosition(round=1, number=960)).then_refused(
        "number-outside-range", field="number", value=960, least=0, most=959
    )
    entered().when(DrawPosition(round=1)).then_refused("text-missing", field="seed")


def test_222_nobody_draws_until_they_like_it_nor_once_it_is_played() -> None:
    history = do(entered(), DrawPosition(round=1, number=7))
    history.when(DrawPosition(round=1, seed="hat")).then_refused("position-stands", round=1, number=7)
    assert history.when(DrawPosition(round=1, seed="hat", reason=WHY)).events
    begun = do(history, PairRound(round=1), PublishRound(round=1), EnterResult(round=1, board=1, result=Result.DRAW))
    begun.when(DrawPosition(round=1, seed="hat", reason=WHY)).then_refused("position-is-played", round=1)


def test_222_positions_of_later_rounds_nobody_knows() -> None:
    entered().when(DrawPosition(round=2, seed="hat")).then_refused("not-the-next-round", round=2, next=1)


def test_222_it_is_shown_with_the_pairings() -> None:
    history = do(entered(), DrawPosition(round=1, number=518), PairRound(round=1))
    shown = show_boards(history.state, BoardsQuestion()).position
    assert isinstance(shown, StartPosition)
    assert (shown.number, shown.pieces) == (518, "RNBQKBNR")
