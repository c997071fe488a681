"""Players who are expelled, by the questions of FIDE's checklist for programs (VCL4THP): numbers stand in the names."""

from __future__ import annotations

from displays.words.language import language
from displays.words.view_text import view_text
from engine.cards import cards
from engine.model import Outcome, Withdrawal
from engine.standings import rank
from ledger.acts.act import CONFIRM
from ledger.acts.catalogue import BY_EVENT
from ledger.acts.decide import find_confirmation
from ledger.acts.presence import PlayerWithdrawn, ReturnPlayer, WithdrawPlayer
from ledger.acts.undo import UndoRecord
from ledger.formats.trf.comments import write_comments
from ledger.views import card, crosstable, standings
from tests.fide.test_fide_mode import WHY, do, with_rounds
from tests.fide.test_report import NUMBERS
from tests.ledger.given import Given
from tests.ledger.histories import recorded

EXPEL = WithdrawPlayer(player=1, reason="a telephone, twice", expelled=True)


def expelled() -> Given:
    """Player 1 has won both rounds, and is expelled."""
    return do(with_rounds(2), EXPEL)


def test_197_a_player_can_be_marked_expelled() -> None:
    history = (
        with_rounds(2)
        .when(EXPEL)
        .then(PlayerWithdrawn(player=1, from_round=3, reason="a telephone, twice", expelled=True))
    )
    assert history.tournament.expelled_from(1) == 3
    assert with_rounds(2).tournament.expelled_from(1) == 0


def test_197_it_needs_a_reason_which_is_private() -> None:
    with_rounds(2).when(WithdrawPlayer(player=1, expelled=True)).then_refused("reason-missing")
    assert BY_EVENT[PlayerWithdrawn].has_private_reason


def test_197_it_is_confirmed() -> None:
    history = with_rounds(2)
    confirmation = find_confirmation(history.state, EXPEL, history.when(EXPEL).events)
    assert confirmation is not None
    assert (confirmation.level, confirmation.consequences[0].code) == (CONFIRM, "integrity-expulsion")


def test_197_who_is_expelled_is_not_paired() -> None:
    assert 1 not in expelled().tournament.available(3)


def test_197_who_has_withdrawn_can_still_be_expelled_and_is_then_withdrawn_again() -> None:
    history = do(with_rounds(2), WithdrawPlayer(player=1), EXPEL)
    assert history.tournament.expelled_from(1) == 3
    undone = do(history, UndoRecord(record=history.state.version, reason=WHY)).tournament
    assert undone.expelled_from(1) == 0
    assert undone.withdrawal_in(1, 3) is not None


def test_197_whoever_is_back_is_back_from_both() -> None:
    history = do(with_rounds(2), WithdrawPlayer(player=1), EXPEL, ReturnPlayer(player=1))
    assert history.tournament.entries[1].withdrawals == (
        Withdrawal(3, 3, Outcome.ZERO_BYE),
        Withdrawal(3, 3, Outcome.ZERO_BYE, expelled=True),
    )
    assert 1 in history.tournament.available(3)


def test_198_who_is_expelled_has_no_place_and_is_listed_below() -> None:
    before, after = (standings.show(history.state, standings.Ask()) for history in (with_rounds(2), expelled()))
    assert before.lines[0].player.number == 1
    assert [line.player.number for line in after.lines] == [line.player.number for line in before.lines[1:]]
    assert after.lines[0].place == 1
    assert [player.number for player in after.expelled] == [1]


def test_198_the_results_count_for_the_opponents() -> None:
    """The tie-breaks are those with them."""
    before, after = ({line.player: line.values for line in rank(h.tournament)} for h in (with_rounds(2), expelled()))
    assert after == before
    assert cards(expelled().tournament)[2] == cards(with_rounds(2).tournament)[2]


def test_198_tables_of_before_have_everybody() -> None:
    shown = standings.show(expelled().state, standings.Ask(round=1))
    assert not shown.expelled
    assert len(shown.lines) == 5


def test_198_card_and_cross_table_are_marked() -> None:
    state = expelled().state
    shown = card.show(state, card.Ask(1))
    assert shown.is_expelled
    assert [line.player.number for line in crosstable.show(state, crosstable.Ask()).lines][-1] == 1


def test_198_text_and_page_say_who_it_is() -> None:
    state = expelled().state
    for code, word in (("en", "Expelled"), ("nl", "Uitgesloten"), ("de", "Ausgeschlossen"), ("et", "Kõrvaldatud")):
        text = view_text(standings.show(state, standings.Ask()), language(code), state.tournament)
        assert f"{word}: Ada" in text
    assert "(expelled)" in view_text(card.show(state, card.Ask(1)), language("en"), state.tournament)


def test_198_the_comments_say_it_without_the_reason() -> None:
    told = list(write_comments(recorded(expelled().events), NUMBERS))
    assert told[-1].startswith("### Expulsion @ Round 3: player 1 (version ")


def test_198_it_can_be_taken_back() -> None:
    history = do(expelled(), UndoRecord(record=expelled().state.version, reason=WHY))
    assert history.tournament.expelled_from(1) == 0
    assert 1 in history.tournament.available(3)
    assert not standings.show(history.state, standings.Ask()).expelled
