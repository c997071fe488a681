"""Page of the hall's screens: which there are, what each shows, their remote control."""

from __future__ import annotations

import asyncio
from urllib.parse import quote

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from displays.web import qr
from displays.web.access.addresses import address_for_links, is_unreachable
from displays.web.access.authorize import visitor_of
from displays.web.access.services import services_of
from displays.web.console.frame import Scene, console_page, scene_of
from displays.web.festival_sections import views_of_sections
from displays.web.request import asked_language, language_names
from displays.web.screens import images
from displays.web.screens.showing import (
    OF_THE_WHOLE,
    scenes_left_out,
    scenes_left_out_of_sections,
    sections_of_screens,
)
from displays.words.language import Language
from engine.errors import BadInput, Refusal
from engine.registry import has_ladder
from ledger.acts.permission import Permission
from ledger.acts.screens import NAME
from ledger.screen import Screen, Sight, Step, Theme

_OF_TOURNAMENTS = ("round", "version", "category")  # fields that a common screen has not: it shows what is now


async def screens_page(request: Request) -> Response:
    scene, reader = await scene_of(request, Permission.CONTROL_SCREENS), asked_language(request)
    screens, base = scene.state.hall.screens, _base(request, scene.stream)
    is_festival = scene.state.festival is not None
    hall = {
        "api": scene.api,
        "base": base,
        "isPast": scene.is_past,
        "screens": msgspec.to_builtins(screens),
        "leftOut": {name: _not_shown(request, scene, screen, reader) for name, screen in screens.items()},
        "sights": [sight.value for sight in _sights(request, scene)],
        "sections": _names_of_sections(request, scene),
        "withoutSection": [sight.value for sight in OF_THE_WHOLE],
        "withoutFields": _OF_TOURNAMENTS if is_festival else (),
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
        is_only_here=is_unreachable(request),
    )


def _sights(request: Request, scene: Scene) -> list[Sight]:
    """What can be chosen. A common screen has what any of the sections has, and no film."""
    festival = scene.state.festival
    if festival is None:
        with_ladder, without = has_ladder(scene.tournament.rules.system), set[Sight]()
    else:
        seen = views_of_sections(services_of(request).desk, visitor_of(request), festival)
        with_ladder, without = any(has_ladder(one.tournament.rules.system) for _, one in seen), {Sight.FILM}
    return [
        sight
        for sight in Sight
        if sight not in without and (sight not in (Sight.LADDER, Sight.LADDER_TABLE) or with_ladder)
    ]


def _names_of_sections(request: Request, scene: Scene) -> list[tuple[str, str]]:
    """Of a festival, those that the visitor may see; of a tournament none."""
    festival = scene.state.festival
    if festival is None:
        return []
    seen = views_of_sections(services_of(request).desk, visitor_of(request), festival)
    return [(stream, views.tournament.details.name) for stream, views in seen]


def _not_shown(request: Request, scene: Scene, screen: Screen, reader: Language) -> dict[int, str]:
    """Why some of its scenes are not, by their places: nothing is left out without a word."""
    festival = scene.state.festival
    if festival is None:
        found = scenes_left_out(scene.tournament, screen)
    else:
        shown = sections_of_screens(services_of(request).desk, scene.state)
        found = scenes_left_out_of_sections(festival.sections, shown, screen)
    return {number: reader.sentence(why) for number, why in found.items()}


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
