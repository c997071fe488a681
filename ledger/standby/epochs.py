"""Epochs of a log: which server goes on, by the last record that says so; what two servers tell each other of it."""

from __future__ import annotations

import enum
import hashlib
import hmac
import secrets
from collections.abc import Callable

import msgspec

from engine.errors import Refusal
from engine.model import Value
from ledger.acts import checks
from ledger.acts.epochs import SERVER_STREAM, EpochBegun
from ledger.acts.record import Recorded
from ledger.standby.membership import Membership
from ledger.store.chain import BEFORE_THE_FIRST
from ledger.store.log import Archive, Log


class ServerRole(enum.Enum):
    SINGLE = "single"  # it never had a second
    FIRST = "first"  # takes writes
    STANDBY = "standby"  # copies the first, and takes none
    REPLACED = "replaced"  # the other took over: takes none


class Epoch(Value, frozen=True):
    """The last of a log. Number 0: nobody had to decide yet."""

    number: int = 0
    server: str = ""
    position: int = 0  # of its record


def last_record_of_epochs(log: Log) -> Recorded | None:
    version = log.version(SERVER_STREAM)
    return next(iter(log.read(SERVER_STREAM, after=version - 1)), None) if version else None


def newest_epoch(log: Log) -> Epoch:
    recorded = last_record_of_epochs(log)
    if recorded is None:
        return Epoch()
    assert isinstance(recorded.event, EpochBegun)
    return Epoch(recorded.event.epoch, recorded.event.server, recorded.position)


def role_of(membership: Membership | None, epoch: Epoch) -> ServerRole:
    """By what was last decided: whom the last epoch names goes on, whatever it was started as."""
    if membership is None:
        return ServerRole.SINGLE
    if membership.replaced is not None and membership.replaced.epoch > epoch.number:
        return ServerRole.REPLACED
    has_taken_over = epoch.server == membership.server and epoch.number > membership.since_epoch
    if membership.standby_of and not has_taken_over:
        return ServerRole.STANDBY
    return ServerRole.FIRST


def check_role(role: ServerRole, other: str) -> None:
    """Refuses what would change something while the other server, at that address, takes writes."""
    if role is ServerRole.STANDBY:
        raise Refusal("server-is-standby", first=other)
    if role is ServerRole.REPLACED:
        raise Refusal("server-was-replaced", other=other)


def begin_epoch(
    log: Log, membership: Membership, how: str, *, reason: str, actor: str, address: str = "", above: int = 0
) -> Recorded:
    """Record that this server goes on. ``above``: the highest epoch that was heard of elsewhere."""
    checks.reason(reason)
    number = max(newest_epoch(log).number, above) + 1
    event = EpochBegun(
        epoch=number,
        server=membership.server,
        how=how,
        reason=reason,
        after=log.position(),
        seal=log.seal(),
        address=address,
    )
    version = log.version(SERVER_STREAM)
    (recorded,) = log.submit(SERVER_STREAM, version, [event], actor=actor, command=secrets.token_hex(8)).result()
    return recorded


# -- what two servers tell each other ----------------------------------------------------------------------------------


class ServerState(Value, frozen=True):
    """What a server says of itself. It is true for ever that an epoch was begun: who repeats it harms nobody."""

    server: str
    role: ServerRole
    epoch: int
    epoch_server: str  # whom the last epoch names
    position: int
    seal: str
    address: str = ""
    at: int = 0  # the position that was asked for …
    seal_at: str = ""  # … and its seal; empty: there is no such record here


class SignedState(Value, frozen=True):
    state: ServerState
    proof: str = ""  # empty: this server shares nothing with any other


def sign_state(state: ServerState, shared: str) -> SignedState:
    return SignedState(state, _proof(state, shared) if shared else "")


def check_state(signed: SignedState, shared: str) -> ServerState:
    """Whoever sits at the address of the other server could else stop this one with a word."""
    if not shared or not hmac.compare_digest(signed.proof, _proof(signed.state, shared)):
        raise Refusal("other-server-unproven")
    return signed.state


def _proof(state: ServerState, shared: str) -> str:
    return hmac.new(shared.encode(), msgspec.json.encode(state), hashlib.sha256).hexdigest()


def shared_secret(digest: str) -> str:
    """From the digest of the standby's key: the first has it among its keys, the standby makes it from the key."""
    return hashlib.sha256(f"roundlog standby\n{digest}".encode()).hexdigest()


def seal_at(log: Archive, position: int) -> str:
    """Empty if there is no such record."""
    if position == 0:
        return BEFORE_THE_FIRST
    found = next(iter(log.raw_after(position - 1)), None)
    return "" if found is None else found.seal


def find_common_position(log: Archive, position_there: int, ask_seal: Callable[[int], str]) -> int:
    """The last position at which both logs have the same seal: up to there they are the same, and no further."""
    same, different = 0, min(log.position(), position_there) + 1
    while different - same > 1:
        middle = (same + different) // 2
        if seal_at(log, middle) == ask_seal(middle):
            same = middle
        else:
            different = middle
    return same
