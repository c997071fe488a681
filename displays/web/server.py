"""The composition root of the web server: everything is built here, once, and run.

``compose`` builds the services over one log, ``build_app`` the application over the services, ``run`` serves it. No
other module creates a desk, a hub or a store of keys for requests, and no other knows which is made from which.
"""

from __future__ import annotations

import gc
import logging
import os
import socket
import sys
import threading
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import (
    AbstractAsyncContextManager,
    AbstractContextManager,
    ExitStack,
    asynccontextmanager,
    nullcontext,
)
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple, cast

import uvicorn
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.routing import BaseRoute, Route

from displays.release.version import find_version
from displays.web import api, health, static_files
from displays.web.access import signing_in
from displays.web.access.addresses import read_origins
from displays.web.access.at_least import AtLeastMiddleware
from displays.web.access.hosts import collect_hosts
from displays.web.access.invitations import owner_link
from displays.web.access.key_store import KeyStore
from displays.web.access.middleware import AccessMiddleware
from displays.web.access.services import Services
from displays.web.compression import CompressionMiddleware
from displays.web.connection_limits import ConnectionLimits
from displays.web.console.routes import ROUTES as CONSOLE
from displays.web.end_signals import end_in_order
from displays.web.errors import HANDLERS, SafeHeaders, on_error
from displays.web.feed_readers import FeedReaders
from displays.web.help import pages as help_pages
from displays.web.listening import inherit_listeners
from displays.web.live import endpoint
from displays.web.live.admission import MOST_REFUSED, Admission
from displays.web.live.connection import UVICORN_OPTIONS
from displays.web.live.frames import Beat, Frame, Message
from displays.web.live.hub import MOST_CONNECTIONS, Hub
from displays.web.live.hub_tasks import run_tasks
from displays.web.live.other_nodes import run_telling
from displays.web.log_lines import LogOptions, write_log
from displays.web.members import mail_pages
from displays.web.members.notice_sender import run_notices
from displays.web.network.addresses import find_machine_names, http_address, list_addresses
from displays.web.network.hall_network import HallNetwork, ListAddresses, NetworkOptions
from displays.web.network.listener import check_port_number, open_socket
from displays.web.network.settings import path_of_network_folder
from displays.web.pages import festival, front, public
from displays.web.pairing_explainer import Explainer
from displays.web.phones import pages as phones
from displays.web.phones import reach
from displays.web.public_answers import PublicAnswers, PublicEndpoint
from displays.web.public_process import PublicProcess
from displays.web.rating_loads import RatingLoads
from displays.web.request_log import RequestLog
from displays.web.restart import Restart
from displays.web.running_server import Beside, RunningServer
from displays.web.screens import images
from displays.web.screens import pages as screens
from displays.web.screens.status import now
from displays.web.server_lock import lock_for_server
from displays.web.server_note import NotedServer, note_server
from displays.web.smtp import MailSettings
from displays.web.standby.running import SINGLE_SERVER, PairOptions, open_pair, run_pair
from displays.web.templating import compile_templates
from engine.registry import SYSTEMS
from ledger.backup.automatic import NO_COPIES, CopyOptions, LogCopies
from ledger.cluster.status import Node
from ledger.desk import Desk
from ledger.notices import NoticeStore
from ledger.private_file import path_of_private_file
from ledger.proposals import ProposalStore
from ledger.rating_lists.folder import folder_beside
from ledger.standby.epochs import ServerRole
from ledger.standby.gated_log import GatedLog
from ledger.standby.pair import ServerPair
from ledger.state import State
from ledger.store.log import Archive, Log
from ledger.store.sqlite import SqliteLog
from ledger.views.projector import Projection
from ledger.worker import Worker

if sys.platform != "win32":
    import resource

_LOGGER = logging.getLogger("roundlog")
GARBAGE_THRESHOLD = 10_000  # objects more than there were: then Python looks for garbage
BACKLOG = 2048  # connections that the system keeps until they are accepted: all phones of a hall come at once
FILES_FOR_REQUESTS = 256  # connections of who loads a page or enters a result, also while all others are taken
FILES_FOR_OURSELVES = 128  # that are no connections: the log and those who read it, the worker, the listener
MOST_OF_MACOS = 10_240  # files (OPEN_MAX): it refuses to be asked for more
SHUTDOWN_SECONDS = 5  # for answers that are on their way when the server ends


# -- what is built ---------------------------------------------------------------------------------------------------


def compose(
    log: Log,
    *,
    worker: Worker | None = None,
    key_store: KeyStore | None = None,
    proposals: ProposalStore | None = None,
    hub_options: dict[str, Any] | None = None,
    public_url: str = "",
    network: HallNetwork | None = None,
    host_names: Iterable[str] = (),
    images: Path | None = None,
    public_process: PublicProcess | None = None,
    other_servers: Callable[[], tuple[str, ...]] = tuple,
    pair: ServerPair | None = None,
    node: Node | None = None,
    copies: LogCopies | None = None,
    ratings: RatingLoads | None = None,
    mail: MailSettings | None = None,
    notices: NoticeStore | None = None,
    complete_until: Callable[[], str | None] = lambda: None,
) -> Services:
    """All services over one log. Without a store of keys one is kept in memory: its keys end with the program. Without
    a process for them, answers for the public are made in the loop. ``other_servers``: the addresses of those that show
    the same log; ``complete_until``: of a copy that hears nothing of the others, the moment (UTC) when it last did. Of
    a ``node`` of a cluster both are the node's. Without a ``network`` no phone finds the server."""

    def read_tournament(stream: str) -> tuple[State, Projection] | None:
        state = desk.state(stream)
        return None if state is None else (state, desk.projector.projection(stream))

    def list_other_servers() -> tuple[str, ...]:
        return read_origins((*members.other_servers(), *other_servers()))

    if node is not None:
        other_servers, complete_until = node.other_servers, node.complete_until
    members = ServerPair(cast(Archive, log), None) if pair is None else pair
    network = network or HallNetwork()
    log = GatedLog(members.log, members)
    keys = KeyStore() if key_store is None else key_store
    options = dict(hub_options or {})
    if public_process is not None:
        options["make_beside"] = partial(public_process.run, make_frame)
    readers = FeedReaders(log)
    hub = Hub(
        read_tournament,
        log.read,
        log.position,
        log.streams_after,
        keys.count_endings,
        on_ending=readers.wake,
        make_beat=lambda: Beat(
            now(), list_other_servers(), complete_until() or members.complete_until(), network.address()
        ),
        **options,
    )
    desk = Desk(log, publish=hub.publish, worker=worker)
    if node is not None:
        node.count_followers = hub.count_connections
    return Services(
        desk=desk,
        hub=hub,
        key_store=keys,
        proposals=ProposalStore() if proposals is None else proposals,
        worker=worker,
        explainer=Explainer(desk),
        feed_readers=readers,
        public_answers=(
            PublicAnswers(log, desk.festivals)
            if public_process is None
            else PublicAnswers(log, desk.festivals, public_process.make)
        ),
        pair=members,
        node=node,
        copies=copies,
        ratings=ratings,
        mail=mail,
        notices=notices,
        append_clock=log.append_clock,
        public_url=public_url,
        network=network,
        hosts=collect_hosts(public_url, names=host_names),
        images=images,
        other_servers=list_other_servers,
    )


def build_app(services: Services, *, behind_proxy: bool = False) -> Starlette:
    """The application over the services, which its requests find with ``services_of``."""
    gate = Middleware(AccessMiddleware, answer=on_error, behind_proxy=behind_proxy)
    at_least = Middleware(AtLeastMiddleware, answer=on_error)
    outside = [Middleware(RequestLog), Middleware(Admission, count_free=services.hub.count_free)]
    middleware = [*outside, Middleware(SafeHeaders), Middleware(CompressionMiddleware), gate, at_least]
    app = Starlette(routes=routes(), exception_handlers=HANDLERS, middleware=middleware, lifespan=lifespan)
    app.state.services = services
    return app


def build(log: Log, *, behind_proxy: bool = False, **options: Any) -> Starlette:
    """The application over a log, with the services that ``compose`` makes with these options."""
    return build_app(compose(log, **options), behind_proxy=behind_proxy)


def routes() -> list[BaseRoute]:
    """All endpoints. Who may use which, ``tests/displays/web/access/test_who_may.py`` asks of each."""
    return [
        *endpoint.ROUTES,  # first: a whole hall comes at once
        *health.ROUTES,
        *api.ROUTES,
        *front.ROUTES,
        *map(make_once, public.ROUTES),
        *map(make_once, festival.ROUTES),
        *signing_in.ROUTES,
        *CONSOLE,
        *map(make_once, screens.ROUTES),
        *map(make_once, phones.ROUTES),
        *reach.ROUTES,
        *mail_pages.ROUTES,
        *images.ROUTES,
        *help_pages.ROUTES,
        *static_files.ROUTES,
    ]


def make_once(route: Route) -> Route:
    """What a page of a tournament answers to the public is made once for a version. Reasons are kept elsewhere
    (``pairing_explainer.py``), by the pairing that they are of."""
    if "{id}" not in route.path or route.path.endswith("/why/{round}"):
        return route
    return Route(route.path, PublicEndpoint(route.endpoint), methods=["GET"])


@asynccontextmanager
async def lifespan(app: Starlette) -> AsyncIterator[None]:
    """While the server runs, the hub looks at the log and after its subscribers; the list of tournaments is read."""
    services: Services = app.state.services
    assert isinstance(services.hub, Hub)
    services.desk.tournaments.read()
    try:
        async with (
            run_tasks(services.hub),
            run_pair(services.pair, services.key_store.note_server_address),
            _tell_other_nodes(services.hub, services.node),
            run_notices(services),
        ):
            yield
    finally:
        services.explainer.close()
        services.desk.tournaments.close()


def _tell_other_nodes(hub: Hub, node: Node | None) -> AbstractAsyncContextManager[None]:
    """Who is there."""
    return nullcontext() if node is None else run_telling(hub, node)


# -- how it is run ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class ServerOptions:
    """As the command line takes them."""

    host: str = "127.0.0.1"
    port: int = 8000  # 0: any that is free
    public_url: str = ""
    behind_proxy: bool = False
    images: Path | None = None
    host_names: tuple[str, ...] = ()  # by which it may be asked, beside those that it knows by itself
    pair: PairOptions = SINGLE_SERVER  # of a server that has, or is, a second one
    copies: CopyOptions = NO_COPIES  # that it makes by itself
    other_ports: tuple[int, ...] = ()  # in the place of the first, where another program has that
    list_addresses: ListAddresses = list_addresses  # of this machine
    certificate: Path | None = None  # then all is https
    certificate_key: Path | None = None  # None: it stands in the same file
    mail: MailSettings | None = None  # None: it sends none

    log: LogOptions | None = None  # how what is notable is written; None: as whoever started it has set it up

    @property
    def scheme(self) -> str:
        return "http" if self.certificate is None else "https"


class Place(NamedTuple):
    """Where a server is found."""

    here: str  # by the one who starts it
    hall: str  # by other machines; empty if they cannot
    known_as: str  # in links for everybody: what the operator calls it, or the best of these
    key: str  # the path that lets the owner in; empty if one has come in already
    other: str = ""  # the server that takes writes in the place of this one


Announce = Callable[[Place], None]  # called once the server listens


class NodeOpener(NamedTuple):
    """How a server becomes a node of a cluster."""

    open: Callable[[str], AbstractContextManager[Node]]  # with the address by which browsers find this one
    is_first: bool  # of the list; only it lets the first owner in, for a new link makes the others worth nothing


def run(
    options: ServerOptions,
    log_path: Path,
    open_log: AbstractContextManager[Log],
    *,
    actor: str,
    announce: Announce,
    beside: Beside | None = None,
    other_servers: Callable[[], tuple[str, ...]] = tuple,
    cluster: NodeOpener | None = None,
    restart: Restart | None = None,
) -> None:
    """Serve until Ctrl+C, or until ``restart`` is due. The port is taken before the log is opened, so that a taken one
    leaves no file behind. Of a cluster the log is the node's, and keys and proposals follow its order."""
    end_in_order()
    process = os.getpid() if restart is not None and restart.listen_for_signal() else 0
    check_port_number(options.port)
    limits = divide_files(_raise_file_limit())
    with ExitStack() as beside_it:
        listeners = [beside_it.enter_context(one) for one in _open_listeners(options, limits.backlog)]
        host, port = listeners[0].getsockname()[:2]
        here = options.public_url or http_address(host, port, options.scheme)
        network = HallNetwork(_network_options(replace(options, host=host), port, log_path))
        hall = network.address() if network.address() != here else ""
        known_as = options.public_url or hall or here
        node, log = None, None
        if cluster is None:
            log = beside_it.enter_context(open_log)
            beside_it.enter_context(lock_for_server(log_path))
        else:  # two nodes with one copy would undo each other's work from the first record on
            beside_it.enter_context(lock_for_server(log_path))
            node = beside_it.enter_context(cluster.open(known_as))
            log = node.log
        worker = beside_it.enter_context(Worker())
        pair = open_pair(cast(Archive, log), log_path, known_as, options.pair)
        private, check = path_of_private_file(log_path), pair.check_writable
        order = None if node is None else node.private
        key_store = beside_it.enter_context(KeyStore(private, check_writable=check, order=order))
        proposals = beside_it.enter_context(ProposalStore(private, check_writable=check, order=order))
        lets_in = key_store.may_write() and (cluster is None or cluster.is_first)
        other = pair.other if pair.role in (ServerRole.STANDBY, ServerRole.REPLACED) else ""
        notices = None if options.mail is None else beside_it.enter_context(NoticeStore(private, check_writable=check))
        place = Place(here, hall, known_as, owner_link(key_store, actor) if lets_in else "", other)
        if node is None and key_store.may_write():  # of a cluster every node has an address of its own
            key_store.note_server_address(known_as)
        copies = beside_it.enter_context(LogCopies(cast(Archive, log), log_path, options.copies))
        known_by: dict[str, Any] = {
            "public_url": options.public_url,
            "host_names": (host, options.host, *find_machine_names(), *options.host_names),
            "images": options.images,
        }
        public_process = beside_it.enter_context(PublicProcess(partial(open_to_read, log_path, known_by, options.log)))
        services = compose(
            log,
            worker=worker,
            key_store=key_store,
            proposals=proposals,
            hub_options={"most": limits.live},
            public_process=public_process,
            other_servers=other_servers,
            pair=pair,
            node=node,
            copies=copies,
            ratings=beside_it.enter_context(RatingLoads(folder_beside(log_path))),
            mail=options.mail,
            notices=notices,
            network=network,
            **known_by,
        )
        connections = ConnectionLimits(limits.all, counts_addresses=not options.behind_proxy)
        config = uvicorn.Config(
            build_app(services, behind_proxy=options.behind_proxy),
            log_level="warning",
            log_config=None,  # its lines are lines of our log (``log_lines.py``)
            lifespan="on",
            access_log=False,
            backlog=limits.backlog,
            limit_concurrency=limits.all,  # beyond which uvicorn answers 503
            proxy_headers=False,
            server_header=False,
            timeout_graceful_shutdown=SHUTDOWN_SECONDS,
            http=cast(Any, connections.make_protocol),
            ssl_certfile=options.certificate,
            ssl_keyfile=options.certificate_key,
            **UVICORN_OPTIONS,
        )
        noted = NotedServer(http_address(host, port, options.scheme), process, options.public_url, hall)
        note_hall = beside_it.enter_context(note_server(log_path, noted))
        announce_this = partial(_announce, announce, place, network)
        server = RunningServer(config, services, here, announce_this, beside, restart, note_hall, connections)
        reduce_garbage_collection()
        threading.Thread(target=load_in_advance, daemon=True).start()
        public_process.start()
        try:
            _LOGGER.info("server-started", extra={"facts": _describe_start(log, log_path, here)})
            server.run(sockets=listeners)  # on uvloop, where that is installed
        except KeyboardInterrupt:  # Ctrl+C is how a server is stopped: nothing went wrong
            if restart is not None:
                restart.is_due = False
        finally:
            _LOGGER.info("server-stopped", extra={"facts": {"log": str(log_path)}})


def _open_listeners(options: ServerOptions, backlog: int) -> list[socket.socket]:
    """At least one. What was inherited stands in for host and port."""
    inherited = inherit_listeners(os.environ, os.getpid())
    return inherited or [open_socket(options.host, options.port, backlog, options.other_ports)]


def _describe_start(log: Log, path: Path, here: str) -> dict[str, str | int]:
    return {"version": str(find_version()), "address": here, "log": str(path), "records": log.position()}


def open_to_read(log_path: Path, known_by: dict[str, Any], log_options: LogOptions | None = None) -> Starlette:
    """The application over a log that is only read, without any keys: what a process for the public answers with."""
    if log_options is not None:
        write_log(log_options)
    log = SqliteLog(log_path, read_only=True)
    return build_app(compose(log, pair=ServerPair(log, log_path), **known_by))


async def make_frame(app: Starlette, asked: tuple[str, Message]) -> Frame | None:
    """What its hub makes for the hub of another process."""
    hub = app.state.services.hub
    assert isinstance(hub, Hub)
    return hub.make_frame(*asked)


def _network_options(options: ServerOptions, port: int, log_path: Path) -> NetworkOptions:
    folder = path_of_network_folder(log_path)
    return NetworkOptions(
        options.host, port, options.public_url, options.behind_proxy, folder, options.list_addresses, options.scheme
    )


def _announce(announce: Announce, place: Place, network: HallNetwork) -> None:
    """With the address for the hall, if it was open when the server last ran."""
    hall = network.address()
    announce(place if hall in ("", place.here) else place._replace(hall=hall))


def _raise_file_limit() -> int:
    """How many files this process may have open, each connection being one: as many as the system lets it."""
    wanted = MOST_CONNECTIONS + 2 * BACKLOG if sys.platform != "darwin" else MOST_OF_MACOS
    if sys.platform != "win32":
        _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        wanted = wanted if most == resource.RLIM_INFINITY else min(most, wanted)
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, most))
    return wanted


class Limits(NamedTuple):
    """How many connections there is room for. Whoever comes to follow when ``live`` are open is told so (close code
    4503, beyond that HTTP 503); with more than ``all`` every request is answered with 503."""

    live: int
    all: int
    backlog: int  # accepted by the system and not yet by us


def divide_files(files: int) -> Limits:
    """Some for requests, so that an arbiter is served while all others are taken; some for those that are accepted and
    not yet answered; and some that are no connections: the log, those who read it, the worker."""
    backlog, for_requests = min(BACKLOG, files // 6), min(FILES_FOR_REQUESTS, files // 8)
    in_all = max(2, files - backlog - min(FILES_FOR_OURSELVES, files // 4))
    return Limits(max(1, in_all - for_requests - MOST_REFUSED), in_all, backlog)


def load_in_advance() -> None:
    """What is loaded when it is first asked for: pairing systems and pages. In a thread, which lets the loop go on
    every few milliseconds; else all would wait a fifth of a second with the first who asks which systems there are."""
    tuple(SYSTEMS.values())
    compile_templates()


def reduce_garbage_collection() -> None:
    """Python looks for garbage among all that is there, again and again; what a server begins with is none.

    And hardly anything of ours goes in circles, so it need not look after every few requests.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(GARBAGE_THRESHOLD, *gc.get_threshold()[1:])
