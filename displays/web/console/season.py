"""Page of the season: its periods, each with its rounds and its champion."""

from __future__ import annotations

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from displays.web.console.frame import Scene, console_page, scene_of
from displays.web.request import asked_language
from displays.words.language import Language
from displays.words.period_text import champion_lines, period_title
from engine.model import Phase, Tournament
from ledger.acts.permission import Permission
from ledger.views.periods import PeriodSummary, summarize_periods


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
        facts=_facts(scene),
    )


def _card(t: Tournament, period: PeriodSummary, reader: Language) -> PeriodCard:
    champion = "".join(champion_lines((period,), reader))
    return PeriodCard(period, period_title(period, reader), champion, period.from_round > _count_closed(t))


def _count_closed(t: Tournament) -> int:
    return sum(played.phase is Phase.CLOSED for played in t.rounds)


def _facts(scene: Scene) -> dict[str, object]:
    return {"api": scene.api, "periods": msgspec.to_builtins(scene.tournament.periods)}


ROUTES = [Route("/console/{id}/season", season_page)]
