"""Choices of the set-up form, in the reader's language: systems, options, points, rankings."""

from __future__ import annotations

import msgspec

from displays.words.language import Language
from displays.words.rating_text import list_names
from displays.words.setup_choices import POINT_TABLES, OptionInfo, options_of
from displays.words.tiebreak_names import tiebreak_name
from engine.model import Tournament
from engine.registry import SYSTEMS, TIEBREAKS
from engine.system import System
from engine.tiebreaks import PRESETS


class OptionChoice(msgspec.Struct, frozen=True):
    name: str
    label: str
    kind: str
    default: bool | int | str | tuple[str, ...]
    words: tuple[tuple[str, str], ...]  # what it may be, and how that is called
    is_prominent: bool


class SystemChoice(msgspec.Struct, frozen=True):
    key: str
    name: str
    about: str
    regulation: str
    group: str
    options: tuple[OptionChoice, ...]
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
    return SystemChoice(
        key=system.key,
        name=reader.word(f"system-{system.key}", "console"),
        about=reader.word(f"system-about-{system.key}", "console"),
        regulation=system.regulation,
        group=system.game or "any",
        options=tuple(_option(option, option.name in system.main_options, reader) for option in options_of(system)),
        tiebreaks={"chess": system.proposed_tiebreaks("chess"), "draughts": system.proposed_tiebreaks("draughts")},
    )


def _option(option: OptionInfo, is_prominent: bool, reader: Language) -> OptionChoice:
    label = reader.word(option.name, "options")
    return OptionChoice(
        name=option.name,
        label=label[:1].upper() + label[1:],
        kind="yes-or-no" if isinstance(option.default, bool) else option.kind,
        default=option.default,
        words=tuple((word, reader.word_or_key(word, "choices")) for word in option.words),
        is_prominent=is_prominent,
    )
