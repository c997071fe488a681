"""The follower: a thread that copies the first server, log and private file, for as long as this one is its standby.

Every hash and every seal is checked before a record is taken in. What does not fit ends the copying with an alarm:
nothing is overwritten, and what was copied stays served.
"""

from __future__ import annotations

import logging
import threading

from displays.web.standby.client import OtherServer
from engine.errors import Broken, Refusal, RoundlogError, Unavailable
from ledger.standby.epochs import ServerRole
from ledger.standby.pair import ServerPair

PAUSE = 0.2  # seconds until a first that could not be reached is asked again

_LOGGER = logging.getLogger("roundlog")


class Follower:
    """Copies into the log of the pair, which is the one below the gate."""

    def __init__(self, pair: ServerPair) -> None:
        self._pair = pair
        self._is_ending = threading.Event()
        self._thread = threading.Thread(target=self._run, name="follower of the first server", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def close(self) -> None:
        self._is_ending.set()
        self._thread.join()

    def _run(self) -> None:
        membership = self._pair.membership
        assert membership is not None
        with OtherServer(membership.standby_of, membership.token) as first:
            while not self._is_ending.is_set() and self._pair.role is ServerRole.STANDBY:
                try:
                    copy_step(self._pair, first)
                except Unavailable:
                    self._is_ending.wait(PAUSE)
                except (Broken, Refusal) as problem:
                    if self._pair.role is not ServerRole.STANDBY:  # somebody took over meanwhile
                        return
                    if isinstance(problem, Refusal) and problem.code == "other-server-refuses":
                        self._pair.alarm = problem  # a key that was taken back may be given again
                        self._is_ending.wait(5 * PAUSE)
                        continue
                    self._stop(problem)
                    return
                except Exception:
                    self._stop(Broken("copying-stopped"))
                    _LOGGER.exception("copying the first server")
                    return

    def _stop(self, problem: RoundlogError) -> None:
        self._pair.alarm = problem
        _LOGGER.error("the copy of %s has stopped: %s", self._pair.other, problem)


def copy_step(pair: ServerPair, first: OtherServer) -> None:
    """Ask once, and take in what comes: asking for what comes after a record says that all before it is on the disk."""
    log, rows = pair.log, pair.private_rows()
    assert rows is not None
    assert pair.membership is not None
    after, seal, known = log.position(), log.seal(), rows.positions()
    answer = first.ask_records(after, seal, known, pair.membership.server, pair.address)
    state = pair.hear(answer.state)
    if answer.records:
        with pair.copying():
            log.copy(answer.records).result()
        pair.look_at_log()
    if answer.private != known:
        copy_private(pair, first)
    pair.note_first(state.position)
    pair.alarm = None


def copy_private(pair: ServerPair, first: OtherServer) -> None:
    """Until there are no more rows."""
    rows = pair.private_rows()
    assert rows is not None
    while True:
        known = rows.positions()
        found = first.ask_private(known, rows.digest(known)).rows
        if not any(found.values()):
            return
        with pair.copying():
            rows.insert(found)
