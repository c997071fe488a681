"""Rules of the Keizer system that cannot work are refused here, all that is wrong at once."""

from __future__ import annotations

from engine.errors import Gathered, Refusal
from engine.model import Rules
from engine.pairing import read_options
from engine.systems.keizer.options import (
    COUNTS,
    GAMES,
    MOST_EXPECTED,
    MOST_K,
    NAMED,
    PAYS,
    KeizerEloOptions,
    KeizerOptions,
    KeizerShared,
    fraction,
    last_value,
    pay,
    rating_limits,
    top_value,
)


def check(rules: Rules, players: int = 0) -> None:
    """Refuse classic rules that cannot work. ``players``: how many there are or will be; 0 if nobody knows."""
    found = Gathered()
    options = read_options(rules, KeizerOptions, found)
    _check_shared(rules, options, found)
    with found:
        _check_fraction(options, "step")
    with found:
        top_value(options, 1)  # can it be read?
    if _are_sound(found, "top_value", "step", "win", "absence", "expected_players"):
        with found:
            _check_values(options, max(players, options.expected_players))
    found.tell()


def check_elo(rules: Rules, players: int = 0) -> None:
    """Refuse rules of the Elo variant that cannot work. KEIZER fn 344: the K-factor is at most 32."""
    found = Gathered()
    options = read_options(rules, KeizerEloOptions, found)
    _check_shared(rules, options, found)
    with found:
        if not 0 <= options.k_factor <= MOST_K:
            raise Refusal("keizer-k-factor", field="options.k_factor", value=options.k_factor, most=MOST_K)
    with found:
        _check_number("estimated_rating", options.estimated_rating, least=1)
    found.tell()


def _check_shared(rules: Rules, options: KeizerShared, found: Gathered) -> None:
    for name in GAMES:
        with found:
            _check_fraction(options, name)
    for name in PAYS:
        with found:
            _check_pay(options, name)
    for name in COUNTS:
        with found:
            _check_number(name, getattr(options, name))
    with found:
        if options.expected_players > MOST_EXPECTED:
            field, given = "options.expected_players", options.expected_players
            raise Refusal("number-outside-range", field=field, value=given, least=0, most=MOST_EXPECTED)
    with found:
        _check_number("absence_times", options.absence_times)
    with found:
        _check_number("max_meetings", options.max_meetings, least=1)
    with found:
        _check_number("period_meetings", options.period_meetings, least=1)
    with found:
        _check_number("max_same_colour", options.max_same_colour, least=1)
    if _are_sound(found, "win", "draw", "loss"):
        with found:
            _check_results(options)
    if _are_sound(found, "rating_groups", "ranked_apart"):
        with found:
            _check_rating_groups(options)
    if _are_sound(found, "absence"):
        with found:
            _check_series(options)
    with found:
        _check_left_opponents(options)
    with found:
        _check_min_games(rules, options)


# Of options that do not fit together, though each of them could be.
_COMPARING = frozenset(
    {
        "keizer-result-order",
        "keizer-rating-groups",
        "keizer-absence-falls-twice",
        "keizer-points-do-not-fall",
        "keizer-left-valued-twice",
        "keizer-min-games",
    }
)


def _are_sound(found: Gathered, *names: str) -> bool:
    """Nothing is wrong with any of these options by itself, so that they can be compared with each other."""
    alone = (one.facts for one in found.problems if one.code not in _COMPARING)
    wrong = {facts.get("option", facts.get("field")) for facts in alone}
    return wrong.isdisjoint((*names, *(f"options.{name}" for name in names)))


def _check_fraction(options: KeizerShared, name: str) -> None:
    if fraction(options, name) < 0:
        raise Refusal("keizer-negative", option=name, value=getattr(options, name))


def _check_pay(options: KeizerShared, name: str) -> None:
    written = getattr(options, name)
    if written not in NAMED.get(name, {}) and pay(options, name).is_negative:
        raise Refusal("keizer-negative", option=name, value=written)


def _check_number(name: str, given: int | str, least: int = 0) -> None:
    """A word in place of a number ("unlimited") is none that could be too small."""
    if isinstance(given, int) and given < least:
        raise Refusal("keizer-negative", option=name, value=str(given))


def _check_results(options: KeizerShared) -> None:
    if not fraction(options, "loss") <= fraction(options, "draw") <= fraction(options, "win"):
        field, win, draw, loss = "options.win", options.win, options.draw, options.loss
        raise Refusal("keizer-result-order", field=field, win=win, draw=draw, loss=loss)


def _check_rating_groups(options: KeizerShared) -> None:
    limits = rating_limits(options)
    if list(limits) != sorted(set(limits), reverse=True) or (options.ranked_apart == "rating" and not limits):
        raise Refusal("keizer-rating-groups", field="options.rating_groups", groups=options.rating_groups)


def _check_series(options: KeizerShared) -> None:
    """KEIZER fn 338: 1/3, 1/4, 1/5 … is a series of fractions; what is halved may be points as well."""
    if options.absence_falling and options.absence_halving:
        raise Refusal("keizer-absence-falls-twice", field="options.absence_halving")
    if options.absence_falling and pay(options, "absence").points is not None:
        raise Refusal("keizer-points-do-not-fall", field="options.absence_falling", absence=options.absence)


def _check_left_opponents(options: KeizerShared) -> None:
    """A game keeps the value of its evening, or is valued anew when the opponent leaves."""
    if options.games_valued == "then" and options.left_opponents == "own-value":
        raise Refusal("keizer-left-valued-twice", field="options.left_opponents")


def _check_min_games(rules: Rules, options: KeizerShared) -> None:
    if 0 < rules.rounds < options.min_games:
        least, rounds = options.min_games, rules.rounds
        raise Refusal("keizer-min-games", field="options.min_games", least=least, rounds=rounds)


def _check_values(options: KeizerOptions, players: int) -> None:
    if top_value(options, players or 1) <= 0:
        field, top = "options.top_value", str(options.top_value)
        raise Refusal("keizer-top-value-too-small", field=field, top=top, players=players, least="1")
    if players:
        _check_last_place(options, players)


def _check_last_place(options: KeizerOptions, players: int) -> None:
    """KEIZER HOOGTE DER WAARDECIJFERS: the last place below 1, and staying away pays more than beating its holder.

    A place that is worth less than nothing is refused in any case: beating its holder would cost points.
    """
    last = last_value(options, players)
    beating_last = fraction(options, "win") * last
    staying_away = pay(options, "absence").of(top_value(options, players))
    if last < 0 or (last < 1 and staying_away > beating_last):
        least = 1 + fraction(options, "step") * (players - 1)
        raise Refusal(
            "keizer-top-value-too-small",
            field="options.top_value",
            top=str(options.top_value),
            players=players,
            last=str(last),
            least=str(least),
        )
