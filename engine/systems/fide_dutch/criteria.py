"""The quality criteria of the FIDE (Dutch) system, a small function each: what counts as one failure.

Articles are those of 2026; those of 2017 stand behind them. What the two editions weigh differently is said where it
differs; which criteria an edition has, and in which order, is said in the edition's own module.
"""

from __future__ import annotations

from collections.abc import Callable

from engine.colours import Preference, Strength
from engine.swiss import DOWN, UP
from engine.systems.fide_dutch.bracket import Bracket, Scale

# --- how many leave the bracket, and with what score ---------------------------------------------------------------


def every_floater(b: Bracket, player: int) -> int:
    """FIDE C.04.3:2026 2.4 [C6] (2017: C.5): the number of downfloaters, which is the number of pairs not made."""
    return 1


def floater_score(b: Bracket, player: int) -> int:
    """FIDE C.04.3:2026 2.4 [C7] (2017: C.6): the scores of the downfloaters, the highest first.

    Their number is settled by [C6], so those of the residents follow from those of the moved-down players. In 2017 the
    text compares score differences, a downfloater's being greater than if they were paired: the order is the same.
    """
    return b.places.one(b.points(player)) if b.is_mover(player) else 0


def next_floater(b: Bracket, player: int) -> int:
    """FIDE C.04.3:2026 2.4 [C8] (2017: C.7): the number of those who would leave the next bracket as well."""
    return 1


def next_floater_score(b: Bracket, player: int) -> int:
    """FIDE C.04.3:2026 2.4 [C8] (2017: C.7): their scores, the highest first.

    Those of the next bracket's own residents follow from the number.
    """
    return 0 if b.following_set >> player & 1 else b.next_places.one(b.points(player))


def unplayed_games(b: Bracket, player: int) -> int:
    """FIDE C.04.3:2026 2.4 [C9]: rounds without a game of who has the bye, where one floats down and has it."""
    if not b.counts_unplayed or not b.bye >> player & 1:
        return 0
    return b.field.round - 1 - b.cards[player].games


# --- colours --------------------------------------------------------------------------------------------------------


def _collide(one: Preference, other: Preference) -> bool:
    return one.colour == other.colour != 0


def wide_difference(b: Bracket, high: int, low: int) -> int:
    """FIDE C.04.3:2026 2.4 [C10] (2017: C.8): of two with a difference of two, one goes beyond it.

    [C3] lets such a pair through only when one of them is a topscorer.
    """
    one, other = b.cards[high].preference, b.cards[low].preference
    return int(_collide(one, other) and one.imbalance > 1 and other.imbalance > 1)


def third_in_a_row(b: Bracket, high: int, low: int) -> int:
    """FIDE C.04.3:2026 2.4 [C11] (2017: C.9): the one who gives way has the same colour a third time running.

    Who gives way is known when the differences are not equal (5.2.2); otherwise it is certain only if both would.
    """
    one, other = b.cards[high].preference, b.cards[low].preference
    if not (_collide(one, other) and one.is_absolute and other.is_absolute):
        return 0
    if one.imbalance == other.imbalance:
        return int(one.repeated == other.repeated != 0)
    giving_way = other if one.imbalance > other.imbalance else one
    return int(giving_way.repeated == -one.colour)


def unmet_preference(b: Bracket, high: int, low: int) -> int:
    """FIDE C.04.3:2026 2.4 [C12] (2017: C.10): two with the same preference: one does not get it."""
    return int(_collide(b.cards[high].preference, b.cards[low].preference))


def unmet_strong_preference(b: Bracket, high: int, low: int) -> int:
    """FIDE C.04.3:2026 2.4 [C13] (2017: C.11): the same, and the one who gives way has a strong preference."""
    one, other = b.cards[high].preference, b.cards[low].preference
    weaker = min(one.strength, other.strength)
    return int(_collide(one, other) and weaker is Strength.STRONG)


# --- floats repeated ------------------------------------------------------------------------------------------------


def downfloat_again(b: Bracket, player: int) -> int:
    """FIDE C.04.3:2026 2.4 [C14] (2017: C.12): a resident who floats down as they did in the last round."""
    return int(b.cards[player].last_float == DOWN and not b.is_mover(player))


def upfloat_again(b: Bracket, high: int, low: int) -> int:
    """FIDE C.04.3:2026 2.4 [C15] (2017: C.13): an opponent of a higher score, as in the last round."""
    return int(b.cards[low].last_float == UP and b.points(high) > b.points(low))


def downfloat_of_two_rounds_ago(b: Bracket, player: int) -> int:
    """FIDE C.04.3:2026 2.4 [C16] (2017: C.14): a resident who floats down as they did two rounds ago."""
    return int(b.cards[player].float_before == DOWN and not b.is_mover(player))


def upfloat_of_two_rounds_ago(b: Bracket, high: int, low: int) -> int:
    """FIDE C.04.3:2026 2.4 [C17] (2017: C.15): an opponent of a higher score, as two rounds ago."""
    return int(b.cards[low].float_before == UP and b.points(high) > b.points(low))


def downfloat_again_score(b: Bracket, player: int) -> int:
    """FIDE C.04.3:2026 2.4 [C18] (2017: C.16): the score difference of an MDP who floated down in the last round.

    All residents have one score, so the difference of a paired MDP follows from their score, and an unpaired one's is
    greater than any: to keep it small is to leave unpaired, among those who floated, the lowest scores.
    """
    return b.places.one(b.points(player)) if b.is_mover(player) and b.cards[player].last_float == DOWN else 0


def upfloat_again_score(b: Bracket, high: int, low: int) -> int:
    """FIDE C.04.3:2026 2.4 [C19] (2017: C.17): the score difference of one who floats up as in the last round."""
    return b.places.one(b.points(high)) if upfloat_again(b, high, low) else 0


def downfloat_of_two_rounds_ago_score(b: Bracket, player: int) -> int:
    """FIDE C.04.3:2026 2.4 [C20] (2017: C.18): [C18] for two rounds ago."""
    return b.places.one(b.points(player)) if b.is_mover(player) and b.cards[player].float_before == DOWN else 0


def upfloat_of_two_rounds_ago_score(b: Bracket, high: int, low: int) -> int:
    """FIDE C.04.3:2026 2.4 [C21] (2017: C.19): [C19] for two rounds ago."""
    return b.places.one(b.points(high)) if upfloat_of_two_rounds_ago(b, high, low) else 0


# --- the most that can be counted, so that a digit is wide enough and no wider --------------------------------------


def size(b: Bracket) -> int:
    return len(b.members)


def score_digits(b: Bracket) -> Scale:
    return b.places


def next_size(b: Bracket) -> int:
    return len(b.members) + len(b.following)


def next_score_digits(b: Bracket) -> Scale:
    return b.next_places


def rounds_so_far(b: Bracket) -> int:
    return b.field.round - 1 if b.counts_unplayed else 0


def pairs(b: Bracket) -> int:
    return b.most_pairs


def pairs_of_topscorers(b: Bracket) -> int:
    return b.most_pairs if b.field.topscorers else 0


def floated_last_round(b: Bracket) -> int:
    return sum(b.cards[player].last_float == DOWN for player in b.residents)


def floated_before(b: Bracket) -> int:
    return sum(b.cards[player].float_before == DOWN for player in b.residents)


def risen_last_round(b: Bracket) -> int:
    return min(len(b.movers), sum(b.cards[player].last_float == UP for player in b.residents))


def risen_before(b: Bracket) -> int:
    return min(len(b.movers), sum(b.cards[player].float_before == UP for player in b.residents))


def floated_movers(b: Bracket) -> int | Scale:
    return b.places if any(b.cards[player].last_float == DOWN for player in b.movers) else 0


def floated_movers_before(b: Bracket) -> int | Scale:
    return b.places if any(b.cards[player].float_before == DOWN for player in b.movers) else 0


def risen_score_digits(b: Bracket) -> int | Scale:
    return b.places if risen_last_round(b) else 0


def risen_before_score_digits(b: Bracket) -> int | Scale:
    return b.places if risen_before(b) else 0


# --- the collapsed last bracket of 2017, whose residents differ in score --------------------------------------------


def difference_of_pair(b: Bracket, high: int, low: int) -> int:
    """FIDE C.04.3:2017 C.6: the score difference of a pair, the greatest of all pairs first."""
    apart = b.points(high) - b.points(low)
    return b.differences.one(apart) if apart else 0


def difference_of_floater(b: Bracket, player: int) -> int:
    """FIDE C.04.3:2017 A.8, C.6: who has the bye counts as paired with a point less than the lowest score."""
    return b.differences.one(b.floating_difference(player))


def downfloat_again_in_pair(b: Bracket, high: int, low: int) -> int:
    """FIDE C.04.3:2017 C.12: a resident who meets a lower score, and floated down in the last round."""
    floats = b.points(high) > b.points(low) and not b.is_mover(high)
    return int(floats and b.cards[high].last_float == DOWN)


def downfloat_of_two_rounds_ago_in_pair(b: Bracket, high: int, low: int) -> int:
    """FIDE C.04.3:2017 C.14: the same for two rounds ago."""
    floats = b.points(high) > b.points(low) and not b.is_mover(high)
    return int(floats and b.cards[high].float_before == DOWN)


def downfloat_again_difference(b: Bracket, high: int, low: int) -> int:
    """FIDE C.04.3:2017 C.16: the score difference of one who floated down in the last round, in a pair."""
    return difference_of_pair(b, high, low) if b.cards[high].last_float == DOWN else 0


def downfloat_again_floating(b: Bracket, player: int) -> int:
    """FIDE C.04.3:2017 C.16: the same of who has the bye."""
    return difference_of_floater(b, player) if b.cards[player].last_float == DOWN else 0


def upfloat_again_difference(b: Bracket, high: int, low: int) -> int:
    """FIDE C.04.3:2017 C.17: the score difference of one who floated up in the last round."""
    return difference_of_pair(b, high, low) if b.cards[low].last_float == UP else 0


def downfloat_of_two_rounds_ago_difference(b: Bracket, high: int, low: int) -> int:
    """FIDE C.04.3:2017 C.18: C.16 for two rounds ago, in a pair."""
    return difference_of_pair(b, high, low) if b.cards[high].float_before == DOWN else 0


def downfloat_of_two_rounds_ago_floating(b: Bracket, player: int) -> int:
    """FIDE C.04.3:2017 C.18: C.16 for two rounds ago, of who has the bye."""
    return difference_of_floater(b, player) if b.cards[player].float_before == DOWN else 0


def upfloat_of_two_rounds_ago_difference(b: Bracket, high: int, low: int) -> int:
    """FIDE C.04.3:2017 C.19: C.17 for two rounds ago."""
    return difference_of_pair(b, high, low) if b.cards[low].float_before == UP else 0


def difference_digits(b: Bracket) -> Scale:
    return b.differences


def difference_digits_if(last_float: int, float_before: int) -> Callable[[Bracket], int | Scale]:
    """Digits for score differences, if anybody has such a float to repeat."""

    def most(b: Bracket) -> int | Scale:
        cards = [b.cards[player] for player in b.members]
        last = last_float and any(card.last_float == last_float for card in cards)
        before = float_before and any(card.float_before == float_before for card in cards)
        return b.differences if last or before else 0

    return most
