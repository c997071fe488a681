"""The FIDE (Dutch) system in its two editions, described."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from msgspec.structs import replace

from engine.absolute_rules import (
    AbsoluteRule,
    AuditedRound,
    Breach,
    bars_colours,
    bars_second_bye,
    gives_one_bye,
    seats_everybody_once,
)
from engine.acceleration import Acceleration, check_handbook
from engine.model import Outcome, Rules
from engine.system import ReasonLayout, System, TrfNames
from engine.systems.fide_dutch import edition_2017, edition_2026
from engine.systems.fide_dutch.edition import Edition


def bars_second_bye_2017(audited: AuditedRound) -> Iterator[Breach]:
    """FIDE C.04.1:2017 d: no bye after a bye, nor after a win by forfeit."""
    for player in audited.byes:
        had = {outcome for outcome, _ in audited.past[player]}
        if had & {Outcome.PAIRING_BYE, Outcome.FORFEIT_WIN}:
            yield Breach("bye-barred", 0, (player,))


LAYOUT = ReasonLayout(
    groups=frozenset({"bracket"}), heads=frozenset({"pair", "floats-down-to", "has-the-bye", "colour-given"})
)
# FIDE C.04.3:2017 C.5–C.19 are [C6]–[C21] of 2026, without [C9]; their words stand under the numbers of 2026.
LAYOUT_2017 = replace(LAYOUT, criteria={f"C{n}": f"C{n + 1 if n < 8 else n + 2}" for n in range(5, 20)})


def dutch_system(
    key: str,
    edition: Edition,
    trf: TrfNames,
    bars_bye: AbsoluteRule,
    layout: ReasonLayout,
    check_handbook: Callable[[Rules], None] | None = None,
) -> System:
    return System(
        key=key,
        family="fide_dutch",
        regulation=edition.regulation,
        game="chess",
        pair=edition.pair,
        explain=edition.explain,
        contenders=edition.contenders,
        options=Acceleration,
        order_fixed_by=4,  # FIDE C.04.2 2.3
        main_options=("acceleration",),
        check_rules=edition.check,
        hints=edition.hints,
        needs_first_colour=True,  # FIDE C.04.3:2026 5.1
        absolute_rules=(seats_everybody_once, gives_one_bye, bars_bye, bars_colours),
        check_handbook=check_handbook,
        trf=trf,
        layout=layout,
    )


FIDE_DUTCH_2017 = dutch_system(
    "fide-dutch-2017",
    edition_2017.EDITION,
    TrfNames(written="FIDE_DUTCH_2017", read=("FIDE_DUTCH_2017",), family="FIDE_DUTCH", takes_virtual_points=True),
    bars_second_bye_2017,
    LAYOUT_2017,
)
FIDE_DUTCH_2026 = dutch_system(
    "fide-dutch-2026",
    edition_2026.EDITION,
    TrfNames(
        written="FIDE_DUTCH_2026",
        read=("FIDE_DUTCH_2026", "FIDE_DUTCH_2025"),  # the draft's name, still written by bbpPairings
        family="FIDE_DUTCH",
        since="2026-02-01",
        takes_virtual_points=True,
    ),
    bars_second_bye,
    LAYOUT,
    check_handbook,
)
SYSTEMS = (FIDE_DUTCH_2026, FIDE_DUTCH_2017)
