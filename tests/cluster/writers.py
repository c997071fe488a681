"""Sixteen who enter results at two nodes, a quarter of them in one tournament, and ask again as the console does."""

from __future__ import annotations

import http.client
import json
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import pairwise
from typing import NamedTuple

from tests.cluster.servers import NORTH, SHARED, SOUTH, ClusterServer, wait_until

TIMEOUT = 30.0  # seconds: whoever types waits that long for an answer
FIRST_WAIT, MOST_DOUBLINGS = 0.3, 2  # as static/js/api.js waits before it asks again
WRITERS = 16
NO_MAJORITY, UNKNOWN = "cluster-no-majority", "cluster-outcome-unknown"


class Acknowledged(NamedTuple):
    reason: str  # by which the record is known
    port: int  # of the node that answered
    at: float


class Writers:
    """Each has a board of its own, whose result they correct again and again. ``pause``: seconds between two.

    Every command has an id, and is asked with it until its fate is known: acknowledged, or refused for sure.
    """

    def __init__(self, servers: Sequence[ClusterServer], token: str, pause: float) -> None:
        first, second = servers[:2]
        places = [(first, NORTH)] * 6 + [(second, SOUTH)] * 6 + [(first, SHARED), (second, SHARED)] * 2
        self.acknowledged: list[Acknowledged] = []
        self.refused: list[str] = []
        self.told_unknown: set[str] = set()  # and asked again, until they were told more
        self.problems: list[str] = []
        self.conflicts = 0
        self._token, self._pause = token, pause
        self._may_write, self._is_over = threading.Event(), threading.Event()
        self._may_write.set()
        self._busy = 0
        self._lock = threading.Lock()
        self._threads = [
            threading.Thread(target=self._write, args=(server, stream, number), name=f"writer {number}")
            for number, (server, stream) in enumerate(places, 1)
        ]
        assert len(self._threads) == WRITERS

    def __enter__(self) -> Writers:
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._is_over.set()
        self._may_write.set()
        for thread in self._threads:
            thread.join()

    @contextmanager
    def stand_still(self) -> Iterator[None]:
        """As soon as the fate of all that was asked is known."""
        self._may_write.clear()
        try:
            wait_until(lambda: self._busy == 0)
            yield
        finally:
            self._may_write.set()

    def longest_pause(self, server: ClusterServer, since: float) -> float:
        """In which nobody at that node was acknowledged anything, up to now."""
        times = [one.at for one in list(self.acknowledged) if one.port == server.port and one.at > since]
        return max(later - earlier for earlier, later in pairwise([since, *times, time.monotonic()]))

    def wait_for_more(self, *servers: ClusterServer, count: int = 10) -> float:
        """Until each of these nodes has acknowledged so many from now on; how long it took."""
        began = time.monotonic()
        ports = {server.port for server in servers}

        def has_more() -> bool:
            found = [one.port for one in self.acknowledged[-40 * count :] if one.at > began]
            return all(found.count(port) >= count for port in ports)

        return wait_until(has_more, lambda: f"nobody writes at {ports}: {self.problems[-3:]}")

    # -- one of them ---------------------------------------------------------------------------------------------------

    def _write(self, server: ClusterServer, stream: str, number: int) -> None:
        line = http.client.HTTPConnection("127.0.0.1", server.port, timeout=TIMEOUT)
        results, count = ["1-0", "0-1"], 0
        while not self._is_over.wait(self._pause):
            self._may_write.wait()
            with self._lock:
                self._busy += 1
            try:
                count += 1
                reason = f"w{number}-{count}"
                body = {"round": 1, "board": number, "result": results[0], "reason": reason}
                if self._insist(line, stream, reason, body):
                    self.acknowledged.append(Acknowledged(reason, server.port, time.monotonic()))
                    results.reverse()
            finally:
                with self._lock:
                    self._busy -= 1
        line.close()

    def _insist(self, line: http.client.HTTPConnection, stream: str, reason: str, body: dict[str, object]) -> bool:
        """False: it was refused, and nothing of it is on its way."""
        attempt, may_stand = 0, False
        while True:
            status, code = self._ask(line, stream, reason, body)
            if status in (200, 201):
                return True
            if code == NO_MAJORITY and not may_stand:
                self.refused.append(reason)
                return False
            if code == "version-conflict":
                self.conflicts += 1
            elif status < 500 and status:
                self.problems.append(f"{reason}: {status} {code}")
                return False
            elif code != NO_MAJORITY:
                may_stand = True
            if code == UNKNOWN:
                self.told_unknown.add(reason)
            if self._is_over.is_set():
                return False
            time.sleep(FIRST_WAIT * 2 ** min(attempt, MOST_DOUBLINGS))
            attempt += 1

    def _ask(self, line: http.client.HTTPConnection, stream: str, reason: str, body: object) -> tuple[int, str]:
        """Status and code; 0: there was no answer."""
        headers = {
            "authorization": f"Bearer {self._token}",
            "content-type": "application/json",
            "idempotency-key": reason,
        }
        try:
            content = json.dumps({"do": "correct-result", **(body if isinstance(body, dict) else {})})
            line.request("POST", f"/api/t/{stream}/commands", content, headers)
            answer = line.getresponse()
            told = json.loads(answer.read() or b"{}")
        except (TimeoutError, OSError, http.client.HTTPException, ValueError):
            line.close()
            return 0, ""
        return answer.status, str(told.get("code", "")) if isinstance(told, dict) else ""
