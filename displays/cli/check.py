"""``roundlog check FILE…``: every round of a TRF paired once more from the history in the file, and compared."""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from fractions import Fraction
from functools import partial

import msgspec

from displays.cli.command import Namespace, Subcommand
from displays.cli.options import number_of
from displays.cli.parameters import argument, flag, option
from displays.cli.terminal import Progress, Terminal
from displays.cli.trf_files import AGREEMENT, adjustment_line, read_for_pairing
from displays.words.language import Language, language
from engine.errors import BadInput, Refusal, RoundlogError
from engine.model import Board, Outcome, PlayerId, Tournament, Value
from engine.registry import SYSTEMS
from ledger.formats.trf.lines import Adjustment
from ledger.formats.trf.meaning import before_round

DIFFERENT, UNREADABLE = 1, 2  # exit codes
Pair = tuple[PlayerId, PlayerId]  # White, Black; a bye is a pair with 0
Tell = Callable[[Fraction | int], None]  # how much more of a file is done


class Difference(Value, frozen=True, omit_defaults=True):
    """A round that comes out otherwise: what only the file has, what only we have; or why we cannot pair it."""

    round: int
    file: tuple[Pair, ...] = ()
    ours: tuple[Pair, ...] = ()
    refused: str = ""  # a sentence

    @property
    def is_of_colours(self) -> bool:
        return not self.refused and {frozenset(pair) for pair in self.file} == {frozenset(pair) for pair in self.ours}


class Checked(Value, frozen=True):
    """One file."""

    path: str
    system: str
    rounds: int
    differences: tuple[Difference, ...]
    adjustments: tuple[Adjustment, ...]


def _check(args: Namespace, terminal: Terminal) -> int:
    """1 when a round differs; 2 when a file could not be read, whatever the others say."""
    checked: list[Checked] = []
    is_unreadable = False
    with Progress(len(args.files)) as progress:
        for answer in _answers(args, progress.step):
            if isinstance(answer, RoundlogError):
                is_unreadable = True
                terminal.complain(answer)
            else:
                checked.append(answer)
                _tell(answer, args.verbose, terminal)
    differences = sum(len(file.differences) for file in checked)
    _tell_total(checked, differences, terminal)
    return UNREADABLE if is_unreadable else DIFFERENT if differences else 0


def _answers(args: Namespace, tell: Tell) -> Iterator[Checked | RoundlogError]:
    """In the order of the files, whoever is ready first."""
    if args.jobs < 2 or len(args.files) < 2:
        yield from (_check_file(args, path, tell) for path in args.files)
        return
    # Children that begin anew: a fork would copy whatever this process is in the middle of.
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(min(args.jobs, len(args.files)), mp_context=context) as workers:
        for answer in workers.map(partial(_check_file, args), args.files):
            tell(1)
            yield answer


def _check_file(args: Namespace, path: str, tell: Tell = lambda share: None) -> Checked | RoundlogError:
    try:
        understood = read_for_pairing(args, path)
    except BadInput as error:
        return error
    t = understood.tournament
    differences: list[Difference] = []
    for number in range(1, len(t.rounds) + 1):
        difference = _difference(t, number, language(args.lang))
        if difference is not None:
            differences.append(difference)
        tell(Fraction(1, len(t.rounds)))
    return Checked(path, t.rules.system, len(t.rounds), tuple(differences), understood.adjustments)


def _difference(t: Tournament, number: int, reader: Language) -> Difference | None:
    played = t.rounds[number - 1]
    bye = next((out.player for out in played.sitouts if out.outcome is Outcome.PAIRING_BYE), None)
    there = _pairs(played.boards, bye)
    try:
        paired = SYSTEMS[t.rules.system].pair(before_round(t, number))
    except Refusal as refused:
        return Difference(number, refused=reader.sentence(refused))
    ours = _pairs(paired.boards, paired.bye)
    if there == ours:
        return None
    return Difference(number, tuple(sorted(there - ours)), tuple(sorted(ours - there)))


def _pairs(boards: tuple[Board, ...], bye: PlayerId | None) -> set[Pair]:
    pairs = {(board.white, board.black) for board in boards}
    return pairs if bye is None else {*pairs, (bye, 0)}


# -- telling -----------------------------------------------------------------------------------------------------------


def _tell(checked: Checked, verbose: bool, terminal: Terminal) -> None:
    if terminal.as_json:
        terminal.give(msgspec.json.encode(checked))
        return
    for difference in checked.differences:
        terminal.say(_sentence(checked, difference, terminal.language))
    for adjustment in checked.adjustments if verbose else ():
        terminal.warn(f"{checked.path}, {adjustment_line(adjustment, terminal.language)}")


def _sentence(checked: Checked, difference: Difference, reader: Language) -> str:
    where = {"path": checked.path, "round": str(difference.round), "system": checked.system}
    if difference.refused:
        return reader.phrase("check-refused", problem=difference.refused, **where)
    key = "check-colours-differ" if difference.is_of_colours else "check-pairs-differ"
    there, ours = _list_pairs(difference.file, reader), _list_pairs(difference.ours, reader)
    return reader.phrase(key, there=there, ours=ours, **where)


def _list_pairs(pairs: tuple[Pair, ...], reader: Language) -> str:
    bye = reader.word("pairing-bye", "outcomes")
    return " ".join(f"{white}-{black}" if black else f"{white}-{bye}" for white, black in pairs) or "–"


def _tell_total(checked: list[Checked], differences: int, terminal: Terminal) -> None:
    total = {
        "files": len(checked),
        "rounds": sum(file.rounds for file in checked),
        "differences": differences,
    }
    if terminal.as_json:
        terminal.give(msgspec.json.encode(total))
    else:
        terminal.say(terminal.language.phrase("check-total", **{name: str(count) for name, count in total.items()}))


COMMANDS = {
    "check": Subcommand(
        (
            argument("files", "FILE", "TRF files", many=True),
            *AGREEMENT,
            option("--jobs", metavar="N", read=number_of("jobs"), default=1, help="so many files at once; default 1"),
            flag("--verbose", help="tell what was read otherwise than it is written"),
        ),
        _check,
    )
}
