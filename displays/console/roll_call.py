"""Who has come through the door before a round: ticks that several helpers share.

It is no part of the tournament, so it is not in the log: it is kept in memory until the round is paired. What follows
from it (who is missing counts as absent) the arbiter settles through the API.
"""

from __future__ import annotations

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from displays.access.asking import allow
from displays.access.visitor import Act
from displays.reading import whole_number
from engine.errors import Refusal
from engine.model import PlayerId, Tournament
from ledger.desk import Desk

TOURNAMENTS_KEPT = 256  # the one whose roll call began first makes room


def present(request: Request, stream: str, number: int) -> frozenset[PlayerId]:
    """Who is ticked for that round."""
    known, here = _calls(request).get(stream, (0, set()))
    return frozenset(here) if known == number else frozenset()


def _calls(request: Request) -> dict[str, tuple[int, set[PlayerId]]]:
    calls: dict[str, tuple[int, set[PlayerId]]] = request.app.state.__dict__.setdefault("roll_calls", {})
    return calls


async def ticked(request: Request) -> Response:
    allow(request, Act.SEE_DRAFTS, request.path_params["id"])
    stream, number = request.path_params["id"], _tournament(request).next_round
    return _json({"round": number, "here": sorted(present(request, stream, number))})


async def tick(request: Request) -> Response:
    """PUT: here; DELETE: not here after all."""
    stream = request.path_params["id"]
    allow(request, Act.ENTER_RESULTS, stream)
    t = _tournament(request)
    player = whole_number(request.path_params["player"], "player")
    if player not in t.entries:
        raise Refusal("no-such-player", player=player)
    here = _call(request, stream, t.next_round)
    if request.method == "PUT":
        here.add(player)
    else:
        here.discard(player)
    return _json({"round": t.next_round, "here": sorted(here)})


def _call(request: Request, stream: str, number: int) -> set[PlayerId]:
    calls = _calls(request)
    known, here = calls.get(stream, (0, set()))
    if known != number:
        here = set()
        calls[stream] = (number, here)
        if len(calls) > TOURNAMENTS_KEPT:
            del calls[next(iter(calls))]
    return here


def _tournament(request: Request) -> Tournament:
    desk: Desk = request.app.state.desk
    t = desk.state(request.path_params["id"])
    if t is None:
        raise Refusal("no-such-tournament")
    return t


def _json(document: object) -> Response:
    return Response(msgspec.json.encode(document), media_type="application/json")


ROLL_ROUTES = [
    Route("/console/{id}/check-in/here", ticked),
    Route("/console/{id}/check-in/here/{player}", tick, methods=["PUT", "DELETE"]),
]
