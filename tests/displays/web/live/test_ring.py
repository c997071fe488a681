"""The same bytes to many sockets at once: each gets them whole and once, or it is said how much it took."""

import ctypes
import errno
import logging
import os
import random
import socket
from array import array
from collections.abc import Iterator
from contextlib import ExitStack

import pytest

from displays.web.live import ring as module
from displays.web.live.ring import Ring, opened

WHOLE = b"0123456789" * 20


class Pairs:
    """Sockets to send to, and their other ends."""

    def __init__(self, count: int) -> None:
        self._open = ExitStack()
        pairs = [socket.socketpair() for _ in range(count)]
        self.near, self.far = ([self._open.enter_context(pair[side]) for pair in pairs] for side in (0, 1))
        for plug in (*self.near, *self.far):
            plug.setblocking(False)

    @property
    def handles(self) -> "array[int]":
        return array("i", [plug.fileno() for plug in self.near])

    def close(self) -> None:
        self._open.close()


@pytest.fixture
def ring(ring: Ring) -> Ring:
    """A small one: what is longer than its list goes in several calls."""
    return Ring(16)


@pytest.fixture
def pairs() -> Iterator[Pairs]:
    made = Pairs(40)
    yield made
    made.close()


class Kernel:
    """Stands in for it: does what is asked, and says so in whatever order."""

    def __init__(self, ring: Ring, is_backwards: bool = False) -> None:
        self._ring = ring
        self._is_backwards = is_backwards

    def asked(self, call: int, handle: int, left: int, *_: object) -> int:
        ring, counters = self._ring, self._ring._counters
        first = counters[ring._tail] - left
        numbers = [(first + number) % ring._requests for number in range(left)]
        for number in reversed(numbers) if self._is_backwards else numbers:
            data = ctypes.string_at(ring._addresses[number], ring._lengths[number])
            place = counters[ring._completed] % ring._completions
            ring._done[place], ring._results[place] = number, _sent(ring._handles[number], data)
            counters[ring._completed] = (counters[ring._completed] + 1) % (1 << 32)
        return left


def _sent(handle: int, data: bytes) -> int:
    try:
        return os.write(handle, data)
    except OSError as error:
        return -(error.errno or 0)


def _heard(plug: socket.socket) -> bytes:
    heard = b""
    try:
        while piece := plug.recv(1 << 20):
            heard += piece
    except BlockingIOError:
        return heard
    return heard


def _fill(plug: socket.socket) -> int:
    """Until it takes no more."""
    sent = 0
    try:
        while True:
            sent += plug.send(b"x" * 1000)
    except BlockingIOError:
        return sent


def test_everybody_gets_all_of_it_once(ring: Ring, pairs: Pairs):
    assert ring.send(pairs.handles, WHOLE) == [len(WHOLE)] * 40
    assert [_heard(plug) for plug in pairs.far] == [WHOLE] * 40


def test_wherever_on_its_lists_the_ring_is(ring: Ring, pairs: Pairs):
    """They are short, and begin again: some thirty times here."""
    chance = random.Random(7)
    for _ in range(60):
        some = sorted(chance.sample(range(40), chance.randrange(1, 40)))
        data = chance.randbytes(chance.randrange(1, 500))
        handles = array("i", [pairs.near[number].fileno() for number in some])
        assert ring.send(handles, data) == [len(data)] * len(some)
        heard = [_heard(plug) for plug in pairs.far]
        assert heard == [data if number in some else b"" for number in range(40)]


def test_nobody_to_send_to(ring: Ring):
    assert ring.send(array("i"), WHOLE) == []


def test_who_is_full_is_not_waited_for(ring: Ring, pairs: Pairs):
    before = _fill(pairs.near[3])
    taken = ring.send(pairs.handles, WHOLE)
    assert taken == [-errno.EAGAIN if number == 3 else len(WHOLE) for number in range(40)]
    assert _heard(pairs.far[3]) == b"x" * before
    # And nothing comes later: the caller has the rest.
    ring.send(pairs.handles[:1], WHOLE)
    assert _heard(pairs.far[3]) == b""


def test_who_can_take_a_part_says_which(ring: Ring):
    with socket.create_server(("127.0.0.1", 0)) as door, socket.create_connection(door.getsockname()) as far:
        near, _ = door.accept()
        with near:
            near.setblocking(False)
            far.setblocking(False)
            much = b"0123456789" * 1_000_000
            (size,) = ring.send(array("i", [near.fileno()]), much)
            assert 0 < size < len(much)
            heard = b""
            while len(heard) < size:
                heard += _heard(far)
            assert heard == much[:size]


def test_who_has_gone_is_an_error_and_harms_nobody(ring: Ring, pairs: Pairs):
    pairs.far[5].close()
    taken = ring.send(pairs.handles, WHOLE)
    assert taken == [-errno.EPIPE if number == 5 else len(WHOLE) for number in range(40)]
    assert [_heard(plug) for number, plug in enumerate(pairs.far) if number != 5] == [WHOLE] * 39


def test_a_handle_that_is_none_is_an_error_and_harms_nobody(ring: Ring, pairs: Pairs):
    handles = pairs.handles
    handles[0] = handles[20] = handles[39] = -1
    taken = ring.send(handles, WHOLE)
    assert taken == [-errno.EBADF if number in (0, 20, 39) else len(WHOLE) for number in range(40)]
    assert ring.send(pairs.handles, WHOLE) == [len(WHOLE)] * 40


def test_where_its_counters_begin_again_nothing_is_lost(ring: Ring, pairs: Pairs, monkeypatch: pytest.MonkeyPatch):
    """They have 32 bits: a day, if there are many followers."""
    for counter in (ring._tail, ring._head, ring._completed):
        ring._counters[counter] = (1 << 32) - 8
    monkeypatch.setattr(ring, "_asked", Kernel(ring).asked)
    for _ in range(3):
        assert ring.send(pairs.handles, WHOLE) == [len(WHOLE)] * 40
        assert [_heard(plug) for plug in pairs.far] == [WHOLE] * 40
    assert ring._counters[ring._tail] == 120 - 8


def test_in_whatever_order_it_is_done_everybody_has_his_own_answer(
    ring: Ring, pairs: Pairs, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(ring, "_asked", Kernel(ring, is_backwards=True).asked)
    _fill(pairs.near[3])
    assert ring.send(pairs.handles, WHOLE) == [-errno.EAGAIN if number == 3 else len(WHOLE) for number in range(40)]


def test_a_kernel_that_stops_at_a_request_is_asked_to_go_on(ring: Ring, pairs: Pairs, monkeypatch: pytest.MonkeyPatch):
    """As it does at one that it does not know."""
    requests = memoryview(ring._lengths.obj).cast("I")[::16]
    for number in (0, 5, 15):
        requests[number] = 250
    asked, submitted = ring._asked, []

    def _noted(*words: object) -> int:
        submitted.append(asked(*words))
        return submitted[-1]

    monkeypatch.setattr(ring, "_asked", _noted)
    taken = ring.send(pairs.handles[:16], WHOLE)
    assert taken == [-errno.EINVAL if number in (0, 5, 15) else len(WHOLE) for number in range(16)]
    assert submitted == [1, 5, 10]
    assert [_heard(plug) for plug in pairs.far[1:5]] == [WHOLE] * 4


def test_a_kernel_that_does_not_do_all_is_not_asked_again(
    ring: Ring, pairs: Pairs, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    monkeypatch.setattr(ring, "_asked", lambda *_: 0)
    assert ring.send(pairs.handles, WHOLE) == [0] * 40
    assert not ring.is_open
    assert "io_uring is of no use any more (0 of 16 requests were done)" in caplog.text


def test_what_breaks_off_on_the_way_is_not_sent_with_the_next_frame(
    ring: Ring, pairs: Pairs, monkeypatch: pytest.MonkeyPatch
):
    def _broken_off(*_: object) -> int:
        raise KeyboardInterrupt

    asked = ring._asked
    monkeypatch.setattr(ring, "_asked", _broken_off)
    with pytest.raises(KeyboardInterrupt):
        ring.send(pairs.handles[:5], b"old")
    monkeypatch.setattr(ring, "_asked", asked)
    assert ring.send(pairs.handles[5:10], b"new") == [0] * 5
    assert [_heard(plug) for plug in pairs.far] == [b""] * 40


def test_a_kernel_that_will_not_go_on_is_told_by_what_was_taken(
    ring: Ring, pairs: Pairs, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    """Forty on a list of sixteen are three calls: the second fails."""
    asked, calls = ring._asked, []

    def _tired(*words: object) -> int:
        calls.append(words)
        if len(calls) == 2:
            raise OSError(errno.ENOMEM, os.strerror(errno.ENOMEM))
        return asked(*words)

    monkeypatch.setattr(ring, "_asked", _tired)
    taken = ring.send(pairs.handles, WHOLE)
    assert taken == [len(WHOLE)] * 16 + [0] * 24
    assert [_heard(plug) for plug in pairs.far] == [WHOLE] * 16 + [b""] * 24
    assert not ring.is_open
    assert "io_uring is of no use any more" in caplog.text
    assert ring.send(pairs.handles, WHOLE) == [0] * 40
    assert len(calls) == 2


def test_a_signal_in_between_is_no_reason_to_stop(ring: Ring, pairs: Pairs, monkeypatch: pytest.MonkeyPatch):
    asked, signals = ring._asked, [InterruptedError(errno.EINTR, "signal")] * 2

    def _disturbed(*words: object) -> int:
        if signals:
            raise signals.pop()
        return asked(*words)

    monkeypatch.setattr(ring, "_asked", _disturbed)
    assert ring.send(pairs.handles, WHOLE) == [len(WHOLE)] * 40
    assert [_heard(plug) for plug in pairs.far] == [WHOLE] * 40


def test_a_machine_that_has_none_says_so(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture):
    caplog.set_level(logging.INFO)
    monkeypatch.setattr(module, "_SETUP", 100_000)  # a call that no kernel knows
    assert opened() is None
    assert "io_uring is not to be had ([Errno 38] Function not implemented)" in caplog.text


def test_a_kernel_too_old_to_send_with_it_says_so(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture):
    """It has the ring, and does not know what is asked."""
    caplog.set_level(logging.INFO)
    monkeypatch.setattr(module, "_SEND", 250)
    assert opened() is None
    assert "io_uring is not to be had" in caplog.text


def test_other_systems_are_not_asked(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("sys.platform", "darwin")
    monkeypatch.setattr(module, "Ring", None)
    assert opened() is None


def test_a_ring_that_nobody_needs_any_more_leaves_nothing_open(ring: Ring):
    before = os.listdir("/proc/self/fd")
    other = Ring(16)
    assert len(os.listdir("/proc/self/fd")) > len(before)
    del other
    assert len(os.listdir("/proc/self/fd")) == len(before)
