"""``roundlog backup`` and ``roundlog restore``: a verified copy of a log in use, and a copy put in its place."""

from __future__ import annotations

import os
from datetime import datetime
from pathlib import Path

import msgspec

from displays.cli.command import Namespace, Subcommand
from displays.cli.options import number_of
from displays.cli.parameters import argument, flag, option
from displays.cli.terminal import Terminal, Working
from displays.web.server_lock import lock_for_server
from engine.errors import BadInput
from ledger.backup.copying import MadeCopy, make_copy
from ledger.backup.folder import add_copy
from ledger.backup.restoring import Restored, restore


def _back_up(args: Namespace, terminal: Terminal) -> None:
    log, target = terminal.log, Path(args.target)
    if not log.exists():
        raise BadInput("no-such-log", path=os.fspath(log))
    check_keep(args.keep)
    is_folder = target.is_dir() or target.suffix not in (log.suffix or ".db", ".db") or args.target.endswith(os.sep)
    if args.keep is not None and not is_folder:
        raise BadInput("not-both", arguments=("FILE", "--keep"))
    with Working(terminal.language):
        if is_folder:
            made = add_copy(log, target, with_keys=args.with_keys, keep=args.keep)
        else:
            made = make_copy(log, target.absolute().parent, lambda _: target.name, with_keys=args.with_keys)
    _tell_made(made, terminal)


def check_keep(keep: int | None) -> None:
    if keep is not None and keep < 1:
        raise BadInput("number-outside-range", field="keep", value=keep, least=1, most=10**6)


def _tell_made(made: MadeCopy, terminal: Terminal) -> None:
    if terminal.as_json:
        terminal.give(msgspec.json.encode(made))
        return

    def say(name: str, **facts: str | int) -> None:
        terminal.say(terminal.language.phrase(name, section="backup", **facts))

    say("made", path=made.path, records=made.records, head=made.head, size=write_size(made.size))
    if made.keys:
        say("made-keys", path=made.keys)
    if made.removed:
        say("removed", count=len(made.removed))


def write_size(size: int) -> str:
    """A club evening has some hundred kilobytes, a federation some hundred megabytes."""
    return f"{size / 1_000_000:.1f} MB" if size >= 1_000_000 else f"{-(-size // 1000)} kB"


def _restore(args: Namespace, terminal: Terminal) -> None:
    log, copy = terminal.log, Path(args.copy)
    if not copy.is_file():
        raise BadInput("no-such-file", path=args.copy)
    if not log.absolute().parent.is_dir():
        raise BadInput("no-such-directory", path=os.fspath(log))
    with Working(terminal.language), lock_for_server(log):
        found = restore(copy, log, keep_aside=args.keep_aside, now=datetime.now())
    _tell_restored(found, terminal)


def _tell_restored(found: Restored, terminal: Terminal) -> None:
    if terminal.as_json:
        terminal.give(msgspec.json.encode(found))
        return

    def say(name: str, **facts: str | int) -> None:
        terminal.say(terminal.language.phrase(name, section="backup", **facts))

    say("restored", path=found.path, records=found.records, head=found.head)
    say(f"keys-{found.keys.value}")
    for path in found.put_aside:
        say("aside", path=path)
    if found.left:
        say(f"left-{found.left}")


COMMANDS = {
    "backup": Subcommand(
        (
            argument("target", "FILE|FOLDER", "NAME.db, or a folder, where it is named by date and position"),
            flag("--with-keys", help="copy the keys too: whoever has that copy can sign in"),
            option("--keep", metavar="N", read=number_of("keep"), help="of the copies in the folder only the last N"),
        ),
        _back_up,
    ),
    "restore": Subcommand(
        (
            argument("copy", "FILE", "a copy of a log; keys beside it are restored too"),
            flag("--keep-aside", help="also when records would be lost: what is there gets another name"),
        ),
        _restore,
    ),
}
