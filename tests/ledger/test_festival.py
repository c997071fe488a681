"""A festival over its sections: what is asked of them, what they are told, players who move, one file for all."""

import asyncio
import json
from collections.abc import Coroutine, Iterator
from pathlib import Path
from typing import Any, TypeVar

import pytest

from engine.errors import BadInput, Broken, Refusal
from engine.model import Board, Details, Ids, Outcome, Player, Result, Rules, SitOut
from ledger.acts.act import Command
from ledger.acts.festivals import AddSection, OpenFestival, RemoveSection
from ledger.acts.hall import Announce, ClearClock, SetClock, WithdrawAnnouncement
from ledger.acts.opening import FinishTournament, OpenTournament
from ledger.acts.pairing import PairByHand
from ledger.acts.players import NewPlayer, RegisterPlayers
from ledger.acts.presence import CheckIn
from ledger.acts.results import EnterResult
from ledger.acts.rounds import CloseRound, PublishRound
from ledger.desk import Answer, Desk
from ledger.formats.jsonl import export_stream, verify_file
from ledger.importing import adopt, read_import
from ledger.replay import AtVersion, replay
from ledger.section_moves import move_player, number_given
from ledger.store.sqlite import SqliteLog
from ledger.views.festival import Place, list_festival_players, show_festival_names

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
    assert desk.list_festivals() == ("tartu",)
    with SqliteLog(tmp_path / "festival.log") as same:
        do(Desk(same), "narva", OpenFestival(details=Details("Narva")))
    assert desk.list_festivals() == ("narva", "tartu")
    assert Desk(desk.log).list_festivals() == ("narva", "tartu")


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
