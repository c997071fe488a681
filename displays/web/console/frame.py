"""The frame of the console's pages: which tournament, at which moment, who looks at it, and what they may do here."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from functools import partial
from urllib.parse import quote, urlencode

import msgspec
from starlette.requests import Request
from starlette.responses import HTMLResponse

from displays.web.access.authorize import allow, views_of_visitor, visitor_of
from displays.web.access.key_store import MOST_BOARDS
from displays.web.access.roles import Visitor
from displays.web.access.services import services_of
from displays.web.at_moment import asked_moment, views_at
from displays.web.cluster_status import notes_of_node
from displays.web.copies_status import note_of_copies
from displays.web.help_chapters import link_help
from displays.web.request import asked_language, remember_language
from displays.web.standby.status import ServerNote, notes_of
from displays.web.templating import render_page
from displays.web.visibility import SeenViews
from displays.words.audit import clock
from displays.words.fide_mode_text import describe_fide_mode
from displays.words.language import Language
from displays.words.schedule_text import write_start
from engine.dummy import always_draws, intermediate_games
from engine.errors import Broken, Refusal, Unavailable
from engine.model import Phase, Tournament
from engine.registry import has_ladder
from ledger.acts.permission import Permission
from ledger.evenings import find_evening
from ledger.replay import Newest
from ledger.shown_numbers import shown_number, shown_numbers
from ledger.standby.epochs import ServerRole
from ledger.state import State
from ledger.store.writer import CLOCK_TOLERANCE


class Powers(msgspec.Struct, frozen=True):
    """What the visitor may do on the page. Nobody writes in the past."""

    direct: bool = False
    enter_results: bool = False
    control_screens: bool = False
    invite: bool = False
    replay: bool = False  # in the past too


class Scene(msgspec.Struct, frozen=True):
    """A tournament at the moment that was asked for, as much of it as the visitor may see; drafts for the arbiters."""

    stream: str
    seen: SeenViews
    newest: int  # the version as it is now, of what the visitor may see
    is_past: bool
    can: Powers

    @property
    def tournament(self) -> Tournament:
        return self.seen.tournament

    @property
    def state(self) -> State:
        return self.seen.state

    @property
    def version(self) -> int:
        return self.seen.version

    @property
    def api(self) -> str:
        """Where this tournament, or this festival, is in the API."""
        root = "/api/t" if self.state.festival is None else "/api/f"
        return f"{root}/{quote(self.stream, safe='')}"

    def to(self, below: str = "", **asked: str | int) -> str:
        """An address of this tournament's console, at the same moment."""
        moment = {"version": self.version} if self.is_past else {}
        query = urlencode({**asked, **moment})
        path = f"/console/{quote(self.stream, safe='')}" + (f"/{below}" if below else "")
        return f"{path}?{query}" if query else path


async def scene_of(request: Request, permission: Permission = Permission.ENTER_RESULTS) -> Scene:
    """Refuses who may not look: the console is for those who at least enter results. Asked twice within a request, it
    answers the same."""
    stream = request.path_params["id"]
    visitor = allow(request, permission, stream)
    known = getattr(request.state, "scene", None)
    if isinstance(known, Scene):
        return known
    desk = services_of(request).desk
    views = views_of_visitor(visitor, stream)
    seen = await views_at(desk, stream, asked_moment(request.query_params), views)
    if seen.state.festival is not None and _page_of(request) not in _PAGES_OF_FESTIVALS:
        raise Refusal("no-such-page")
    newest = (await views_at(desk, stream, Newest(), views)).version
    is_past = seen.version != newest
    scene = Scene(stream, seen, newest, is_past, _powers(request, stream, is_past=is_past))
    request.state.scene = scene
    return scene


def _powers(request: Request, stream: str, *, is_past: bool) -> Powers:
    visitor = visitor_of(request)
    may_replay = visitor.may(Permission.SEE_DRAFTS, stream)
    if is_past:
        return Powers(replay=may_replay)
    return Powers(
        replay=may_replay,
        direct=visitor.may(Permission.DIRECT, stream),
        enter_results=visitor.may(Permission.ENTER_RESULTS, stream),
        control_screens=visitor.may(Permission.CONTROL_SCREENS, stream),
        invite=visitor.may(Permission.INVITE, stream),
    )


async def console_page(
    request: Request, template: str, status: int = 200, words: tuple[str, ...] = (), **facts: object
) -> HTMLResponse:
    """A page about one tournament. ``words``: the sections of the locale that its scripts need, besides the frame's."""
    scene = await scene_of(request)
    framed = {
        "scene": scene,
        "seen": scene.seen,
        "stream": scene.stream,
        "t": scene.tournament,
        "is_past": scene.is_past,
        "can": scene.can,
        "to": scene.to,
        "shown": partial(shown_number, scene.tournament),  # of a player's number the one that people see
        "shown_all": lambda players: [shown_number(scene.tournament, player) for player in players],
        "typed_numbers": _typed_numbers(scene.tournament),
        "time_ahead": _find_time_ahead(request, scene),
        "fide_mode_note": describe_fide_mode(scene.state, asked_language(request)),
        "sections": tuple(_sections(request, scene)),
        "rounds": tuple(_rounds(request, scene)) if scene.state.festival is None else (),
        "desk_topics": _desk_topics(visitor_of(request), scene.stream),
        "help_link": link_help(
            request.url.path,
            asked_language(request).code,
            has_ladder=has_ladder(scene.tournament.rules.system),
            is_draughts=scene.tournament.rules.game == "draughts",
        ),
    }
    return _render(request, template, status, words, {**framed, **facts})


def _typed_numbers(t: Tournament) -> dict[int, int]:
    """For scripts: what people type → whom they mean; empty where these are the players' own numbers."""
    return {shown: player for player, shown in shown_numbers(t).items()}


def _desk_topics(visitor: Visitor, stream: str) -> tuple[str, ...]:
    """What tells the page live that something happened: all of it, or what concerns the visitor's boards."""
    if visitor.may(Permission.SEE_DRAFTS, stream):
        return ("desk",)
    ranges = visitor.boards_in(stream)
    return tuple(f"results-desk:{first or 1}-{last or MOST_BOARDS}" for first, last in ranges)


def desk_page(
    request: Request, template: str, status: int = 200, words: tuple[str, ...] = (), **facts: object
) -> HTMLResponse:
    """A page about no tournament in particular; it asks by itself whether the visitor may see it."""
    return _render(request, template, status, words, {"scene": None, "is_past": False, "can": Powers(), **facts})


def _render(
    request: Request, template: str, status: int, words: tuple[str, ...], facts: dict[str, object]
) -> HTMLResponse:
    reader = asked_language(request)
    merged = {key: text for name in ("console", *words) for key, text in reader.section(name).items()}
    ui = reader.section("console")
    noted = _facts_of_servers(request, reader)
    answer = render_page(request, template, status, words=merged, ui=ui, **noted, **facts)
    remember_language(request, answer)
    return answer


async def notes_of_servers(request: Request) -> HTMLResponse:
    """The part of every page that tells of the servers: a page that stays open asks for it now and then."""
    if not visitor_of(request).is_known:
        raise Refusal("sign-in-needed")
    noted = _facts_of_servers(request, asked_language(request))
    return render_page(request, "console/server_notes.html", 200, **noted)


def _facts_of_servers(request: Request, reader: Language) -> dict[str, object]:
    services = services_of(request)
    node, pair, copies = services.node, services.pair, services.copies
    makes_copies = copies is not None and copies.options.folder is not None
    return {
        "visitor": visitor_of(request),
        "server_notes": _server_notes(request, reader),
        "servers_title": reader.word("title", "standby" if node is None else "cluster"),
        "copies_note": note_of_copies(copies, reader),
        "notes_change": makes_copies or node is not None or pair.role is not ServerRole.SINGLE,
    }


def _server_notes(request: Request, reader: Language) -> list[ServerNote]:
    services = services_of(request)
    if services.node is None:
        return notes_of(services.pair, reader)
    with_all = visitor_of(request).may(Permission.RUN_SERVERS)
    return notes_of_node(services.node.status(), reader, with_all=with_all)


class TimeAhead(msgspec.Struct, frozen=True):
    """The last record is dated later than it is now: the clock was ahead, or is behind."""

    last: str
    now: str


def _find_time_ahead(request: Request, scene: Scene) -> TimeAhead | None:
    """For those who can do something about it."""
    if not scene.can.direct:
        return None
    try:
        (last,) = services_of(request).desk.log.read(scene.stream, after=scene.version - 1, upto=scene.version)
    except (Unavailable, Broken):  # a page that is shown from memory has more to worry about
        return None
    now = datetime.now(UTC)
    if datetime.fromisoformat(last.at) <= now + CLOCK_TOLERANCE:
        return None
    return TimeAhead(clock(last.at)[:16] + " UTC", clock(now.isoformat())[:16] + " UTC")


# -- what the frame shows ----------------------------------------------------------------------------------------------


class Section(msgspec.Struct, frozen=True):
    name: str  # its word is "section-" and this
    address: str
    key: str  # after g
    is_here: bool


class RoundChip(msgspec.Struct, frozen=True):
    number: int
    state: str  # "draft", "published", "complete", "closed", "next", "to-come"
    address: str  # empty while there is nothing to see
    is_here: bool
    is_intermediate: bool = False  # KNDB modification 2: what goes before that round
    starts: str = ""  # by the schedule
    is_tonight: bool = False  # of today's evening, or of the next one


_OF_PLAYERS = ("players", "absences", "check-in", "player-list", "categories", "members", "fees")
# Name, key, the pages that belong to it, what one must be allowed to do to see it.
_SECTIONS = (
    ("overview", "o", ("",), Permission.ENTER_RESULTS),
    ("players", "p", (*_OF_PLAYERS, "lots", "ratings"), Permission.ENTER_RESULTS),
    ("round", "r", ("rounds", "intermediate"), Permission.ENTER_RESULTS),
    ("standings", "s", ("standings", "crosstable", "ranks", "cards", "ties"), Permission.ENTER_RESULTS),
    ("corrections", "c", ("corrections", "what-if"), Permission.DIRECT),
    ("audit", "a", ("audit", "trf"), Permission.ENTER_RESULTS),
    ("hall", "h", ("hall",), Permission.DIRECT),
    ("screens", "w", ("screens",), Permission.CONTROL_SCREENS),
    ("people", "e", ("people",), Permission.INVITE),
    ("settings", "i", ("settings", "season"), Permission.DIRECT),
)


_OF_FESTIVALS = ("overview", "audit", "hall", "screens", "people")  # all else is its sections'
_PAGES_OF_FESTIVALS = {
    "moments",
    *(page for name, _, pages, _ in _SECTIONS if name in _OF_FESTIVALS for page in pages),
}


def _page_of(request: Request) -> str:
    """/console/ID/page; empty: the overview."""
    return (*request.url.path.split("/"), "")[3]


def _sections(request: Request, scene: Scene) -> Iterator[Section]:
    here, visitor = _page_of(request), visitor_of(request)
    for name, key, pages, permission in _SECTIONS:
        is_there = scene.state.festival is None or name in _OF_FESTIVALS
        if is_there and visitor.may(permission, scene.stream):
            below = f"rounds/{_current_round(scene.tournament)}" if name == "round" else pages[0]
            yield Section(name, scene.to(below), key, here in pages)


def _current_round(t: Tournament) -> int:
    """The one that is played, or else the next one to be paired."""
    is_over = bool(t.rounds) and t.rounds[-1].phase is Phase.CLOSED and t.next_round <= t.rules.rounds
    return t.next_round if is_over or not t.rounds else len(t.rounds)


def _rounds(request: Request, scene: Scene) -> Iterator[RoundChip]:
    t, reader = scene.tournament, asked_language(request)
    place = request.url.path.split("/")[3:]  # /console/ID/rounds/N
    tonight = scene.state.schedule.rounds_on(find_evening(scene.state.schedule, datetime.now(UTC)))
    for number in range(1, max(t.rules.rounds, len(t.rounds)) + 1):
        if number == t.rules.rounds > 1 and always_draws(t.rules):
            may_see = visitor_of(request).may(Permission.SEE_DRAFTS, scene.stream)
            yield _intermediate_chip(scene, scene.to("intermediate") if may_see else "", place == ["intermediate"])
        address = scene.to(f"rounds/{number}") if number <= t.next_round else ""
        starts = write_start(scene.state.schedule, number, reader)
        is_here, is_tonight = place == ["rounds", str(number)], number in tonight
        yield RoundChip(number, round_phase(t, number), address, is_here, starts=starts, is_tonight=is_tonight)


def _intermediate_chip(scene: Scene, address: str, is_here: bool) -> RoundChip:
    """KNDB modification 2: between the last round but one and the last."""
    t = scene.tournament
    is_open = t.next_round == t.rules.rounds and t.rounds[-1].phase is Phase.CLOSED
    state = "next" if is_open else ("closed" if intermediate_games(t) else "to-come")
    return RoundChip(t.rules.rounds, state, address, is_here, is_intermediate=True)


def round_phase(t: Tournament, number: int) -> str:
    if number > len(t.rounds):
        return "next" if number == t.next_round and not t.is_finished else "to-come"
    played = t.rounds[number - 1]
    if played.phase is Phase.PAIRED:
        return "draft"
    if played.phase is Phase.PUBLISHED:
        return "complete" if played.is_complete else "published"
    return "closed"
