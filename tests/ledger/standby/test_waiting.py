"""Answers that wait for the standby, and what happens when it stays away."""

from __future__ import annotations

import asyncio
import time
from concurrent.futures import Future
from pathlib import Path

import pytest

from engine.errors import Refusal, Unavailable
from ledger.acts.epochs import GO_ON, EpochBegun
from ledger.acts.hall import Announced
from ledger.acts.record import Recorded
from ledger.standby.epochs import ServerRole
from ledger.standby.membership import read_membership
from ledger.standby.pair import SIGHT, ServerPair
from ledger.store.sqlite import SqliteLog
from tests.ledger.standby.laptops import WHY, Laptop, follow, meet, role_of


def look_around_for(laptop: Laptop, waiting: Future[tuple[Recorded, ...]]) -> tuple[Recorded, ...]:
    """As the server does, again and again, until who waits is answered."""
    for _ in range(500):
        laptop.pair.look_around()
        if waiting.done():
            break
        time.sleep(0.01)
    return waiting.result(0)


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
