"""Absolute rules that regulations share, checked on a finished pairing.

They share nothing with any pairer beyond the model, so that a mistake is not made twice. A system lists those that are
its own in its description; ``engine/audit.py`` applies them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property

from engine.errors import Fact
from engine.model import MEANINGS, Board, Colour, Outcome, PlayerId, SitOut, Tournament, Value


class Breach(Value, frozen=True, omit_defaults=True):
    """An absolute rule that a pairing breaks: which, on which board (0: on none), between whom."""

    code: str
    board: int
    players: tuple[PlayerId, ...]
    facts: dict[str, Fact] = {}
    is_wish: bool = False  # no absolute rule: it was agreed, and yields where it must; but everybody is told


AuditedSeat = tuple[Outcome, Colour | None]  # what a round was to a player, and the colour where one counts


class AuditedRound:
    """A pairing that is to be checked, and what the rounds before it were to each player."""

    def __init__(self, t: Tournament, boards: Sequence[Board], number: int, sitouts: Sequence[SitOut]) -> None:
        self.tournament = t
        self.boards = boards
        self.round = number
        self.sitouts = sitouts

    @property
    def byes(self) -> tuple[PlayerId, ...]:
        return tuple(out.player for out in self.sitouts if out.outcome is Outcome.PAIRING_BYE)

    @cached_property
    def past(self) -> dict[PlayerId, list[AuditedSeat]]:
        """What the rounds before were to each player, oldest first."""
        t = self.tournament
        found: dict[PlayerId, list[AuditedSeat]] = {player: [] for player in t.entries}
        for played in t.rounds[: self.round - 1]:
            for board in played.boards:
                for player, colour, _, outcome in board.seats():
                    found[player].append((outcome, colour if MEANINGS[outcome].colour else None))
            for out in played.sitouts:
                found[out.player].append((out.outcome, None))
            for player, entry in t.entries.items():
                if len(found[player]) < played.number:
                    found[player].append((entry.absences.get(played.number) or entry.outside(played.number), None))
        return found


AbsoluteRule = Callable[[AuditedRound], Iterator[Breach]]


def seats_everybody_once(audited: AuditedRound) -> Iterator[Breach]:
    """FIDE C.04.3:2026 1.9.1: everybody who is to be paired has one game or sits out, and nobody else has."""
    wanted = set(audited.tournament.available(audited.round))
    seen: set[PlayerId] = set()
    for number, board in enumerate(audited.boards, start=1):
        for player in (board.white, board.black):
            if player in seen:
                yield Breach("seated-twice", number, (player,))
            elif player not in wanted:
                yield Breach("not-to-be-paired", number, (player,))
            seen.add(player)
    seen.update(out.player for out in audited.sitouts)
    if wanted - seen:
        yield Breach("left-out", 0, tuple(sorted(wanted - seen)))


def gives_one_bye(audited: AuditedRound) -> Iterator[Breach]:
    """FIDE C.04.1:2026 3: one player has the bye if the number is odd, nobody if it is even."""
    if len(audited.byes) > 1 or (audited.byes and len(audited.tournament.available(audited.round)) % 2 == 0):
        yield Breach("too-many-byes", 0, audited.byes)


def bars_second_bye(audited: AuditedRound) -> Iterator[Breach]:
    """FIDE C.04.1:2026 4 [C2]: no bye after a bye, nor after a win's points in a round without a game."""
    table = audited.tournament.rules.points
    for player in audited.byes:
        for outcome, _ in audited.past[player]:
            meaning = MEANINGS[outcome]
            won = not meaning.played and getattr(table, meaning.pairing_points) >= table.win
            if outcome is Outcome.PAIRING_BYE or won:
                yield Breach("bye-barred", 0, (player,))
                break


def bars_second_dummy(audited: AuditedRound) -> Iterator[Breach]:
    """KNDB introduction, FMJD 4.1: nobody meets the dummy twice; a full-point bye counts as a game with it."""
    for player in audited.byes:
        had = {outcome for outcome, _ in audited.past[player]}
        if had & {Outcome.PAIRING_BYE, Outcome.FULL_BYE}:
            yield Breach("bye-barred", 0, (player,))


def bars_colours(audited: AuditedRound) -> Iterator[Breach]:
    """FIDE C.04.1:2026 6, 7 [C3]: no third game running with one colour, no difference beyond two.

    In the last round a topscorer and whoever meets them may have to bear it.
    """
    for number, board in enumerate(audited.boards, start=1):
        if _has_topscorer(audited, board):
            continue
        for player, colour in ((board.white, Colour.WHITE), (board.black, Colour.BLACK)):
            had = [*(worn for _, worn in audited.past[player] if worn is not None), colour]
            if had[-3:] == [colour] * 3:
                yield Breach("colour-third-in-row", number, (player,))
            if 2 * had.count(colour) - len(had) > 2:
                yield Breach("colour-difference", number, (player,))


def _has_topscorer(audited: AuditedRound, board: Board) -> bool:
    """FIDE C.04.3:2026 1.8: in the last round, somebody with more than half of the possible points."""
    t = audited.tournament
    if audited.round < t.rules.rounds:
        return False
    possible = (audited.round - 1) * t.rules.points.win
    return any(2 * _score(audited, player) > possible for player in (board.white, board.black))


def _score(audited: AuditedRound, player: PlayerId) -> int:
    t = audited.tournament
    scored: Iterator[int] = (
        getattr(t.rules.points, MEANINGS[outcome].pairing_points) for outcome, _ in audited.past[player]
    )
    decided = (a.points for a in t.adjustments if a.player == player and a.round < audited.round)
    return sum(scored) + sum(decided)
