"""The FIDE (Dutch) system in the edition in force since 1 February 2026."""

from __future__ import annotations

from engine.acceleration import Acceleration as Options
from engine.brackets import criteria as c
from engine.brackets.bracket import Bracket, Criterion
from engine.brackets.field import Field
from engine.brackets.candidates import best_candidate, lets_one_float
from engine.model import Outcome, PointTable, Tournament
from engine.pairing import Paired
from engine.swiss import Readings, contenders, drawn_colour, in_publishing_order, require_a_field

__all__ = ["KEY", "REGULATION", "Options", "pair"]

KEY = "fide-dutch-2026"
REGULATION = "FIDE C.04.3:2026"


def floats_down(outcome: Outcome, scored: int, table: PointTable) -> bool:
    """FIDE C.04.3:2026 1.4.3: without a game, the bye and whatever scored more than a loss is a downfloat."""
    return outcome is Outcome.PAIRING_BYE or scored > table.loss


def bars_bye(outcome: Outcome, scored: int, table: PointTable) -> bool:
    """FIDE C.04.3:2026 2.1.2 [C2]: no bye after a bye, nor after a win's points in one round without a game."""
    return outcome is Outcome.PAIRING_BYE or scored >= table.win


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


def pair(t: Tournament, /) -> Paired:
    first = drawn_colour(t)
    cards = contenders(t, Readings(floats_down, bars_bye))
    require_a_field(cards)
    field = Field(cards, t)
    pairs, bye = _pair_field(field)
    boards = in_publishing_order([(cards[high], cards[low]) for high, low in pairs], first)
    return Paired(boards, None if bye is None else cards[bye].player)


def _pair_field(field: Field) -> tuple[list[tuple[int, int]], int | None]:
    """FIDE C.04.3:2026 1.9: bracket by bracket, from the highest score down; who is left at the end has the bye."""
    bye = field.lowest_bye()
    pairs: list[tuple[int, int]] = []
    floaters: list[int] = []
    for i, group in enumerate(field.groups):
        following = field.groups[i + 1] if i + 1 < len(field.groups) else []
        below = [player for lower in field.groups[i + 2 :] for player in lower]
        made, floaters = _pair_bracket(Bracket(field, floaters, group, following, below, bye))
        pairs += made
    return pairs, floaters[0] if floaters else None


def _pair_bracket(b: Bracket) -> tuple[list[tuple[int, int]], list[int]]:
    if b.bye and not (b.following_set | b.below_set) & b.bye:
        b.counts_unplayed = lets_one_float(b)
    return best_candidate(b, CRITERIA, completes=True)
