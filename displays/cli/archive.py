"""Export, import and verification: a tournament carried to another log, and whether a log is what it was."""

from __future__ import annotations

from pathlib import Path

import msgspec

from displays.cli import options
from displays.cli.command import Namespace, Subcommand
from displays.cli.open_log import open_log, open_records, open_remote_log
from displays.cli.parameters import argument, option
from displays.cli.terminal import Terminal, Working
from displays.words.parse import tournament_id
from displays.words.season_text import season_lines
from engine.errors import BadInput, Broken, Unavailable
from ledger.acts.evolve import fold
from ledger.formats.jsonl import Title, export_stream, verify_file, verify_whole_stream
from ledger.importing import Imported, adopt, read_import
from ledger.season_chain import LinkState, SeasonLink, follow_seasons
from ledger.store.verify import Verified, verify


def _export(args: Namespace, terminal: Terminal) -> None:
    target = Path(args.file)
    if target.exists():
        raise BadInput("file-exists", path=args.file)
    try:
        with open_records(terminal) as log, Working(terminal.language):
            state = fold(log.events(args.stream))
            sections = None if state is None or state.festival is None else state.festival.sections
            title = export_stream(log, args.stream, target, sections)
    except OSError as error:
        raise Unavailable("file-unwritable", path=args.file, problem=error.strerror or "") from error
    _tell_moved("exported", title, terminal, path=args.file)
    if sections and not terminal.as_json:
        terminal.say(terminal.language.phrase("exported-sections", count=len(sections), sections=", ".join(sections)))


def _import(args: Namespace, terminal: Terminal) -> None:
    """Everything about the file is checked before a log is opened, so that a bad file creates none."""
    with Working(terminal.language):
        parts = read_import(args.file)
        for title, _ in parts:
            tournament_id(title.stream)
        with open_log(terminal.log, may_create=True) as log:
            imported = adopt(log, parts)
    for one in imported:
        _tell_moved("already-there" if one.was_there else "imported", one, terminal)


def _tell_moved(key: str, moved: Title | Imported, terminal: Terminal, **facts: str) -> None:
    if terminal.as_json:
        terminal.give(msgspec.json.encode(moved))
    else:
        facts |= {"stream": moved.stream, "records": str(moved.records), "head": moved.head}
        terminal.say(terminal.language.phrase(key, **facts))


# -- is it what it was? ----------------------------------------------------------------------------------------------


def _verify(args: Namespace, terminal: Terminal) -> None:
    if args.file is not None and args.tournament is not None:
        raise BadInput("not-both", arguments=("FILE", "--tournament"))
    with Working(terminal.language):
        found = _verify_what_was_named(args, terminal)
        links = _seasons_before(args, terminal)
    _tell_verified(found, terminal)
    if not terminal.as_json:
        for line in season_lines(links, terminal.language):
            terminal.say(line)
    for link in links:
        if link.state is LinkState.ALTERED:
            raise Broken("season-before-altered", stream=link.stream, name=link.name, version=link.version)


def _seasons_before(args: Namespace, terminal: Terminal) -> tuple[SeasonLink, ...]:
    """What the tournaments of a log name as the seasons before them; a file or a server tells of no other."""
    if args.file is not None or terminal.server is not None:
        return ()
    with open_log(terminal.log, read_only=True) as log:
        streams = [args.tournament] if args.tournament else [head.stream for head in log.heads()]
        found = (link for stream in streams for link in follow_seasons(log, stream))
        return tuple(dict.fromkeys(found))


def _verify_what_was_named(args: Namespace, terminal: Terminal) -> Verified:
    """A file; one tournament; or all of the log, which of a server is fetched and verified here."""
    if args.tournament is not None:
        with open_records(terminal) as log:
            return verify_whole_stream(log, args.tournament, args.head)
    if args.file is None and terminal.server is not None:
        with open_remote_log(terminal) as remote:
            return remote.verify(args.head)
    path = terminal.log if args.file is None else Path(args.file)
    return verify_file(path, args.head) if _is_export(path) else verify(path, args.head)


def _is_export(path: Path) -> bool:
    """An exported tournament is text that begins with its title; everything else is looked at as a log."""
    try:
        with path.open("rb") as file:
            return file.read(1) == b"{"
    except OSError:
        return False  # whoever opens it next says why it cannot be opened


def _tell_verified(found: Verified, terminal: Terminal) -> None:
    if terminal.as_json:
        terminal.give(msgspec.json.encode(found))
        return
    phrase = terminal.language.phrase
    terminal.say(phrase("intact", records=found.records, head=found.head))
    if found.at_position is not None and found.at_position != found.records:
        later = found.records - found.at_position
        terminal.say(phrase("head-found", position=found.at_position, later=later))


COMMANDS = {
    "export": Subcommand(
        (options.TOURNAMENT, argument("file", "FILE", "JSON lines; must not exist yet")),
        _export,
    ),
    "import": Subcommand((argument("file", "FILE", "an exported tournament"),), _import),
    "verify": Subcommand(
        (
            argument("file", "FILE", "a log or an exported tournament; default: the log", optional=True),
            option("--tournament", metavar="ID", help="of the log that tournament or event alone"),
            option("--head", metavar="HASH", help="a head that was written down earlier: it must still be there"),
        ),
        _verify,
    ),
}
