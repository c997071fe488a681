"""``roundlog demo``: a server with a tournament of each kind that plays itself."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from displays.cli.command import Namespace, Subcommand
from displays.cli.open_log import open_log
from displays.cli.options import number_of
from displays.cli.parameters import flag, option
from displays.cli.serve import SERVER, in_columns, serve
from displays.cli.terminal import Terminal
from displays.demo.edition import FOLLOWED, Edition
from displays.demo.kinds import KINDS
from displays.demo.runner import play_at_once, run_demo
from displays.demo.script import BOARDS, TABLE
from displays.web.access.addresses import is_only_here
from displays.web.access.invitations import qr_text
from displays.web.server import Place
from engine.errors import BadInput, Fact, RoundlogError
from ledger.desk import Desk
from ledger.store.sqlite import SqliteLog

FASTEST, SLOWEST = "0.01", "3600"  # seconds a result
OPEN, LADDER = "open-1", "keizer-1"  # whose screens are pointed at


def _pace(text: str) -> float:
    try:
        pace = float(text)
    except ValueError:
        pace = 0.0
    if not float(FASTEST) <= pace <= float(SLOWEST):
        raise BadInput("number-outside-range", field="pace", value=text, least=FASTEST, most=SLOWEST)
    return pace


def _demo(args: Namespace, terminal: Terminal) -> None:
    """Never in a log that somebody uses: in a new file, or in one that is gone afterwards."""
    terminal.check_file()
    with _new_log(args.log) as path:
        shown = Terminal(terminal.language, path, terminal.actor, terminal.as_json)
        if args.fast:
            _play_fast(args, shown)
        else:
            _serve_demo(args, shown)


@contextmanager
def _new_log(given: str | None) -> Iterator[Path]:
    if given is not None:
        if Path(given).exists():
            raise BadInput("file-exists", path=given)
        yield Path(given)
        return
    with tempfile.TemporaryDirectory(prefix="roundlog-demo-") as folder:
        yield Path(folder) / "demo.db"


# -- without waiting -------------------------------------------------------------------------------------------------


def _play_fast(args: Namespace, terminal: Terminal) -> None:
    with open_log(terminal.log, may_create=True) as log:
        asyncio.run(play_at_once(Desk(log), args.seed))
        _tell_what_was_played(log, terminal)
    if args.log is not None:
        terminal.say(terminal.language.phrase("kept", "demo", path=str(terminal.log)))
        for line in (f"standings {OPEN} --explain 1", f"keizer {LADDER}", f"audit {OPEN} --of 2", "verify", "serve"):
            terminal.say(f"  roundlog --log {terminal.log} {line}")


def _tell_what_was_played(log: SqliteLog, terminal: Terminal) -> None:
    desk = Desk(log)
    for kind in KINDS:
        stream = kind.stream(1)
        state = desk.state(stream)
        assert state is not None
        t = state.tournament
        numbers = {"players": len(t.entries), "rounds": len(t.rounds), "records": state.version}
        terminal.say(terminal.language.phrase("played", "demo", stream=stream, name=t.details.name, **numbers))


# -- with a server ---------------------------------------------------------------------------------------------------


def _serve_demo(args: Namespace, terminal: Terminal) -> None:
    def tell(place: Place, terminal: Terminal) -> str:
        about = terminal.language.phrase("about", "demo", count=len(KINDS), pace=f"{args.pace:g}")
        lasts = [] if args.log is not None else [terminal.language.word("temporary", "demo")]
        return "\n".join([about, *lasts, *_links(place, terminal), terminal.language.word("stop-with")])

    reporter = _Reporter(terminal)
    serve(args, terminal, tell, lambda desk: run_demo(desk, args.seed, args.pace, reporter))


def _links(place: Place, terminal: Terminal) -> Iterator[str]:
    """With the address that phones know: it is true on this machine too."""
    base, word = place.known_as, terminal.language.word
    phone = f"{base}/p/{OPEN}/{FOLLOWED}"
    yield in_columns(
        {
            word("link-owner", "demo"): f"{base}{place.key or '/console'}",
            word("link-boards", "demo"): f"{base}/screen/{OPEN}/{BOARDS}",
            word("link-table", "demo"): f"{base}/screen/{OPEN}/{TABLE}",
            word("link-ladder", "demo"): f"{base}/screen/{LADDER}/{TABLE}",
            terminal.language.phrase("link-phone", "demo", player=FOLLOWED): phone,
            word("link-pages"): f"{base}/",
        }
    )
    yield qr_text(phone)
    if is_only_here(phone):
        yield word("only-here", "access")


class _Reporter:
    """What happens to the stories, a line each."""

    def __init__(self, terminal: Terminal) -> None:
        self._terminal = terminal

    def begins(self, edition: Edition) -> None:
        self._say("begins", name=edition.name, address=f"/t/{edition.stream}")

    def is_left(self, edition: Edition, error: RoundlogError) -> None:
        self._say("is-left", name=edition.name, problem=self._terminal.language.sentence(error))

    def is_over(self, editions: int) -> None:
        self._say("is-over", editions=editions)

    def _say(self, key: str, **facts: Fact) -> None:
        self._terminal.say(self._terminal.language.phrase(key, "demo", **facts))
        self._terminal.flush()


COMMANDS = {
    "demo": Subcommand(
        (
            *SERVER,
            option("--pace", metavar="SECONDS", read=_pace, default=2.0, help="between two results; default: 2"),
            option("--seed", metavar="N", read=number_of("seed"), default=1, help="other people, other games"),
            flag("--fast", help="play everything to the end without waiting and without a server"),
        ),
        _demo,
    )
}
