"""A bare endpoint to compare with: Starlette, one body decoded, one durable insert into SQLite.

``python -m tests.bench.bare_endpoint LIBRARY FILE``: says its address, and serves until it is ended. The library is
``ours``, the SQLite that the log uses, or ``standard``, that of Python.
"""

from __future__ import annotations

import socket
import sqlite3
import sys
from typing import Any

import msgspec
import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ledger.store import sqlite_library


class Body(msgspec.Struct):
    """What the console sends for a result."""

    result: str


LIBRARIES: dict[str, Any] = {"ours": sqlite_library.sqlite3, "standard": sqlite3}


def build(library: str, path: str) -> Starlette:
    connection = LIBRARIES[library].connect(path, isolation_level=None)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute(
        "CREATE TABLE results (number INTEGER PRIMARY KEY, stream TEXT, round INTEGER, board INTEGER, result TEXT)"
    )
    decode = msgspec.json.Decoder(Body).decode
    insert = "INSERT INTO results (stream, round, board, result) VALUES (?, ?, ?, ?)"

    async def enter(request: Request) -> Response:
        body = decode(await request.body())
        at = request.path_params
        number = connection.execute(insert, (at["id"], at["round"], at["board"], body.result)).lastrowid
        return Response(msgspec.json.encode({"version": number}), 201, media_type="application/json")

    return Starlette(
        routes=[Route("/api/t/{id}/rounds/{round:int}/boards/{board:int}/result", enter, methods=["POST"])]
    )


if __name__ == "__main__":
    with socket.create_server(("127.0.0.1", 0)) as listener:
        print(f"http://127.0.0.1:{listener.getsockname()[1]}/", flush=True)
        config = uvicorn.Config(build(*sys.argv[1:]), log_level="warning", access_log=False, server_header=False)
        uvicorn.Server(config).run(sockets=[listener])
