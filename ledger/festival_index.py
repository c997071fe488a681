"""The index of festivals: which streams of a log are festivals. The first record of each says so for good."""

from __future__ import annotations

from engine.errors import BadInput, Broken
from ledger.acts.festivals import FestivalOpened
from ledger.store.log import Log

# What is wrong with one tournament and no other: a record that does not fit, or of a kind that a newer program wrote.
UNREADABLE_STREAM = (Broken, BadInput)


class FestivalIndex:
    """Every stream is looked at once; may be asked from any thread."""

    def __init__(self, log: Log) -> None:
        self._log = log
        self._kinds: dict[str, bool] = {}  # stream → whether it is a festival
        self._position = 0  # of the log, up to which every stream is known

    def is_festival(self, stream: str) -> bool:
        """False also of what is not there. One that cannot be read is none: which, the list of tournaments says."""
        known = self._kinds.get(stream)
        if known is not None:
            return known
        try:
            first = next(iter(self._log.events(stream, upto=1)), None)
        except UNREADABLE_STREAM:
            return False
        if first is None:
            return False
        self._kinds[stream] = isinstance(first, FestivalOpened)
        return self._kinds[stream]

    def find_all(self) -> tuple[str, ...]:
        """By name. The first time all streams of the log are looked at, which takes its time; later what moved."""
        position = self._log.position()
        if position != self._position:
            for stream in self._list_new():
                self.is_festival(stream)
            self._position = position
        return tuple(sorted(stream for stream, is_one in tuple(self._kinds.items()) if is_one))

    def _list_new(self) -> tuple[str, ...]:
        if not self._position:
            return tuple(head.stream for head in self._log.heads())
        return self._log.streams_after(after=self._position)
