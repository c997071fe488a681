"""Numbers that somebody has typed → the players whom they mean, where start numbers are shown."""

from __future__ import annotations

import re
from typing import Any

from displays.cli.command import Namespace
from engine.errors import Refusal
from engine.model import PlayerId, Tournament
from ledger.shown_numbers import find_by_shown_number

ONE = ("player", "other", "about", "explain", "white", "black", "bye")  # parameters that name one
MANY = ("players", "order")
GROUPS = ("group",)  # given more than once
_NUMBER = re.compile(r"\d+")  # of boards: 3-5
_SITS_OUT = re.compile(r"^\s*\d+")  # 7=half-bye


def with_players(args: Namespace, t: Tournament | None) -> Namespace:
    """The same words with the numbers by which the log knows these players. They are put right where they stand: a
    command may note there what its report needs."""
    if t is not None and t.shows_start_numbers:
        for name, value in vars(args).items():
            setattr(args, name, _read(name, value, t))
    return args


def find_player(t: Tournament, number: int) -> PlayerId:
    found = find_by_shown_number(t, number)
    if not found:
        raise Refusal("no-such-player", player=number)
    return found


def _read(name: str, value: Any, t: Tournament) -> Any:
    if name in ONE and isinstance(value, int):
        return find_player(t, value)
    if name in MANY and isinstance(value, tuple):
        return tuple(find_player(t, one) for one in value)
    if name in GROUPS and value:
        return [tuple(find_player(t, one) for one in group) for group in value]
    if name == "boards" and value:
        return _NUMBER.sub(lambda found: str(find_player(t, int(found[0]))), value)
    if name == "sit_out" and value:
        return [_SITS_OUT.sub(lambda found: str(find_player(t, int(found[0]))), text) for text in value]
    return value
