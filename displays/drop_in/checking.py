"""``-c``: every round paired once more, and what differs beside what the file has. Differences are no failure."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from itertools import zip_longest
from pathlib import Path

from displays.drop_in.reading import checklist_beside, read_tournament, write_text
from displays.drop_in.request import Request
from engine.errors import BadInput, NoPairing
from engine.model import Tournament
from ledger.formats.trf.meaning import before_round
from ledger.round_check import Pair, RoundCheck, check_round

_HEAD = "  Checker pairings        Tournament pairings "


def run(request: Request) -> int:
    t = read_tournament(request)
    if request.round is not None and not 1 <= request.round <= len(t.rounds):
        raise BadInput("trf-no-such-round", round=request.round, paired=len(t.rounds), rounds=t.rules.rounds)
    numbers = range(1, len(t.rounds) + 1) if request.round is None else (request.round,)
    tables: list[str] = []
    for number in numbers:
        print(f"{Path(request.file).stem}: Round #{number}")
        try:
            checked = check_round(t, number)
        except NoPairing:
            print(f"No valid pairing exists for round {number}.\n")
            checked = None
        if checked is not None and checked.only_ours + checked.only_there:
            print("\n".join(_compare(checked, request.speaks_javafo)))
        if request.has_checklist:
            tables.append(_table(t, number, checked, request.speaks_javafo))
    print()
    if request.has_checklist:
        whole = import_module("displays.drop_in.checklist").whole_checklist(tables)
        write_text(checklist_beside(request, request.file), whole)
    return 0


def _compare(checked: RoundCheck, is_javafo: bool) -> Iterator[str]:
    """In JaVaFo's manual there is an empty line above and below the heads; bbpPairings has none."""
    yield from ("", _HEAD.rstrip(), "") if is_javafo else (_HEAD,)
    for ours, there in zip_longest(checked.only_ours, checked.only_there):
        yield f"    {_show(ours)}{'':16}{_show(there)}"
    yield ""


def _show(pair: Pair | None) -> str:
    return f"{'':9}" if pair is None else f"{pair[0]:>3} - {pair[1]:>3}"


def _table(t: Tournament, number: int, checked: RoundCheck | None, is_javafo: bool) -> str:
    make = import_module("displays.drop_in.checklist").checklist
    before = before_round(t, number) if checked is None else checked.before
    return f"Round #{number}\n{make(before, None if checked is None else checked.paired, is_javafo)}"
