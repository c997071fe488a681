"""The subscriber of a connection: who it is, and what they may follow."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from displays.web.access.roles import Visitor
from displays.web.live.topics import Audience, Topic
from displays.web.screens.status import ScreenDevice
from engine.errors import Refusal
from ledger.acts.lists import ListTakenBack
from ledger.acts.opening import DetailsChanged
from ledger.acts.permission import Permission
from ledger.acts.removals import PlayerRemoved

AskAgain = Callable[[], Visitor | None]
SHUTTING_OUT = (DetailsChanged, PlayerRemoved, ListTakenBack)  # after which a private tournament may be for fewer


class Subscriber:
    """``ask_again`` says who somebody is today who came in with a key (it can be taken back); None if nobody any more.
    Who came without a key is always the public."""

    def __init__(self, stream: str, visitor: Visitor, ask_again: AskAgain | None = None, device: str = "") -> None:
        self.stream, self.visitor = stream, visitor
        self.device = device  # as it calls itself, always the same; empty: it does not say
        self.screen: ScreenDevice | None = None  # that it is, if it follows the setting of one
        self._ask_again = ask_again
        self._topics: tuple[Topic, ...] = ()  # that it follows and not everybody may

    def check(self, wanted: Iterable[Topic]) -> None:
        """Refuse what is not for everybody to whom it is not for."""
        self._topics = tuple(topic for topic in wanted if topic.audience is not Audience.EVERYBODY)
        if self._may_follow(self.visitor):
            return
        if not self.visitor.is_known:
            raise Refusal("sign-in-needed")
        raise Refusal("not-allowed", act=Permission.SEE_DRAFTS.value)

    def _may_follow(self, visitor: Visitor) -> bool:
        return all(topic.is_for(visitor, self.stream) for topic in self._topics)

    @property
    def has_come_with_key(self) -> bool:
        return self._ask_again is not None

    def may_stay(self) -> bool:
        """Whoever came in with a key needs it still."""
        if self._ask_again is None:
            return True
        visitor = self._ask_again()
        return visitor is not None and self._may_follow(visitor)

    def has_key(self) -> bool:
        """To a private tournament."""
        visitor = None if self._ask_again is None else self._ask_again()
        return visitor is not None and visitor.may(Permission.SEE, self.stream)


def parse_device(text: str) -> str:
    """The mark by which a screen is known again; anything else than a mark is none."""
    return text if re.fullmatch(r"[0-9A-Za-z-]{8,64}", text) else ""
