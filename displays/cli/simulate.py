"""``roundlog simulate``: random tournaments as TRF, to try out a pairing engine or a screen."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

from displays.cli.command import Namespace, Subcommand
from displays.cli.options import number_of
from displays.cli.parameters import one_of, option
from displays.cli.terminal import Progress, Terminal
from engine.errors import BadInput, Unavailable
from engine.registry import SYSTEMS, USUAL_SWISS
from engine.simulation import USUAL, Chances, Simulated, simulate
from ledger.formats.trf.writer import HIGHEST_NUMBER, Dialect, write

MOST_ROUNDS = 999
DIALECTS = tuple(dialect.value for dialect in Dialect)
_CHANCES = {
    "draws": "of the games that are drawn, where the ratings allow it",
    "forfeits": "of the games that are not played",
    "byes": "of the players who ask not to play in a round",
    "withdrawals": "of the players who leave before a round",
    "late": "of the players who come after round 1",
}


def _within(field: str, least: int, most: int) -> Callable[[str], int]:
    read = number_of(field)

    def within(text: str) -> int:
        value = read(text)
        if not least <= value <= most:
            raise BadInput("number-outside-range", field=field, value=value, least=least, most=most)
        return value

    return within


def _simulate(args: Namespace, terminal: Terminal) -> None:
    """Where the files go is clear before the first game is played."""
    targets = _targets(args)
    with Progress(args.count) as progress:
        for number, target in enumerate(targets):
            played = _play(args, args.seed + number)
            _give(write(played.tournament, Dialect(args.dialect), line_end="\n"), target, terminal)
            if played.stopped is not None:
                terminal.warn(terminal.language.sentence(played.stopped))
            progress.step()


def _play(args: Namespace, seed: int) -> Simulated:
    chances = Chances(**{name: getattr(args, name) for name in _CHANCES})
    return simulate(SYSTEMS[args.system], args.players, args.rounds, seed, chances)


def _targets(args: Namespace) -> list[Path | None]:
    if args.output is None:
        if args.count > 1:
            raise BadInput("argument-missing", arguments=("--output",))
        return [None]
    output = Path(args.output)
    if args.count == 1 and not output.is_dir():
        targets = [output]
    else:
        targets = [output / f"simulated-{args.seed + number}.trf" for number in range(args.count)]
    for target in targets:
        if target.exists():
            raise BadInput("file-exists", path=str(target))
    return list(targets)


def _give(text: str, target: Path | None, terminal: Terminal) -> None:
    if target is None:
        terminal.say(text.removesuffix("\n"))
        return
    try:
        os.makedirs(target.parent, exist_ok=True)
        target.write_text(text, "utf-8")
    except OSError as error:
        raise Unavailable("file-unwritable", path=str(target), problem=error.strerror or "") from error


_CHANCE_OPTIONS = tuple(
    option(
        f"--{name}",
        metavar="P",
        read=_within(name, 0, 100),
        default=getattr(USUAL, name),
        help=f"per cent {about}; default {getattr(USUAL, name)}",
    )
    for name, about in _CHANCES.items()
)

COMMANDS = {
    "simulate": Subcommand(
        (
            option("--players", metavar="N", needed=True, read=_within("players", 2, HIGHEST_NUMBER)),
            option("--rounds", metavar="R", needed=True, read=_within("rounds", 1, MOST_ROUNDS)),
            option(
                "--seed",
                metavar="S",
                needed=True,
                read=number_of("seed"),
                help="the same seed gives the same tournament",
            ),
            *_CHANCE_OPTIONS,
            option(
                "--system",
                metavar="KEY",
                read=one_of("system", SYSTEMS),
                default=USUAL_SWISS,
                help="who pairs",
            ),
            option(
                "--dialect",
                metavar="|".join(DIALECTS),
                read=one_of("dialect", DIALECTS),
                default="trfx",
                help="trfx (default) is what other pairing engines read",
            ),
            option("-o", "--output", metavar="FILE|FOLDER", help="default: the terminal"),
            option(
                "--count",
                metavar="K",
                read=_within("count", 1, 1_000_000),
                default=1,
                help="so many tournaments, with the seeds S, S+1 …, into a folder",
            ),
        ),
        _simulate,
    )
}
