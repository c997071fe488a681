"""A form that is sent twice, by a double click or by reloading the page that answered it, makes one key."""

from __future__ import annotations

import secrets
import threading
from collections import OrderedDict
from collections.abc import Callable

from displays.web.access.store.store import NewKey

FORMS_KEPT = 32  # whoever reloads does it soon


class SentForms:
    """What came of the last forms, in memory only: a token stands in no file."""

    def __init__(self) -> None:
        self._made: OrderedDict[str, NewKey] = OrderedDict()
        self._door = threading.Lock()

    @staticmethod
    def new_form() -> str:
        return secrets.token_urlsafe(9)

    def once(self, form: str, make: Callable[[], NewKey]) -> NewKey:
        """What ``make`` makes, or made when the same form was sent before. A form without a name is always new."""
        with self._door:
            made = self._made.get(form)
            if made is None:
                made = make()
            if form:
                self._made[form] = made
                while len(self._made) > FORMS_KEPT:
                    self._made.popitem(last=False)
            return made
