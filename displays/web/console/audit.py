"""The audit page: who did what, when, from where and why; what corrects what; and proof that nothing was touched."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from displays.web.access.authorize import visitor_of
from displays.web.access.services import services_of
from displays.web.console.frame import Scene, console_page, scene_of
from displays.web.request import asked_language
from displays.web.visibility import SeenViews
from displays.words.audit import audit_row, key_text, names_of, own_reasons, screen_named
from displays.words.language import Language
from displays.words.parse import whole_number
from displays.words.season_text import season_lines
from engine.model import PlayerId, Tournament
from ledger.acts.catalogue import BY_TAG
from ledger.acts.permission import Permission
from ledger.acts.undo import stands
from ledger.season_chain import follow_seasons
from ledger.shown_numbers import shown_number
from ledger.views.alphabet import in_the_alphabet
from ledger.views.audit import AuditQuestion, Entry, page_of

ON_A_PAGE = 200
TOUCHES = "integrity"  # asks for what touches the integrity of the pairing
CORRECTIONS = frozenset(tag for tag, act in BY_TAG.items() if act.is_correction)


class Filters(msgspec.Struct, frozen=True):
    """What to look for; empty or None: everything."""

    of: int | None = None  # the round; ``round`` in an address is the moment that is looked at
    board: int | None = None
    player: PlayerId | None = None
    who: str = ""
    what: str = ""
    before: int | None = None  # the page after this: older than that version

    def query(self) -> dict[str, str | int]:
        """For the address of another page of the same question."""
        given = msgspec.to_builtins(self)
        return {name: value for name, value in given.items() if value not in (None, "") and name != "before"}


class Trail(msgspec.Struct, frozen=True):
    """What was found, a page of it, and what can be looked for."""

    shown: list[Entry]  # the newest first
    is_more: bool
    found: int
    total: int
    names: list[str]
    kinds: list[tuple[str, str]]


class AuditRow(msgspec.Struct, frozen=True):
    version: int
    at: str
    name: str
    key: str
    where: str
    what: str
    about: str
    change: str
    why: str
    corrects: int | None
    corrected_by: tuple[int, ...]
    is_correction: bool
    touches: str  # how it touches the integrity of the pairing, in words
    may_be_undone: bool


async def audit_page(request: Request) -> Response:
    scene, reader = await scene_of(request), asked_language(request)
    filters = _filters(request.query_params)
    version = scene.version
    trail = await scene.seen.work_out(lambda views: _trail(views, version, filters, reader))
    shown = trail.shown
    undoable = _undoable(scene)
    return await console_page(
        request,
        "console/audit.html",
        words=("corrections", "integrity"),
        w=reader.section("corrections"),
        filters=filters,
        rows=[_row(scene.tournament, entry, reader, undoable) for entry in shown],
        found=trail.found,
        total=trail.total,
        older=scene.to("audit", **filters.query(), before=shown[-1].version) if trail.is_more else "",
        names=trail.names,
        kinds=trail.kinds,
        people=sorted(
            ((name, number) for number, name in names_of(scene.tournament).items()),
            key=lambda pair: in_the_alphabet(*pair),
        ),
        head=head_hash(request, scene),
        seasons=season_lines(follow_seasons(services_of(request).desk.log, scene.stream), reader),
        api=scene.api,
        may_export=visitor_of(request).may(Permission.SEE_PRIVATE, scene.stream),
    )


def head_hash(request: Request, scene: Scene) -> str:
    """The chain's head at the moment that is shown: whoever keeps it can prove that nothing before it was changed."""
    desk = services_of(request).desk
    version = scene.version
    (recorded,) = desk.log.read(scene.stream, after=version - 1, upto=version)
    return recorded.hash


def _filters(query: Mapping[str, str]) -> Filters:
    def number(name: str) -> int | None:
        return whole_number(query[name], name) if query.get(name) else None

    return Filters(
        of=number("of"),
        board=number("board"),
        player=number("player"),
        who=query.get("who", ""),
        what=query.get("what", ""),
        before=number("before"),
    )


def _trail(views: SeenViews, version: int, filters: Filters, reader: Language) -> Trail:
    """Up to the version that the page is about: more may have been recorded since."""
    page = page_of(
        views.show,
        AuditQuestion(upto=version),
        before=filters.before,
        most=ON_A_PAGE,
        is_wanted=lambda entry: _is_wanted(entry, filters),
    )
    return Trail(
        shown=list(reversed(page.audit.entries)),
        is_more=page.is_more,
        found=page.found,
        total=len(page.every),
        names=sorted({entry.actor for entry in page.every}),
        kinds=_kinds(page.every, reader),
    )


def _is_wanted(entry: Entry, filters: Filters) -> bool:
    return (
        filters.of in (None, entry.round)
        and filters.board in (None, entry.board)
        and (filters.player is None or filters.player in entry.players)
        and filters.who in ("", entry.actor)
        and _is_of_kind(entry, filters.what)
    )


def _is_of_kind(entry: Entry, what: str) -> bool:
    if what == "corrections":
        return entry.what in CORRECTIONS
    return bool(entry.integrity) if what == TOUCHES else what in ("", entry.what)


def _undoable(scene: Scene) -> frozenset[int]:
    """The records that can be taken back now, by who looks."""
    if scene.is_past or not scene.can.direct:
        return frozenset()
    return frozenset(version for version in scene.state.reversals if stands(scene.state, version))


def _row(t: Tournament, entry: Entry, reader: Language, undoable: frozenset[int]) -> AuditRow:
    _, _, _, what, _, change, _ = audit_row(entry, reader, t.rules.points, names_of(t))
    return AuditRow(
        version=entry.version,
        at=entry.at,
        name=entry.actor,
        key=key_text(entry, reader),
        where=entry.where,
        what=what,
        about=", ".join(_about(t, entry, reader)),
        change=change,
        why="; ".join(own_reasons(entry, reader)),  # what corrects what are links beside it
        corrects=entry.corrects,
        corrected_by=entry.corrected_by,
        is_correction=entry.what in CORRECTIONS,
        touches=reader.word(entry.integrity, "integrity") if entry.integrity else "",
        may_be_undone=bool(entry.integrity) and entry.version in undoable,
    )


def _about(t: Tournament, entry: Entry, reader: Language) -> Iterator[str]:
    for name, number in (("round", entry.round), ("board", entry.board)):
        if number is not None:
            yield f"{reader.field(name)} {number}"
    if entry.screen:
        yield screen_named(entry.screen, reader)
    known = names_of(t)
    names = [f"{known[player]} ({shown_number(t, player)})" for player in entry.players if player in known]
    if names:
        yield " – ".join(names) if entry.board is not None else reader.join(names)


def _kinds(entries: Sequence[Entry], reader: Language) -> list[tuple[str, str]]:
    """What happened in this tournament at all, by its name."""
    words = {entry.what: reader.word_or_key(entry.what, "events") for entry in entries}
    return sorted(words.items(), key=lambda pair: pair[1].casefold())


ROUTES = [Route("/console/{id}/audit", audit_page)]
