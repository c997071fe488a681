"""Who is in no table: whose games do not count, because they withdrew (FIDE C.05 6.6), and who was expelled."""

from __future__ import annotations

import msgspec

from engine.model import PlayerId, Result, Round, Tournament
from engine.registry import SYSTEMS


def struck_players(t: Tournament) -> frozenset[PlayerId]:
    """Whose games count in no table, by the regulation of the tournament's system."""
    system = SYSTEMS.get(t.rules.system)
    return frozenset() if system is None else system.struck(t)


def without(t: Tournament, players: frozenset[PlayerId]) -> Tournament:
    """The tournament as if the games of these players had never been paired."""
    if not players:
        return t
    return msgspec.structs.replace(t, rounds=tuple(_without(played, players) for played in t.rounds))


def counting(t: Tournament) -> Tournament:
    """FIDE C.05 6.6: the tournament with only the games that count in a table."""
    return without(t, struck_players(t))


def expelled_players(t: Tournament) -> frozenset[PlayerId]:
    """VCL4THP 198: who was expelled by the round that comes after those of ``t``."""
    return frozenset(player for player in t.entries if 0 < t.expelled_from(player) <= t.next_round)


def _without(played: Round, players: frozenset[PlayerId]) -> Round:
    boards = tuple(
        msgspec.structs.replace(board, result=Result.NEVER_PLAYED)
        if board.white in players or board.black in players
        else board
        for board in played.boards
    )
    return msgspec.structs.replace(played, boards=boards)
