"""What a server tells of the copies that it makes: for ``/health``, and in plain words on every page of the console."""

from __future__ import annotations

from displays.words.audit import clock
from displays.words.language import Language
from ledger.backup.automatic import LogCopies


def describe_copies(copies: LogCopies | None) -> dict[str, object]:
    """For programs. Where the copies are is for who has a key."""
    if copies is None or copies.options.folder is None:
        return {}
    state = copies.state()
    found = {
        "at": None if state.at is None else state.at.strftime("%Y-%m-%dT%H:%M:%SZ"),
        "position": state.position,
        "late": state.is_late,
        "problem": None if state.problem is None else state.problem.code,
    }
    return {"backup": found}


def note_of_copies(copies: LogCopies | None, reader: Language) -> str:
    """What is wrong; empty: nothing, or there are no automatic copies."""
    if copies is None or copies.options.folder is None:
        return ""
    state = copies.state()
    if state.problem is not None:
        return reader.phrase("note-failed", section="backup", problem=reader.sentence(state.problem))
    if not state.is_late:
        return ""
    if state.at is None:
        return reader.word("note-none", "backup")
    return reader.phrase("note-late", section="backup", at=write_moment(state.at.isoformat()))


def write_moment(at: str) -> str:
    """As the console shows it in the reader's own zone."""
    return clock(at)[:16] + " UTC"
