"""The FIDE (Dutch) system in the edition of Baku 2016 and Goynuk 2017, in force until 31 January 2026."""

from __future__ import annotations

from engine.matching.bitsets import bits
from engine.model import Outcome, PointTable
from engine.swiss import DOWN, UP, Readings
from engine.systems.fide_dutch import criteria as c
from engine.systems.fide_dutch.bracket import Bracket, Criterion
from engine.systems.fide_dutch.candidates import PairedBracket, settle
from engine.systems.fide_dutch.edition import Edition
from engine.systems.fide_dutch.field import DutchField

REGULATION = "FIDE C.04.3:2017"


def floats_down(outcome: Outcome, scored: int, table: PointTable) -> bool:
    """FIDE C.04.3:2017 A.4.b: not to play in a round, for whatever reason, is a downfloat."""
    return True


def bars_bye(outcome: Outcome, scored: int, table: PointTable) -> bool:
    """FIDE C.04.3:2017 C.2: no bye after a bye, nor after a win because the opponent did not come."""
    return outcome in (Outcome.PAIRING_BYE, Outcome.FORFEIT_WIN)


def next_pairs(b: Bracket, player: int) -> int:
    """FIDE C.04.3:2017 C.7: pairs of the next bracket; where it is the last one, the bye must not be barred."""
    return 1 if b.below or b.cards[player].may_have_bye else 3


def next_pairs_most(b: Bracket) -> int:
    return 3 * c.next_size(b)


READINGS = Readings(floats_down, bars_bye)

COLOURS = (
    Criterion("C8", c.pairs_of_topscorers, pair=c.wide_difference),
    Criterion("C9", c.pairs_of_topscorers, pair=c.third_in_a_row),
    Criterion("C10", c.pairs, pair=c.unmet_preference),
    Criterion("C11", c.pairs, pair=c.unmet_strong_preference),
)
FLOATS = (
    Criterion("C12", c.floated_last_round, floater=c.downfloat_again),
    Criterion("C13", c.risen_last_round, pair=c.upfloat_again),
    Criterion("C14", c.floated_before, floater=c.downfloat_of_two_rounds_ago),
    Criterion("C15", c.risen_before, pair=c.upfloat_of_two_rounds_ago),
    Criterion("C16", c.floated_movers, floater=c.downfloat_again_score),
    Criterion("C17", c.risen_score_digits, pair=c.upfloat_again_score),
    Criterion("C18", c.floated_movers_before, floater=c.downfloat_of_two_rounds_ago_score),
    Criterion("C19", c.risen_before_score_digits, pair=c.upfloat_of_two_rounds_ago_score),
)
COMPLETING = (
    Criterion("C5", c.size, floater=c.every_floater),
    Criterion("C6", c.score_digits, floater=c.floater_score),
    *COLOURS,
    *FLOATS,
)
CRITERIA = (
    *COMPLETING[:2],
    Criterion("C7", next_pairs_most, beyond=next_pairs, is_count=False),
    Criterion("C7", c.next_score_digits, beyond=c.next_floater_score),
    *COLOURS,
    *FLOATS,
)
COLLAPSED = (
    Criterion("C5", c.size, floater=c.every_floater),
    Criterion("C6", c.difference_digits, pair=c.difference_of_pair, floater=c.difference_of_floater),
    *COLOURS,
    Criterion("C12", c.size, pair=c.downfloat_again_in_pair, floater=c.downfloat_again),
    Criterion("C13", c.size, pair=c.upfloat_again),
    Criterion("C14", c.size, pair=c.downfloat_of_two_rounds_ago_in_pair, floater=c.downfloat_of_two_rounds_ago),
    Criterion("C15", c.size, pair=c.upfloat_of_two_rounds_ago),
    Criterion(
        "C16",
        c.difference_digits_if(DOWN, 0),
        pair=c.downfloat_again_difference,
        floater=c.downfloat_again_floating,
    ),
    Criterion("C17", c.difference_digits_if(UP, 0), pair=c.upfloat_again_difference),
    Criterion(
        "C18",
        c.difference_digits_if(0, DOWN),
        pair=c.downfloat_of_two_rounds_ago_difference,
        floater=c.downfloat_of_two_rounds_ago_floating,
    ),
    Criterion("C19", c.difference_digits_if(0, UP), pair=c.upfloat_of_two_rounds_ago_difference),
)


def brackets(field: DutchField) -> list[PairedBracket]:
    """FIDE C.04.3:2017 A.9: bracket by bracket; when the rest cannot be completed, the rest collapses into one."""
    field.require_completable()
    done: list[PairedBracket] = []
    for i, group in enumerate(field.groups):
        movers = done[-1].candidate.floaters if done else []
        following, below = field.after(i)
        b = Bracket(field, movers, group, following, below, field.bye)
        settled = settle(b, CRITERIA if following else COMPLETING, completes=not following)
        if following and not field.is_completable(bits(settled.candidate.floaters) | b.all_below, field.bye):
            return done + last_two(b)
        done.append(settled)
    return done


def last_two(b: Bracket) -> list[PairedBracket]:
    """FIDE C.04.3:2017 A.9: the penultimate bracket is paired again so that the collapsed last one can be paired."""
    rest = b.following + b.below
    penultimate = settle(Bracket(b.field, b.movers, b.residents, rest, (), b.bye), COMPLETING, completes=True)
    last = Bracket(b.field, penultimate.candidate.floaters, rest, (), (), b.bye)
    return [penultimate, settle(last, COLLAPSED if last.is_collapsed else COMPLETING, completes=True)]


COLOUR_RULES = "E"  # FIDE C.04.3:2017 E.1–E.5

EDITION = Edition(REGULATION, COLOUR_RULES, READINGS, brackets)
