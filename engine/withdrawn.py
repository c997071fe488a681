"""FIDE C.05 6.6: what the games of somebody count who left a round robin."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from engine.model import PlayerId, Result, Round, Tournament
from engine.tiebreaks.table import PREDETERMINED


def struck(t: Tournament) -> frozenset[PlayerId]:
    """FIDE C.05 6.6: who withdrew from a round robin before half of his games were played: none of them counts.

    The option ``strike_withdrawn`` of the system turns the rule off.
    """
    if t.rules.system not in PREDETERMINED or not t.rules.options.get("strike_withdrawn", True):
        return frozenset()
    field = [player for player, entry in t.entries.items() if entry.takes_part_in(1)]
    games = (len(field) - 1) * (2 if t.rules.options.get("double", False) else 1)
    left = [player for player in field if t.entries[player].withdrawal_in(t.rules.rounds) is not None]
    return frozenset(player for player in left if 2 * _played(t, player) < games)


def without(t: Tournament, players: frozenset[PlayerId]) -> Tournament:
    """The tournament as if the games of these players had never been paired."""
    if not players:
        return t
    return msgspec.structs.replace(t, rounds=tuple(_without(played, players) for played in t.rounds))


def counting(t: Tournament) -> Tournament:
    """FIDE C.05 6.6: the tournament with only the games that count in a table."""
    return without(t, struck(t))


def _played(t: Tournament, player: PlayerId) -> int:
    return sum(result.is_played for result in _results(t, player))


def _results(t: Tournament, player: PlayerId) -> Iterator[Result]:
    return (b.result for played in t.rounds for b in played.boards if player in (b.white, b.black))


def _without(played: Round, players: frozenset[PlayerId]) -> Round:
    boards = tuple(
        msgspec.structs.replace(board, result=Result.NEVER_PLAYED)
        if board.white in players or board.black in players
        else board
        for board in played.boards
    )
    return msgspec.structs.replace(played, boards=boards)
