"""The KNDB Swiss on resistance points ("Zwitsers op weerstandspunten"), described."""

from __future__ import annotations

from collections.abc import Iterator

from engine.absolute_rules import AuditedRound, Breach, bars_second_dummy, gives_one_bye, seats_everybody_once
from engine.system import IntermediateRound, ReasonLayout, System, TrfNames
from engine.systems.kndb.pairing import (
    REGULATION,
    KndbOptions,
    check,
    explain,
    hints,
    intermediate_round,
    invited_players,
    pair,
    usual_points,
)
from engine.tiebreaks import PRESETS


def keeps_strength_groups_apart(audited: AuditedRound) -> Iterator[Breach]:
    """KNDB modification 1: in the guided rounds players of different strength groups do not meet."""
    options = audited.tournament.rules.options
    guided, lines = options.get("guided_rounds", 0), options.get("strength_groups", ())
    if not isinstance(guided, int) or not isinstance(lines, tuple) or audited.round > guided:
        return
    group_of = {int(word): number for number, line in enumerate(lines) for word in line.split()}
    for number, board in enumerate(audited.boards, start=1):
        if group_of.get(board.white) != group_of.get(board.black):
            yield Breach("kept-apart", number, (board.white, board.black))


KNDB = System(
    key="kndb",
    family="kndb",
    regulation=REGULATION,
    game="draughts",
    pair=pair,
    explain=explain,
    options=KndbOptions,
    main_options=("dummy",),
    check_rules=check,
    hints=hints,
    points=usual_points,
    tiebreaks=PRESETS["kndb"],
    needs_lots=lambda rules: True,  # KNDB ranking list 4
    absolute_rules=(seats_everybody_once, gives_one_bye, bars_second_dummy, keeps_strength_groups_apart),
    intermediate=IntermediateRound(intermediate_round, invited_players),
    trf=TrfNames(written="CUSTOM_SWISS"),
    layout=ReasonLayout(
        groups=frozenset({"waiting-room"}),
        heads=frozenset(
            {
                *("ranking-place", "pair", "has-the-bye", "meets-the-dummy", "dummy-known-before"),
                *("colours", "groups-joined"),
            }
        ),
        lists=(
            *("letters", "waiting", "needed", "again", "instead_of"),
            *("met", "had_bye", "other_strength", "apart", "rest_unpaired"),
        ),
    ),
)
SYSTEMS = (KNDB,)
