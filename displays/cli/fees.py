"""Entry fees on the command line: tariffs set or shown with who has paid, a player's tariff, payments."""

from __future__ import annotations

import msgspec

from displays.cli import options
from displays.cli.command import Namespace, Subcommand
from displays.cli.open_log import open_records
from displays.cli.parameters import argument, flag, option
from displays.cli.terminal import Terminal
from displays.cli.writing import tournament_of, writing
from displays.words import parse
from displays.words.fee_text import SECTION, tell_payment, tell_totals
from displays.words.numbers import write_money
from displays.words.text_table import table
from engine.errors import BadInput
from ledger.acts.act import Command
from ledger.acts.evolve import fold
from ledger.acts.fees import RecordPayment, SetFees, SetTariff, TakeBackPayment
from ledger.fees import Tariff, list_payers
from ledger.shown_numbers import shown_number
from ledger.state import State
from ledger.views.alphabet import in_the_alphabet

USUAL_CURRENCY = "EUR"


def _read_tariff(text: str) -> Tariff:
    """``Youth=12.50``."""
    name, sign, amount = text.rpartition("=")
    if not sign:
        raise BadInput("not-a-tariff", value=text)
    return Tariff(name, parse.amount(amount))


def _set(args: Namespace, state: State | None) -> list[Command]:
    stands = "" if state is None else state.fees.currency
    currency = args.currency or stands or USUAL_CURRENCY
    return [SetFees(currency=currency, tariffs=tuple(args.tariff or ()))]


_SET = writing(
    (
        option(
            "--tariff",
            metavar="NAME=AMOUNT",
            repeat=True,
            read=_read_tariff,
            help='"Normal=25", "Youth=12.50"; all that there are, the usual one first',
        ),
        option("--currency", metavar="CODE", help=f"default: as it is, or {USUAL_CURRENCY}"),
        flag("--clear", help="fees are used no more"),
    ),
    _set,
)


def _set_or_show(args: Namespace, terminal: Terminal) -> int | None:
    if args.tariff or args.clear:
        return _SET.run(args, terminal)
    _show(args, terminal)
    return None


def _show(args: Namespace, terminal: Terminal) -> None:
    with open_records(terminal) as log:
        state = fold(log.events(args.stream))
    t = tournament_of(state)
    assert state is not None
    fees, reader = state.fees, terminal.language
    payers = list_payers(fees, t.entries) if fees.is_used else ()
    if terminal.as_json:
        terminal.give(msgspec.json.encode({"currency": fees.currency, "tariffs": fees.tariffs, "players": payers}))
        return
    if not fees.is_used:
        terminal.say(reader.word("not-used", SECTION))
        return
    people = sorted(payers, key=lambda one: in_the_alphabet(t.entries[one.player].player.name, one.player))
    told = [
        (
            str(shown_number(t, one.player)),
            t.entries[one.player].player.name,
            one.tariff,
            _money(one.amount, state, terminal),
            tell_payment(fees, one.player, reader),
        )
        for one in people
    ]
    heads = ("", reader.word("name"), reader.word("tariff", SECTION), reader.word("fee", SECTION), "")
    terminal.say(table(heads, told, right=(0, 3)))
    terminal.say(tell_totals(fees, fees.totals(t.entries), reader))


def _money(amount: int, state: State, terminal: Terminal) -> str:
    return write_money(amount, state.fees.currency, terminal.language.code)


def _tariff(args: Namespace, state: State | None) -> list[Command]:
    return [SetTariff(player=args.player, tariff=args.tariff)]


def _payment(args: Namespace, state: State | None) -> list[Command]:
    if args.off:
        return [TakeBackPayment(player=args.player)]
    return [RecordPayment(player=args.player, amount=args.amount)]


COMMANDS = {
    "fees": Subcommand(_SET.parameters, _set_or_show),
    "tariff": writing((options.PLAYER, argument("tariff", "TARIFF", "by its name")), _tariff),
    "paid": writing(
        (
            options.PLAYER,
            argument("amount", "AMOUNT", "in all; default: the fee", read=parse.amount, optional=True),
            flag("--off", help="nothing was paid"),
        ),
        _payment,
    ),
}
