"""Opening the keys of what a command was pointed at: those beside a log, or those of a server."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from typing import NamedTuple, Protocol
from urllib.parse import quote

import msgspec

from displays.cli.open_log import open_log, open_remote_log
from displays.cli.server_client import ServerClient
from displays.cli.terminal import Terminal
from displays.web.access.invitations import path_of
from displays.web.access.key_list import Device, KeyLine, board_range_text, find_keys_to_show, key_line
from displays.web.access.key_store import KeyStore
from displays.web.access.roles import Grant
from displays.web.network.addresses import http_address
from engine.errors import Refusal
from ledger.actors import COMMAND_LINE, sign
from ledger.acts.evolve import fold
from ledger.cluster.mark import check_not_of_cluster
from ledger.private_file import path_of_private_file
from ledger.standby.file_check import check_private_file_writable

ROOTS = ("/api/t", "/api/f")  # a key is to a tournament or to a festival


class MadeKey(msgspec.Struct, frozen=True):
    """A new key, the only time that it is shown: a link for people, or a token for a program."""

    key: int
    expires: str
    link: str = ""
    token: str = ""


class Wish(NamedTuple):
    """The key that somebody wants to give away."""

    grant: Grant
    name: str
    days: int | None
    device: Device
    public_url: str = ""


class Keys(Protocol):
    """What the command line asks of keys, wherever they are."""

    def make(self, wish: Wish) -> MadeKey: ...

    def list_keys(self) -> tuple[KeyLine, ...]: ...

    def revoke(self, number: int) -> str:
        """The name of whose it was."""


@contextmanager
def open_keys(terminal: Terminal) -> Iterator[Keys]:
    if terminal.server is None:
        yield KeysOfFile(terminal)
        return
    terminal.check_actor()
    with open_remote_log(terminal) as remote:
        yield KeysOfServer(remote.server)


class KeysOfFile:
    """In the private file beside the log, which is made with the first key."""

    def __init__(self, terminal: Terminal) -> None:
        self._log = terminal.log
        self._path = path_of_private_file(terminal.log)
        self._by = sign(terminal.actor, COMMAND_LINE)

    def make(self, wish: Wish) -> MadeKey:
        with open_log(self._log, read_only=True) as log:
            if wish.grant.stream and fold(log.events(wish.grant.stream)) is None:
                raise Refusal("no-such-tournament")
        is_once, is_api = wish.device is Device.ONCE, wish.device is Device.PROGRAM
        with self._open_to_write() as store:
            made = store.make(wish.grant, name=wish.name, by=self._by, days=wish.days, once=is_once, api=is_api)
            base = wish.public_url or store.server_address or http_address("127.0.0.1", 8000)
        shown = {"token": made.token} if is_api else {"link": f"{base}{path_of(made)}"}
        return MadeKey(made.key.number, made.key.expires, **shown)

    def list_keys(self) -> tuple[KeyLine, ...]:
        if not self._path.exists():
            self._check_log()
            return ()
        with KeyStore(self._path) as store:
            return tuple(key_line(key, store) for key in find_keys_to_show(store))

    def revoke(self, number: int) -> str:
        if not self._path.exists():
            raise Refusal("no-key-of-that-number", key=number)
        with self._open_to_write() as store:
            return store.revoke(number, by=self._by).name

    def sign_everybody_out(self) -> None:
        if not self._path.exists():
            self._check_log()
            return
        with self._open_to_write() as store:
            store.sessions.end_all(by=self._by)

    def _open_to_write(self) -> KeyStore:
        """Not those of a standby, which are another server's, nor those of a cluster."""
        check_not_of_cluster(self._log)
        return KeyStore(self._path, check_writable=partial(check_private_file_writable, self._log))

    def _check_log(self) -> None:
        """There is one, though it has never been served: nobody is in."""
        with open_log(self._log, read_only=True):
            pass


class KeysOfServer:
    """Through its API: nobody gives away more than the key that they show."""

    def __init__(self, server: ServerClient) -> None:
        self._server = server

    def make(self, wish: Wish) -> MadeKey:
        form = {
            "role": wish.grant.role,
            "name": wish.name,
            "boards": board_range_text(wish.grant).replace("–", "-"),
            "days": wish.days,
            "device": wish.device,
        }
        if not wish.grant.stream:
            return self._server.write("/api/keys", form, MadeKey)
        for root in ROOTS:
            try:
                return self._server.write(f"{root}/{quote(wish.grant.stream, safe='')}/keys", form, MadeKey)
            except Refusal as refusal:
                if refusal.code not in ("no-such-tournament", "no-such-festival"):
                    raise
        raise Refusal("no-such-tournament")

    def list_keys(self) -> tuple[KeyLine, ...]:
        return self._server.read("/api/keys", tuple[KeyLine, ...])

    def revoke(self, number: int) -> str:
        names = {line.key: line.name for line in self.list_keys()}
        self._server.delete(f"/api/keys/{number}")
        return names.get(number, "")
