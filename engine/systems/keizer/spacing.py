"""Spacing and number of rematches (KEIZER PARING), checked on a finished pairing, whoever made it."""

from __future__ import annotations

from collections.abc import Iterator

from engine.absolute_rules import AuditedRound, Breach
from engine.model import MEANINGS, PlayerId
from engine.systems.keizer.options import options_of


def keeps_spacing(audited: AuditedRound) -> Iterator[Breach]:
    """KEIZER PARING: clubs that allow rematches agree on so many rounds between them. It is a wish: the system relaxes
    it where nothing else can be paired, and an arbiter may; for whom it was is told."""
    gap = options_of(audited.tournament.rules).rematch_gap
    meetings = _meetings(audited)
    for number, board in enumerate(audited.boards, start=1):
        met = max(meetings.get(frozenset((board.white, board.black)), ()), default=None)
        if met is not None and audited.round - met <= gap:
            code, of_round = ("rematch-too-soon", met) if met >= 1 else ("rematch-of-last-season", 1 - met)
            facts = {"round": of_round, "between": audited.round - met - 1, "gap": gap}
            yield Breach(code, number, (board.white, board.black), {**facts}, is_wish=True)


def keeps_period_meetings(audited: AuditedRound) -> Iterator[Breach]:
    """KEIZER VARIATIES: "at most once, or twice" against the same player, agreed on for each period."""
    t = audited.tournament
    most, period = options_of(t.rules).period_meetings, t.period_in(audited.round)
    if most == "unlimited" or period is None:
        return
    meetings = _meetings(audited)
    for number, board in enumerate(audited.boards, start=1):
        rounds = meetings.get(frozenset((board.white, board.black)), ())
        in_period = tuple(met for met in rounds if met >= period.from_round)
        if len(in_period) >= most:
            both = (board.white, board.black)
            yield Breach(
                "met-enough-in-period", number, both, {"rounds": in_period, "period": period.name, "most": most}
            )


def _meetings(audited: AuditedRound) -> dict[frozenset[PlayerId], tuple[int, ...]]:
    """In which rounds two players have met. A forfeited game is no meeting. Rounds before the first: of last season."""
    carried = audited.tournament.carried.rounds_of_meetings()
    meetings: dict[frozenset[PlayerId], tuple[int, ...]] = {frozenset(pair): (number,) for pair, number in carried}
    for played in audited.tournament.rounds[: audited.round - 1]:
        for board in played.boards:
            if MEANINGS[board.result.outcomes[0]].met:
                both = frozenset((board.white, board.black))
                meetings[both] = (*meetings.get(both, ()), played.number)
    return meetings
