"""What operators and their programs ask a server: ``/health``, ``/health/reading``, ``/metrics``."""

from __future__ import annotations

import asyncio

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from displays.release.version import find_version
from displays.web import api
from displays.web.access.services import Services, services_of
from displays.web.cluster_status import describe_node
from displays.web.copies_status import describe_copies
from displays.web.metrics import collect_metrics
from displays.web.prometheus import MEDIA_TYPE, write_metrics
from displays.web.request import asked_language
from displays.web.screens.images import hash_list
from displays.web.standby.status import describe_pair
from displays.web.static_files import STATIC_VERSION
from displays.words.problems import problem_json
from engine.errors import Broken, RoundlogError, Unavailable
from ledger.cluster.status import Node


async def health(request: Request) -> Response:
    """Alive and able to write (else 503), with what, and the seal that a stranger can check the log against.

    Position and seal are of the whole server and count every record, drafts too: a seal is worth something because it
    covers all that was written. In which tournament something was written they do not tell.
    """
    log = services_of(request).desk.log
    try:
        log.check()
    except (Unavailable, Broken) as problem:  # the second: the node has stopped to copy, for good
        if services_of(request).node is None:
            raise
        return await _answer_problem(request, problem)
    return api.json({"status": "ok", **await _describe(request)})


async def health_for_reading(request: Request) -> Response:
    """Alive, and shows what it has, whether or not anything can be written: for a balancer that serves the public.

    Without a majority no node can write, and all can show; by ``/health`` there would be nobody to send a visitor to.
    """
    try:
        services_of(request).desk.log.check()
    except RoundlogError as problem:
        return api.json({"status": "reading-only", "problem": problem.code, **await _describe_cut_off(request)})
    return api.json({"status": "ok", **await _describe(request)})


async def metrics(request: Request) -> Response:
    return Response(write_metrics(collect_metrics(services_of(request))), media_type=MEDIA_TYPE)


async def _answer_problem(request: Request, problem: RoundlogError) -> Response:
    """With what the node knows: who is missing is what the operator wants to know now."""
    document = msgspec.json.decode(problem_json(problem, asked_language(request), 503), type=dict[str, object])
    return Response(
        msgspec.json.encode(document | await _describe_cut_off(request)), 503, media_type="application/problem+json"
    )


async def _describe(request: Request) -> dict[str, object]:
    services = services_of(request)
    log = services.desk.log
    return {
        "version": find_version().number,
        "commit": find_version().commit,
        "static": STATIC_VERSION,
        "position": log.position(),
        "head": log.seal(),
        **describe_pair(services.pair),
        **describe_copies(services.copies),
        **({} if services.node is None else await _describe_node(services, services.node)),
    }


async def _describe_cut_off(request: Request) -> dict[str, object]:
    """Whatever the server would take by its role, now it takes nothing."""
    return {**await _describe(request), "takes_writes": False}


async def _describe_node(services: Services, node: Node) -> dict[str, object]:
    """Every node has a folder with pictures of its own, in which the same ones should be."""
    return {
        "role": "node",  # it may be a single server's copy, or was one of two: now neither
        "other_servers": services.other_servers(),
        "cluster": describe_node(node.status()),
        "images": await asyncio.to_thread(hash_list, services.images),
    }


ROUTES = [Route("/health", health), Route("/health/reading", health_for_reading), Route("/metrics", metrics)]
