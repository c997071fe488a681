"""What goes on beside a server that has, or is, a second one: copying, asking the other, looking around."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import NamedTuple

from displays.web.access.addresses import is_only_here
from displays.web.access.private_writes import write_private
from displays.web.access.tokens import digest_of
from displays.web.standby.client import OtherServer
from displays.web.standby.follower import Follower, copy_private
from engine.errors import BadInput, Refusal, RoundlogError, Unavailable
from ledger.standby.epochs import ServerRole, ServerState, find_common_position, shared_secret
from ledger.standby.pair import ServerPair
from ledger.store.log import Archive

LOOK_EVERY = 0.1  # seconds: the command line beside the server is heard so soon
ASK_EVERY = 1.5  # seconds between two questions to the other server
PATIENCE = 1.0  # seconds for its answer

_TAKING_WRITES = (ServerRole.SINGLE, ServerRole.FIRST)

_LOGGER = logging.getLogger("roundlog")


class PairOptions(NamedTuple):
    """As the command line takes them."""

    standby_of: str = ""
    token: str = ""
    waits: bool = False  # an answer waits for the standby …
    goes_on_alone: bool = False  # … unless it is out of sight
    trusts_network: bool = False  # keys and the session secret may pass without TLS


SINGLE_SERVER = PairOptions()


def open_pair(log: Archive, path: Path, address: str, options: PairOptions) -> ServerPair:
    """What this server knows of itself and of the other, ready to be served."""
    pair = ServerPair(
        log, path, address=address, goes_on_alone=options.goes_on_alone, trusts_network=options.trusts_network
    )
    prepare_pair(pair, options)
    return pair


def prepare_pair(pair: ServerPair, options: PairOptions) -> None:
    """Before anything is served: ask the other who goes on, and have its keys if this is a standby."""
    if pair.other and pair.role is ServerRole.FIRST:
        try:
            ask_other(pair)
        except (Refusal, Unavailable) as problem:  # a person decides; until then it goes on as it was
            _LOGGER.warning("%s was not asked whether it has taken over: %s", pair.other, problem)
    before = pair.membership
    if options.standby_of:
        pair.become_standby(options.standby_of, options.token, shared_secret(digest_of(options.token)))
    if pair.role is not ServerRole.STANDBY:
        if options.waits or pair.membership is not None:
            pair.set_waiting(options.waits)
        return
    try:
        _copy_keys(pair)
    except RoundlogError:
        pair.restore(before)
        raise


def check_channel(address: str, trusts_network: bool) -> None:
    """The key, all records and the session secret pass there: encrypted, on this machine, or as the operator says."""
    if not (address.startswith("https:") or is_only_here(address) or trusts_network):
        raise BadInput("standby-needs-tls", address=address)


def _copy_keys(pair: ServerPair) -> None:
    """A standby without keys lets nobody in, so it does not begin without them; with a copy it does."""
    rows, membership = pair.private_rows(), pair.membership
    assert rows is not None
    assert membership is not None
    try:
        with OtherServer(membership.standby_of, membership.token) as first:
            copy_private(pair, first)
    except Unavailable:
        if not rows.positions()["happenings"]:
            raise


# -- asking the other --------------------------------------------------------------------------------------------------


def ask_other(pair: ServerPair) -> None:
    """Who goes on? If it is the other, this server stops taking writes; what only it has is known from then on."""
    with OtherServer(pair.other, patience=PATIENCE) as other:
        state = pair.hear(other.ask_state(pair.tell()))
        if pair.role is not ServerRole.STANDBY:
            pair.note_other()
        if pair.must_yield_to(state):
            pair.yield_to(state, find_common(pair, other, state))


def find_common(pair: ServerPair, other: OtherServer, state: ServerState) -> int:
    def ask_seal(position: int) -> str:
        return pair.hear(other.ask_state(pair.tell(), position)).seal_at

    return find_common_position(pair.log, state.position, ask_seal)


@asynccontextmanager
async def run_pair(pair: ServerPair, note_address: Callable[[str], None] = lambda _: None) -> AsyncIterator[None]:
    """While the server runs. One that has no second only looks whether it got one. ``note_address``: where this server
    is found, among the keys, for links that are made at the command line; once it has taken over."""
    follower = Follower(pair) if pair.role is ServerRole.STANDBY else None
    if follower is not None:
        follower.start()
    tasks = [asyncio.create_task(_look_around(pair, note_address)), asyncio.create_task(_ask_now_and_then(pair))]
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        if follower is not None:
            await asyncio.to_thread(follower.close)
        pair.close()


async def _look_around(pair: ServerPair, note_address: Callable[[str], None]) -> None:
    was_first = pair.role in _TAKING_WRITES
    while True:
        await asyncio.sleep(LOOK_EVERY)
        if pair.membership is not None:
            try:
                pair.look_around()
                if not was_first and pair.role in _TAKING_WRITES:
                    await write_private(note_address, pair.address)
                was_first = pair.role in _TAKING_WRITES
            except RoundlogError as problem:  # a disk that fails now may work again
                _LOGGER.error("looking around: %s", problem)
            except Exception:  # who waits is to be told all the same
                _LOGGER.exception("looking around")


async def _ask_now_and_then(pair: ServerPair) -> None:
    while True:
        await asyncio.sleep(ASK_EVERY)
        if pair.other and pair.role in (ServerRole.FIRST, ServerRole.REPLACED):
            try:
                await asyncio.to_thread(ask_other, pair)
            except Unavailable:
                continue  # nobody there: when it was last heard of, the console says
            except RoundlogError as problem:
                _LOGGER.warning("asking %s: %s", pair.other, problem)
            except Exception:  # it is asked again, or this server would never hear that it was replaced
                _LOGGER.exception("asking %s", pair.other)
