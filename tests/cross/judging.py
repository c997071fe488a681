"""One tournament judged by one other program: what a worker does."""

from __future__ import annotations

import tempfile
import warnings
from pathlib import Path

from tests.cross import command_peer, gacrux_peer
from tests.cross.finding import Judgement, Way

PEERS = {peer.NAME: peer for peer in (gacrux_peer, command_peer)}
Job = tuple[str, Way, int]


def judge(job: Job) -> Judgement:
    """A tournament over which the other program stumbles is told, and the next one follows."""
    peer, way, number = job
    warnings.simplefilter("ignore")
    with tempfile.TemporaryDirectory() as folder:
        try:
            return PEERS[peer].judge(way, number, Path(folder))
        except Exception as error:  # whatever it is, it is in the report
            return Judgement(peer, way, number, error=f"{type(error).__name__}: {error}"[:300])
