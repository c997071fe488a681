"""Why a round was paired as it was: the reasons that the pairing left in the log, with the names of that day.

A draft's reasons are for the arbiter: ``is_draft`` says so, and no public page asks for this view.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from engine.errors import Fact, Refusal
from engine.model import PlayerId, Tournament, Value
from engine.pairing import Reason
from ledger.acts.catalogue import BY_EVENT
from ledger.acts.pairing import RoundChanged, RoundPaired
from ledger.acts.record import Recorded
from ledger.acts.rounds import PublicationTakenBack, RoundPublished, RoundTakenBack
from ledger.state import State
from ledger.views.view import Person, Question, View, plain_person

NAME = "reasons"


class ReasonsQuestion(Question["Reasons"], frozen=True):
    round: int | None = None  # None: the newest
    player: PlayerId | None = None  # only what names this player


Ask = ReasonsQuestion


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


class _Standing:
    """A round that stands: its pairing, and what became of it."""

    __slots__ = ("happened", "lines", "paired_at", "system")

    def __init__(self, system: str, lines: tuple[ReasonLine, ...], paired_at: int) -> None:
        self.system, self.lines, self.paired_at = system, lines, paired_at
        self.happened: set[str] = set()  # "published", "changed", "corrected": of what it was paired by


class ReasonsCollector:
    """Of the rounds that stand; what else happened does not matter any more, so there is nothing to leave out."""

    def __init__(self, most: int | None = None) -> None:
        self._rounds: list[_Standing] = []

    def take(self, before: State | None, recorded: Recorded, after: State) -> None:
        event = recorded.event
        match event:
            case RoundPaired():
                lines = tuple(_line(after.tournament, reason) for reason in event.reasons)
                self._rounds.append(_Standing(event.system, lines, recorded.version))
            case RoundChanged():
                self._rounds[event.round - 1].happened.add("changed")
            case RoundPublished():
                self._rounds[event.round - 1].happened.add("published")
            case PublicationTakenBack():
                self._rounds[event.round - 1].happened.discard("published")
            case RoundTakenBack():
                self._rounds.pop()
            case _ if BY_EVENT[type(event)].concerns_later_pairings:
                for later in self._rounds[cast(Any, event).round :]:
                    later.happened.add("corrected")

    def show(self, version: int, ask: ReasonsQuestion) -> Reasons:
        if ask.round is None and not self._rounds:
            return Reasons(version=version, round=0)
        number = len(self._rounds) if ask.round is None else ask.round
        if not 1 <= number <= len(self._rounds):
            raise Refusal("no-such-round", round=number, rounds=len(self._rounds))
        shown = self._rounds[number - 1]
        return Reasons(
            version=version,
            round=number,
            player=ask.player,
            system=shown.system,
            is_draft="published" not in shown.happened,
            is_changed="changed" in shown.happened,
            is_corrected="corrected" in shown.happened,
            paired_at=shown.paired_at,
            lines=tuple(line for line in shown.lines if _is_about(line, ask.player)),
        )


Collector = ReasonsCollector


def _line(t: Tournament, reason: Reason) -> ReasonLine:
    return ReasonLine(reason.code, reason.article, tuple(plain_person(t, n) for n in reason.players), reason.facts)


def _is_about(line: ReasonLine, player: PlayerId | None) -> bool:
    return player is None or any(person.number == player for person in line.players)
