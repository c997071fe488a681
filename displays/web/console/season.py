"""Page of the season: its periods with their champions, the seasons before, and the next one opened from it."""

from __future__ import annotations

import re

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from displays.web.access.authorize import visitor_of
from displays.web.access.services import services_of
from displays.web.console.frame import Scene, console_page, scene_of
from displays.web.request import asked_language
from displays.words.language import Language
from displays.words.notation import full_name
from displays.words.period_text import champion_lines, period_title
from displays.words.season_text import season_lines
from engine.model import Phase, Tournament
from engine.registry import has_ladder
from ledger.acts.permission import Permission
from ledger.next_season import count_games, find_members
from ledger.season_chain import follow_seasons
from ledger.views.moves import places_after
from ledger.views.periods import PeriodSummary, summarize_periods
from ledger.views.view import person


class PeriodCard(msgspec.Struct, frozen=True):
    period: PeriodSummary
    title: str
    champion: str  # empty: it is not over
    is_open: bool  # where it begins can still be changed


async def season_page(request: Request) -> Response:
    scene, reader = await scene_of(request, Permission.DIRECT), asked_language(request)
    t = scene.tournament
    return await console_page(
        request,
        "console/season.html",
        words=("season",),
        s=reader.section("season"),
        cards=[_card(t, period, reader) for period in summarize_periods(t)],
        first_open=_count_closed(t) + 1,
        from_hint=_hint_at_first_round(t),
        may_open=visitor_of(request).may(Permission.OPEN),
        is_still=_count_closed(t) == len(t.rounds),
        members=_members(scene),
        proposed_name=_propose_name(t.details.name),
        has_ladder=has_ladder(t.rules.system),
        seasons=season_lines(follow_seasons(services_of(request).desk.log, scene.stream), reader),
        facts=_facts(scene),
    )


class SeasonMember(msgspec.Struct, frozen=True):
    number: int
    name: str
    games: int
    goes_on: bool  # unless somebody unticks them: who has not left


def _members(scene: Scene) -> list[SeasonMember]:
    """In the order of the table."""
    t = scene.tournament
    games, staying = count_games(t), frozenset(find_members(t))
    places = places_after(t.up_to(t.ranked_rounds))
    order = sorted(t.entries, key=places.__getitem__)
    return [SeasonMember(n, full_name(person(t, n)), games.get(n, 0), n in staying) for n in order]


def _propose_name(name: str) -> str:
    """``Club 2025-2026`` → ``Club 2026-2027``."""
    return re.sub(r"(?<![0-9])(19|20)[0-9]{2}(?![0-9])", lambda year: str(int(year[0]) + 1), name)


def _card(t: Tournament, period: PeriodSummary, reader: Language) -> PeriodCard:
    champion = "".join(champion_lines((period,), reader))
    return PeriodCard(period, period_title(period, reader), champion, period.from_round > _count_closed(t))


def _hint_at_first_round(t: Tournament) -> str:
    """Which rounds a period can begin with: all, those that are open, or none any more."""
    closed = _count_closed(t)
    if closed == 0:
        return "period-from-any"
    return "period-from-hint" if closed < t.rules.rounds else "period-from-none"


def _count_closed(t: Tournament) -> int:
    return sum(played.phase is Phase.CLOSED for played in t.rounds)


def _facts(scene: Scene) -> dict[str, object]:
    return {"api": scene.api, "stream": scene.stream, "periods": msgspec.to_builtins(scene.tournament.periods)}


ROUTES = [Route("/console/{id}/season", season_page)]
