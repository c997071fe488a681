"""Is it what it was? For a whole log, or for a tournament that somebody handed over."""

from __future__ import annotations

from pathlib import Path

import msgspec

from displays.cli.command import Namespace, Subcommand
from displays.cli.parameters import argument, option
from displays.cli.terminal import Terminal, Working
from ledger.formats.jsonl import verify_file
from ledger.store.verify import Verified, verify


def _verify(args: Namespace, terminal: Terminal) -> None:
    path = terminal.log if args.file is None else Path(args.file)
    with Working(terminal.language):
        found = verify_file(path, args.head) if _is_export(path) else verify(path, args.head)
    _tell(found, terminal)


def _is_export(path: Path) -> bool:
    """An exported tournament is text that begins with its title; everything else is looked at as a log."""
    try:
        with path.open("rb") as file:
            return file.read(1) == b"{"
    except OSError:
        return False  # whoever opens it next says why it cannot be opened


def _tell(found: Verified, terminal: Terminal) -> None:
    if terminal.as_json:
        terminal.give(msgspec.json.encode(found))
        return
    phrase = terminal.language.phrase
    terminal.say(phrase("intact", records=found.records, head=found.head))
    if found.at_position is not None and found.at_position != found.records:
        later = found.records - found.at_position
        terminal.say(phrase("head-found", position=found.at_position, later=later))


COMMANDS = {
    "verify": Subcommand(
        (
            argument("file", "FILE", "a log or an exported tournament; default: the log", optional=True),
            option("--head", metavar="HASH", help="a head that was written down earlier: it must still be there"),
        ),
        _verify,
    )
}
