"""Writes to the private file, in threads of their own: keys, sessions, proposals.

One takes a moment on one server, and seconds while the servers of a cluster elect a leader: it never holds up the loop
that serves the hall, nor what else is done beside it (``asyncio.to_thread``).
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import ParamSpec, TypeVar

THREADS = 4  # a table is written to by one at a time; who waits for it keeps nobody from the other table

Given = ParamSpec("Given")
Made = TypeVar("Made")

_THREADS = ThreadPoolExecutor(THREADS, thread_name_prefix="writes to the private file")


async def write_private(write: Callable[Given, Made], *args: Given.args, **kwargs: Given.kwargs) -> Made:
    """It goes on to its end, also if whoever asked for it has gone."""
    return await asyncio.get_running_loop().run_in_executor(_THREADS, partial(write, *args, **kwargs))


def begin_private(write: Callable[Given, None], *args: Given.args, **kwargs: Given.kwargs) -> None:
    """Nobody waits for it: it says itself what goes wrong."""
    _THREADS.submit(write, *args, **kwargs)
