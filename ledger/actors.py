"""Who acted, and from where, in the one text that a record has for it: ``Anna (console, 192.168.1.20)``.

What stands in the brackets is written by the server or the command line, never by the person: a name that brings
brackets of its own only gets another pair behind them. Records that were written before there was a "where", and
those of imported logs, are names and nothing else.
"""

from __future__ import annotations

import functools
import re

from engine.model import Value

COMMAND_LINE, CONSOLE, API = "command line", "console", "api"
WAYS = (COMMAND_LINE, CONSOLE, API)

_ADDRESS = "[0-9A-Za-z.:%_-]+"
_SIGNED = re.compile(rf"(?P<name>.*) \((?P<where>(?:{'|'.join(WAYS)})(?:, {_ADDRESS})?)\)", re.DOTALL)


class Actor(Value, frozen=True):
    name: str
    where: str = ""  # "console, 192.168.1.20"


@functools.lru_cache(maxsize=1024)
def sign(name: str, way: str, address: str = "") -> str:
    """The text for a record. What does not look like an address is left out: ``read_actor`` could not split it off,
    and everybody would read it as a part of the name."""
    is_address = re.fullmatch(_ADDRESS, address) is not None
    return f"{name} ({way}, {address})" if is_address else f"{name} ({way})"


def is_same_person(one: str, other: str) -> bool:
    """Of two records: from wherever each was written."""
    return read_actor(one).name == read_actor(other).name


def read_actor(text: str) -> Actor:
    """The name, which everybody may see, apart from the where, which is for the arbiters."""
    found = _SIGNED.fullmatch(text)
    return Actor(found["name"], found["where"]) if found else Actor(text)
