"""Announcements and the round clock."""

from __future__ import annotations

from datetime import datetime

from displays.cli import options
from displays.cli.command import Namespace
from displays.cli.options import number_of
from displays.cli.parameters import argument, flag, option
from displays.cli.writing import writing
from engine.errors import BadInput, Gathered, Refusal
from ledger.acts.act import Command
from ledger.acts.hall import Announce, ClearClock, SetClock, WithdrawAnnouncement
from ledger.acts.times import CorrectTime
from ledger.state import State


def _announce(args: Namespace, t: State | None) -> list[Command]:
    _check_zones(until=args.until)
    return [Announce(text=args.text, until=args.until)]


def _withdraw(args: Namespace, t: State | None) -> list[Command]:
    return [WithdrawAnnouncement(announcement=args.announcement)]


def _clock(args: Namespace, t: State | None) -> list[Command]:
    if args.clear:
        if args.starts or args.ends:
            raise BadInput("not-both", arguments=("--clear", "--starts", "--ends"))
        return [ClearClock(round=args.round)]
    missing = tuple(f"--{name}" for name in ("starts", "ends") if getattr(args, name) is None)
    if missing:
        raise BadInput("argument-missing", arguments=missing)
    _check_zones(starts=args.starts, ends=args.ends)
    return [SetClock(round=args.round, starts=args.starts, ends=args.ends)]


def _correct_time(args: Namespace, t: State | None) -> list[Command]:
    return [CorrectTime(reason=args.reason)]


def _check_zones(**given: str) -> None:
    """A time without a zone is not guessed at: ``--at`` takes it for UTC, people mean the clock on the wall, and what
    is written cannot be taken back. Who wrote one is told how it is written here."""
    found = Gathered()
    for field, value in given.items():
        with found:
            example = _in_zone_of_machine(value)
            if example:
                raise Refusal("time-without-zone", field=field, value=value, example=example)
    found.tell()


def _in_zone_of_machine(value: str) -> str:
    """``2026-05-01T18:00+03:00``; "" for what has a zone, or is no time, of which the ledger tells."""
    try:
        instant = datetime.fromisoformat(value)
        return "" if instant.tzinfo else instant.astimezone().isoformat(timespec="minutes")
    except (ValueError, OverflowError):
        return ""


COMMANDS = {
    "correct-time": writing((options.REASON,), _correct_time),
    "announce": writing(
        (
            argument("text", "TEXT"),
            option("--until", metavar="TIME", default="", help="with its zone: 2026-05-01T18:00+02:00"),
        ),
        _announce,
    ),
    "withdraw-announcement": writing((argument("announcement", "NUMBER", read=number_of("number")),), _withdraw),
    "clock": writing(
        (
            options.ROUND,
            option("--starts", metavar="TIME", help="with its zone: 2026-05-01T14:00+02:00"),
            option("--ends", metavar="TIME"),
            flag("--clear", help="take the clock of that round away"),
        ),
        _clock,
    ),
}
