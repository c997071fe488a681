"""The ladder by which a round was paired: where everybody stood on it, and what they were worth that evening.

Boards of a Keizer round show it where those of other systems show the points before the round.
"""

from __future__ import annotations

from collections.abc import Mapping

from engine.model import PlayerId, Tournament, Value
from ledger.state import State
from ledger.views import ladder
from ledger.views.figures import Amount
from ledger.views.ladder_figures import with_ladder, worth
from ledger.views.seasons import season
from ledger.views.view import View

NAME = "paired-ladder"
READS = ladder.READS


class PairedPlace(Value, frozen=True):
    player: PlayerId
    place: int
    value: Amount


class PairedLadder(View, frozen=True, kw_only=True, tag=NAME):
    """Round 0 is shown while nothing is paired."""

    round: int
    lines: tuple[PairedPlace, ...]  # best first


def show_paired_ladder(state: State) -> PairedLadder:
    """Of the newest round."""
    t = with_ladder(state.tournament)
    places = places_before(t, len(t.rounds)) if t.rounds else {}
    return PairedLadder(version=state.version, round=len(t.rounds), lines=tuple(places.values()))


def places_before(t: Tournament, round_number: int) -> Mapping[PlayerId, PairedPlace]:
    """By player, best first; of a round that is not paired yet by the ladder as it stands."""
    found = season(t.up_to(round_number)).before(round_number)
    return {player: PairedPlace(player, before.place, worth(t, before.value)) for player, before in found.items()}
