"""What somebody may wish of entry fees, for ``histories``."""

import random

from ledger.acts.act import Command
from ledger.acts.fees import RecordPayment, SetFees, SetTariff, TakeBackPayment
from ledger.fees import Tariff
from ledger.state import State

TARIFFS = (Tariff("Normal", 2500), Tariff("Youth", 1250), Tariff("Guest", 0))


def wish_fees(state: State, chance: random.Random) -> Command:
    if not state.fees.is_used or chance.random() < 0.2:
        return SetFees(currency="EUR", tariffs=TARIFFS[: chance.randint(0, 3)])
    player = chance.choice(sorted(state.tournament.entries))
    if chance.random() < 0.3:
        return SetTariff(player=player, tariff=chance.choice(state.fees.tariffs).name)
    if chance.random() < 0.3:
        return TakeBackPayment(player=player)
    return RecordPayment(player=player, amount=chance.choice((None, 1000)))
