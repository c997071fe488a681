"""How one player's total on the ladder came about, line by line, so that anybody can add it up.

``total`` is exactly ``own_value`` plus the points of all lines plus the points given by decision.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import accumulate

from engine.errors import Refusal
from engine.ladder import LadderLine, LadderWorking
from engine.model import Colour, Outcome, PlayerId, Tournament, Value
from ledger.state import State
from ledger.views.figures import Amount
from ledger.views.ladder_figures import with_ladder, worth
from ledger.views.seasons import season
from ledger.views.standings import is_official
from ledger.views.view import Person, Question, View, as_ranked, person

NAME = "working"
READS: tuple[str, ...] = ("entries", "rounds", "adjustments", "rules", "start_order", "is_finished", "end_correction")


class WorkingQuestion(Question["Working"], frozen=True):
    player: PlayerId
    round: int | None = None  # None: the last that counts (``ranked_rounds``), with the end correction if made


Ask = WorkingQuestion


class WorkingLine(Value, frozen=True):
    """One round: ``fraction`` of the value ``now`` gives ``points`` (rounded, where the club rounds what it pays)."""

    round: int
    outcome: Outcome
    opponent: Person | None
    colour: Colour | None
    of_own_value: bool  # the value is the player's own, not the opponent's
    then: Amount | None  # what it was on the evening; None: not on the ladder yet
    now: Amount  # what it is on the newest ladder
    fraction: str
    is_fixed: bool  # the points are no fraction of any value
    points: Amount
    total: Amount  # so far, the own value included


class GivenLine(Value, frozen=True):
    """Points by decision. Why stands in the audit."""

    round: int
    points: Amount
    total: Amount  # so far


class Working(View, frozen=True, kw_only=True, tag=NAME):
    round: int  # the last round that counts
    is_official: bool
    is_corrected: bool  # KEIZER EINDKORREKTIE has been made
    player: Person
    place: int
    own_value: Amount  # 0 where it does not count
    lines: tuple[WorkingLine, ...]
    given: tuple[GivenLine, ...]
    total: Amount


def show(state: State, ask: WorkingQuestion) -> Working:
    t = state.tournament
    counted = with_ladder(as_ranked(t, ask.round))
    if ask.player not in t.entries:
        raise Refusal("no-such-player", player=ask.player)
    found = season(counted).working(ask.player, ask.round)
    so_far = _sums(found)
    return Working(
        version=state.version,
        round=found.after_round,
        is_official=is_official(counted),
        is_corrected=found.is_corrected,
        player=person(t, ask.player),
        place=found.place,
        own_value=worth(t, found.own_value),
        lines=tuple(_line(t, line, next(so_far)) for line in found.lines),
        given=tuple(GivenLine(g.round, worth(t, g.points), worth(t, next(so_far))) for g in found.given),
        total=worth(t, found.total),
    )


def _sums(found: LadderWorking) -> Iterator[Fraction]:
    """The total after each line, then after each decision."""
    points = (*(line.points for line in found.lines), *(given.points for given in found.given))
    sums = accumulate(points, initial=found.own_value)
    next(sums)  # the own value alone
    return sums


def _line(t: Tournament, line: LadderLine, total: Fraction) -> WorkingLine:
    return WorkingLine(
        round=line.round,
        outcome=line.outcome,
        opponent=None if line.opponent is None else person(t, line.opponent),
        colour=line.colour,
        of_own_value=line.whose != line.opponent,
        then=None if line.then is None else worth(t, line.then),
        now=worth(t, line.now),
        fraction=str(line.fraction),
        is_fixed=line.is_fixed,
        points=worth(t, line.points),
        total=worth(t, total),
    )
