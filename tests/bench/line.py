"""A connection of an arbiter who sends commands."""

from __future__ import annotations

import http.client
import json
import time

SILENT = 2.0  # seconds


class Line:
    """Stays open between commands, as a browser's does; one that was silent is closed by the server before long."""

    def __init__(self, port: int, key: str) -> None:
        self._connection = http.client.HTTPConnection("127.0.0.1", port)
        self._used_at = time.monotonic()
        self._headers = {"authorization": f"Bearer {key}", "content-type": "application/json", "host": "hall"}

    def post(self, stream: str, do: str, **fields: object) -> None:
        if time.monotonic() - self._used_at > SILENT:
            self._connection.close()
        body = json.dumps({"do": do} | fields)
        self._connection.request("POST", f"/api/t/{stream}/commands", body, self._headers)
        answer = self._connection.getresponse()
        said = answer.read()
        self._used_at = time.monotonic()
        assert answer.status < 300, said
