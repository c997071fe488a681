"""``roundlog check FILE…``: every round of a TRF paired once more from the history in the file, and compared; then the
ranks, by the tie-breaks that the file names.
"""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from fractions import Fraction
from functools import partial

import msgspec
from msgspec.structs import replace

from displays.cli.command import Namespace, Subcommand
from displays.cli.options import number_of
from displays.cli.parameters import argument, flag, option
from displays.cli.terminal import Progress, Terminal
from displays.cli.trf_files import AGREEMENT, read_for_pairing
from displays.words.breach_text import breach_sentence
from displays.words.language import Language, language
from displays.words.pairing_reasons import reason_lines
from displays.words.trf_text import adjustment_line
from engine.errors import BadInput, Refusal, RoundlogError
from engine.model import Tournament, Value
from engine.rank_difference import RankDifference, rank_differences
from engine.tiebreaks import DEFINITIONS, check, tiebreak
from ledger.formats.trf.lines import Adjustment
from ledger.formats.trf.meaning import Understood
from ledger.round_check import Pair, RoundCheck, check_round

DIFFERENT, UNREADABLE = 1, 2  # exit codes
Tell = Callable[[Fraction | int], None]  # how much more of a file is done


class Difference(Value, frozen=True, omit_defaults=True):
    """A round that comes out otherwise: what only the file has, what only we have; or why we cannot pair it."""

    round: int
    file: tuple[Pair, ...] = ()
    ours: tuple[Pair, ...] = ()
    refused: str = ""  # a sentence
    board: int | None = None  # of our pairing, the first that differs; 0 is the bye
    article: str = ""  # that decided it
    reason: str = ""  # a sentence

    @property
    def is_of_colours(self) -> bool:
        return not self.refused and {frozenset(pair) for pair in self.file} == {frozenset(pair) for pair in self.ours}


class Checked(Value, frozen=True, omit_defaults=True):
    """One file. ``tiebreaks``: what its ranks were checked by; nothing, where it names none."""

    path: str
    system: str
    rounds: int
    differences: tuple[Difference, ...]
    adjustments: tuple[Adjustment, ...]
    tiebreaks: tuple[str, ...] = ()
    ranks: tuple[RankDifference, ...] = ()
    unchecked: str = ""  # a sentence: why the ranks could not be checked


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
                _tell(answer, args, terminal)
    differences = sum(len(file.differences) for file in checked)
    ranks = sum(len(file.ranks) for file in checked)
    _tell_total(checked, differences, ranks, terminal)
    if not terminal.as_json and args.reasons:
        _tell_silent(checked, terminal)
    return UNREADABLE if is_unreadable else DIFFERENT if differences or ranks else 0


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
    reader = language(args.lang)
    differences: list[Difference] = []
    for number in range(1, len(t.rounds) + 1):
        difference = _difference(t, number, reader, with_reason=args.reasons)
        if difference is not None:
            differences.append(difference)
        tell(Fraction(1, len(t.rounds)))
    found = Checked(path, t.rules.system, len(t.rounds), tuple(differences), understood.adjustments)
    return _with_ranks(found, understood, reader)


def _difference(t: Tournament, number: int, reader: Language, *, with_reason: bool) -> Difference | None:
    try:
        checked = check_round(t, number)
    except Refusal as refused:
        return Difference(number, refused=reader.sentence(refused))
    there, ours = tuple(sorted(checked.only_there)), tuple(sorted(checked.only_ours))
    if not there and not ours:
        return None
    found = Difference(number, there, ours)
    return _with_reason(found, checked, reader) if with_reason else found


def _with_reason(difference: Difference, checked: RoundCheck, reader: Language) -> Difference:
    why = checked.deciding_reason()
    said = ""
    if why.breach is not None:
        said = breach_sentence(why.breach, reader, {})
    elif why.reason is not None:
        said = reason_lines(checked.before, why.reason, reader)[0]
    return replace(difference, board=why.board, article=why.article, reason=said)


def _with_ranks(checked: Checked, understood: Understood, reader: Language) -> Checked:
    """A list that we do not know, or that a file cannot tell enough for, is told in place of ranks."""
    t = understood.tournament
    if not t.rules.tiebreaks or not understood.ranks or not t.rounds:
        return checked
    try:
        check(t.rules)
        _check_fide(t.rules.tiebreaks)
        ranks = tuple(rank_differences(t, understood.ranks))
    except (Refusal, BadInput) as refused:
        return replace(checked, unchecked=reader.sentence(refused))
    return replace(checked, tiebreaks=t.rules.tiebreaks, ranks=ranks)


def _check_fide(codes: tuple[str, ...]) -> None:
    """Lots, play-offs and what was played outside the rounds, of which others make use, have no place in a TRF."""
    for code in codes:
        if not DEFINITIONS[tiebreak(code).base].article.startswith("FIDE"):
            raise Refusal("tiebreak-not-in-trf", code=code)


# -- telling -----------------------------------------------------------------------------------------------------------


def _tell(checked: Checked, args: Namespace, terminal: Terminal) -> None:
    if terminal.as_json:
        terminal.give(msgspec.json.encode(checked if args.reasons or checked.ranks else _without_list(checked)))
        return
    for difference in checked.differences:
        terminal.say(_sentence(checked, difference, terminal.language))
        if difference.article:
            terminal.say(f"  {_because(difference, terminal.language)}")
    for rank in checked.ranks:
        terminal.say(_rank_sentence(checked, rank, terminal.language))
    if checked.unchecked and args.reasons:
        terminal.warn(terminal.language.phrase("check-ranks-not-checked", path=checked.path, problem=checked.unchecked))
    for adjustment in checked.adjustments if args.verbose else ():
        terminal.warn(f"{checked.path}, {adjustment_line(adjustment, terminal.language)}")


def _without_list(checked: Checked) -> Checked:
    """As it was told before ranks were checked: where they are right, there is nothing to tell."""
    return replace(checked, tiebreaks=(), unchecked="")


def _sentence(checked: Checked, difference: Difference, reader: Language) -> str:
    where = {"path": checked.path, "round": str(difference.round), "system": checked.system}
    if difference.refused:
        return reader.phrase("check-refused", problem=difference.refused, **where)
    key = "check-colours-differ" if difference.is_of_colours else "check-pairs-differ"
    there, ours = _list_pairs(difference.file, reader), _list_pairs(difference.ours, reader)
    return reader.phrase(key, there=there, ours=ours, **where)


def _because(difference: Difference, reader: Language) -> str:
    article, reason = difference.article, difference.reason
    if not difference.board:
        return reader.phrase("check-because-bye", article=article, reason=reason)
    return reader.phrase("check-because", article=article, reason=reason, board=difference.board)


def _rank_sentence(checked: Checked, rank: RankDifference, reader: Language) -> str:
    ours = str(rank.first) if rank.first == rank.last else f"{rank.first}–{rank.last}"
    return reader.phrase(
        "check-rank-differs",
        path=checked.path,
        player=rank.player,
        there=rank.there,
        ours=ours,
        code=rank.code,
        article=rank.article,
    )


def _list_pairs(pairs: tuple[Pair, ...], reader: Language) -> str:
    bye = reader.word("pairing-bye", "outcomes")
    return " ".join(f"{white}-{black}" if black else f"{white}-{bye}" for white, black in pairs) or "–"


def _tell_total(checked: list[Checked], differences: int, ranks: int, terminal: Terminal) -> None:
    total = {
        "files": len(checked),
        "rounds": sum(file.rounds for file in checked),
        "differences": differences,
    }
    if terminal.as_json:
        terminal.give(msgspec.json.encode(total | ({"ranks": ranks} if ranks else {})))
        return
    if ranks:
        terminal.say(terminal.language.phrase("check-ranks", ranks=ranks))
    terminal.say(terminal.language.phrase("check-total", **{name: str(count) for name, count in total.items()}))


def _tell_silent(checked: list[Checked], terminal: Terminal) -> None:
    silent = sum(not (file.tiebreaks or file.unchecked) for file in checked)
    if silent:
        terminal.warn(terminal.language.phrase("check-without-tiebreaks", files=silent))


COMMANDS = {
    "check": Subcommand(
        (
            argument("files", "FILE", "TRF files", many=True),
            *AGREEMENT,
            option("--jobs", metavar="N", read=number_of("jobs"), default=1, help="so many files at once; default 1"),
            flag(
                "--reasons",
                help="of each difference what decided it, with board and article; and where ranks could not be checked",
            ),
            flag(
                "--verbose",
                help="tell what was read otherwise than it is written",
            ),
        ),
        _check,
    )
}
