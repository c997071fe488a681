"""``roundlog players import TOURNAMENT FILE``: a list of players as it comes; ``players take-back``: all of it back."""

from __future__ import annotations

import asyncio
from pathlib import Path

import msgspec

from displays.cli import options
from displays.cli.command import Namespace, Subcommand
from displays.cli.open_desk import open_writer
from displays.cli.parameters import TypedOption, argument, flag, one_of, option
from displays.cli.terminal import Terminal
from displays.cli.writing import ONCE, WAIT, confirm_and_write, report, tournament_of
from displays.words import parse
from displays.words.audit import adjusted_line
from displays.words.columns import column_titles
from engine.errors import BadInput, Refusal, together
from ledger.acts.lists import ListTakenBack, TakeBackList, players_left
from ledger.acts.players import RegisterPlayers
from ledger.formats.column_guess import guess_columns
from ledger.formats.input_file import read_content
from ledger.formats.list_doubles import DOUBLES
from ledger.formats.player_columns import is_kept
from ledger.formats.player_sheet import Sheet, read_sheet
from ledger.formats.players_csv import PlayerList, are_numbers_free, left_out, read_list
from ledger.formats.text_encoding import ENCODINGS
from ledger.state import State

IMPORT, TAKE_BACK = "import", "take-back"


def _run(args: Namespace, terminal: Terminal) -> None:
    if args.action == TAKE_BACK:
        _take_back(args, terminal)
    elif args.file is None:
        raise BadInput("argument-missing", arguments=("FILE",))
    else:
        _import(args, terminal)


# -- in ----------------------------------------------------------------------------------------------------------------


def _import(args: Namespace, terminal: Terminal) -> None:
    """The file is read before the log is opened; who is there already is left out, or completed with ``--merge``."""
    sheet = read_sheet(read_content(args.file), called=column_titles(), encoding=args.encoding, table=args.sheet)
    fields = _fields(args, sheet)
    with open_writer(terminal, patience=args.wait) as desk:
        state = desk.state(args.stream)
        found = _read_lines(args, sheet, fields, state)
        command = RegisterPlayers(players=found.players, list_name=Path(args.file).name, completed=found.completed)
        _tell_lines(args, sheet, fields, found, terminal)
        if args.dry_run:
            return
        answer = asyncio.run(confirm_and_write(desk, terminal, args.stream, command, args.once))
        if terminal.as_json:
            report(terminal, desk, args.stream, [answer])
            return
    phrase = terminal.language.phrase
    terminal.say(phrase("csv-read", players=len(found.players), path=args.file))
    if found.completed:
        terminal.say(phrase("list-completed", section="lists", count=len(found.completed)))


def _fields(args: Namespace, sheet: Sheet) -> tuple[str | None, ...]:
    """As they look, or as somebody says: ``name,rating,-,club``."""
    if args.columns is None:
        return guess_columns(sheet)
    named = [None if one in ("", "-") else one for one in args.columns.split(",")]
    return tuple((*named, *[None] * len(sheet.titles))[: len(sheet.titles)])


def _read_lines(args: Namespace, sheet: Sheet, fields: tuple[str | None, ...], state: State | None) -> PlayerList:
    """Without who is there already; what is wrong with any other line stops all, unless that is left out by hand."""
    t = tournament_of(state)
    numbers = "number" in fields and not are_numbers_free(sheet, fields, t)
    if numbers and args.columns is None:
        fields = tuple(None if field == "number" else field for field in fields)
    unwanted, namesakes = list(args.leave_out or ()), list(args.namesakes or ())
    lines = [row.line for row in sheet.rows]
    merged = lines if args.merge else ()
    found = read_list(sheet, fields, t, unwanted, namesakes, merged)
    wrong = [one for one in found.problems if one.code not in DOUBLES and one.facts["line"] not in unwanted]
    if wrong:
        raise together(wrong)
    return found


def _tell_lines(
    args: Namespace, sheet: Sheet, fields: tuple[str | None, ...], found: PlayerList, terminal: Terminal
) -> None:
    """On the standard error, so that what is written stands alone."""
    language = terminal.language
    doubles = [one for one in found.problems if one.code in DOUBLES and one.facts["line"] not in (args.leave_out or ())]
    for problem in doubles:
        terminal.warn(language.phrase("line-left-out", section="lists", why=language.sentence(problem)))
    for column in left_out(sheet, fields):
        if is_kept(column.title):
            title = column.title or str(column.column)
            terminal.warn(language.phrase("column-not-read", section="console", column=title, example=column.example))
    if found.players and all(new.player.rating is None for new in found.players):
        terminal.warn(language.phrase("import-unrated", section="console"))
    for one in found.adjusted if args.verbose else ():
        terminal.warn(adjusted_line(one, language))
    if args.dry_run and terminal.as_json:
        terminal.give(msgspec.json.encode({"players": found.players, "completed": found.completed}))
    elif args.dry_run:
        counts = {"rows": len(sheet.rows), "good": len(found.players)}
        terminal.say(language.phrase("import-summary", section="console", **counts))


# -- and out again -----------------------------------------------------------------------------------------------------


def _take_back(args: Namespace, terminal: Terminal) -> None:
    """Of several lists the one that is named by its number, else the newest of which somebody is still there."""
    if args.file is not None:
        raise BadInput("unknown-argument", arguments=(args.file,))
    with open_writer(terminal, patience=args.wait) as desk:
        state = desk.state(args.stream)
        tournament_of(state)
        assert state is not None
        number = args.list or _newest(state)
        command = TakeBackList(list=number, reason=args.reason)
        answer = asyncio.run(confirm_and_write(desk, terminal, args.stream, command, args.once))
        if terminal.as_json:
            report(terminal, desk, args.stream, [answer])
            return
    gone = sum(len(one.event.players) for one in answer.records if isinstance(one.event, ListTakenBack))
    terminal.say(terminal.language.phrase("list-is-back", section="console", count=gone))


def _newest(state: State) -> int:
    there = [number for number, one in enumerate(state.lists, start=1) if players_left(state, one)]
    if not there:
        raise Refusal("no-such-list", list=len(state.lists) + 1)
    return there[-1]


def _lines(name: str, about: str) -> TypedOption:
    return option(name, metavar="LINES", read=parse.numbers, help=about)


COMMANDS = {
    "players": Subcommand(
        (
            argument("action", f"{IMPORT}|{TAKE_BACK}", read=one_of("action", (IMPORT, TAKE_BACK))),
            options.TOURNAMENT,
            argument("file", "FILE", "XLSX, ODS, CSV, TRF or an export of ours (import)", optional=True),
            option(
                "--columns",
                metavar="FIELDS",
                help='what each column holds: "name,rating,-,club"; default: by its title',
            ),
            option("--sheet", metavar="NAME", help="of a workbook; default: the first that names its columns"),
            option("--encoding", metavar="NAME", read=one_of("encoding", ENCODINGS), help="default: found out"),
            _lines("--leave-out", 'lines that are not wanted: "3 7-9"'),
            _lines("--namesakes", "lines of somebody else than who is there already of that name"),
            flag("--merge", help="who is there already is completed with what the list says beside"),
            flag("--dry-run", help="only tell how the list would be read"),
            flag("--verbose", help="tell all that is kept otherwise than it is written"),
            option(
                "--list",
                metavar="N",
                read=options.number_of("list"),
                help="which list (take-back); default: the newest",
            ),
            options.REASON,
            ONCE,
            WAIT,
        ),
        _run,
    ),
}
