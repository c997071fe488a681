"""``roundlog cluster new`` and ``roundlog cluster status``: the secrets of a cluster, and how its servers are."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec

from displays.cli.command import Namespace, Subcommand
from displays.cli.parameters import argument, one_of, option
from displays.cli.server_client import ServerClient
from displays.cli.terminal import ServerAccess, Terminal
from displays.words.text_table import table
from engine.errors import BadInput, RoundlogError, Unavailable
from engine.model import Value

NEW, STATUS = "new", "status"
HERE = "http://127.0.0.1:8000"
PATIENCE = 5.0  # seconds: whoever asks how a cluster is has no time
NOT_WELL = 1  # exit code


class EngineTold(Value, frozen=True):
    address: str
    is_seen: bool
    is_leader: bool
    is_damaged: bool


class NodeTold(Value, frozen=True):
    node: str
    address: str


class ClusterTold(Value, frozen=True):
    name: str
    node: str
    has_majority: bool
    behind: int | None
    seals: str
    engines: tuple[EngineTold, ...]
    nodes: tuple[NodeTold, ...]
    alarm: str = ""


class HealthTold(Value, frozen=True):
    """What a node says of itself (``/health/reading``)."""

    status: str
    position: int
    head: str
    version: str
    cluster: ClusterTold | None = None


class Found(Value, frozen=True):
    """A node that was asked, and what it said, or why it did not."""

    node: str
    address: str
    health: HealthTold | None
    problem: RoundlogError | None = None


def _run(args: Namespace, terminal: Terminal) -> int | None:
    if args.action == NEW:
        _make_new(args, terminal)
        return None
    if args.file or args.name:
        raise BadInput("unknown-argument", arguments=(args.file or "--name",))
    return _tell_status(terminal)


def _make_new(args: Namespace, terminal: Terminal) -> None:
    from ledger.cluster.cluster_file import new_cluster_file, write_cluster_file  # late: it needs the cluster extra

    missing = tuple(name for name, given in (("FILE", args.file), ("--name", args.name)) if not given)
    if missing:
        raise BadInput("argument-missing", arguments=missing)
    terminal.check_file()
    path = Path(args.file)
    if not path.absolute().parent.is_dir():
        raise BadInput("no-such-directory", path=str(path.absolute().parent))
    file = new_cluster_file(args.name)
    write_cluster_file(path, file)
    if terminal.as_json:
        terminal.give(msgspec.json.encode({"cluster": file.name, "file": args.file}))
        return
    terminal.say(terminal.language.phrase("made", section="cluster", path=args.file, cluster=file.name))
    terminal.say(f"  roundlog serve --host 0.0.0.0 --cluster hall-1,hall-2,hall-3 --cluster-file {args.file}")


# -- how it is -------------------------------------------------------------------------------------------------------


def _tell_status(terminal: Terminal) -> int:
    found = _ask_all(terminal)
    if terminal.as_json:
        terminal.give(msgspec.json.encode([_as_json(one) for one in found]))
    else:
        terminal.say(_nodes_table(found, terminal))
        terminal.say("")
        terminal.say(_engines_table(found, terminal))
        for one in found:
            if one.problem is not None:
                terminal.warn(f"{one.node}: {terminal.language.sentence(one.problem)}")
    return 0 if is_well(found) else NOT_WELL


def is_well(found: list[Found]) -> bool:
    """All answer, all may write, all have the same, and no server of the engine is missing or damaged."""
    told = [one.health for one in found]
    heads = {(one.position, one.head) for one in told if one is not None}
    return len({position for position, _ in heads}) == len(heads) and all(
        one is not None
        and one.cluster is not None
        and one.cluster.has_majority
        and one.cluster.seals == "same"
        and not one.cluster.alarm
        and all(engine.is_seen and not engine.is_damaged for engine in one.cluster.engines)
        for one in told
    )


def _ask_all(terminal: Terminal) -> list[Found]:
    """The one that was named, which has to answer, those that it hears of, and those of the list that it does not."""
    access = terminal.server or ServerAccess(HERE, "")
    first = _ask(access.url, terminal)
    if first.cluster is None:
        raise BadInput("server-of-no-cluster", server=access.url)
    found = [Found(first.cluster.node, access.url, first)]
    for other in first.cluster.nodes:
        try:
            health = _ask(other.address, terminal)
        except RoundlogError as problem:
            found.append(Found(other.node, other.address, None, problem))
        else:
            found.append(Found(other.node, other.address, health))
    return [*found, *_find_missing(first.cluster, {one.node for one in found})]


def _find_missing(told: ClusterTold, found: set[str]) -> Iterator[Found]:
    """A node with an engine has its name from the list.

    As long as it is silent nobody knows its address for browsers.
    """
    for engine in told.engines:
        if engine.address not in found:
            yield Found(engine.address, "", None, Unavailable("node-not-heard", node=engine.address))


def _ask(url: str, terminal: Terminal) -> HealthTold:
    """Without a key: everybody may know."""
    with closing(ServerClient(ServerAccess(url, ""), terminal.language, PATIENCE)) as server:
        return server.read("/health/reading", HealthTold)


def _as_json(found: Found) -> dict[str, Any]:
    problem = None if found.problem is None else found.problem.code
    return {"node": found.node, "address": found.address, "health": found.health, "problem": problem}


def _nodes_table(found: list[Found], terminal: Terminal) -> str:
    word = _words(terminal)
    titles = [word("node"), word("address"), word("position"), word("takes-writes"), word("state")]
    return table(titles, [*_node_rows(found, terminal)])


def _node_rows(found: list[Found], terminal: Terminal) -> Iterator[list[str]]:
    word = _words(terminal)
    for one in found:
        if one.health is None or one.health.cluster is None:
            yield [one.node, one.address or "–", "–", "–", word("no-answer")]
            continue
        cluster = one.health.cluster
        alarms = [cluster.alarm, word("seal-differs") if cluster.seals != "same" else ""]
        takes = word("yes" if one.health.status == "ok" else "no")
        state = ", ".join(filter(None, alarms)) or word("state-there")
        yield [one.node, one.address, str(one.health.position), takes, state]


def _engines_table(found: list[Found], terminal: Terminal) -> str:
    """As the first of them sees them."""
    word = _words(terminal)
    (first, *_) = (one.health.cluster for one in found if one.health is not None and one.health.cluster is not None)
    rows = [[one.address, word(f"state-{_state_of(one)}")] for one in first.engines]
    return table([word("engines"), word("state")], rows)


def _state_of(engine: EngineTold) -> str:
    if not engine.is_seen:
        return "unseen"
    if engine.is_damaged:
        return "damaged"
    return "leads" if engine.is_leader else "there"


def _words(terminal: Terminal) -> Any:
    return lambda key: terminal.language.word(key, "cluster")


COMMANDS = {
    "cluster": Subcommand(
        (
            argument("action", f"{NEW}|{STATUS}", read=one_of("action", (NEW, STATUS))),
            argument("file", "FILE", "where its secrets are to be written (new)", optional=True),
            option("--name", metavar="NAME", help="of the cluster (new): letters, digits, - and _"),
        ),
        _run,
    )
}
