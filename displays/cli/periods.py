"""Periods of the season: made, changed and removed by their names."""

from __future__ import annotations

from displays.cli.command import Namespace
from displays.cli.options import number_of
from displays.cli.parameters import argument, option
from displays.cli.writing import tournament_of, writing
from engine.errors import Refusal
from engine.model import Period, Tournament
from ledger.acts.act import Command
from ledger.acts.periods import ChangePeriod, DefinePeriod, RemovePeriod
from ledger.state import State

_NAME = argument("name", "NAME")


def _period(args: Namespace, state: State | None) -> list[Command]:
    """One that is there already is moved."""
    known = _find_period(tournament_of(state), args.name)
    if known is None:
        return [DefinePeriod(name=args.name, from_round=args.first)]
    return [ChangePeriod(period=known.number, name=args.name, from_round=args.first)]


def _remove_period(args: Namespace, state: State | None) -> list[Command]:
    t = tournament_of(state)
    known = _find_period(t, args.name)
    if known is None:
        raise Refusal("no-such-period", period=args.name, known=tuple(period.name for period in t.periods))
    return [RemovePeriod(period=known.number)]


def _find_period(t: Tournament, name: str) -> Period | None:
    return next((period for period in t.periods if period.name.casefold() == name.strip().casefold()), None)


COMMANDS = {
    "period": writing(
        (
            _NAME,
            option(
                "--from",
                "first",
                metavar="ROUND",
                read=number_of("round"),
                needed=True,
                help="its first round; it lasts until the next one begins",
            ),
        ),
        _period,
    ),
    "remove-period": writing((_NAME,), _remove_period),
}
