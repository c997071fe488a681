"""The list that this machine was in before. With another one an engine throws its copy of the order away.

It stands in the mark beside the copy, and in the configuration beside the engine's store: either may be gone.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from urllib.parse import urlsplit

import msgspec

from engine.errors import BadInput, Unavailable
from engine.model import Value
from ledger.cluster.engine_configuration import folder_of_engine, path_of_configuration
from ledger.cluster.mark import read_mark
from ledger.cluster.node_list import EngineAddress, join_host_and_port, parse_address


class _Routes(Value, frozen=True):
    advertise: str
    routes: tuple[str, ...] = ()


class _Configuration(Value, frozen=True):
    server_name: str
    cluster: _Routes | None = None  # None: it is alone


def check_list(log: Path, addresses: Iterable[EngineAddress]) -> None:
    """Before anything is started or written. Refused: other nodes than before; their order may be another one."""
    given = tuple(address.text for address in addresses)
    for known in _read_known(log, given):
        if set(known) != set(given):
            raise BadInput("cluster-other-list", known=", ".join(known), given=", ".join(given))


def _read_known(log: Path, given: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    mark = read_mark(log)
    if mark is not None and mark.nodes:
        yield mark.nodes
    path = path_of_configuration(folder_of_engine(log))
    try:
        found = msgspec.json.decode(path.read_bytes(), type=_Configuration)
    except FileNotFoundError:
        return
    except OSError as error:
        raise Unavailable("log-no-access", path=os.fspath(path)) from error
    except (msgspec.DecodeError, UnicodeDecodeError):  # it was not written by us, or not whole
        return
    if found.cluster is None:
        name = found.server_name
        yield (next((one for one in given if parse_address(one).server_name == name), name),)
        return
    others = (urlsplit(route).netloc.rpartition("@")[2] for route in found.cluster.routes)
    yield tuple(sorted(_text_of_route(route) for route in (found.cluster.advertise, *others)))


def _text_of_route(route: str) -> str:
    """``hall-1:4223``, where other engines reach it → ``hall-1:4222``, where clients do."""
    host, _, port = route.rpartition(":")
    return join_host_and_port(host.strip("[]"), int(port) - 1)
