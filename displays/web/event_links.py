"""Link from a section to its event, for whoever may know of that."""

from __future__ import annotations

import msgspec
from starlette.requests import Request

from displays.web.access.authorize import visitor_of
from displays.web.access.services import services_of
from displays.web.tournament_list import may_know

EVENT = "event"  # in the state of a request for which an answer is made elsewhere (``public_answers.py``)


class EventLink(msgspec.Struct, frozen=True):
    id: str
    name: str


def find_event(request: Request, section: str) -> EventLink | None:
    """Of which it is a section. Which answer is wanted says it itself where that is made for everybody: who makes it
    does not follow the list of tournaments."""
    known = request.scope["state"]
    if EVENT in known:
        event: EventLink | None = known[EVENT]
        return event
    desk, visitor = services_of(request).desk, visitor_of(request)
    line = desk.tournaments.festival_of(section)
    return EventLink(line.id, line.name) if line is not None and may_know(desk, visitor, line) else None
