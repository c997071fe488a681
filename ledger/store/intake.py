"""What was handed to the writer of a log and is not written yet.

While the disk works on one draft (``draft.py``) the next one is made: a submission is placed at once behind everything
that is on its way, and hashed, in the thread of whoever hands it over. The writer then finds a statement that only has
to be executed, and two cores have something to do. What cannot be placed without asking the log – a stream that is not
known here, a command that was seen before, a version that is not the next one – waits until the writer has taken care
of it, and all that comes after it waits too: the order of handing over is the order of the log.

Nothing here knows of threads: ``writer.py`` sees to it that one of them at a time comes here.
"""

from __future__ import annotations

from ledger.store.draft import MOST_ROWS, Draft
from ledger.store.scribe import Scribe
from ledger.store.submission import Item, Submission
from ledger.store.tail import Tail

CROWD = 24  # submissions that are worth a sync of their own, though more may come in this turn


class Intake:
    def __init__(self, tail: Tail, scribe: Scribe) -> None:
        self._tail, self._scribe = tail, scribe
        self._draft: Draft | None = None  # that is being made
        self._ready: Draft | None = None  # before it
        self._waiting: list[Item] = []
        self._is_in_care = False  # the writer asks the log, which may change what is known of its end

    @property
    def is_empty(self) -> bool:
        return self._draft is None and self._ready is None and not self._waiting

    def is_crowd_ready(self) -> bool:
        """There are so many that they go ahead, and the others follow in a draft of their own."""
        if self._draft is None or len(self._draft.items) < CROWD or self._ready is not None:
            return False
        self._ready, self._draft = self._draft, None
        return True

    @property
    def lone_draft(self) -> Draft | None:
        """If one submission is all there is."""
        draft, is_all = self._draft, self._ready is None and not self._waiting
        return draft if draft is not None and len(draft.items) == 1 and is_all else None

    def take_in(self, item: Item) -> None:
        if self._waiting or self._is_in_care or not isinstance(item, Submission) or not self._is_placed(item):
            self._waiting.append(item)

    def _is_placed(self, item: Submission) -> bool:
        draft, rows, end = self._draft, len(item.events), self._tail.end_before(item)
        if end is None or self._scribe.doubts or rows + (0 if draft is None else draft.rows) > MOST_ROWS:
            return False
        try:
            if draft is None:
                draft = self._scribe.draft()
            self._tail.place(item, end, draft)
            self._draft = draft
        except BaseException:  # Ctrl+C in the thread of a loop: nobody knows how far it came
            self._lose_track()
            raise
        return True

    def _lose_track(self) -> None:
        """All that was placed and is not on its way to the disk must be placed anew."""
        self._tail.forget()
        self._waiting[:0] = self._take_back_all()

    def take_draft(self) -> Draft | None:
        draft, self._ready = self._ready, None
        if draft is None:
            draft, self._draft = self._draft, None
        self._is_in_care = False
        return draft

    def take_what_needs_care(self) -> list[Item]:
        """Behind the drafts. As long as they are not recorded or refused, nothing else is placed."""
        items, self._waiting = self._waiting, []
        self._is_in_care = bool(items)
        return items

    def take_back(self, draft: Draft) -> None:
        """It has come to nothing, and so has what was placed on top of it: all need care, before all others."""
        following = self._take_back_all()
        self._tail.take_back(draft)
        self._waiting[:0] = [*draft.items, *following]

    def _take_back_all(self) -> list[Submission]:
        """The last one first, as each was placed on the one before it."""
        drafts = [draft for draft in (self._ready, self._draft) if draft is not None]
        self._ready = self._draft = None
        for draft in reversed(drafts):
            self._tail.take_back(draft)
        return [item for draft in drafts for item in draft.items]
