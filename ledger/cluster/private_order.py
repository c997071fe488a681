"""The private order: keys, sessions and proposals of a cluster, the same on every node.

A node decides on the rows that it has, and offers the next ones with their positions to an order that all nodes share.
A thread applies the order to the private file: rows that continue their table stand, all others are refused, and who is
refused decides again (``PrivateTable.decide``). Who offered is answered when this node's file has it; a majority of the
engine has it then too.
"""

from __future__ import annotations

import logging
import os
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from engine.errors import Broken, Refusal, RoundlogError, Unavailable
from ledger.cluster.order import Order
from ledger.cluster.private_copy import AppliedPoint, PrivateCopy
from ledger.cluster.private_messages import (
    AnyPrivateMessage,
    PrivateBeginning,
    RowsOffered,
    decode_message,
    encode_message,
    new_id,
)
from ledger.private_file import PrivateRow
from ledger.private_rows import PrivateRows

PATIENCE = 10.0  # seconds for an offer, while a leader of the engine is elected
BEGINNING = 60.0  # seconds for the rows with which another node begins the order
LOOK_EVERY = 1.0  # seconds, where nobody says that there is news
PAUSE = 0.2
MESSAGES_AT_A_TIME = 500
ROWS_IN_A_MESSAGE = 200
_LOGGER = logging.getLogger("roundlog")


@contextmanager
def open_private_order(
    order: Order, path: Path, patience: float = PATIENCE, *, may_begin: bool = True
) -> Iterator[PrivateOrder]:
    """The file has all that the order has; refused if it has something else. ``may_begin``: one node begins an order,
    with the rows that it has; the others wait for it."""
    private = PrivateOrder(order, path, patience, may_begin=may_begin)
    try:
        private.start()
        yield private
    finally:
        private.close()


class PrivateOrder:
    """A ``RowOrder`` (``ledger.private_file``)."""

    def __init__(self, order: Order, path: Path, patience: float = PATIENCE, *, may_begin: bool = True) -> None:
        self._order, self._path, self._patience, self._may_begin = order, path, patience, may_begin
        self._copy = PrivateCopy(path)
        self._fates: dict[str, bool | None] = {}  # of what this node has offered, by its id; None: not known yet
        self._news = threading.Condition()
        self._thread = threading.Thread(target=self._run, name="applies the private order", daemon=True)
        self._is_closing = False
        self._has_begun = False
        self._is_cut_off = False
        self.trouble: RoundlogError | None = None  # why nothing is applied any more

    @property
    def point(self) -> AppliedPoint:
        """How far this node is; where two nodes are at the same number their digests are the same."""
        return self._copy.point

    def start(self) -> None:
        """Where the engine has no majority now, a file that stood in this order is read, and compared later."""
        until = time.monotonic() + self._patience
        while not self._has_begun:
            try:
                self._begin()
            except Unavailable as error:
                known = self._copy.find_point()
                if known is not None and known.is_complete:
                    _LOGGER.warning("the newest keys are not known: %s", error)
                    self._copy.point, self._is_cut_off = known, True
                    break
                if error.code == "cluster-beginning" or time.monotonic() > until:
                    raise
                time.sleep(PAUSE)
        self._thread.start()

    def close(self) -> None:
        with self._news:
            self._is_closing = True
            self._news.notify_all()
        if self._thread.ident is not None:
            self._thread.join()
        self._copy.close()

    # -- what tables ask -----------------------------------------------------------------------------------------------

    def check(self) -> None:
        """Refuses while no row would be taken. It does not wait."""
        if self.trouble is not None:
            raise self.trouble
        if self._is_cut_off:
            raise Unavailable("cluster-no-majority")
        if self._is_closing:
            raise Unavailable("log-closed", path=os.fspath(self._path))

    def offer(self, table: str, rows: Sequence[PrivateRow]) -> bool:
        """See ``RowOrder``. Raises Unavailable where there is no majority: ``cluster-no-majority`` if they do not stand
        and never will, ``cluster-outcome-unknown`` if that cannot be said."""
        return self._settle(RowsOffered(id=new_id(), table=table, rows=tuple(rows)))

    def catch_up(self) -> None:
        self._settle(RowsOffered(id=new_id()))

    def _settle(self, message: RowsOffered) -> bool:
        """Published until it is known what became of it."""
        self.check()
        until = time.monotonic() + self._patience
        why = Unavailable("cluster-no-majority")  # if that is all that is ever said, it is not there
        with self._news:
            self._fates[message.id] = None
        try:
            while True:
                error = self._publish(message)
                if error is None or error.code != why.code:
                    why = Unavailable("cluster-outcome-unknown")
                fate = self._wait_for_fate(message.id, until if error is None else time.monotonic() + PAUSE)
                if fate is not None:
                    return fate
                if time.monotonic() >= until or self._is_closing or self.trouble is not None:
                    break
        finally:
            with self._news:
                del self._fates[message.id]
        self._is_cut_off = True
        raise why

    def _publish(self, message: AnyPrivateMessage) -> Unavailable | None:
        """Why it is not known to be in the order."""
        try:
            self._order.publish(encode_message(message))
        except Unavailable as error:
            return error
        return None

    def _wait_for_fate(self, offered: str, until: float) -> bool | None:
        with self._news:
            while (fate := self._fates[offered]) is None and not self._is_closing and self.trouble is None:
                if not self._news.wait(until - time.monotonic()):
                    break
            return fate

    # -- what the order brings -----------------------------------------------------------------------------------------

    def _run(self) -> None:
        while not self._is_closing:
            try:
                if not self._has_begun:
                    self._begin()
                if self._is_cut_off:
                    self._is_cut_off = self._publish(RowsOffered(id=new_id())) is not None
                if not self._apply_next():
                    self._order.wait(self.point.number, LOOK_EVERY)
            except Unavailable as error:
                if error.code == "cluster-message-newer":
                    self._stop(error)
                    return
                self._pause()
            except RoundlogError as error:
                self._stop(error)
                return
            except Exception:
                _LOGGER.exception("while applying the private order")
                self._stop(Broken("cluster-copying-stopped"))
                return

    def _stop(self, trouble: RoundlogError) -> None:
        _LOGGER.error("keys and proposals of the cluster are not taken in any more: %s", trouble)
        with self._news:
            self.trouble = trouble
            self._news.notify_all()

    def _pause(self) -> None:
        with self._news:
            if not self._is_closing:
                self._news.wait(LOOK_EVERY)

    def _apply_next(self) -> bool:
        """False: there is nothing new."""
        contents = self._order.read(self.point.number + 1, MESSAGES_AT_A_TIME)
        if not contents:
            return False
        fates = self._copy.apply(contents)
        with self._news:
            self._fates.update((one, fate) for one, fate in fates if self._fates.get(one, True) is None)
            self._news.notify_all()
        return True

    # -- how it begins -------------------------------------------------------------------------------------------------

    def _begin(self) -> None:
        last = self._order.last()
        if not last:
            last = self._publish_beginning() if self._may_begin else self._wait_for_beginning()
        beginning = decode_message(self._order.read(1, 1)[0], 1)
        if not isinstance(beginning, PrivateBeginning):
            raise Broken("cluster-message-missing", number=1)
        self._copy.stand_where_it_stood(beginning.id, last)
        self._apply_until(last)
        if self._copy.has_others:
            self._publish_rows(beginning)
        self._wait_until_complete()
        self._has_begun = True

    def _publish_beginning(self) -> int:
        """With the rows that this file has. Of several nodes that do so at the same moment one is the first."""
        rows = PrivateRows(self._path)
        try:
            positions = rows.positions()
            beginning = PrivateBeginning(id=new_id(), positions=positions, digest=rows.digest(positions))
        finally:
            rows.close()
        return self._order.publish(encode_message(beginning))

    def _wait_for_beginning(self) -> int:
        until = time.monotonic() + BEGINNING
        while not (last := self._order.last()):
            if time.monotonic() > until or self._is_closing:
                raise Unavailable("cluster-beginning")
            self._order.wait(0, LOOK_EVERY)
        return last

    def _publish_rows(self, beginning: PrivateBeginning) -> None:
        """Those with which the order began, by whoever has them: the node that began it may have ended since."""
        rows = PrivateRows(self._path)
        try:
            if rows.positions() != beginning.positions or rows.digest(rows.positions()) != beginning.digest:
                raise Refusal("cluster-other-private", path=os.fspath(self._path), table="", position=0)
            while self._copy.has_others:
                self._apply_until(self._publish_some(rows))
        finally:
            rows.close()

    def _publish_some(self, rows: PrivateRows) -> int:
        """The next ones; the number of the last message."""
        found = rows.rows_after(self.point.positions)
        table = next(name for name, more in found.items() if more)
        number = 0
        for some in _divide(found[table]):
            number = self._order.publish(encode_message(RowsOffered(id=new_id(), table=table, rows=some)))
        return number

    def _apply_until(self, number: int) -> None:
        until = time.monotonic() + self._patience
        while self.point.number < number:
            if self._apply_next():
                continue
            if time.monotonic() > until or self._is_closing:
                raise Unavailable("cluster-no-majority")
            self._order.wait(self.point.number, PAUSE)

    def _wait_until_complete(self) -> None:
        until = time.monotonic() + BEGINNING
        while not self.point.is_complete:
            if time.monotonic() > until or self._is_closing:
                raise Unavailable("cluster-beginning")
            if not self._apply_next():
                self._order.wait(self.point.number, PAUSE)


def _divide(rows: Sequence[PrivateRow]) -> Iterator[tuple[PrivateRow, ...]]:
    for first in range(0, len(rows), ROWS_IN_A_MESSAGE):
        yield tuple(rows[first : first + ROWS_IN_A_MESSAGE])
