"""Options of the Keizer system, with the defaults of the text. ``checks.py``: what is refused; ``advice.py``: hints.

They are stored as JSON in the log, so a fraction is a string: ``"1/3"``; and so are fixed points: ``"12p"``.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import ceil
from typing import Annotated, Literal

from engine.model import Rules, Value
from engine.pairing import or_word, read_options
from engine.systems.keizer.pay import NOTHING, Pay, read_amount, read_pay

CLASSIC = "keizer"
ELO = "keizer-elo"

Rounding = Literal["up-to-half", "nearest-half", "exact"]
Ties = Literal["previous-ladder", "rating", "direct-encounter"]

# A fraction of a value ("1/3"), or so many points whatever anybody is worth ("12p").
Paying = str
# Or a word: as much as another option says.
NAMED: Mapping[str, Mapping[str, str]] = {
    "absence_later": {"absent-unnotified": "absence_unnotified"},
    "full_bye": {"win": "win"},
    "half_bye": {"draw": "draw"},
    "missed_rounds": {"absent": "absence", "nothing": ""},
}
PayingLater = Annotated[str, or_word(NAMED["absence_later"])]
PayingWin = Annotated[str, or_word(NAMED["full_bye"])]
PayingDraw = Annotated[str, or_word(NAMED["half_bye"])]
PayingMissed = Annotated[str, or_word(NAMED["missed_rounds"])]


class KeizerShared(Value, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What the classic system and the Elo variant share (KEIZER fn 344: "most parameters stay")."""

    # BELONING: fractions of the opponent's value.
    win: str = "1"
    draw: str = "1/2"
    loss: str = "0"
    # RANGLIJST: the own value is part of the total, once. "first-rounds": only up to round ``own_value_rounds``.
    own_value: Literal["once", "never", "first-rounds"] = "once"
    own_value_rounds: int = 0
    # VERHINDERING and fn 338: fractions of the own value, or fixed points. Falling: 1/3, 1/4, 1/5 … from ``absence``
    # on; halving: 1/3, 1/6, 1/12 …
    absence: Paying = "1/3"
    absence_falling: bool = False
    absence_halving: bool = False
    absence_times: int | Literal["all"] = "all"  # how many absences with notice are paid so
    absence_counted: Literal["season", "period"] = "season"  # where the count of them begins anew
    absence_later: PayingLater = "0"  # what those after them pay
    absence_unnotified: Paying = "0"
    # GEEN PARTIJ, and other fitting cases.
    no_game: Paying = "2/3"
    team_duty: Paying = "2/3"
    # Then a team duty pays nothing until its result is entered, as a full-, half- or zero-point bye.
    team_duty_by_result: bool = False
    full_bye: PayingWin = "win"  # as much of the own value as a win of the opponent's
    half_bye: PayingDraw = "draw"
    zero_bye: Paying = "0"
    # The text is silent on forfeits. "no-game": its own words applied, the one was present without a game, the other
    # absent without notice. "as-played": like a game over the board. "own-fractions": of the opponent's value.
    forfeits: Literal["no-game", "as-played", "own-fractions"] = "no-game"
    forfeit_win: Paying = "1"
    forfeit_loss: Paying = "0"
    # A postponed game pays nothing until it is finished; or half, as if drawn.
    postponed: Literal["nothing", "draw"] = "nothing"
    rounding: Rounding = "up-to-half"
    game_rounding: Rounding = "exact"  # the text rounds no game
    games_valued: Literal["now", "then"] = "now"  # rounds by the newest values, or for ever by those of their evening
    late_joiner: Literal["bottom", "rating"] = "bottom"
    missed_rounds: PayingMissed = "absent"
    leaver: Literal["absent", "nothing"] = "absent"
    # What games with somebody who has left are valued by, as long as they are away: the place they sink to, like
    # everybody's; what they were worth when they left; or a share of the own value in place of theirs.
    left_opponents: Literal["as-others", "last-value", "own-value"] = "as-others"
    left_share: str = "1"
    ties: Ties = "previous-ladder"
    # Lists of a part of the ladder, in the ladder's order; values and pairing are those of the whole ladder.
    ranked_apart: Literal["no", "category", "rating"] = "no"
    rating_groups: tuple[str, ...] = ()  # the lowest rating of each group but the last: "1800", "1500"
    end_correction: bool = True
    # The list of a finished season: who has played fewer games stands below all others, or is only marked.
    min_games: int = 0
    few_games: Literal["below", "marked"] = "below"
    # PARING: the text lets clubs forbid rematches and itself does not.
    max_meetings: int | Literal["unlimited"] = "unlimited"
    period_meetings: int | Literal["unlimited"] = "unlimited"  # the same within a period of the season
    rematch_gap: int = 0  # at least so many rounds between two games of the same players
    relax_gap: bool = True  # by as little as makes a pairing possible
    newcomer_bye: bool = True  # who comes for the first time may be the one without a game; the text is silent
    no_show_bye: bool = False  # who stayed away without notice is the next one without a game
    pairing: Literal["next-opponent", "least-distance"] = "next-opponent"
    gap_weight: int = 4  # least-distance: for each round that a rematch comes before twice the gap
    colour_weight: int = 1  # least-distance: for each of balance and last colour that both share
    colours: Literal["text", "swiss"] = "text"
    max_same_colour: int | Literal["unlimited"] = "unlimited"  # games in a row; the text says "as equal as possible"
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
    left_opponents: Literal["as-others", "own-value"] = "as-others"  # who has left keeps their rating
    estimated_rating: int = 1000  # of a player without a rating


GAMES = ("win", "draw", "loss", "left_share")  # fractions of somebody's value
PAYS = (  # fractions or fixed points
    *("absence", "absence_later", "absence_unnotified", "no_game", "team_duty"),
    *("full_bye", "half_bye", "zero_bye", "forfeit_win", "forfeit_loss", "missed_rounds"),
)
COUNTS = ("own_value_rounds", "rematch_gap", "gap_weight", "colour_weight", "expected_players", "min_games")
MOST_K = 32
MOST_EXPECTED = 10_000  # players


def options_of(rules: Rules) -> KeizerShared:
    return read_options(rules, KeizerEloOptions) if rules.system == ELO else read_options(rules, KeizerOptions)


def fraction(options: KeizerShared, name: str) -> Fraction:
    return read_amount(name, getattr(options, name))


def pay(options: KeizerShared, name: str) -> Pay:
    """A fraction of a value, or fixed points; or what the option pays that a word names."""
    written = getattr(options, name)
    named = NAMED.get(name, {}).get(written)
    if named is None:
        return read_pay(name, written)
    return pay(options, named) if named else NOTHING


def rating_limits(options: KeizerShared) -> tuple[int, ...]:
    return tuple(int(read_amount("rating_groups", limit)) for limit in options.rating_groups)


def top_value(options: KeizerOptions, players: int) -> Fraction:
    """KEIZER HOOGTE DER WAARDECIJFERS, fn 340: as given, or 1½ times the players (or those expected), rounded up."""
    if options.top_value == "auto":
        return Fraction(ceil(Fraction(3, 2) * max(players, options.expected_players)))
    return read_amount("top_value", options.top_value)


def makes_end_correction(rules: Rules) -> bool:
    """KEIZER EINDKORREKTIE: whether finishing the tournament means one more pass without play."""
    return options_of(rules).end_correction


def moves_when_finished(rules: Rules) -> bool:
    """Whether the list of a finished season has another order than the ladder: too few games stand below."""
    options = options_of(rules)
    return options.min_games > 0 and options.few_games == "below"


def values_are_known(rules: Rules) -> bool:
    """KEIZER fig. 4: one pass counts by the ladder before the round. Until the ladder stands still every game of the
    round moves what all others pay. (A rating, of the variant, moves by the player's own games alone.)"""
    options = options_of(rules)
    return options.games_valued == "then" or not isinstance(options, KeizerOptions) or options.passes == "one"


def ranked_apart(rules: Rules) -> str:
    """By what parts of the ladder are ranked apart."""
    return options_of(rules).ranked_apart


def most_meetings(rules: Rules) -> int | None:
    """KEIZER PARING, VARIATIES: as often as the club lets; the text itself sets no limit."""
    most = rules.options.get("max_meetings")
    return most if isinstance(most, int) else None


def last_value(options: KeizerOptions, players: int) -> Fraction:
    """Of the last place."""
    return top_value(options, players) - fraction(options, "step") * (players - 1)
