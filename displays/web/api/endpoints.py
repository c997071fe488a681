"""The endpoints through which a tournament is written to: one for each act that has one (``ledger.acts``).

The body is the command without the fields that its address gives; where a form is more convenient, ``FORMS`` names one
and says how it becomes a command.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

import msgspec

from displays.web.api.forms import CorrectPlayerForm, RegisterForm
from ledger.acts.act import Command, Streams
from ledger.acts.catalogue import ACTS
from ledger.acts.festivals import OpenFestival
from ledger.acts.opening import EXAMPLE_DETAILS, EXAMPLE_RULES, OpenTournament
from ledger.acts.permission import Permission
from ledger.acts.players import CorrectPlayer, RegisterPlayers


class CommandForm(msgspec.Struct, frozen=True):
    """A form in place of a command's own fields."""

    fields: type[msgspec.Struct]
    to_command: Callable[..., Command]  # from the form and the fields of the address


def _register(form: RegisterForm) -> Command:
    return form.command()


def _correct_player(form: CorrectPlayerForm, player: int) -> Command:
    return form.correction(player)


FORMS: Mapping[type[Command], CommandForm] = {
    RegisterPlayers: CommandForm(RegisterForm, _register),
    CorrectPlayer: CommandForm(CorrectPlayerForm, _correct_player),
}


class CommandLine(msgspec.Struct, frozen=True):
    """What is known of one such endpoint."""

    name: str
    method: str
    root: str  # the address of the tournament or the festival
    path: str  # below it
    command: type[Command]
    example: Mapping[str, object]
    permission: Permission
    form: CommandForm | None


# By which stream an act is written to; a festival's own name goes before what both have.
ROOTS: Mapping[Streams, tuple[str, str]] = {
    Streams.TOURNAMENT: ("/api/t/{id}", ""),
    Streams.FESTIVAL: ("/api/f/{id}", "festival-"),
}
LINES: tuple[CommandLine, ...] = tuple(
    CommandLine(
        name=(prefix if act.streams is Streams.ALL else "") + str(act.command.__struct_config__.tag),
        method=act.endpoint.method,
        root=root,
        path=act.endpoint.path,
        command=act.command,
        example=act.endpoint.example,
        permission=act.endpoint.permission,
        form=FORMS.get(act.command),
    )
    for stream, (root, prefix) in ROOTS.items()
    for act in ACTS
    if act.command is not None and act.endpoint is not None and stream in act.streams
)

# Who may ask for what, also through the endpoint that takes every command.
PERMISSIONS: Mapping[type[Command], Permission] = {
    **{line.command: line.permission for line in LINES},
    OpenTournament: Permission.OPEN,
    OpenFestival: Permission.OPEN,
}
OPENING: dict[str, object] = {"id": "spring-2026", "details": EXAMPLE_DETAILS, "rules": EXAMPLE_RULES}
