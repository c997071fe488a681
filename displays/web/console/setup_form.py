"""Choices of the set-up form, in the reader's language: systems, options, points, rankings."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from displays.words.language import Language
from displays.words.rating_text import list_names
from displays.words.setup_choices import MAIN, POINT_TABLES, OptionInfo, option_groups, options_of
from displays.words.tiebreak_names import tiebreak_name
from engine.model import Tournament
from engine.registry import SYSTEMS, TIEBREAKS
from engine.system import System
from engine.tiebreaks import PRESETS

FEW_OPTIONS = 6  # so many are shown at once


class OptionChoice(msgspec.Struct, frozen=True):
    name: str
    label: str
    kind: str
    default: bool | int | str | tuple[str, ...]
    words: tuple[tuple[str, str], ...]  # what it may be, and how that is called


class OptionGroupChoice(msgspec.Struct, frozen=True):
    """Options under one heading."""

    title: str
    about: str
    options: tuple[str, ...]  # by their names


class SystemChoice(msgspec.Struct, frozen=True):
    key: str
    name: str
    about: str
    regulation: str
    group: str
    options: tuple[OptionChoice, ...]
    main_options: tuple[str, ...]  # those that are shown at once
    option_groups: tuple[OptionGroupChoice, ...]
    tiebreaks: dict[str, tuple[str, ...]]  # by game


class Choices(msgspec.Struct, frozen=True):
    systems: tuple[SystemChoice, ...]
    points: dict[str, dict[str, int | None]]  # all fields, whatever their defaults
    rankings: dict[str, tuple[str, ...]]
    tiebreaks: dict[str, str]  # code → name, of the bases and of those that rankings use
    rating_lists: dict[str, str]  # as a rule names it → how it is called


def choices(reader: Language, t: Tournament | None = None) -> Choices:
    """``t``: that is agreed already."""
    named = {*TIEBREAKS, *(code for codes in PRESETS.values() for code in codes)}
    return Choices(
        systems=tuple(_system(system, reader) for system in SYSTEMS.values()),
        points={name: msgspec.structs.asdict(table) for name, table in POINT_TABLES.items()},
        rankings=dict(PRESETS),
        tiebreaks={code: tiebreak_name(code, reader) for code in sorted(named)},
        rating_lists=list_names(() if t is None else _sources_of_ratings(t), reader),
    )


def _sources_of_ratings(t: Tournament) -> tuple[str, ...]:
    """Whose there are in this tournament, and whose its lists are."""
    known = {rating.source for entry in t.entries.values() for rating in entry.ratings}
    named = {one.partition(":")[0] for one in t.rules.ratings.lists}
    federation = t.details.federation.upper()
    own = {federation} if len(federation) == 3 and federation.isalpha() else set()
    return tuple(sorted(known | named | own))


def _system(system: System, reader: Language) -> SystemChoice:
    groups = _groups(system)
    return SystemChoice(
        key=system.key,
        name=reader.word(f"system-{system.key}", "console"),
        about=reader.word(f"system-about-{system.key}", "console"),
        regulation=system.regulation,
        group=system.game or "any",
        options=tuple(_option(option, reader) for option in options_of(system)),
        main_options=_names(groups.pop(MAIN, ())),
        option_groups=tuple(_group(key, options, reader) for key, options in groups.items()),
        tiebreaks={"chess": system.proposed_tiebreaks("chess"), "draughts": system.proposed_tiebreaks("draughts")},
    )


def _groups(system: System) -> dict[str, list[OptionInfo]]:
    """As they are set out; of a system with few options all are main ones."""
    groups = dict(option_groups(system))
    found = [option for options in groups.values() for option in options]
    return {MAIN: found} if len(found) <= FEW_OPTIONS else groups


def _group(key: str, options: Sequence[OptionInfo], reader: Language) -> OptionGroupChoice:
    if key:
        title, about = reader.word(key, "option-groups"), reader.word(f"{key}-about", "option-groups")
    else:
        title, about = reader.word("more", "option-groups"), ""
    return OptionGroupChoice(title, about, _names(options))


def _names(options: Sequence[OptionInfo]) -> tuple[str, ...]:
    return tuple(option.name for option in options)


def _option(option: OptionInfo, reader: Language) -> OptionChoice:
    label = reader.word(option.name, "options")
    return OptionChoice(
        name=option.name,
        label=label[:1].upper() + label[1:],
        kind="yes-or-no" if isinstance(option.default, bool) else option.kind,
        default=option.default,
        words=tuple((word, reader.word_or_key(word, "choices")) for word in option.words),
    )
