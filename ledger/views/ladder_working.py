"""How one player's total on the ladder came about, line by line, so that anybody can add it up.

``total`` is exactly ``own_value`` plus the points of all lines plus the points given by decision.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import accumulate

from engine.errors import Refusal
from engine.ladder import LadderLine, LadderWorking
from engine.model import MEANINGS, Colour, Outcome, PlayerId, Tournament, Value
from ledger.state import State
from ledger.views.figures import Amount
from ledger.views.ladder_figures import with_ladder, worth
from ledger.views.seasons import season
from ledger.views.standings import is_official
from ledger.views.view import Person, Question, View, as_ranked, person

NAME = "working"
READS: tuple[str, ...] = (
    *("entries", "rounds", "adjustments", "rules", "start_order", "is_finished", "end_correction"),
    "periods",  # in which absences may be counted
)


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
    unrounded: Amount | None = None  # what the fraction of the value is exactly; None: the points are that
    because: str = ""  # a code: why it pays nothing, or why it counts so where the outcome alone does not say it


class GivenLine(Value, frozen=True):
    """Points by decision. Why stands in the audit."""

    round: int
    points: Amount
    total: Amount  # so far


class GamesPlayed(Value, frozen=True):
    """Over the board, in the rounds that count; without forfeits."""

    won: int
    drawn: int
    lost: int

    @property
    def played(self) -> int:
        return self.won + self.drawn + self.lost


class AbsencesUsed(Value, frozen=True):
    """Absences with notice in the rounds that count (KEIZER VERHINDERING)."""

    used: int
    left: int | None  # how many more are paid; None: the club sets no limit


class Working(View, frozen=True, kw_only=True, tag=NAME):
    round: int  # the last round that counts
    is_official: bool
    is_corrected: bool  # KEIZER EINDKORREKTIE has been made
    player: Person
    place: int
    is_unranked: bool  # after too few games without a place: ``place`` is where the line stands
    value_used: Amount  # what the player was worth where the totals were made; the mean over a circle
    own_value: Amount  # 0 where it does not count
    lines: tuple[WorkingLine, ...]
    given: tuple[GivenLine, ...]
    total: Amount
    games: GamesPlayed
    absences: AbsencesUsed


def show(state: State, ask: WorkingQuestion) -> Working:
    t = state.tournament
    counted = with_ladder(as_ranked(t, ask.round))
    if ask.player not in t.entries:
        raise Refusal("no-such-player", player=ask.player)
    found = season(counted).working(ask.player, ask.round)
    return Working(
        version=state.version,
        round=found.after_round,
        is_official=is_official(counted),
        is_corrected=found.is_corrected,
        player=person(t, ask.player),
        place=found.place,
        is_unranked=found.is_unranked,
        value_used=worth(t, found.value_used),
        own_value=worth(t, found.own_value),
        lines=lines_of(t, found),
        given=given_to(t, found),
        total=worth(t, found.total),
        games=games_in(found),
        absences=absences_in(found),
    )


def lines_of(t: Tournament, found: LadderWorking) -> tuple[WorkingLine, ...]:
    return tuple(_line(t, line, total) for line, total in zip(found.lines, _sums(found), strict=False))


def given_to(t: Tournament, found: LadderWorking) -> tuple[GivenLine, ...]:
    sums = tuple(_sums(found))[len(found.lines) :]
    totals = zip(found.given, sums, strict=True)
    return tuple(GivenLine(given.round, worth(t, given.points), worth(t, total)) for given, total in totals)


def games_in(found: LadderWorking) -> GamesPlayed:
    over_the_board = (MEANINGS[line.outcome] for line in found.lines)
    results = Counter(meaning.points for meaning in over_the_board if meaning.played)
    won, lost = results["win"], results["loss"]
    return GamesPlayed(won, results.total() - won - lost, lost)


def absences_in(found: LadderWorking) -> AbsencesUsed:
    used, limit = found.absences.used, found.absences.limit
    return AbsencesUsed(used, None if limit is None else max(0, limit - used))


def _sums(found: LadderWorking) -> Iterator[Fraction]:
    """The total after each line, then after each decision."""
    points = (*(line.points for line in found.lines), *(given.points for given in found.given))
    sums = accumulate(points, initial=found.own_value)
    next(sums)  # the own value alone
    return sums


def _line(t: Tournament, line: LadderLine, total: Fraction) -> WorkingLine:
    exact = line.points if line.is_fixed else line.fraction * line.now
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
        unrounded=None if exact == line.points else worth(t, exact),
        because=line.because,
    )
