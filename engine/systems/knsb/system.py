"""The KNSB rating Swiss of January 2014 (Zwitsers op rating), described."""

from __future__ import annotations

from collections.abc import Iterator

from engine.absolute_rules import AuditedRound, Breach, bars_colours, gives_one_bye, seats_everybody_once
from engine.model import MEANINGS
from engine.system import ReasonLayout, System, TrfNames
from engine.systems.knsb.pairing import Knsb2014Options, explain, hints, pair, silence_withdraws
from engine.systems.knsb.reasons import REGULATION


def bars_bye_after_points(audited: AuditedRound) -> Iterator[Breach]:
    """KNSB:2014 B1b: no bye after points, however few, in a round without a game."""
    table = audited.tournament.rules.points
    for player in audited.byes:
        unplayed = (MEANINGS[outcome] for outcome, _ in audited.past[player] if not MEANINGS[outcome].colour)
        if any(getattr(table, meaning.pairing_points) > 0 for meaning in unplayed):
            yield Breach("bye-barred", 0, (player,))


KNSB_2014 = System(
    key="knsb-2014",
    family="knsb",
    regulation=REGULATION,
    game="chess",
    pair=pair,
    explain=explain,
    options=Knsb2014Options,
    hints=hints,
    needs_first_colour=True,  # KNSB:2014 A7c, E5
    silence_withdraws=silence_withdraws,
    keeps_pairings_by="KNSB F6, F7",
    absolute_rules=(seats_everybody_once, gives_one_bye, bars_bye_after_points, bars_colours),
    trf=TrfNames(written="CUSTOM_SWISS"),
    layout=ReasonLayout(
        groups=frozenset({"group-paired"}),
        heads=frozenset(
            {
                *("floats-down-to", "has-the-bye", "no-opponent-in-group", "groups-merged", "group-moves-down"),
                *("gone-without-notice", "colour-given"),
            }
        ),
        lists=("instead_of",),
    ),
)
SYSTEMS = (KNSB_2014,)
