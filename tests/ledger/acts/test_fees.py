"""Entry fees: tariffs, by which of them a player goes, who has paid; nothing that is played depends on them."""

import pytest

from engine.errors import RoundlogError
from ledger.acts.act import Command, Event
from ledger.acts.decide import decide
from ledger.acts.fees import (
    FeesSet,
    PaymentRecorded,
    PaymentTakenBack,
    RecordPayment,
    SetFees,
    SetTariff,
    TakeBackPayment,
    TariffSet,
)
from ledger.acts.removals import PlayerRemoved
from ledger.fees import Fees, FeeTotals, Tariff, decimal_text
from ledger.state import State
from tests.ledger.given import given, with_players

NORMAL, YOUTH = Tariff("Normal", 2500), Tariff("Youth", 1250)
SET = FeesSet(currency="EUR", tariffs=(NORMAL, YOUTH))
BEFORE: tuple[Event, ...] = (*with_players(3), SET)


def state_of(*events: Event) -> State:
    return given(*BEFORE, *events).state


def test_tariffs_are_set_and_the_first_is_everybodys():
    asked = SetFees(currency=" eur ", tariffs=(Tariff(" Normal ", 2500), YOUTH))
    given(*with_players(3)).when(asked).then(SET)
    given(*BEFORE).when(asked).then()
    assert [state_of().fees.tariff(player) for player in (1, 2, 3)] == [NORMAL] * 3


def test_a_player_goes_by_another_tariff():
    given(*BEFORE).when(SetTariff(player=2, tariff="youth")).then(TariffSet(player=2, tariff="Youth"))
    chosen = TariffSet(player=2, tariff="Youth")
    assert state_of(chosen).fees.due(2) == 1250
    given(*BEFORE, chosen).when(SetTariff(player=2)).then(TariffSet(player=2, tariff="Normal"))
    given(*BEFORE, chosen).when(SetTariff(player=2, tariff="Youth")).then()


def test_who_pays_pays_the_fee_unless_another_amount_is_said():
    given(*BEFORE).when(RecordPayment(player=1)).then(PaymentRecorded(player=1, amount=2500))
    given(*BEFORE).when(RecordPayment(player=1, amount=1000)).then(PaymentRecorded(player=1, amount=1000))
    part = PaymentRecorded(player=1, amount=1000)
    state = state_of(part)
    assert (state.fees.amount_paid(1), state.fees.due(1), state.fees.payments[1].since) == (1000, 1500, state.version)
    given(*BEFORE, part).when(RecordPayment(player=1)).then(PaymentRecorded(player=1, amount=2500))
    given(*BEFORE, part).when(RecordPayment(player=1, amount=1000)).then()


def test_a_payment_is_taken_back():
    paid = PaymentRecorded(player=1, amount=2500)
    given(*BEFORE, paid).when(TakeBackPayment(player=1)).then(PaymentTakenBack(player=1))
    given(*BEFORE).when(TakeBackPayment(player=1)).then()
    assert state_of(paid, PaymentTakenBack(player=1)).fees.due(1) == 2500


def test_totals_are_of_the_players_who_are_there():
    paid = (PaymentRecorded(player=1, amount=3000), PaymentRecorded(player=2, amount=1000))
    state = state_of(*paid)
    assert state.fees.totals(state.tournament.entries) == FeeTotals(players=3, settled=1, paid=4000, due=4000)
    left = state_of(*paid, PlayerRemoved(player=2, reason="twice"))
    assert left.fees.totals(left.tournament.entries) == FeeTotals(players=2, settled=1, paid=3000, due=2500)


def test_fees_are_used_no_more_and_what_was_paid_is_kept():
    events = (TariffSet(player=2, tariff="Youth"), PaymentRecorded(player=2, amount=1250))
    given(*BEFORE, *events).when(SetFees()).then(FeesSet())
    state = state_of(*events, FeesSet())
    assert not state.fees.is_used
    assert state_of(*events, FeesSet(), SET).fees.due(2) == 0
    given(*BEFORE, FeesSet()).when(RecordPayment(player=1)).then_refused("no-fees")
    given(*BEFORE, FeesSet()).when(SetTariff(player=1, tariff="Youth")).then_refused("no-fees")


def test_nothing_that_is_played_knows_of_them():
    assert state_of(PaymentRecorded(player=1, amount=2500)).tournament == given(*with_players(3)).state.tournament
    assert given(*with_players(3)).state.fees == Fees()


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (SetFees(currency="Euro", tariffs=(NORMAL,)), "not-a-currency"),
        (SetFees(currency="EUR", tariffs=(Tariff("", 100),)), "text-missing"),
        (SetFees(currency="EUR", tariffs=(Tariff("Normal", -1),)), "number-outside-range"),
        (SetFees(currency="EUR", tariffs=(NORMAL, Tariff("NORMAL", 100))), "tariff-twice"),
        (SetFees(currency="EUR", tariffs=tuple(Tariff(f"T{n}", n) for n in range(21))), "too-many-tariffs"),
        (SetFees(currency="EUR", tariffs=(NORMAL,)), "tariff-in-use"),
        (SetTariff(player=1, tariff="Senior"), "not-one-of"),
        (SetTariff(player=9, tariff="Youth"), "no-such-player"),
        (RecordPayment(player=9), "no-such-player"),
        (RecordPayment(player=1, amount=10_000_001), "number-outside-range"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_what_cannot_be_is_refused(command: Command, code: str):
    with pytest.raises(RoundlogError) as caught:
        decide(given(*BEFORE, TariffSet(player=2, tariff="Youth")).state, command)
    assert caught.value.code == code


def test_amounts_as_programs_write_them():
    assert [decimal_text(amount) for amount in (0, 5, 1250, 100_000)] == ["0.00", "0.05", "12.50", "1000.00"]
