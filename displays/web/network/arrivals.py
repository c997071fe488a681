"""Arrivals: a code for the camera of a phone, and which phones have come through with it.

The code is the address of this server with a token that says nothing, lasts for minutes, and is used up by the first
machine that arrives with it (which may load its page again).
"""

from __future__ import annotations

import secrets
import time
from collections import deque
from collections.abc import Callable

import msgspec

from engine.errors import Refusal

LASTS = 600.0  # seconds after which a token is worth nothing
RENEWED_AFTER = 300.0  # seconds after which another one is shown
NOBODY_AFTER = 30.0  # seconds without an arrival: then something is in the way
LOOKED_AWAY_AFTER = 60.0  # seconds in which nobody asked for the code: nobody waits any more
TOKENS_KEPT = 16
ARRIVALS_KEPT = 10


class Arrival(msgspec.Struct, frozen=True):
    """Somebody opened the address of a code."""

    at: float  # seconds since 1970
    address: str  # that was reached: ``http://192.168.1.5:8000``
    machine: str  # the address that it came from
    is_own: bool  # from this machine itself: that says nothing about phones


class _Token(msgspec.Struct):
    text: str
    made_at: float
    used_by: str = ""  # a machine


class Arrivals:
    """``clock`` gives seconds since 1970."""

    def __init__(self, clock: Callable[[], float] = time.time) -> None:
        self._clock = clock
        self._tokens: deque[_Token] = deque(maxlen=TOKENS_KEPT)
        self._found: deque[Arrival] = deque(maxlen=ARRIVALS_KEPT)
        self._waiting_since = 0.0
        self._asked_at = 0.0

    def show_token(self) -> str:
        """For the code that is on the page now."""
        now = self._clock()
        if now > self._asked_at + LOOKED_AWAY_AFTER:
            self._waiting_since = now
        self._asked_at = now
        newest = self._tokens[-1] if self._tokens else None
        if newest is None or newest.used_by or now > newest.made_at + RENEWED_AFTER:
            newest = _Token(secrets.token_urlsafe(6), now)
            self._tokens.append(newest)
        return newest.text

    def restart(self) -> None:
        """What was shown until now is worth nothing: the addresses are others."""
        self._tokens.clear()
        self._found.clear()
        self._waiting_since = self._clock()

    def note(self, token: str, arrival: Arrival) -> None:
        """Refuses a token that there is none of, or that somebody else has used."""
        known = next((one for one in self._tokens if one.text == token), None)
        if known is None or self._clock() > known.made_at + LASTS or known.used_by not in ("", arrival.machine):
            raise Refusal("no-such-code")
        if not arrival.is_own:
            known.used_by = arrival.machine
        if self._found and (self._found[0].machine, self._found[0].address) == (arrival.machine, arrival.address):
            self._found.popleft()  # it has loaded its page again
        self._found.appendleft(arrival)

    def list_found(self) -> tuple[Arrival, ...]:
        """The newest first."""
        return tuple(self._found)

    def is_long_awaited(self) -> bool:
        """Nobody has come through for a while, though the code is on the page."""
        has_come = any(not one.is_own for one in self._found)
        return not has_come and self._clock() > self._waiting_since + NOBODY_AFTER
