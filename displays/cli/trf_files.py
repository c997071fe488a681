"""Reading a TRF that a command was pointed at, and telling what was read otherwise than it is written."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from msgspec.structs import replace

from displays.cli.command import Namespace
from displays.cli.options import number_of
from displays.cli.parameters import argument, flag, one_of, option
from displays.cli.terminal import Terminal
from displays.words import parse as reading
from displays.words.trf_text import adjustment_line
from engine.errors import BadInput
from engine.model import Colour
from engine.registry import BY_HAND, SYSTEMS
from ledger.formats.input_file import read_content
from ledger.formats.trf.lines import Adjustment, TrfFile
from ledger.formats.trf.meaning import Understood
from ledger.formats.trf.supplement import Supplement, read_with

TRF = argument("file", "FILE", "a TRF (16, 26, or with the X records of JaVaFo)")
FEW = 3  # of a kind are all shown
VERBOSE = flag("--verbose", help="every single thing that was read otherwise than it is written")
# What a bare TRF16 does not say.
AGREEMENT = (
    option(
        "--system",
        metavar="KEY",
        read=one_of("system", SYSTEMS),
        help="pairing system and edition: fide-dutch-2026; default: what the file names",
    ),
    option(
        "--rounds",
        metavar="N",
        read=number_of("rounds"),
        help="how many rounds there will be, if the file does not say it",
    ),
    option(
        "--first-colour",
        metavar="white|black",
        read=one_of("first_colour", ("white", "black")),
        help="of the first player in round 1, if the file does not say it",
    ),
    option(
        "--option",
        metavar="NAME=VALUE",
        repeat=True,
        help="of the pairing system; may be repeated; `roundlog systems` lists them",
    ),
)


def read_for_pairing(args: Namespace, path: str) -> Understood:
    """The same, of which a system is to pair a round."""
    understood = read_trf(args, path)
    if understood.tournament.rules.system == BY_HAND and args.system is None:
        raise BadInput("argument-missing", arguments=("--system",))
    return understood


def read_trf(args: Namespace, path: str, check: Callable[[TrfFile], None] | None = None) -> Understood:
    """What the file says, with what was typed beside it; a file that contradicts itself is refused."""
    try:
        colour = None if args.first_colour is None else Colour(args.first_colour)
        supplement = Supplement(args.system, args.rounds, colour)
        return _with_options(args, read_with(read_content(path), supplement, check))
    except BadInput as error:
        error.facts.setdefault("path", path)
        raise


def _with_options(args: Namespace, understood: Understood) -> Understood:
    """A TRF has no place for most of them; they are checked as if the tournament were opened with them."""
    if not args.option:
        return understood
    t = understood.tournament
    system = SYSTEMS[t.rules.system]
    rules = replace(t.rules, options={**t.rules.options, **reading.options(args.option, system.options)})
    system.check(rules, len(t.entries))
    return replace(understood, tournament=replace(t, rules=rules))


def warn_of_adjustments(terminal: Terminal, adjustments: Iterable[Adjustment], *, is_verbose: bool = False) -> None:
    """Of a kind that is there often (an absence of every week) the first, and how many more there are."""
    of_a_kind: dict[str, list[Adjustment]] = {}
    for adjustment in adjustments:
        of_a_kind.setdefault(adjustment.code, []).append(adjustment)
    for alike in of_a_kind.values():
        shown = alike if is_verbose or len(alike) <= FEW else alike[:1]
        for adjustment in shown:
            terminal.warn(adjustment_line(adjustment, terminal.language))
        if len(shown) < len(alike):
            terminal.warn(terminal.language.phrase("more-of-a-kind", count=len(alike) - len(shown)))
