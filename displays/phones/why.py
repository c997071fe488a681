"""Why somebody got this opponent. A round is explained once for all who ask, in the workshop."""

from __future__ import annotations

import asyncio
from collections import OrderedDict

from displays.language import Language
from displays.pairing_reasons import explanation
from engine.errors import Refusal
from engine.model import PlayerId, Round, Tournament
from engine.pairing import Paired, about, with_reasons
from engine.registry import SYSTEMS
from engine.systems import by_hand
from ledger.views.ranking import Parts
from ledger.workshop import Workshop

ROUNDS_KEPT = 64


class Explainer:
    """The explained rounds of this server, the newest asked for last."""

    def __init__(self, workshop: Workshop | None) -> None:
        self._workshop = workshop
        self._known: OrderedDict[tuple[str, int, Parts], asyncio.Task[Paired]] = OrderedDict()

    async def told(self, stream: str, t: Tournament, number: int, player: PlayerId, reader: Language) -> list[str]:
        """``t`` as it is published. What a hand has changed since is said."""
        if not 1 <= number <= len(t.rounds):
            raise Refusal("no-such-round", round=number, rounds=len(t.rounds))
        played, before = t.rounds[number - 1], t.up_to(number - 1)
        if played.system not in SYSTEMS or played.system == by_hand.KEY:
            return [reader.word("no-reasons")]
        paired = await self._explained(stream, played, before)
        lines = [line for line in explanation(before, about(paired, player), player, reader).split("\n") if line]
        is_same = [(b.white, b.black) for b in played.boards] == [(b.white, b.black) for b in paired.boards]
        return lines if is_same else [*lines, reader.phrase("explained-otherwise-today", round=number)]

    async def _explained(self, stream: str, played: Round, before: Tournament) -> Paired:
        key = stream, played.number, Parts(before)
        task = self._known.get(key)
        if task is None:
            task = self._known[key] = asyncio.create_task(self._explain(before))
            while len(self._known) > ROUNDS_KEPT:
                self._known.popitem(last=False)
        self._known.move_to_end(key)
        try:
            return await asyncio.shield(task)
        except Exception:
            self._known.pop(key, None)
            raise

    async def _explain(self, before: Tournament) -> Paired:
        if self._workshop is None:
            return await asyncio.to_thread(explain_round, before)
        return await self._workshop.run(explain_round, before)


def explain_round(before: Tournament) -> Paired:
    """For everybody."""
    return with_reasons(SYSTEMS[before.rules.system], before)
