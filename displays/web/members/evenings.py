"""Coming evenings of a member: whether they come, when they said so, and until when they may say otherwise.

Where the schedule has days it goes by these, else by rounds. Who has signed off by the deadline has given notice: the
time of the record is the proof. After it nothing is taken any more, for the pairing may be made at any moment: the
page says so and sends them to the arbiter, who can still enter everything.
"""

from __future__ import annotations

import asyncio
import enum
from collections.abc import Iterator
from datetime import datetime
from typing import NamedTuple

import msgspec

from engine.errors import Refusal
from engine.model import Entry, Outcome, PlayerId, Tournament
from ledger.absent_days import rounds_to_come_on
from ledger.acts import checks
from ledger.acts.presence import (
    AbsenceAnnounced,
    AbsenceCancelled,
    AnnounceAbsence,
    CancelAbsence,
    days_and_rounds_to_come,
)
from ledger.evenings import find_deadline, is_late
from ledger.person_publicity import publicity_of
from ledger.private_file import write_time
from ledger.schedule import Schedule
from ledger.state import State
from ledger.store.log import Log


class Coming(enum.Enum):
    YES = "yes"
    NO = "no"
    AGREED = "agreed"  # the arbiter has entered what the round counts as
    OUT = "out"  # withdrawn, or not in the tournament yet


class MemberEvening(msgspec.Struct, frozen=True):
    day: str  # 2026-10-02; empty: the round is not on the schedule
    rounds: tuple[int, ...]  # of it that are not paired yet
    starts: str  # of the first, by the clock on the wall of the venue; empty: not known
    deadline: str  # a moment (UTC); empty: until the round is paired
    is_late: bool  # the deadline has passed
    coming: Coming
    at: str  # when that was told; empty: nobody has told anything
    absent: tuple[str, ...] | None = None  # who has signed off; None: that is not for members here


class _Told(NamedTuple):
    """What the log has of a player's coming."""

    at: str
    days: tuple[str, ...]
    rounds: tuple[int, ...]


async def list_evenings(log: Log, stream: str, state: State, player: PlayerId, now: datetime) -> list[MemberEvening]:
    """Those of which a round is not paired, in order."""
    if state.tournament.is_finished:
        return []
    told = await asyncio.to_thread(_read_told, log, stream, player)
    return [_evening(state, player, day, rounds, told, now) for day, rounds in _group(state)]


def _read_told(log: Log, stream: str, player: PlayerId) -> list[_Told]:
    """Newest first."""
    found = []
    for recorded in log.read(stream):
        event = recorded.event
        if isinstance(event, AbsenceAnnounced | AbsenceCancelled) and event.player == player:
            found.append(_Told(recorded.at, event.days, event.rounds))
    return found[::-1]


def _group(state: State) -> Iterator[tuple[str, tuple[int, ...]]]:
    t, schedule = state.tournament, state.schedule
    seen: set[str] = set()
    for number in range(t.next_round, t.rules.rounds + 1):
        day = schedule.day_of(number)
        if not day:
            yield "", (number,)
        elif day not in seen:
            seen.add(day)
            yield day, rounds_to_come_on(t, schedule, day)


def _evening(
    state: State, player: PlayerId, day: str, rounds: tuple[int, ...], told: list[_Told], now: datetime
) -> MemberEvening:
    t, schedule = state.tournament, state.schedule
    line = schedule.line_of(rounds[0])
    deadline = schedule.moment(find_deadline(schedule, day)) if day else None
    times = (one.at for one in told if day in one.days or set(rounds) & set(one.rounds))
    return MemberEvening(
        day=day,
        rounds=rounds,
        starts="" if line is None else line.starts,
        deadline="" if deadline is None else write_time(deadline),
        is_late=bool(day) and is_late(schedule, day, now),
        coming=_coming(t.entries[player], rounds),
        at=next(times, ""),
        absent=tuple(_absent(t, rounds)) if state.member_rights.absent else None,
    )


def _coming(entry: Entry, rounds: tuple[int, ...]) -> Coming:
    if not any(entry.takes_part_in(number) for number in rounds):
        return Coming.OUT
    known = {entry.absences.get(number) for number in rounds}
    if known - {None, Outcome.ABSENT}:
        return Coming.AGREED
    return Coming.NO if Outcome.ABSENT in known else Coming.YES


def _absent(t: Tournament, rounds: tuple[int, ...]) -> Iterator[str]:
    """By the names by which they may be called, as what a table of the tournament would say of the evening later."""
    publicity = publicity_of(t)
    for number, entry in sorted(t.entries.items()):
        if any(round_number in entry.absences and entry.takes_part_in(round_number) for round_number in rounds):
            yield publicity.name(number, entry.player.name)


# -- may they say so ---------------------------------------------------------------------------------------------------


def check_may_tell(
    state: State, command: AnnounceAbsence | CancelAbsence, now: datetime
) -> tuple[tuple[str, ...], tuple[int, ...]]:
    """The days and rounds, each once. Beside what is refused of anybody: after the deadline, and of what an arbiter has
    settled."""
    t, schedule, player = state.tournament, state.schedule, command.player
    entry = checks.entry(t, player)
    days, rounds = days_and_rounds_to_come(state, command)
    for day in dict.fromkeys((*days, *filter(None, map(schedule.day_of, rounds)))):
        _check_in_time(schedule, day, now)
    for number in (*rounds, *(number for day in days for number in rounds_to_come_on(t, schedule, day))):
        if not entry.takes_part_in(number):
            raise Refusal("not-in-that-round", player=player, round=number)
        if entry.absences.get(number) not in (None, Outcome.ABSENT):
            raise Refusal("absence-is-agreed", round=number)
    return days, rounds


def _check_in_time(schedule: Schedule, day: str, now: datetime) -> None:
    if is_late(schedule, day, now):
        raise Refusal("too-late-to-tell", day=day, deadline=find_deadline(schedule, day).replace("T", " "))


def keep_announced(
    state: State, player: PlayerId, days: tuple[str, ...], rounds: tuple[int, ...]
) -> tuple[tuple[str, ...], tuple[int, ...]]:
    """Of these days and rounds those of which an absence stands: who signs on twice is not refused."""
    t, entry = state.tournament, state.tournament.entries[player]

    def is_absent(day: str) -> bool:
        on_it = rounds_to_come_on(t, state.schedule, day)
        return day in entry.absent_days or any(number in entry.absences for number in on_it)

    return tuple(filter(is_absent, days)), tuple(number for number in rounds if number in entry.absences)
