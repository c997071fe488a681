"""The part of a state that an event is about, as flat fields.

Taken before and after the event, the difference is the audit's "old → new".
"""

from __future__ import annotations

import enum
from collections.abc import Mapping
from typing import Any

import msgspec

from engine.model import Board, Entry, Value

Plain = str | int | bool | None | tuple[int | str, ...]
Fields = dict[str, Plain]
_OF_DAYS = ("rounds_by_day", "present_rounds")
_EMPTY: tuple[Plain, ...] = (None, "", ())
_PLAIN = frozenset({str, int, bool, type(None)})


class Change(Value, frozen=True):
    """One field, old → new. ``None``: it was not there, or is no more."""

    field: str
    old: Plain
    new: Plain


def compare(old: Fields, new: Fields) -> tuple[Change, ...]:
    """What changed, field by field. What was empty and stays empty is no change."""
    fields = (*old, *(field for field in new if field not in old))
    pairs = ((field, old.get(field), new.get(field)) for field in fields)
    return tuple(Change(field, was, now) for field, was, now in pairs if not _is_same(was, now))


def _is_same(was: Plain, now: Plain) -> bool:
    return was == now or (was in _EMPTY and now in _EMPTY)


def board_fields(board: Board) -> Fields:
    return {"white": board.white, "black": board.black, "result": board.result.value}


def entry_fields(entry: Entry) -> Fields:
    """A player's part in the tournament, without who the player is. What hardly anybody is (expelled) is told of who
    is it; of rounds that follow their days what they count as, not that they do."""
    fields = flatten(entry, without="player")
    told = ((field, value) for field, value in fields.items() if not field.startswith(_OF_DAYS))
    return {field: value for field, value in told if value is not False}


def flatten(value: msgspec.Struct, without: str = "") -> Fields:
    """The fields of a value, those within them with a dotted name: ``points.win``, ``withdrawals.1.from_round``."""
    fields: Fields = {}
    for name in value.__struct_fields__:
        if name != without:
            _flatten(name, getattr(value, name), fields)
    return fields


def _flatten(name: str, value: Any, into: Fields) -> None:
    if type(value) in _PLAIN:  # most are, and a long list of players has many
        into[name] = value
    elif isinstance(value, msgspec.Struct):
        into.update({f"{name}.{inner}": plain for inner, plain in flatten(value).items()})
    elif isinstance(value, Mapping):
        for key, inner in value.items():
            _flatten(f"{name}.{key}", inner, into)
    elif isinstance(value, tuple) and any(isinstance(inner, msgspec.Struct) for inner in value):
        for number, inner in enumerate(value, start=1):
            _flatten(f"{name}.{number}", inner, into)
    else:
        into[name] = value.value if isinstance(value, enum.Enum) else value
