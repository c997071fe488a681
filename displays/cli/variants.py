"""Positions of Chess960, and tie-break values that were worked out elsewhere."""

from __future__ import annotations

import re
import secrets

from displays.cli import options
from displays.cli.command import Namespace
from displays.cli.options import number_of
from displays.cli.parameters import argument, option
from displays.cli.typed_players import find_player
from displays.cli.writing import writing
from engine.errors import BadInput
from ledger.acts.act import Command
from ledger.acts.external_values import SetExternalValues
from ledger.acts.positions import DrawPosition
from ledger.formats.input_file import read_content
from ledger.state import State

_VALUE = re.compile(r"\s*([0-9]{1,5})(?:[\s;:=]+(\S+))?[\s;]*")


def _position(args: Namespace, t: State | None) -> list[Command]:
    drawn = "" if args.number is not None else secrets.token_hex(8)
    seed = drawn if args.seed is None else args.seed
    return [DrawPosition(round=args.round, number=args.number, seed=seed, reason=args.reason)]


def _external_values(args: Namespace, t: State | None) -> list[Command]:
    if bool(args.values) == (args.csv is not None):
        raise BadInput("one-of-needed", arguments=("VALUES", "--csv"))
    lines = list(args.values) if args.csv is None else _read_lines(args.csv)
    values = _read_values(lines)
    if t is not None:
        values = {find_player(t.tournament, number): value for number, value in values.items()}
    return [SetExternalValues(values=values)]


def _read_lines(path: str) -> list[str]:
    try:
        return read_content(path).decode("utf-8-sig").splitlines()
    except UnicodeDecodeError as error:
        raise BadInput("unreadable-file", path=path, reason="UTF-8") from error


def _read_values(lines: list[str]) -> dict[int, str]:
    """A number and a value each: ``12:7.5``, ``12;7,5``. One alone takes the value away."""
    found: dict[int, str] = {}
    for place, text in enumerate(lines, start=1):
        if not text.strip():
            continue
        line = _VALUE.fullmatch(text)
        if line is None:
            raise BadInput("external-value-unreadable", line=place, text=text[:60])
        found[int(line[1])] = line[2] or ""
    return found


COMMANDS = {
    "position": writing(
        (
            options.ROUND,
            argument("number", "NUMBER", "as it was drawn by hand, 0-959", read=number_of("number"), optional=True),
            option("--seed", help="default: drawn now and written into the log"),
            option("--reason", default="", help="why it is drawn again"),
        ),
        _position,
    ),
    "external-values": writing(
        (
            argument("values", "VALUES", 'player:value: "1:12.5 2:9"', many=True, optional=True),
            option("--csv", metavar="FILE", help="a player a line: number;value"),
        ),
        _external_values,
    ),
}
