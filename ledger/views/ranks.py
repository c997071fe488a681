"""Rank over time: everybody's place after each round, ready to be drawn."""

from __future__ import annotations

from engine.model import Value
from ledger.state import State
from ledger.views.moves import places_after, places_by_round
from ledger.views.standings import is_official
from ledger.views.view import Person, Question, View, as_ranked, person

NAME = "ranks"
READS: tuple[str, ...] = (
    "entries",
    "rounds",
    "adjustments",
    "extra_games",
    "rules",
    "start_order",
    "fixed_order",
    "settlements",
    "external_values",
    "is_finished",
    "end_correction",
)


class RanksQuestion(Question["Ranks"], frozen=True):
    round: int | None = None  # None: up to the last that counts (``ranked_rounds``)


Ask = RanksQuestion


class RankLine(Value, frozen=True):
    player: Person
    places: tuple[int, ...]  # after round 1, 2, 3 …


class Ranks(View, frozen=True, kw_only=True, tag=NAME):
    """By the last place. What was corrected since counts in all rounds; what was shown then is a matter of replay."""

    round: int
    is_official: bool
    lines: tuple[RankLine, ...]


def show(state: State, ask: RanksQuestion) -> Ranks:
    t = state.tournament
    counted = as_ranked(t, ask.round)
    tables = places_by_round(counted)
    last = tables[-1] if tables else places_after(counted)
    return Ranks(
        version=state.version,
        round=len(counted.rounds),
        is_official=is_official(counted),
        lines=tuple(RankLine(person(t, player), tuple(places[player] for places in tables)) for player in last),
    )
