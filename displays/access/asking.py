"""From a request to the visitor who sent it, and the one question that every door asks: may they?"""

from __future__ import annotations

from starlette.requests import HTTPConnection

from displays.access.visitor import NOBODY, Act, Visitor
from engine.errors import Refusal


def visitor_of(request: HTTPConnection) -> Visitor:
    """As the session cookie or the bearer token says (put there by the middleware)."""
    visitor = getattr(request.state, "visitor", NOBODY)
    assert isinstance(visitor, Visitor)
    return visitor


def allow(request: HTTPConnection, act: Act, stream: str = "", board: int | None = None) -> Visitor:
    """The visitor, or a refusal: 401 for somebody unknown, 403 for somebody known who may not."""
    visitor = visitor_of(request)
    if visitor.may(act, stream, board):
        return visitor
    if not visitor.is_known:
        raise Refusal("sign-in-needed")
    raise Refusal("not-allowed", act=act.value)
