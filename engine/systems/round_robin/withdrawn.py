"""FIDE C.05 6.6: whose games count in no table because they left a round robin."""

from __future__ import annotations

from collections.abc import Iterator

from engine.model import PlayerId, Result, Tournament


def struck_players(t: Tournament) -> frozenset[PlayerId]:
    """FIDE C.05 6.6: who withdrew before half of their games were played: none of them counts.

    The option ``strike_withdrawn`` turns the rule off.
    """
    if not t.rules.options.get("strike_withdrawn", True):
        return frozenset()
    field = [player for player, entry in t.entries.items() if entry.takes_part_in(1)]
    games = (len(field) - 1) * (2 if t.rules.options.get("double", False) else 1)
    left = [player for player in field if t.entries[player].withdrawal_in(t.rules.rounds) is not None]
    return frozenset(player for player in left if 2 * _games_played(t, player) < games)


def _games_played(t: Tournament, player: PlayerId) -> int:
    return sum(result.is_played for result in _results(t, player))


def _results(t: Tournament, player: PlayerId) -> Iterator[Result]:
    return (b.result for played in t.rounds for b in played.boards if player in (b.white, b.black))
