"""Suggestions below a "not found": tournaments, screens or players that may have been meant.

For people only: a program has the code and the facts. Nothing is listed that the visitor could not find on the first
page, so that a guess does not tell whether there is a private tournament behind it.
"""

from __future__ import annotations

import functools
import heapq
import itertools
from difflib import SequenceMatcher
from urllib.parse import quote, urlencode

from markupsafe import Markup
from starlette.requests import Request

from displays.web.access.authorize import visitor_of
from displays.web.access.services import services_of
from displays.web.request import asked_language
from displays.web.templating import render_section
from displays.web.tournament_list import festivals_for, lines_for, may_know
from displays.words.language import Language
from engine.alphabet import plain
from engine.errors import RoundlogError
from engine.registry import has_ladder
from ledger.screen import Sight
from ledger.tournament_list import TournamentLine

MOST_LISTED = 8
MOST_COMPARED = 64  # letter by letter
PATIENCE = 0.5  # seconds, for lines of the list that are being read
LONGEST_LOOKED_AT = 80  # letters of an address
OF_A_TOURNAMENT = ("t", "p", "screen")  # the pages that a tournament has for everybody
OF_A_FESTIVAL = ("f", "p", "screen")  # and a festival


async def suggest_pages(request: Request, error: RoundlogError) -> Markup | None:
    """Where to go from here, if that can be told."""
    kind, wanted = request.url.path.split("/")[1], request.path_params.get("id", "")
    if kind not in (*OF_A_TOURNAMENT, *OF_A_FESTIVAL) or not wanted:
        return None
    reader = asked_language(request)
    if error.code in ("no-such-tournament", "no-such-festival"):
        return await _tournaments(request, reader, kind, wanted)
    line = await _visible_tournament(request, wanted)
    if line is None:
        return None
    if kind == "screen":
        return _screens(request, reader, error, line)
    return _search(request, reader) if _is_about(error, "no-such-player", "player") else None


def _is_about(error: RoundlogError, code: str, field: str) -> bool:
    return error.code == code or error.facts.get("field") == field


async def _visible_tournament(request: Request, stream: str) -> TournamentLine | None:
    """From the list: a tournament is not loaded for a stranger who mistyped."""
    desk, visitor = services_of(request).desk, visitor_of(request)
    await lines_for(desk, visitor, PATIENCE)
    line = desk.tournaments.line(stream)
    if line is None or line.broken or not may_know(desk, visitor, line):
        return None
    return line


# -- tournaments -----------------------------------------------------------------------------------------------------


async def _tournaments(request: Request, reader: Language, kind: str, wanted: str) -> Markup | None:
    """The same page of those that there are, the nearest in spelling first; of a festival in place of a tournament, and
    the other way round, the page that it has."""
    desk, visitor = services_of(request).desk, visitor_of(request)
    there = [*await lines_for(desk, visitor, PATIENCE), *festivals_for(desk, visitor)]
    typed = plain(wanted[:LONGEST_LOOKED_AT])
    pairs = _pairs(typed)
    alike = heapq.nlargest(MOST_COMPARED, there, key=lambda line: _count_common(pairs, line))
    nearest = sorted(alike, key=lambda line: (-_likeness(typed, line), line.id))[:MOST_LISTED]
    links = [(line.name, f"/{_kind_for(kind, line)}/{quote(line.id, safe='')}?lang={reader.code}") for line in nearest]
    return _suggestions(reader, reader.word("tournaments-here", "not-found"), links) if links else None


def _count_common(typed: frozenset[str], line: TournamentLine) -> int:
    """Of pairs of neighbouring letters: quick, so that of thousands only those are compared that may be meant."""
    of_id, of_name = _pairs_of_line(line.id, line.name)
    return max(len(typed & of_id), len(typed & of_name))


def _kind_for(kind: str, line: TournamentLine) -> str:
    """The kind of page that was wanted, if it has one."""
    pages = OF_A_FESTIVAL if line.is_festival else OF_A_TOURNAMENT
    return kind if kind in pages else pages[0]


@functools.lru_cache(maxsize=16_384)
def _pairs_of_line(stream: str, name: str) -> tuple[frozenset[str], frozenset[str]]:
    return _pairs(plain(stream)), _pairs(plain(name))


def _pairs(text: str) -> frozenset[str]:
    return frozenset(map("".join, itertools.pairwise(text)))


def _likeness(typed: str, line: TournamentLine) -> float:
    """People type the id, or what the tournament is called."""
    return max(SequenceMatcher(None, typed, plain(text)).ratio() for text in (line.id, line.name))


# -- screens ---------------------------------------------------------------------------------------------------------


def _screens(request: Request, reader: Language, error: RoundlogError, line: TournamentLine) -> Markup | None:
    base = f"/screen/{quote(request.path_params['id'], safe='')}"
    if error.code == "bad-screen-name":
        return _suggestions(reader, "", [(reader.word("which-screen", "screens"), f"{base}?choose=1")])
    if not _is_about(error, "no-ladder", "view"):
        return None
    kept = {name: value for name, value in request.query_params.items() if name != "view"}
    links = [
        (reader.word(f"view-{view}", "screen-control"), f"{base}?{urlencode({'view': view, **kept})}")
        for view in _views(line, has_image="image" in kept)
    ]
    return _suggestions(reader, reader.word("views-here", "not-found"), links)


def _views(line: TournamentLine, *, has_image: bool) -> list[str]:
    """What a screen of this tournament can show with nothing more said. An image has to be said which."""
    is_without = not (line.system and has_ladder(line.system))
    without = {Sight.IMAGE: not has_image, Sight.LADDER: is_without, Sight.LADDER_TABLE: is_without}
    return [sight.value for sight in Sight if not without.get(sight)]


# -- players ---------------------------------------------------------------------------------------------------------


def _search(request: Request, reader: Language) -> Markup:
    """What was typed in place of a number may be a name."""
    typed = request.path_params.get("player", "")[:LONGEST_LOOKED_AT]
    action = f"/p/{quote(request.path_params['id'], safe='')}"
    search = {"action": action, "typed": "" if typed.isdecimal() else typed}
    return render_section("sections/not_found.html", reader, search=search)


def _suggestions(reader: Language, title: str, links: list[tuple[str, str]]) -> Markup:
    """Text and address of each."""
    return render_section("sections/not_found.html", reader, search=None, title=title, links=links)
