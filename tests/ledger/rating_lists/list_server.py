"""A web server on this machine that has rating lists, and does what a test wants it to do."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


class ListServer:
    """``files``: what each path has. ``asked``: path and headers of each request."""

    def __init__(self) -> None:
        self.files: dict[str, bytes] = {}
        self.headers: dict[str, str] = {}  # of every answer
        self.redirects: dict[str, str] = {}
        self.status = 200
        self.lies = 0  # bytes that it says it has beyond those that it sends
        self.heeds_conditions = True
        self.asked: list[tuple[str, dict[str, str]]] = []
        self.url = ""

    def answer(self, request: BaseHTTPRequestHandler) -> None:
        path = request.path
        self.asked.append((path, {name.lower(): value for name, value in request.headers.items()}))
        if path in self.redirects:
            self._begin(request, 302, {"Location": self.redirects[path]})
        elif self.heeds_conditions and request.headers.get("if-none-match", "-") == self.headers.get("ETag"):
            self._begin(request, 304, {})
        elif self.status != 200 or path not in self.files:
            self._begin(request, self.status if self.status != 200 else 404, {})
        else:
            content = self.files[path]
            self._begin(request, 200, {"Content-Length": str(len(content) + self.lies), **self.headers})
            request.wfile.write(content)

    def _begin(self, request: BaseHTTPRequestHandler, status: int, headers: dict[str, str]) -> None:
        request.send_response(status)
        for name, value in headers.items():
            request.send_header(name, value)
        request.end_headers()


@contextmanager
def serve_lists() -> Iterator[ListServer]:
    lists = ListServer()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            lists.answer(self)

        def log_message(self, *_: Any) -> None:
            """Nobody reads it."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()
        lists.url = f"http://127.0.0.1:{server.server_address[1]}"
        yield lists
        server.shutdown()
