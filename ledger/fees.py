"""Entry fees: tariffs, who goes by which, who has paid what. For organisers and helpers; no pairing depends on it.

Amounts are integers in hundredths of the currency, whatever its own parts are.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from engine.model import PlayerId, Value


class Tariff(Value, frozen=True):
    name: str
    amount: int  # in hundredths


class Payment(Value, frozen=True):
    """What somebody has paid in all. When, says the record."""

    amount: int
    since: int  # the version of that record


class FeeTotals(Value, frozen=True):
    """Of some players together."""

    players: int = 0
    settled: int = 0  # of them, who owe nothing
    paid: int = 0
    due: int = 0


class Fees(Value, frozen=True):
    """``tariffs``: the first is of everybody who has no other; none: the organisers use no fees."""

    currency: str = ""  # its code: EUR
    tariffs: tuple[Tariff, ...] = ()
    tariff_of: Mapping[PlayerId, str] = {}  # by name, where it is not the first
    payments: Mapping[PlayerId, Payment] = {}

    @property
    def is_used(self) -> bool:
        return bool(self.tariffs)

    def find_tariff(self, name: str) -> Tariff | None:
        return next((one for one in self.tariffs if one.name.casefold() == name.strip().casefold()), None)

    def tariff(self, player: PlayerId) -> Tariff:
        """While fees are used."""
        chosen = self.tariff_of.get(player, "")
        return next((one for one in self.tariffs if one.name == chosen), self.tariffs[0])

    def amount_paid(self, player: PlayerId) -> int:
        payment = self.payments.get(player)
        return 0 if payment is None else payment.amount

    def due(self, player: PlayerId) -> int:
        """What is still to be paid; who paid too much owes nothing."""
        return max(self.tariff(player).amount - self.amount_paid(player), 0)

    def totals(self, players: Iterable[PlayerId]) -> FeeTotals:
        listed = tuple(players)
        dues = [self.due(player) for player in listed]
        return FeeTotals(len(listed), dues.count(0), sum(map(self.amount_paid, listed)), sum(dues))


class Payer(Value, frozen=True):
    """What somebody has to pay, and has paid."""

    player: PlayerId
    tariff: str
    amount: int
    paid: int
    due: int


def list_payers(fees: Fees, players: Iterable[PlayerId]) -> tuple[Payer, ...]:
    """By number, while fees are used."""
    tariffs = ((player, fees.tariff(player)) for player in sorted(players))
    return tuple(Payer(n, one.name, one.amount, fees.amount_paid(n), fees.due(n)) for n, one in tariffs)


def decimal_text(amount: int) -> str:
    """``1250`` → ``12.50``: as programs write it."""
    return f"{amount // 100}.{amount % 100:02}"
