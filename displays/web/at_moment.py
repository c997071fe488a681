"""Views of a tournament, now or at a past moment, for whoever asks."""

from __future__ import annotations

import functools
from collections.abc import Mapping

from displays.web.visibility import PublicViews, SeenViews, ViewsFor, publish_as
from engine.errors import BadInput, Refusal
from ledger.desk import Desk
from ledger.replay import AtVersion, Moment, Newest, read_moment

MOMENT = ("round", "version", "at")


def moment_fields(query: Mapping[str, str]) -> dict[str, str]:
    """What of an address says the moment; a link that carries it stays there. A form sends empty fields too."""
    return {name: query[name] for name in MOMENT if query.get(name)}


def asked_moment(query: Mapping[str, str]) -> Moment:
    """From an address."""
    given = moment_fields(query)
    return read_moment(version=given.get("version"), round=given.get("round"), at=given.get("at"))


async def views_at(desk: Desk, stream: str, moment: Moment, views: ViewsFor = PublicViews) -> SeenViews:
    """The newest is kept by the desk; the past is replayed from the log, outside the loop (``ledger.history_cache``).

    ``views``: for whose eyes (``access/authorize.py``).
    """
    is_arbiter = views is SeenViews
    newest = desk.state(stream)
    if newest is None:
        raise Refusal("no-such-tournament")
    state, projection = newest, desk.projector.projection(stream)
    if not isinstance(moment, Newest):
        if not is_arbiter:
            _check_released(moment, projection.released)
        state, projection = await desk.history.at(stream, moment, is_staff=is_arbiter)
        moment = AtVersion(state.version)
        if not is_arbiter:
            state = publish_as(newest.tournament, state)
    elsewhere = functools.partial(desk.history.compute, stream=stream, moment=moment, is_staff=is_arbiter)
    return views(state, projection, elsewhere)


def _check_released(moment: Moment, newest: int) -> None:
    """A version that is not released is not there: or one could count the drafts."""
    if isinstance(moment, AtVersion) and moment.version > newest:
        raise Refusal("no-such-version", version=moment.version, newest=newest)


def check_question(query: Mapping[str, str], *known: str) -> None:
    """An address that asks for what is not there gets told, instead of an answer to another question."""
    unknown = tuple(sorted(set(query) - {"lang", *MOMENT, *known}))
    if unknown:
        raise BadInput("unknown-argument", arguments=unknown)
