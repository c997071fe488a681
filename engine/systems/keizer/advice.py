"""Advice of the Keizer text that rules do not follow, and options that change nothing. Never a refusal."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import ceil

from engine.model import Rules
from engine.pairing import Reason, read_options
from engine.systems.keizer.options import (
    KeizerEloOptions,
    KeizerOptions,
    KeizerShared,
    fraction,
    last_value,
    pay,
    top_value,
)
from engine.systems.keizer.pay import Pay


def hints(rules: Rules, players: int) -> tuple[Reason, ...]:
    """The advice of the text that these classic rules do not follow. Never a refusal. ``field``: what it is about."""
    options = read_options(rules, KeizerOptions)
    expected = max(players, options.expected_players)
    return (*_shared_hints(rules, options, expected), *_value_hints(options, expected))


def hints_elo(rules: Rules, players: int) -> tuple[Reason, ...]:
    options = read_options(rules, KeizerEloOptions)
    return tuple(_shared_hints(rules, options, max(players, options.expected_players)))


def _shared_hints(rules: Rules, options: KeizerShared, players: int) -> Iterator[Reason]:
    advised = ceil(Fraction(60, 100) * players)
    if rules.rounds < advised:
        yield Reason(
            "keizer-few-rounds", "KEIZER RONDENTAL", (), {"field": "rounds", "rounds": rules.rounds, "advised": advised}
        )
    if options.rematch_gap == 0 and options.max_meetings == options.period_meetings == "unlimited":
        yield Reason("keizer-no-rematch-rule", "KEIZER PARING", (), {"field": "options.rematch_gap"})
    if players > 1 and options.max_meetings != "unlimited":
        most = options.max_meetings * (players - 1)
        if rules.rounds > most:
            yield Reason(
                "keizer-opponents-run-out",
                "KEIZER PARING",
                (),
                {"field": "options.max_meetings", "rounds": rules.rounds, "most": most},
            )
    absence = pay(options, "absence")
    if _pays_more(pay(options, "absence_unnotified"), absence):
        yield Reason("keizer-silence-pays-more", "KEIZER VERHINDERING", (), {"field": "options.absence_unnotified"})
    if _pays_more(pay(options, "missed_rounds"), absence):
        yield Reason("keizer-missed-pays-more", "KEIZER VERHINDERING", (), {"field": "options.missed_rounds"})
    if options.forfeits == "own-fractions" and _pays_more(pay(options, "forfeit_loss"), pay(options, "forfeit_win")):
        yield Reason("keizer-forfeit-loss-pays-more", "KEIZER", (), {"field": "options.forfeit_loss"})
    if options.max_same_colour == 1:
        yield Reason("keizer-colours-always-alternate", "KEIZER PARING", (), {"field": "options.max_same_colour"})
    for field, because in _without_effect(rules, options):
        yield Reason("keizer-without-effect", "KEIZER", (), {"field": field, "because": because})


def _pays_more(one: Pay, other: Pay) -> bool:
    """Fractions and points are not compared with each other: that depends on who it is."""
    if one.points is None and other.points is None:
        return one.fraction > other.fraction
    return one.points is not None and other.points is not None and one.points > other.points


def _without_effect(rules: Rules, options: KeizerShared) -> Iterator[tuple[str, str]]:
    """Fields of options that were chosen and change nothing, each with that of the option that makes it so.

    What is as usual is no choice: a form sends it along.
    """
    usual = type(options)()
    chosen = {name for name in rules.options if getattr(options, name) != getattr(usual, name)}
    is_falling = options.absence_falling or options.absence_halving
    pays_absence = not pay(options, "absence").is_nothing
    idle: list[tuple[str, str, bool]] = [
        ("own_value", "own_value_rounds", options.own_value == "first-rounds" and options.own_value_rounds == 0),
        ("own_value_rounds", "own_value", options.own_value != "first-rounds"),
        ("absence", "absence_times", pays_absence and options.absence_times == 0),
        ("absence_times", "absence", not pays_absence),
        ("absence_falling", "absence", not pays_absence),
        ("absence_falling", "absence_times", pays_absence and options.absence_times in (0, 1)),
        ("absence_counted", "absence_times", options.absence_times == "all" and not is_falling),
        ("absence_halving", "absence", not pays_absence),
        ("absence_halving", "absence_times", pays_absence and options.absence_times in (0, 1)),
        ("absence_later", "absence_times", options.absence_times == "all"),
        ("forfeit_win", "forfeits", options.forfeits != "own-fractions"),
        ("forfeit_loss", "forfeits", options.forfeits != "own-fractions"),
        ("left_opponents", "games_valued", options.games_valued == "then"),
        ("left_share", "left_opponents", options.left_opponents != "own-value"),
        ("few_games", "min_games", options.min_games == 0),
        ("team_duty", "team_duty_by_result", options.team_duty_by_result),
        ("rating_groups", "ranked_apart", options.ranked_apart != "rating"),
        ("relax_gap", "rematch_gap", options.rematch_gap == 0),
        ("gap_weight", "pairing", options.pairing != "least-distance"),
        ("colour_weight", "pairing", options.pairing != "least-distance"),
    ]
    if isinstance(options, KeizerOptions):
        idle.append(("stable_from", "passes", options.passes == "one"))
        keeps_all = options.games_valued == "then" and options.own_value == "never"
        idle.append(("passes", "games_valued", keeps_all))
    if isinstance(options, KeizerEloOptions):
        idle.append(("games_valued", "k_factor", options.k_factor == 0))
    found = ((option, because) for option, because, is_idle in idle if is_idle and option in chosen)
    return ((f"options.{option}", f"options.{because}") for option, because in found)


def _value_hints(options: KeizerOptions, players: int) -> Iterator[Reason]:
    article = "KEIZER HOOGTE DER WAARDECIJFERS"
    at_top = {"field": "options.top_value"}
    top, advised = top_value(options, players), ceil(Fraction(3, 2) * players)
    if top < advised:
        yield Reason("keizer-low-top-value", article, (), {**at_top, "top": str(top), "advised": advised})
    if top > 2 * players > 0:
        yield Reason("keizer-high-top-value", article, (), {**at_top, "top": str(top), "advised": advised})
    place = _place_better_absent(options, players)
    if place:
        yield Reason("keizer-absence-pays-more", article, (), {**at_top, "place": place, "last": players})


def _place_better_absent(options: KeizerOptions, players: int) -> int:
    """The lowest place but the last whose holder gains more by staying away than by beating the last; 0 if none."""
    last = last_value(options, players)
    step, absence = fraction(options, "step"), pay(options, "absence")
    beating_last = fraction(options, "win") * last
    places = range(players - 1, 0, -1)
    return next((p for p in places if absence.of(last + step * (players - p)) > beating_last), 0)
