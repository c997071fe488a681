"""Subcommands that ask the desk for something."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence

import click
import msgspec

from displays.cli.command import Namespace, Subcommand
from displays.cli.open_desk import Writer, open_writer
from displays.cli.open_log import PATIENCE
from displays.cli.options import TOURNAMENT, number_of
from displays.cli.parameters import Parameters, option
from displays.cli.terminal import Terminal
from displays.cli.typed_players import with_players
from displays.words.audit import names_with_numbers_of, record_line
from displays.words.breach_text import breach_sentence
from displays.words.notation import result_mark
from displays.words.open_games import open_games_line
from displays.words.pairing_reasons import advice, published_stands
from displays.words.view_text import view_text
from engine.audit import Breach, breaches
from engine.errors import Refusal, together
from engine.model import Phase, Tournament
from engine.registry import has_ladder
from ledger.acts.act import Command, Event
from ledger.acts.decide import decide
from ledger.acts.evolve import fold
from ledger.acts.opening import RulesChanged, TournamentOpened
from ledger.acts.pairing import RoundChanged, RoundPaired
from ledger.acts.record import Recorded
from ledger.acts.results import EnterResult
from ledger.acts.rounds import PublicationTakenBack, RoundPublished
from ledger.confirmation import NEEDED
from ledger.desk import Answer
from ledger.state import State
from ledger.views.audit import AuditQuestion, Entry
from ledger.views.boards import BoardsQuestion
from ledger.views.open_games import open_games

Build = Callable[[Namespace, State | None], Sequence[Command]]
DISPUTE = frozenset({"dispute_recorded", "dispute_open"})  # facts of a refusal that stands in the log as a dispute


ONCE = option("--once", metavar="KEY", default="", help="repeat safely: with the same key, recorded once")
WAIT = option(
    "--wait",
    metavar="SECONDS",
    read=number_of("seconds"),
    default=PATIENCE,
    help=f"for another program that writes; default {PATIENCE}",
)


def tournament_of(state: State | None) -> Tournament:
    if state is None:
        raise Refusal("no-such-tournament")
    return state.tournament


def writing(
    parameters: Parameters, build: Build, *, may_create: bool = False, stream: click.Parameter = TOURNAMENT
) -> Subcommand:
    """A subcommand that asks the desk for something: ``build`` makes the commands from what was typed. ``stream``: what
    it calls its first argument."""

    def run(args: Namespace, terminal: Terminal) -> None:
        if may_create and terminal.server is None and not terminal.log.exists():
            _try_out(None, build(args, None))  # what is refused leaves no empty log behind
        with open_writer(terminal, may_create=may_create, patience=args.wait) as desk:
            asyncio.run(_write(desk, args, terminal, build))

    return Subcommand((stream, *parameters, ONCE, WAIT), run)


async def _write(desk: Writer, args: Namespace, terminal: Terminal, build: Build) -> None:
    commands = _build_commands(desk, args, build)
    if len(commands) > 1:
        _try_out(desk.state(args.stream), commands)
    outcomes = [
        await _handle(desk, terminal, args.stream, command, _key(args.once, number, commands))
        for number, command in enumerate(commands, start=1)
    ]
    answers = [outcome for outcome in outcomes if isinstance(outcome, Answer)]
    differing = [outcome for outcome in outcomes if isinstance(outcome, Refusal)]
    if answers or not differing:
        both = zip(commands, outcomes, strict=True)
        stood = [command for command, outcome in both if isinstance(outcome, Answer) and not outcome.records]
        report(terminal, desk, args.stream, answers, stood, is_all=not differing)
    if differing:
        raise together(differing)


def _build_commands(desk: Writer, args: Namespace, build: Build) -> Sequence[Command]:
    """Who may not read a tournament may still write to it what takes no look at it: a result."""
    state = desk.state(args.stream)
    try:
        commands = build(with_players(args, None if state is None else state.tournament), state)
    except Refusal as refusal:
        raise desk.unread or refusal from refusal
    if desk.unread is not None and len(commands) > 1:  # all or none: nobody here can tell
        raise desk.unread
    return commands


async def _handle(desk: Writer, terminal: Terminal, stream: str, command: Command, key: str) -> Answer | Refusal:
    """Another result than the one that stands is refused, and the arbiters at the console see both; the others of a
    list are entered all the same."""
    try:
        return await confirm_and_write(desk, terminal, stream, command, key)
    except Refusal as refusal:
        if refusal.facts.keys() & DISPUTE:
            return refusal
        raise


async def confirm_and_write(desk: Writer, terminal: Terminal, stream: str, command: Command, key: str) -> Answer:
    """What has to be confirmed is asked for here, as often as the desk asks."""
    confirmation = ""
    while True:
        try:
            return await desk.write(stream, command, key, confirmation)
        except Refusal as refusal:
            if refusal.code != NEEDED:
                raise
            terminal.confirm(refusal)
            confirmation = str(refusal.facts["token"])


def _key(once: str, number: int, commands: Sequence[Command]) -> str:
    return f"{once}/{number}" if once and len(commands) > 1 else once


def _try_out(state: State | None, commands: Sequence[Command]) -> None:
    """All or none: what the last of them refuses must not leave the first ones written."""
    for command in commands:
        state = fold(decide(state, command), state)


def report(
    terminal: Terminal,
    desk: Writer,
    stream: str,
    answers: Sequence[Answer],
    stood: Sequence[Command] = (),
    *,
    is_all: bool = True,
) -> None:
    """What was recorded, a line each; and of a list of results those that ``stood`` already.

    ``is_all``: nothing else was, as a dispute.
    """
    records = [recorded for answer in answers for recorded in answer.records]
    version = answers[-1].version if answers else desk.projector.projection(stream).version
    if terminal.as_json:
        terminal.give(msgspec.json.encode({"version": version, "records": records}))
        return
    if desk.told:
        for line in desk.told:
            terminal.say(line)
        return
    if not records and is_all:
        terminal.say(terminal.language.phrase("stands-already", version=version))
        return
    entries = _audit_of(desk, stream, since=records[0].version) if records else {}
    for recorded in records:
        t = tournament_of(desk.state(stream))
        entry, names = entries[recorded.version], names_with_numbers_of(t)
        terminal.say(record_line(recorded, entry, terminal.language, t.rules.points, names))
        _show_pairing(terminal, recorded, desk)
        _warn_of_breaches(terminal, recorded, t)
        _remind_of_publication(terminal, recorded, t)
    for command in stood:
        if isinstance(command, EnterResult):
            mark = result_mark(command.result, terminal.language, tournament_of(desk.state(stream)).rules.points)
            terminal.say(terminal.language.phrase("result-stood", round=command.round, board=command.board, mark=mark))
    if any(_settles_the_rules(recorded) for recorded in records):
        for line in advice(tournament_of(desk.state(stream)), terminal.language):
            terminal.say(line)


def _show_pairing(terminal: Terminal, recorded: Recorded, desk: Writer) -> None:
    """Nobody publishes what they have not seen."""
    event = recorded.event
    if isinstance(event, RoundPaired | RoundChanged):
        view = desk.projector.show(recorded.stream, BoardsQuestion(round=event.round))
        t = tournament_of(desk.state(recorded.stream))
        terminal.say(view_text(view, terminal.language, t))
        running = open_games_line(open_games(t, event.round), has_ladder(t.rules.system), terminal.language)
        if running:
            terminal.say(running)


def _settles_the_rules(recorded: Recorded) -> bool:
    """When they are agreed, when they change, and when it is known how many play by them."""
    event = recorded.event
    return isinstance(event, TournamentOpened | RulesChanged) or (isinstance(event, RoundPaired) and event.round == 1)


def _audit_of(desk: Writer, stream: str, since: int) -> dict[int, Entry]:
    return {entry.version: entry for entry in desk.projector.show(stream, AuditQuestion(since=since)).entries}


def _warn_of_breaches(terminal: Terminal, recorded: Recorded, t: Tournament) -> None:
    for breach in _breaches(recorded.event, t):
        terminal.warn(breach_sentence(breach, terminal.language, names_with_numbers_of(t)))


def _remind_of_publication(terminal: Terminal, recorded: Recorded, t: Tournament) -> None:
    """What the regulation says of changing what everybody has seen."""
    event = recorded.event
    is_changed = isinstance(event, RoundChanged) and t.rounds[event.round - 1].phase is not Phase.PAIRED
    if (is_changed or isinstance(event, PublicationTakenBack)) and (told := published_stands(t, terminal.language)):
        terminal.warn(told)


def _breaches(event: Event, t: Tournament) -> tuple[Breach, ...]:
    """The verdict of the audit: as it was recorded; before a round is published, once more over what stands."""
    if isinstance(event, RoundPaired | RoundChanged):
        return event.breaches
    if isinstance(event, RoundPublished):
        published = t.rounds[event.round - 1]
        return breaches(t, published.boards, event.round, published.sitouts)
    return ()
