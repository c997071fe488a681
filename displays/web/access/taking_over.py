"""Taking over, also for who is not signed in: at a server that takes no writes nobody can sign in, and a browser shows
the session that it has from the other server only to that one. So an owner's key says who decides.

Nothing is written before the key is found good, and nothing else is written than what a person decides.
"""

from __future__ import annotations

import asyncio

from starlette.requests import Request

from displays.web.access.authorize import visitor_of
from displays.web.access.key_state import Key
from displays.web.access.private_writes import write_private
from displays.web.access.roles import Visitor
from displays.web.access.services import Services, services_of
from displays.web.access.visits_log import note_taking_over
from engine.errors import Refusal
from ledger.actors import CONSOLE, ActorKey
from ledger.acts.permission import Permission
from ledger.acts.record import Recorded
from ledger.standby.epochs import ServerRole


def may_be_taken_over(request: Request) -> bool:
    """This server takes no writes: it copies another one, or another one took over."""
    services = services_of(request)
    return services.node is None and services.pair.role in (ServerRole.STANDBY, ServerRole.REPLACED)


def may_take_over(key: Key) -> bool:
    return Visitor(grants=(key.grant,)).may_run_servers


async def take_over_with(request: Request, key: Key, reason: str) -> None:
    """The key was found good. A form sent twice takes over once."""
    if not may_take_over(key):
        raise Refusal("not-allowed", act=Permission.RUN_SERVERS.value)
    if not may_be_taken_over(request):
        return
    named = ActorKey(key.number, key.name)
    address = visitor_of(request).address
    owner = Visitor(key.name, (key.grant,), CONSOLE, address, keys=(named,), key=named)
    try:
        await take_over(services_of(request), reason=reason, actor=owner.actor)
    except Refusal as refusal:
        if refusal.code != "server-takes-writes-already":
            raise


async def take_over(services: Services, *, reason: str, actor: str) -> Recorded:
    """This server takes writes from now on; links that are made at the command line lead to it."""
    recorded = await asyncio.to_thread(services.pair.take_over, reason=reason, actor=actor)
    note_taking_over(actor)
    await write_private(services.key_store.note_server_address, services.pair.address)
    return recorded
