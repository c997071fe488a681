"""The audit trail: who, when, what, old → new, why, and which record corrects which."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
import pytest

from engine.model import DRAUGHTS_POINTS, Board, Colour, Details, ExtraPurpose, Outcome, Result
from ledger.acts.act import Command
from ledger.acts.extra_games import CorrectExtraGame, RecordExtraGame
from ledger.acts.extras import AdjustPoints, SettleTie
from ledger.acts.fields import Change
from ledger.acts.hall import Announce, ClearClock, SetClock, WithdrawAnnouncement
from ledger.acts.lots import DrawFirstColour, DrawLots
from ledger.acts.opening import ChangeDetails, ChangeRules, FinishTournament, ReopenTournament
from ledger.acts.pairing import ChangeRound
from ledger.acts.players import CorrectPlayer
from ledger.acts.presence import AnnounceAbsence, CancelAbsence, ReturnPlayer, WithdrawPlayer
from ledger.acts.record import Recorded
from ledger.acts.results import CorrectColours, CorrectResult, EnterResult, PostponeGame
from ledger.acts.rounds import CloseRound, PublishRound, ReopenRound, TakeBackRound
from ledger.acts.separations import LiftSeparation, SeparatePlayers
from ledger.acts.sit_outs import CorrectSitOut
from ledger.acts.start_order import SetStartOrder
from ledger.views import projector
from ledger.views.audit import AuditItem, AuditQuestion, Entry, find_corrections, item_of, page_of
from ledger.views.projector import Projection
from tests.ledger.histories import Table, one_round, opened, pair, played, random_history


def audit(table: Table, **asked: Any) -> tuple[Entry, ...]:
    return Projection(table.records).show(AuditQuestion(**asked)).entries


def test_the_audit_names_who_when_what_and_why() -> None:
    table = one_round()
    table.do(CorrectResult(round=1, board=1, result=Result.DRAW, reason="slip misread"), actor="Otto")
    entry = audit(table)[-1]
    assert (entry.version, entry.at, entry.actor) == (9, "2026-05-01T09:08:00.000000Z", "Otto")
    assert (entry.what, entry.round, entry.board, entry.players) == ("result-corrected", 1, 1, (1, 2))
    assert (entry.changes, entry.reason) == ((Change("result", "1-0", "1/2"),), "slip misread")


def test_every_event_has_its_entry() -> None:
    table = one_round()
    assert [entry.version for entry in audit(table)] == list(range(1, len(table.records) + 1))


def test_a_correction_and_what_it_corrects_name_each_other() -> None:
    table = one_round()
    table.do(CorrectResult(round=1, board=1, result=Result.DRAW, reason="slip misread"))
    table.do(CorrectResult(round=1, board=1, result=Result.BLACK_WINS, reason="misread again"))
    entered, first, second = (audit(table)[version - 1] for version in (7, 9, 10))
    assert (entered.what, entered.corrects, entered.corrected_by) == ("result-entered", None, (9,))
    assert (first.corrects, first.corrected_by) == (7, (10,))
    assert (second.corrects, second.corrected_by) == (9, ())


def corrected(table: Table, command: Command) -> tuple[dict[str, tuple[object, object]], int | None]:
    """What the audit says of the command's event: field → (old, new), and the version it corrects."""
    entry = audit(table.do(command))[-1]
    if entry.corrects is not None:
        assert entry.version in audit(table)[entry.corrects - 1].corrected_by
    return {change.field: (change.old, change.new) for change in entry.changes}, entry.corrects


def test_a_players_data_are_shown_field_by_field() -> None:
    table = opened("Anna", "Bea")
    anna = msgspec.structs.replace(table.now.entries[1].player, rating=1850, club="Elva")
    said = corrected(table, CorrectPlayer(player=anna, reason="list of May"))
    assert said == ({"rating": (2000, 1850), "club": ("", "Elva")}, 2)
    again = msgspec.structs.replace(anna, ids=msgspec.structs.replace(anna.ids, fide="4500001"))
    assert corrected(table, CorrectPlayer(player=again, reason="id")) == ({"ids.fide": ("", "4500001")}, 4)


def test_rules_and_details_are_shown_field_by_field() -> None:
    table = opened("Anna", "Bea", rounds=5)
    rules = msgspec.structs.replace(table.now.rules, rounds=7, points=DRAUGHTS_POINTS)
    said, version = corrected(table, ChangeRules(rules=rules, reason="draughts after all"))
    assert (said, version) == ({"rounds": (5, 7), "points.per_point": (2, 1)}, 1)
    assert corrected(table, ChangeDetails(details=Details("Club Open", "Tartu"))) == ({"place": ("", "Tartu")}, 1)


def test_the_corrections_of_a_round() -> None:
    table = one_round()
    colours = corrected(table, CorrectColours(round=1, board=1, reason="sat so"))
    assert colours == ({"white": (1, 2), "black": (2, 1), "result": ("1-0", "0-1")}, 7)
    sit_out = CorrectSitOut(round=1, player=3, outcome=Outcome.HALF_BYE, reason="asked for it")
    assert corrected(table, sit_out) == ({"outcome": ("pairing-bye", "half-bye")}, 5)
    fine = AdjustPoints(player=1, round=1, points=-1, reason="late")
    assert corrected(table, fine) == ({"adjustment": (0, -1)}, None)
    assert corrected(table, fine) == ({"adjustment": (-1, -2)}, None)
    assert corrected(table, ReopenRound(round=1, reason="early")) == ({"phase": ("closed", "published")}, None)


def test_a_round_changed_by_hand_shows_the_seats_that_changed() -> None:
    table = opened("Anna", "Bea", "Carl", "Dora", "Egon").do(pair(1, (1, 2), (3, 4), bye=5))
    change = ChangeRound(round=1, boards=(Board(1, 2), Board(3, 5)), sitouts=pair(1, bye=4).sitouts, reason="club")
    fields, version = corrected(table, change)
    assert fields == {
        "boards.2.black": (4, 5),
        "sitouts.5": ("pairing-bye", None),
        "sitouts.4": (None, "pairing-bye"),
    }
    assert version == 7
    assert audit(table)[-1].players == (4, 5)
    taken_back = corrected(table, TakeBackRound(round=1, reason="again"))
    assert taken_back == ({"phase": ("paired", None), "system": ("by-hand", None), "boards": (2, None)}, 8)


def test_extra_games_ties_orders_and_lots() -> None:
    table = opened("Anna", "Bea")
    assert corrected(table, SetStartOrder(order=(2, 1))) == ({"start_order": ((), (2, 1))}, None)
    assert corrected(table, SetStartOrder(order=(1, 2))) == ({"start_order": ((2, 1), (1, 2))}, 4)
    lots, _ = corrected(table, DrawLots(seed="dice"))
    assert lots["lots"][0] == ()
    assert audit(table)[-1].seed == "dice"
    assert corrected(table, DrawFirstColour(colour=Colour.BLACK)) == ({"first_colour": (None, "black")}, None)
    table.do(pair(1, (1, 2)), *played(1, "1/2"))
    game = RecordExtraGame(purpose=ExtraPurpose.PLAY_OFF, white=1, black=2, result=Result.DRAW)
    new = {"white": (None, 1), "black": (None, 2), "result": (None, "1/2")}
    assert corrected(table, game) == (new, None)
    assert corrected(table, game) == (new, None), "a second game is not a change of the first"
    version = table.state.version
    correction = CorrectExtraGame(game=2, result=Result.WHITE_WINS, reason="slip misread")
    assert corrected(table, correction) == ({"result": ("1/2", "1-0")}, version)
    assert corrected(table, SettleTie(players=(1, 2), by="play-off"))[0] == {
        "order": (None, (1, 2)),
        "by": (None, "play-off"),
    }
    assert corrected(table, SettleTie(players=(2, 1), by="play-off", reason="misread"))[0] == {
        "order": ((1, 2), (2, 1))
    }


def test_the_life_of_an_entry() -> None:
    table = opened("Anna", "Bea")
    absence = AnnounceAbsence(player=2, rounds=(2, 3), outcome=Outcome.TEAM_DUTY)
    duty = "team-duty"
    assert corrected(table, absence)[0] == {"absences.2": (None, duty), "absences.3": (None, duty)}
    assert corrected(table, CancelAbsence(player=2, rounds=(3,)))[0] == {"absences.3": (duty, None)}
    assert corrected(table, WithdrawPlayer(player=2))[0] == {
        "withdrawals.1.from_round": (None, 1),
        "withdrawals.1.counts_as": (None, "zero-bye"),
    }
    assert corrected(table, ReturnPlayer(player=2, from_round=2))[0] == {"withdrawals.1.until_round": (None, 2)}
    apart = SeparatePlayers(players=(1, 2), to_round=3, reason="sisters")
    assert corrected(table, apart)[0] == {"from_round": (None, 1), "to_round": (None, 3)}
    lifted = LiftSeparation(players=(1, 2), to_round=3, reason="peace")
    assert corrected(table, lifted)[0] == {"from_round": (1, None), "to_round": (3, None)}


def test_the_hall_and_the_end() -> None:
    table = one_round()
    clock = SetClock(round=1, starts="2026-05-01T10:00:00Z", ends="2026-05-01T12:00:00Z")
    assert corrected(table, clock)[0]["starts"] == (None, "2026-05-01T10:00:00Z")
    assert corrected(table, ClearClock(round=1))[0]["round"] == (1, None)
    assert corrected(table, Announce(text="Lunch"))[0] == {"text": (None, "Lunch")}
    number = table.state.version
    assert corrected(table, WithdrawAnnouncement(announcement=number))[0] == {"text": ("Lunch", None)}
    assert corrected(table, FinishTournament(reason="snow"))[0] == {"is_finished": (False, True)}
    assert audit(table)[-1].reason == "snow"
    assert corrected(table, ReopenTournament(reason="a protest"))[0] == {"is_finished": (True, False)}


def moved(table: Table, command: Command) -> dict[int, tuple[int, int]]:
    """Whose place the command's event changed: player → (old, new)."""
    return {move.player: (move.old, move.new) for move in audit(table.do(command))[-1].moved}


def test_a_correction_names_the_players_whose_place_it_changed() -> None:
    table = one_round()  # Anna and Carl have a point, Bea has none
    turned = CorrectResult(round=1, board=1, result=Result.BLACK_WINS, reason="slip misread")
    assert moved(table, turned) == {2: (3, 1), 1: (1, 3)}
    sit_out = CorrectSitOut(round=1, player=3, outcome=Outcome.ZERO_BYE, reason="was not there")
    assert moved(table, sit_out) == {1: (3, 2), 3: (1, 2)}
    assert moved(table, AdjustPoints(player=3, round=1, points=1, reason="was there after all")) == {1: (2, 3)}
    assert moved(table, CorrectColours(round=1, board=1, reason="sat so")) == {}


def test_a_postponed_game_that_ends_after_its_round_was_closed_names_them_too() -> None:
    table = opened("Anna", "Bea", "Carl").do(pair(1, (1, 2), bye=3), PublishRound(round=1))
    table.do(PostponeGame(round=1, board=1), CloseRound(round=1))
    assert moved(table, EnterResult(round=1, board=1, result=Result.WHITE_WINS)) == {1: (2, 1), 2: (2, 3)}


def test_who_asks_while_another_thread_works_it_out_is_told_whom_it_moved_too(monkeypatch: pytest.MonkeyPatch) -> None:
    table = one_round()
    table.do(CorrectResult(round=1, board=1, result=Result.BLACK_WINS, reason="slip misread"))
    *_, before, after = (Projection(table.records[:length]).state for length in (8, 9))
    assert after is not None
    item = item_of(before, table.records[-1], after)
    changed = AuditItem.with_changes

    def overtaken(one: AuditItem) -> Entry:
        entry = changed(one)
        monkeypatch.undo()
        assert one.whole_entry().moved  # the other thread is done first
        return entry

    monkeypatch.setattr(AuditItem, "with_changes", overtaken)
    assert {move.player for move in item.whole_entry().moved} == {1, 2}


def test_what_changes_nothing_that_stood_moves_nobody() -> None:
    table = opened("Anna", "Bea", "Carl").do(pair(1, (1, 2), bye=3), PublishRound(round=1))
    assert moved(table, EnterResult(round=1, board=1, result=Result.WHITE_WINS)) == {}
    assert moved(table, CloseRound(round=1)) == {}
    table.do(pair(2, (1, 3), bye=2))
    draft = CorrectSitOut(round=2, player=2, outcome=Outcome.HALF_BYE, reason="asked for it")
    assert moved(table, draft) == {}, "a draft is not counted yet"


def test_the_audit_can_be_searched() -> None:
    table = one_round()
    table.do(CorrectResult(round=1, board=1, result=Result.DRAW, reason="slip misread"), actor="Otto")
    assert [entry.what for entry in audit(table, board=1)] == ["result-entered", "result-corrected"]
    assert [entry.what for entry in audit(table, player=3)] == ["player-registered"]
    assert [entry.version for entry in audit(table, actor="Otto")] == [9]
    assert [entry.version for entry in audit(table, round=1)] == [5, 6, 7, 8, 9]
    assert [entry.version for entry in audit(table, since=8)] == [8, 9]
    assert audit(table, round=1, actor="nobody") == ()
    assert audit(table, board=1)[0].corrected_by == (9,), "also when the other is not in the selection"


# -- what pages ask for -----------------------------------------------------------------------------------------------


def entries(projection: Projection, **asked: Any) -> tuple[Entry, ...]:
    return projection.show(AuditQuestion(**asked)).entries


def bare(entry: Entry) -> Entry:
    return msgspec.structs.replace(entry, changes=(), moved=(), corrected_by=())


@pytest.mark.parametrize("seed", range(0, 60, 3))
def test_what_pages_ask_for_is_at_hand_however_old_it_is(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who gave what stands on a board or in a dispute, what was done last: none reads the log once more, when it has
    been read for whoever asked first."""
    monkeypatch.setattr(projector, "NEWEST_KEPT", 5)
    records = random_history(seed, 120)
    read: list[int] = []

    def read_upto(version: int) -> Sequence[Recorded]:
        read.append(version)
        return records[:version]

    projection = Projection(records, read_upto)
    state, everything = projection.state, entries(Projection(records))
    assert state is not None
    boards = [board for played in state.tournament.rounds for board in played.boards]
    wanted = {board.since for board in boards if board.since} | {dispute.number for dispute in state.hall.disputes}
    told = tuple(bare(entry) for entry in everything if entry.version in wanted)
    assert entries(projection, versions=tuple(wanted)) == told
    work = [entry for entry in everything if entry.what not in ("player-checked-in", "check-in-undone")]
    assert entries(projection, work=5) == tuple(work[-5:])
    assert read == [len(records)]
    assert entries(projection, versions=(1, len(records) + 1)) == (bare(everything[0]),)
    assert entries(projection, work=1000) == tuple(work)
    assert entries(projection) == everything
    assert read == [len(records), len(records)]


def test_no_places_are_worked_out_for_who_asks_for_bare_entries(monkeypatch: pytest.MonkeyPatch) -> None:
    table = one_round()
    table.do(CorrectResult(round=1, board=1, result=Result.DRAW, reason="slip misread"))
    projection = Projection(table.records)
    monkeypatch.setattr("ledger.views.audit.moves", lambda *_: pytest.fail("places were worked out"))
    (corrected,) = entries(projection, versions=(9,))
    assert (corrected.version, corrected.board) == (9, 1)


# -- a long one --------------------------------------------------------------------------------------------------------


def corrected_often(times: int) -> Projection:
    """A result that is corrected so often; every correction moves both."""
    table = one_round()
    for number in range(times):
        result = Result.BLACK_WINS if number % 2 == 0 else Result.WHITE_WINS
        table.do(CorrectResult(round=1, board=1, result=result, reason="slip misread"))
    return Projection(table.records)


def test_a_page_is_worked_out_and_nothing_of_all_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whom a correction moves takes two tables: with many corrections nobody would wait for all of them."""
    looked_up: list[object] = []

    def moves(_before: object, after: object) -> tuple[()]:
        looked_up.append(after)
        return ()

    monkeypatch.setattr("ledger.views.audit.moves", moves)
    projection = corrected_often(40)
    page = page_of(projection.show, AuditQuestion(), most=5, before=projection.version)
    assert [entry.version for entry in page.audit.entries] == list(range(projection.version - 5, projection.version))
    assert (len(looked_up), len(page.every), page.found, page.is_more) == (
        5,
        projection.version,
        projection.version,
        True,
    )


def test_the_pages_are_the_audit() -> None:
    projection = corrected_often(8)
    before, pages = projection.version + 1, list[Entry]()
    while True:
        page = page_of(projection.show, AuditQuestion(), most=5, before=before)
        pages[:0] = page.audit.entries
        if not page.is_more:
            break
        before = pages[0].version
    assert tuple(pages) == projection.show(AuditQuestion()).entries


def test_what_corrects_nothing_is_not_kept_to_be_looked_up() -> None:
    """It once was, all of it together and anew with every record: the square of their number."""
    bare = [Entry(number, "", "Anna", "result-entered") for number in range(1, 6)]
    items = [AuditItem(entry, None, CloseRound, None) for entry in bare]  # type: ignore[arg-type]  # not looked at
    items[2].corrects = items[4].corrects = 1
    assert find_corrections(items) == {1: [3, 5]}
