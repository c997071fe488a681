"""What there is to choose when a tournament is set up, in the reader's language: systems, options, points, rankings."""

from __future__ import annotations

import msgspec

from displays.cli.systems import Option, options_of
from displays.words.language import Language
from displays.words.tiebreak_names import tiebreak_name
from engine.model import CHESS_POINTS, DRAUGHTS_POINTS, FOOTBALL_POINTS, PointTable
from engine.pairing import PairingSystem
from engine.registry import SYSTEMS, TIEBREAKS
from engine.tiebreaks import PRESETS

# For which game a system was written, and the order in which a form shows them.
GROUPS: dict[str, tuple[str, ...]] = {
    "chess": ("fide-dutch-2026", "knsb-2014", "fide-dutch-2017"),
    "draughts": ("kndb", "fmjd-5.1", "fmjd-5.1a", "fmjd-5.2", "fmjd-5.2a", "fmjd-5.2b", "fmjd-5.3"),
    "any": ("round-robin", "keizer", "keizer-elo", "by-hand"),
}
# The options that most organisers look at; the others are a click away.
PROMINENT = frozenset(
    {
        *("acceleration", "double", "dummy", "draw_seed"),
        *("rematch_gap", "max_meetings", "absence", "absence_times", "no_game", "end_correction"),
    }
)
POINTS: dict[str, PointTable] = {"1-½-0": CHESS_POINTS, "2-1-0": DRAUGHTS_POINTS, "3-1-0": FOOTBALL_POINTS}

# The ranking that goes with a system: a name of PRESETS, for chess and for draughts.
_RANKINGS: dict[str, tuple[str, str]] = {
    "kndb": ("kndb", "kndb"),
    "fmjd-5.1a": ("fmjd-5.1", "fmjd-5.1"),
    "round-robin": ("fide-round-robin", "kndb"),
    "keizer": ("", ""),
    "keizer-elo": ("", ""),
}
_OTHER_RANKINGS = ("fide-swiss", "kndb")


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
    points: dict[str, dict[str, int]]  # all fields, whatever their defaults
    rankings: dict[str, tuple[str, ...]]
    tiebreaks: dict[str, str]  # code → name, of the bases and of those that rankings use


def choices(reader: Language) -> Choices:
    named = {*TIEBREAKS, *(code for codes in PRESETS.values() for code in codes)}
    return Choices(
        systems=tuple(_system(SYSTEMS[key], group, reader) for group, keys in GROUPS.items() for key in keys),
        points={name: msgspec.structs.asdict(table) for name, table in POINTS.items()},
        rankings=dict(PRESETS),
        tiebreaks={code: tiebreak_name(code, reader) for code in sorted(named)},
    )


def _system(system: PairingSystem, group: str, reader: Language) -> SystemChoice:
    preset = PRESETS.get(system.KEY)
    of_chess, of_draughts = (PRESETS.get(name, ()) for name in _RANKINGS.get(system.KEY, _OTHER_RANKINGS))
    return SystemChoice(
        key=system.KEY,
        name=reader.word(f"system-{system.KEY}", "console"),
        about=reader.word(f"system-about-{system.KEY}", "console"),
        regulation=system.REGULATION,
        group=group,
        options=tuple(_option(option, reader) for option in options_of(system)),
        tiebreaks={"chess": preset or of_chess, "draughts": preset or of_draughts},
    )


def _option(option: Option, reader: Language) -> OptionChoice:
    label = reader.word(option.name, "options")
    return OptionChoice(
        name=option.name,
        label=label[:1].upper() + label[1:],
        kind="yes-or-no" if isinstance(option.default, bool) else option.kind,
        default=option.default,
        words=tuple((word, reader.word_or_key(word, "choices")) for word in option.words),
        is_prominent=option.name in PROMINENT,
    )
