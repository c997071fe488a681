"""Arguments that many subcommands take. What cannot be read is a BadInput in the reader's language."""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Callable, Sequence

from displays.words import parse
from engine.errors import BadInput


def number(field: str) -> Callable[[str], int]:
    """A whole number; the error names the field."""
    return lambda text: parse.whole_number(text, field)


def one_of(field: str, possible: Sequence[str]) -> Callable[[str], str]:
    def read(text: str) -> str:
        if text not in possible:
            raise BadInput("not-one-of", field=field, value=text, possible=tuple(possible))
        return text

    return read


def round_number(parser: ArgumentParser) -> None:
    parser.add_argument("round", metavar="ROUND", type=number("round"))


def board_number(parser: ArgumentParser) -> None:
    round_number(parser)
    parser.add_argument("board", metavar="BOARD", type=number("board"))


def player_number(parser: ArgumentParser) -> None:
    parser.add_argument("player", metavar="PLAYER", type=number("player"), help="number in this tournament")


def reason(parser: ArgumentParser) -> None:
    """It is the ledger that asks for one where the rules do."""
    parser.add_argument("--reason", metavar="TEXT", default="", help="why; stands in the audit trail")


def from_round(parser: ArgumentParser) -> None:
    parser.add_argument("--from-round", metavar="R", type=number("from_round"), help="default: the next to be paired")


def moment(parser: ArgumentParser) -> None:
    parser.add_argument("--round", metavar="R", help="as it stood at the end of that round")
    parser.add_argument("--version", metavar="V", help="as it stood after that many records")
    parser.add_argument("--at", metavar="TIME", help="as it stood then: 2026-05-01T14:00 (UTC without a zone)")
