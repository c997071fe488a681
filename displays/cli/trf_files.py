"""Reading a TRF that a command was pointed at, and telling what was read otherwise than it is written."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from msgspec.structs import replace

from displays.cli.command import Namespace
from displays.cli.options import number_of
from displays.cli.parameters import argument, flag, one_of, option
from displays.cli.terminal import Terminal
from displays.words import parse as reading
from displays.words.language import Language
from engine.errors import BadInput
from engine.model import Colour, Tournament
from engine.registry import BY_HAND, SYSTEMS
from ledger.formats.input_file import read_content
from ledger.formats.trf.lines import Adjustment, TextLine, TrfFile
from ledger.formats.trf.meaning import Understood, understand
from ledger.formats.trf.reader import parse

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
        file = parse(read_content(path))
        if check is not None:
            check(file)
        understood = understand(replace(file, records=(*file.records, *_typed_records(args, file))), args.system)
        _check_typed(args, understood.tournament)
        return _with_options(args, understood)
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


def _typed_records(args: Namespace, file: TrfFile) -> Iterator[TextLine]:
    """As the records of JaVaFo that would have said it, where the file does not."""
    told = {record.id for record in file.of(TextLine)}
    says_colour = any(record.id == "XXC" and "1" in record.text for record in file.of(TextLine))
    if args.rounds is not None and not told & {"142", "XXR"}:
        yield TextLine(0, "XXR", str(args.rounds))
    if args.first_colour is not None and "152" not in told and not says_colour:
        yield TextLine(0, "XXC", f"{args.first_colour}1")


def _check_typed(args: Namespace, t: Tournament) -> None:
    if args.rounds is not None and args.rounds != t.rules.rounds:
        raise BadInput("typed-otherwise", field="rounds", value=args.rounds, found=t.rules.rounds)
    if args.first_colour is not None and t.first_colour is not Colour(args.first_colour):
        told = t.first_colour.value if t.first_colour is not None else ""
        raise BadInput("typed-otherwise", field="first_colour", value=args.first_colour, found=told)


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


def adjustment_line(adjustment: Adjustment, language: Language) -> str:
    """``line 12: …``; what is about the file as a whole has no line."""
    text = language.phrase(adjustment.code, section="adjustments", **adjustment.facts)
    if not adjustment.line:
        return text
    return f"{language.phrase('where-line', line=adjustment.line)}: {text}"
