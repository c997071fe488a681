"""A desk behind a server: it decides and records there, and is asked here like the desk beside a log."""

from __future__ import annotations

import secrets
from contextlib import ExitStack
from typing import TYPE_CHECKING
from urllib.parse import quote

import msgspec

from engine.errors import Refusal
from engine.model import PlayerId
from ledger.acts.act import Command
from ledger.acts.player_names import naming_players
from ledger.acts.record import Recorded
from ledger.desk import Answer
from ledger.state import State
from ledger.views.projector import Projector

if TYPE_CHECKING:
    from displays.cli.remote_log import RemoteLog


class WriteAnswer(msgspec.Struct, frozen=True):
    """What the server says of a command."""

    version: int
    records: tuple[Recorded, ...]
    told: tuple[str, ...]


class MoveAnswer(msgspec.Struct, frozen=True):
    section: str
    number: int


class RemoteDesk:
    """Sends every command with an id of its own: should the connection break, it is sent again and recorded once."""

    def __init__(self, log: RemoteLog) -> None:
        self.projector = Projector(log.read)
        self.told: list[str] = []
        self.unread: Refusal | None = None
        self._log = log

    def state(self, stream: str) -> State | None:
        """The newest that is known here. Of what the key may not see there is none, and ``unread`` says why."""
        known = self.projector.state(stream)
        try:
            for recorded in self._log.read(stream, after=0 if known is None else known.version):
                self.projector.apply(recorded)
        except Refusal as refusal:
            if refusal.code != "key-sees-too-little":
                raise
            self.unread = refusal
        return self.projector.state(stream)

    async def write(self, stream: str, command: Command, key: str, confirmation: str = "") -> Answer:
        state = self.projector.state(stream)
        with ExitStack() as named:
            if state is not None:
                named.enter_context(naming_players(state.tournament))
            try:
                path = f"/api/t/{quote(stream, safe='')}/commands"
                once = key or secrets.token_hex(8)
                answer = self._log.server.write(path, command, WriteAnswer, once=once, confirmation=confirmation)
            except Refusal:
                self._log.take(stream, ())  # a dispute is recorded all the same
                raise
        self._log.take(stream, answer.records)
        if self.unread is not None:
            self.told.extend(answer.told)
        self.state(stream)
        return Answer(answer.version, answer.records)

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
        form = {
            "player": player,
            "from_section": from_section,
            "to_section": to_section,
            "reason": reason,
            "namesake": namesake,
        }
        moved = self._log.server.write(
            f"/api/f/{quote(festival, safe='')}/moves", form, MoveAnswer, once=key or secrets.token_hex(8)
        )
        return moved.number
