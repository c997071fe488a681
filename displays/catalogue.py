"""The tournaments of a log, a line each."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from engine.model import Tournament
from ledger.log import Log
from ledger.views.contract import released_rounds


class Listed(msgspec.Struct, frozen=True):
    """What a list of tournaments says of one. ``played`` counts published rounds: a draft is nobody's business."""

    id: str
    name: str
    place: str
    starts: str
    system: str
    game: str
    players: int
    rounds: int
    played: int
    is_finished: bool
    version: int
    head: str


def catalogue(log: Log, state: Callable[[str], Tournament | None]) -> tuple[Listed, ...]:
    """By id. ``state`` gives the newest state of a tournament."""
    found = ((head, state(head.stream)) for head in log.heads())
    return tuple(_listed(head.stream, head.hash, t) for head, t in found if t is not None)


def _listed(stream: str, head: str, t: Tournament) -> Listed:
    return Listed(
        id=stream,
        name=t.details.name,
        place=t.details.place,
        starts=t.details.starts,
        system=t.rules.system,
        game=t.rules.game,
        players=len(t.entries),
        rounds=t.rules.rounds,
        played=released_rounds(t),
        is_finished=t.is_finished,
        version=t.version,
        head=head,
    )
