"""Carrying a tournament to another log: export, import."""

from __future__ import annotations

from pathlib import Path

import msgspec

from displays.cli import options
from displays.cli.command import Namespace, Subcommand
from displays.cli.open_log import opened
from displays.cli.parameters import argument
from displays.cli.terminal import Terminal, Working
from engine.errors import BadInput, Unavailable
from ledger.formats.jsonl import Imported, Title, check_events, export_stream, import_file, read_file


def _export(args: Namespace, terminal: Terminal) -> None:
    target = Path(args.file)
    if target.exists():
        raise BadInput("file-exists", path=args.file)
    try:
        with opened(terminal.log, read_only=True) as log, Working(terminal.language):
            title = export_stream(log, args.stream, target)
    except OSError as error:
        raise Unavailable("file-unwritable", path=args.file, problem=error.strerror or "") from error
    _tell_moved("exported", title, terminal, path=args.file)


def _import(args: Namespace, terminal: Terminal) -> None:
    """Everything about the file is checked before a log is opened, so that a bad file creates none."""
    with Working(terminal.language):
        check_events(read_file(args.file)[1])
        with opened(terminal.log, may_create=True) as log:
            imported = import_file(log, args.file)
    _tell_moved("already-there" if imported.was_there else "imported", imported, terminal)


def _tell_moved(key: str, moved: Title | Imported, terminal: Terminal, **facts: str) -> None:
    if terminal.as_json:
        terminal.give(msgspec.json.encode(moved))
    else:
        facts |= {"stream": moved.stream, "records": str(moved.records), "head": moved.head}
        terminal.say(terminal.language.phrase(key, **facts))


COMMANDS = {
    "export": Subcommand(
        (options.TOURNAMENT, argument("file", "FILE", "JSON lines; must not exist yet")),
        _export,
    ),
    "import": Subcommand((argument("file", "FILE", "an exported tournament"),), _import),
}
