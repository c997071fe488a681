"""Events of the key store: like those of the log, never changed and never removed."""

from __future__ import annotations

import msgspec

from displays.web.access.roles import Grant
from ledger.private_file import PrivateRecord


class KeyEvent(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, tag_field="type"):
    """A tag is never renamed and never reused; a new field has a default."""


class SecretMade(KeyEvent, frozen=True, kw_only=True, tag="secret-made"):
    """With which sessions are signed from then on: those that were signed with the one before it are over."""

    secret: str


class Served(KeyEvent, frozen=True, kw_only=True, tag="served"):
    """The server began to listen: links made at the command line lead there."""

    address: str


class KeyMade(KeyEvent, frozen=True, kw_only=True, tag="key-made"):
    key: int  # 1, 2, 3 …: what people call it by
    digest: str  # the key itself is shown once, when it is made, and kept nowhere
    name: str  # of whom it is for
    grant: Grant
    expires: str = ""  # the key and every session that it opened end then
    is_once: bool = False  # opens one session
    is_api: bool = False  # for a program, which shows it with every request
    form: str = ""  # by which it was asked for: sent again, to whichever node, it makes no other key


class KeyUsed(KeyEvent, frozen=True, kw_only=True, tag="key-used"):
    """Somebody signed in with it."""

    key: int
    session: str
    name: str = ""  # as whom; many may share a key
    address: str = ""
    beside: tuple[int, ...] = ()  # the keys of an earlier session that this one carries on
    until: str = ""  # the session's end, unless it is renewed; empty: not noted then


class SessionRenewed(KeyEvent, frozen=True, kw_only=True, tag="session-renewed"):
    """Its browser came back: it lasts longer. Recorded once a day."""

    session: str
    keys: tuple[int, ...]  # that it carries
    until: str
    name: str = ""
    address: str = ""


class KeySeen(KeyEvent, frozen=True, kw_only=True, tag="key-seen"):
    """It is still in use. Not recorded for every request: once an hour is enough."""

    key: int
    address: str = ""


class KeyRevoked(KeyEvent, frozen=True, kw_only=True, tag="key-revoked"):
    key: int


class SessionEnded(KeyEvent, frozen=True, kw_only=True, tag="session-ended"):
    session: str


class EarlierProposal(KeyEvent, frozen=True, kw_only=True, tag="correction-proposed"):
    """Corrections under consideration were kept here before 0.2; ``ledger.proposals`` has a copy."""


class EarlierProposalClosed(KeyEvent, frozen=True, kw_only=True, tag="proposal-closed"):
    """See above."""


AnyKeyEvent = (
    SecretMade
    | Served
    | KeyMade
    | KeyUsed
    | KeySeen
    | KeyRevoked
    | SessionRenewed
    | SessionEnded
    | EarlierProposal
    | EarlierProposalClosed
)
KeyRecord = PrivateRecord[AnyKeyEvent]
