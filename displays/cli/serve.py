"""``roundlog serve``: the pages and the JSON API."""

from __future__ import annotations

import errno
import gc
import signal
import socket
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Mapping
from contextlib import AbstractAsyncContextManager, AsyncExitStack, nullcontext
from pathlib import Path
from typing import NamedTuple

import uvicorn

from displays.cli import arguments
from displays.cli.open_log import opened
from displays.cli.subcommand import Subcommand
from displays.cli.terminal import Terminal
from displays.web.access.addresses import hall_address, http_address, read_public_url
from displays.web.access.invitations import owner_link
from displays.web.access.store.schema import office_beside
from displays.web.access.store.store import Office
from displays.web.api.feed import Newsroom
from displays.web.live.admission import threshold
from displays.web.live.capacity import room
from displays.web.live.connection import SETTINGS, Upgrade
from displays.web.live.hub import Hub
from displays.web.server import build
from engine.errors import BadInput, Unavailable
from ledger.desk import Desk
from ledger.worker import Worker

GARBAGE_WORTH_LOOKING_FOR = 10_000  # objects more than there were
PATIENCE = 5  # seconds for answers that are on their way when the server ends


class Place(NamedTuple):
    """Where a server is found."""

    here: str  # by the one who starts it
    hall: str  # by other machines; empty if they cannot
    known_as: str  # in links for everybody: what the operator calls it, or the best of these
    key: str  # the path that lets the owner in; empty if one has come in already


# What is said once the server listens, and what goes on in its loop meanwhile.
Tell = Callable[[Place, Terminal], str]
Beside = Callable[[Desk], AbstractAsyncContextManager[None]]


def server_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("--host", metavar="ADDRESS", default="127.0.0.1")
    parser.add_argument("--port", metavar="N", type=arguments.number("port"), default=8000, help="0: any that is free")
    public_help = "what phones call this server, for links and QR codes: https://chess.example"
    parser.add_argument("--public-url", metavar="URL", type=read_public_url, help=public_help)
    proxy_help = "a proxy on the way tells who asks (X-Forwarded-For); without one anybody could"
    parser.add_argument("--behind-proxy", action="store_true", help=proxy_help)
    images_help = "a folder with pictures (png, jpg, webp, gif) that screens can show, at /images/NAME"
    parser.add_argument("--images", metavar="DIR", type=_folder, help=images_help)


def _folder(text: str) -> Path:
    if not Path(text).is_dir():
        raise BadInput("no-such-folder", path=text)
    return Path(text)


def _serve(args: Namespace, terminal: Terminal) -> None:
    serve(args, terminal, _links)


def serve(args: Namespace, terminal: Terminal, tell: Tell, beside: Beside = lambda _: nullcontext()) -> None:
    """Until Ctrl+C. ``args``: those of ``server_arguments``; the log is the terminal's."""
    # A server that is told to end (docker stop, systemd) cleans up like one that is stopped with Ctrl+C.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    if not 0 <= args.port <= 65535:
        raise BadInput("number-outside-range", field="port", value=args.port, least=0, most=65535)
    house = room()
    with (
        _listening(args.host, args.port, house.backlog) as door,
        opened(terminal.log, may_create=True) as log,
        Worker() as workshop,
        Office(office_beside(terminal.log)) as office,
    ):
        port = door.getsockname()[1]
        hall = hall_address(args.host, port)
        desk = Desk(log, worker=workshop)
        app = build(
            desk,
            hub=Hub(desk, most_lines=house.lines),
            office=office,
            public_url=args.public_url or "",
            hall_url=hall,
            behind_proxy=args.behind_proxy,
            pictures=args.images,
        )
        app.state.workshop = workshop
        config = uvicorn.Config(
            app,
            log_level="warning",
            lifespan="on",
            http=threshold(house),
            ws=Upgrade,
            access_log=False,
            backlog=house.backlog,  # uvicorn says it to the system once more
            proxy_headers=False,
            server_header=False,
            timeout_graceful_shutdown=PATIENCE,
            **SETTINGS,
        )
        here = args.public_url or http_address(args.host, port)
        place = Place(here, hall, args.public_url or hall or here, owner_link(office, terminal.actor))
        office.serves_at(place.known_as)
        links = tell(place, terminal)
        server = _Server(config, links, terminal, app.state.newsroom, beside(desk))
        _leave_alone_what_stays()
        try:
            server.run(sockets=[door])  # on uvloop, where that is installed
        except KeyboardInterrupt:
            return  # Ctrl+C is how a server is stopped: nothing went wrong


def _listening(host: str, port: int, backlog: int) -> socket.socket:
    """The port, taken before anything else is opened, so that a taken one is told in plain words."""
    try:
        return socket.create_server((host, port), backlog=backlog)
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            raise Unavailable("port-taken", host=host, port=port) from error
        raise Unavailable("address-unusable", host=host, port=port, problem=error.strerror or str(error)) from error


def _leave_alone_what_stays() -> None:
    """Python looks for garbage among all that is there, again and again; what a server begins with is none.

    And hardly anything of ours goes in circles, so it need not look after every few requests.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(GARBAGE_WORTH_LOOKING_FOR, *gc.get_threshold()[1:])


def _links(place: Place, terminal: Terminal) -> str:
    here, hall, _, key = place
    word = terminal.language.word
    named = {
        word("link-pages"): f"{here}/",
        word("link-console", "access"): f"{here}/console",
        word("link-api"): f"{here}/api/t",
        word("link-health"): f"{here}/health",
    }
    if hall:
        named[word("link-hall", "access")] = f"{hall}/"
    if key:
        named[word("link-owner", "access")] = f"{here}{key}"
    note = word("owner-link-once" if key else "owner-link-again", "access")
    serving = terminal.language.phrase("serving", path=str(terminal.log))
    return "\n".join([serving, in_columns(named), note, word("stop-with")])


def in_columns(links: Mapping[str, str]) -> str:
    widest = max(map(len, links))
    return "\n".join(f"  {name:<{widest}}  {address}" for name, address in links.items())


class _Server(uvicorn.Server):
    """Says where it is once it listens and what goes on beside it has begun.

    At the end it stops that, and the live feeds, before it waits for answers that are on their way.
    """

    def __init__(
        self,
        config: uvicorn.Config,
        links: str,
        terminal: Terminal,
        newsroom: Newsroom,
        beside: AbstractAsyncContextManager[None],
    ) -> None:
        super().__init__(config)
        self._newsroom = newsroom
        self._links = links
        self._terminal = terminal
        self._beside = beside
        self._at_the_end = AsyncExitStack()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        await self._at_the_end.enter_async_context(self._beside)
        self._terminal.say(self._links)
        self._terminal.flush()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        await self._at_the_end.aclose()
        self._newsroom.close()
        await super().shutdown(sockets)


COMMANDS = {"serve": Subcommand(server_arguments, _serve)}
