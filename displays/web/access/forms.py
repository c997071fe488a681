"""HTML forms: their fields, their route, and that a form sent twice acts once."""

from __future__ import annotations

import secrets
import threading
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from urllib.parse import parse_qsl

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from displays.web.access.key_store import NewKey
from engine.errors import BadInput

MOST_FIELDS = 50
FORMS_KEPT = 32  # whoever reloads does it soon


async def form_of(request: Request) -> dict[str, str]:
    """The fields by their names, no files; of a name that comes twice the last."""
    body = await request.body()
    try:
        return dict(parse_qsl(body.decode(), keep_blank_values=True, max_num_fields=MOST_FIELDS, errors="strict"))
    except ValueError as error:  # UnicodeDecodeError is one
        raise BadInput("form-unreadable") from error


PageEndpoint = Callable[[Request], Awaitable[Response]]


def form_route(path: str, show: PageEndpoint, take: PageEndpoint) -> Route:
    """A page with a form that is sent to its own address: one route, so that a wrong method is told both."""

    async def either(request: Request) -> Response:
        return await (take if request.method == "POST" else show)(request)

    return Route(path, either, methods=["GET", "POST"])


class SentForms:
    """The keys that the last forms made: one sent again, by a double click or by reloading the answer, makes no other.

    In memory only: a token is in no file. Another node, or this one after a new start, knows that the form made a key
    and cannot show it again (``KeyState.check_form_is_new``).
    """

    def __init__(self) -> None:
        self._made: OrderedDict[str, tuple[NewKey, ...]] = OrderedDict()
        self._lock = threading.Lock()

    @staticmethod
    def new_form() -> str:
        return secrets.token_urlsafe(9)

    def make_once(self, form: str, make: Callable[[], tuple[NewKey, ...]]) -> tuple[NewKey, ...]:
        """What ``make`` makes, or made when the same form was sent before. A form without a name is always new."""
        with self._lock:
            made = self._made.get(form)
            if made is None:
                made = make()
            if form:
                self._made[form] = made
                while len(self._made) > FORMS_KEPT:
                    self._made.popitem(last=False)
            return made
