"""``roundlog next-season OLD NEW``: a tournament opened from the last one, with what it takes over."""

from __future__ import annotations

from contextlib import closing

import msgspec

from displays.cli import options
from displays.cli.command import Namespace, Subcommand
from displays.cli.open_log import open_log
from displays.cli.options import number_of
from displays.cli.parameters import argument, flag, one_of, option
from displays.cli.server_client import ServerClient
from displays.cli.terminal import Terminal
from displays.words import parse
from engine.errors import Refusal
from ledger.actors import COMMAND_LINE, sign
from ledger.acts.evolve import fold
from ledger.next_season import SeasonChoices, next_season

_ORDERS = ("table", "rating")


class _Opened(msgspec.Struct, frozen=True):
    id: str
    version: int
    head: str


def _next_season(args: Namespace, terminal: Terminal) -> None:
    new = parse.tournament_id(args.new)
    choices = SeasonChoices(
        name=args.name,
        starts=args.starts or "",
        rounds=args.rounds,
        players=None if args.players is None else tuple(args.players),
        least_games=args.least_games,
        order=args.order,
        colours=args.colours,
        meetings=args.meetings,
        periods=args.periods,
    )
    opened = _on_server(args.stream, new, choices, terminal) if terminal.server else _here(args, new, choices, terminal)
    if terminal.as_json:
        terminal.give(msgspec.json.encode(opened))
    else:
        facts = {"stream": opened.id, "old": args.stream, "records": opened.version, "head": opened.head}
        terminal.say(terminal.language.phrase("season-opened", section="season", **facts))


def _here(args: Namespace, new: str, choices: SeasonChoices, terminal: Terminal) -> _Opened:
    with open_log(terminal.log) as log:
        state = fold(log.events(args.stream))
        if state is None:
            raise Refusal("no-such-tournament")
        there = fold(log.events(new))
        if there is not None:
            raise Refusal("tournament-exists", name=there.tournament.details.name)
        (newest,) = log.read(args.stream, state.version - 1, state.version)
        events = next_season(state, args.stream, newest.hash, choices)
        actor = sign(terminal.actor, COMMAND_LINE)
        records = log.submit(new, 0, events, actor=actor, command="next-season").result()
    return _Opened(new, records[-1].version, records[-1].hash)


def _on_server(old: str, new: str, choices: SeasonChoices, terminal: Terminal) -> _Opened:
    assert terminal.server is not None
    with closing(ServerClient(terminal.server, terminal.language)) as server:
        return server.write("/api/next-season", {"previous": old, "id": new, "choices": choices}, _Opened)


COMMANDS = {
    "next-season": Subcommand(
        (
            options.TOURNAMENT,
            argument("new", "NEW", "the id of the new one"),
            option("--name", needed=True),
            option("--starts", metavar="DAY", help="its first day: 2026-09-01"),
            option("--rounds", metavar="N", read=number_of("rounds"), help="default: as many as the old one has"),
            option("--players", metavar="NUMBERS", read=parse.numbers, help="who goes on; default: who has not left"),
            option(
                "--least-games",
                metavar="N",
                read=number_of("least_games"),
                default=0,
                help="of those who have not left only who has played so many games",
            ),
            option(
                "--order",
                metavar="|".join(_ORDERS),
                read=one_of("order", _ORDERS),
                help="the start order: as the table ended (usual for a ladder), or by rating",
            ),
            flag("--colours/--no-colours", "colours", default=True, help="of a ladder: the balance of colours goes on"),
            flag(
                "--meetings/--no-meetings",
                "meetings",
                default=True,
                help="of a ladder: the spacing of rematches counts across the seasons",
            ),
            flag("--periods/--no-periods", "periods", default=True, help="the same periods"),
        ),
        _next_season,
    ),
}
