"""``roundlog simulate``: random tournaments as TRF, to try out a pairing engine or a screen.

What is not typed is drawn, by the seed. Seed and plan are written into the file, so that it can be made again. Where
players, rounds and seed are all typed, what is not typed is as usual (``engine/chances.py``).
"""

from __future__ import annotations

import os
import secrets
from collections.abc import Callable
from pathlib import Path

from displays.cli.command import Namespace, Subcommand
from displays.cli.options import number_of
from displays.cli.parameters import flag, one_of, option
from displays.cli.simulated_plan import CHANCES, command_line, plan_of
from displays.cli.terminal import Progress, Terminal
from engine.chances import USUAL
from engine.errors import BadInput, Unavailable
from engine.registry import SYSTEMS, USUAL_SWISS
from engine.simulation import simulate_plan
from ledger.formats.trf.writer import HIGHEST_NUMBER, Dialect, write
from ledger.state import FileRest

MOST_ROUNDS = 999
HIGHEST_SEED = 10**9
DIALECTS = tuple(dialect.value for dialect in Dialect)


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
    first = secrets.randbelow(HIGHEST_SEED) if args.seed is None else args.seed
    targets = _targets(args, first)
    with Progress(args.count) as progress:
        for number, target in enumerate(targets):
            _write_one(args, first + number, target, terminal)
            progress.step()


def _write_one(args: Namespace, seed: int, target: Path | None, terminal: Terminal) -> None:
    plan = plan_of(args, seed)
    played = simulate_plan(SYSTEMS[args.system], plan, seed)
    how = FileRest((f"### {command_line(args, plan, seed)}",))
    _give(write(played.tournament, Dialect(args.dialect), rest=how, line_end="\n"), target, terminal)
    if played.stopped is not None:
        terminal.warn(terminal.language.sentence(played.stopped))


def _targets(args: Namespace, first: int) -> list[Path | None]:
    if args.output is None:
        if args.count > 1:
            raise BadInput("argument-missing", arguments=("--output",))
        return [None]
    output = Path(args.output)
    if args.count == 1 and not output.is_dir():
        targets = [output]
    else:
        targets = [output / f"simulated-{first + number}.trf" for number in range(args.count)]
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
        f"--{name.replace('_', '-')}",
        metavar="P",
        read=_within(name, 0, 100),
        help=f"per cent {about}; default: drawn, or {getattr(USUAL, name)} where N, R and S are typed",
    )
    for name, about in CHANCES.items()
)

COMMANDS = {
    "simulate": Subcommand(
        (
            option("--players", metavar="N", read=_within("players", 2, HIGHEST_NUMBER), help="default: drawn"),
            option("--rounds", metavar="R", read=_within("rounds", 1, MOST_ROUNDS), help="default: drawn"),
            option(
                "--seed",
                metavar="S",
                read=number_of("seed"),
                help="the same seed and options give the same tournament; default: drawn, and written into the file",
            ),
            *_CHANCE_OPTIONS,
            option("--ratings", metavar="R,R,…", help="of all players, in any order"),
            option("--rating-range", metavar="LOW-HIGH", help="they are drawn from it; default: 1200-2700"),
            option(
                "--rating-step",
                metavar="POINTS",
                read=_within("rating_step", 0, 1000),
                help="from the highest of the range down by so many points each, in place of being drawn",
            ),
            option("--tiebreaks", metavar="LIST", help="BH/C1,BH,SB; the ranks in the file follow it; default: drawn"),
            flag("--baku/--no-baku", help="accelerated by the Baku method; default: drawn", default=None),
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
