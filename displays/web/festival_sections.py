"""Sections of a festival as a visitor may see them: a private one only with a key, a draft by nobody who may not."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
from starlette.requests import Request

from displays.web.access.authorize import may_see, views_of_visitor, visitor_of
from displays.web.access.roles import Visitor
from displays.web.access.services import services_of
from displays.web.visibility import PublicViews, SeenViews, ViewsFor
from displays.words.search import fits_name
from engine.model import Phase, Result
from ledger.desk import Desk
from ledger.festival import Festival
from ledger.state import State
from ledger.views.festival import FestivalPlayer, list_festival_players


class SectionLine(msgspec.Struct, frozen=True):
    """What a list of sections says of one."""

    id: str
    name: str
    players: int
    round: int  # the newest that the visitor may know of; 0: none
    rounds: int
    phase: Phase | None
    open_boards: int  # of that round, without a result
    is_finished: bool
    is_private: bool = False


def views_of_sections(
    desk: Desk, visitor: Visitor, festival: Festival, views: ViewsFor | None = None
) -> Iterator[tuple[str, SeenViews]]:
    """Each section that the visitor may see, in the order of the festival; ``views``: for whose eyes, if not theirs."""
    for stream in festival.sections:
        state = desk.state(stream)
        if state is not None and may_see(visitor, stream, state.tournament):
            made = views or views_of_visitor(visitor, stream)
            yield stream, made(state, desk.projector.projection(stream))


def sections_seen_by(
    desk: Desk, visitor: Visitor, festival: Festival, views: ViewsFor | None = None
) -> tuple[SectionLine, ...]:
    return tuple(section_line(stream, seen.state) for stream, seen in views_of_sections(desk, visitor, festival, views))


def states_of(desk: Desk, visitor: Visitor, festival: Festival) -> dict[str, State]:
    return {stream: seen.state for stream, seen in views_of_sections(desk, visitor, festival)}


def section_line(stream: str, state: State) -> SectionLine:
    t = state.tournament
    newest = t.rounds[-1] if t.rounds else None
    return SectionLine(
        id=stream,
        name=t.details.name,
        players=len(t.entries),
        round=len(t.rounds),
        rounds=t.rules.rounds,
        phase=None if newest is None else newest.phase,
        open_boards=0 if newest is None else len(newest.boards_with(Result.PENDING)),
        is_finished=t.is_finished,
        is_private=t.details.is_private,
    )


def public_sections(request: Request, stream: str) -> tuple[SectionLine, ...]:
    """What is released of those that the visitor may see."""
    desk = services_of(request).desk
    state = desk.state(stream)
    assert state is not None
    assert state.festival is not None
    return sections_seen_by(desk, visitor_of(request), state.festival, PublicViews)


def find_players(request: Request, stream: str, asked: str) -> tuple[FestivalPlayer, ...]:
    """Of all sections, by name."""
    desk = services_of(request).desk
    state = desk.state(stream)
    assert state is not None
    assert state.festival is not None
    seen = views_of_sections(desk, visitor_of(request), state.festival, PublicViews)
    everybody = list_festival_players({section: views.state for section, views in seen})
    return tuple(one for one in everybody if fits_name(one.player, asked))
