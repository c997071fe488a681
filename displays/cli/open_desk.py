"""Opening what a command was pointed at, to write: the desk of a log in a file, or one behind a server."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Protocol

from displays.cli.open_log import PATIENCE, open_log, open_remote_log
from displays.cli.remote_desk import RemoteDesk
from displays.cli.terminal import Terminal
from engine.errors import Refusal
from engine.model import PlayerId
from ledger.actors import COMMAND_LINE, sign
from ledger.acts.act import Command
from ledger.acts.results import EnterResult
from ledger.desk import Answer, Desk
from ledger.disputed_results import check_undisputed
from ledger.section_moves import move_player, number_given
from ledger.state import State
from ledger.views.projector import Projector


class Writer(Protocol):
    """What a command that writes asks of a desk, here or behind a server."""

    @property
    def projector(self) -> Projector: ...

    @property
    def told(self) -> Sequence[str]:
        """What the server said of what was written, for somebody who may not read it."""

    @property
    def unread(self) -> Refusal | None:
        """Why the tournament cannot be read, if it cannot: there may still be something to write."""

    def state(self, stream: str) -> State | None: ...

    async def write(self, stream: str, command: Command, key: str, confirmation: str = "") -> Answer:
        """Recorded once for a key. A result that differs is refused, and its dispute recorded."""

    async def move_player(
        self,
        festival: str,
        player: PlayerId,
        *,
        from_section: str,
        to_section: str,
        key: str,
        reason: str,
        namesake: bool,
    ) -> int:
        """The number that the player has in the other section."""


class FileDesk:
    """The desk of a log in a file."""

    told: Sequence[str] = ()
    unread: Refusal | None = None

    def __init__(self, desk: Desk, actor: str) -> None:
        self.projector = desk.projector
        self.state = desk.state
        self._desk = desk
        self._actor = actor

    async def write(self, stream: str, command: Command, key: str, confirmation: str = "") -> Answer:
        answer = await self._desk.handle(stream, command, actor=self._actor, command_id=key, confirmation=confirmation)
        if isinstance(command, EnterResult):
            check_undisputed(self._desk, stream, command, answer)
        return answer

    async def move_player(
        self,
        festival: str,
        player: PlayerId,
        *,
        from_section: str,
        to_section: str,
        key: str,
        reason: str,
        namesake: bool,
    ) -> int:
        answer = await move_player(
            self._desk,
            festival,
            player,
            from_section=from_section,
            to_section=to_section,
            actor=self._actor,
            command_id=key,
            reason=reason,
            namesake=namesake,
        )
        return number_given(answer)


@contextmanager
def open_writer(terminal: Terminal, *, may_create: bool = False, patience: int = PATIENCE) -> Iterator[Writer]:
    """To write. Behind a server the key says who it is."""
    if terminal.server is None:
        with open_log(terminal.log, may_create=may_create, patience=patience) as log:
            yield FileDesk(Desk(log), sign(terminal.actor, COMMAND_LINE))
        return
    terminal.check_actor()
    with open_remote_log(terminal) as remote:
        yield RemoteDesk(remote)
