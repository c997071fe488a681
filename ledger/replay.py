"""Time travel: a moment → the version that stood then → the tournament and its views, as they were shown then."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from datetime import UTC, date, datetime, time

from engine.errors import BadInput, Refusal
from engine.model import Value
from ledger.acts.pairing import RoundPaired
from ledger.acts.record import Recorded
from ledger.acts.rounds import RoundClosed, RoundTakenBack
from ledger.state import State
from ledger.views.projector import Projection


class Newest(Value, frozen=True):
    """Everything that is recorded."""


class AtVersion(Value, frozen=True):
    version: int


class EndOfRound(Value, frozen=True):
    """As the round was closed before the next one was paired; later corrections are not in it."""

    round: int


class AtTime(Value, frozen=True):
    """The last record that was written then or before."""

    at: str  # as the log writes it: UTC, 2026-05-01T14:00:00.000000Z


Moment = Newest | AtVersion | EndOfRound | AtTime


def replay(records: Iterable[Recorded], moment: Moment) -> tuple[State, Projection]:
    """One tournament's records from the first to the moment: the state and every view of it."""
    known = list(records)
    return replay_to_version(known, version_at(known, moment))


def replay_to_version(records: Sequence[Recorded], version: int) -> tuple[State, Projection]:
    """The same for a version that ``version_at`` has found. Threads may share it."""
    projection = Projection(records[:version])
    if projection.state is None:
        raise Refusal("before-the-beginning")
    projection.update_history()
    return projection.state, projection


def version_at(records: Sequence[Recorded], moment: Moment) -> int:
    match moment:
        case Newest():
            return len(records)
        case AtVersion(version=version):
            if not 1 <= version <= len(records):
                raise Refusal("no-such-version", version=version, newest=len(records))
            return version
        case AtTime(at=at):
            # Where a clock was ahead, records are dated later than those that were written after its correction.
            return next((r.version for r in reversed(records) if r.at <= at), 0)
        case EndOfRound(round=number):
            return _end_of_round(records, number)


def _end_of_round(records: Sequence[Recorded], number: int) -> int:
    """The last closing of the round before the next one was first paired; if it was never closed, the last moment."""
    paired = 0  # how many rounds stand
    closed: int | None = None
    last = 0
    for recorded in records:
        event = recorded.event
        if isinstance(event, RoundPaired):
            if event.round == number + 1:
                break
            paired = event.round
        elif isinstance(event, RoundTakenBack):
            paired = event.round - 1
        elif isinstance(event, RoundClosed) and event.round == number:
            closed = recorded.version
        last = recorded.version
    if not 1 <= number <= paired:
        raise Refusal("no-such-round", round=number, rounds=paired)
    return last if closed is None else closed


# -- as people write them ----------------------------------------------------------------------------------------------


def read_moment(version: str | int | None = None, round: str | int | None = None, at: str | None = None) -> Moment:
    """The moment that somebody asks for; nothing given means the newest."""
    given = [field for field, value in (("version", version), ("round", round), ("at", at)) if value is not None]
    if len(given) > 1:
        raise BadInput("more-than-one-moment", given=tuple(given))
    if version is not None:
        return AtVersion(_read_number("version", version))
    if round is not None:
        return EndOfRound(_read_number("round", round))
    return Newest() if at is None else AtTime(_read_time(at))


def _read_number(field: str, number: str | int) -> int:
    if not re.fullmatch(r"[0-9]{1,9}", str(number)):
        raise BadInput("not-a-number", field=field, value=number)
    return int(number)


def _read_time(text: str) -> str:
    """ISO 8601. Without a zone it is UTC; a day alone means its end."""
    try:
        instant = _end_of_day(text) or datetime.fromisoformat(text)
        if instant.tzinfo is None:
            instant = instant.replace(tzinfo=UTC)
        instant = instant.astimezone(UTC)
    except (ValueError, OverflowError) as error:
        raise BadInput("not-a-time", field="at", value=text) from error
    return instant.replace(tzinfo=None).isoformat(timespec="microseconds") + "Z"


def _end_of_day(text: str) -> datetime | None:
    if not re.fullmatch(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", text):
        return None
    return datetime.combine(date.fromisoformat(text), time.max, UTC)
