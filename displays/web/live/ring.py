"""The same bytes to many sockets in one call of the operating system: Linux's io_uring, as much of it as that takes.

A call for each socket is a good part of what a delivery costs. Here the sockets stand on a list in memory that the
kernel shares with us (the requests), and beside it the kernel writes how much each of them took (the completions).
Nothing is under way any more when ``send`` returns: a socket that is full says so at once, and is not waited for.

Not every Linux has it, or all that is asked of it here (5.6 and later have), and some who run servers switch it off:
then ``opened`` gives None.
"""

from __future__ import annotations

import ctypes
import errno
import logging
import mmap
import os
import socket
import sys
import weakref
from array import array

MOST_AT_ONCE = 1024  # sockets in one call
_SETUP, _ENTER = 425, 426  # numbers of the two calls
_QUEUES_AT, _REQUESTS_AT = 0, 0x10000000  # where each piece of shared memory is to be had
_WAIT_FOR_COMPLETIONS = 1
_SEND = 26  # the request
_WRAP = 0xFFFFFFFF  # counters have 32 bits
_LOGGER = logging.getLogger("roundlog.live")


def opened() -> Ring | None:
    """None: this machine has none to give, and every socket is to be written to by itself."""
    if sys.platform != "linux":
        return None
    try:
        ring = Ring()
        near, far = socket.socketpair()
        with near, far:
            said = ring.send(array("i", [near.fileno()]), b"?")
        if said != [1]:
            raise OSError(errno.EOPNOTSUPP, f"it answers {said}")
    except (OSError, ValueError) as error:
        _LOGGER.info("io_uring is not to be had (%s): every follower is written to by itself", error)
        return None
    return ring


class Ring:
    """For one thread. Whoever gives a handle sees to it that it stays open while ``send`` runs."""

    def __init__(self, most_at_once: int = MOST_AT_ONCE) -> None:
        self._syscall = ctypes.CDLL(None, use_errno=True).syscall
        told = (ctypes.c_uint32 * 30)()  # struct io_uring_params: what is had, then where it is in the memory
        self._handle = self._asked(_SETUP, most_at_once, told)
        self._closing = weakref.finalize(self, os.close, self._handle)
        (self._requests, self._completions), places = told[:2], [place // 4 for place in told[10:]]
        self._tail, order = places[1], places[6]
        self._head, self._completed, completions = places[10], places[11], places[15]
        self._counters = self._memory(_QUEUES_AT, 4 * max(order + self._requests, completions + 4 * self._completions))
        self._counters[order : order + self._requests] = _numbers(self._requests)  # one after the other, and for ever
        done = self._counters[completions : completions + 4 * self._completions]  # struct io_uring_cqe: four numbers
        self._done, self._results = done[::4], done.cast("B").cast("i")[2::4]
        asked = self._memory(_REQUESTS_AT, 64 * self._requests)  # struct io_uring_sqe: sixteen numbers
        asked[::16] = _same(_SEND, self._requests)
        asked[7::16] = _same(socket.MSG_DONTWAIT | socket.MSG_NOSIGNAL, self._requests)
        asked[8::16] = _numbers(self._requests)  # comes back when it is done
        self._handles, self._lengths = asked.cast("B").cast("i")[1::16], asked[6::16]
        self._addresses = asked.cast("B").cast("Q")[2::8]

    @property
    def is_open(self) -> bool:
        return self._closing.alive

    def send(self, handles: array[int], data: bytes) -> list[int]:
        """How many bytes each socket took, in their order; or the number of its error, with a minus."""
        taken: list[int] = []
        rest = memoryview(handles)
        while rest and self.is_open:
            first = self._counters[self._tail] % self._requests
            piece = rest[: self._requests - first]  # up to the end of the list, so that neither list is cut in two
            taken += self._submit(first, piece, data)
            rest = rest[len(piece) :]
        return taken + [0] * len(rest)

    def _submit(self, first: int, handles: memoryview[int], data: bytes) -> list[int]:
        many, here = len(handles), slice(first, first + len(handles))
        self._handles[here] = handles
        self._addresses[here] = _same(ctypes.cast(ctypes.c_char_p(data), ctypes.c_void_p).value or 0, many, "Q")
        self._lengths[here] = _same(len(data), many)
        counters = self._counters
        try:
            counters[self._tail] = (counters[self._tail] + many) & _WRAP
            self._enter(many)
        except BaseException:  # what stands on the list would be sent with the next frame
            self._closing()
            raise
        head = counters[self._head]
        came = (counters[self._completed] - head) & _WRAP
        there = slice(head % self._completions, head % self._completions + came)
        counters[self._head] = (head + came) & _WRAP
        results = self._results[there].tolist()
        if results.count(len(data)) == many:
            return results
        if came != many:
            self._give_up(f"{came} of {many} requests were done")
        taken = [0] * many
        for number, result in zip(self._done[there].tolist(), results, strict=True):
            taken[number - first] = result
        return taken

    def _enter(self, many: int) -> None:
        """Until all are done, or the kernel will not go on. It stops at a request that it does not understand."""
        left = many
        while left:
            try:
                done = self._asked(_ENTER, self._handle, left, many, _WAIT_FOR_COMPLETIONS, None, 0)
            except InterruptedError:
                continue
            except OSError as error:
                self._give_up(str(error))
                return
            if not done:
                return
            left -= done

    def _give_up(self, why: str) -> None:
        """For good: nothing is lost without it. (The shared memory is given back when nobody has the ring any more.)"""
        if self.is_open:
            self._closing()
            _LOGGER.error("io_uring is of no use any more (%s): every follower is written to by itself", why)

    def _asked(self, *words: object) -> int:
        answer = self._syscall(*words)
        if answer < 0:
            number = ctypes.get_errno()
            raise OSError(number, os.strerror(number))
        return int(answer)

    def _memory(self, offset: int, size: int) -> memoryview[int]:
        """Shared with the kernel: numbers of 32 bits."""
        return memoryview(mmap.mmap(self._handle, size, offset=offset)).cast("I")


def _same(number: int, times: int, size: str = "I") -> memoryview[int]:
    return memoryview(array(size, [number]) * times)


def _numbers(many: int) -> memoryview[int]:
    return memoryview(array("I", range(many)))
