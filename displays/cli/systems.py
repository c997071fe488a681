"""``roundlog systems``: the pairing systems there are, and what can be chosen in each."""

from __future__ import annotations

import types
import typing
from collections.abc import Iterator
from fractions import Fraction

import msgspec

from displays.cli.command import Namespace, Subcommand
from displays.cli.parameters import argument, one_of
from displays.cli.terminal import Terminal
from displays.words.language import Language
from displays.words.text_table import width
from engine.pairing import PairingSystem
from engine.registry import SYSTEMS

INDENT = 2


class Option(msgspec.Struct, frozen=True):
    """What can be chosen: its name, what holds if nothing is said, and the words that it may be (none: see kind)."""

    name: str
    default: bool | int | str | tuple[str, ...]
    kind: str  # "choice", "number", "fraction", "list", "text"
    words: tuple[str, ...] = ()


def options_of(system: PairingSystem) -> list[Option]:
    return [_option(field) for field in msgspec.structs.fields(system.Options)]


def _option(field: msgspec.structs.FieldInfo) -> Option:
    words, kinds = list(_words(field.type)), set(_plain_kinds(field.type))
    if int in kinds:
        kind = "number"
    elif str in kinds:
        kind = "fraction" if _is_fraction(field.default) else "text"
    else:
        kind = "list" if tuple in kinds else "choice"
    if kind == "number" and isinstance(field.default, str) and field.default not in words:
        words.append(field.default)  # a number, or a word for one
    return Option(field.encode_name, field.default, kind, tuple(words))


def _words(kind: object) -> Iterator[str]:
    """Those that an option may be: of a Literal, of a bool; of a union those of its parts."""
    if kind is bool:
        yield from ("yes", "no")
    elif typing.get_origin(kind) is typing.Literal:
        yield from map(str, typing.get_args(kind))
    elif typing.get_origin(kind) in (types.UnionType, typing.Union):
        for part in typing.get_args(kind):
            yield from _words(part)


def _plain_kinds(kind: object) -> Iterator[object]:
    if typing.get_origin(kind) in (types.UnionType, typing.Union):
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


# -- as text ---------------------------------------------------------------------------------------------------------


def _systems(args: Namespace, terminal: Terminal) -> None:
    asked = [system for key, system in SYSTEMS.items() if args.system in (None, key)]
    if terminal.as_json:
        found = [{"key": s.KEY, "regulation": s.REGULATION, "options": options_of(s)} for s in asked]
        terminal.give(msgspec.json.encode(found))
        return
    terminal.say("\n\n".join("\n".join(_system_lines(system, terminal.language)) for system in asked))


def _system_lines(system: PairingSystem, language: Language) -> list[str]:
    options = options_of(system)
    head = f"{system.KEY} ({system.REGULATION})"
    if not options:
        return [f"{head}: {language.word('no-options')}"]
    choices = [f"{option.name}={_default(option)}" for option in options]
    column = INDENT + max(map(width, choices)) + 2
    lines = [head]
    for option, choice in zip(options, choices, strict=True):
        lines.append(f"{' ' * INDENT}{choice}".ljust(column) + language.word_or_key(option.name, "options"))
        if option.words and not isinstance(option.default, bool):
            lines.append(" " * column + _possible(option, language))
    return lines


def _default(option: Option) -> str:
    if isinstance(option.default, bool):
        return "yes" if option.default else "no"
    return ",".join(option.default) if isinstance(option.default, tuple) else str(option.default)


def _possible(option: Option, language: Language) -> str:
    """``once | never | first-rounds``, ``number | all``: as it is typed. Of the others the default tells enough."""
    plain = () if option.kind == "choice" else (language.word(f"kind-{option.kind}"),)
    return " | ".join((*plain, *option.words))


KEY = argument("system", "KEY", "one of them", read=one_of("system", tuple(SYSTEMS)), optional=True)

COMMANDS = {"systems": Subcommand((KEY,), _systems)}
