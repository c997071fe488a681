"""Entry fees in words: who owes what, columns of lists, totals."""

from __future__ import annotations

from collections.abc import Sequence

from displays.words.language import Language
from displays.words.numbers import write_money
from displays.words.player_list import PlayerColumn
from engine.model import Entry
from ledger.fees import Fees, FeeTotals, decimal_text

SECTION = "fees"


def tell_payment(fees: Fees, player: int, reader: Language) -> str:
    """``€12.50 due``, ``paid``; nothing of who has nothing to pay."""
    due = fees.due(player)
    if due:
        return reader.phrase("owes", SECTION, amount=write_money(due, fees.currency, reader.code))
    return reader.word("has-paid", SECTION) if fees.amount_paid(player) else ""


def tell_totals(fees: Fees, totals: FeeTotals, reader: Language) -> str:
    paid, due = (write_money(amount, fees.currency, reader.code) for amount in (totals.paid, totals.due))
    return reader.phrase("totals", SECTION, settled=totals.settled, players=totals.players, paid=paid, due=due)


def fee_columns(fees: Fees, entries: Sequence[Entry], reader: Language, *, is_file: bool = False) -> list[PlayerColumn]:
    """Of a list of players; none where fees are not used. In a file amounts stand as programs read them."""
    if not fees.is_used:
        return []
    numbers = [entry.player.number for entry in entries]

    def amounts(key: str, found: Sequence[int]) -> PlayerColumn:
        title = f"{reader.word(key, SECTION)} ({fees.currency})" if is_file else reader.word(key, SECTION)
        written = [
            decimal_text(amount) if is_file else write_money(amount, fees.currency, reader.code) for amount in found
        ]
        cells = tuple(text if amount else "" for text, amount in zip(written, found, strict=True))
        return PlayerColumn(title, cells, is_number=True)

    tariffs = PlayerColumn(reader.word("tariff", SECTION), tuple(fees.tariff(number).name for number in numbers))
    return [
        *([tariffs] if len(fees.tariffs) > 1 else []),
        amounts("fee", [fees.tariff(number).amount for number in numbers]),
        amounts("paid", [fees.amount_paid(number) for number in numbers]),
        amounts("due", [fees.due(number) for number in numbers]),
    ]


def total_row(columns: Sequence[PlayerColumn], fees: Fees, entries: Sequence[Entry], reader: Language) -> list[str]:
    """The last line of a file: what all of them have paid, and what is due; empty where fees are not used."""
    if not fees.is_used:
        return []
    totals = fees.totals(entry.player.number for entry in entries)
    amounts = {"paid": totals.paid, "due": totals.due}
    titles = {f"{reader.word(key, SECTION)} ({fees.currency})": decimal_text(amount) for key, amount in amounts.items()}
    return [reader.word("total", SECTION) if column.is_name else titles.get(column.title, "") for column in columns]
