"""``roundlog health``: is a server well? For the health check of a container, a service or a script.

Its exit code says it: 0 well, 1 it only shows what it has (with ``--reading`` that is well enough), 3 nobody answers. A
server takes its port before it opens its log: so one that is starting is silent, and where none runs nobody listens.
"""

from __future__ import annotations

from contextlib import closing

import msgspec

from displays.cli.command import Namespace, Subcommand
from displays.cli.parameters import flag
from displays.cli.server_client import ServerClient
from displays.cli.terminal import ServerAccess, Terminal
from engine.errors import RoundlogError, Unavailable
from engine.model import Value

HERE = "http://127.0.0.1:8000"
PATIENCE = 4.0  # seconds: less than whoever runs this waits for it (deploy/Containerfile)
OK = "ok"
ONLY_READING = 1  # exit code


class ServerHealth(Value, frozen=True):
    """What ``/health`` and ``/health/reading`` say of every server."""

    status: str
    version: str
    position: int


def _tell_health(args: Namespace, terminal: Terminal) -> int | None:
    url = HERE if terminal.server is None else terminal.server.url
    with closing(ServerClient(ServerAccess(url, ""), terminal.language, PATIENCE)) as server:
        health = _read(server, "/health/reading")
        problem = None if health.status == OK else _ask_problem(server)
    if terminal.as_json:
        code = None if problem is None else problem.code
        terminal.give(msgspec.json.encode({"server": url, **msgspec.structs.asdict(health), "problem": code}))
    else:
        name = "well" if problem is None else "only-reading"
        facts: dict[str, str | int] = {"server": url, "version": health.version, "records": health.position}
        terminal.say(terminal.language.phrase(name, "health", **facts))
        if problem is not None:
            terminal.warn(terminal.language.sentence(problem))
    return ONLY_READING if problem is not None and not args.reading else None


def _read(server: ServerClient, path: str) -> ServerHealth:
    try:
        return server.read(path, ServerHealth)
    except Unavailable as error:
        if error.code != "server-silent":
            raise
        raise Unavailable("server-starts", server=server.url, seconds=round(PATIENCE)) from error


def _ask_problem(server: ServerClient) -> RoundlogError | None:
    """Why nothing can be written; None if that has passed meanwhile."""
    try:
        _read(server, "/health")
    except RoundlogError as problem:
        return problem
    return None


COMMANDS = {"health": Subcommand((flag("--reading", help="well enough is who shows what is there"),), _tell_health)}
