"""Confirmations: what is recorded only after somebody was shown what follows from it and has said yes to that.

FIDE's checklist for programs (VCL4THP) has levels of warnings: at 3 one yes is asked for, at 4 two, each with the
consequences. Which act asks for one says the act (``Act.confirm``). The first answer of the desk writes nothing: it is
a refusal (``NEEDED``) with a token, and only who sends the same command again with that token has said yes. So no
client can leave the question out.

A token is worth something once, to who got it, for that command, while what follows from it is the same, for a quarter
of an hour, and to this process: after a restart the question is asked anew.
"""

from __future__ import annotations

import secrets
import time
from collections import OrderedDict
from collections.abc import Callable

import msgspec

from engine.errors import Refusal
from ledger.acts.act import Confirmation

NEEDED = "needs-confirmation"  # the refusal whose problems are what follows; its facts have the token
LIFETIME = 900.0  # seconds
MOST_KEPT = 1000  # questions that nobody has answered yet; the oldest make room


class _Question(msgspec.Struct, frozen=True):
    """That was asked, with all that a yes to it depends on."""

    stream: str
    actor: str
    command: msgspec.Struct
    consequences: tuple[str, ...]
    step: int
    asked_at: float


class Confirmations:
    """The questions that were asked and not answered yet."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._asked: OrderedDict[str, _Question] = OrderedDict()

    def check(self, stream: str, actor: str, command: msgspec.Struct, wanted: Confirmation, token: str) -> None:
        """Asks, or asks the second question, unless the token says that all was confirmed."""
        question = self._asked.get(token)
        said = 0
        if question is not None and self._is_about(question, stream, actor, command, wanted):
            said = question.step
        if said == wanted.steps:
            return
        if said:
            self.spend(token)
        told = tuple(str(one) for one in wanted.consequences)
        self._ask(_Question(stream, actor, command, told, said + 1, self._clock()), wanted)

    def spend(self, token: str) -> None:
        """What it confirmed is recorded, or asked for once more."""
        self._asked.pop(token, None)

    def _is_about(
        self, question: _Question, stream: str, actor: str, command: msgspec.Struct, wanted: Confirmation
    ) -> bool:
        is_recent = self._clock() - question.asked_at <= LIFETIME
        same = (question.stream, question.actor, question.command) == (stream, actor, command)
        return is_recent and same and question.consequences == tuple(str(one) for one in wanted.consequences)

    def _ask(self, question: _Question, wanted: Confirmation) -> None:
        token = secrets.token_urlsafe(24)
        self._asked[token] = question
        while len(self._asked) > MOST_KEPT:
            self._asked.popitem(last=False)
        raise make_question(wanted, question.step, token)


def make_question(wanted: Confirmation, step: int = 1, token: str = "") -> Refusal:
    needed = Refusal(NEEDED, level=wanted.level, step=step, steps=wanted.steps, token=token)
    needed.problems = wanted.consequences
    return needed
