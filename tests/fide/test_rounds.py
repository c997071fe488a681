"""Rounds that cannot be paired, and pairings made by hand, by the questions of FIDE's checklist for programs (VCL4THP).

What is warned of in such a pairing stands in test_fide_mode.py.
"""

from __future__ import annotations

import pytest

from displays.words.language import language
from displays.words.pairing_reasons import advice
from engine.model import Board, Colour, Outcome, Player, Result, Rules, SitOut
from ledger.acts.lots import DrawFirstColour
from ledger.acts.pairing import ChangeRound, PairByHand, PairRound, RoundChanged
from ledger.acts.players import NewPlayer, RegisterPlayers
from ledger.acts.results import EnterResult
from ledger.acts.rounds import CloseRound, PublishRound
from tests.displays.client import Web
from tests.displays.commandline import Roundlog
from tests.fide.test_fide_mode import do, opened
from tests.ledger.given import Given

FIELD = "Ada", "Bob", "Cor", "Dirk", "Eva", "Fay"


def with_field(count: int, rules: Rules) -> Given:
    players = tuple(NewPlayer(player=Player(0, name, 2000 - number)) for number, name in enumerate(FIELD[:count]))
    return do(opened(rules), RegisterPlayers(players=players), DrawFirstColour(colour=Colour.WHITE))


def finish_round(history: Given, number: int, boards: int) -> Given:
    results = (EnterResult(round=number, board=board, result=Result.DRAW) for board in range(1, boards + 1))
    return do(history, PublishRound(round=number), *results, CloseRound(round=number))


@pytest.mark.parametrize(
    ("rules", "players", "told"),
    [
        (Rules("fide-dutch-2026", 4), 4, "the last ones may be impossible to pair by the rules"),
        (Rules("fide-dutch-2026", 2), 4, ""),
        (Rules("round-robin", 4), 4, "for everybody to meet everybody 3 are needed"),
        (Rules("round-robin", 3), 4, ""),
    ],
)
def test_62_more_rounds_than_can_be_paired_are_told_before_the_start(rules: Rules, players: int, told: str) -> None:
    lines = advice(with_field(players, rules).tournament, language("en"))
    assert [told in line for line in lines] == [True] * bool(told)


def test_62_the_console_and_the_command_line_tell_it(roundlog: Roundlog, web: Web) -> None:
    told = "the last ones may be impossible to pair by the rules"
    roundlog("open", "short", "--name", "Short", "--rounds", 2, "--system", "fide-dutch-2026")
    for name in FIELD[:4]:
        roundlog("register", "short", name)
    arbiter = web.sign_in("arbiter", "short")
    assert told not in arbiter.get("/console/short?lang=en").text
    assert told in roundlog("change-rules", "short", "--rounds", 5)
    assert told in arbiter.get("/console/short?lang=en").text


def test_63_a_round_that_cannot_be_paired_by_the_rules_is_paired_by_hand_and_the_tournament_ends() -> None:
    """Three players and four rounds: the fourth has no pairing without a rematch and a second bye."""
    history = with_field(3, Rules("fide-dutch-2026", 4))
    for number in (1, 2, 3):
        history = finish_round(do(history, PairRound(round=number)), number, 1)
    assert history.when(PairRound(round=4)).refusal.code == "nobody-may-have-the-bye"
    bye = (SitOut(3, Outcome.PAIRING_BYE),)
    history = finish_round(do(history, PairByHand(round=4, boards=(Board(1, 2),), sitouts=bye)), 4, 1)
    assert history.state.fide_mode.is_on
    assert len(history.tournament.rounds) == history.tournament.rules.rounds


def test_64_a_pairing_is_made_by_hand() -> None:
    history = with_field(4, Rules("fide-dutch-2026", 3))
    boards = (Board(1, 2), Board(4, 3))
    made = do(history, PairByHand(round=1, boards=boards))
    assert made.tournament.rounds[0].boards == boards


def test_64_a_pairing_of_the_system_is_changed_by_hand() -> None:
    history = do(with_field(4, Rules("fide-dutch-2026", 3)), PairRound(round=1))
    boards = (Board(1, 2), Board(4, 3))
    assert history.tournament.rounds[0].boards != boards
    changed = do(history, ChangeRound(round=1, boards=boards, reason="why"))
    assert changed.tournament.rounds[0].boards == boards


def test_65_whatever_was_moved_between_the_start_and_the_end_is_one_record() -> None:
    history = do(with_field(6, Rules("fide-dutch-2026", 3)), PairRound(round=1))
    boards = (Board(2, 1), Board(3, 4), Board(6, 5))
    (recorded,) = history.when(ChangeRound(round=1, boards=boards, reason="why")).events
    assert isinstance(recorded, RoundChanged)
    assert recorded.boards == boards


def test_65_the_page_has_a_button_that_begins_and_buttons_that_end(roundlog: Roundlog, web: Web) -> None:
    roundlog.open_six()
    roundlog("pair", "open", 1)
    page = web.sign_in("arbiter", "open").get("/console/open/rounds/1?lang=en").text
    reader = language("en")
    for word in ("change-by-hand", "save-changes", "drop-changes"):
        assert reader.word(word, "round") in page, word
