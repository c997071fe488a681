"""Epochs and fencing: who takes writes, who stops, what is waited for. Two servers as values, without a network."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from concurrent.futures import Future
from pathlib import Path

import pytest
from msgspec.structs import replace

from engine.errors import BadInput, Broken, Refusal, Unavailable
from engine.model import Details, Rules
from ledger.acts.decide import decide
from ledger.acts.epochs import GO_ON, SERVER_STREAM, TAKE_OVER, EpochBegun
from ledger.acts.evolve import fold
from ledger.acts.hall import Announced, WithdrawAnnouncement
from ledger.acts.opening import TournamentOpened
from ledger.acts.record import Recorded
from ledger.importing import check_records
from ledger.standby.epochs import ServerRole, check_state, find_common_position, seal_at, shared_secret
from ledger.standby.gated_log import GatedLog
from ledger.standby.membership import path_of_membership, read_membership
from ledger.standby.pair import SIGHT, ServerPair
from ledger.standby.private_rows import PrivateRow, PrivateRows
from ledger.store.sqlite import SqliteLog
from ledger.tournament_list import read_all_lines

SHARED = shared_secret("digest of a key")
WHY = {"reason": "The first has no power", "actor": "Anna (console)"}


class Clock:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


class Laptop:
    """A log with its pair and its gate, as a server has them."""

    def __init__(self, folder: Path, name: str) -> None:
        self.path = folder / f"{name}.db"
        self.address = f"http://{name}"
        self.clock = Clock()
        self.open()

    def open(self, *, goes_on_alone: bool = False) -> None:
        """Also again, as after a new start."""
        self.log = SqliteLog(self.path)
        self.pair = ServerPair(self.log, self.path, address=self.address, goes_on_alone=goes_on_alone, clock=self.clock)
        self.gate = GatedLog(self.log, self.pair)

    def close(self) -> None:
        self.pair.close()
        self.log.close()

    def announce(self, text: str) -> int:
        """Through the gate; the position."""
        event = Announced(announcement=1, text=text)
        version = self.log.version("club")
        records = self.gate.submit("club", version, [event], actor="Anna", command=text).result(5)
        return records[-1].position

    def texts(self) -> list[str]:
        return [event.text for event in self.log.events("club") if isinstance(event, Announced)]


@pytest.fixture
def first(tmp_path: Path) -> Iterator[Laptop]:
    laptop = Laptop(tmp_path, "first")
    opened = TournamentOpened(details=Details("Club"), rules=Rules("fide-dutch-2026", 5))
    laptop.gate.submit("club", 0, [opened], actor="Anna", command="open").result(5)
    yield laptop
    laptop.close()


@pytest.fixture
def second(tmp_path: Path, first: Laptop) -> Iterator[Laptop]:
    """A standby of the first, with a copy."""
    laptop = Laptop(tmp_path, "second")
    laptop.pair.become_standby(first.address, "token", SHARED)
    follow(laptop, first)
    yield laptop
    laptop.close()


def follow(standby: Laptop, first: Laptop) -> None:
    """One question of the standby, and what it takes in."""
    assert standby.pair.membership is not None
    assert seal_at(first.log, standby.log.position()) == standby.log.seal()
    first.pair.note_follower(standby.pair.membership.server, standby.address, SHARED)
    first.pair.confirm(standby.log.position())
    records = list(first.log.raw_after(standby.log.position()))
    if records:
        with standby.pair.copying():
            standby.log.copy(records).result(5)
        first.pair.confirm(standby.log.position())
    standby.pair.note_first(first.log.position())


def meet(one: Laptop, other: Laptop) -> None:
    """One asks the other."""
    state = one.pair.hear(other.pair.tell())
    if one.pair.must_yield_to(state):
        there = other.log.position()
        one.pair.yield_to(state, find_common_position(one.log, there, lambda at: other.pair.tell(at).state.seal_at))


def look_around_for(laptop: Laptop, waiting: Future[tuple[Recorded, ...]]) -> tuple[Recorded, ...]:
    """As the server does, again and again, until who waits is answered."""
    for _ in range(500):
        laptop.pair.look_around()
        if waiting.done():
            break
        time.sleep(0.01)
    return waiting.result(0)


def role_of(laptop: Laptop) -> ServerRole:
    return laptop.pair.role


# -- roles -------------------------------------------------------------------------------------------------------------


def test_a_single_server_takes_writes_and_leaves_no_file(first: Laptop):
    assert first.pair.role is ServerRole.SINGLE
    first.announce("tea")
    first.pair.look_around()
    assert not path_of_membership(first.path).exists()
    assert first.pair.other_servers() == ()


def test_a_standby_refuses_and_names_the_first(first: Laptop, second: Laptop):
    assert (first.pair.role, second.pair.role) == (ServerRole.FIRST, ServerRole.STANDBY)
    with pytest.raises(Refusal, match="server-is-standby") as refusal:
        second.announce("no")
    assert refusal.value.facts == {"first": first.address}
    assert (first.pair.other_servers(), second.pair.other_servers()) == ((second.address,), (first.address,))


def test_who_is_a_standby_is_one_after_a_new_start(first: Laptop, second: Laptop):
    second.close()
    second.open()
    assert second.pair.role is ServerRole.STANDBY
    first.close()
    first.open()
    assert first.pair.other == second.address  # remembered, so that it can be asked


def test_taking_over_is_a_record_and_opens_the_gate(first: Laptop, second: Laptop):
    seal, position = second.log.seal(), second.log.position()
    recorded = second.pair.take_over(**WHY)
    event = recorded.event
    assert isinstance(event, EpochBegun)
    assert (recorded.stream, recorded.actor) == (SERVER_STREAM, "Anna (console)")
    assert (event.epoch, event.how, event.reason) == (1, TAKE_OVER, "The first has no power")
    assert (event.after, event.seal, event.address) == (position, seal, second.address)
    second.announce("we go on")
    with pytest.raises(Refusal, match="server-takes-writes-already"), second.pair.copying():
        pass  # nothing is copied into it any more
    with pytest.raises(Refusal, match="server-takes-writes-already"):
        second.pair.take_over(**WHY)


def test_taking_over_needs_a_reason(first: Laptop, second: Laptop):
    with pytest.raises(Refusal, match="reason-missing"):
        second.pair.take_over(reason=" ", actor="Anna")
    assert second.pair.role is ServerRole.STANDBY


def test_who_took_over_stays_so_however_it_is_started_again(first: Laptop, second: Laptop):
    second.pair.take_over(**WHY)
    second.close()
    second.open()
    second.pair.become_standby(first.address, "token", SHARED)  # as a service was once set up
    assert second.pair.role is ServerRole.FIRST


def test_a_crash_between_the_record_and_all_else_changes_nothing(first: Laptop, second: Laptop):
    """The record alone decides."""
    second.pair.take_over(**WHY)
    path_of_membership(second.path).read_bytes()
    second.close()
    second.open()
    second.announce("we go on")


# -- fencing -----------------------------------------------------------------------------------------------------------


def test_who_meets_a_higher_epoch_stops_and_lists_what_only_it_has(first: Laptop, second: Laptop):
    first.announce("both")
    follow(second, first)
    first.announce("only here")
    second.pair.take_over(**WHY)
    second.announce("we go on")
    meet(first, second)
    assert first.pair.role is ServerRole.REPLACED
    with pytest.raises(Refusal, match="server-was-replaced") as refusal:
        first.announce("too late")
    assert refusal.value.facts == {"other": second.address}
    assert [one.event.text for one in first.pair.own_records() if isinstance(one.event, Announced)] == ["only here"]
    assert first.pair.count_own_records() == 1
    assert second.texts() == ["both", "we go on"]
    first.close()
    first.open()
    assert first.pair.role is ServerRole.REPLACED  # after a new start too, nobody asked


def test_who_is_not_the_other_cannot_stop_a_server(first: Laptop, second: Laptop):
    second.pair.take_over(**WHY)
    told = second.pair.tell()
    forged = replace(told, state=replace(told.state, epoch=99))
    with pytest.raises(Refusal, match="other-server-unproven"):
        first.pair.hear(forged)
    with pytest.raises(Refusal, match="other-server-unproven"):
        check_state(told, shared_secret("another key"))
    with pytest.raises(Refusal, match="other-server-unproven"):
        check_state(replace(told, proof=""), "")
    assert first.pair.role is ServerRole.FIRST


def test_both_were_told_to_go_on_and_every_comparison_says_so(first: Laptop, second: Laptop):
    first.pair.set_waiting(True)
    first.clock.now += SIGHT
    first.pair.go_on(reason="The second has no power", actor="Bram")
    second.pair.take_over(**WHY)
    meet(first, second)
    meet(second, first)
    assert first.pair.is_in_conflict
    assert second.pair.is_in_conflict
    first.announce("here")
    second.announce("there")
    # Until somebody says which of them it is.
    first.pair.take_over(reason="This one has the results", actor="Bram")
    meet(second, first)
    assert second.pair.role is ServerRole.REPLACED
    assert not first.pair.is_in_conflict
    own = [one.event for one in second.pair.own_records()]
    assert [type(event) for event in own] == [EpochBegun, Announced]


def test_who_was_replaced_may_be_told_to_take_over_and_its_epoch_is_higher(first: Laptop, second: Laptop):
    second.pair.take_over(**WHY)
    meet(first, second)
    first.pair.take_over(reason="The second fell", actor="Bram")
    assert (first.pair.role, first.pair.epoch.number) == (ServerRole.FIRST, 2)
    meet(second, first)
    assert second.pair.role is ServerRole.REPLACED


def test_who_was_replaced_and_has_nothing_of_its_own_becomes_the_standby(first: Laptop, second: Laptop):
    second.pair.take_over(**WHY)
    meet(first, second)
    first.pair.become_standby(second.address, "token", SHARED)
    assert first.pair.role is ServerRole.STANDBY
    second.announce("we go on")
    follow(first, second)
    assert (first.log.position(), first.log.seal()) == (second.log.position(), second.log.seal())
    first.pair.take_over(reason="And back", actor="Bram")
    assert (role_of(first), first.pair.epoch.number) == (ServerRole.FIRST, 2)


def test_the_common_position_is_where_the_seals_part(first: Laptop, second: Laptop):
    for number in range(20):
        first.announce(f"both {number}")
    follow(second, first)
    common = second.log.position()
    second.pair.take_over(**WHY)
    for number in range(7):
        first.announce(f"here {number}")
        second.announce(f"there {number}")
    assert find_common_position(first.log, second.log.position(), lambda at: seal_at(second.log, at)) == common
    assert find_common_position(first.log, 0, lambda at: seal_at(second.log, at)) == 0


# -- copying -----------------------------------------------------------------------------------------------------------


def test_a_copy_that_was_changed_is_refused(first: Laptop, second: Laptop):
    first.announce("tea at four")
    (record,) = first.log.raw_after(second.log.position())
    forged = record._replace(raw=record.raw._replace(body=record.raw.body.replace("four", "five")))
    with pytest.raises(Broken, match="hash-mismatch"), second.pair.copying():
        second.log.copy([forged]).result(5)
    assert second.texts() == []


def test_a_second_standby_is_refused_while_the_first_one_is_there(first: Laptop, second: Laptop):
    with pytest.raises(Refusal, match="has-another-standby"):
        first.pair.note_follower("somebody else", "http://third", SHARED)
    first.clock.now += SIGHT
    first.pair.note_follower("somebody else", "http://third", SHARED)
    assert first.pair.other == "http://third"


def test_a_server_is_not_its_own_standby(first: Laptop, second: Laptop):
    assert first.pair.membership is not None
    with pytest.raises(Refusal, match="standby-of-itself"):
        first.pair.note_follower(first.pair.membership.server, first.address, SHARED)


def test_private_rows_are_copied_without_a_gap(tmp_path: Path):
    one, other = PrivateRows(tmp_path / "one.office.db"), PrivateRows(tmp_path / "other.office.db")
    rows = [PrivateRow(number, "2026-05-01T14:00:00Z", "Anna", f'{{"n":{number}}}') for number in (1, 2, 3)]
    one.insert({"happenings": rows, "proposals": rows[:1]})
    other.insert(one.rows_after(other.positions()))
    assert other.positions() == one.positions() == {"happenings": 3, "proposals": 1}
    assert other.digest(other.positions()) == one.digest(one.positions())
    with pytest.raises(Broken, match="private-row-missing"):
        other.insert({"happenings": [rows[2]._replace(position=5)]})
    other.insert({"happenings": [rows[0]._replace(position=4)]})
    one.insert({"happenings": [rows[1]._replace(position=4)]})
    assert other.digest(other.positions()) != one.digest(one.positions())
    one.close()
    other.close()


# -- waiting -----------------------------------------------------------------------------------------------------------


def test_an_answer_waits_until_the_standby_has_it(first: Laptop, second: Laptop):
    first.pair.set_waiting(True)
    event = Announced(announcement=1, text="tea")
    waiting = first.gate.submit("club", 1, [event], actor="Anna", command="tea")
    with pytest.raises(TimeoutError):
        waiting.result(0.2)
    assert first.texts() == ["tea"]  # it stands here, and is not told
    with pytest.raises(Unavailable, match="standby-has-not-confirmed"):
        first.gate.read_command("club", "tea")
    follow(second, first)
    assert waiting.result(5)[-1].version == 2
    assert first.gate.read_command("club", "tea")


def test_an_append_in_a_loop_waits_too_and_so_does_newest(first: Laptop, second: Laptop):
    first.pair.set_waiting(True)

    async def write() -> int:
        event = Announced(announcement=1, text="tea")
        task = asyncio.create_task(first.gate.append("club", 1, [event], actor="Anna", command="tea"))
        await asyncio.sleep(0.1)
        newest = asyncio.create_task(first.gate.newest())
        await asyncio.sleep(0.1)
        assert not task.done()
        assert not newest.done()
        follow(second, first)
        await newest
        return (await task)[-1].version

    assert asyncio.run(write()) == 2


def test_a_standby_out_of_sight_is_said_and_a_person_goes_on(first: Laptop, second: Laptop):
    first.pair.set_waiting(True)
    event = Announced(announcement=1, text="tea")
    waiting = first.gate.submit("club", 1, [event], actor="Anna", command="tea")
    with pytest.raises(Refusal, match="standby-not-missing"):
        first.pair.go_on(reason="It is slow", actor="Bram")
    first.clock.now += SIGHT
    with pytest.raises(Unavailable, match="standby-has-not-confirmed"):
        look_around_for(first, waiting)
    with pytest.raises(Unavailable, match="standby-out-of-sight"):
        first.announce("coffee")
    assert not first.pair.takes_writes()
    recorded = first.pair.go_on(reason="Its battery is empty", actor="Bram")
    assert isinstance(recorded.event, EpochBegun)
    assert recorded.event.how == GO_ON
    first.announce("alone")
    first.close()
    first.open()
    assert first.pair.membership is not None
    assert first.pair.membership.is_alone  # nobody has to say it again
    follow(second, first)
    assert not first.pair.membership.is_alone
    assert first.pair.must_wait()


def test_a_standby_that_hears_nothing_of_the_first_says_since_when(first: Laptop, second: Laptop):
    assert second.pair.complete_until() is None
    second.clock.now += SIGHT
    first.clock.now += SIGHT
    assert second.pair.complete_until() == second.pair.last_seen_at != ""
    assert first.pair.complete_until() is None  # it has everything, whoever follows
    second.pair.take_over(**WHY)
    assert second.pair.complete_until() is None


def test_a_setting_goes_on_by_itself_and_who_waited_is_answered(first: Laptop, second: Laptop):
    first.pair.set_waiting(True)
    first.pair.goes_on_alone = True
    waiting = first.gate.submit("club", 1, [Announced(announcement=1, text="tea")], actor="Anna", command="tea")
    first.clock.now += SIGHT
    assert look_around_for(first, waiting)[-1].version == 2
    assert first.pair.epoch.number == 0  # nobody has decided: a take-over elsewhere outranks it
    second.pair.take_over(**WHY)
    meet(first, second)
    assert first.pair.role is ServerRole.REPLACED


def test_what_somebody_records_beside_the_server_is_heard(first: Laptop, second: Laptop, tmp_path: Path):
    """``roundlog take-over`` writes to the log; the server that runs on it looks."""
    membership = read_membership(second.path)
    with SqliteLog(second.path) as beside:
        other = ServerPair(beside, second.path)
        assert other.membership == membership
        other.take_over(**WHY)
    assert second.pair.role is ServerRole.STANDBY
    second.pair.look_around()
    assert role_of(second) is ServerRole.FIRST


# -- the stream of a server --------------------------------------------------------------------------------------------


def test_the_stream_of_a_server_is_no_tournament(first: Laptop, second: Laptop):
    second.pair.take_over(**WHY)
    assert [line.id for line in read_all_lines(second.log)] == ["club"]
    state = fold(second.log.events(SERVER_STREAM))
    assert state is not None
    assert (state.epoch, state.version, state.tournament.details.is_private) == (1, 1, True)
    with pytest.raises(Refusal, match="no-such-tournament"):
        decide(state, WithdrawAnnouncement(announcement=1))


def test_no_file_says_which_server_goes_on(first: Laptop, second: Laptop):
    second.pair.take_over(**WHY)
    with pytest.raises(BadInput, match="event-does-not-fit"):
        check_records(list(second.log.raw(SERVER_STREAM)))


def test_a_file_that_cannot_be_read_is_said(first: Laptop):
    path_of_membership(first.path).write_text("{")
    with pytest.raises(Broken, match="membership-unreadable"):
        ServerPair(first.log, first.path)
