"""Authorization: who sent a request, and whether they may act or see."""

from __future__ import annotations

import functools

from starlette.requests import HTTPConnection

from displays.web.access.roles import NOBODY, Visitor
from displays.web.access.services import services_of
from displays.web.visibility import PublicViews, ResultsViews, SeenViews, ViewsFor
from engine.errors import Refusal
from engine.model import PlayerId, Tournament
from ledger.acts.permission import Permission
from ledger.state import State

_OF_FESTIVALS = ("/api/f/", "/f/")
_OF_TOURNAMENTS = ("/api/t/", "/t/")  # what has neither beginning serves both


def visitor_of(request: HTTPConnection) -> Visitor:
    """As the session cookie or the bearer token says (put there by the middleware)."""
    visitor = request.scope.get("state", {}).get("visitor", NOBODY)
    assert isinstance(visitor, Visitor)
    return visitor


def allow(
    request: HTTPConnection,
    permission: Permission,
    stream: str = "",
    board: int | None = None,
    player: PlayerId | None = None,
) -> Visitor:
    """The visitor, or a refusal: 401 for somebody unknown, 403 for somebody known who may not.

    ``stream``: in which tournament; empty: on the server as a whole. ``board``: whose result is to be entered.
    ``player``: on whose behalf a member acts. From then on the visitor of the request acts with the key that allows it:
    what is recorded names that one.
    """
    visitor = visitor_of(request)
    if visitor.may(permission, stream, board, player):
        acting = request.scope["state"]["visitor"] = visitor.acting(permission, stream, board, player)
        return acting
    if not visitor.is_known:
        raise Refusal("sign-in-needed")
    if board is not None and visitor.may(permission, stream):
        raise Refusal("board-not-yours", board=board, boards=_ranges(visitor, stream))
    if player is not None and visitor.may(permission, stream):
        raise Refusal("not-your-player", player=player)
    raise Refusal("not-allowed", act=permission.value)


def allow_somewhere(request: HTTPConnection, permission: Permission) -> Visitor:
    """For what belongs to no tournament and still needs a key, because it costs the server time."""
    visitor = visitor_of(request)
    if visitor.may_somewhere(permission):
        return visitor
    raise Refusal("not-allowed", act=permission.value) if visitor.is_known else Refusal("sign-in-needed")


def views_of_visitor(visitor: Visitor, stream: str) -> ViewsFor:
    """All that is known for arbiters; for those who enter results what they need for that; else what is released."""
    if visitor.may(Permission.SEE_DRAFTS, stream):
        return SeenViews
    if visitor.may(Permission.ENTER_RESULTS, stream):
        return functools.partial(ResultsViews, ranges=visitor.boards_in(stream))
    return PublicViews


def _ranges(visitor: Visitor, stream: str) -> tuple[str, ...]:
    """``1-40``, ``41-…``."""
    return tuple(f"{first or 1}-{last or '…'}" for first, last in visitor.boards_in(stream))


def may_see(visitor: Visitor, stream: str, t: Tournament) -> bool:
    """Everybody a public tournament; a private one only who has a key to it."""
    return not t.details.is_private or visitor.may_see(stream, t.entries)


def state_of(request: HTTPConnection, permission: Permission | None = None) -> State:
    """The state of the tournament in the address, for whoever may see it; with ``permission`` for whoever may do that.

    A private one is refused as if it were not there.
    """
    stream = request.path_params["id"]
    if permission is not None:
        allow(request, permission, stream)
    return _visible_state(request, stream)


def tournament_of(request: HTTPConnection, permission: Permission | None = None) -> Tournament:
    return state_of(request, permission).tournament


def see(request: HTTPConnection, stream: str) -> Visitor:
    """For every endpoint that shows something of a tournament. It does not tell whether there is a private one."""
    _visible_state(request, stream)
    return visitor_of(request)


def _visible_state(request: HTTPConnection, stream: str) -> State:
    state = services_of(request).desk.state(stream)
    is_festival = request.scope["path"].startswith(_OF_FESTIVALS)
    if state is None or state.epoch or not may_see(visitor_of(request), stream, state.tournament):
        raise Refusal("no-such-festival" if is_festival else "no-such-tournament")
    if is_festival and state.festival is None:
        raise Refusal("no-such-festival")
    if state.festival is not None and request.scope["path"].startswith(_OF_TOURNAMENTS):
        raise Refusal("no-such-tournament")
    return state
