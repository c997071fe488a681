"""KNDB modification 2: the dummy takes part like a player, draws every game and so ranks in the middle.

What its games count, and what the intermediate round makes of them: ``engine/dummy.py``.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.draughts_swiss import Sheet
from engine.dummy import DUMMY, dummy_score, victims
from engine.matching.cardinality import has_perfect_matching
from engine.model import Tournament


def dummy_sheet(t: Tournament, ranked: Sequence[Sheet], scores: dict[int, int]) -> Sheet:
    """The dummy's line of the ranking list: it has drawn with all of its opponents."""
    met = frozenset(victims(t))
    opponents = sum(scores[victim] for victim in met)
    lot = max((sheet.lot for sheet in ranked), default=0) + 1
    return Sheet(
        player=DUMMY, lot=lot, score=dummy_score(t), resistance=opponents, berger=opponents, met=met,
        balance=0, previous=None, last=None,
    )  # fmt: skip


def who_draws_alone(playing: Sequence[Sheet], rows: Sequence[int]) -> Sheet | None:
    """KNDB modification 2: "in principle" the middle one of an odd number; else the nearest to them who can be spared.

    Without that one the others must be able to play. None: nobody can be spared so.
    """
    everybody, middle = (1 << len(playing)) - 1, len(playing) // 2
    for place in sorted(range(len(playing)), key=lambda place: (abs(place - middle), -place)):
        if has_perfect_matching(rows, everybody & ~(1 << place)):
            return playing[place]
    return None
