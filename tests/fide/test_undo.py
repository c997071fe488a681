"""What touches the integrity of the pairing is marked, asked about and taken back: questions 112, 114, 115 of FIDE's
checklist for programs (VCL4THP)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest
from msgspec.structs import replace

from engine.model import Board, Outcome, Result, SitOut
from ledger.acts.act import CONFIRM, Command
from ledger.acts.decide import find_confirmation
from ledger.acts.evolve import evolve, find_integrity
from ledger.acts.extras import AdjustPoints
from ledger.acts.integrity import Integrity
from ledger.acts.opening import ChangeRules, FinishTournament
from ledger.acts.pairing import ChangeRound, PairByHand, PairRound
from ledger.acts.players import CorrectPlayer
from ledger.acts.presence import AnnounceAbsence, WithdrawPlayer
from ledger.acts.rating_corrections import CorrectForRating
from ledger.acts.record import Recorded
from ledger.acts.results import CorrectColours, CorrectResult, EnterResult, PostponeGame
from ledger.acts.rounds import CloseRound, PublishRound, ReopenRound, TakeBackRound
from ledger.acts.sit_outs import CorrectSitOut
from ledger.acts.undo import UndoRecord, stands
from ledger.formats.trf import parse, understand
from ledger.formats.trf.to_events import story
from ledger.formats.trf.writer import write
from ledger.views.audit import AuditCollector, AuditQuestion, Entry
from tests.fide.test_adjourned import adjourned
from tests.fide.test_fide_mode import SWISS, WHY, do, left, with_rounds
from tests.ledger.given import Given
from tests.ledger.histories import recorded

BY_HAND = PairByHand(round=3, boards=(Board(1, 4), Board(2, 3)), sitouts=(SitOut(5, Outcome.PAIRING_BYE),))


def in_round_3() -> Given:
    return do(with_rounds(2), PairRound(round=3), PublishRound(round=3))


def two_rounds() -> Given:
    return with_rounds(2)


def another_player(history: Given) -> Command:
    return CorrectPlayer(player=replace(history.tournament.entries[1].player, rating=1500), reason=WHY)


def swapped_round(history: Given) -> Command:
    played = history.tournament.rounds[-1]
    boards = tuple(Board(board.black, board.white) for board in played.boards)
    return ChangeRound(round=played.number, boards=boards, sitouts=played.sitouts, reason=WHY)


def longer(history: Given) -> Command:
    return ChangeRules(rules=replace(SWISS, rounds=9), reason=WHY)


def just(command: Command) -> Callable[[Given], Command]:
    return lambda history: command


ACTS = [
    pytest.param(two_rounds, just(BY_HAND), Integrity.HAND_MADE, id="hand-made"),
    pytest.param(in_round_3, swapped_round, Integrity.HAND_MADE, id="changed"),
    pytest.param(
        two_rounds,
        just(CorrectResult(round=2, board=1, result=Result.DRAW, reason=WHY)),
        Integrity.CORRECTION,
        id="result",
    ),
    pytest.param(two_rounds, just(CorrectColours(round=2, board=1, reason=WHY)), Integrity.CORRECTION, id="colours"),
    pytest.param(
        two_rounds,
        just(CorrectSitOut(round=2, player=5, outcome=Outcome.HALF_BYE, reason=WHY)),
        Integrity.CORRECTION,
        id="bye",
    ),
    pytest.param(
        two_rounds, just(AdjustPoints(player=1, round=2, points=-1, reason=WHY)), Integrity.CORRECTION, id="points"
    ),
    pytest.param(two_rounds, another_player, Integrity.CORRECTION, id="player"),
    pytest.param(in_round_3, just(PostponeGame(round=3, board=1)), Integrity.ADJOURNMENT, id="adjournment"),
    pytest.param(
        adjourned,
        just(EnterResult(round=2, board=1, result=Result.BLACK_WINS)),
        Integrity.ADJOURNED_RESULT,
        id="adjourned",
    ),
    pytest.param(
        two_rounds,
        just(AnnounceAbsence(player=4, rounds=(3, 4), outcome=Outcome.FULL_BYE)),
        Integrity.FULL_BYE,
        id="full bye",
    ),
    pytest.param(
        two_rounds,
        just(CorrectForRating(round=1, board=1, result=Result.DRAW, reason=WHY)),
        Integrity.RATING_CORRECTION,
        id="rating",
    ),
    pytest.param(
        two_rounds, just(WithdrawPlayer(player=4, reason=WHY, expelled=True)), Integrity.EXPULSION, id="expulsion"
    ),
]
IN_AND_OUT = [
    *ACTS,
    pytest.param(lambda: left(with_rounds(2)), longer, Integrity.CONFIGURATION, id="configuration"),
]


@pytest.mark.parametrize(("before", "command", "kind"), IN_AND_OUT)
def test_112_every_such_act_is_marked_in_the_audit(
    before: Callable[[], Given], command: Callable[[Given], Command], kind: Integrity
) -> None:
    history = before()
    (event,) = history.when(command(history)).events
    assert find_integrity(history.state, event) is kind
    assert audit_of(recorded((*history.events, event)))[-1].integrity == kind.value


def audit_of(records: Sequence[Recorded]) -> tuple[Entry, ...]:
    collector, state = AuditCollector(), None
    for record in records:
        after = evolve(state, record.event)
        collector.take(state, record, after)
        state = after
    audit = collector.show(len(records), AuditQuestion())
    assert audit is not None
    return audit.entries


def test_112_an_ordinary_result_and_its_correction_while_the_round_is_open_are_none_of_it() -> None:
    history = in_round_3()
    for command in (
        EnterResult(round=3, board=1, result=Result.DRAW),
        CorrectResult(round=3, board=1, result=Result.WHITE_WINS, reason=WHY),
    ):
        (event,) = history.when(command).events
        assert find_integrity(history.state, event) is None
        assert find_confirmation(history.state, command, [event]) is None
        history = do(history, command)


def test_112_an_import_is_marked_once() -> None:
    events = story(understand(parse(write(with_rounds(2).tournament))).tournament)
    entries = audit_of([replace(one, command="the file") for one in recorded(events)])
    assert [(entry.version, entry.integrity) for entry in entries if entry.integrity] == [(1, "import")]


@pytest.mark.parametrize(("before", "command", "kind"), ACTS)
def test_115_every_such_act_is_confirmed_first(
    before: Callable[[], Given], command: Callable[[Given], Command], kind: Integrity
) -> None:
    history = before()
    wanted = command(history)
    confirmation = find_confirmation(history.state, wanted, history.when(wanted).events)
    assert confirmation is not None
    assert confirmation.level >= CONFIRM


def without_records(history: Given) -> object:
    """What is played, whoever recorded it."""
    t = history.tournament
    rounds = tuple(
        replace(
            played,
            since=0,
            corrected=(),
            boards=tuple(replace(board, since=0) for board in played.boards),
            sitouts=tuple(replace(out, since=0) for out in played.sitouts),
        )
        for played in t.rounds
    )
    entries = {
        n: replace(e, withdrawals=tuple(w for w in e.withdrawals if w.until_round != w.from_round))
        for n, e in t.entries.items()
    }
    return replace(t, rounds=rounds, entries=entries, adjustments=())


@pytest.mark.parametrize(("before", "command", "kind"), IN_AND_OUT)
def test_114_one_act_takes_it_back(
    before: Callable[[], Given], command: Callable[[Given], Command], kind: Integrity
) -> None:
    history = before()
    done = do(history, command(history))
    assert without_records(done) != without_records(history) or done.tournament.adjustments
    undone = do(done, UndoRecord(record=done.state.version, reason="it was right"))
    assert without_records(undone) == without_records(history)
    assert sum(change.points for change in undone.tournament.adjustments) == 0
    assert not stands(undone.state, done.state.version)


def test_114_what_came_later_stays() -> None:
    history = do(with_rounds(2), CorrectResult(round=2, board=1, result=Result.DRAW, reason=WHY))
    record = history.state.version
    later = do(history, AnnounceAbsence(player=5, rounds=(3,)), PairRound(round=3), PublishRound(round=3))
    undone = do(later, UndoRecord(record=record, reason=WHY)).tournament
    assert undone.rounds[1].boards[0].result is Result.WHITE_WINS
    assert undone.rounds[2].boards == later.tournament.rounds[2].boards


def test_114_it_is_a_correction_with_its_own_reason_that_names_the_record() -> None:
    history = do(with_rounds(2), CorrectResult(round=2, board=1, result=Result.DRAW, reason=WHY))
    (event,) = history.when(UndoRecord(record=history.state.version, reason="it was right")).events
    assert (event.reason, event.corrects) == ("it was right", history.state.version)  # type: ignore[attr-defined]
    confirmation = find_confirmation(
        history.state, UndoRecord(record=history.state.version, reason="it was right"), [event]
    )
    assert confirmation is not None


def test_114_a_published_pairing_by_hand_goes_with_its_publication() -> None:
    history = do(with_rounds(2), BY_HAND)
    record = history.state.version
    undone = do(do(history, PublishRound(round=3)), UndoRecord(record=record, reason=WHY))
    assert len(undone.tournament.rounds) == 2


def test_114_a_finished_tournament_is_reopened_for_it_and_finished_again() -> None:
    history = do(with_rounds(2), CorrectResult(round=2, board=1, result=Result.DRAW, reason=WHY))
    record = history.state.version
    history = do(history, FinishTournament(reason=WHY))
    undone = do(history, UndoRecord(record=record, reason=WHY)).tournament
    assert undone.is_finished
    assert undone.rounds[1].boards[0].result is Result.WHITE_WINS


def test_114_what_was_taken_back_can_be_brought_back() -> None:
    history = do(with_rounds(2), CorrectResult(round=2, board=1, result=Result.DRAW, reason=WHY))
    undone = do(history, UndoRecord(record=history.state.version, reason=WHY))
    again = do(undone, UndoRecord(record=undone.state.version, reason=WHY))
    assert again.tournament.rounds[1].boards[0].result is Result.DRAW


@pytest.mark.parametrize(
    "later",
    [
        CorrectResult(round=2, board=1, result=Result.BLACK_WINS, reason=WHY),
        CorrectColours(round=2, board=1, reason=WHY),
    ],
    ids=["result", "colours"],
)
def test_114_it_is_refused_where_a_later_record_stands_in_its_place(later: Command) -> None:
    history = do(with_rounds(2), CorrectResult(round=2, board=1, result=Result.DRAW, reason=WHY))
    record = history.state.version
    do(history, later).when(UndoRecord(record=record, reason=WHY)).then_refused("record-stands-no-more", record=record)


def test_114_it_is_refused_where_later_records_were_built_on_it() -> None:
    boards = (Board(1, 3), Board(2, 4))
    history = do(with_rounds(1), PairByHand(round=2, boards=boards, sitouts=(SitOut(5, Outcome.ZERO_BYE),)))
    record = history.state.version
    begun = do(history, PublishRound(round=2), EnterResult(round=2, board=1, result=Result.DRAW))
    begun.when(UndoRecord(record=record, reason=WHY)).then_refused("round-has-begun", round=2)
    closed = do(begun, EnterResult(round=2, board=2, result=Result.DRAW), CloseRound(round=2), PairRound(round=3))
    closed.when(UndoRecord(record=record, reason=WHY)).then_refused("record-stands-no-more", record=record)


def test_114_a_correction_for_the_rating_of_a_round_that_is_paired_no_more_stands_no_more() -> None:
    there = do(with_rounds(1), CorrectForRating(round=1, board=1, result=Result.DRAW, reason=WHY))
    record = there.state.version
    assert stands(there.state, record)
    there = do(there, ReopenRound(round=1, reason=WHY))
    for place in range(1, len(there.tournament.rounds[0].boards) + 1):
        there = do(there, CorrectResult(round=1, board=place, result=Result.PENDING, reason=WHY))
    there = do(there, *(TakeBackRound(round=1, reason=WHY),) * 2)
    assert not there.tournament.rounds
    assert not stands(there.state, record)


@pytest.mark.parametrize(
    "later",
    [
        CorrectSitOut(round=3, player=5, outcome=Outcome.HALF_BYE, reason=WHY),
        CorrectColours(round=3, board=1, reason=WHY),
    ],
    ids=["bye", "colours"],
)
def test_114_seats_are_not_taken_back_with_what_was_corrected_of_them_since(later: Command) -> None:
    history = do(with_rounds(2), BY_HAND, PublishRound(round=3))
    changed = do(history, swapped_round(history))
    record = changed.state.version
    do(changed, later).when(UndoRecord(record=record, reason=WHY)).then_refused("record-stands-no-more", record=record)


def test_114_what_touched_no_pairing_is_not_taken_back_like_this() -> None:
    history = with_rounds(2)
    history.when(UndoRecord(record=2, reason=WHY)).then_refused("record-cannot-be-undone", record=2)
    last = history.state.version
    history.when(UndoRecord(record=last + 1, reason=WHY)).then_refused("no-such-record", record=last + 1, last=last)
    history.when(UndoRecord(record=0, reason=WHY)).then_refused("no-such-record", record=0, last=last)


def test_114_it_needs_a_reason() -> None:
    history = do(with_rounds(2), ReopenRound(round=2, reason=WHY))
    history.when(UndoRecord(record=1, reason=" ")).then_refused("reason-missing")


def test_114_every_kind_has_a_way_back_but_those_that_cannot_have_one() -> None:
    """An import opened the tournament, and FIDE mode is left for ever (45)."""
    tried = {parameter.values[2] for parameter in IN_AND_OUT}
    assert set(Integrity) - tried == {Integrity.IMPORT, Integrity.LEAVING}
