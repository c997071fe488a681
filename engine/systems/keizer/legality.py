"""Rematch rules and separations (KEIZER PARING, VARIATIES): who may meet whom."""

from __future__ import annotations

from collections.abc import Sequence

from engine.model import MEANINGS, PlayerId, Tournament
from engine.pairing import Reason
from engine.systems.keizer.options import KeizerShared

ARTICLE = "KEIZER PARING"


class Legality:
    """The rules for one round. A rule that is lifted is asked about to say which one has to yield."""

    def __init__(
        self,
        t: Tournament,
        options: KeizerShared,
        *,
        meetings_lifted: bool = False,
        period_lifted: bool = False,
        apart_lifted: bool = False,
    ) -> None:
        self._t = t
        self.round = t.next_round
        self._most = None if meetings_lifted or options.max_meetings == "unlimited" else options.max_meetings
        self._period = t.period_in(self.round)
        is_lifted = meetings_lifted or period_lifted or self._period is None
        most = options.period_meetings
        self._most_in_period = None if is_lifted or most == "unlimited" else most
        self._separations = () if apart_lifted else tuple(s for s in t.separations if s.holds_in(self.round))
        self._meetings = _meetings(t)

    def last_meeting(self, one: PlayerId, other: PlayerId) -> int | None:
        rounds = self._meetings.get(_pair(one, other))
        return rounds[-1] if rounds else None

    def rows(self, players: Sequence[PlayerId], gap: int) -> tuple[int, ...]:
        """The possible opponents of each, as bitsets over the places in ``players``."""
        place = {player: index for index, player in enumerate(players)}
        everybody = (1 << len(players)) - 1
        rows = [everybody & ~(1 << index) for index in range(len(players))]
        for (one, other), rounds in self._meetings.items():
            if one in place and other in place and self._keeps_apart(rounds, gap):
                rows[place[one]] &= ~(1 << place[other])
                rows[place[other]] &= ~(1 << place[one])
        for separation in self._separations:
            apart = sum(1 << place[player] for player in set(separation.players) if player in place)
            for player in separation.players:
                if player in place:
                    rows[place[player]] &= ~apart
        return tuple(rows)

    def obstacle(self, one: PlayerId, other: PlayerId, gap: int) -> Reason | None:
        """Why the two may not meet; None if they may."""
        rounds = self._meetings.get(_pair(one, other), [])
        if any(one in s.players and other in s.players for s in self._separations):
            return Reason("kept-apart", ARTICLE, (one, other))
        if self._too_often(rounds):
            met = tuple(_in_season(rounds))
            return Reason("keizer-met-enough", "KEIZER VARIATIES", (one, other), {"rounds": met})
        if self._too_often_in_period(rounds):
            period, in_period = "" if self._period is None else self._period.name, tuple(self._in_period(rounds))
            return Reason(
                "keizer-met-enough-in-period",
                "KEIZER VARIATIES",
                (one, other),
                {"rounds": in_period, "period": period},
            )
        if self._too_soon(rounds, gap) and rounds[-1] < 1:
            before = 1 - rounds[-1]
            return Reason("keizer-met-last-season", ARTICLE, (one, other), {"before": before, "gap": gap})
        if self._too_soon(rounds, gap):
            return Reason("keizer-met-recently", ARTICLE, (one, other), {"round": rounds[-1], "gap": gap})
        return None

    def _keeps_apart(self, rounds: Sequence[int], gap: int) -> bool:
        return self._too_often(rounds) or self._too_often_in_period(rounds) or self._too_soon(rounds, gap)

    def _too_often(self, rounds: Sequence[int]) -> bool:
        """KEIZER PARING, VARIATIES: at most once, or twice, in a season against the same player."""
        return self._most is not None and len(_in_season(rounds)) >= self._most

    def _too_often_in_period(self, rounds: Sequence[int]) -> bool:
        """Clubs with periods let the same two meet so often in each ("once before and once after Christmas")."""
        return self._most_in_period is not None and len(self._in_period(rounds)) >= self._most_in_period

    def _in_period(self, rounds: Sequence[int]) -> list[int]:
        first = 1 if self._period is None else self._period.from_round
        return [number for number in rounds if number >= first]

    def _too_soon(self, rounds: Sequence[int], gap: int) -> bool:
        """Clubs that allow rematches ask for so many rounds between them."""
        return bool(rounds) and self.round - rounds[-1] <= gap


def _in_season(rounds: Sequence[int]) -> list[int]:
    return [number for number in rounds if number >= 1]


def _pair(one: PlayerId, other: PlayerId) -> tuple[PlayerId, PlayerId]:
    return (min(one, other), max(one, other))


def _meetings(t: Tournament) -> dict[tuple[PlayerId, PlayerId], list[int]]:
    """In which rounds two players have met. A forfeited game is no meeting, a postponed one is.

    The last one of the season before, where that was taken over, is in a round before the first: 0, -1, -2 …
    """
    meetings = {pair: [number] for pair, number in t.carried.rounds_of_meetings()}
    for played in t.rounds:
        for board in played.boards:
            if MEANINGS[board.result.outcomes[0]].met:
                meetings.setdefault(_pair(board.white, board.black), []).append(played.number)
    return meetings
