"""The order: the narrow seam to the engine. It puts byte strings in an order, keeps them, and hands them out by number.

Nothing else is asked of an engine: no check of versions, no memory of command ids, no consumer. What the numbers mean
is told by ``messages.py``; how NATS does it, by ``nats_order.py``. Another engine needs these few calls.
"""

from __future__ import annotations

import hashlib
from typing import Protocol

from engine.model import Value

DIGEST = 8  # bytes
SECONDS_TO_PUBLISH = 2.0  # after which it is asked again: the engine that was asked may be gone


class OrderState(Value, frozen=True):
    """As the engine tells it: one moment old, for people to look at."""

    last: int  # the number of the newest
    leader: str  # the engine that decides now; empty: none does
    replicas: tuple[str, ...] = ()  # the others that have all of it, as far as the leader knows
    behind: tuple[str, ...] = ()  # those that do not, or are out of sight


class Order(Protocol):
    """A total order of byte strings, numbered 1, 2, 3 … All calls may be made from any thread, and may wait."""

    @property
    def damaged(self) -> frozenset[str]:
        """The engines that handed out less than they have, or something else, since this was opened."""

    def publish(self, content: bytes, seconds: float = SECONDS_TO_PUBLISH) -> int:
        """Its number; by then a majority of the engines has it on the disk.

        Raises Unavailable: ``cluster-no-majority`` if it is not there and never will be; ``cluster-outcome-unknown``
        if it may be, now or later. Whoever publishes again may have it there twice.
        """

    def read(self, number: int, most: int) -> list[bytes]:
        """From ``number`` on, without a gap, at most so many; nothing, if there is nothing there yet.

        What is missing or damaged in one engine is asked of another. Raises Broken when no engine gives it.
        """

    def last(self) -> int:
        """The number of the newest, as the engine's leader says; 0: there is none. Raises Unavailable."""

    def wait(self, number: int, seconds: float) -> bool:
        """Until something after ``number`` is known to be there, or for so long."""

    def state(self, seconds: float = SECONDS_TO_PUBLISH) -> OrderState:
        """Raises Unavailable where nobody leads."""

    def close(self) -> None:
        """Whoever waits is let go."""


def seal_content(content: bytes) -> bytes:
    """With a digest, so that a flipped bit in an engine's store is not taken for what was written."""
    return hashlib.blake2b(content, digest_size=DIGEST).digest() + content


def open_content(sealed: bytes) -> bytes | None:
    """None: it is damaged."""
    content = sealed[DIGEST:]
    return content if hashlib.blake2b(content, digest_size=DIGEST).digest() == sealed[:DIGEST] else None
