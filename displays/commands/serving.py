"""``roundlog serve``: the pages and the JSON API."""

from __future__ import annotations

import errno
import socket
from argparse import ArgumentParser, Namespace

import uvicorn

from displays.app import build
from displays.commands import arguments
from displays.commands.contract import Subcommand
from displays.commands.logs import opened
from displays.terminal import Terminal
from engine.errors import BadInput, Unavailable
from ledger.desk import Desk


def _serve_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("--host", metavar="ADDRESS", default="127.0.0.1")
    parser.add_argument("--port", metavar="N", type=arguments.number("port"), default=8000, help="0: any that is free")


def _serve(args: Namespace, terminal: Terminal) -> None:
    if not 0 <= args.port <= 65535:
        raise BadInput("number-outside-range", field="port", value=args.port, least=0, most=65535)
    with _listening(args.host, args.port) as door, opened(terminal.log, may_create=True) as log:
        config = uvicorn.Config(build(Desk(log)), log_level="warning", lifespan="off", ws="none")
        links = _links(args.host, door.getsockname()[1], terminal)
        try:
            _Server(config, links, terminal).run(sockets=[door])  # on uvloop, where that is installed
        except KeyboardInterrupt:
            return  # Ctrl+C is how a server is stopped: nothing went wrong


def _listening(host: str, port: int) -> socket.socket:
    """The port, taken before anything else is opened, so that a taken one is told in plain words."""
    try:
        return socket.create_server((host, port), backlog=512)
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            raise Unavailable("port-taken", host=host, port=port) from error
        raise Unavailable("address-unusable", host=host, port=port, problem=error.strerror or str(error)) from error


def _links(host: str, port: int, terminal: Terminal) -> str:
    word = terminal.language.word
    shown = "127.0.0.1" if host in ("0.0.0.0", "") else host
    base = f"http://{shown}:{port}"
    named = {word("link-pages"): "/", word("link-api"): "/api/t", word("link-health"): "/health"}
    widest = max(map(len, named))
    links = [f"  {name:<{widest}}  {base}{path}" for name, path in named.items()]
    return "\n".join([terminal.language.phrase("serving", path=str(terminal.log)), *links, word("stop-with")])


class _Server(uvicorn.Server):
    """Says where it is once it listens."""

    def __init__(self, config: uvicorn.Config, links: str, terminal: Terminal) -> None:
        super().__init__(config)
        self._links = links
        self._terminal = terminal

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self._terminal.say(self._links)
        self._terminal.flush()


COMMANDS = {"serve": Subcommand(_serve_arguments, _serve)}
