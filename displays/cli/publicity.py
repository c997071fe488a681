"""What is public of the players: the fields that everybody may know, and who is shown by initials."""

from __future__ import annotations

from displays.cli import options
from displays.cli.command import Namespace
from displays.cli.parameters import argument, flag
from displays.cli.writing import writing
from ledger.acts.act import Command
from ledger.acts.publicity import ChangePublicFields, ShowInitials, ShowName
from ledger.state import State


def _public_fields(args: Namespace, t: State | None) -> list[Command]:
    named = (part.strip() for part in args.fields.replace(",", " ").split())
    return [ChangePublicFields(fields=tuple(named))]


def _initials(args: Namespace, t: State | None) -> list[Command]:
    return [ShowName(player=args.player) if args.off else ShowInitials(player=args.player)]


COMMANDS = {
    "public-fields": writing(
        (argument("fields", "FIELDS", '"federation club fide", or "" for none of them'),),
        _public_fields,
    ),
    "initials": writing((options.PLAYER, flag("--off", help="the whole name again")), _initials),
}
