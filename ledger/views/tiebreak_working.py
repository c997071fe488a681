"""Why a player stands where he stands: every criterion in turn, what each round gave, what was cut, who was passed."""

from __future__ import annotations

from engine.errors import Refusal
from engine.model import PlayerId, Tournament, Value
from engine.standings import CriterionStep, account
from engine.tiebreaks import Contribution, Unit
from engine.withdrawn import counting
from ledger.state import State
from ledger.views.figures import Amount, Column, amount, columns, state_amount
from ledger.views.ranking import rank_players
from ledger.views.standings import is_official
from ledger.views.view import Person, Question, View, as_ranked, person

NAME = "explanation"
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
)


class ExplanationQuestion(Question["Explanation"], frozen=True):
    player: PlayerId
    round: int | None = None  # None: the last that counts (``ranked_rounds``)


Ask = ExplanationQuestion


class Part(Value, frozen=True, omit_defaults=True):
    """What one round gave. ``why`` and ``cut`` are the codes of ``engine.tiebreaks.working``."""

    round: int
    opponent: Person | None
    value: Amount
    why: str
    cut: str = ""  # empty: it counts


class Rival(Value, frozen=True):
    """Somebody who was equal to the player in every criterion before this one."""

    player: Person
    value: Amount
    stands: str  # "ahead", "level" or "behind" after it


class Criterion(Value, frozen=True):
    code: str
    unit: Unit
    value: Amount
    parts: tuple[Part, ...]
    ahead: int  # how many came out ahead of the player by it
    level: int  # how many are still level with the player
    behind: int
    rivals: tuple[Rival, ...]  # by name once there was a tie to break; the first criterion has counts only


class Explanation(View, frozen=True, kw_only=True, tag=NAME):
    round: int
    is_official: bool
    player: Person
    place: int
    shared_with: tuple[Person, ...]  # the same place: nothing sets them apart
    settled_by: str  # what did, after all criteria left a tie
    edition: str
    criteria: tuple[Criterion, ...]


def show(state: State, ask: ExplanationQuestion) -> Explanation:
    t = state.tournament
    if ask.player not in t.entries:
        raise Refusal("no-such-player", player=ask.player)
    asked = as_ranked(t, ask.round)
    counted, table = counting(asked), rank_players(asked)
    own = next(line for line in table if line.player == ask.player)
    steps = account(counted, ask.player)
    return Explanation(
        version=state.version,
        round=len(counted.rounds),
        is_official=is_official(counted),
        player=person(t, ask.player),
        place=own.place,
        shared_with=tuple(person(t, o.player) for o in table if o.place == own.place and o.player != own.player),
        settled_by=own.settled_by,
        edition=t.rules.tiebreak_edition,
        criteria=tuple(
            _criterion(t, column, step, is_first=number == 0)
            for number, (column, step) in enumerate(zip(columns(t), steps, strict=True))
        ),
    )


def _criterion(t: Tournament, column: Column, step: CriterionStep, is_first: bool) -> Criterion:
    per_point = t.rules.points.per_point
    return Criterion(
        code=column.code,
        unit=column.unit,
        value=state_amount(step.working.value, column, per_point),
        parts=tuple(_part(t, part, column.unit) for part in step.working.contributions),
        ahead=len(step.ahead),
        level=len(step.level),
        behind=len(step.behind),
        rivals=() if is_first else _rivals(t, column, step),
    )


def _part(t: Tournament, part: Contribution, unit: Unit) -> Part:
    """Of direct encounter the value is a place; what each game gave are points."""
    opponent = None if part.opponent is None else person(t, part.opponent)
    counted = Unit.POINTS if part.why == "mutual-game" else unit
    return Part(part.round, opponent, amount(part.value, counted, t.rules.points.per_point), part.why, part.cut)


def _rivals(t: Tournament, column: Column, step: CriterionStep) -> tuple[Rival, ...]:
    """The best first."""
    groups = (("ahead", step.ahead), ("level", step.level), ("behind", step.behind))
    return tuple(
        Rival(person(t, number), state_amount(step.rivals[number], column, t.rules.points.per_point), stands)
        for stands, players in groups
        for number in players
    )
