"""The FIDE (Dutch) system in the edition in force since 1 February 2026."""

from __future__ import annotations

from engine.model import Outcome, PointTable
from engine.swiss import Readings
from engine.systems.fide_dutch import criteria as c
from engine.systems.fide_dutch.bracket import Bracket, Criterion
from engine.systems.fide_dutch.candidates import PairedBracket, lets_one_float, settle
from engine.systems.fide_dutch.edition import Edition
from engine.systems.fide_dutch.field import DutchField

REGULATION = "FIDE C.04.3:2026"


def floats_down(outcome: Outcome, scored: int, table: PointTable) -> bool:
    """FIDE C.04.3:2026 1.4.3: without a game, the bye and whatever scored more than a loss is a downfloat."""
    return outcome is Outcome.PAIRING_BYE or scored > table.loss


def bars_bye(outcome: Outcome, scored: int, table: PointTable) -> bool:
    """FIDE C.04.3:2026 2.1.2 [C2]: no bye after a bye, nor after a win's points in one round without a game."""
    return outcome is Outcome.PAIRING_BYE or scored >= table.win


READINGS = Readings(floats_down, bars_bye)

CRITERIA = (
    Criterion("C6", c.size, floater=c.every_floater),
    Criterion("C7", c.score_digits, floater=c.floater_score),
    Criterion("C8", c.next_size, beyond=c.next_floater),
    Criterion("C8", c.next_score_digits, beyond=c.next_floater_score),
    Criterion("C9", c.rounds_so_far, floater=c.unplayed_games),
    Criterion("C10", c.pairs_of_topscorers, pair=c.wide_difference),
    Criterion("C11", c.pairs_of_topscorers, pair=c.third_in_a_row),
    Criterion("C12", c.pairs, pair=c.unmet_preference),
    Criterion("C13", c.pairs, pair=c.unmet_strong_preference),
    Criterion("C14", c.floated_last_round, floater=c.downfloat_again),
    Criterion("C15", c.risen_last_round, pair=c.upfloat_again),
    Criterion("C16", c.floated_before, floater=c.downfloat_of_two_rounds_ago),
    Criterion("C17", c.risen_before, pair=c.upfloat_of_two_rounds_ago),
    Criterion("C18", c.floated_movers, floater=c.downfloat_again_score),
    Criterion("C19", c.risen_score_digits, pair=c.upfloat_again_score),
    Criterion("C20", c.floated_movers_before, floater=c.downfloat_of_two_rounds_ago_score),
    Criterion("C21", c.risen_before_score_digits, pair=c.upfloat_of_two_rounds_ago_score),
)


def brackets(field: DutchField) -> list[PairedBracket]:
    """FIDE C.04.3:2026 1.9: bracket by bracket, from the highest score down; who is left at the end has the bye."""
    bye = field.lowest_bye()
    done: list[PairedBracket] = []
    for i, group in enumerate(field.groups):
        movers = done[-1].candidate.floaters if done else []
        following, below = field.after(i)
        b = Bracket(field, movers, group, following, below, bye)
        b.counts_unplayed = _counts_unplayed(b)
        done.append(settle(b, CRITERIA, completes=True))
    return done


def _counts_unplayed(b: Bracket) -> bool:
    """FIDE C.04.3:2026 2.4 [C9] is for a bracket from which exactly one player floats down, who has the bye."""
    return bool(b.bye) and not b.all_below & b.bye and lets_one_float(b)


COLOUR_RULES = "5.2"  # FIDE C.04.3:2026 5.2.1–5.2.5

EDITION = Edition(REGULATION, COLOUR_RULES, READINGS, brackets)
