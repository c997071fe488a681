"""Why a player moved on the ladder: between two ladders, what of their total is new or valued anew, who passed whom.

For the phone of a player. The changes of all parts add up to that of the total, exactly.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from engine.errors import Refusal
from engine.ladder import Ladder, LadderLine, LadderSeason, LadderWorking
from engine.model import Outcome, PlayerId, Tournament, Value
from ledger.state import State
from ledger.views.figures import Amount
from ledger.views.ladder_figures import with_ladder, worth
from ledger.views.seasons import season
from ledger.views.view import Person, View, as_ranked, person

NAME = "ladder-movement"


class MovedLine(Value, frozen=True):
    """A round whose points are new, or others than on the ladder before."""

    round: int
    outcome: Outcome
    opponent: Person | None
    before: Amount | None  # None: the round did not count yet
    after: Amount
    change: Amount


class LadderMovement(View, frozen=True, kw_only=True, tag=NAME):
    """Between the ladder after ``since`` and the one after ``round``."""

    since: int
    round: int
    is_corrected: bool  # the newest is the one after KEIZER EINDKORREKTIE
    was: int
    place: int
    total_was: Amount
    total: Amount
    change: Amount
    own_value_change: Amount
    lines: tuple[MovedLine, ...]
    given_change: Amount  # points by decision
    passed_by: tuple[Person, ...]  # who stood behind and stands before, best first
    passed: tuple[Person, ...]


def show_movement(state: State, player: PlayerId) -> LadderMovement | None:
    """None: the player is not on two ladders yet."""
    t = with_ladder(state.tournament)
    if player not in t.entries:
        raise Refusal("no-such-player", player=player)
    replayed = season(as_ranked(t, None))
    newest = replayed.ladder()
    since = newest.after_round if newest.is_corrected else newest.after_round - 1
    if since < 0:
        return None
    try:
        before, after = replayed.working(player, since), replayed.working(player)
    except Refusal as refusal:
        if refusal.code != "not-on-the-ladder":
            raise
        return None
    return _show(t, state.version, replayed, newest, before, after)


def _show(
    t: Tournament, version: int, replayed: LadderSeason, newest: Ladder, before: LadderWorking, after: LadderWorking
) -> LadderMovement:
    old = {rung.player: rung.place for rung in replayed.ladder(before.after_round).rungs}
    new = {rung.player: rung.place for rung in newest.rungs}
    me = after.player

    def others(*, were_behind: bool) -> tuple[Person, ...]:
        """Who joined since was on no ladder before, and passed nobody."""
        found = (player for player in newest.order if player in old and player != me)
        crossed = (one for one in found if (old[one] > old[me]) == were_behind and (new[one] < new[me]) == were_behind)
        return tuple(person(t, one) for one in crossed)

    return LadderMovement(
        version=version,
        since=before.after_round,
        round=after.after_round,
        is_corrected=after.is_corrected,
        was=before.place,
        place=after.place,
        total_was=worth(t, before.total),
        total=worth(t, after.total),
        change=_with_sign(t, after.total - before.total),
        own_value_change=_with_sign(t, after.own_value - before.own_value),
        lines=tuple(_moved_lines(t, before, after)),
        given_change=_with_sign(t, _sum_given(after) - _sum_given(before)),
        passed_by=others(were_behind=True),
        passed=others(were_behind=False),
    )


def _moved_lines(t: Tournament, before: LadderWorking, after: LadderWorking) -> Iterator[MovedLine]:
    """The newest round first."""
    known = {_key(line): line.points for line in before.lines}
    for line in reversed(after.lines):
        was = known.get(_key(line))
        if was is None or was != line.points:
            yield MovedLine(
                round=line.round,
                outcome=line.outcome,
                opponent=None if line.opponent is None else person(t, line.opponent),
                before=None if was is None else worth(t, was),
                after=worth(t, line.points),
                change=_with_sign(t, line.points - (was or Fraction(0))),
            )


def _key(line: LadderLine) -> tuple[int, PlayerId | None]:
    return line.round, line.opponent


def _sum_given(working: LadderWorking) -> Fraction:
    return sum((given.points for given in working.given), Fraction(0))


def _with_sign(t: Tournament, change: Fraction) -> Amount:
    """With its sign: a change of 0 has none."""
    sign = "+" if change > 0 else "−" if change < 0 else ""
    return Amount(str(change), sign + worth(t, abs(change)).shown)
