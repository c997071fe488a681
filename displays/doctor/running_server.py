"""The server that runs: what it says of itself, compared with this program, this clock and this log."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from datetime import datetime, timedelta
from pathlib import Path

from displays.doctor.finding import Finding, fault, warning
from displays.doctor.network import HealthAnswer
from displays.release.version import Version
from engine.errors import RoundlogError
from ledger.backup.copying import read_last, read_seal
from ledger.store.schema import translate_errors
from ledger.store.verify import open_untouched

TOLERANCE = timedelta(seconds=5)
Ask = Callable[[str], HealthAnswer]


def check_health(url: str, answer: HealthAnswer) -> Iterator[Finding]:
    """That it can write, and that its copies are made."""
    if answer.status == 503:
        told = answer.document.get("detail") or answer.document.get("code") or answer.status
        yield fault("server-cannot-write", url=url, told=str(told))
    backup = answer.document.get("backup")
    if isinstance(backup, dict):
        if backup.get("problem"):
            yield fault("server-copies-fail", url=url, reason=str(backup["problem"]))
        elif backup.get("late"):
            yield warning("server-copies-late", url=url, at=str(backup.get("at") or "–"))


def check_version(url: str, answer: HealthAnswer, own: Version) -> Iterator[Finding]:
    """Number and, where both know it, commit."""
    number, commit = (str(answer.document.get(name) or "") for name in ("version", "commit"))
    is_other = number != own.number or (commit and own.commit and commit != own.commit)
    if number and is_other:
        yield warning("server-other-version", url=url, running=str(Version(number, commit)), found=str(own))


def check_clocks(url: str, answer: HealthAnswer, now: datetime) -> Iterator[Finding]:
    if answer.at is not None and abs(answer.at - now) > TOLERANCE:
        yield warning("clocks-differ", url=url, seconds=abs(round((answer.at - now).total_seconds())))


def check_same_log(url: str, answer: HealthAnswer, log: Path) -> Iterator[Finding]:
    """The record that the server has last stands in the file, or will: whoever writes goes ahead of us."""
    position, head = answer.document.get("position"), answer.document.get("head")
    if not (isinstance(position, int) and isinstance(head, str)):
        return
    with suppress(RoundlogError), open_untouched(log) as connection, translate_errors(log):  # the log has its own check
        last, _ = read_last(connection)
        if position > last or read_seal(connection, position) != head:
            yield fault("server-has-other-log", url=url, path=str(log))


def check_other_servers(url: str, answer: HealthAnswer, ask: Ask) -> Iterator[Finding]:
    """Of two servers with one log one takes what is entered. (Of a cluster all do.)"""
    others = answer.document.get("other_servers")
    if answer.document.get("role") == "node" or not isinstance(others, Sequence) or isinstance(others, str):
        return
    for other in map(str, others):
        try:
            told = ask(other)
        except OSError as error:
            yield warning("other-server-silent", other=other, reason=error.strerror or str(error))
            continue
        if answer.document.get("takes_writes") is True and told.document.get("takes_writes") is True:
            yield fault("two-servers-write", url=url, other=other)
