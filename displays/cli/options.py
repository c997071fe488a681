"""Options and arguments that many commands take."""

from __future__ import annotations

from collections.abc import Callable

from displays.cli.parameters import argument, option
from displays.words import parse


def number_of(field: str) -> Callable[[str], int]:
    """A whole number; the error names the field."""
    return lambda text: parse.whole_number(text, field)


TOURNAMENT = argument("stream", "TOURNAMENT", "its id in the log")
ROUND = argument("round", "ROUND", read=number_of("round"))
BOARD = argument("board", "BOARD", read=number_of("board"))
PLAYER = argument("player", "PLAYER", "number in this tournament", read=number_of("player"))
# It is the ledger that asks for one where the rules do.
REASON = option("--reason", help="why; stands in the audit trail", default="")
FROM_ROUND = option("--from-round", metavar="R", read=number_of("from_round"), help="default: the next to be paired")
MOMENT = (
    option("--round", metavar="R", help="as it stood at the end of that round"),
    option("--version", metavar="V", help="as it stood after that many records"),
    option("--at", metavar="TIME", help="as it stood then: 2026-05-01T14:00 (UTC without a zone)"),
)
