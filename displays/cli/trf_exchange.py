"""``roundlog import trf FILE`` and ``roundlog export trf TOURNAMENT FILE``: to and from other programs."""

from __future__ import annotations

from pathlib import Path

import msgspec

from displays.cli import options
from displays.cli.command import Namespace, Subcommand
from displays.cli.open_log import open_log, open_records
from displays.cli.parameters import argument, flag, one_of, option
from displays.cli.terminal import Terminal, Working
from displays.cli.trf_files import AGREEMENT, TRF, VERBOSE, read_trf, warn_of_adjustments
from displays.cli.writing import tournament_of
from displays.words import parse
from engine.errors import BadInput, Refusal, Unavailable
from engine.model import Tournament
from engine.registry import SYSTEMS
from ledger.actors import COMMAND_LINE, sign
from ledger.acts.act import Event
from ledger.acts.evolve import fold
from ledger.acts.fide_mode import FideModeLeft
from ledger.confirmation import make_question
from ledger.formats.trf.lines import Adjustment
from ledger.formats.trf.report import check_final, write_report
from ledger.formats.trf.to_events import check_names, story
from ledger.formats.trf.writer import Dialect
from ledger.imported_rounds import ImportCheck, check_imported, confirm_import, is_checkable
from ledger.store.sqlite import SqliteLog

DIALECTS = tuple(dialect.value for dialect in Dialect)


_FORMAT = argument("format", "trf", "the kind of file")


# -- in ----------------------------------------------------------------------------------------------------------------


def _import(args: Namespace, terminal: Terminal) -> None:
    """Everything about the file is checked before a log is opened, so that a bad file creates none."""
    with Working(terminal.language):
        understood = read_trf(args, args.file, check_names)
        t = _with_name(understood.tournament, args.file)
        SYSTEMS[t.rules.system].check(t.rules, len(t.entries))
        stream = parse.tournament_id(args.stream or parse.proposed_id(t.details.name))
        if terminal.log.exists():
            with open_log(terminal.log, read_only=True) as log:
                _check_is_new(log, stream)
        checked = check_imported(t)
    is_confirmed = _confirm(checked, terminal)
    with open_log(terminal.log, may_create=True) as log:
        events = story(t, understood.rest, checked.by_engine)
        state = fold(events)
        if not is_confirmed and state is not None and state.fide_mode.is_on:
            events.append(FideModeLeft(reason=terminal.language.phrase("import-unconfirmed")))
        head = _record(log, stream, events, sign(terminal.actor, COMMAND_LINE))
    if checked.unchecked:
        code = "trf-rounds-not-checked" if is_checkable(t) else "trf-rounds-not-checkable"
        warn_of_adjustments(terminal, (Adjustment(0, code, {"rounds": checked.unchecked}),))
    warn_of_adjustments(terminal, understood.adjustments, is_verbose=args.verbose)
    _tell_imported(stream, head, len(understood.adjustments), terminal)


def _confirm(checked: ImportCheck, terminal: Terminal) -> bool:
    """VCL4THP 55: rounds that break the rules are shown, and nothing is written after a no. False: a program that
    answers nothing has the file read all the same, but not in FIDE mode."""
    wanted = confirm_import(checked)
    if wanted is None:
        return True
    answer = terminal.ask(make_question(wanted))
    if answer is None:
        terminal.warn(terminal.language.phrase("import-unconfirmed"))
        return False
    if not answer:
        raise Refusal("not-confirmed")
    return True


def _with_name(t: Tournament, path: str) -> Tournament:
    """A tournament has a name; where the file gives none, that of the file."""
    if t.details.name:
        return t
    return msgspec.structs.replace(t, details=msgspec.structs.replace(t.details, name=Path(path).stem))


def _record(log: SqliteLog, stream: str, events: list[Event], actor: str) -> tuple[int, str]:
    """All events in one transaction; how many, and the head of the stream."""
    _check_is_new(log, stream)
    records = log.submit(stream, 0, events, actor=actor, command="import-trf").result()
    return len(records), records[-1].hash


def _check_is_new(log: SqliteLog, stream: str) -> None:
    there = fold(log.events(stream))
    if there is not None:
        raise Refusal("tournament-exists", name=there.tournament.details.name)


def _tell_imported(stream: str, head: tuple[int, str], adjustments: int, terminal: Terminal) -> None:
    records, last = head
    if terminal.as_json:
        answer = {"stream": stream, "records": records, "head": last, "adjustments": adjustments}
        terminal.give(msgspec.json.encode(answer))
    else:
        terminal.say(terminal.language.phrase("imported", stream=stream, records=records, head=last))


# -- out ---------------------------------------------------------------------------------------------------------------


def _export(args: Namespace, terminal: Terminal) -> None:
    target = Path(args.file)
    if target.exists():
        raise BadInput("file-exists", path=args.file)
    with open_records(terminal) as log:
        records = tuple(log.read(args.stream))
    state = fold(recorded.event for recorded in records)
    t = tournament_of(state)
    assert state is not None
    commented = records if args.comments else None
    report = write_report(state, Dialect(args.dialect), is_interim=args.interim, records=commented)
    try:
        target.write_bytes(report.text.encode())
    except OSError as error:
        raise Unavailable("file-unwritable", path=args.file, problem=error.strerror or "") from error
    if not args.interim:
        _warn_unless_final(t, terminal)
    warn_of_adjustments(terminal, report.left_out)
    if terminal.as_json:
        terminal.give(msgspec.json.encode({"path": args.file, "rounds": len(t.rounds), "losses": report.left_out}))
    else:
        players, rounds = len(t.entries), len(t.rounds)
        terminal.say(terminal.language.phrase("exported-trf", path=args.file, players=players, rounds=rounds))


def _warn_unless_final(t: Tournament, terminal: Terminal) -> None:
    """Only a warning: since 0.1.0 the file of a tournament that goes on is written, and programs ask for it."""
    try:
        check_final(t)
    except Refusal as refusal:
        terminal.warn(terminal.language.sentence(refusal))


COMMANDS = {
    "import": Subcommand(
        (
            _FORMAT,
            TRF,
            option(
                "--stream",
                metavar="TOURNAMENT",
                help="its id in the log; default: from its name, or from that of the file",
            ),
            *AGREEMENT,
            VERBOSE,
        ),
        _import,
    ),
    "export": Subcommand(
        (
            _FORMAT,
            options.TOURNAMENT,
            argument("file", "FILE", "must not exist yet"),
            option(
                "--dialect",
                metavar="|".join(DIALECTS),
                read=one_of("dialect", DIALECTS),
                default="trf26",
                help="trf26 (default) is FIDE's; trfx is read by bbpPairings and JaVaFo",
            ),
            flag("--interim", help="of a tournament that goes on; the file says that it is no final report"),
            flag("--comments", help="with a line ### for every act that touched the pairing, from the log"),
        ),
        _export,
    ),
}
