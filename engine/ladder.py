"""A ladder as a value: places, totals, and how one total came about.

These are the values in which a system that is ranked by a ladder (KEIZER) tells of it; the views show them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Protocol

from engine.model import Colour, Outcome, PlayerId, Rules, Tournament, Value


class Rung(Value, frozen=True):
    """One player's place on the ladder."""

    place: int
    player: PlayerId
    total: Fraction
    value: Fraction  # what the player is worth now: to the next opponent
    points: Fraction  # what this round pays, as the total counts it; 0 before the first round
    was: int | None  # the place before the round
    has_few_games: bool = False  # fewer than the list of a finished season asks for
    is_unranked: bool = False  # and therefore below all others: the place is where the line stands


class LadderGroup(Value, frozen=True):
    """A part of the ladder that is ranked apart: a category, or a rating group (its lowest rating; the last has 0)."""

    name: str
    players: tuple[PlayerId, ...]


class Ladder(Value, frozen=True):
    """The ladder after a round, best first."""

    after_round: int
    is_corrected: bool  # KEIZER EINDKORREKTIE has been made
    rungs: tuple[Rung, ...]
    groups: tuple[LadderGroup, ...] = ()
    circle: int = 1  # how many ladders follow each other for ever; 1: it stands still, or one pass was made
    alternating: tuple[PlayerId, ...] = ()  # who has more than one place on them

    @property
    def order(self) -> tuple[PlayerId, ...]:
        return tuple(rung.player for rung in self.rungs)


class LadderLine(Value, frozen=True):
    """One round of one player: ``fraction`` of the value ``now`` of ``whose`` gives ``points``."""

    round: int
    outcome: Outcome
    whose: PlayerId  # the opponent, or the player's own
    opponent: PlayerId | None
    colour: Colour | None
    then: Fraction | None  # what that player was worth on the evening; None: not on the ladder yet
    now: Fraction  # the value used; the mean over the ladders of a circle
    fraction: Fraction
    points: Fraction  # rounded where the club rounds
    is_fixed: bool = False  # the points are no fraction of any value
    because: str = ""  # a code: why it pays nothing, or why it counts so where the outcome alone does not say it


class GivenPoints(Value, frozen=True):
    """Points by a decision of the arbiter."""

    round: int
    points: Fraction
    reason: str


class AbsenceCount(Value, frozen=True):
    """Absences with notice so far."""

    used: int
    limit: int | None  # how many are paid; None: all


class LadderWorking(Value, frozen=True):
    """A total and all that it consists of: ``total == own_value + sum of the lines' and the given points``, exactly."""

    player: PlayerId
    after_round: int
    is_corrected: bool  # KEIZER EINDKORREKTIE has been made
    place: int
    own_value: Fraction  # 0 where it does not count
    lines: tuple[LadderLine, ...]
    given: tuple[GivenPoints, ...]
    total: Fraction
    value_used: Fraction  # the player's own, by which the totals were made; the mean over the ladders of a circle
    absences: AbsenceCount
    is_unranked: bool = False  # after too few games without a place: ``place`` is where the line stands


class PlaceBefore(Value, frozen=True):
    """Where a player stood when a round was paired, and what they were worth that evening."""

    place: int
    value: Fraction


class PeriodRung(Value, frozen=True):
    """What the rounds of a period have paid a player."""

    player: PlayerId
    value: Fraction  # what the player is worth now: to the next opponent
    points: Fraction  # of the last of these rounds
    total: Fraction  # of all of them; the own value is in none


class LadderSeason(Protocol):
    """A season that was replayed once, to be asked for as many ladders and workings as needed."""

    @property
    def players(self) -> tuple[PlayerId, ...]:
        """Everybody, in the start order."""

    def ladder(self, after_round: int | None = None) -> Ladder:
        """The ladder after a round; by default the newest, with the end correction if it was made."""

    def before(self, round_number: int) -> Mapping[PlayerId, PlaceBefore]:
        """The ladder by which that round was paired, best first, with who joined in it; of one that is not paired yet
        the newest."""

    def working(self, player: PlayerId, after_round: int | None = None) -> LadderWorking:
        """How a player's total on that ladder came about."""

    def period(self, from_round: int, after_round: int | None = None) -> tuple[PeriodRung, ...]:
        """What the rounds from that one on have paid, as they count on the ladder after a round; the most first, and
        who has as much in the order of that ladder."""


class LadderRules(Value, frozen=True):
    """What a system that is ranked by a ladder offers."""

    replay: Callable[[Tournament], LadderSeason]
    makes_end_correction: Callable[[Rules], bool]  # finishing the tournament means one more pass without play
    ranked_apart: Callable[[Rules], str]  # by what parts of the ladder are ranked apart: "no", "category", "rating"
    moves_when_finished: Callable[[Rules], bool]  # the list of a finished season has another order than the ladder
    # What a game pays when its round counts is known when the round is paired, whatever the other games bring.
    values_are_known: Callable[[Rules], bool]
    counts_in_hundredths: bool = False  # its figures are written 19.45, not 19½
