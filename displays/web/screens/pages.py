"""Pages of screens: ``/screen/ID?view=…`` and ``/screen/ID/NAME``."""

from __future__ import annotations

from urllib.parse import quote

import msgspec
from msgspec.structs import replace
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from displays.web import qr
from displays.web.access.addresses import address_for_links, hall_address, is_only_here, is_unreachable
from displays.web.access.authorize import state_of
from displays.web.access.csrf import own_origin
from displays.web.access.services import services_of
from displays.web.at_moment import check_question
from displays.web.request import asked_language
from displays.web.screens.setting import ASKED, read_setting
from displays.web.screens.showing import sections_of_screens, showable
from displays.web.static_files import STATIC_VERSION
from displays.web.templating import render_page
from displays.words.language import LANGUAGES, language
from displays.words.notation import outcomes_called, result_marks
from engine.errors import BadInput
from engine.model import Tournament
from engine.registry import has_ladder
from ledger.acts.screens import NAME, check_setting
from ledger.screen import Screen
from ledger.state import Hall, State
from ledger.views.figures import SCORE


async def screen_by_address(request: Request) -> Response:
    """What it shows stands in the address; it has no name and nobody changes it from afar."""
    check_question(request.query_params, "choose", *ASKED)
    state = state_of(request)
    t = state.tournament
    if request.query_params.get("choose"):
        return _choice(request, state.hall)
    setting = read_setting(request.query_params, _languages(request) or (t.rules.language,))
    check_setting(_with_shown_sections(request, state), setting)
    return await _page(request, state, "", setting)


def _with_shown_sections(request: Request, state: State) -> State:
    """A section that is not shown is refused like one that is not there."""
    if state.festival is None:
        return state
    shown = tuple(sections_of_screens(services_of(request).desk, state))
    return replace(state, festival=replace(state.festival, sections=shown))


async def screen_by_name(request: Request) -> Response:
    """What it shows is what the arbiter says; until then it shows its name."""
    check_question(request.query_params)
    state = state_of(request)
    name = request.path_params["name"]
    if not NAME.fullmatch(name):
        raise BadInput("bad-screen-name", name=name)
    return await _page(request, state, name, state.hall.screens.get(name))


def _choice(request: Request, hall: Hall) -> Response:
    """Which of the screens is this device? Asked of one that came in with a key, when there are several."""
    reader, base = asked_language(request), f"/screen/{quote(request.path_params['id'], safe='')}"
    named = [(screen.title or name, f"{base}/{name}") for name, screen in sorted(hall.screens.items())]
    screens = (*named, (reader.word("boards"), base))
    title = reader.word("which-screen", "screens")
    return render_page(request, "pages/choose_screen.html", title=title, screens=screens)


def _languages(request: Request) -> tuple[str, ...]:
    """``lang=nl,en``: they take turns."""
    asked = [part for part in request.query_params.get("lang", "").split(",") if part]
    for code in asked:
        if code.lower() not in LANGUAGES:
            raise BadInput("not-one-of", field="lang", value=code, possible=LANGUAGES)
    return tuple(dict.fromkeys(code.lower() for code in asked))


async def _page(request: Request, state: State, name: str, screen: Screen | None) -> Response:
    stream, t = request.path_params["id"], state.tournament
    sections = sections_of_screens(services_of(request).desk, state)
    setting = showable(state, screen, sections) if name or state.festival is not None else screen
    phone = f"{address_for_links(request)}/p/{quote(stream, safe='')}"
    facts = {
        "stream": stream,
        "name": name,
        "setting": None if setting is None else msgspec.to_builtins(setting),
        "tournament": t.details.name,
        "language": language(t.rules.language).code,
        **_facts_of(t),
        "isFestival": state.festival is not None,
        "sections": {
            section: {"tournament": shown.tournament.details.name, **_facts_of(shown.tournament)}
            for section, shown in sections.items()
        },
        "score": SCORE,
        "words": {code: _words(code) for code in LANGUAGES},
        "phone": "" if is_unreachable(request) else await qr.draw_in_thread(phone),  # empty: no phone could open it
        "phoneAddress": phone.removeprefix("http://"),
        "hall": hall_address(request) if is_only_here(own_origin(request)) else None,  # else links stay as they are
        "static": STATIC_VERSION,
    }
    return render_page(request, "screen.html", facts=facts, title=t.details.name)


def _words(code: str) -> dict[str, str]:
    spoken = language(code)
    return {**spoken.section("season"), **spoken.section("schedule"), **spoken.section("screens")}


def _facts_of(t: Tournament) -> dict[str, object]:
    """What differs from section to section."""
    return {
        "rounds": t.rules.rounds,
        "game": t.rules.game,
        "isLadder": has_ladder(t.rules.system),
        "ladder": {code: language(code).section("ladder") for code in LANGUAGES} if has_ladder(t.rules.system) else {},
        "marks": {code: result_marks(t.rules.points, language(code)) for code in LANGUAGES},
        "outcomes": {code: outcomes_called(t, language(code)) for code in LANGUAGES},
    }


ROUTES = [
    Route("/screen/{id}", screen_by_address),
    Route("/screen/{id}/{name}", screen_by_name),
]
