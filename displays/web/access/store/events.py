"""What happens in the office, in the past tense: like the events of the log, never changed and never removed."""

from __future__ import annotations

import msgspec

from displays.web.access.roles import Grant
from ledger.commands import Correction


class Happening(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, tag_field="type"):
    """A tag is never renamed and never reused; a new field has a default."""


class SecretMade(Happening, frozen=True, kw_only=True, tag="secret-made"):
    """With which sessions are signed from then on: those that were signed with the one before it are over."""

    secret: str


class Served(Happening, frozen=True, kw_only=True, tag="served"):
    """The server began to listen: links made at the command line lead there."""

    address: str


class KeyMade(Happening, frozen=True, kw_only=True, tag="key-made"):
    key: int  # 1, 2, 3 …: what people call it by
    digest: str  # the key itself is shown once, when it is made, and kept nowhere
    name: str  # of whom it is for
    grant: Grant
    expires: str = ""  # the key and every session that it opened end then
    is_once: bool = False  # opens one session
    is_api: bool = False  # for a program, which shows it with every request


class KeyUsed(Happening, frozen=True, kw_only=True, tag="key-used"):
    """Somebody signed in with it."""

    key: int
    session: str
    name: str = ""  # as whom; many may share a key
    address: str = ""
    beside: tuple[int, ...] = ()  # the keys of an earlier session that this one carries on
    until: str = ""  # the session's end, unless it is renewed; empty: not noted then


class SessionRenewed(Happening, frozen=True, kw_only=True, tag="session-renewed"):
    """Its browser came back: it lasts longer. Once a day says enough."""

    session: str
    keys: tuple[int, ...]  # that it carries
    until: str
    name: str = ""
    address: str = ""


class KeySeen(Happening, frozen=True, kw_only=True, tag="key-seen"):
    """It is still in use. Not for every request: one an hour says enough."""

    key: int
    address: str = ""


class KeyRevoked(Happening, frozen=True, kw_only=True, tag="key-revoked"):
    key: int


class SessionEnded(Happening, frozen=True, kw_only=True, tag="session-ended"):
    session: str


class CorrectionProposed(Happening, frozen=True, kw_only=True, tag="correction-proposed"):
    """To be looked at with its consequences; no log knows of it."""

    proposal: int  # 1, 2, 3 …
    stream: str
    correction: Correction
    key: str = ""  # of the request: the same one again proposes nothing new


class ProposalClosed(Happening, frozen=True, kw_only=True, tag="proposal-closed"):
    proposal: int
    is_applied: bool = False


AnyHappening = (
    CorrectionProposed
    | ProposalClosed
    | SecretMade
    | Served
    | KeyMade
    | KeyUsed
    | KeySeen
    | KeyRevoked
    | SessionRenewed
    | SessionEnded
)


class Noted(msgspec.Struct, frozen=True):
    """A happening with its place in the office's book, when, and who caused it."""

    position: int
    at: str  # UTC, 2026-05-01T14:00:00Z
    who: str
    what: AnyHappening
