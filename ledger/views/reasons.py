"""Why a round was paired as it was: the reasons that the pairing left in the log, with the names of that day.

A draft's reasons are for the arbiter: ``is_draft`` says so, and no public page asks for this view.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.errors import Fact, Refusal
from engine.model import PlayerId, Tournament, Value
from engine.pairing import Reason
from ledger.events import (
    ColoursCorrected,
    PointsAdjusted,
    Recorded,
    ResultCorrected,
    RoundChanged,
    RoundPaired,
    RoundPublished,
    RoundTakenBack,
    SitOutCorrected,
)
from ledger.views.contract import Person, View, person

NAME = "reasons"


class Ask(Value, frozen=True, forbid_unknown_fields=True):
    round: int | None = None  # None: the newest
    player: PlayerId | None = None  # only what names this player


class ReasonLine(Value, frozen=True, omit_defaults=True):
    code: str
    article: str
    players: tuple[Person, ...] = ()
    facts: Mapping[str, Fact] = {}


class Reasons(View, frozen=True, kw_only=True, tag=NAME):
    """Round 0 is shown while nothing is paired."""

    round: int
    player: PlayerId | None = None  # that was asked about
    system: str = ""
    is_draft: bool = False
    is_changed: bool = False  # boards were changed by hand since
    is_corrected: bool = False  # what was known of earlier rounds was corrected since
    paired_at: int = 0  # the version of its pairing
    lines: tuple[ReasonLine, ...] = ()


class Item(Value, frozen=True):
    """What an event means to the reasons of a round."""

    round: int
    event: str  # "paired", "changed", "published", "taken-back", or "corrected": of what later rounds were paired by
    system: str = ""
    lines: tuple[ReasonLine, ...] = ()
    version: int = 0  # of a pairing


def items(before: Tournament | None, recorded: Recorded, after: Tournament) -> tuple[Item, ...]:
    event = recorded.event
    match event:
        case RoundPaired():
            lines = tuple(_line(after, reason) for reason in event.reasons)
            return (Item(event.round, "paired", event.system, lines, recorded.version),)
        case RoundChanged():
            return (Item(event.round, "changed"),)
        case RoundPublished():
            return (Item(event.round, "published"),)
        case RoundTakenBack():
            return (Item(event.round, "taken-back"),)
        case ResultCorrected() | ColoursCorrected() | SitOutCorrected() | PointsAdjusted():
            return (Item(event.round, "corrected"),)
        case _:
            return ()


def _line(t: Tournament, reason: Reason) -> ReasonLine:
    return ReasonLine(reason.code, reason.article, tuple(person(t, n) for n in reason.players), reason.facts)


def show(version: int, items: Sequence[Item], ask: Ask) -> Reasons:
    standing = _standing(items)
    if ask.round is None and not standing:
        return Reasons(version=version, round=0)
    number = len(standing) if ask.round is None else ask.round
    if not 1 <= number <= len(standing):
        raise Refusal("no-such-round", round=number, rounds=len(standing))
    paired, *later = standing[number - 1]
    happened = {item.event for item in later}
    return Reasons(
        version=version,
        round=number,
        player=ask.player,
        system=paired.system,
        is_draft="published" not in happened,
        is_changed="changed" in happened,
        is_corrected="corrected" in happened,
        paired_at=paired.version,
        lines=tuple(line for line in paired.lines if _is_about(line, ask.player)),
    )


def _standing(items: Sequence[Item]) -> list[list[Item]]:
    """For each round that stands: its pairing, and what became of it."""
    rounds: list[list[Item]] = []
    for item in items:
        if item.event == "taken-back":
            rounds.pop()
        elif item.event == "paired":
            rounds.append([item])
        elif item.event == "corrected":
            for later in rounds[item.round :]:
                later.append(item)
        else:
            rounds[item.round - 1].append(item)
    return rounds


def _is_about(line: ReasonLine, player: PlayerId | None) -> bool:
    return player is None or any(person.number == player for person in line.players)
