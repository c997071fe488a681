"""Opening the log as a node of a cluster: what ``serve --cluster`` was told, checked before anything is started."""

from __future__ import annotations

from contextlib import AbstractContextManager
from functools import partial
from pathlib import Path

from displays.cli.command import Namespace
from displays.cli.terminal import Terminal
from displays.web.network.addresses import find_machine_names
from displays.web.server import NodeOpener
from engine.errors import BadInput
from ledger.cluster.cluster_file import ClusterFile, read_cluster_file
from ledger.cluster.known_list import check_list
from ledger.cluster.node import ClusterOptions, open_node
from ledger.cluster.node_list import EngineAddress, find_own, parse_node_list
from ledger.cluster.status import Node
from ledger.standby.membership import path_of_membership


def prepare_node(args: Namespace, terminal: Terminal) -> NodeOpener:
    addresses = parse_node_list(args.cluster)
    file = read_cluster_file(Path(args.cluster_file))
    check_list(terminal.log, addresses)
    own = find_own(addresses, args.node or "", find_machine_names())
    second = path_of_membership(terminal.log)
    if second.exists():
        raise BadInput("cluster-has-standby", path=str(second))
    return NodeOpener(partial(_open, addresses, own, file, terminal.log), is_first=own == addresses[0])


def _open(
    addresses: tuple[EngineAddress, ...], own: EngineAddress | None, file: ClusterFile, log: Path, address: str
) -> AbstractContextManager[Node]:
    """``address``: for browsers."""
    return open_node(ClusterOptions(addresses, own, file, address=address), log)
