"""A pair of servers as one of them knows it: its role, the other, how far the copy is, and who has to be waited for.

Two machines have no majority. So the rules are few: whom the newest epoch names takes writes; who meets a higher epoch
takes none from then on; whoever decides that an epoch begins is a person.
"""

from __future__ import annotations

import asyncio
import logging
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

from msgspec.structs import replace

from engine.errors import Refusal, RoundlogError, Unavailable
from ledger.acts.epochs import GO_ON, SERVER_STREAM, TAKE_OVER, EpochBegun
from ledger.acts.record import Recorded
from ledger.private_file import path_of_private_file, write_time
from ledger.private_rows import PrivateRows
from ledger.standby.epochs import (
    Epoch,
    ServerRole,
    ServerState,
    SignedState,
    begin_epoch,
    check_role,
    check_state,
    last_record_of_epochs,
    newest_epoch,
    role_of,
    seal_at,
    sign_state,
)
from ledger.standby.membership import (
    Membership,
    Replacement,
    new_membership,
    path_of_membership,
    read_membership,
    write_membership,
)
from ledger.store.log import Archive

SIGHT = 3.0  # seconds without a word of the standby, after which it is out of sight
LONGEST_CONFIRMATION = 5.0  # seconds that an answer waits for a standby that is in sight and slow
MOST_OWN_RECORDS = 500  # that are listed of a server that was replaced

_LOGGER = logging.getLogger("roundlog")


class Unconfirmed(NamedTuple):
    """An answer that is not given before the standby has confirmed."""

    position: int
    until: float
    future: Future[None]


class ServerPair:
    """What a server knows of itself and of the other. A server without a second has one too, which is asked little."""

    def __init__(
        self,
        log: Archive,
        path: Path | None,
        *,
        address: str = "",
        goes_on_alone: bool = False,
        trusts_network: bool = False,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.log = log
        self.address = address  # of this server
        self.goes_on_alone = goes_on_alone  # when the standby is out of sight; else a person says so
        self.trusts_network = trusts_network
        self.recorded = asyncio.Event()  # is set, and replaced, whenever something was recorded here
        self.alarm: RoundlogError | None = None  # the copying has stopped: something did not fit
        self.is_in_conflict = False  # both were told to go on
        self._path = path  # of the log; None: nothing is kept (tests, and a log in memory)
        self._clock = clock
        self._lock = threading.Lock()  # for who waits: the writer's thread asks too
        self._changing = threading.Lock()  # the membership: the loop does, and whoever asks the other in a thread
        self._waiting: list[Unconfirmed] = []
        self._confirmed = 0  # the position that the standby has on its disk
        self._last_seen: float | None = None  # of the other, by the clock above …
        self._last_seen_at = ""  # … and by the wall
        self._other_heard: float | None = None  # when the other last answered a question of ours …
        self._other_heard_at = ""  # … by the wall
        self._began = clock()
        self._highest_epoch = 0  # that was heard of anywhere
        self._epoch = Epoch()
        self._epochs_read = -1  # how many records of epochs were read
        self._copying = threading.Lock()  # held while something is copied into this log, and while it is taken over
        self._complete: float | None = None  # when this copy last had all that the first had
        self._first_position = 0  # of the first, as it last said
        self._private: PrivateRows | None = None
        self.membership = None if path is None else read_membership(path)
        self.look_at_log()

    # -- role ----------------------------------------------------------------------------------------------------------

    @property
    def role(self) -> ServerRole:
        """By what stands in the log and beside it; but a higher epoch that the other has proven counts at once."""
        role = role_of(self.membership, self._epoch)
        is_overtaken = role is ServerRole.FIRST and self._highest_epoch > self._epoch.number
        return ServerRole.REPLACED if is_overtaken else role

    @property
    def epoch(self) -> Epoch:
        return self._epoch

    @property
    def other(self) -> str:
        """Where the other server is found; empty if there is none."""
        return "" if self.membership is None else self.membership.address_of_other

    def check_writable(self) -> None:
        """Refuses what would change something while the other server, or none, takes writes."""
        check_role(self.role, self.other)

    def check_confirmable(self) -> None:
        """Nothing is taken whose answer would have to wait for somebody who is not there."""
        if self.must_wait() and not self.is_in_sight():
            raise Unavailable("standby-out-of-sight")

    def takes_writes(self) -> bool:
        is_served = self.role in (ServerRole.SINGLE, ServerRole.FIRST)
        return is_served and not (self.must_wait() and not self.is_in_sight())

    def look_at_log(self) -> None:
        """The command line beside the server may have recorded an epoch."""
        count = self.log.version(SERVER_STREAM)
        if count == self._epochs_read:
            return
        is_first_look = self._epochs_read < 0
        self._epoch = newest_epoch(self.log)
        self._epochs_read = count  # last: whoever finds it in another thread goes by the epoch
        recorded = None if is_first_look else last_record_of_epochs(self.log)
        if recorded is not None and isinstance(recorded.event, EpochBegun):
            if recorded.event.how == GO_ON and self._is_own_epoch():
                self._go_on()
            _LOGGER.warning("epoch %s: %s goes on", self._epoch.number, self._epoch.server)

    def _is_own_epoch(self) -> bool:
        return self.membership is not None and self._epoch.server == self.membership.server

    def _change(self, **fields: Any) -> None:
        """Of the membership. One after the other: nobody undoes what another thread has just noted."""
        with self._changing:
            self._save(replace(self.membership or new_membership(), **fields))

    def _save(self, membership: Membership) -> None:
        if membership == self.membership:
            return
        if self._path is not None:
            write_membership(self._path, membership)
        self.membership = membership

    def restore(self, membership: Membership | None) -> None:
        """As it was before: what was begun could not be done."""
        if membership is not None:
            self._save(membership)
        elif self._path is not None and self.membership is not None:
            path_of_membership(self._path).unlink(missing_ok=True)
            self.membership = None

    # -- how it is started ---------------------------------------------------------------------------------------------

    def become_standby(self, first: str, token: str, shared: str) -> None:
        """As the command line says. A server that took over from that first stays what it is until that one has begun
        a higher epoch: what a person decided last outranks how a service was once set up. And one that was replaced and
        has records of its own stays that: it could copy nothing, and its list of them would be gone."""
        known = self.membership or new_membership()
        has_taken_over = known.standby_of == first and self.role is ServerRole.FIRST
        if has_taken_over:
            return
        if self.count_own_records():
            _LOGGER.warning("what only this server has is still to be looked at: it does not become a standby")
            return
        if known.standby_of != first or self.role is ServerRole.REPLACED:
            known = replace(known, standby_of=first, since_epoch=self._epoch.number, replaced=None, other_server="")
        self._save(replace(known, token=token, other=first, shared=shared, waits=False, is_alone=False))

    def set_waiting(self, waits: bool) -> None:
        """Whether an answer waits for the standby: as the command line says."""
        if self.membership is None and not waits:
            return
        is_alone = self.membership is not None and self.membership.is_alone
        self._change(waits=waits, is_alone=is_alone and waits)

    # -- the standby, as the first knows it ----------------------------------------------------------------------------

    def note_follower(self, server: str, address: str, shared: str) -> None:
        """Remembered on the disk: when this server comes back it asks there first."""
        known = self.membership or new_membership()
        if server == known.server:
            raise Refusal("standby-of-itself")
        if known.other_server not in ("", server) and self.is_in_sight():
            raise Refusal("has-another-standby", other=known.other)
        if known.other_server != server:
            self._last_seen = None
        self._change(other_server=server, other=address or known.other, shared=shared)

    def note_seen(self) -> None:
        self._last_seen, self._last_seen_at = self._clock(), write_time(datetime.now(UTC))

    def confirm(self, position: int) -> None:
        """The standby has everything up to there on its disk."""
        self.note_seen()
        with self._lock:
            self._confirmed = position
            done = [one for one in self._waiting if one.position <= position]
            self._waiting = [one for one in self._waiting if one.position > position]
        _resolve(done)
        if self.membership is not None and self.membership.is_alone and position >= self.log.position():
            self._change(is_alone=False)
            _LOGGER.warning("the standby is back and has everything")

    def note_other(self) -> None:
        """The other has answered a question of ours; whether it copies is told by ``confirm`` alone."""
        self._other_heard, self._other_heard_at = self._clock(), write_time(datetime.now(UTC))

    def is_other_heard(self) -> bool:
        return self._other_heard is not None and self._clock() - self._other_heard < SIGHT

    def is_in_sight(self) -> bool:
        return self._last_seen is not None and self._clock() - self._last_seen < SIGHT

    def must_wait(self) -> bool:
        known = self.membership
        return known is not None and known.waits and not known.is_alone and self.role is ServerRole.FIRST

    def is_confirmed(self, position: int) -> bool:
        """Whoever goes on has that record. Of a server that was replaced: the other had it too when it took over."""
        known = self.membership
        if known is not None and self.role is ServerRole.REPLACED:
            return known.replaced is not None and position <= known.replaced.common
        return not self.must_wait() or position <= self._confirmed

    def check_confirmed(self, position: int) -> None:
        """What would be lost with this server is not told as recorded."""
        if not self.is_confirmed(position):
            self.check_writable()
            raise Unavailable("standby-has-not-confirmed")

    def wait_for(self, position: int) -> Future[None]:
        """Resolved when the standby has that record on its disk, or need not; fails when it stays away, and when it has
        taken over without that record."""
        future: Future[None] = Future()
        with self._lock:
            if self.role is ServerRole.FIRST and not self.is_confirmed(position):
                self._waiting.append(Unconfirmed(position, self._clock() + LONGEST_CONFIRMATION, future))
                return future
        try:
            self.check_confirmed(position)
            future.set_result(None)
        except (Refusal, Unavailable) as problem:
            future.set_exception(problem)
        return future

    def notify_recorded(self) -> None:
        """For the standby's question that waits in the same loop."""
        recorded, self.recorded = self.recorded, asyncio.Event()
        recorded.set()

    def look_around(self) -> None:
        """Now and then: what the command line recorded, who stays away, who has waited for too long."""
        self.look_at_log()
        now = self._clock()
        is_gone = not self.is_in_sight() and now - self._began >= SIGHT
        if is_gone and self.goes_on_alone and self.must_wait():
            self._go_on()
        with self._lock:
            late = [one for one in self._waiting if is_gone or one.until <= now]
            self._waiting = [one for one in self._waiting if one not in late]
        for one in late:
            if not one.future.done():
                one.future.set_exception(Unavailable("standby-has-not-confirmed"))

    def _go_on(self) -> None:
        """Without the standby, until it is back. Who waits is answered: it stands here."""
        if self.membership is None:
            return
        self._change(is_alone=True)
        _LOGGER.warning("going on without the standby")
        with self._lock:
            done, self._waiting = self._waiting, []
        _resolve(done)

    # -- the copy, as the standby makes it -----------------------------------------------------------------------------

    @contextmanager
    def copying(self) -> Iterator[None]:
        """While this lasts nobody takes over; once somebody has, nothing is copied."""
        with self._copying:
            self.look_at_log()
            if self.role is not ServerRole.STANDBY:
                raise Refusal("server-takes-writes-already")
            yield

    def note_first(self, position: int) -> None:
        """The first has answered, and has so many records."""
        self.note_seen()
        self._first_position = position
        if self.log.position() >= position:
            self._complete = self._clock()

    def private_rows(self) -> PrivateRows | None:
        """Of the file beside the log, opened when it is first asked for; None where nothing is kept."""
        if self._private is None and self._path is not None:
            self._private = PrivateRows(path_of_private_file(self._path))
        return self._private

    def close(self) -> None:
        if self._private is not None:
            self._private.close()
            self._private = None

    # -- what a person decides -----------------------------------------------------------------------------------------

    def take_over(self, *, reason: str, actor: str) -> Recorded:
        """This server takes writes from now on; nothing more is copied into its log."""
        with self._copying:
            return self._take_over(reason, actor)

    def _take_over(self, reason: str, actor: str) -> Recorded:
        self.look_at_log()
        if self.membership is None or (self.role is ServerRole.FIRST and not self.is_in_conflict):
            raise Refusal("server-takes-writes-already")
        known = self.membership.replaced
        above = max(self._highest_epoch, 0 if known is None else known.epoch)
        recorded = begin_epoch(
            self.log, self.membership, TAKE_OVER, reason=reason, actor=actor, address=self.address, above=above
        )
        self.look_at_log()
        self.alarm, self.is_in_conflict = None, False
        return recorded

    def go_on(self, *, reason: str, actor: str) -> Recorded:
        """Answers wait for the standby no more, until it is back."""
        self.check_writable()
        if self.membership is None or not self.membership.waits:
            raise Refusal("waits-for-no-standby")
        if self.membership.is_alone or self.is_in_sight():
            raise Refusal("standby-not-missing")
        recorded = begin_epoch(self.log, self.membership, GO_ON, reason=reason, actor=actor, address=self.address)
        self.look_at_log()
        return recorded

    # -- meeting the other ---------------------------------------------------------------------------------------------

    def tell(self, at: int = 0) -> SignedState:
        """What this server says of itself, signed so that the other can believe it."""
        known = self.membership
        state = ServerState(
            server="" if known is None else known.server,
            role=self.role,
            epoch=self._epoch.number,
            epoch_server=self._epoch.server,
            position=self.log.position(),
            seal=self.log.seal(),
            address=self.address,
            at=at,
            seal_at=seal_at(self.log, at),
        )
        return sign_state(state, "" if known is None else known.shared)

    def hear(self, signed: SignedState) -> ServerState:
        """What the other says of itself, if it is the other who says it."""
        state = check_state(signed, "" if self.membership is None else self.membership.shared)
        self._highest_epoch = max(self._highest_epoch, state.epoch)
        is_first = self.role is ServerRole.FIRST
        own = self._epoch
        self.is_in_conflict = is_first and own.number == state.epoch > 0 and own.server != state.epoch_server
        return state

    def must_yield_to(self, state: ServerState) -> bool:
        return role_of(self.membership, self._epoch) is ServerRole.FIRST and state.epoch > self._epoch.number

    def yield_to(self, state: ServerState, common: int) -> None:
        """The other has begun a higher epoch: this server takes no more writes, after a new start neither."""
        assert self.membership is not None
        replaced = Replacement(state.epoch, state.server, state.address or self.membership.other, common)
        self._change(replaced=replaced)
        _LOGGER.warning("%s has taken over (epoch %s): no more writes here", replaced.address, state.epoch)
        with self._lock:
            waiting, self._waiting = self._waiting, []
        for one in waiting:
            if not one.future.done():
                one.future.set_exception(Refusal("server-was-replaced", other=self.other))

    def own_records(self) -> Iterator[Recorded]:
        """What only this server has, after it was replaced: to be looked at and entered again, by people."""
        if self.membership is not None and self.membership.replaced is not None:
            yield from islice(self.log.read_all(self.membership.replaced.common), MOST_OWN_RECORDS)

    def count_own_records(self) -> int:
        known = None if self.membership is None else self.membership.replaced
        return 0 if known is None or self.role is not ServerRole.REPLACED else self.log.position() - known.common

    # -- what is shown -------------------------------------------------------------------------------------------------

    def seconds_behind(self) -> float | None:
        """Since this copy was known to have all that the first had; None: it never was since it was started."""
        return None if self._complete is None else self._clock() - self._complete

    def complete_until(self) -> str | None:
        """Of a standby that hears nothing of the first: when it last did (UTC). What it shows may be old."""
        is_unsure = self.role is ServerRole.STANDBY and not self.is_in_sight()
        return self._last_seen_at or None if is_unsure else None

    @property
    def first_position(self) -> int:
        return self._first_position

    def other_servers(self) -> tuple[str, ...]:
        """The addresses of other servers with the same log."""
        return (self.other,) if self.other else ()

    @property
    def last_seen_at(self) -> str:
        return self._last_seen_at or self._other_heard_at

    @property
    def confirmed(self) -> int:
        return self._confirmed


def _resolve(waiting: list[Unconfirmed]) -> None:
    for one in waiting:
        if not one.future.done():
            one.future.set_result(None)
