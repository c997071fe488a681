"""A festival over its sections: what is asked of them, what they are told, players who move, one file for all."""

import asyncio
import json
from collections.abc import Coroutine, Iterator
from pathlib import Path
from typing import Any, TypeVar

import pytest

from engine.errors import BadInput, Broken, Refusal, Unavailable
from engine.model import Board, Details, Ids, Outcome, Player, Result, Rules, SitOut
from ledger.acts.act import Command
from ledger.acts.epochs import SERVER_STREAM, TAKE_OVER
from ledger.acts.fees import RecordPayment, SetFees
from ledger.acts.festivals import AddSection, OpenFestival, RemoveSection
from ledger.acts.hall import Announce, Announced, ClearClock, SetClock, WithdrawAnnouncement
from ledger.acts.lots import DrawLot
from ledger.acts.opening import FinishTournament, OpenTournament
from ledger.acts.pairing import PairByHand
from ledger.acts.players import NewPlayer, RegisterPlayers
from ledger.acts.presence import AnnounceAbsence, CancelAbsence, CheckIn
from ledger.acts.results import EnterResult
from ledger.acts.rounds import CloseRound, PublishRound
from ledger.desk import Answer, Desk
from ledger.fees import Fees, Tariff
from ledger.formats.jsonl import export_stream, verify_file
from ledger.importing import adopt, read_import
from ledger.replay import AtVersion, replay
from ledger.section_moves import move_player, number_given
from ledger.standby.epochs import begin_epoch
from ledger.standby.membership import new_membership
from ledger.store.sqlite import SqliteLog
from ledger.views.festival import Place, list_festival_players, show_festival_names
from tests.ledger.store.logs import break_stream

T = TypeVar("T")


def run(work: Coroutine[Any, Any, T]) -> T:
    return asyncio.run(work)


@pytest.fixture
def log(tmp_path: Path) -> Iterator[SqliteLog]:
    with SqliteLog(tmp_path / "festival.log") as log:
        yield log


def do(desk: Desk, stream: str, *commands: Command, key: str = "") -> Answer:
    async def all_of_them() -> Answer:
        for command in commands:
            answer = await desk.handle(stream, command, actor="Anna", command_id=key)
        return answer

    return run(all_of_them())


def open_section(desk: Desk, stream: str, *players: Player, private: bool = False) -> None:
    do(desk, stream, OpenTournament(details=Details(stream.upper(), is_private=private), rules=Rules("by-hand", 3)))
    if players:
        do(desk, stream, RegisterPlayers(players=tuple(NewPlayer(player=player) for player in players)))


@pytest.fixture
def desk(log: SqliteLog) -> Desk:
    """Two sections, ``a`` and ``b``, of a festival."""
    desk = Desk(log)
    open_section(desk, "a", Player(1, "Kask, Ann", birth_year=1990), Player(2, "Öst, Bo"), Player(3, "Saar, Cy"))
    open_section(desk, "b", Player(1, "Tamm, Di"), Player(2, "Ann Kask"))
    do(desk, "tartu", OpenFestival(details=Details("Tartu")), AddSection(section="a"), AddSection(section="b"))
    return desk


def pair_first_round(desk: Desk, stream: str) -> None:
    state = desk.state(stream)
    assert state is not None
    absent = tuple(SitOut(player, Outcome.ABSENT) for player in state.tournament.entries if player > 2)
    do(desk, stream, PairByHand(round=1, boards=(Board(1, 2),), sitouts=absent), PublishRound(round=1))


# -- sections --------------------------------------------------------------------------------------------------------


def refused(desk: Desk, stream: str, command: Command) -> tuple[str, dict[str, Any]]:
    with pytest.raises(Refusal) as refusal:
        do(desk, stream, command)
    return refusal.value.code, refusal.value.facts


def test_a_section_is_a_tournament_of_this_log_and_of_no_other_festival(desk: Desk):
    do(desk, "narva", OpenFestival(details=Details("Narva")))
    assert refused(desk, "narva", AddSection(section="nobody")) == ("no-such-section", {"section": "nobody"})
    assert refused(desk, "narva", AddSection(section="tartu")) == ("section-is-festival", {"section": "tartu"})
    elsewhere = ("section-elsewhere", {"section": "a", "festival": "tartu"})
    assert refused(desk, "narva", AddSection(section="a")) == elsewhere
    do(desk, "tartu", RemoveSection(section="a"))
    do(desk, "narva", AddSection(section="a"))
    assert (desk.festival_of("a"), desk.festival_of("b"), desk.festival_of("c")) == ("narva", "tartu", "")


def test_two_festivals_that_want_a_tournament_at_the_same_time_do_not_both_get_it(desk: Desk):
    open_section(desk, "c")
    for stream in ("narva", "espoo"):
        do(desk, stream, OpenFestival(details=Details(stream)))

    async def ask_both() -> list[Any]:
        asked = (desk.handle(stream, AddSection(section="c"), actor="Anna") for stream in ("narva", "espoo"))
        return await asyncio.gather(*asked, return_exceptions=True)

    answers = run(ask_both())
    assert sorted(type(answer).__name__ for answer in answers) == ["Answer", "Refusal"]
    states = [desk.state(stream) for stream in ("narva", "espoo")]
    assert sorted(len(state.festival.sections) for state in states if state and state.festival) == [0, 1]


def test_a_festival_is_not_imported_beside_one_that_has_a_section_of_it(desk: Desk, tmp_path: Path):
    path = exported(desk, tmp_path)
    with SqliteLog(tmp_path / "other.log") as other:
        for part in read_import(path)[1:]:
            adopt(other, [part])
        do(Desk(other), "narva", OpenFestival(details=Details("Narva")), AddSection(section="b"))
        with pytest.raises(Refusal) as refusal:
            adopt(other, read_import(path))
        assert (refusal.value.code, refusal.value.facts) == ("section-elsewhere", {"section": "b", "festival": "narva"})
        assert "tartu" not in [head.stream for head in other.heads()]
        do(Desk(other), "narva", RemoveSection(section="b"))
        assert [one.was_there for one in adopt(other, read_import(path))] == [False, True, True]


def test_what_is_sent_again_is_answered_as_it_was_then_whatever_the_others_did_since(desk: Desk):
    do(desk, "narva", OpenFestival(details=Details("Narva")))
    open_section(desk, "c")
    added = do(desk, "tartu", AddSection(section="c"), key="k1")
    removed = do(desk, "tartu", RemoveSection(section="c"), key="k2")
    do(desk, "narva", AddSection(section="c"))
    assert do(desk, "tartu", AddSection(section="c"), key="k1") == added
    do(
        desk,
        "c",
        RegisterPlayers(players=(NewPlayer(player=Player(1, "Kuusk, Ed")), NewPlayer(player=Player(2, "Lepp")))),
    )
    pair_first_round(desk, "c")
    assert do(desk, "tartu", RemoveSection(section="c"), key="k2") == removed
    assert desk.festival_of("c") == "narva"


def test_a_section_that_plays_stays_until_its_end(desk: Desk):
    pair_first_round(desk, "a")
    assert refused(desk, "tartu", RemoveSection(section="a")) == ("section-plays", {"section": "a", "round": 1})
    do(desk, "tartu", RemoveSection(section="b"))
    do(desk, "a", *_finish())
    do(desk, "tartu", RemoveSection(section="a"))


def _finish() -> list[Command]:
    entered = EnterResult(round=1, board=1, result=Result.DRAW)
    return [entered, CloseRound(round=1), FinishTournament(reason="power cut")]


def test_festivals_of_another_process_are_found_too(desk: Desk, tmp_path: Path):
    assert desk.festivals.find_all() == ("tartu",)
    with SqliteLog(tmp_path / "festival.log") as same:
        do(Desk(same), "narva", OpenFestival(details=Details("Narva")))
    assert desk.festivals.find_all() == ("narva", "tartu")
    assert Desk(desk.log).festivals.find_all() == ("narva", "tartu")


# -- what sections are told --------------------------------------------------------------------------------------------


def announced(desk: Desk, stream: str) -> list[str]:
    state = desk.state(stream)
    assert state is not None
    return [one.text for one in state.hall.announcements]


def test_what_a_festival_announces_is_told_in_every_section_and_withdrawn_there(desk: Desk):
    do(desk, "b", Announce(text="b alone"))
    answer = do(desk, "tartu", Announce(text="Lunch"), key="k1")
    assert [announced(desk, stream) for stream in ("tartu", "a", "b")] == [["Lunch"], ["Lunch"], ["b alone", "Lunch"]]
    do(desk, "tartu", Announce(text="Lunch"), key="k1")  # sent again
    assert announced(desk, "a") == ["Lunch"]
    do(desk, "tartu", WithdrawAnnouncement(announcement=answer.version))
    assert [announced(desk, stream) for stream in ("tartu", "a", "b")] == [[], [], ["b alone"]]


def test_sent_again_an_announcement_reaches_a_section_that_missed_it(desk: Desk):
    do(desk, "tartu", Announce(text="Lunch"), key="k1")
    open_section(desk, "c")
    do(desk, "tartu", AddSection(section="c"))
    do(desk, "tartu", Announce(text="Lunch"), key="k1")
    assert [announced(desk, stream) for stream in ("tartu", "a", "c")] == [["Lunch"]] * 3


def test_a_festival_withdraws_what_it_announced_itself_and_nothing_of_another(desk: Desk):
    """Both number theirs alike; the section has gone from one to the other."""
    do(desk, "narva", OpenFestival(details=Details("Narva")))
    do(desk, "narva", *(Announce(text=text) for text in ("one", "two")))
    here = do(desk, "tartu", Announce(text="Lunch"))
    do(desk, "tartu", RemoveSection(section="a"))
    do(desk, "narva", AddSection(section="a"))
    there = do(desk, "narva", Announce(text="Fire!"))
    assert (here.version, there.version) == (4, 5)
    do(desk, "narva", Announce(text="x"))
    do(desk, "narva", WithdrawAnnouncement(announcement=there.version))
    assert announced(desk, "a") == ["Lunch", "x"]
    open_section(desk, "c")
    do(desk, "espoo", OpenFestival(details=Details("Espoo")), AddSection(section="c"), Announce(text="y"))
    do(desk, "espoo", Announce(text="Dinner"))  # number 4, as Lunch has in Tartu
    do(desk, "narva", RemoveSection(section="a"))
    do(desk, "espoo", AddSection(section="a"))
    do(desk, "espoo", WithdrawAnnouncement(announcement=4))
    assert (announced(desk, "a"), announced(desk, "c")) == (["Lunch", "x"], ["y"])


def test_an_old_record_that_does_not_name_the_festival_is_withdrawn_too(desk: Desk):
    answer = do(desk, "tartu", Announce(text="Lunch"))
    open_section(desk, "c")
    old = Announced(announcement=2, text="Lunch", of_festival=answer.version)
    desk.log.submit("c", 1, [old], actor="Anna", command="old").result()
    do(desk, "tartu", AddSection(section="c"))
    do(desk, "tartu", WithdrawAnnouncement(announcement=answer.version))
    assert announced(desk, "c") == []


def test_a_section_that_cannot_be_read_keeps_nothing_from_the_others(desk: Desk, tmp_path: Path):
    break_stream(tmp_path / "festival.log", "a")
    with SqliteLog(tmp_path / "festival.log") as same:
        desk = Desk(same)
        for _ in range(2):  # sent again, it fails where it failed, and is told once
            with pytest.raises(Unavailable) as told:
                do(desk, "tartu", Announce(text="Fire!"), key="k1")
            assert (told.value.code, told.value.facts) == ("sections-not-told", {"sections": ("a",)})
            assert [one.code for one in told.value.problems] == ["sections-not-told", "unknown-event"]
        assert [announced(desk, stream) for stream in ("tartu", "b")] == [["Fire!"], ["Fire!"]]


@pytest.mark.parametrize("version", [1, 2])
def test_a_festival_that_cannot_be_read_keeps_nobody_from_adding_sections(desk: Desk, tmp_path: Path, version: int):
    open_section(desk, "c")
    do(desk, "narva", OpenFestival(details=Details("Narva")))
    break_stream(tmp_path / "festival.log", "tartu", version)
    with SqliteLog(tmp_path / "festival.log") as same:
        asked = Desk(same)
        do(asked, "narva", AddSection(section="c"))
        assert asked.festival_of("c") == "narva"


def test_what_a_section_is_told_is_what_it_means_when_it_is_told(desk: Desk, monkeypatch: pytest.MonkeyPatch):
    """A section withdraws by itself what the festival withdraws: there is nothing left to do, and nothing wrong."""
    answer = do(desk, "tartu", Announce(text="Lunch"))
    state, handle = desk.state("a"), desk.handle
    assert state is not None

    async def handle_after_another(stream: str, command: Command, **more: Any) -> Answer:
        if stream == "a" and announced(desk, "a"):
            await handle("a", WithdrawAnnouncement(announcement=state.version), actor="Bo")
        return await handle(stream, command, **more)

    monkeypatch.setattr(desk, "handle", handle_after_another)
    do(desk, "tartu", WithdrawAnnouncement(announcement=answer.version))
    assert [announced(desk, stream) for stream in ("tartu", "a", "b")] == [[], [], []]


def test_the_clock_of_a_round_is_set_where_that_round_is_on_or_to_come(desk: Desk):
    pair_first_round(desk, "a")
    do(desk, "a", *_finish()[:2])
    do(desk, "tartu", SetClock(round=1, starts="2026-05-01T14:00Z", ends="2026-05-01T18:00Z"))
    clocks = [state.hall.clock for stream in ("tartu", "a", "b") if (state := desk.state(stream)) is not None]
    assert [None if clock is None else clock.round for clock in clocks] == [1, None, 1]
    do(desk, "tartu", ClearClock(round=1))
    state = desk.state("b")
    assert state is not None
    assert state.hall.clock is None


# -- players -----------------------------------------------------------------------------------------------------------


def sections(desk: Desk) -> dict[str, Any]:
    return {stream: desk.state(stream) for stream in ("a", "b")}


def test_the_list_of_players_is_made_from_the_sections_and_points_out_who_is_in_two(desk: Desk):
    do(desk, "b", CheckIn(player=1, round=1))
    found = list_festival_players(sections(desk))
    assert [(one.section, one.player.number) for one in found] == [("b", 2), ("a", 1), ("a", 2), ("a", 3), ("b", 1)]
    both = {one.player.name: one.elsewhere for one in found if one.elsewhere}
    assert both == {"Kask, Ann": (Place("b", 2),), "Ann Kask": (Place("a", 1),)}
    assert [one.player.name for one in found if one.is_checked_in] == ["Tamm, Di"]


def test_the_same_federation_number_is_the_same_person_under_another_name(log: SqliteLog):
    desk = Desk(log)
    open_section(desk, "a", Player(1, "Kask, Ann", ids=Ids(fide="4500001")), Player(2, "Saar, Cy", birth_year=1980))
    open_section(
        desk, "b", Player(1, "Kask-Tamm, Ann", ids=Ids(fide="4500001")), Player(2, "Saar, Cy", birth_year=2001)
    )
    found = list_festival_players(sections(desk))
    assert [one.player.name for one in found if one.elsewhere] == ["Kask, Ann", "Kask-Tamm, Ann"]


def test_everybody_finds_their_board_in_one_list(desk: Desk):
    pair_first_round(desk, "a")
    pair_first_round(desk, "b")
    found = show_festival_names(7, sections(desk)).lines
    assert [(one.line.player.name, one.section, one.line.board) for one in found] == [
        ("Ann Kask", "b", 1),
        ("Kask, Ann", "a", 1),
        ("Öst, Bo", "a", 1),
        ("Saar, Cy", "a", None),
        ("Tamm, Di", "b", 1),
    ]


async def moved(desk: Desk, player: int, here: str, there: str, **more: Any) -> Answer:
    return await move_player(desk, "tartu", player, from_section=here, to_section=there, actor="Anna", **more)


def names_in(desk: Desk, stream: str) -> list[str]:
    state = desk.state(stream)
    assert state is not None
    return [one.name for one in state.tournament.players]


def test_a_player_is_moved_with_all_that_is_known_of_them(desk: Desk):
    assert number_given(run(moved(desk, 3, "a", "b", command_id="k"))) == 3
    assert number_given(run(moved(desk, 3, "a", "b", command_id="k"))) == 3  # sent again
    assert names_in(desk, "a") == ["Kask, Ann", "Öst, Bo"]
    assert names_in(desk, "b") == ["Tamm, Di", "Ann Kask", "Saar, Cy"]


def fees_of(desk: Desk, stream: str) -> Fees:
    state = desk.state(stream)
    assert state is not None
    return state.fees


def test_what_a_player_has_paid_goes_with_them(desk: Desk):
    fees = SetFees(currency="EUR", tariffs=(Tariff("Normal", 2500),))
    do(desk, "a", fees, RecordPayment(player=3, amount=2000))
    with pytest.raises(Refusal, match="payment-stays") as refused:
        run(moved(desk, 3, "a", "b"))
    assert refused.value.facts["amount"] == "20.00 EUR"
    assert ["Saar, Cy" in names_in(desk, stream) for stream in ("a", "b")] == [True, False]
    do(desk, "b", fees)
    number = number_given(run(moved(desk, 3, "a", "b", command_id="k")))
    assert (fees_of(desk, "a").amount_paid(3), fees_of(desk, "b").amount_paid(number)) == (0, 2000)
    assert number_given(run(moved(desk, 3, "a", "b", command_id="k"))) == number  # sent again


def test_a_move_that_failed_between_its_two_records_is_completed_when_it_is_sent_again(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
):
    handle = desk.handle

    async def fail_here(stream: str, command: Command, **more: Any) -> Answer:
        if stream == "a":
            raise Unavailable("disk-full")
        return await handle(stream, command, **more)

    with monkeypatch.context() as broken:
        broken.setattr(desk, "handle", fail_here)
        with pytest.raises(Unavailable):
            run(moved(desk, 3, "a", "b", command_id="k"))
    assert ["Saar, Cy" in names_in(desk, stream) for stream in ("a", "b")] == [True, True]
    assert number_given(run(moved(desk, 3, "a", "b", command_id="k"))) == 3
    assert names_in(desk, "a") == ["Kask, Ann", "Öst, Bo"]
    assert names_in(desk, "b") == ["Tamm, Di", "Ann Kask", "Saar, Cy"]


def test_a_lot_stays_in_the_section_in_which_it_was_drawn(desk: Desk):
    do(desk, "a", DrawLot(player=3, lot=7))
    run(moved(desk, 3, "a", "b"))
    state = desk.state("b")
    assert state is not None
    assert state.tournament.entries[3].player.lot is None


def test_who_has_signed_off_for_a_coming_round_is_not_moved_before_that_is_taken_back(desk: Desk):
    do(desk, "a", AnnounceAbsence(player=3, rounds=(2, 3), outcome=Outcome.ZERO_BYE))
    with pytest.raises(Refusal) as refusal:
        run(moved(desk, 3, "a", "b"))
    facts = {"player": 3, "section": "a", "rounds": (2, 3)}
    assert (refusal.value.code, refusal.value.facts) == ("absences-announced", facts)
    do(desk, "a", CancelAbsence(player=3, rounds=(2, 3)))
    run(moved(desk, 3, "a", "b"))


def test_a_move_that_cannot_be_made_changes_nothing(desk: Desk):
    pair_first_round(desk, "a")
    for work, code in (
        (moved(desk, 1, "a", "b", reason="why", namesake=True), "player-was-paired"),
        (moved(desk, 3, "a", "b"), "reason-missing"),
        (moved(desk, 2, "b", "a"), "name-registered"),
        (moved(desk, 9, "b", "a"), "no-such-player"),
        (moved(desk, 1, "b", "b"), "same-section"),
        (moved(desk, 1, "b", "c"), "no-such-section"),
    ):
        with pytest.raises(Refusal, match=code):
            run(work)
    assert (len(names_in(desk, "a")), len(names_in(desk, "b"))) == (3, 2)


# -- one file, and the past ----------------------------------------------------------------------------------------


def exported(desk: Desk, folder: Path) -> Path:
    log, path = desk.log, folder / "tartu.jsonl"
    assert isinstance(log, SqliteLog)
    export_stream(log, "tartu", path, ("a", "b"))
    return path


def test_one_file_has_the_festival_and_its_sections_and_is_taken_in_whole(desk: Desk, tmp_path: Path):
    path = exported(desk, tmp_path)
    assert json.loads(path.read_text().splitlines()[0])["roundlog"] == 2
    heads = desk.log.heads()
    assert verify_file(path).records == sum(head.version for head in heads)
    with SqliteLog(tmp_path / "other.log") as other:
        assert [one.was_there for one in adopt(other, read_import(path))] == [False] * 3
        assert [(one.stream, one.hash) for one in other.heads()] == [(one.stream, one.hash) for one in heads]
        assert [one.was_there for one in adopt(other, read_import(path))] == [True] * 3
        assert Desk(other).festival_of("a") == "tartu"


def test_a_section_that_is_another_there_keeps_the_whole_file_out(desk: Desk, tmp_path: Path):
    path = exported(desk, tmp_path)
    with SqliteLog(tmp_path / "other.log") as other:
        open_section(Desk(other), "b")
        with pytest.raises(Refusal):
            adopt(other, read_import(path))
        assert [head.stream for head in other.heads()] == ["b"]


def test_a_file_without_one_of_its_sections_is_refused(desk: Desk, tmp_path: Path):
    path = exported(desk, tmp_path)
    lines = path.read_text().splitlines(keepends=True)
    titles = [number for number, line in enumerate(lines) if line.startswith('{"roundlog"')]
    path.write_text("".join(lines[: titles[2]]))
    with pytest.raises(BadInput, match="other-sections-in-file"):
        read_import(path)
    path.write_text("".join(lines[:-1]))
    with pytest.raises(Broken, match="export-incomplete"):
        verify_file(path)


def test_a_festival_is_shown_as_it_was_at_any_moment(desk: Desk):
    do(desk, "tartu", RemoveSection(section="b"))
    state, _ = replay(desk.log.read("tartu"), AtVersion(3))
    assert state.festival is not None
    assert state.festival.sections == ("a", "b")


def test_the_stream_of_a_server_is_no_section(log: SqliteLog) -> None:
    begin_epoch(log, new_membership(), TAKE_OVER, reason="The first has no power", actor="Anna")
    desk = Desk(log)
    do(desk, "fair", OpenFestival(details=Details("Fair")))
    with pytest.raises(Refusal, match="no-such-section"):
        do(desk, "fair", AddSection(section=SERVER_STREAM))
