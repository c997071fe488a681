"""Lines of the server's log about who comes: let in, sent away, signed out. Never with a key."""

from __future__ import annotations

import logging

from starlette.requests import HTTPConnection

from displays.web.access.key_state import Key
from displays.web.access.session_cookies import Session
from engine.errors import RoundlogError

_LOGGER = logging.getLogger("roundlog")
MOST_HOSTS = 100  # of which each is told once: whoever asks by many names does not fill the disk
_told_hosts: set[str] = set()
_KEY_PROBLEMS = ("no-such-key", "key-", "too-many-attempts")


def note_refusal(error: RoundlogError, request: HTTPConnection) -> None:
    """At the door. What is refused further inside is a matter between the server and who asked."""
    address = "" if request.client is None else request.client.host
    if error.code == "unknown-host":
        host = str(error.facts.get("host", ""))
        if host not in _told_hosts and len(_told_hosts) < MOST_HOSTS:
            _told_hosts.add(host)
            _LOGGER.warning("host-refused", extra={"facts": {"host": host, "address": address}})
    elif error.code.startswith(_KEY_PROBLEMS):
        note_refused_key(error, address)


def note_refused_key(error: RoundlogError, address: str) -> None:
    _LOGGER.warning("key-refused", extra={"facts": {"problem": error.code, "address": address}})


def note_sign_in(key: Key, session: Session, address: str) -> None:
    facts = {"name": session.name, "number": key.number, "role": key.grant.role.value, "address": address}
    _LOGGER.info("signed-in", extra={"facts": facts})


def note_sign_out(session: Session, address: str) -> None:
    _LOGGER.info("signed-out", extra={"facts": {"name": session.name, "address": address}})


def note_taking_over(actor: str) -> None:
    _LOGGER.warning("taken-over", extra={"facts": {"actor": actor}})
