"""Page of the servers of a cluster, in the place of that of two servers: who is there, who has what, who leads.

There is nothing to decide on it: a cluster decides by its majority.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from displays.web.access.services import services_of
from displays.web.console.frame import desk_page
from displays.web.request import asked_language
from displays.words.language import Language
from ledger.cluster.status import EngineSeen, NodeStatus


class NodeRow(msgspec.Struct, frozen=True):
    name: str
    address: str
    position: int
    seal: str  # in words: is it the same log
    followers: int
    heard: str


class EngineRow(msgspec.Struct, frozen=True):
    address: str
    state: str  # "unseen", "damaged", "leads", "there"


def cluster_page(request: Request, status: NodeStatus, address: str) -> Response:
    """``address``: of the page."""
    reader = asked_language(request)
    own = NodeRow(
        status.node,
        "",
        status.position,
        reader.word("yes", "cluster"),
        services_of(request).hub.count_connections(),
        reader.word("this-one", "cluster"),
    )
    return desk_page(
        request,
        "console/cluster.html",
        here=address,
        cluster=status.cluster,
        nodes=[own, *_rows_of_others(status, reader)],
        engines=[EngineRow(one.address, _state_of(one)) for one in status.engines],
    )


def _rows_of_others(status: NodeStatus, reader: Language) -> Iterator[NodeRow]:
    """Whether the log is the same can be told of those that have as many records."""
    for one in sorted(status.nodes, key=lambda one: one.name):
        seal = ""
        if one.position == status.position:
            seal = reader.word("yes" if one.seal == status.seal else "seal-differs", "cluster")
        heard = reader.phrase("seconds-ago", section="cluster", seconds=f"{one.seconds_ago:.0f}")
        yield NodeRow(one.name, one.address, one.position, seal, one.followers, heard)


def _state_of(engine: EngineSeen) -> str:
    if not engine.is_seen:
        return "unseen"
    if engine.is_damaged:
        return "damaged"
    return "leads" if engine.is_leader else "there"
