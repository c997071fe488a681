"""``roundlog mark-sent TOURNAMENT FILE`` and ``roundlog sent-reports TOURNAMENT``: what went to the federation."""

from __future__ import annotations

import hashlib

import msgspec

from displays.cli import options
from displays.cli.command import Namespace, Subcommand
from displays.cli.open_log import open_records
from displays.cli.options import number_of
from displays.cli.parameters import argument, flag, one_of, option
from displays.cli.terminal import Terminal
from displays.cli.writing import tournament_of, writing
from displays.words.language import Language
from displays.words.report_changes import change_line
from engine.errors import Refusal
from ledger.actors import read_actor
from ledger.acts.act import Command
from ledger.acts.reports import DIALECTS, MarkReportSent
from ledger.formats.input_file import read_content
from ledger.sent_reports import SentFile, list_sent
from ledger.state import State


def _mark_sent(args: Namespace, state: State | None) -> list[Command]:
    """The check value is that of the file that was sent, whoever wrote it."""
    tournament_of(state)
    assert state is not None
    return [
        MarkReportSent(
            version=state.version if args.at_version is None else args.at_version,
            sha256=hashlib.sha256(read_content(args.file)).hexdigest(),
            recipient=args.to,
            sender=args.sender,
            dialect=args.dialect,
            is_interim=args.interim,
            has_comments=args.comments,
        )
    ]


def _list_sent(args: Namespace, terminal: Terminal) -> None:
    with open_records(terminal) as log:
        records = tuple(log.read(args.stream))
    if not records:
        raise Refusal("no-such-tournament")
    found = list_sent(records)
    reader = terminal.language
    if terminal.as_json:
        told = [
            {
                **msgspec.structs.asdict(one.sent),
                "at": one.at,
                "actor": read_actor(one.actor).name,
                "is_as_written": one.is_as_written,
                "changes": [change_line(change, reader) for change in one.changes],
            }
            for one in found
        ]
        terminal.give(msgspec.json.encode(told))
        return
    for one in found:
        _tell(one, terminal, reader)
    if not found:
        terminal.say(reader.word("nothing-sent", "sent"))


def _tell(one: SentFile, terminal: Terminal, reader: Language) -> None:
    sent = one.sent
    kind = reader.phrase("kind-interim" if sent.is_interim else "kind-final", "sent", dialect=sent.dialect.upper())
    told = {"recipient": sent.recipient, "version": str(sent.version), "short": sent.sha256[:8]}
    terminal.say(kind)
    if sent.sender:
        terminal.say(reader.fill("sent-line-for", "sent", {**told, "sender": sent.sender}))
    else:
        terminal.say(reader.fill("sent-line", "sent", told))
    terminal.say(f"{one.at} {read_actor(one.actor).name}")
    if not one.is_as_written:
        terminal.say(reader.word("not-as-written", "sent"))
    if one.changes:
        terminal.say(reader.phrase("changed", "sent", count=len(one.changes)))
        for change in one.changes:
            terminal.say(f"  {change_line(change, reader)}")
    else:
        terminal.say(reader.word("unchanged", "sent"))


COMMANDS = {
    "mark-sent": writing(
        (
            argument("file", "FILE", "the file that was sent, as `export trf` wrote it"),
            option("--to", metavar="WHO", needed=True, help="who it was sent to"),
            option("--in-the-name-of", "sender", metavar="WHO", default="", help="a club or an organiser"),
            option(
                "--at-version",
                metavar="N",
                read=number_of("version"),
                help="of the log when the file was written; default: the newest",
            ),
            option(
                "--dialect",
                metavar="|".join(DIALECTS),
                read=one_of("dialect", DIALECTS),
                default=DIALECTS[0],
                help="what it was written with; so are the next two",
            ),
            flag("--interim", help="it is an interim file"),
            flag("--comments", help="it has the comments"),
        ),
        _mark_sent,
    ),
    "sent-reports": Subcommand((options.TOURNAMENT,), _list_sent),
}
