"""Keys: who may come in, made and revoked beside the log or through a server."""

from __future__ import annotations

import sys

import msgspec

from displays.cli.command import Namespace, Subcommand
from displays.cli.open_keys import KeysOfFile, MadeKey, Wish, open_keys
from displays.cli.options import number_of
from displays.cli.parameters import argument, flag, one_of, option
from displays.cli.terminal import Terminal
from displays.web.access.addresses import read_public_url
from displays.web.access.invitations import qr_text
from displays.web.access.key_list import Device, KeyLine
from displays.web.access.roles import Grant, Role
from displays.words import parse
from displays.words.audit import clock
from displays.words.text_table import table
from engine.errors import BadInput

ROLES = tuple(role.value for role in Role if role not in (Role.PUBLIC, Role.MEMBER))  # (members: in the console)


def _key(args: Namespace, terminal: Terminal) -> None:
    if args.once and args.api:
        raise BadInput("not-both", arguments=("--once", "--api"))
    if args.public_url and terminal.server is not None:  # it knows what it is called
        raise BadInput("not-both", arguments=("--public-url", "--server"))
    first, last = args.boards or (None, None)
    grant = Grant(Role(args.role), args.tournament, first, last)
    name = args.name or terminal.actor
    device = Device.PROGRAM if args.api else Device.ONCE if args.once else Device.MANY
    with open_keys(terminal) as keys:
        made = keys.make(Wish(grant, name, args.days, device, args.public_url or ""))
    _tell(made, grant.role, name, terminal)


def _tell(made: MadeKey, role: Role, name: str, terminal: Terminal) -> None:
    """What is needed on the one stream, so that a script can take it; what is good to know on the other."""
    if terminal.as_json:
        shown = {"token": made.token} if made.token else {"link": made.link}
        terminal.give(msgspec.json.encode({"key": made.key, **shown, "expires": made.expires}))
        return
    terminal.say(made.token or made.link)
    if sys.stdout.isatty() and not made.token:
        terminal.say(qr_text(made.link))
    called = terminal.language.word(f"role-{role.value}", "access")
    terminal.warn(terminal.language.phrase("key-made", section="access", key=made.key, name=name, role=called))


# -- the list --------------------------------------------------------------------------------------------------------


def _keys(args: Namespace, terminal: Terminal) -> None:
    with open_keys(terminal) as keys:
        found = keys.list_keys()
    if terminal.as_json:
        terminal.give(msgspec.json.encode(found))
        return
    word = terminal.language.word
    if not found:
        terminal.say(word("no-keys", "access"))
        return
    heads = ("key", "name", "role", "where", "boards", "state", "last-use", "made-by")
    rows = [_row(line, terminal) for line in found]
    terminal.say(table([word(head, "access") for head in heads], rows, right=(0,)))


def _row(line: KeyLine, terminal: Terminal) -> tuple[str, ...]:
    def word(name: str) -> str:
        return terminal.language.word(name, "access")

    return (
        str(line.key),
        line.name,
        word(f"role-{line.role.value}"),
        line.tournament or "*",
        line.boards,
        word(f"state-{line.state}"),
        clock(line.last_seen)[:16] if line.last_seen else "",
        line.made_by or "roundlog serve",
    )


def _revoke(args: Namespace, terminal: Terminal) -> None:
    with open_keys(terminal) as keys:
        name = keys.revoke(args.key)
    terminal.say(terminal.language.phrase("key-is-revoked", section="access", key=args.key, name=name))


def _sign_everybody_out(args: Namespace, terminal: Terminal) -> None:
    """Keys go on: who has a link that may be used again comes in with it. Beside the log alone: a server has no
    endpoint for it, and whoever asks through one is told so."""
    KeysOfFile(terminal).sign_everybody_out()
    terminal.say(terminal.language.word("everybody-is-out", "access"))


COMMANDS = {
    "sign-everybody-out": Subcommand((), _sign_everybody_out),
    "key": Subcommand(
        (
            option("--role", metavar="|".join(ROLES), read=one_of("role", ROLES), default="arbiter"),
            option("--tournament", metavar="ID", default="", help="default: every tournament of this server"),
            option("--boards", metavar="1-40", read=parse.board_range, help="for results: of these boards only"),
            option("--name", default="", help="whom it is for; stands in the audit trail"),
            option("--days", metavar="N", read=number_of("days"), help="default: until it is revoked"),
            flag("--once", help="the link lets one device in, once"),
            flag("--api", help="a key for a program: Authorization: Bearer …"),
            option("--public-url", metavar="URL", read=read_public_url, help="what the link starts with"),
        ),
        _key,
    ),
    "keys": Subcommand((), _keys),
    "revoke": Subcommand((argument("key", "KEY", "its number in `roundlog keys`", read=number_of("key")),), _revoke),
}
