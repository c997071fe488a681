"""Categories of players: made, changed and removed by their names."""

from __future__ import annotations

from displays.cli.command import Namespace
from displays.cli.parameters import argument, flag, option
from displays.cli.writing import tournament_of, writing
from displays.words import parse
from engine.errors import Refusal
from ledger.acts.act import Command
from ledger.acts.categories import ChangeCategory, DefineCategory, RemoveCategory
from ledger.categories import find_category
from ledger.state import State

_NAME = argument("name", "NAME")


def _category(args: Namespace, state: State | None) -> list[Command]:
    """One that is there already is changed, as a whole."""
    known = find_category(tournament_of(state), args.name)
    conditions, players = ";".join(args.where or ()), tuple(args.players or ())
    if known is None:
        return [DefineCategory(name=args.name, conditions=conditions, players=players, is_public=args.public)]
    return [
        ChangeCategory(
            category=known.number, name=args.name, conditions=conditions, players=players, is_public=args.public
        )
    ]


def _remove_category(args: Namespace, state: State | None) -> list[Command]:
    t = tournament_of(state)
    known = find_category(t, args.name)
    if known is None:
        raise Refusal("no-such-category", category=args.name)
    return [RemoveCategory(category=known.number)]


COMMANDS = {
    "category": writing(
        (
            _NAME,
            option(
                "--where",
                metavar="KIND=VALUE",
                repeat=True,
                help="who is in it: sex=w, age=U12, rating=1600-1999, club=…; may be repeated, and all have to hold",
            ),
            option("--players", metavar="NUMBERS", read=parse.numbers, help="who is in it besides: 3 7 12"),
            flag("--public", help="who is in it, and their table, are for everybody"),
        ),
        _category,
    ),
    "remove-category": writing((_NAME,), _remove_category),
}
