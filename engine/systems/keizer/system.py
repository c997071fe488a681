"""The Keizer system and its Elo variant, described."""

from __future__ import annotations

from engine.ladder import LadderRules
from engine.model import Tournament
from engine.pairing import Paired
from engine.system import OptionGroup, ReasonLayout, System
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
    values_are_known,
)
from engine.systems.keizer.pairing import pair as pair_by_ladder
from engine.systems.keizer.spacing import keeps_period_meetings, keeps_spacing


def pair(t: Tournament) -> Paired:
    """KEIZER PARING: the next round, by the ladder as it stands."""
    return pair_by_ladder(t, options_of(t.rules))


# The questions of the text itself; the Elo variant has no top value.
MAIN_OPTIONS = ("absence", "absence_times", "no_game", "rematch_gap", "max_meetings", "end_correction")
OF_PLACES = ("expected_players", "step", "passes", "stable_from")
OF_RATINGS = ("k_factor", "estimated_rating")
OPTION_GROUPS = (
    OptionGroup("results", ("win", "draw", "loss", "game_rounding", "postponed")),
    OptionGroup("forfeits", ("forfeits", "forfeit_win", "forfeit_loss")),
    OptionGroup(
        "absence",
        (
            *("absence_falling", "absence_halving", "absence_counted", "absence_later", "absence_unnotified"),
            "rounding",
        ),
    ),
    OptionGroup(
        "byes", ("newcomer_bye", "no_show_bye", "team_duty", "team_duty_by_result", "full_bye", "half_bye", "zero_bye")
    ),
    OptionGroup("joining", ("late_joiner", "missed_rounds", "leaver", "left_opponents", "left_share")),
    OptionGroup("pairing", ("period_meetings", "relax_gap", "pairing", "gap_weight", "colour_weight")),
    OptionGroup("colours", ("colours", "max_same_colour")),
    OptionGroup("list", ("ties", "ranked_apart", "rating_groups", "min_games", "few_games")),
)


def values_group(*options: str) -> OptionGroup:
    return OptionGroup("values", (*options, "own_value", "own_value_rounds", "games_valued"))


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
    main_options=("top_value", *MAIN_OPTIONS),
    option_groups=(values_group(*OF_PLACES), *OPTION_GROUPS),
    check_rules=check,
    hints=hints,
    rankings={},  # the ladder is the ranking
    most_meetings=most_meetings,
    absolute_rules=(keeps_spacing, keeps_period_meetings, keeps_colour_limit),
    ladder=LadderRules(KeizerSeason, makes_end_correction, ranked_apart, moves_when_finished, values_are_known),
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
    option_groups=(values_group("expected_players", *OF_RATINGS), *OPTION_GROUPS),
    check_rules=check_elo,
    hints=hints_elo,
    rankings={},
    most_meetings=most_meetings,
    absolute_rules=(keeps_spacing, keeps_period_meetings, keeps_colour_limit),
    ladder=LadderRules(
        KeizerSeason,
        makes_end_correction,
        ranked_apart,
        moves_when_finished,
        values_are_known,
        counts_in_hundredths=True,
    ),
    sums_opponents=False,
    performances={},
    layout=LAYOUT,
)
SYSTEMS = (KEIZER, KEIZER_ELO)
