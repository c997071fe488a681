"""Decisions that take long: made by the worker. One that is of use without what takes long is not waited for so long.

A pairing made by hand is compared with the system's, which an arbiter of a large field cannot wait for in every round.
"""

from __future__ import annotations

import asyncio

from engine.errors import Refusal
from ledger.acts.act import Command, Event
from ledger.acts.catalogue import BY_COMMAND
from ledger.acts.decide import decide
from ledger.state import State
from ledger.turns import Task
from ledger.worker import TOOK_TOO_LONG, Worker

PATIENCE = 120.0  # seconds


async def decide_in_worker(worker: Worker, task: Task, state: State | None, command: Command) -> list[Event]:
    deciding = worker.run(task, decide, state, command)
    if BY_COMMAND[type(command)].decide_briefly is None:
        return await deciding
    try:
        return await asyncio.wait_for(deciding, PATIENCE)
    except TimeoutError:
        return decide(state, command, is_brief=True)
    except Refusal as refusal:
        if refusal.code != TOOK_TOO_LONG:
            raise
        return decide(state, command, is_brief=True)
