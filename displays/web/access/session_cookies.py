"""Session cookies: what a browser carries after signing in, signed so that nobody can forge one.

The cookie says which keys were used and as whom; what they allow is looked up in the key store at every request, so a
revoked key ends the session at once.
"""

from __future__ import annotations

import base64
import binascii
import functools
import hashlib
import hmac

import msgspec

from engine.model import Value

LASTS = 14 * 24 * 3600  # seconds; counted anew whenever the browser comes back
RENEWED_AFTER = 24 * 3600  # not with every answer: once a day is enough
MOST_KEYS = 8  # that one browser carries; the oldest make room


class Session(Value, frozen=True, array_like=True):
    id: str
    name: str
    keys: tuple[int, ...]  # the newest last
    until: int  # seconds since 1970

    def has_ended(self, now: float) -> bool:
        return now >= self.until

    def is_to_be_renewed(self, now: float) -> bool:
        return now >= self.until - LASTS + RENEWED_AFTER


def write_cookie(session: Session, secret: str) -> str:
    """``content.signature``, in characters that a cookie may have."""
    content = base64.urlsafe_b64encode(msgspec.json.encode(session)).decode().rstrip("=")
    return f"{content}.{_sign(content, secret)}"


def read_cookie(text: str, secret: str) -> Session | None:
    """None for anything that was not signed with this secret."""
    content, _, signature = text.partition(".")
    if not secret or not content.isascii() or not signature.isascii():
        return None
    if not hmac.compare_digest(_sign(content, secret), signature):
        return None
    try:
        return _DECODER.decode(base64.urlsafe_b64decode(content + "=" * (-len(content) % 4)))
    except (binascii.Error, msgspec.DecodeError):
        return None  # signed by an older Roundlog, which wrote sessions differently: sign in again


_DECODER = msgspec.json.Decoder(Session)


def _sign(content: str, secret: str) -> str:
    return hmac.digest(bytes.fromhex(secret), f"roundlog session 1\n{content}".encode(), "sha256").hex()


@functools.lru_cache(maxsize=4)
def cookie_name(secret: str, is_https: bool) -> str:
    """Browsers send cookies to every port of a machine: two Roundlogs on one machine must not meet in one name.

    With ``__Host-`` a browser takes it only over https, and only from this very host.
    """
    name = f"roundlog-{hashlib.sha256(bytes.fromhex(secret)).hexdigest()[:8]}"
    return f"__Host-{name}" if is_https else name


def set_cookie(name: str, text: str, seconds: int) -> str:
    """The value of a ``Set-Cookie`` header. 0 seconds: forget it.

    ``SameSite=Lax``: with ``Strict`` a browser would leave the cookie at home when somebody comes from a link in a
    mail, a chat or a QR code, and greet a known arbiter as nobody. Lax sends it with such a plain visit, and with
    nothing that changes anything; for those the middleware also asks for the same origin.
    """
    secure = "; Secure" if name.startswith("__Host-") else ""
    return f"{name}={text}; Path=/; Max-Age={seconds}; HttpOnly; SameSite=Lax{secure}"
