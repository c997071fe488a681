"""Keys: who may come in, made and revoked at the command line of the machine on which the log is."""

from __future__ import annotations

import sys

import msgspec

from displays.cli.command import Namespace, Subcommand
from displays.cli.open_log import open_log
from displays.cli.options import number_of
from displays.cli.parameters import argument, flag, one_of, option
from displays.cli.terminal import Terminal
from displays.web.access.addresses import http_address, read_public_url
from displays.web.access.invitations import path_of, qr_text
from displays.web.access.key_list import KeyLine, key_line
from displays.web.access.key_store import KeyStore, NewKey
from displays.web.access.roles import Grant, Role
from displays.words import parse
from displays.words.audit import clock
from displays.words.text_table import table
from engine.errors import BadInput, Refusal
from ledger.actors import COMMAND_LINE, sign
from ledger.acts.evolve import fold
from ledger.private_file import path_of_private_file

ROLES = tuple(role.value for role in Role if role is not Role.PUBLIC)


def _key(args: Namespace, terminal: Terminal) -> None:
    if args.once and args.api:
        raise BadInput("not-both", arguments=("--once", "--api"))
    _check_tournament(args.tournament, terminal)
    first, last = args.boards or (None, None)
    grant = Grant(Role(args.role), args.tournament, first, last)
    name = args.name or terminal.actor
    with KeyStore(path_of_private_file(terminal.log)) as key_store:
        by = sign(terminal.actor, COMMAND_LINE)
        made = key_store.make(grant, name=name, by=by, days=args.days, once=args.once, api=args.api)
        base = args.public_url or key_store.server_address or http_address("127.0.0.1", 8000)
    _tell(made, f"{base}{path_of(made)}", terminal)


def _check_tournament(stream: str, terminal: Terminal) -> None:
    with open_log(terminal.log, read_only=True) as log:
        if stream and fold(log.events(stream)) is None:
            raise Refusal("no-such-tournament")


def _tell(made: NewKey, link: str, terminal: Terminal) -> None:
    """What is needed on the one stream, so that a script can take it; what is good to know on the other."""
    key = made.key
    if terminal.as_json:
        shown = {"token": made.token} if key.is_api else {"link": link}
        terminal.give(msgspec.json.encode({"key": key.number, **shown, "expires": key.expires}))
        return
    terminal.say(made.token if key.is_api else link)
    if sys.stdout.isatty() and not key.is_api:
        terminal.say(qr_text(link))
    role = terminal.language.word(f"role-{key.grant.role.value}", "access")
    told = terminal.language.phrase("key-made", section="access", key=key.number, name=key.name, role=role)
    terminal.warn(told)


# -- the list --------------------------------------------------------------------------------------------------------


def _keys(args: Namespace, terminal: Terminal) -> None:
    found = _all_keys(terminal)
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


def _all_keys(terminal: Terminal) -> list[KeyLine]:
    path = path_of_private_file(terminal.log)
    if not path.exists():
        with open_log(terminal.log, read_only=True):
            return []  # a log that has never been served
    with KeyStore(path) as key_store:
        return [key_line(key, key_store) for key in key_store.all_keys()]


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
    path = path_of_private_file(terminal.log)
    if not path.exists():
        raise Refusal("no-key-of-that-number", key=args.key)
    with KeyStore(path) as key_store:
        key = key_store.revoke(args.key, by=sign(terminal.actor, COMMAND_LINE))
    terminal.say(terminal.language.phrase("key-is-revoked", section="access", key=key.number, name=key.name))


def _sign_everybody_out(args: Namespace, terminal: Terminal) -> None:
    """Keys go on: who has a link that may be used again comes in with it."""
    path = path_of_private_file(terminal.log)
    if path.exists():
        with KeyStore(path) as key_store:
            key_store.sessions.end_all(by=sign(terminal.actor, COMMAND_LINE))
    else:
        with open_log(terminal.log, read_only=True):  # a log that has never been served: nobody is in
            pass
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
