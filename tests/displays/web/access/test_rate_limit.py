"""Who keeps trying keys has to wait, each machine for itself; and what is remembered of them is bounded."""

import pytest

from displays.web.access import rate_limit
from displays.web.access.rate_limit import KeyRateLimit, machine
from engine.errors import Refusal


class Seconds:
    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def seconds() -> Seconds:
    return Seconds()


def wait(found: KeyRateLimit, address: str) -> int:
    """The seconds that a machine is told to wait."""
    try:
        found.check(address)
    except Refusal as error:
        seconds = error.facts["seconds"]
        assert isinstance(seconds, int)
        return seconds
    return 0


def test_the_first_failures_are_free_and_then_the_wait_doubles(seconds):
    found = KeyRateLimit(seconds)
    waits = []
    for _ in range(20):
        waits.append(wait(found, "10.0.0.7"))
        seconds.now += waits[-1]
        found.note_failure("10.0.0.7")
    assert waits[: rate_limit.FREE] == [0] * rate_limit.FREE
    assert waits[rate_limit.FREE : rate_limit.FREE + 4] == [1, 2, 4, 8]
    assert max(waits) <= rate_limit.LONGEST_WAIT


def test_others_do_not_wait_for_it(seconds):
    found = KeyRateLimit(seconds)
    for _ in range(20):
        found.note_failure("10.0.0.7")
    assert wait(found, "10.0.0.7") > 0
    assert wait(found, "10.0.0.8") == 0


def test_the_wait_ends_and_the_failures_are_forgotten(seconds):
    found = KeyRateLimit(seconds)
    for _ in range(8):
        found.note_failure("10.0.0.7")
    seconds.now += wait(found, "10.0.0.7")
    assert wait(found, "10.0.0.7") == 0
    found.note_failure("10.0.0.7")
    assert wait(found, "10.0.0.7") > 8
    seconds.now += rate_limit.FORGOTTEN_AFTER
    found.note_failure("10.0.0.7")
    assert wait(found, "10.0.0.7") == 0


def test_who_gets_in_begins_anew(seconds):
    found = KeyRateLimit(seconds)
    for _ in range(rate_limit.FREE - 1):
        found.note_failure("10.0.0.7")
    found.note_success("10.0.0.7")
    found.note_failure("10.0.0.7")
    assert wait(found, "10.0.0.7") == 0


def test_many_machines_together_make_everybody_wait_a_little(seconds):
    found = KeyRateLimit(seconds)
    for number in range(rate_limit.FREE_FOR_ALL):
        assert wait(found, "192.168.1.1") == 0
        found.note_failure(f"10.0.{number}.1")
    assert 0 < wait(found, "192.168.1.1") <= rate_limit.LONGEST_WAIT_FOR_ALL
    for number in range(5000):
        found.note_failure(f"10.{number // 250}.{number % 250}.2")
    assert 0 < wait(found, "192.168.1.1") <= rate_limit.LONGEST_WAIT_FOR_ALL
    seconds.now += 6000
    assert wait(found, "192.168.1.1") == 0


def test_what_is_remembered_is_bounded(seconds):
    found = KeyRateLimit(seconds)
    for number in range(3 * rate_limit.MACHINES_KEPT):
        found.note_failure(f"10.{number >> 16}.{number >> 8 & 255}.{number & 255}")
    assert len(found._failures) == rate_limit.MACHINES_KEPT


def test_a_count_that_no_number_could_hold(seconds):
    found = KeyRateLimit(seconds)
    for _ in range(3000):
        found.note_failure("10.0.0.7")
    assert wait(found, "10.0.0.7") == rate_limit.LONGEST_WAIT


@pytest.mark.parametrize(
    ("one", "other", "is_same"),
    [
        ("10.0.0.7", "10.0.0.8", False),
        ("2001:db8::1", "2001:db8::ffff:1", True),
        ("2001:db8::1", "2001:db8:0:1::1", False),
        ("::ffff:10.0.0.7", "10.0.0.7", True),
        ("fe80::1%eth0", "fe80::2%eth1", True),
        ("testclient", "another", False),
    ],
)
def test_one_machine_has_many_addresses(one, other, is_same):
    assert (machine(one) == machine(other)) == is_same
