"""Why a pairing is not that of the rules: the board, the article and the reason of the first difference."""

from __future__ import annotations

from engine.difference import DecidingReason, breach_reason, deciding_reason
from engine.model import Board, Outcome, PlayerId, SitOut, Tournament
from engine.systems.fide_dutch.system import FIDE_DUTCH_2026
from ledger.formats.trf import parse, understand
from tests.ledger.formats.trf.sheets import player, sheet

PLAYED = (
    "XXR 5",
    "XXC white1",
    player(1, "4w1", points="1.0"),
    player(2, "5b1", points="1.0"),
    player(3, "6w1", points="1.0"),
    player(4, "1b0", points="0.0"),
    player(5, "2w0", points="0.0"),
    player(6, "3b0", points="0.0"),
    player(7, "U", points="1.0"),
)


def tournament(*lines: str) -> Tournament:
    return understand(parse(sheet(*(lines or PLAYED))), "fide-dutch-2026").tournament


def why(t: Tournament, *pairs: tuple[PlayerId, PlayerId]) -> DecidingReason:
    """Of these pairs, White first; who meets 0 has the bye."""
    ours = FIDE_DUTCH_2026.pair(t)
    opponents = dict(pairs) | {black: white for white, black in pairs if black}
    return deciding_reason(FIDE_DUTCH_2026, t, ours, opponents, {white for white, black in pairs if black})


def test_the_pairs_are_as_these_tests_take_them():
    ours = FIDE_DUTCH_2026.pair(tournament())
    assert [(board.white, board.black) for board in ours.boards] == [(7, 1), (2, 3), (4, 5)]
    assert ours.bye == 6


def test_colours_alone_have_the_article_of_the_allocation():
    found = why(tournament(), (1, 7), (2, 3), (4, 5), (6, 0))
    assert (found.board, found.article) == (1, "FIDE C.04.3:2026 5.2.1")


def test_a_criterion_that_spoke_against_the_other_opponent():
    found = why(tournament(), (1, 3), (2, 7), (4, 5), (6, 0))
    assert found.board == 1
    assert found.article == "FIDE C.04.3:2026 [C12]"
    assert found.reason is not None
    assert set(found.reason.players) == {1, 3}


def test_an_absolute_rule_is_told_first():
    boards = (Board(1, 4), Board(2, 3), Board(7, 5))
    found = breach_reason(FIDE_DUTCH_2026, tournament(), boards, (SitOut(6, Outcome.PAIRING_BYE),))
    assert found is not None
    assert (found.board, found.article) == (1, "FIDE C.04.3:2026 [C1]")
    bye = breach_reason(FIDE_DUTCH_2026, tournament(), boards[1:2], (SitOut(7, Outcome.PAIRING_BYE),))
    assert bye is not None
    assert bye.board == 0
    right = (Board(7, 1), Board(2, 3), Board(4, 5))
    assert breach_reason(FIDE_DUTCH_2026, tournament(), right, (SitOut(6, Outcome.PAIRING_BYE),)) is None


def test_the_bye_of_somebody_else():
    """All three have as many points, and 6 is the last of them."""
    found = why(tournament(), (7, 1), (2, 3), (4, 6), (5, 0))
    assert found.reason is not None
    assert 5 in found.reason.facts["others"]  # type: ignore[operator]  # the players instead of whom


def test_where_nothing_is_told_of_them_the_regulation_stands():
    """Everybody sits where they should: nothing differs, and there is no reason."""
    found = why(tournament(), (7, 1), (2, 3), (4, 5), (6, 0))
    assert found == DecidingReason(0, "FIDE C.04.3:2026")
