"""List of the tournaments in a log."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import msgspec

from displays.web.access.roles import Visitor
from engine.errors import RoundlogError
from ledger.acts.permission import Permission
from ledger.state import State
from ledger.store.log import Head, Log


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
    is_private: bool = False
    broken: str = ""  # why it cannot be read: a code

    def seen_by(self, visitor: Visitor, released: Callable[[str], tuple[int, str]]) -> Listed:
        """Its version and head count a draft only for those who may see it. ``released``: both for everybody else."""
        if self.broken or visitor.may(Permission.SEE_DRAFTS, self.id):
            return self
        version, head = released(self.id)
        return msgspec.structs.replace(self, version=version, head=head)

    def is_for(self, visitor: Visitor) -> bool:
        """A private one for who has a key to it; one that cannot be read for those who can do something about it."""
        if self.broken:
            return visitor.may(Permission.SEE_DRAFTS, self.id)
        return not self.is_private or visitor.may(Permission.SEE, self.id)


def list_tournaments(log: Log, state: Callable[[str], State | None]) -> Iterator[Listed]:
    """By id, each when it is asked for: what is loaded for one need not be loaded again to say more of it.

    ``state`` gives the newest state of a tournament. One that cannot be read does not hide the others.
    """
    return (line for head in log.heads() if (line := _line(head, state)) is not None)


def _line(head: Head, state: Callable[[str], State | None]) -> Listed | None:
    try:
        found = state(head.stream)
    except RoundlogError as error:
        return _unreadable_line(head, error.code)
    except (AssertionError, AttributeError, LookupError, TypeError, ValueError):
        return _unreadable_line(head, "event-does-not-fit")  # ``evolve`` trusts ``decide``; these records it never made
    return None if found is None or found.festival is not None else _line_of(head, found)


def _line_of(head: Head, state: State) -> Listed:
    t = state.tournament
    return Listed(
        id=head.stream,
        name=t.details.name,
        place=t.details.place,
        starts=t.details.starts,
        system=t.rules.system,
        game=t.rules.game,
        players=len(t.entries),
        rounds=t.rules.rounds,
        played=t.released_rounds,
        is_finished=t.is_finished,
        version=state.version,
        head=head.hash,
        is_private=t.details.is_private,
    )


def _unreadable_line(head: Head, why: str) -> Listed:
    return Listed(
        id=head.stream,
        name=head.stream,
        place="",
        starts="",
        system="",
        game="",
        players=0,
        rounds=0,
        played=0,
        is_finished=False,
        version=head.version,
        head=head.hash,
        broken=why,
    )
