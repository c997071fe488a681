"""What a file of another program said that Roundlog has no use for: kept, so that the next export can hand it on."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from engine.model import PlayerId
from ledger.acts.act import Act, AnyAct, Event, Publicity
from ledger.acts.fields import Fields
from ledger.state import FileRest, State


class FileRestKept(Event, frozen=True, kw_only=True, gc=False, tag="file-rest-kept"):
    """Recorded by an import only; there is nothing here that anybody could ask for."""

    lines: tuple[str, ...] = ()
    fide_ratings: Mapping[PlayerId, int] = {}  # in older logs: since then an entry holds the ratings that are known


def _evolve_kept(state: State, event: FileRestKept) -> State:
    return replace(state.advance(), file_rest=FileRest(event.lines, event.fide_ratings))


def _rest_fields(state: State, event: FileRestKept) -> Fields:
    return {"kept_lines": len(state.file_rest.lines)}


ACTS: tuple[AnyAct, ...] = (
    # Anything may stand in the lines of another program, so they are not for the public.
    Act(event=FileRestKept, evolve=_evolve_kept, fields=_rest_fields, publicity=Publicity.STAFF_ONLY),
)
