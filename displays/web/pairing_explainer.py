"""Explanations of pairings: computed once per round, from what was known when it was paired.

Everybody may ask, and an explanation may take as long as a pairing. So it is computed in processes of its own, behind
which no pairing waits; which take only a few rounds at a time from the public, and an arbiter's question first.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict

from displays.web.visibility import SeenViews
from displays.words.language import Language
from displays.words.pairing_reasons import explanation, since_pairing
from engine.errors import Unavailable
from engine.model import Board, PlayerId, Tournament, Value
from engine.pairing import Paired, Reason, about
from engine.registry import BY_HAND, SYSTEMS
from ledger.acts.evolve import fold
from ledger.acts.pairing import RoundPaired
from ledger.desk import Desk
from ledger.previews import PAIRINGS_OF_REASONS, explain_pairing
from ledger.turns import Kind, Task
from ledger.views.pairing_reasons import Reasons
from ledger.worker import Worker

ROUNDS_KEPT = 64
MOST_WAITING = 8  # rounds, for the public
COME_AGAIN = 10  # seconds, for who finds so many waiting
LIMIT = 120.0  # seconds for one


class Explained(Value, frozen=True):
    """A pairing as it was made, and its reasons."""

    before: Tournament  # what it was made from
    event: RoundPaired
    paired: Paired  # the same by the rules as they are programmed today

    def about(self, player: PlayerId | None) -> tuple[Reason, ...]:
        return about(self.paired, player).reasons

    def is_as_it_stands(self, boards: tuple[Board, ...]) -> bool:
        """Whether the rules as they are programmed today would seat everybody so."""
        return _seats(self.paired.boards) == _seats(boards)

    def notes(self, view: Reasons, reader: Language) -> list[str]:
        """What to know besides: what has become of the pairing, and of what it was made from."""
        found = []
        if not self.is_as_it_stands(self.event.boards):
            found.append(reader.phrase("explained-otherwise-today", round=view.round))
        return [*found, *since_pairing(view, reader)]


def _seats(boards: tuple[Board, ...]) -> list[tuple[PlayerId, PlayerId]]:
    return [(board.white, board.black) for board in boards]


class Explainer:
    """The explained rounds of this server, those asked for last. A pairing is known by the version of its record, so
    whichever moment somebody looks from, it is the same one."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        # Beside the arbiters' own, if they have one.
        self._worker = None if desk.worker is None else Worker(LIMIT)
        self._known: OrderedDict[tuple[str, int], asyncio.Task[Explained]] = OrderedDict()
        self._for_strangers: set[tuple[str, int]] = set()  # which were begun for the public: arbiters go before

    def close(self) -> None:
        if self._worker is not None:
            self._worker.close()

    async def of(self, stream: str, paired_at: int, *, is_staff: bool = False) -> Explained:
        """The pairing that was recorded with that version. Who asks while it is worked out waits for the same work; but
        an arbiter does not wait for what a stranger asked for, which may be behind other strangers'."""
        key = stream, paired_at
        task = self._known.get(key)
        if task is None or (is_staff and not task.done() and key in self._for_strangers):
            if not is_staff and sum(not one.done() for one in self._known.values()) >= MOST_WAITING:
                raise Unavailable("too-busy-for-strangers", seconds=COME_AGAIN)
            task = self._known[key] = asyncio.create_task(self._explain(*key, is_public=not is_staff))
            (self._for_strangers.discard if is_staff else self._for_strangers.add)(key)
            task.add_done_callback(lambda done: self._forget_failed(key, done))
            self._make_room()
        self._known.move_to_end(key)
        return await asyncio.shield(task)

    def _make_room(self) -> None:
        idle = [key for key, task in self._known.items() if task.done()]
        for key in idle[: max(0, len(self._known) - ROUNDS_KEPT)]:
            self._forget(key)

    def _forget_failed(self, key: tuple[str, int], task: asyncio.Task[Explained]) -> None:
        """Who asks next gets a new attempt; whoever asked may have hung up."""
        if (task.cancelled() or task.exception() is not None) and self._known.get(key) is task:
            self._forget(key)

    def _forget(self, key: tuple[str, int]) -> None:
        del self._known[key]
        self._for_strangers.discard(key)

    async def _explain(self, stream: str, paired_at: int, *, is_public: bool) -> Explained:
        before, event = await asyncio.to_thread(self._read_pairing, stream, paired_at)
        task = Task(Kind.EXPLANATION, stream, len(before.entries), PAIRINGS_OF_REASONS, is_public=is_public)
        if self._worker is None:
            paired = await asyncio.to_thread(explain_pairing, before, event)
        else:
            paired = await self._worker.run(task, explain_pairing, before, event)
        return Explained(before, event, paired)

    def _read_pairing(self, stream: str, paired_at: int) -> tuple[Tournament, RoundPaired]:
        """What the round was paired from, and the pairing."""
        *earlier, made = self._desk.log.read(stream, upto=paired_at)
        before = fold(recorded.event for recorded in earlier)
        assert before is not None
        assert isinstance(made.event, RoundPaired)
        return before.tournament, made.event

    # -- in words ----------------------------------------------------------------------------------------------------

    async def explain_player(
        self, stream: str, seen: SeenViews, view: Reasons, player: PlayerId, reader: Language
    ) -> list[str]:
        """Lines for one player, with the names that the reader may know."""
        if view.system not in SYSTEMS or view.system == BY_HAND:
            return [reader.word("no-reasons")]
        made = await self.of(stream, view.paired_at)
        lines = explanation(seen.naming(made.before), about(made.paired, player), player, reader).split("\n")
        return [*filter(None, lines), *made.notes(view, reader)]

    async def explain_round(self, stream: str, seen: SeenViews, view: Reasons, reader: Language) -> list[str]:
        """All lines, for the arbiters: indented, with an empty one before what is new."""
        if view.system not in SYSTEMS or view.system == BY_HAND:
            return [reader.word("no-reasons" if view.system != BY_HAND else "paired-by-hand")]
        made = await self.of(stream, view.paired_at, is_staff=True)
        lines = explanation(seen.naming(made.before), made.paired, None, reader).split("\n")
        return [*lines, "", *made.notes(view, reader)]
