"""``-p``: the next round, as both programs answer; and where it was to be written, nothing older is left."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

from displays.drop_in.pair_lines import as_lines
from displays.drop_in.reading import beside, checklist_beside, read_tournament, remove_old, write_text
from displays.drop_in.request import Request
from engine.errors import NoPairing, Refusal
from engine.model import Tournament
from engine.pairing import Paired
from engine.registry import SYSTEMS
from ledger.formats.trf.meaning import before_round


def run(request: Request) -> int:
    output = beside(request.output, request.file) if request.output else None
    t = read_tournament(request, needs_rounds=True)
    if output is not None:
        remove_old(output)
    if t.next_round > t.rules.rounds:
        raise Refusal("all-rounds-paired", rounds=t.rules.rounds)
    before = before_round(t, t.next_round)
    checklist = checklist_beside(request, request.file) if request.has_checklist else None
    try:
        paired = SYSTEMS[t.rules.system].pair(before)
    except NoPairing:
        _write_checklist(request, checklist, before, None)
        raise
    _write_checklist(request, checklist, before, paired)
    lines = as_lines(paired)
    if output is None:
        print(lines)
    else:
        write_text(output, f"{lines}\n")
    return 0


def _write_checklist(request: Request, path: Path | None, before: Tournament, paired: Paired | None) -> None:
    if path is not None:
        module = import_module("displays.drop_in.checklist")  # most callers ask for none
        write_text(path, module.whole_checklist([module.checklist(before, paired, request.speaks_javafo)]))
