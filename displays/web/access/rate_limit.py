"""Rate limit for failed keys: longer waits for a machine with every failure, and for all when many fail at once.

Nobody guesses a key of 256 bits. But a machine that tries costs work and fills the log of the server; with a limit it
is a nuisance to itself only. Somebody who is signed in, or a program whose key is good, is never held up.
"""

from __future__ import annotations

import ipaddress
import math
import time
from collections import OrderedDict
from collections.abc import Callable

from engine.errors import Refusal

FREE = 5  # failures of one machine before it has to wait: a link that was cut off in a chat gets a second look
LONGEST_WAIT = 900.0  # seconds
FORGOTTEN_AFTER = 3600.0  # seconds without a failure
MACHINES_KEPT = 4096  # whoever failed longest ago makes room
FREE_FOR_ALL = 100  # failures of all machines together, of which one is forgiven every second
LONGEST_WAIT_FOR_ALL = 30.0


class KeyRateLimit:
    """Counts failures. ``clock`` gives seconds that only go forward."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._failures: OrderedDict[str, tuple[int, float]] = OrderedDict()
        self._of_all = 0.0
        self._of_all_at = clock()

    def check(self, address: str) -> None:
        """Refuse while the machine, or everybody, has to wait."""
        wait = max(self._wait_of(machine(address)), self._wait_of_all())
        if wait > 0:
            raise Refusal("too-many-attempts", seconds=math.ceil(wait))

    def note_failure(self, address: str) -> None:
        now, name = self._clock(), machine(address)
        count, _ = self._failures_of(name)
        self._failures[name] = (count + 1, now)
        self._failures.move_to_end(name)
        while len(self._failures) > MACHINES_KEPT:
            self._failures.popitem(last=False)
        self._of_all = self._left_of_all() + 1
        self._of_all_at = now

    def note_success(self, address: str) -> None:
        self._failures.pop(machine(address), None)

    def _failures_of(self, name: str) -> tuple[int, float]:
        count, at = self._failures.get(name, (0, 0.0))
        return (count, at) if count and self._clock() < at + FORGOTTEN_AFTER else (0, 0.0)

    def _wait_of(self, name: str) -> float:
        """1, 2, 4, 8 … seconds after the failure that was one too many."""
        count, at = self._failures_of(name)
        if count < FREE:
            return 0.0
        return at + min(math.pow(2, min(count - FREE, 30)), LONGEST_WAIT) - self._clock()

    def _left_of_all(self) -> float:
        return max(0.0, self._of_all - (self._clock() - self._of_all_at))

    def _wait_of_all(self) -> float:
        """Doubles with every hundred failures more."""
        over = self._left_of_all() - FREE_FOR_ALL
        if over < 0:
            return 0.0
        wait = min(math.pow(2, min(over / FREE_FOR_ALL, 30)), LONGEST_WAIT_FOR_ALL)
        return self._of_all_at + wait - self._clock()


def machine(address: str) -> str:
    """One machine has one IPv4 address, but a whole /64 of IPv6 addresses to try from."""
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv6Address):
        return str(found.ipv4_mapped or ipaddress.ip_network((found, 64), strict=False))
    return str(found)
