"""Schedule of a tournament or an event on the command line: shown, set, filled; a round or an evening moved."""

from __future__ import annotations

import re
from datetime import date, datetime

import msgspec

from displays.cli import options
from displays.cli.command import Namespace, Subcommand
from displays.cli.open_log import open_records
from displays.cli.options import number_of
from displays.cli.parameters import argument, flag, option
from displays.cli.terminal import Terminal
from displays.cli.writing import tournament_of, writing
from displays.words.language import Language
from displays.words.schedule_text import evening_off_text, name_line, read_line, time_of_line
from engine.errors import BadInput
from ledger.acts.act import Command
from ledger.acts.evenings import CancelEvening, MoveEvening, ReinstateEvening
from ledger.acts.evolve import fold
from ledger.acts.schedule import MoveRound, SetSchedule
from ledger.schedule import Schedule, ScheduleLine, fill_rounds
from ledger.state import State
from ledger.views.schedule import show_schedule

_STREAM = argument("stream", "ID", "of a tournament or an event")
_WHEN = 'as "2026-05-01 14:00"'


def _read_time(text: str) -> str:
    """``2026-05-01 14:00`` → ``2026-05-01T14:00``; what it is else is refused where it is decided."""
    return re.sub(r"^(\d{4}-\d\d-\d\d) +(?=\d)", r"\1T", text.strip())


def _read_clock(text: str) -> str:
    try:
        return datetime.strptime(text.strip(), "%H:%M").strftime("%H:%M")
    except ValueError as error:
        raise BadInput("not-a-clock-time", value=text) from error


def _read_day(text: str) -> date:
    try:
        return date.fromisoformat(text.strip())
    except ValueError as error:
        raise BadInput("not-a-day", value=text) from error


def _set(args: Namespace, state: State | None) -> list[Command]:
    """What is not said stays as it is."""
    stands = Schedule() if state is None else state.schedule
    lines = stands.lines
    if args.line or args.clear:
        lines = tuple(args.line or ())
    if args.first is not None:
        if not args.at:
            raise BadInput("argument-missing", arguments=("--at",))
        rounds = tournament_of(state).rules.rounds
        others = tuple(line for line in lines if not line.round)
        lines = (*others, *fill_rounds(args.first, args.at, args.every, rounds, frozenset(args.skip)))
    notice = stands.notice if args.notice is None else args.notice
    return [SetSchedule(schedule=lines, zone=args.zone or "", notice=notice)]


def _move(args: Namespace, state: State | None) -> list[Command]:
    return [
        MoveRound(
            round=args.round,
            starts=args.starts,
            ends=args.ends or "",
            reason=args.reason or "",
            public_reason=args.public_reason or "",
        )
    ]


_SET = writing(
    (
        option(
            "--line",
            metavar="LINE",
            repeat=True,
            read=read_line,
            help='"2026-05-01 14:00 1", of one section of an event "2026-05-01 14:00 1@open", or '
            '"2026-05-01 12:00-13:00 Lunch"; all that there is to be on it',
        ),
        option("--first", metavar="DAY", read=_read_day, help="of round 1; the others follow by --at and --every"),
        option("--at", metavar="TIME", repeat=True, read=_read_clock, help="14:00; given twice: two rounds a day"),
        option("--every", metavar="DAYS", read=number_of("days"), default=7, help="days between; default 7"),
        option("--skip", metavar="DAY", repeat=True, read=_read_day, help="a day without a round: a holiday"),
        option("--zone", metavar="ZONE", help="of the venue, as Europe/Tallinn; default: that of this machine"),
        option("--notice", metavar="MINUTES", read=number_of("minutes"), help="before a round, for absences"),
        flag("--clear", help="nothing is on it any more"),
    ),
    _set,
    stream=_STREAM,
)


def _set_or_show(args: Namespace, terminal: Terminal) -> int | None:
    """Without a word of what is to be on it, it is shown."""
    is_noted = args.notice is not None
    if args.line or args.first or args.zone or is_noted or args.clear:
        return _SET.run(args, terminal)
    _show(args, terminal)
    return None


def _show(args: Namespace, terminal: Terminal) -> None:
    with open_records(terminal) as log:
        state = fold(log.events(args.stream))
    tournament_of(state)
    assert state is not None
    sections = () if state.festival is None else state.festival.sections
    if terminal.as_json:
        terminal.give(msgspec.json.encode(show_schedule(state, sections)))
        return
    for line in state.schedule.lines:
        terminal.say(schedule_text(line, terminal.language))
    for off in state.schedule.changed:
        terminal.say(f"{off.day}  {evening_off_text(off.moved_to, off.public_reason, terminal.language)}")
    if not state.schedule.lines:
        terminal.say(terminal.language.word("none", "schedule"))


def schedule_text(line: ScheduleLine, language: Language, names: dict[str, str] | None = None) -> str:
    """``2026-05-01 14:00  Round 1 · Open``."""
    return f"{line.day} {time_of_line(line)}".rstrip() + f"  {name_line(line, names or {}, language)}"


def _cancel_evening(args: Namespace, state: State | None) -> list[Command]:
    return [
        CancelEvening(
            day=args.day,
            last_day=args.last_day or "",
            drops_last=args.drop_last,
            reason=args.reason or "",
            public_reason=args.public_reason or "",
        )
    ]


def _move_evening(args: Namespace, state: State | None) -> list[Command]:
    return [MoveEvening(day=args.day, to=args.to, reason=args.reason or "", public_reason=args.public_reason or "")]


def _reinstate_evening(args: Namespace, state: State | None) -> list[Command]:
    return [ReinstateEvening(day=args.day)]


_DAY = argument("day", "DAY", "on which rounds are played: 2026-10-02")
_REASONS = (
    option("--reason", help="for arbiters only"),
    option("--public-reason", help="told to everybody"),
)
COMMANDS = {
    "cancel-evening": writing(
        (
            _DAY,
            option("--last-day", metavar="DAY", help="of what is on the last evening; default: at the usual interval"),
            flag("--drop-last", help="what is on the last evening falls off the schedule"),
            *_REASONS,
        ),
        _cancel_evening,
    ),
    "move-evening": writing((_DAY, argument("to", "TO", "another day"), *_REASONS), _move_evening),
    "reinstate-evening": writing((_DAY,), _reinstate_evening),
    "schedule": Subcommand(_SET.parameters, _set_or_show),
    "move-round": writing(
        (
            options.ROUND,
            argument("starts", "TIME", _WHEN, read=_read_time),
            option("--ends", metavar="TIME", read=_read_time, help=_WHEN),
            *_REASONS,
        ),
        _move,
    ),
}
