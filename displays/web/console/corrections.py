"""Pages for corrections under consideration, with their consequences, and for what-if; scripts ask the API."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from displays.web.console.frame import Scene, console_page, scene_of
from displays.web.console.result_keys import DELFT_RESULTS
from displays.web.console.round_state import sitting_out
from displays.web.console.setup_form import SystemChoice, choices
from displays.web.request import asked_language
from displays.words.language import Language
from displays.words.notation import result_marks
from displays.words.tiebreak_names import heading
from engine.model import Phase, Result, Tournament
from engine.registry import SYSTEMS, has_ladder
from engine.scoring import show
from engine.tiebreaks import DEFINITIONS
from ledger.acts.permission import Permission
from ledger.views.alphabet import in_the_alphabet

# What a result may be corrected to, the usual ones first.
_RESULTS = (
    *DELFT_RESULTS,
    *(Result.FORFEIT_WHITE_WINS, Result.FORFEIT_BLACK_WINS, Result.DOUBLE_FORFEIT),
    *(Result.BOTH_LOSE, Result.HALF_TO_WHITE, Result.HALF_TO_BLACK),
    *(Result.UNRATED_WHITE_WINS, Result.UNRATED_DRAW, Result.UNRATED_BLACK_WINS),
    *(Result.NEVER_PLAYED, Result.PENDING),
)
_NOT_RATED = {  # as which each is shown, with a word behind it
    Result.UNRATED_WHITE_WINS: Result.WHITE_WINS,
    Result.UNRATED_DRAW: Result.DRAW,
    Result.UNRATED_BLACK_WINS: Result.BLACK_WINS,
}


async def corrections_page(request: Request) -> Response:
    scene = await scene_of(request, Permission.DIRECT)
    return await _page(request, scene, "console/corrections.html")


async def what_if_page(request: Request) -> Response:
    scene = await scene_of(request, Permission.SEE_DRAFTS)
    known = choices(asked_language(request)).systems
    system = next((one for one in known if one.key == scene.tournament.rules.system), None)
    return await _page(request, scene, "console/what_if.html", system)


async def _page(request: Request, scene: Scene, template: str, system: SystemChoice | None = None) -> Response:
    reader = asked_language(request)
    return await console_page(
        request,
        template,
        words=("corrections",),
        w=reader.section("corrections"),
        field=_field(scene, reader),
        stays=_tell_what_stays(scene.tournament, reader),
        system=msgspec.to_builtins(system),
    )


def _tell_what_stays(t: Tournament, reader: Language) -> str:
    article = SYSTEMS[t.rules.system].keeps_pairings_by
    if article:
        return reader.phrase("stays-by-article", "corrections", article=article)
    return reader.word("stays", "corrections")


def _field(scene: Scene, reader: Language) -> dict[str, object]:
    """What stands, for forms that offer it and tables that compare with it."""
    t = scene.tournament
    marks = result_marks(t.rules.points, reader)
    return {
        "api": f"/api/t/{scene.stream}",
        "version": scene.version,
        "isPast": scene.is_past,
        "isFinished": t.is_finished,
        "isLadder": has_ladder(t.rules.system),
        "rules": msgspec.to_builtins(t.rules),
        "points": show(1, t.rules.points.per_point),
        "results": [{"value": one.value, "mark": _label(one, marks, reader)} for one in _results_of(t)],
        "marks": marks,
        "outcomes": sitting_out(t, reader),
        "headings": {code: heading(code, reader) for code in DEFINITIONS},
        "people": {str(number): msgspec.to_builtins(entry.player) for number, entry in t.entries.items()},
        "by_name": sorted(t.entries, key=lambda number: in_the_alphabet(t.entries[number].player.name, number)),
        "rounds": _rounds(t),
    }


def _results_of(t: Tournament) -> Iterator[Result]:
    """Delft counting: the advantage draws where they were agreed on."""
    return (one for one in _RESULTS if t.rules.points.has_advantage_draws or not one.is_advantage_draw)


def _label(result: Result, marks: dict[str, str], reader: Language) -> str:
    if result is Result.PENDING:
        return reader.word("no-result", "corrections")
    if result in _NOT_RATED:
        return reader.phrase("not-rated", "corrections", mark=marks[_NOT_RATED[result].value])
    return marks[result.value]


def _rounds(t: Tournament) -> list[dict[str, object]]:
    """Those that are published: before that there is nothing to correct, a draft is changed by hand."""
    return [
        {
            "round": played.number,
            "isClosed": played.phase is Phase.CLOSED,
            "boards": [
                {"board": number, "white": board.white, "black": board.black, "result": board.result.value}
                for number, board in enumerate(played.boards, start=1)
            ],
            "sitouts": [{"player": out.player, "outcome": out.outcome.value} for out in played.sitouts],
        }
        for played in t.rounds
        if played.phase is not Phase.PAIRED
    ]


ROUTES = [
    Route("/console/{id}/corrections", corrections_page),
    Route("/console/{id}/what-if", what_if_page),
]
