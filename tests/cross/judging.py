"""One tournament judged by one other program: what a worker does."""

from __future__ import annotations

import os
import subprocess
import tempfile
import warnings
from functools import cache
from pathlib import Path

from msgspec.structs import replace

from tests.cross import command_peer, gacrux_peer
from tests.cross.finding import Judgement, Way

PEERS = {peer.NAME: peer for peer in (gacrux_peer, command_peer)}
Job = tuple[str, Way, int]
HOUSE = Path(__file__).parents[2]


def judge(job: Job) -> Judgement:
    """A tournament over which the other program stumbles is told, and the next one follows."""
    peer, way, number = job
    warnings.simplefilter("ignore")
    with tempfile.TemporaryDirectory() as folder:
        try:
            judged = PEERS[peer].judge(way, number, Path(folder))
        except Exception as error:  # whatever it is, it is in the report
            judged = Judgement(peer, way, number, error=f"{type(error).__name__}: {error}"[:300])
    return replace(judged, engine=find_engine(), peer_version=PEERS[peer].find_version())


@cache
def find_engine() -> str:
    """The last commit that changed the engine; ``+`` behind it: something was changed since; ``?``: git is not here."""
    environment = {**os.environ, "GIT_OPTIONAL_LOCKS": "0"}
    asks = (("log", "-1", "--format=%h", "--abbrev=8", "--", "engine"), ("status", "--porcelain", "--", "engine"))
    try:
        commit, changed = (
            subprocess.run(
                ("git", *ask), cwd=HOUSE, env=environment, capture_output=True, text=True, check=True
            ).stdout.strip()
            for ask in asks
        )
    except (OSError, subprocess.SubprocessError):
        return "?"
    return f"{commit}+" if changed else commit
