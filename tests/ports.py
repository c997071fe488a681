"""Free ports for servers of tests, below those that the system gives to anybody's connections.

Such a server comes up a moment after its port was found, and is often started again: meanwhile no outgoing connection
may take the port, and no other process of the tests may find it.
"""

from __future__ import annotations

import os
import socket
from itertools import count

FIRST, LAST = 10_000, 32_000
_NEXT = count(os.getpid() * 101)


def begin_at_the_first() -> None:
    """So that the same ports are found each time, while they are free."""
    global _NEXT
    _NEXT = count()


def find_port() -> int:
    return find_ports(1)[0]


def find_ports(number: int) -> list[int]:
    """Each with a free one after it."""
    found = list[int]()
    for _ in range(LAST - FIRST):
        port = FIRST + 2 * next(_NEXT) % (LAST - FIRST)
        if _is_free(port) and _is_free(port + 1):
            found.append(port)
        if len(found) == number:
            return found
    raise AssertionError(f"no {number} free ports between {FIRST} and {LAST}")


def _is_free(port: int) -> bool:
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", port))
        except OSError:
            return False
        return True
