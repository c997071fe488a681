"""The screens of the hall from the console: which are there, what each shows, how far behind it is; their remote."""

from __future__ import annotations

from urllib.parse import quote

import msgspec
import segno
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from displays.access.addresses import address_for_links
from displays.access.visitor import Act
from displays.asked import asked_language
from displays.console.frame import console_page, scene_of
from displays.language import LANGUAGES, language
from engine.keizer.options import has_ladder
from engine.screen import Sight, Step, Theme


async def screens_page(request: Request) -> Response:
    scene, reader = await scene_of(request, Act.CONTROL_SCREENS), asked_language(request)
    t = scene.tournament
    base = f"{address_for_links(request)}/screen/{quote(scene.stream, safe='')}"
    sights = [sight.value for sight in Sight if sight is not Sight.LADDER or has_ladder(t.rules.system)]
    hall = {
        "api": f"/api/t/{scene.stream}",
        "base": base,
        "isPast": scene.is_past,
        "screens": msgspec.to_builtins(t.screens),
        "sights": sights,
        "themes": [theme.value for theme in Theme],
        "steps": [step.value for step in Step],
        "languages": [[code, language(code).word("language")] for code in LANGUAGES],
        "qr": {name: _qr(f"{base}/{name}") for name in t.screens},
    }
    return await console_page(
        request,
        "console/screens.html",
        words=("screen-control",),
        s=reader.section("screen-control"),
        hall=hall,
        base=base,
    )


def _qr(link: str) -> str:
    return str(segno.make_qr(link, error="m").svg_data_uri(border=2, dark="#000", light="#fff", unit=""))


ROUTES = [Route("/console/{id}/screens", screens_page)]
