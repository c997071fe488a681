"""The network of the hall: how other machines reach this server now, and the switch that lets them.

The switch is a wish that is kept beside the log: the server listens at the addresses that this machine has, and follows
them when they change. A server that was started for others (``--host``, ``--public-url``, a proxy) has no switch.
"""

from __future__ import annotations

import asyncio
import enum
import logging
import socket
import ssl
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import NamedTuple

import msgspec
import uvicorn
from msgspec.structs import replace

from displays.web.network.addresses import (
    EVERYWHERE,
    HERE,
    AddressKind,
    NetworkAddress,
    choose_addresses,
    find_machine_names,
    http_address,
    is_loopback,
    list_addresses,
)
from displays.web.network.arrivals import Arrivals
from displays.web.network.listener import HallListener
from displays.web.network.settings import NetworkSettings, SettingsFile
from engine.errors import Refusal, RoundlogError

LOOK_EVERY = 3.0  # seconds between two looks at the addresses of this machine
CERTIFICATE_AGAIN = 3600.0  # seconds after which it is looked at again whether the certificate still serves
SECURE_PORT = 8443  # if it is free
_LOGGER = logging.getLogger("roundlog")

ListAddresses = Callable[[], tuple[NetworkAddress, ...]]
Tell = Callable[[str], Awaitable[None]]  # is told by which address others find the server, when that changes


class Reach(enum.Enum):
    """How others reach this server."""

    SWITCH = "switch"  # as its owner says while it runs
    HOST = "host"  # it was started to listen at an address of the network, or at all
    PUBLIC_URL = "public-url"
    PROXY = "proxy"  # that alone knows how it is called
    UNKNOWN = "unknown"  # nobody listens: an application without a server


class NetworkOptions(NamedTuple):
    """As the server was started."""

    host: str = "127.0.0.1"
    port: int = 0
    public_url: str = ""
    behind_proxy: bool = False
    folder: Path | None = None  # for settings and certificates; None: nothing is remembered
    list_addresses: ListAddresses = list_addresses
    scheme: str = "http"  # "https": with a certificate from elsewhere


class Visit(msgspec.Struct, frozen=True):
    """A request of another machine."""

    at: float  # seconds since 1970
    machine: str


class HallNetwork:
    """Without options it opens nothing. ``known``: an address that is known from elsewhere."""

    def __init__(self, options: NetworkOptions | None = None, *, known: str = "") -> None:
        self._options = options or NetworkOptions()
        self.reach = Reach.UNKNOWN if options is None else _tell_reach(options)
        self._file = SettingsFile(self._options.folder)
        self.settings = NetworkSettings()
        self.arrivals = Arrivals()
        self.addresses: tuple[NetworkAddress, ...] = ()
        self.last_visit: Visit | None = None
        self.problem: RoundlogError | None = None  # with the settings or the certificate
        self.plain: HallListener | None = None
        self.secure: HallListener | None = None
        self.authority = ""  # the certificate that phones may install, as PEM; empty: there is none
        self.fingerprint = ""
        self._own = frozenset(HERE)
        self._tls: ssl.SSLContext | None = None
        self._certified: tuple[tuple[str, ...], float] = ((), 0.0)  # for which hosts, and when that was looked at
        self._server: uvicorn.Server | None = None
        self._tell: Tell | None = None
        self._turn = asyncio.Lock()
        self._task: asyncio.Task[None] | None = None
        self._failure = ""  # of the last look, as it was logged
        self._address = known or self._options.public_url
        if self.speaks_both:
            self._note_addresses(self._options.list_addresses())
            self._address = self._find_address()

    # -- what is asked -------------------------------------------------------------------------------------------------

    def address(self) -> str:
        """Where phones find this server now; empty if they cannot."""
        return self._address

    def _find_address(self) -> str:
        usable = self.list_open()
        return self.address_at(usable[0].host) if usable else ""

    def address_at(self, host: str) -> str:
        return http_address(host, self.port, self._options.scheme)

    @property
    def port(self) -> int:
        is_beside = self.reach is Reach.SWITCH and self.plain is not None
        return self.plain.port if is_beside and self.plain is not None else self._options.port

    def list_open(self) -> tuple[NetworkAddress, ...]:
        """Addresses at which it listens for others, the likeliest first."""
        if self.reach is Reach.HOST:
            return self.list_wanted()
        hosts = () if self.plain is None else self.plain.hosts
        return tuple(one for one in self.addresses if one.host in hosts)

    def list_wanted(self) -> tuple[NetworkAddress, ...]:
        """Addresses at which it is to listen for others."""
        if self.reach is Reach.SWITCH:
            return choose_addresses(self.addresses, self.settings.address)
        host = self._options.host
        if host not in EVERYWHERE:
            known = tuple(one for one in self.addresses if one.host == host)
            return known or (NetworkAddress(host, "", AddressKind.HALL),)
        return choose_addresses([one for one in self.addresses if (":" in one.host) == (":" in host)])

    def secure_address(self, host: str) -> str:
        """Where https is spoken at an address; empty if it is not."""
        secure = self.secure
        return http_address(host, secure.port, "https") if secure is not None and host in secure.hosts else ""

    @property
    def may_switch(self) -> bool:
        return self.reach is Reach.SWITCH and self._server is not None

    @property
    def may_be_secure(self) -> bool:
        is_there = self._server is not None and self._options.folder is not None
        return self.speaks_both and is_there and not self.is_encrypted

    @property
    def is_encrypted(self) -> bool:
        """All that passes, by a certificate from elsewhere or a proxy's."""
        return self._options.scheme == "https" or self._options.public_url.startswith("https:")

    @property
    def speaks_both(self) -> bool:
        """Whoever has come by https may come by http too: browsers are not told to forget that."""
        return self.reach in (Reach.SWITCH, Reach.HOST)

    def is_own(self, machine: str) -> bool:
        """It is this machine itself."""
        return machine in self._own

    def note_visit(self, machine: str) -> None:
        """With every request: whether anybody but this machine has ever come through."""
        if machine not in self._own and self.speaks_both:
            self.last_visit = Visit(time.time(), machine)

    # -- what is changed -----------------------------------------------------------------------------------------------

    async def change(self, **changes: bool | str) -> None:
        """The wish of the owner: kept first, then done."""
        async with self._turn:  # from here on: what somebody else changes meanwhile is not undone
            settings = replace(self.settings, **changes)
            if settings.is_open != self.settings.is_open and not self.may_switch:
                raise Refusal("network-has-no-switch")
            if settings.is_secure and not self.settings.is_secure and not self.may_be_secure:
                raise Refusal("network-has-no-https")
            await asyncio.to_thread(self._file.write, settings)
            self.settings, self.problem = settings, None
        await self.look()

    async def look(self) -> None:
        """Listen where it is wished, as far as this machine has such addresses now."""
        if self._server is None or self.plain is None:
            return
        async with self._turn:
            before = self._address
            self._note_addresses(await asyncio.to_thread(self._options.list_addresses))
            hosts = [one.host for one in self.list_wanted()]
            await self._open_plain(self.plain, hosts)
            await self._open_secure(hosts)
            self._address = self._find_address()
            await self._keep_ports()
        if self._address != before:
            self.arrivals.restart()
            if self._tell is not None:
                await self._tell(self._address)

    def _note_addresses(self, found: tuple[NetworkAddress, ...]) -> None:
        self.addresses = found
        self._own = frozenset((*HERE, *(one.host for one in found)))

    async def _open_plain(self, plain: HallListener, hosts: list[str]) -> None:
        if self.reach is not Reach.SWITCH or not self.settings.is_open:
            plain.close()
            return
        await plain.listen(hosts, (self.settings.port, self._options.port))

    async def _open_secure(self, hosts: list[str]) -> None:
        is_wanted = self.settings.is_secure and (self.settings.is_open or self.reach is Reach.HOST)
        if not (is_wanted and self.may_be_secure) or self._options.folder is None or self._server is None:
            if self.secure is not None:
                self.secure.close()
            return
        try:
            able = await asyncio.to_thread(self._certify, self._options.folder, hosts)
        except RoundlogError as problem:
            if str(problem) != str(self.problem):  # said once, not with every look
                _LOGGER.error("there is no certificate for https in the hall: %s", problem)
            self.problem = problem
            return
        self.problem = None
        if self.secure is None:
            self.secure = HallListener(self._server, self._tls)
        await self.secure.listen(able, (self.settings.secure_port, SECURE_PORT))

    def _certify(self, folder: Path, hosts: list[str]) -> list[str]:
        """The addresses for which there is a certificate now. Connections that are open keep the one before."""
        from displays.web.network import certificates  # late: only https in the hall needs it

        able = [host for host in hosts if certificates.is_certifiable(host)]
        names = filter(certificates.is_hall_name, (*find_machine_names(), "localhost"))
        wanted = (*able, *names, *HERE)
        (last, at), now = self._certified, time.monotonic()
        if wanted != last or now > at + CERTIFICATE_AGAIN:
            made = certificates.prepare_certificate(folder, dict.fromkeys(wanted))
            self._tls = self._tls or ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            self._tls.load_cert_chain(made.certificate, made.key)
            self.authority, self.fingerprint = made.authority, made.fingerprint
            self._certified = wanted, now
        return able

    async def _keep_ports(self) -> None:
        """So that after a new start phones find the server where it was. Where they cannot be noted (a full disk) it is
        found all the same until then."""
        ports = {
            name: listener.port
            for name, listener in (("port", self.plain), ("secure_port", self.secure))
            if listener is not None and listener.port
        }
        settings = replace(self.settings, **ports)
        if settings == self.settings:
            return
        self.settings = settings
        try:
            await asyncio.to_thread(self._file.write, settings)
        except RoundlogError as problem:
            _LOGGER.warning("the ports of the network were not noted: %s", problem)

    @property
    def sockets(self) -> list[socket.socket]:
        """Of the second listener."""
        return [plug for one in (self.plain, self.secure) if one is not None for plug in one.sockets]

    # -- while the server runs -----------------------------------------------------------------------------------------

    async def begin(self, server: uvicorn.Server, tell: Tell) -> None:
        """The server listens; open what was open when it last ran."""
        try:
            self.settings = self._file.read()
        except RoundlogError as problem:  # closed, until its owner says something else
            _LOGGER.error("the settings of the network are not known: %s", problem)
            self.problem = problem
        if not self.speaks_both:
            return
        self._server, self._tell = server, tell
        self.plain = HallListener(server, server.config.ssl)  # as the first socket is, encrypted or not
        await self._look_safely()
        self._task = asyncio.create_task(self._look_again())

    async def _look_again(self) -> None:
        while True:
            await asyncio.sleep(LOOK_EVERY)
            await self._look_safely()

    async def _look_safely(self) -> None:
        """What fails is logged, once, and tried again."""
        try:
            await self.look()
        except Exception as error:
            if repr(error) != self._failure:
                _LOGGER.exception("while looking for the addresses of this machine")
            self._failure = repr(error)
        else:
            self._failure = ""

    async def end(self) -> None:
        """The server ends, and with it all connections."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        for listener in (self.plain, self.secure):
            if listener is not None:
                listener.stop_accepting()
        self._server = None


def _tell_reach(options: NetworkOptions) -> Reach:
    """Behind a proxy nothing is opened beside it: who came past it could say that they are anybody."""
    if options.public_url:
        return Reach.PUBLIC_URL
    if options.behind_proxy:
        return Reach.PROXY
    return Reach.SWITCH if is_loopback(options.host) else Reach.HOST
