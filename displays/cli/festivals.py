"""Festivals: opening one, its sections, everybody who plays there, moves between sections."""

from __future__ import annotations

import asyncio

import msgspec

from displays.cli import options
from displays.cli.command import Namespace, Subcommand
from displays.cli.open_desk import Writer, open_writer
from displays.cli.open_log import Records, list_festivals, open_records
from displays.cli.parameters import argument, flag, option
from displays.cli.schedule import schedule_text
from displays.cli.terminal import Terminal
from displays.cli.writing import ONCE, WAIT, writing
from displays.words import parse
from displays.words.language import Language
from displays.words.text_table import table
from engine.errors import Refusal, RoundlogError
from engine.model import Details, Phase
from ledger.acts.act import Command
from ledger.acts.evolve import fold
from ledger.acts.festivals import AddSection, OpenFestival, RemoveSection
from ledger.festival import Festival
from ledger.festival_index import UNREADABLE_STREAM
from ledger.state import State
from ledger.views.festival import FestivalPlayer, list_festival_players

_DETAILS = ("place", "starts", "ends", "arbiter")
_FESTIVAL = argument("stream", "EVENT", "its id in the log")
_SECTION = argument("section", "SECTION", "the id of a tournament")


def _open(args: Namespace, state: State | None) -> list[Command]:
    typed = {field: getattr(args, field) for field in (*_DETAILS, "is_private") if getattr(args, field) is not None}
    parse.tournament_id(args.stream)
    return [OpenFestival(details=msgspec.convert({"name": args.name, **typed}, Details), language=args.lang)]


def _add(args: Namespace, state: State | None) -> list[Command]:
    return [AddSection(section=args.section)]


def _remove(args: Namespace, state: State | None) -> list[Command]:
    return [RemoveSection(section=args.section)]


# -- looking -----------------------------------------------------------------------------------------------------------


def _list(args: Namespace, terminal: Terminal) -> None:
    found = list_festivals(terminal)
    if terminal.as_json:
        terminal.give(msgspec.json.encode(found))
        return
    word = terminal.language.word
    if not found:
        terminal.say(word("no-festivals", "festivals"))
        return
    field = terminal.language.field
    heads = (word("id"), word("name"), field("starts"), field("ends"), word("sections", "festivals"))
    terminal.say(table(heads, [(f.id, f.name, f.starts, f.ends, str(f.sections)) for f in found], right=(4,)))


def _festival_of(log: Records, stream: str) -> tuple[State, Festival]:
    state = fold(log.events(stream))
    if state is None or state.festival is None:
        raise Refusal("no-such-festival")
    return state, state.festival


def _sections_of(log: Records, festival: Festival) -> tuple[dict[str, State], dict[str, RoundlogError]]:
    """By their streams; apart from them those that cannot be read, with why."""
    found: dict[str, State] = {}
    broken: dict[str, RoundlogError] = {}
    for section in festival.sections:
        try:
            if (state := fold(log.events(section))) is not None:
                found[section] = state
        except UNREADABLE_STREAM as error:
            broken[section] = error
    return found, broken


def _show(args: Namespace, terminal: Terminal) -> None:
    with open_records(terminal) as log:
        state, festival = _festival_of(log, args.stream)
        sections, broken = _sections_of(log, festival)
    if terminal.as_json:
        shown = {"details": state.tournament.details, "sections": festival.sections, "schedule": state.schedule.lines}
        terminal.give(msgspec.json.encode(shown))
        return
    word = terminal.language.word
    terminal.say(state.tournament.details.name)
    heads = (word("section"), word("name"), word("players"), word("rounds"), word("state"))
    rows = [_section_row(stream, section, terminal.language) for stream, section in sections.items()]
    rows += [(stream, "", "", "", f"{word('state-broken')} ({error.code})") for stream, error in broken.items()]
    terminal.say(table(heads, rows, right=(2, 3)))
    names = {stream: section.tournament.details.name for stream, section in sections.items()}
    for line in state.schedule.lines:
        terminal.say(schedule_text(line, terminal.language, names))


def _section_row(stream: str, state: State, language: Language) -> tuple[str, ...]:
    t = state.tournament
    is_on = bool(t.rounds) and t.rounds[-1].phase is not Phase.CLOSED
    word = "state-finished" if t.is_finished else "state-playing" if is_on else "state-open"
    return stream, t.details.name, str(len(t.entries)), f"{len(t.rounds)}/{t.rules.rounds}", language.word(word)


def _players(args: Namespace, terminal: Terminal) -> None:
    with open_records(terminal) as log:
        sections, broken = _sections_of(log, _festival_of(log, args.stream)[1])
    found = list_festival_players(sections)
    for stream, error in broken.items():
        terminal.warn(f"{stream}: {terminal.language.sentence(error)}")
    if terminal.as_json:
        terminal.give(msgspec.json.encode(found))
        return
    word = terminal.language.word
    heads = (word("name"), word("section"), word("number"), word("also-in"))
    terminal.say(table(heads, [_player_row(one) for one in found], right=(2,)))


def _player_row(one: FestivalPlayer) -> tuple[str, ...]:
    others = ", ".join(f"{place.section} {place.shown_number}" for place in one.elsewhere)
    return one.player.name, one.section, str(one.shown_number), others


# -- moving ------------------------------------------------------------------------------------------------------------


def _move(args: Namespace, terminal: Terminal) -> None:
    with open_writer(terminal, patience=args.wait) as desk:
        number = asyncio.run(_move_in(desk, args))
    if terminal.as_json:
        terminal.give(msgspec.json.encode({"section": args.to_section, "number": number}))
    else:
        terminal.say(terminal.language.phrase("player-moved", to=args.to_section, number=number))


async def _move_in(desk: Writer, args: Namespace) -> int:
    return await desk.move_player(
        args.stream,
        args.player,
        from_section=args.from_section,
        to_section=args.to_section,
        key=args.once,
        reason=args.reason,
        namesake=args.namesake,
    )


COMMANDS = {
    "open-festival": writing(
        (
            option("--name", needed=True),
            *(option(f"--{field}") for field in _DETAILS),
            flag("--private/--no-private", "is_private", default=None, help="shown only to who has a key to it"),
        ),
        _open,
        may_create=True,
        stream=_FESTIVAL,
    ),
    "add-section": writing((_SECTION,), _add, stream=_FESTIVAL),
    "remove-section": writing((_SECTION,), _remove, stream=_FESTIVAL),
    "festivals": Subcommand((), _list),
    "festival": Subcommand((_FESTIVAL,), _show),
    "festival-players": Subcommand((_FESTIVAL,), _players),
    "move-player": Subcommand(
        (
            _FESTIVAL,
            options.PLAYER,
            option("--from", "from_section", metavar="SECTION", needed=True),
            option("--to", "to_section", metavar="SECTION", needed=True),
            flag("--namesake", help="another person than who is registered under that name"),
            options.REASON,
            ONCE,
            WAIT,
        ),
        _move,
    ),
}
