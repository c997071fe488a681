"""Options of the Keizer system, with the defaults of the text; what is refused, and what is only hinted at.

KeizerOptions are stored as JSON in the log, so a fraction is a string: ``"1/3"``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from math import ceil
from typing import Literal
from unicodedata import normalize

from engine.errors import Gathered, Refusal
from engine.model import Rules, Value
from engine.pairing import Reason, read_options

CLASSIC = "keizer"
ELO = "keizer-elo"

Rounding = Literal["up-to-half", "nearest-half", "exact"]
Ties = Literal["previous-ladder", "rating", "direct-encounter"]


class KeizerShared(Value, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What the classic system and the Elo variant share (KEIZER fn 344: "most parameters stay")."""

    # BELONING: fractions of the opponent's value.
    win: str = "1"
    draw: str = "1/2"
    loss: str = "0"
    # RANGLIJST: the own value is part of the total, once. "first-rounds": only up to round ``own_value_rounds``.
    own_value: Literal["once", "never", "first-rounds"] = "once"
    own_value_rounds: int = 0
    # VERHINDERING and fn 338: fractions of the own value. Falling: 1/3, 1/4, 1/5 … from ``absence`` on.
    absence: str = "1/3"
    absence_falling: bool = False
    absence_times: int | Literal["all"] = "all"  # how many absences with notice are paid
    absence_counted: Literal["season", "period"] = "season"  # where the count of them begins anew
    absence_unnotified: str = "0"
    # GEEN PARTIJ, and other fitting cases.
    no_game: str = "2/3"
    team_duty: str = "2/3"
    # Then a team duty pays nothing until its result is entered, as a full-, half- or zero-point bye.
    team_duty_by_result: bool = False
    # The text is silent on forfeits. "no-game": its own words applied, the one was present without a game, the other
    # absent without notice. "as-played": like a game over the board.
    forfeits: Literal["no-game", "as-played"] = "no-game"
    # A postponed game pays nothing until it is finished; or half, as if drawn.
    postponed: Literal["nothing", "draw"] = "nothing"
    rounding: Rounding = "up-to-half"
    late_joiner: Literal["bottom", "rating"] = "bottom"
    missed_rounds: Literal["absent", "nothing"] = "absent"
    leaver: Literal["absent", "nothing"] = "absent"
    ties: Ties = "previous-ladder"
    # Lists of a part of the ladder, in the ladder's order; values and pairing are those of the whole ladder.
    ranked_apart: Literal["no", "category", "rating"] = "no"
    rating_groups: tuple[str, ...] = ()  # the lowest rating of each group but the last: "1800", "1500"
    end_correction: bool = True
    # PARING: the text lets clubs forbid rematches and itself does not.
    max_meetings: int | Literal["unlimited"] = "unlimited"
    period_meetings: int | Literal["unlimited"] = "unlimited"  # the same within a period of the season
    rematch_gap: int = 0  # at least so many rounds between two games of the same players
    relax_gap: bool = True  # by as little as makes a pairing possible
    newcomer_bye: bool = True  # who comes for the first time may be the one without a game; the text is silent
    pairing: Literal["next-opponent", "least-distance"] = "next-opponent"
    gap_weight: int = 4  # least-distance: for each round that a rematch comes before twice the gap
    colour_weight: int = 1  # least-distance: for each of balance and last colour that both share
    colours: Literal["text", "swiss"] = "text"
    expected_players: int = 0  # fn 340: the advice on the top value looks at those who may still come


class KeizerOptions(KeizerShared, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The classic system: a place has a value."""

    top_value: int | str = "auto"  # auto: 1½ times the players, rounded up
    step: str = "1"
    passes: Literal["one", "until-stable"] = "one"
    stable_from: Literal["previous-ladder", "start-order"] = "previous-ladder"


class KeizerEloOptions(KeizerShared, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The variant: a player is worth their rating / 100. Hundredths are nothing to round, so it does not by default."""

    rounding: Rounding = "exact"
    k_factor: int = 0  # 0: ratings stay as they are; the text allows 32 at most
    games_valued: Literal["now", "then"] = "now"  # every game by the newest ratings, or by those of its evening
    estimated_rating: int = 1000  # of a player without a rating


# As people and this program write them: 1, 2/3, 0.25, 0,25, 33%, ⅓, 1½.
_NUMBER = re.compile(r"(?P<number>-?[0-9]{1,6}(/[1-9][0-9]{0,5}|[.,][0-9]{1,6})?)(?P<per_cent> ?%)?")
_WITH_SIGN = re.compile(r"(?P<minus>-?)(?P<whole>[0-9]{0,6}) ?(?P<sign>[½⅓⅔¼¾⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞])")

FRACTIONS = ("win", "draw", "loss", "absence", "absence_unnotified", "no_game", "team_duty")
COUNTS = ("own_value_rounds", "rematch_gap", "gap_weight", "colour_weight", "expected_players")
MOST_K = 32
MOST_EXPECTED = 10_000  # players


def options_of(rules: Rules) -> KeizerShared:
    return read_options(rules, KeizerEloOptions) if rules.system == ELO else read_options(rules, KeizerOptions)


def fraction(options: KeizerShared, name: str) -> Fraction:
    return _exact(name, getattr(options, name))


def _exact(name: str, written: str | int) -> Fraction:
    text = str(written).strip()
    if (found := _WITH_SIGN.fullmatch(text)) is not None:
        exact = int(found["whole"] or 0) + Fraction(normalize("NFKC", found["sign"]).replace("⁄", "/"))
        return -exact if found["minus"] else exact
    if (found := _NUMBER.fullmatch(text)) is None:
        raise Refusal("option-not-readable", option=name, value=str(written)[:40])
    exact = Fraction(found["number"].replace(",", "."))
    return exact / 100 if found["per_cent"] else exact


def rating_limits(options: KeizerShared) -> tuple[int, ...]:
    return tuple(int(_exact("rating_groups", limit)) for limit in options.rating_groups)


def top_value(options: KeizerOptions, players: int) -> Fraction:
    """KEIZER HOOGTE DER WAARDECIJFERS, fn 340: as given, or 1½ times the players (or those expected), rounded up."""
    if options.top_value == "auto":
        return Fraction(ceil(Fraction(3, 2) * max(players, options.expected_players)))
    return _exact("top_value", options.top_value)


def makes_end_correction(rules: Rules) -> bool:
    """KEIZER EINDKORREKTIE: whether finishing the tournament means one more pass without play."""
    return options_of(rules).end_correction


def ranked_apart(rules: Rules) -> str:
    """By what parts of the ladder are ranked apart."""
    return options_of(rules).ranked_apart


def most_meetings(rules: Rules) -> int | None:
    """KEIZER PARING, VARIATIES: as often as the club lets; the text itself sets no limit."""
    most = rules.options.get("max_meetings")
    return most if isinstance(most, int) else None


# -- refused ----------------------------------------------------------------------------------------------------------


def check(rules: Rules, players: int = 0) -> None:
    """Refuse classic rules that cannot work. ``players``: how many there are or will be; 0 if nobody knows."""
    found = Gathered()
    options = read_options(rules, KeizerOptions, found)
    _check_shared(options, found)
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
    _check_shared(options, found)
    with found:
        if not 0 <= options.k_factor <= MOST_K:
            raise Refusal("keizer-k-factor", field="options.k_factor", value=options.k_factor, most=MOST_K)
    with found:
        _check_number("estimated_rating", options.estimated_rating, least=1)
    found.tell()


def _check_shared(options: KeizerShared, found: Gathered) -> None:
    for name in FRACTIONS:
        with found:
            _check_fraction(options, name)
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
    if _are_sound(found, "win", "draw", "loss"):
        with found:
            _check_results(options)
    if _are_sound(found, "rating_groups", "ranked_apart"):
        with found:
            _check_rating_groups(options)


# Of options that do not fit together, though each of them could be.
_COMPARING = frozenset({"keizer-result-order", "keizer-rating-groups"})


def _are_sound(found: Gathered, *names: str) -> bool:
    """Nothing is wrong with any of these options by itself, so that they can be compared with each other."""
    alone = (one.facts for one in found.problems if one.code not in _COMPARING)
    wrong = {facts.get("option", facts.get("field")) for facts in alone}
    return wrong.isdisjoint((*names, *(f"options.{name}" for name in names)))


def _check_fraction(options: KeizerShared, name: str) -> None:
    if fraction(options, name) < 0:
        raise Refusal("keizer-negative", option=name, value=getattr(options, name))


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
    last = _last_value(options, players)
    beating_last = fraction(options, "win") * last
    staying_away = fraction(options, "absence") * top_value(options, players)
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


def _last_value(options: KeizerOptions, players: int) -> Fraction:
    return top_value(options, players) - fraction(options, "step") * (players - 1)


# -- hinted at --------------------------------------------------------------------------------------------------------


def hints(rules: Rules, players: int) -> tuple[Reason, ...]:
    """The advice of the text that these classic rules do not follow. Never a refusal."""
    options = read_options(rules, KeizerOptions)
    expected = max(players, options.expected_players)
    return (*_shared_hints(rules, options, expected), *_value_hints(options, expected))


def hints_elo(rules: Rules, players: int) -> tuple[Reason, ...]:
    options = read_options(rules, KeizerEloOptions)
    return tuple(_shared_hints(rules, options, max(players, options.expected_players)))


def _shared_hints(rules: Rules, options: KeizerShared, players: int) -> Iterator[Reason]:
    advised = ceil(Fraction(60, 100) * players)
    if rules.rounds < advised:
        yield Reason("keizer-few-rounds", "KEIZER RONDENTAL", (), {"rounds": rules.rounds, "advised": advised})
    if options.rematch_gap == 0 and options.max_meetings == options.period_meetings == "unlimited":
        yield Reason("keizer-no-rematch-rule", "KEIZER PARING")
    if players > 1 and options.max_meetings != "unlimited":
        most = options.max_meetings * (players - 1)
        if rules.rounds > most:
            yield Reason("keizer-opponents-run-out", "KEIZER PARING", (), {"rounds": rules.rounds, "most": most})
    if fraction(options, "absence_unnotified") > fraction(options, "absence"):
        yield Reason("keizer-silence-pays-more", "KEIZER VERHINDERING")
    for field, because in _without_effect(rules, options):
        yield Reason("keizer-without-effect", "KEIZER", (), {"field": field, "because": because})


def _without_effect(rules: Rules, options: KeizerShared) -> Iterator[tuple[str, str]]:
    """Fields of options that were chosen and change nothing, each with that of the option that makes it so.

    What is as usual is no choice: a form sends it along.
    """
    usual = type(options)()
    chosen = {name for name in rules.options if getattr(options, name) != getattr(usual, name)}
    pays_absence = fraction(options, "absence") != 0
    idle: list[tuple[str, str, bool]] = [
        ("own_value", "own_value_rounds", options.own_value == "first-rounds" and options.own_value_rounds == 0),
        ("own_value_rounds", "own_value", options.own_value != "first-rounds"),
        ("absence", "absence_times", pays_absence and options.absence_times == 0),
        ("absence_times", "absence", not pays_absence),
        ("absence_falling", "absence", not pays_absence),
        ("absence_falling", "absence_times", pays_absence and options.absence_times in (0, 1)),
        ("absence_counted", "absence_times", options.absence_times == "all" and not options.absence_falling),
        ("team_duty", "team_duty_by_result", options.team_duty_by_result),
        ("rating_groups", "ranked_apart", options.ranked_apart != "rating"),
        ("relax_gap", "rematch_gap", options.rematch_gap == 0),
        ("gap_weight", "pairing", options.pairing != "least-distance"),
        ("colour_weight", "pairing", options.pairing != "least-distance"),
    ]
    if isinstance(options, KeizerOptions):
        idle.append(("stable_from", "passes", options.passes == "one"))
    if isinstance(options, KeizerEloOptions):
        idle.append(("games_valued", "k_factor", options.k_factor == 0))
    found = ((option, because) for option, because, is_idle in idle if is_idle and option in chosen)
    return ((f"options.{option}", f"options.{because}") for option, because in found)


def _value_hints(options: KeizerOptions, players: int) -> Iterator[Reason]:
    article = "KEIZER HOOGTE DER WAARDECIJFERS"
    top, advised = top_value(options, players), ceil(Fraction(3, 2) * players)
    if top < advised:
        yield Reason("keizer-low-top-value", article, (), {"top": str(top), "advised": advised})
    if top > 2 * players > 0:
        yield Reason("keizer-high-top-value", article, (), {"top": str(top), "advised": advised})
    place = _place_better_absent(options, players)
    if place:
        yield Reason("keizer-absence-pays-more", article, (), {"place": place, "last": players})


def _place_better_absent(options: KeizerOptions, players: int) -> int:
    """The lowest place but the last whose holder gains more by staying away than by beating the last; 0 if none."""
    last = _last_value(options, players)
    step, absence = fraction(options, "step"), fraction(options, "absence")
    beating_last = fraction(options, "win") * last
    places = range(players - 1, 0, -1)
    return next((p for p in places if absence * (last + step * (players - p)) > beating_last), 0)
