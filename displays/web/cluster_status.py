"""What a node of a cluster tells of itself and the others: for ``/health``, and in plain words for the console."""

from __future__ import annotations

from datetime import datetime

from displays.web.standby.status import ServerNote
from displays.words.language import Language
from ledger.cluster.status import EngineSeen, NodeStatus

SEALS_DIFFER, DAMAGED = "cluster-seals-differ", "engine-damaged"  # alarms, which are told by what they tell of
BEHIND = 100  # messages of the order, from which a node is said to be behind: fewer are always on their way


def describe_node(status: NodeStatus) -> dict[str, object]:
    """For programs."""
    return {
        "name": status.cluster,
        "node": status.node,
        "has_majority": status.has_majority,
        "behind": status.behind,
        "complete_until": status.complete_until,
        "seals": "differ" if has_other_seals(status) else "same",
        "engines": [
            {"address": one.address, "is_seen": one.is_seen, "is_leader": one.is_leader, "is_damaged": one.is_damaged}
            for one in status.engines
        ],
        "engine_restarts": status.engine_restarts,
        "nodes": [
            {
                "node": one.name,
                "address": one.address,
                "position": one.position,
                "head": one.seal,
                "followers": one.followers,
                "seconds_ago": round(one.seconds_ago, 1),
            }
            for one in status.nodes
        ],
        **({"alarm": status.alarm.code} if status.alarm is not None else {}),
    }


def find_others_with_other_seal(status: NodeStatus) -> tuple[str, ...]:
    """Nodes with as many records as this one, and not the same ones."""
    return tuple(one.name for one in status.nodes if one.position == status.position and one.seal != status.seal)


def has_other_seals(status: NodeStatus) -> bool:
    """Now, or since a node found that out."""
    return bool(find_others_with_other_seal(status)) or (status.alarm is not None and status.alarm.code == SEALS_DIFFER)


def notes_of_node(status: NodeStatus, reader: Language, *, with_all: bool) -> list[ServerNote]:
    """What stands on every page of the console. ``with_all``: also that all is well, for who looks after servers."""

    def note(name: str, is_alarm: bool = True, **facts: str | int) -> ServerNote:
        return ServerNote(reader.phrase(name, section="cluster", **facts), is_alarm)

    found: list[ServerNote] = []
    if not status.has_majority:
        found.append(
            note("no-majority" if status.complete_until is None else "no-majority-since", since=_clock(status))
        )
    damaged = [one for one in status.engines if one.is_damaged]
    if status.alarm is not None and not (damaged and status.alarm.code == DAMAGED):
        found.append(ServerNote(reader.sentence(status.alarm), True))
    elif others := find_others_with_other_seal(status):
        found.append(note("seals-differ", node=status.node, others=", ".join(others)))
    if (status.behind or 0) > BEHIND:
        found.append(note("behind", is_alarm=False, count=int(status.behind or 0)))
    if status.has_majority and (unseen := [one for one in status.engines if not one.is_seen]):
        found.append(note("unseen", servers=_addresses(unseen)))
    if damaged:
        found.append(note("damaged", servers=_addresses(damaged)))
    if with_all and not found:
        found.append(note("well", is_alarm=False, node=status.node, cluster=status.cluster, count=len(status.engines)))
    return found


def _addresses(engines: list[EngineSeen]) -> str:
    return ", ".join(one.address for one in engines)


def _clock(status: NodeStatus) -> str:
    """By the clock of this machine."""
    if status.complete_until is None:
        return ""
    return datetime.fromisoformat(status.complete_until).astimezone().strftime("%H:%M:%S")
