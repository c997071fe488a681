"""The plan of a random tournament: what was typed, the rest drawn by the seed; and the command that makes it again."""

from __future__ import annotations

import re
from collections.abc import Iterator

from msgspec.structs import asdict, replace

from displays.cli.command import Namespace
from displays.words import parse
from engine.chances import STRONGEST, WEAKEST, SimulationPlan, draw_plan, draw_ratings
from engine.errors import BadInput
from engine.model import Rules
from engine.registry import SYSTEMS
from engine.system import System
from engine.tiebreaks import check

CHANCES = {
    "draws": "of the games that are drawn, where the ratings allow it",
    "forfeits": "of the games that are not played, of any kind",
    "forfeit_wins": "of the games to which one player does not come",
    "double_forfeits": "of the games to which neither comes",
    "odd_results": "of the games that end ½-0, 0-½ or 0-0",
    "unrated_games": "of the games that are over before each has moved, and are not rated",
    "byes": "of the players who ask not to play in a round, of any kind",
    "half_byes": "of the players who ask for a half-point bye in a round",
    "full_byes": "of the players who are given a full-point bye in a round",
    "zero_byes": "of the players who ask for a zero-point bye in a round",
    "withdrawals": "of the players who leave before a round",
    "late": "of the players who come after round 1",
}
# Who chooses how many there are of any kind has chosen those of each kind.
_KINDS = {
    "forfeits": ("forfeit_wins", "double_forfeits"),
    "byes": ("half_byes", "full_byes", "zero_byes"),
}
HIGHEST_RATING = 9999


def plan_of(args: Namespace, seed: int) -> SimulationPlan:
    """Refuses what cannot be played."""
    given = _given_ratings(args)
    drawn = _usual_plan(args) or draw_plan(seed, args.players or (len(given) if given else None), args.rounds)
    system = SYSTEMS[args.system]
    plan = replace(
        drawn,
        chances=replace(drawn.chances, **dict(_typed_chances(args))),
        ratings=given or _ranged_ratings(args, seed, drawn.players),
        is_baku=drawn.is_baku and system.trf.takes_virtual_points if args.baku is None else args.baku,
        tiebreaks=_tiebreaks(args, drawn, system),
    )
    _check(plan, system)
    return plan


def _usual_plan(args: Namespace) -> SimulationPlan | None:
    """Where size, length and seed are typed, the rest is as usual and not drawn: so it was when all three had to be
    typed, and seeds that were written down then give the same tournament."""
    if None in (args.players, args.rounds, args.seed):
        return None
    return SimulationPlan(args.players, args.rounds)


def _typed_chances(args: Namespace) -> Iterator[tuple[str, int]]:
    for name, kinds in _KINDS.items():
        if getattr(args, name) is not None:
            yield from ((kind, 0) for kind in kinds)
    yield from ((name, getattr(args, name)) for name in CHANCES if getattr(args, name) is not None)


def _tiebreaks(args: Namespace, drawn: SimulationPlan, system: System) -> tuple[str, ...]:
    """Those that are drawn are for a Swiss of FIDE."""
    if args.tiebreaks is None:
        return drawn.tiebreaks if system.trf.takes_virtual_points else ()
    return tuple(code.strip().upper() for code in args.tiebreaks.split(",") if code.strip())


def _check(plan: SimulationPlan, system: System) -> None:
    options = {"acceleration": "baku"} if plan.is_baku else {}
    rules = Rules(system=system.key, rounds=plan.rounds, tiebreaks=plan.tiebreaks, options=options)
    system.check(rules, plan.players)
    check(rules, is_predetermined=system.is_predetermined)


# -- ratings -----------------------------------------------------------------------------------------------------------


def _given_ratings(args: Namespace) -> tuple[int, ...]:
    if args.ratings is None:
        return ()
    if args.rating_range is not None or args.rating_step is not None:
        raise BadInput("not-both", arguments=("--ratings", "--rating-range", "--rating-step"))
    given = [parse.whole_number(text, "ratings") for text in re.split(r"[,;\s]+", args.ratings.strip(", "))]
    for rating in given:
        _check_rating(rating)
    if len(given) < 2 or args.players not in (None, len(given)):
        raise BadInput("ratings-too-few-or-many", found=len(given), players=args.players or 2)
    return tuple(sorted(given, reverse=True))


def _ranged_ratings(args: Namespace, seed: int, players: int) -> tuple[int, ...]:
    """None, where nothing is typed of them: they are drawn with the games."""
    if args.rating_range is None and args.rating_step is None:
        return ()
    lowest, highest = _range(args.rating_range)
    if args.rating_step is None:
        return draw_ratings(seed, players, lowest, highest)
    least = highest - args.rating_step * (players - 1)
    if least < (lowest if args.rating_range else 1):
        raise BadInput("rating-step-too-wide", step=args.rating_step, players=players, rating=least)
    return tuple(range(highest, least - 1, -args.rating_step)) if args.rating_step else (highest,) * players


def _range(text: str | None) -> tuple[int, int]:
    if text is None:
        return WEAKEST, STRONGEST
    found = re.fullmatch(r"(\d{1,9})[-–](\d{1,9})", text.strip())
    if found is None or int(found[1]) > int(found[2]):
        raise BadInput("rating-range-unreadable", value=text)
    lowest, highest = int(found[1]), int(found[2])
    _check_rating(lowest)
    _check_rating(highest)
    return lowest, highest


def _check_rating(rating: int) -> None:
    if not 1 <= rating <= HIGHEST_RATING:
        raise BadInput("number-outside-range", field="rating", value=rating, least=1, most=HIGHEST_RATING)


# -- to make it again --------------------------------------------------------------------------------------------------


def command_line(args: Namespace, plan: SimulationPlan, seed: int) -> str:
    """All that was typed or drawn, as it would be typed."""
    words = [f"roundlog simulate --players {plan.players} --rounds {plan.rounds} --seed {seed}"]
    words += [f"--{name.replace('_', '-')} {value}" for name, value in asdict(plan.chances).items()]
    if plan.ratings:
        words += [
            f"--{name.replace('_', '-')} {value}"
            for name in ("ratings", "rating_range", "rating_step")
            if (value := getattr(args, name)) is not None
        ]
    words += [f"--tiebreaks {','.join(plan.tiebreaks)}"] if plan.tiebreaks else []
    words += ["--baku" if plan.is_baku else "--no-baku", f"--system {args.system}", f"--dialect {args.dialect}"]
    return " ".join(words)
