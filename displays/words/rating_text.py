"""Ratings in words: one of a player, why it counts, a list, the rules that there are."""

from __future__ import annotations

from collections.abc import Iterable

from displays.words.language import Language
from displays.words.rating_list_text import source_name
from engine.model import Entry, RatingOf, RatingRule, Tournament
from engine.ratings import FIDE, LISTS_OF_KINDS, METHODS, NATIONAL, OWN, RATES_OF_PLAY, find_counting

SECTION = "rating-rules"


def whose_rating(source: str, reader: Language) -> str:
    """The code of a federation is its name."""
    is_a_word = source in (FIDE, OWN, NATIONAL)
    return reader.word(f"rating-source-{source}", SECTION) if is_a_word else source_name(source, reader)


def list_name(named: str, reader: Language) -> str:
    """``NED:rapid`` → NED rapid."""
    source, _, kind = named.partition(":")
    whose = whose_rating(source, reader)
    if not kind:
        return whose
    return reader.phrase("rating-list", SECTION, source=whose, kind=reader.word(f"rating-kind-{kind}", SECTION))


def list_names(sources: Iterable[str], reader: Language) -> dict[str, str]:
    """Of all lists that a rule can name. ``sources``: the federations that are known here."""
    known = dict.fromkeys((FIDE, NATIONAL, *sources))
    named = [f"{source}:{kind}" for source in known if source != OWN for kind in LISTS_OF_KINDS]
    return {one: list_name(one, reader) for one in (*named, OWN)}


def rating_line(rating: RatingOf, reader: Language) -> str:
    """FIDE rapid 2105 (list of 2026-11, from round 4 on)."""
    more = [
        reader.phrase("rating-list-of", SECTION, month=rating.month) if rating.month else "",
        reader.word("rating-by-hand", SECTION) if rating.is_by_hand else "",
        reader.word("rating-was-chosen", SECTION) if rating.is_chosen else "",
        reader.phrase("rating-from-round", SECTION, round=rating.from_round) if rating.from_round > 1 else "",
    ]
    name = list_name(f"{rating.source}:{rating.kind}".rstrip(":"), reader)
    notes = ", ".join(filter(None, more))
    return f"{name} {rating.value}" + (f" ({notes})" if notes else "")


def method_name(method: str, reader: Language) -> str:
    return reader.word(f"rating-method-{method}", SECTION)


def tell_counting(t: Tournament, entry: Entry, reader: Language) -> str:
    """Which of a player's ratings counts in the round to come, and why; nothing where there is nothing to choose."""
    rule = t.rules.ratings
    if not entry.ratings or not rule.method:
        return ""
    counting = find_counting(entry.ratings, rule, max(t.next_round, entry.from_round))
    is_chosen = counting is not None and counting.is_chosen
    why = reader.word("rating-was-chosen", SECTION) if is_chosen else method_name(rule.method, reader)
    if counting is None:
        return reader.phrase("rating-counts-not", SECTION, why=why)
    return reader.phrase("rating-counts", SECTION, rating=rating_line(counting, reader), why=why)


def methods(reader: Language) -> list[tuple[str, str]]:
    return [(method, method_name(method, reader)) for method in ("", *METHODS)]


def rates_of_play(reader: Language) -> list[tuple[str, str]]:
    return [(rate, reader.word(f"rating-play-{rate}", SECTION)) for rate in RATES_OF_PLAY]


def tiebreak_rounds(rule: RatingRule, rounds: int, reader: Language) -> list[tuple[str, str]]:
    usual = [(number, reader.word(f"rating-tiebreak-{number}", SECTION)) for number in ("1", "0")]
    later = range(2, max(rounds, rule.tiebreak_round) + 1)
    return usual + [(str(n), reader.phrase("rating-tiebreak-n", SECTION, round=n)) for n in later]
