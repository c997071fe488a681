"""Codes for phones, and who has come through with them."""

from __future__ import annotations

import pytest

from displays.web.network.arrivals import LASTS, NOBODY_AFTER, RENEWED_AFTER, TOKENS_KEPT, Arrival, Arrivals
from engine.errors import Refusal


class Clock:
    def __init__(self) -> None:
        self.now = 1_000_000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def arrivals(clock: Clock) -> Arrivals:
    return Arrivals(clock)


def phone(number: int = 7, *, is_own: bool = False) -> Arrival:
    return Arrival(1_000_000.0, "http://192.168.1.5:8000", f"192.168.1.{number}", is_own)


def test_a_token_is_one_machines(arrivals: Arrivals):
    token = arrivals.show_token()
    assert arrivals.show_token() == token
    arrivals.note(token, phone(7))
    arrivals.note(token, phone(7))  # its page loaded again
    assert len(arrivals.list_found()) == 1
    with pytest.raises(Refusal):
        arrivals.note(token, phone(8))
    assert arrivals.show_token() != token
    arrivals.note(arrivals.show_token(), phone(8))
    assert [one.machine for one in arrivals.list_found()] == ["192.168.1.8", "192.168.1.7"]


def test_this_computer_uses_no_token_up(arrivals: Arrivals, clock: Clock):
    token = arrivals.show_token()
    arrivals.note(token, phone(5, is_own=True))
    assert arrivals.show_token() == token
    clock.now += NOBODY_AFTER + 1
    assert arrivals.is_long_awaited()
    arrivals.note(token, phone(7))
    assert not arrivals.is_long_awaited()


def test_a_token_ends(arrivals: Arrivals, clock: Clock):
    token = arrivals.show_token()
    clock.now += RENEWED_AFTER + 1
    assert arrivals.show_token() != token
    arrivals.note(token, phone())  # scanned a moment before the page had the next
    clock.now += LASTS
    with pytest.raises(Refusal):
        arrivals.note(token, phone())


def test_there_is_no_other_way_in(arrivals: Arrivals):
    with pytest.raises(Refusal):
        arrivals.note("", phone())
    with pytest.raises(Refusal):
        arrivals.note("Ähm", phone())
    first = arrivals.show_token()
    for number in range(TOKENS_KEPT):
        arrivals.note(arrivals.show_token(), phone(number))
        arrivals.show_token()
    with pytest.raises(Refusal):
        arrivals.note(first, phone(0))  # forgotten


def test_nobody_is_waited_for_while_nobody_looks(arrivals: Arrivals, clock: Clock):
    arrivals.show_token()
    clock.now += NOBODY_AFTER - 1
    assert not arrivals.is_long_awaited()
    clock.now += 3600
    arrivals.show_token()
    assert not arrivals.is_long_awaited()
    for _ in range(4):
        clock.now += 10
        arrivals.show_token()
    assert arrivals.is_long_awaited()


def test_other_addresses_begin_anew(arrivals: Arrivals):
    token = arrivals.show_token()
    arrivals.note(token, phone())
    arrivals.restart()
    assert arrivals.list_found() == ()
    with pytest.raises(Refusal):
        arrivals.note(token, phone())
