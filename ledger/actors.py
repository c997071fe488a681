"""Who acted, with which key and from where, in the one text that a record has for it.

``Anna (key 3, console, 192.168.1.20)``; with a key that is called otherwise than its user ``Bram (key 4 "Helpers",
console, 192.168.1.21)``; without a key ``Anna (command line)``. The name may be one that was typed; what stands in the
last brackets is written by the server or the command line, never by the person: a name that brings brackets of its own
only gets another pair behind them. Records that were written before there was a "where" or a key, and those of imported
logs, are read as what they are.
"""

from __future__ import annotations

import functools
import re

import msgspec

from engine.model import Value

COMMAND_LINE, CONSOLE, API = "command line", "console", "api"
WAYS = (COMMAND_LINE, CONSOLE, API)

_ADDRESS = "[0-9A-Za-z.:%_-]+"
# Inside the quotes every quote has a backslash before it: so what begins like a key in there is none.
_KEY = r'key (?P<key>[0-9]{1,15})(?: (?P<called>"(?:[^"\\]|\\.)*"))?'
_WHERE = rf"(?P<where>(?:{'|'.join(WAYS)})(?:, {_ADDRESS})?)"
_SIGNED = re.compile(rf"(?P<name>.*) \((?:{_KEY}, )?{_WHERE}\)", re.DOTALL)


class ActorKey(Value, frozen=True):
    """The key that somebody acted with: its number, which it has for ever, and what it is called. Never the secret."""

    number: int
    name: str


class Actor(Value, frozen=True):
    name: str
    where: str = ""  # "console, 192.168.1.20"
    key: ActorKey | None = None  # None: an older record, or one that needed no key


@functools.lru_cache(maxsize=1024)
def sign(name: str, way: str, address: str = "", key: ActorKey | None = None) -> str:
    """The text for a record. What does not look like an address is left out: ``read_actor`` could not split it off,
    and everybody would read it as a part of the name."""
    parts = [] if key is None else [_key_text(key, name)]
    parts += [way, address] if re.fullmatch(_ADDRESS, address) else [way]
    return f"{name} ({', '.join(parts)})"


def _key_text(key: ActorKey, name: str) -> str:
    """What it is called only if that is not the name of who acted."""
    called = "" if key.name == name else f" {msgspec.json.encode(key.name).decode()}"
    return f"key {key.number}{called}"


def is_same_person(one: str, other: str) -> bool:
    """Of two records: the same name with the same key, from wherever each was written."""
    first, second = read_actor(one), read_actor(other)
    return first.name == second.name and _number_of_key(first) == _number_of_key(second)


def _number_of_key(actor: Actor) -> int | None:
    """The number alone: what a key is called may change."""
    return None if actor.key is None else actor.key.number


def read_actor(text: str) -> Actor:
    """The name and the key, which everybody may see, apart from the where, which is for the arbiters."""
    found = _SIGNED.fullmatch(text)
    if found is None:
        return Actor(text)
    return Actor(found["name"], found["where"], _read_key(found))


def _read_key(found: re.Match[str]) -> ActorKey | None:
    if found["key"] is None:
        return None
    try:
        called = found["name"] if found["called"] is None else msgspec.json.decode(found["called"], type=str)
    except msgspec.DecodeError:  # of an imported log: nobody here wrote it
        called = found["called"]
    return ActorKey(int(found["key"]), called)
