"""Epochs and fencing: who takes writes, who stops, what is waited for. Two servers as values, without a network."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from msgspec.structs import replace

from engine.errors import BadInput, Broken, Refusal
from engine.model import Details
from ledger.acts.decide import decide
from ledger.acts.epochs import SERVER_STREAM, TAKE_OVER, EpochBegun
from ledger.acts.evolve import fold
from ledger.acts.hall import Announce, Announced, WithdrawAnnouncement
from ledger.acts.opening import ChangeDetails
from ledger.desk import Desk
from ledger.importing import check_records
from ledger.private_file import PrivateRow
from ledger.private_rows import PrivateRows
from ledger.standby.epochs import ServerRole, check_state, find_common_position, seal_at, shared_secret
from ledger.standby.membership import path_of_membership, read_membership
from ledger.standby.pair import SIGHT, ServerPair
from ledger.tournament_list import read_all_lines
from tests.ledger.standby.laptops import SHARED, WHY, Laptop, follow, meet, role_of

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


def test_a_higher_epoch_stops_a_server_as_soon_as_it_is_heard_of(first: Laptop, second: Laptop):
    """How far both logs are the same is asked later, and may not be answered."""
    second.pair.take_over(**WHY)
    state = first.pair.hear(second.pair.tell())
    with pytest.raises(Refusal, match="server-was-replaced"):
        first.announce("too late")
    assert not first.pair.takes_writes()
    assert first.pair.must_yield_to(state)
    first.pair.take_over(reason="By mistake", actor="Bram")
    assert (role_of(first), first.pair.epoch.number) == (ServerRole.FIRST, 2)


def test_what_the_other_has_taken_over_without_is_not_confirmed(first: Laptop, second: Laptop):
    first.pair.set_waiting(True)
    desk, announce = Desk(first.gate), Announce(text="tea")

    async def write() -> None:
        under_way = asyncio.create_task(desk.handle("club", announce, actor="Anna", command_id="tea"))
        await asyncio.sleep(0.1)
        second.pair.take_over(**WHY)
        meet(first, second)
        with pytest.raises(Refusal, match="server-was-replaced"):
            await under_way
        with pytest.raises(Refusal, match="server-was-replaced"):  # nor to who asks again
            await desk.handle("club", announce, actor="Anna", command_id="tea")

    asyncio.run(write())
    assert first.texts() == ["tea"]  # it stands here, and is listed
    with pytest.raises(Refusal, match="server-was-replaced"):  # recorded just then
        first.pair.wait_for(first.log.position()).result(5)
    with pytest.raises(Refusal, match="server-was-replaced"):
        first.gate.read_command("club", "tea")
    assert first.gate.read_command("club", "open")  # which both have


def test_what_changes_nothing_is_refused_like_everything_else(first: Laptop, second: Laptop):
    """Who is told that it stands so already would take it for recorded."""
    desk = Desk(second.gate)
    with pytest.raises(Refusal, match="server-is-standby"):
        asyncio.run(desk.handle("club", ChangeDetails(details=Details("Club")), actor="Anna"))


def test_what_two_threads_note_at_once_stands_both(first: Laptop, second: Laptop):
    def note_waiting() -> None:
        for number in range(1, 31):
            first.pair.set_waiting(number % 2 == 0)

    assert first.pair.membership is not None
    other = first.pair.membership.other_server
    with ThreadPoolExecutor(1) as beside:
        noting = beside.submit(note_waiting)
        for number in range(30):
            first.pair.note_follower(other, f"http://second-{number}", SHARED)
        noting.result(20)
    assert (first.pair.other, first.pair.membership.waits) == ("http://second-29", True)
    assert read_membership(first.path) == first.pair.membership


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


def test_who_was_replaced_and_has_something_of_its_own_goes_on_listing_it(first: Laptop, second: Laptop):
    """As a service that is started again in the same words."""
    first.announce("only here")
    second.pair.take_over(**WHY)
    meet(first, second)
    first.pair.become_standby(second.address, "token", SHARED)
    assert (first.pair.role, first.pair.count_own_records()) == (ServerRole.REPLACED, 1)
    assert [one.event.text for one in first.pair.own_records() if isinstance(one.event, Announced)] == ["only here"]


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
