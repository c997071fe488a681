"""What a server tells of itself and of the other: for ``/health``, and in plain words for the console."""

from __future__ import annotations

from datetime import datetime

import msgspec

from displays.words.language import Language
from ledger.standby.epochs import ServerRole
from ledger.standby.pair import ServerPair


class ServerNote(msgspec.Struct, frozen=True):
    """A line of the console; ``is_alarm``: in red."""

    text: str
    is_alarm: bool = False


def describe_pair(pair: ServerPair) -> dict[str, object]:
    """For programs. Who decided what, and why, is for who has a key."""
    behind = pair.seconds_behind()
    return {
        "role": pair.role.value,
        "takes_writes": pair.takes_writes(),
        "epoch": pair.epoch.number,
        "other_servers": pair.other_servers(),
        **({"seconds_behind": None if behind is None else round(behind, 2)} if _is_standby(pair) else {}),
        **({"in_conflict": True} if pair.is_in_conflict else {}),
        **({"alarm": pair.alarm.code} if pair.alarm is not None else {}),
    }


def _is_standby(pair: ServerPair) -> bool:
    return pair.role is ServerRole.STANDBY


def notes_of(pair: ServerPair, reader: Language) -> list[ServerNote]:
    """What stands on every page of the console; nothing on those of a single server."""

    def note(name: str, is_alarm: bool = False, **facts: str | int) -> ServerNote:
        return ServerNote(reader.phrase(name, section="standby", **facts), is_alarm)

    match pair.role:
        case ServerRole.SINGLE:
            return []
        case ServerRole.REPLACED:
            return [note("replaced", True, other=pair.other), *_count_own(pair, reader)]
        case ServerRole.STANDBY:
            return [note("standby-of", first=pair.other), *_tell_copy(pair, reader)]
        case ServerRole.FIRST:
            return _tell_first(pair, reader)


def _count_own(pair: ServerPair, reader: Language) -> list[ServerNote]:
    count = pair.count_own_records()
    text = reader.phrase("only-here", section="standby", count=count)
    return [ServerNote(text, True)] if count else []


def _tell_copy(pair: ServerPair, reader: Language) -> list[ServerNote]:
    """How old the copy is, or since when nothing was heard."""
    if pair.alarm is not None:
        problem = reader.sentence(pair.alarm)
        return [ServerNote(reader.phrase("copy-stopped", section="standby", problem=problem), True)]
    if not pair.is_in_sight():
        return [_unseen(pair, reader, "no-connection")]
    behind = pair.seconds_behind()
    if behind is None:
        have, all_there = pair.log.position(), pair.first_position
        return [ServerNote(reader.phrase("copying", section="standby", have=have, all=all_there))]
    return [ServerNote(reader.phrase("behind", section="standby", seconds=f"{behind:.1f}"))]


def _tell_first(pair: ServerPair, reader: Language) -> list[ServerNote]:
    found: list[ServerNote] = []
    if pair.is_in_conflict:
        found.append(ServerNote(reader.phrase("conflict", section="standby", other=pair.other), True))
    membership = pair.membership
    assert membership is not None
    if membership.is_alone:
        found.append(ServerNote(reader.word("alone", "standby"), True))
    elif membership.waits and not pair.is_in_sight():
        found.append(ServerNote(reader.word("waits-in-vain", "standby"), True))
    if pair.is_in_sight():
        missing = max(0, pair.log.position() - pair.confirmed)
        text = reader.phrase("followed", section="standby", other=pair.other, missing=missing)
        found.append(ServerNote(text))
        found.append(ServerNote(reader.word("waits" if membership.waits else "waits-not", "standby")))
    elif pair.other:
        found.append(_unseen(pair, reader, "second-unseen"))
    return found


def _unseen(pair: ServerPair, reader: Language, name: str) -> ServerNote:
    """``no connection since 14:03:20``, by the clock of this machine; or never since it was started."""
    since = pair.last_seen_at
    if not since:
        return ServerNote(reader.phrase(f"{name}-yet", section="standby", other=pair.other), True)
    clock = datetime.fromisoformat(since).astimezone().strftime("%H:%M:%S")
    return ServerNote(reader.phrase(name, section="standby", other=pair.other, since=clock), True)
