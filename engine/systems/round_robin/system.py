"""The round robin of FIDE C.05 Annex 1, described."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from engine.absolute_rules import AuditedRound, Breach
from engine.errors import Gathered, Refusal
from engine.model import Colour, PlayerId, Rules
from engine.system import ReasonLayout, System
from engine.systems.round_robin.berger import REGULATION, RoundRobinOptions, hints
from engine.systems.round_robin.pairing import pair
from engine.systems.round_robin.rest import bars_what_cannot_be_completed
from engine.systems.round_robin.withdrawn import struck_players
from engine.tiebreaks import criteria

BUCHHOLZ = frozenset({"BH", "FB", "AOB"})


def check_handbook(rules: Rules) -> None:
    """FIDE C.05 6.6, VCL4THP 103: who left before half of their games counts in no table; C.07:2026 8, VCL4THP 105:
    no tie-break of the Buchholz kind, whatever the edition. Of the rest of its options Annex 1 has all."""
    found = Gathered()
    with found:
        if not rules.options.get("strike_withdrawn", True):
            raise Refusal("handbook-withdrawn", field="options.strike_withdrawn", rule="C.05 6.6")
    with found:
        listed = [one.code for one in criteria(rules.tiebreaks) if one.base in BUCHHOLZ]
        if listed:
            raise Refusal("handbook-buchholz", field="tiebreaks", rule="C.07 8", code=listed[0])
    found.tell()


def most_meetings(rules: Rules) -> int | None:
    """FIDE C.05 Annex 1: once, in a double round robin twice."""
    return 2 if rules.options.get("double", False) else 1


def bars_third_colour(audited: AuditedRound) -> Iterator[Breach]:
    """FIDE C.05 Annex 1: by the tables nobody has one colour three times running. A forfeit keeps its place there."""
    had: dict[PlayerId, list[Colour]] = defaultdict(list)
    for played in audited.tournament.rounds[: audited.round - 1]:
        for board in played.boards:
            had[board.white].append(Colour.WHITE)
            had[board.black].append(Colour.BLACK)
    for number, board in enumerate(audited.boards, start=1):
        for player, colour in ((board.white, Colour.WHITE), (board.black, Colour.BLACK)):
            if had[player][-2:] == [colour] * 2:
                yield Breach("colour-third-in-row", number, (player,))


ROUND_ROBIN = System(
    key="round-robin",
    family="round_robin",
    regulation=REGULATION,
    pair=pair,
    options=RoundRobinOptions,
    main_options=("double",),
    hints=hints,
    rankings={"chess": "fide-round-robin", "draughts": "kndb"},
    is_predetermined=True,
    most_meetings=most_meetings,
    struck=struck_players,
    absolute_rules=(bars_third_colour, bars_what_cannot_be_completed),
    check_handbook=check_handbook,
    layout=ReasonLayout(
        heads=frozenset(f"round-robin-{what}" for what in ("pair", "free", "swapped", "turned", "completed"))
    ),
)
SYSTEMS = (ROUND_ROBIN,)
