"""Page of lots: drawn before round 1 for all at once, one by one before the public, or typed in; guided by groups."""

from __future__ import annotations

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from displays.web.console.frame import console_page, scene_of
from displays.web.request import asked_language
from displays.words.notation import full_name
from engine.model import PlayerId, Tournament
from engine.registry import SYSTEMS, needs_lots
from ledger.acts.permission import Permission
from ledger.shown_numbers import shown_number
from ledger.views.view import person

GUIDED = ("strength_groups", "guided_rounds")  # options of a system whose first rounds may be guided by groups


class LotLine(msgspec.Struct, frozen=True):
    number: PlayerId
    name: str
    rating: int | None
    lot: int | None


async def lots_page(request: Request) -> Response:
    scene, reader = await scene_of(request, Permission.DIRECT), asked_language(request)
    t = scene.tournament
    lines = lot_lines(t)
    return await console_page(
        request,
        "console/lots.html",
        words=("round", "extras"),
        x=reader.section("extras"),
        lines=lines,
        drawn=sum(line.lot is not None for line in lines),
        is_needed=needs_lots(t.rules),
        has_begun=bool(t.rounds),
        may_guide=_may_guide(t),
        lots={
            "api": f"/api/t/{scene.stream}",
            "people": msgspec.to_builtins(lines),
            "rules": msgspec.to_builtins(t.rules),
        },
    )


def lot_lines(t: Tournament) -> list[LotLine]:
    """In the order of their lots; who has none comes last, by number."""
    lines = [
        LotLine(number, full_name(person(t, number)), entry.player.rating, entry.player.lot)
        for number, entry in sorted(t.entries.items())
    ]
    return sorted(lines, key=lambda line: (line.lot is None, line.lot or 0, shown_number(t, line.number)))


def _may_guide(t: Tournament) -> bool:
    system = SYSTEMS.get(t.rules.system)
    return system is not None and set(GUIDED) <= set(system.options.__struct_fields__)


ROUTES = [Route("/console/{id}/lots", lots_page)]
