"""Tokens: keys as people and programs carry them, 256 random bits.

A password is hashed slowly because people choose passwords that can be guessed. Nobody chooses these: there are 2^256
of them, so a plain SHA-256 of one cannot be turned round by trying, however fast; and it lets the key store look
a key up by its digest in one step, without comparing secrets one by one.
"""

from __future__ import annotations

import hashlib
import re
import secrets

API_PREFIX = "rl_"  # so that a program's key is recognised where it should not be: in a mail, in a repository
_TOKEN = re.compile(r"(?:rl_)?[A-Za-z0-9_-]{43}")


def new_token(*, is_api: bool) -> str:
    return (API_PREFIX if is_api else "") + secrets.token_urlsafe(32)


def digest_of(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def pasted_token(text: str) -> str:
    """Out of what somebody pasted: the key alone, or the whole link. Empty if there is none in it."""
    last = re.split(r"[?#]", text.strip(), maxsplit=1)[0].rstrip("/").rsplit("/", 1)[-1]
    return last if _TOKEN.fullmatch(last) else ""
