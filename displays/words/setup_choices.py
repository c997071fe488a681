"""Choices of a new tournament: options of each pairing system, point tables, advice."""

from __future__ import annotations

import types
import typing
from collections.abc import Iterator
from fractions import Fraction

import msgspec

from displays.words.language import Language
from displays.words.pairing_reasons import reason_sentence
from engine.handbook import advise_on_ratings
from engine.model import CHESS_POINTS, DELFT_POINTS, DRAUGHTS_POINTS, FOOTBALL_POINTS, PointTable, Rules
from engine.registry import SYSTEMS
from engine.scoring import show_point_table
from engine.system import System
from ledger.acts.opening import check_rules

MOST_PLAYERS = 10_000
POINT_TABLES: dict[str, PointTable] = {
    show_point_table(table): table for table in (CHESS_POINTS, DRAUGHTS_POINTS, FOOTBALL_POINTS, DELFT_POINTS)
}


class Hint(msgspec.Struct, frozen=True):
    """What the regulation would do otherwise, and the field that it is about, if it is about one."""

    sentence: str
    field: str


def advise(rules: Rules, players: int, language: Language, *, is_long: bool = False) -> tuple[Hint, ...]:
    """What the regulation would do differently; a refusal if no tournament could be opened by these rules.

    ``is_long``: it lasts more than 30 days.
    """
    check_rules(rules, players)
    hints = (*SYSTEMS[rules.system].hints(rules, players), *advise_on_ratings(rules, is_long=is_long))
    return tuple(
        Hint(reason_sentence(hint.code, (), hint.facts, language), str(hint.facts.get("field", ""))) for hint in hints
    )


class OptionInfo(msgspec.Struct, frozen=True):
    """What can be chosen: its name, what holds if nothing is said, and the words that it may be (none: see kind)."""

    name: str
    default: bool | int | str | tuple[str, ...]
    kind: str  # "choice", "number", "fraction", "list", "text"
    words: tuple[str, ...] = ()


def options_of(system: System) -> list[OptionInfo]:
    return [_option(field) for field in msgspec.structs.fields(system.options)]


MAIN = "main"


def option_groups(system: System) -> list[tuple[str, list[OptionInfo]]]:
    """The options as they are set out: the main ones, its groups by their keys, and under no key those in none."""
    left = {option.name: option for option in options_of(system)}
    named = [(MAIN, system.main_options), *((group.key, group.options) for group in system.option_groups)]
    found = [(key, [left.pop(name) for name in names]) for key, names in named]
    return [(key, options) for key, options in (*found, ("", [*left.values()])) if options]


def _option(field: msgspec.structs.FieldInfo) -> OptionInfo:
    words, kinds = list(_words(field.type)), set(_plain_kinds(field.type))
    if int in kinds:
        kind = "number"
    elif str in kinds:
        kind = "fraction" if words or _is_fraction(field.default) else "text"
    else:
        kind = "list" if tuple in kinds else "choice"
    if kind == "number" and isinstance(field.default, str) and field.default not in words:
        words.append(field.default)  # a number, or a word for one
    return OptionInfo(field.encode_name, field.default, kind, tuple(words))


def _words(kind: object) -> Iterator[str]:
    """Those that an option may be: of a Literal, of a bool, or named beside what is written freely (``or_word``); of a
    union those of its parts."""
    if typing.get_origin(kind) is typing.Annotated:
        yield from (word for about in typing.get_args(kind)[1:] for word in about.extra["words"])
    elif kind is bool:
        yield from ("yes", "no")
    elif typing.get_origin(kind) is typing.Literal:
        yield from map(str, typing.get_args(kind))
    elif typing.get_origin(kind) in (types.UnionType, typing.Union):
        for part in typing.get_args(kind):
            yield from _words(part)


def _plain_kinds(kind: object) -> Iterator[object]:
    if typing.get_origin(kind) is typing.Annotated:
        yield typing.get_args(kind)[0]
    elif typing.get_origin(kind) in (types.UnionType, typing.Union):
        for part in typing.get_args(kind):
            yield from _plain_kinds(part)
    else:
        yield typing.get_origin(kind) or kind


def _is_fraction(default: object) -> bool:
    try:
        Fraction(str(default))
    except ValueError:
        return False
    return True
