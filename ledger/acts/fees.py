"""Acts on entry fees: tariffs, by which of them a player goes, payments. Only organisers and helpers know of them."""

from __future__ import annotations

import re

from msgspec.structs import replace

from engine.errors import BadInput, Refusal
from engine.model import PlayerId
from ledger.acts import checks
from ledger.acts.act import Act, AnyAct, Command, Endpoint, Event, Publicity
from ledger.acts.fields import Fields
from ledger.acts.permission import Permission
from ledger.fees import Fees, Payment, Tariff, decimal_text
from ledger.state import State

LONGEST_NAME = 30
MOST_TARIFFS = 20
HIGHEST_AMOUNT = 10_000_000  # a hundred thousand of any currency
_CURRENCY = re.compile(r"[A-Z]{3}")


class SetFees(Command, frozen=True, kw_only=True, tag="set-fees"):
    """All tariffs, the usual one first. None: fees are used no more."""

    currency: str = ""
    tariffs: tuple[Tariff, ...] = ()


class FeesSet(Event, frozen=True, kw_only=True, gc=False, tag="fees-set"):
    currency: str = ""
    tariffs: tuple[Tariff, ...] = ()


class SetTariff(Command, frozen=True, kw_only=True, tag="set-tariff"):
    """By its name; empty: the usual one."""

    player: PlayerId
    tariff: str = ""


class TariffSet(Event, frozen=True, kw_only=True, gc=False, tag="tariff-set"):
    player: PlayerId
    tariff: str = ""


class RecordPayment(Command, frozen=True, kw_only=True, tag="record-payment"):
    """What somebody has paid in all; no amount: what they have to pay."""

    player: PlayerId
    amount: int | None = None


class PaymentRecorded(Event, frozen=True, kw_only=True, gc=False, tag="payment-recorded"):
    player: PlayerId
    amount: int


class TakeBackPayment(Command, frozen=True, kw_only=True, tag="take-back-payment"):
    """They have paid nothing: it was a mistake, or they have it back."""

    player: PlayerId


class PaymentTakenBack(Event, frozen=True, kw_only=True, gc=False, tag="payment-taken-back"):
    player: PlayerId


# -- deciding ----------------------------------------------------------------------------------------------------------


def set_fees(state: State, command: SetFees) -> list[Event]:
    """A tariff by which somebody goes stays, unless fees are used no more; what was paid is kept."""
    tariffs = tuple(Tariff(one.name.strip(), one.amount) for one in command.tariffs)
    currency = command.currency.strip().upper() if tariffs else ""
    _check_tariffs(tariffs)
    if tariffs and not _CURRENCY.fullmatch(currency):
        raise BadInput("not-a-currency", field="currency", value=command.currency)
    left = {one.name for one in tariffs}
    for player, name in sorted(state.fees.tariff_of.items()):
        if tariffs and name not in left and player in state.tournament.entries:
            raise Refusal("tariff-in-use", field="tariffs", name=name, player=player)
    if (currency, tariffs) == (state.fees.currency, state.fees.tariffs):
        return []
    return [FeesSet(currency=currency, tariffs=tariffs)]


def _check_tariffs(tariffs: tuple[Tariff, ...]) -> None:
    if len(tariffs) > MOST_TARIFFS:
        raise Refusal("too-many-tariffs", field="tariffs", most=MOST_TARIFFS)
    known: set[str] = set()
    for one in tariffs:
        checks.name(one.name, "name", required=True, longest=LONGEST_NAME)
        checks.within("amount", one.amount, 0, HIGHEST_AMOUNT)
        if one.name.casefold() in known:
            raise Refusal("tariff-twice", field="tariffs", name=one.name)
        known.add(one.name.casefold())


def set_tariff(state: State, command: SetTariff) -> list[Event]:
    fees = _fees_of(state, command.player)
    found = fees.find_tariff(command.tariff) if command.tariff else fees.tariffs[0]
    if found is None:
        possible = tuple(one.name for one in fees.tariffs)
        raise BadInput("not-one-of", field="tariff", value=command.tariff, possible=possible)
    return [] if found == fees.tariff(command.player) else [TariffSet(player=command.player, tariff=found.name)]


def record_payment(state: State, command: RecordPayment) -> list[Event]:
    fees = _fees_of(state, command.player)
    amount = fees.tariff(command.player).amount if command.amount is None else command.amount
    checks.within("amount", amount, 0, HIGHEST_AMOUNT)
    return [] if amount == fees.amount_paid(command.player) else [PaymentRecorded(player=command.player, amount=amount)]


def take_back_payment(state: State, command: TakeBackPayment) -> list[Event]:
    fees = _fees_of(state, command.player)
    return [PaymentTakenBack(player=command.player)] if command.player in fees.payments else []


def _fees_of(state: State, player: PlayerId) -> Fees:
    checks.entry(state.tournament, player)
    if not state.fees.is_used:
        raise Refusal("no-fees")
    return state.fees


# -- evolving ----------------------------------------------------------------------------------------------------------


def _evolve_fees(state: State, event: FeesSet) -> State:
    return _with(state, replace(state.fees, currency=event.currency, tariffs=event.tariffs))


def _evolve_tariff(state: State, event: TariffSet) -> State:
    return _with(state, replace(state.fees, tariff_of={**state.fees.tariff_of, event.player: event.tariff}))


def _evolve_payment(state: State, event: PaymentRecorded) -> State:
    payment = Payment(event.amount, state.version + 1)
    return _with(state, replace(state.fees, payments={**state.fees.payments, event.player: payment}))


def _evolve_payment_taken_back(state: State, event: PaymentTakenBack) -> State:
    left = {player: payment for player, payment in state.fees.payments.items() if player != event.player}
    return _with(state, replace(state.fees, payments=left))


def _with(state: State, fees: Fees) -> State:
    return replace(state.advance(), fees=fees)


# -- telling -----------------------------------------------------------------------------------------------------------


def _fees_fields(state: State, event: FeesSet) -> Fields:
    fees = state.fees
    return {"fees": tuple(f"{one.name} {decimal_text(one.amount)} {fees.currency}" for one in fees.tariffs)}


def _tariff_fields(state: State, event: TariffSet) -> Fields:
    return {"tariff": state.fees.tariff(event.player).name if state.fees.is_used else None}


def _payment_fields(state: State, event: PaymentRecorded | PaymentTakenBack) -> Fields:
    payment = state.fees.payments.get(event.player)
    return {"paid": None if payment is None else f"{decimal_text(payment.amount)} {state.fees.currency}"}


ACTS: tuple[AnyAct, ...] = (
    Act(
        command=SetFees,
        decide=set_fees,
        endpoint=Endpoint("PUT", "/fees", {"currency": "EUR", "tariffs": [{"name": "Normal", "amount": 2500}]}),
        may_follow_the_end=True,
        event=FeesSet,
        evolve=_evolve_fees,
        publicity=Publicity.STAFF_ONLY,
        fields=_fees_fields,
        settles=("fees",),
    ),
    Act(
        command=SetTariff,
        decide=set_tariff,
        endpoint=Endpoint("PUT", "/players/{player}/tariff", {"tariff": "Normal"}),
        may_follow_the_end=True,
        event=TariffSet,
        evolve=_evolve_tariff,
        publicity=Publicity.STAFF_ONLY,
        fields=_tariff_fields,
        settles=("tariff",),
    ),
    Act(
        command=RecordPayment,
        decide=record_payment,
        endpoint=Endpoint("PUT", "/players/{player}/payment", {"amount": 2500}, permission=Permission.ENTER_RESULTS),
        may_follow_the_end=True,
        event=PaymentRecorded,
        evolve=_evolve_payment,
        publicity=Publicity.STAFF_ONLY,
        fields=_payment_fields,
        settles=("payment",),
    ),
    Act(
        command=TakeBackPayment,
        decide=take_back_payment,
        endpoint=Endpoint("DELETE", "/players/{player}/payment", permission=Permission.ENTER_RESULTS),
        may_follow_the_end=True,
        event=PaymentTakenBack,
        evolve=_evolve_payment_taken_back,
        publicity=Publicity.STAFF_ONLY,
        fields=_payment_fields,
        settles=("payment",),
    ),
)
