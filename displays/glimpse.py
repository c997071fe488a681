"""A tournament as the public sees it, now or at a past moment."""

from __future__ import annotations

import asyncio
import functools
from collections.abc import Mapping

from displays.public import PublicViews, SeenViews
from engine.errors import BadInput, Refusal
from ledger.desk import Desk
from ledger.replay import Moment, Newest, read_moment, replay

MOMENT = ("round", "version", "at")


def asked_moment(query: Mapping[str, str]) -> Moment:
    """From an address. A form sends the fields that were left empty too."""
    given = {name: query[name] for name in MOMENT if query.get(name)}
    return read_moment(version=given.get("version"), round=given.get("round"), at=given.get("at"))


async def glimpse(desk: Desk, stream: str, moment: Moment, *, with_drafts: bool = False) -> SeenViews:
    """The newest is kept by the desk; the past is replayed from the log, outside the loop.

    Drafts only for somebody who may see them (``Act.SEE_DRAFTS``).
    """
    seen = SeenViews if with_drafts else PublicViews
    newest = desk.state(stream)
    if newest is None:
        raise Refusal("no-such-tournament")
    if isinstance(moment, Newest):
        return seen(newest, functools.partial(desk.projector.view, stream))
    t, projection = await asyncio.to_thread(lambda: replay(desk.log.read(stream), moment))
    return seen(t, projection.view)


def check_question(query: Mapping[str, str], *known: str) -> None:
    """An address that asks for what is not there gets told, instead of an answer to another question."""
    unknown = tuple(sorted(set(query) - {"lang", *MOMENT, *known}))
    if unknown:
        raise BadInput("unknown-argument", arguments=unknown)
