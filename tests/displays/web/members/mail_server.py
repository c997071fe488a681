"""A mail server for tests: real SMTP on loopback, which answers as it is told to."""

from __future__ import annotations

import email
import email.policy
import socketserver
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from email.message import EmailMessage
from typing import Any


class MailServer(socketserver.ThreadingTCPServer):
    """``answers``: what it says to MAIL, RCPT, DATA and the end of the text, where that is not 250 (354)."""

    daemon_threads = True
    allow_reuse_address = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Talk)
        self.answers: dict[str, str] = {}
        self.silent_after = ""  # it says nothing more after that
        self.mails: list[tuple[str, EmailMessage]] = []

    @property
    def port(self) -> int:
        return int(self.server_address[1])


class _Talk(socketserver.StreamRequestHandler):
    def handle(self) -> None:
        server: Any = self.server
        to = ""
        self._say("220 tests")
        while line := self.rfile.readline().decode().strip():
            word = line.split(":")[0].split()[0].upper()
            to = line.partition(":")[2].strip("<> ") if word == "RCPT" else to
            if word == "QUIT":
                self._say("221 bye")
                return
            if word == "DATA" and "DATA" not in server.answers:
                self._say("354 go on")
                text = b"".join(iter(self.rfile.readline, b".\r\n"))
                word = "END"
                if server.answers.get("END", "250").startswith("250"):
                    parsed: Any = email.message_from_bytes(text, policy=email.policy.default)
                    server.mails.append((to, parsed))
            if server.silent_after == word:
                time.sleep(3)
                return
            self._say(server.answers.get(word, "250 fine"))

    def _say(self, text: str) -> None:
        self.wfile.write(f"{text}\r\n".encode())


@contextmanager
def mail_server() -> Iterator[MailServer]:
    with MailServer() as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        try:
            yield server
        finally:
            server.shutdown()
