"""Epochs: a person said which of two servers goes on. Recorded in a stream of its own, which no tournament can have.

Two machines have no majority: neither can know whether the other is dead or only out of sight, so a person decides.
Each decision begins an epoch; a server that meets a higher one elsewhere takes no more writes (``ledger/standby``).
There is no command for it: who writes such a record is the server that goes on, or the command line beside it.
"""

from __future__ import annotations

from msgspec.structs import replace

from engine.model import Details, Rules, Tournament
from engine.registry import BY_HAND
from ledger.acts.act import Act, AnyAct, Event, Streams
from ledger.acts.fields import Fields
from ledger.state import Hall, State

SERVER_STREAM = "~server"  # (``displays.words.parse.tournament_id`` lets no tournament begin like this)
TAKE_OVER, GO_ON = "take-over", "go-on"


class EpochBegun(Event, frozen=True, kw_only=True, gc=False, tag="epoch-begun"):
    epoch: int  # 1, 2, 3 …: before the first of them nobody had to decide
    server: str  # the id of the one that goes on
    how: str  # "take-over": in place of the other; "go-on": without the other
    reason: str
    after: int  # the position of the last record that was there …
    seal: str  # … and its seal: what both have in common goes no further than they agree on it
    address: str = ""  # where it is found


def begin_server_stream(event: EpochBegun, version: int = 1) -> State:
    """Nothing is played there, and it is nobody's business who has no key to the whole server."""
    nothing_played = Tournament(Details(name=SERVER_STREAM, is_private=True), Rules(BY_HAND, 1))
    return State(nothing_played, Hall(), version, epoch=event.epoch)


def _evolve_begun(state: State, event: EpochBegun) -> State:
    return replace(state.advance(), epoch=event.epoch)


def _epoch_fields(state: State, event: EpochBegun) -> Fields:
    return {"epoch": state.epoch}


ACTS: tuple[AnyAct, ...] = (Act(streams=Streams.SERVER, event=EpochBegun, evolve=_evolve_begun, fields=_epoch_fields),)
