"""Ratings of one player, and the tournament's rule which of them counts.

FIDE's codes for the rule are those of TRF26 172. A list is written ``fide:rapid``, ``NED:standard``, ``national:blitz``
(of any federation) or ``own``; ``fide:effective-rapid`` is the rapid rating and, of who has none, the standard one.
What counts is worked out whenever it is asked for: nobody's ratings are changed by the rule.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from engine.outcomes import Value

FIDE, OWN, NATIONAL = "fide", "own", "national"
KINDS = ("", "standard", "rapid", "blitz")  # of a rating; empty: nobody said
RATES_OF_PLAY = ("standard", "rapid", "blitz")
LISTS_OF_KINDS: Mapping[str, tuple[str, ...]] = {  # the kinds of rating that a list has, the first that is known counts
    "standard": ("standard", ""),
    "rapid": ("rapid", ""),
    "blitz": ("blitz", ""),
    "effective-rapid": ("rapid", "", "standard"),
    "effective-blitz": ("blitz", "", "standard"),
}
METHODS = ("FIDE", "NRO", "FIDON", "NIDOF", "HBFN", "LBFN", "OTHER")  # TRF26 172
_IN_ORDER: Mapping[str, tuple[str, ...]] = {  # where the lists follow one another
    "standard": ("standard", "rapid", "blitz"),
    "rapid": ("effective-rapid", "blitz"),
    "blitz": ("effective-blitz", "rapid"),
}
OF_EACH_GAME = 0  # as ``RatingRule.tiebreak_round``


class RatingOf(Value, frozen=True, omit_defaults=True):
    """A rating of a player that somebody publishes, or an estimate."""

    source: str  # "fide", the code of a federation ("NED"), "own"
    kind: str  # "standard", "rapid", "blitz"; empty: nobody said
    value: int
    month: str = ""  # of its list ("2026-11"); empty: it is of none, or nobody said
    is_by_hand: bool = False  # typed, or changed after it came from that list (VCL4THP 134)
    from_round: int = 1  # of a tournament of several months: since which round it counts (VCL4THP 212)
    is_chosen: bool = False  # by the arbiter, instead of the one that counts by the rule (VCL4THP 129)


class RatingRule(Value, frozen=True, omit_defaults=True):
    """Which of a player's ratings counts (VCL4THP 118, 123–126, 145). No method: what was entered as the rating."""

    method: str = ""
    rate_of_play: str = "standard"
    lists: tuple[str, ...] = ()  # in order; empty: the usual ones for the rate of play
    tiebreak_round: int = 1  # FIDE C.07:2026 10: the first rating; that of another round; or ``OF_EACH_GAME``


def usual_lists(rate_of_play: str) -> tuple[str, ...]:
    """VCL4THP 123: the lists that are looked into where the tournament names no others."""
    kinds = _IN_ORDER.get(rate_of_play, _IN_ORDER["standard"])
    return tuple(f"{source}:{kind}" for source in (FIDE, NATIONAL) for kind in kinds)


def lists_of(rule: RatingRule) -> tuple[str, ...]:
    return rule.lists or usual_lists(rule.rate_of_play)


def known_in(ratings: Sequence[RatingOf], round_number: int) -> tuple[RatingOf, ...]:
    """Those that hold in a round: of each source and kind the newest that counts by then."""
    found: dict[tuple[str, str], RatingOf] = {}
    for rating in sorted(ratings, key=lambda one: one.from_round):
        if rating.from_round <= round_number and rating.value > 0:
            found[rating.source, rating.kind] = rating
    places = {(rating.source, rating.kind): place for place, rating in reversed([*enumerate(ratings)])}
    return tuple(sorted(found.values(), key=lambda one: places[one.source, one.kind]))


def find_counting(ratings: Sequence[RatingOf], rule: RatingRule, round_number: int) -> RatingOf | None:
    """TRF26 172: the rating by which a player goes in a round. None: they are unrated by this rule.

    ``OTHER`` is the organiser's own; of who has none, FIDE's or else the national one. Where the list of ratings names
    the organiser's own, it is the last resort of every method. One that the arbiter chose comes before all.
    """
    known = known_in(ratings, round_number)
    chosen = find_chosen(known)
    if chosen is not None:
        return chosen
    fide = _first_of(known, rule, lambda source: source == FIDE)
    national = _first_of(known, rule, lambda source: source not in (FIDE, OWN))
    own = next((rating for rating in known if rating.source == OWN), None)
    last = own if OWN in lists_of(rule) else None
    match rule.method:
        case "FIDE":
            return fide or last
        case "NRO":
            return national or last
        case "NIDOF":
            return national or fide or last
        case "HBFN":
            return max(filter(None, (fide, national)), key=_value, default=last)
        case "LBFN":
            return min(filter(None, (fide, national)), key=_value, default=last)
        case "OTHER":
            return own or fide or national
        case _:  # FIDON
            return fide or national or last


def find_chosen(known: Sequence[RatingOf]) -> RatingOf | None:
    """Of several the one that was chosen from the latest round on."""
    return max((rating for rating in known if rating.is_chosen), key=lambda one: one.from_round, default=None)


def _value(rating: RatingOf) -> int:
    return rating.value


def _first_of(known: Sequence[RatingOf], rule: RatingRule, is_of: Callable[[str], bool]) -> RatingOf | None:
    """The first in the order of the lists of the rule."""
    for named in lists_of(rule):
        source, _, kind = named.partition(":")
        if source == NATIONAL or is_of(source):
            fits = [one for one in known if is_of(one.source) and source in (one.source, _group(one.source))]
            for wanted in LISTS_OF_KINDS.get(kind, ()):
                found = next((one for one in fits if one.kind == wanted), None)
                if found is not None:
                    return found
    return None


def _group(source: str) -> str:
    return source if source in (FIDE, OWN) else NATIONAL


def count_rating(typed: int | None, ratings: Sequence[RatingOf], rule: RatingRule, round_number: int) -> int | None:
    """By what a player goes in a round: by the rule, or by what was entered as their rating if there is no rule, or
    nothing to choose from. What is known from a later round on takes its place then."""
    if not rule.method:
        later = [rating for rating in ratings if 1 < rating.from_round <= round_number]
        return max(later, key=lambda rating: rating.from_round).value if later else typed
    counting = find_counting(ratings, rule, round_number) if ratings else None
    if counting is not None:
        return counting.value
    return None if any(rating.from_round == 1 for rating in ratings) else typed
