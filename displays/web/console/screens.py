"""Page of the hall's screens: which there are, what each shows, their remote control."""

from __future__ import annotations

import asyncio
from urllib.parse import quote

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from displays.web import qr
from displays.web.access.addresses import address_for_links, is_only_here
from displays.web.access.services import services_of
from displays.web.console.frame import console_page, scene_of
from displays.web.request import asked_language, language_names
from displays.web.screens import images
from displays.web.screens.showing import scenes_left_out
from displays.words.language import Language
from engine.errors import BadInput, Refusal
from engine.model import Tournament
from engine.registry import has_ladder
from ledger.acts.permission import Permission
from ledger.acts.screens import NAME
from ledger.screen import Screen, Sight, Step, Theme


async def screens_page(request: Request) -> Response:
    scene, reader = await scene_of(request, Permission.CONTROL_SCREENS), asked_language(request)
    t, screens = scene.tournament, scene.state.hall.screens
    base = _base(request, scene.stream)
    sights = [sight.value for sight in Sight if sight is not Sight.LADDER or has_ladder(t.rules.system)]
    hall = {
        "api": f"/api/t/{scene.stream}",
        "base": base,
        "isPast": scene.is_past,
        "screens": msgspec.to_builtins(screens),
        "leftOut": {name: _not_shown(t, screen, reader) for name, screen in screens.items()},
        "sights": sights,
        "themes": [theme.value for theme in Theme],
        "steps": [step.value for step in Step],
        "languages": language_names(),
        "images": await asyncio.to_thread(images.names, services_of(request).images),
        "qr": f"/console/{quote(scene.stream, safe='')}/screens",
    }
    return await console_page(
        request,
        "console/screens.html",
        words=("screen-control",),
        s=reader.section("screen-control"),
        hall=hall,
        base=base,
        phone=f"{address_for_links(request)}/p/{quote(scene.stream, safe='')}",
        other="nl" if reader.code == "en" else "en",
        is_only_here=is_only_here(base),
    )


def _not_shown(t: Tournament, screen: Screen, reader: Language) -> dict[int, str]:
    """Why some of its scenes are not, by their places: nothing is left out without a word."""
    return {number: reader.sentence(why) for number, why in scenes_left_out(t, screen).items()}


async def screen_code(request: Request) -> Response:
    """The QR code of one screen's address: drawn when somebody wants to see it."""
    scene, name = await scene_of(request, Permission.CONTROL_SCREENS), request.path_params["name"]
    if not NAME.fullmatch(name):
        raise BadInput("bad-screen-name", name=name)
    drawn = await qr.draw_svg(f"{_base(request, scene.stream)}/{name}")
    if not drawn:
        raise Refusal("no-such-page")
    return Response(drawn, media_type="image/svg+xml")


def _base(request: Request, stream: str) -> str:
    return f"{address_for_links(request)}/screen/{quote(stream, safe='')}"


ROUTES = [
    Route("/console/{id}/screens", screens_page),
    Route("/console/{id}/screens/{name}.svg", screen_code),
]
