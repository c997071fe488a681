"""``roundlog start``: the server for the person at this machine, as a double click starts it.

Its log lies in the folder of the user; a browser opens in which they are signed in; started once more while it runs it
leads to the one that runs.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from contextlib import closing
from functools import partial
from pathlib import Path
from urllib.parse import urlsplit

import msgspec

from displays.cli.account import find_data_folder, find_person
from displays.cli.browser import open_browser
from displays.cli.command import Namespace, Subcommand
from displays.cli.options import number_of
from displays.cli.parameters import flag, option
from displays.cli.serve import COPIES, SERVER, in_columns, serve
from displays.cli.server_client import ServerClient
from displays.cli.terminal import ServerAccess, Terminal
from displays.web.access.addresses import is_only_here
from displays.web.access.invitations import link_for_starter
from displays.web.access.key_store import KeyStore
from displays.web.access.session_store import check_name
from displays.web.server import Place
from displays.web.server_note import read_address
from engine.errors import Refusal, Unavailable
from ledger.private_file import path_of_private_file
from ledger.standby.file_check import check_private_file_writable

PORT = 8000
OTHER_PORTS = (*range(8001, 8010), 0)  # the same from day to day, if they can be
PAGE = "/console/~start"
SECONDS = 60.0  # for the one that was started just before to come up
LOOK_EVERY = 0.2
ANSWERS_WITHIN = 10.0  # seconds
BROWSER_WITHIN = 10.0  # seconds, before the program ends that opens it
Open = Callable[[str], None]


class _Health(msgspec.Struct):
    """What a Roundlog says of itself, and no other program."""

    version: str
    position: int
    head: str


def _start(args: Namespace, terminal: Terminal) -> None:
    terminal.check_file()
    path = Path(args.log or os.environ.get("ROUNDLOG_LOG") or _make_data_folder() / "roundlog.db")
    name = args.actor or _find_name(terminal.actor)
    shown = Terminal(terminal.language, path, name, terminal.as_json)
    others = OTHER_PORTS if args.port is None else ()
    chosen = Namespace(**{**vars(args), "port": PORT if args.port is None else args.port})
    show = None if args.no_browser else open_browser
    show_and_end = None if args.no_browser else partial(open_browser, wait=BROWSER_WITHIN)
    try:
        serve(chosen, shown, partial(_tell, show=show, is_usual=args.port is None), other_ports=others)
    except Unavailable as error:
        if error.code != "log-has-server":
            raise
        _lead_to_running_one(shown, show_and_end, error)


def _find_name(fallback: str) -> str:
    """Of the person, as it can stand in the log."""
    name = find_person()
    try:
        check_name(name)
    except Refusal:
        return fallback
    return name or fallback


def _make_data_folder() -> Path:
    folder = find_data_folder(os.environ, Path.home())
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise Unavailable("data-folder-unusable", path=os.fspath(folder), problem=error.strerror or "") from error
    return folder


# -- this one runs -----------------------------------------------------------------------------------------------------


def _tell(place: Place, terminal: Terminal, show: Open | None, is_usual: bool) -> str:
    word, phrase = terminal.language.word, terminal.language.phrase
    links = {word("data", "start"): os.fspath(terminal.log.absolute()), word("here", "start"): place.here}
    if place.hall:
        links[word("phones", "start")] = place.hall
    port = urlsplit(place.here).port
    is_other = is_usual and is_only_here(place.here) and port not in (None, PORT)
    notes = [phrase("other-port", section="start", usual=PORT, port=port or 0)] if is_other else []
    if place.other:
        notes.append(phrase("not-first", section="start", address=place.here))
    window = word("window", "start")
    return "\n".join([window, in_columns(links), *notes, _show(place.here, place.key, terminal, show)])


def _show(here: str, key: str, terminal: Terminal, show: Open | None) -> str:
    """Opens the browser; what is said of it, with the link for the case that no browser opens."""
    key = key or _make_link(terminal)
    link = f"{here}{key}?next={PAGE}#at-once" if key else f"{here}{PAGE}"
    if show is not None:
        show(link)
    return "\n".join([terminal.language.word("open-this" if show is None else "browser-opens", "start"), f"  {link}"])


def _make_link(terminal: Terminal) -> str:
    """Empty where keys are made by another server: of a standby."""
    check = partial(check_private_file_writable, terminal.log)
    with KeyStore(path_of_private_file(terminal.log), check_writable=check) as key_store:
        return link_for_starter(key_store, terminal.actor) if key_store.may_write() else ""


# -- another one runs --------------------------------------------------------------------------------------------------


def _lead_to_running_one(terminal: Terminal, show: Open | None, error: Unavailable) -> None:
    """The browser opens there. It may have been started a moment ago (a double click too many), and still come up."""
    until = time.monotonic() + SECONDS
    while not (address := read_address(terminal.log)) or not _is_roundlog(address, terminal):
        if time.monotonic() > until:
            raise error
        time.sleep(LOOK_EVERY)
    terminal.say(terminal.language.phrase("running-already", section="start", address=address))
    terminal.say(_show(address, "", terminal, show))


def _is_roundlog(address: str, terminal: Terminal) -> bool:
    """An address with https is taken on trust: its certificate is for another name than this machine calls itself."""
    if address.startswith("https:"):
        return True
    with closing(ServerClient(ServerAccess(address, ""), terminal.language, ANSWERS_WITHIN)) as server:
        try:
            server.read("/health/reading", _Health)
        except Unavailable:  # nobody listens there, or another program does
            return False
    return True


COMMANDS = {
    "start": Subcommand(
        (
            *(parameter for parameter in SERVER if parameter.name != "port"),
            option(
                "--port", metavar="N", read=number_of("port"), help=f"default: {PORT}, or another where that is taken"
            ),
            flag("--no-browser", help="open none; the link is shown"),
            *COPIES,
        ),
        _start,
    )
}
