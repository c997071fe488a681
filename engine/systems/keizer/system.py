"""The Keizer system and its Elo variant, described."""

from __future__ import annotations

from engine.ladder import LadderRules
from engine.model import Tournament
from engine.pairing import Paired
from engine.system import ReasonLayout, System
from engine.systems.keizer.advice import hints, hints_elo
from engine.systems.keizer.checks import check, check_elo
from engine.systems.keizer.colour_limit import keeps_colour_limit
from engine.systems.keizer.ladder import KeizerSeason
from engine.systems.keizer.options import (
    CLASSIC,
    ELO,
    KeizerEloOptions,
    KeizerOptions,
    makes_end_correction,
    most_meetings,
    moves_when_finished,
    options_of,
    ranked_apart,
)
from engine.systems.keizer.pairing import pair as pair_by_ladder
from engine.systems.keizer.spacing import keeps_period_meetings, keeps_spacing


def pair(t: Tournament) -> Paired:
    """KEIZER PARING: the next round, by the ladder as it stands."""
    return pair_by_ladder(t, options_of(t.rules))


MAIN_OPTIONS = ("rematch_gap", "max_meetings", "absence", "absence_times", "no_game", "end_correction")
LAYOUT = ReasonLayout(
    heads=frozenset(
        {"keizer-colours-relaxed", "keizer-gap-relaxed", "keizer-pair", "keizer-bye", "colours", "colour-given"}
    ),
    lists=("same_colour", "too_soon"),
)

KEIZER = System(
    key=CLASSIC,
    family="keizer",
    regulation="KEIZER",
    pair=pair,
    options=KeizerOptions,
    main_options=MAIN_OPTIONS,
    check_rules=check,
    hints=hints,
    rankings={},  # the ladder is the ranking
    most_meetings=most_meetings,
    absolute_rules=(keeps_spacing, keeps_period_meetings, keeps_colour_limit),
    ladder=LadderRules(KeizerSeason, makes_end_correction, ranked_apart, moves_when_finished),
    sums_opponents=False,
    performances={},
    layout=LAYOUT,
)
KEIZER_ELO = System(
    key=ELO,
    family="keizer",
    regulation="KEIZER fn 344",
    pair=pair,
    options=KeizerEloOptions,
    main_options=MAIN_OPTIONS,
    check_rules=check_elo,
    hints=hints_elo,
    rankings={},
    most_meetings=most_meetings,
    absolute_rules=(keeps_spacing, keeps_period_meetings, keeps_colour_limit),
    ladder=LadderRules(
        KeizerSeason, makes_end_correction, ranked_apart, moves_when_finished, counts_in_hundredths=True
    ),
    sums_opponents=False,
    performances={},
    layout=LAYOUT,
)
SYSTEMS = (KEIZER, KEIZER_ELO)
