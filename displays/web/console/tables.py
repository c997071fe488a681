"""The tables of the console: standings (or the ladder), cross table, ranks, cards. The same sections as everywhere."""

from __future__ import annotations

from urllib.parse import quote

import msgspec
from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from displays.web.access.addresses import address_for_links
from displays.web.access.services import services_of
from displays.web.at_moment import check_question
from displays.web.console.frame import Scene, console_page, scene_of
from displays.web.console.round_state import corrections
from displays.web.csv_answer import answer_csv
from displays.web.request import asked_language
from displays.web.sections.card import card_section
from displays.web.sections.category_choice import FIELDS, asked_category, category_choice
from displays.web.sections.ladder import ladder_section, working_section
from displays.web.sections.ladder_table import ladder_table_section
from displays.web.sections.period_choice import PERIOD, ToPeriod, asked_period
from displays.web.sections.rankings import (
    crosstable_section,
    explanation_section,
    ranks_section,
    standings_section,
)
from displays.web.visibility import SeenViews
from displays.words.csv_tables import view_csv
from displays.words.dates import write_moment
from displays.words.language import Language
from displays.words.parse import whole_number
from engine.errors import BadInput
from engine.model import PlayerId
from engine.registry import has_ladder
from ledger.views import STATE_VIEWS
from ledger.views.periods import find_period, round_asked
from ledger.views.view import Question, Shown

# The others are of the history: what was known after a round is a matter of replay.
_AFTER_A_ROUND = frozenset(view.Ask for view in STATE_VIEWS)


class AfterRound(SeenViews):
    """The same views after an earlier round, as everything is known today."""

    def __init__(self, seen: SeenViews, number: int) -> None:
        super().__init__(seen.state, seen)
        self._number = number

    def show(self, question: Question[Shown]) -> Shown:
        if type(question) in _AFTER_A_ROUND and getattr(question, "round", 0) is None:
            question = msgspec.structs.replace(question, round=self._number)
        return super().show(question)


def tables_after(scene: Scene, number: int | None) -> SeenViews:
    """The tables after that round; None: as they stand. After the last round of a season whose ladder has the end
    correction (KEIZER EINDKORREKTIE) they are those with it: what is shown and printed as the final ladder is final."""
    t = scene.tournament
    if number is None or (t.end_correction and number == len(t.rounds)):
        return scene.seen
    return AfterRound(scene.seen, number)


class Asked:
    """What a table's address asks for: after which round, of which category, as a file."""

    def __init__(self, request: Request, scene: Scene) -> None:
        check_question(request.query_params, "of", *FIELDS, PERIOD, "csv")
        given = request.query_params.get("of", "")
        self.of = whole_number(given, "round") if given else None
        self.category = asked_category(request.query_params)
        self.period = asked_period(request.query_params)
        self.wants_csv = bool(request.query_params.get("csv"))
        self.seen = tables_after(scene, self.of)
        self.rounds = scene.tournament.released_rounds
        self.shown = scene.tournament.ranked_rounds if self.of is None else self.of  # the last that counts
        if self.period is not None:  # and is of the period
            period = find_period(scene.tournament, self.period)
            self.shown = round_asked(scene.tournament, period, self.of) or self.shown

    def with_(self, scene: Scene, below: str, **changed: str | int | None) -> str:
        """The same question with something else in it."""
        asked: dict[str, str | int | None] = {
            "of": self.of,
            "category": self.category or None,
            PERIOD: self.period,
            **changed,
        }
        return scene.to(below, **{name: value for name, value in asked.items() if value is not None})


async def standings_page(request: Request) -> Response:
    return await _table_page(request, "standings")


async def crosstable_page(request: Request) -> Response:
    return await _table_page(request, "crosstable")


async def ranks_page(request: Request) -> Response:
    return await _table_page(request, "ranks")


async def ladder_table_page(request: Request) -> Response:
    return await _table_page(request, "ladder-table")


async def _table_page(request: Request, name: str) -> Response:
    scene, reader = await scene_of(request), asked_language(request)
    asked = Asked(request, scene)
    if asked.wants_csv:
        return _csv(name, asked, reader, scene)
    return await console_page(
        request,
        "console/table.html",
        words=("round",),
        r=reader.section("round"),
        name=name,
        asked=asked,
        has_ladder=has_ladder(scene.tournament.rules.system),
        content=_content(scene, asked, name, reader),
        foot=signature(request, scene, reader),
        embed=_embed_address(request, scene, reader) if name == "ladder-table" else "",
        address=lambda **changed: asked.with_(scene, name, **changed),
        print_address=asked.with_(scene, f"print/{name}", of=asked.shown),
    )


def _embed_address(request: Request, scene: Scene, reader: Language) -> str:
    """Of the ladder for the page of the club."""
    return f"{address_for_links(request)}/t/{quote(scene.stream, safe='')}/ladder-table/embed?lang={reader.code}"


def _content(scene: Scene, asked: Asked, name: str, reader: Language) -> Markup:
    kept = {"of": asked.of, PERIOD: asked.period, "version": scene.version if scene.is_past else None}
    return table_section(
        scene,
        asked.seen,
        name,
        reader,
        asked.category,
        category_choice(scene.tournament, asked.category, reader, kept),
        period=asked.period,
        to_period=lambda number: asked.with_(scene, name, **{PERIOD: number}),
    )


def table_section(
    scene: Scene,
    seen: SeenViews,
    name: str,
    reader: Language,
    category: str = "",
    choice: Markup | None = None,
    *,
    period: int | None = None,
    to_period: ToPeriod | None = None,
) -> Markup:
    """What is asked besides is of the standings, a category also of the figures of a ladder; the other tables are of
    everybody and of all rounds."""
    to_card = scene.to("cards/{}")
    if name == "ladder-table":
        return ladder_table_section(seen, reader, to_card, category, choice)
    if name == "crosstable":
        return crosstable_section(seen, reader, to_card, corrections(scene))
    if name == "ranks":
        return ranks_section(seen, reader, to_card)
    section = ladder_section if has_ladder(scene.tournament.rules.system) else standings_section
    return section(seen, reader, to_card, category, choice, period=period, to_period=to_period)


def signature(request: Request, scene: Scene, reader: Language) -> Markup:
    """Below every table: the version that it shows, when that was recorded, and its hash. Whoever has the log can find
    the hash in it, and knows that the table on the wall is of exactly that version."""
    desk = services_of(request).desk
    version = scene.version
    (record,) = desk.log.read(scene.stream, after=version - 1, upto=version)
    text = reader.phrase(
        "head-line", section="round", version=version, at=write_moment(record.at, reader), head=record.hash
    )
    return Markup('<p class="signature">{}</p>').format(text)


def _csv(name: str, asked: Asked, reader: Language, scene: Scene) -> Response:
    """For a spreadsheet; of a Keizer tournament the ladder in place of the standings, as on the page."""
    about: dict[str, object] = {"category": asked.category} if name in ("standings", "ladder-table") else {}
    about |= {PERIOD: asked.period} if name == "standings" else {}
    question = {field: value for field, value in about.items() if value}
    is_ladder = name == "standings" and has_ladder(scene.tournament.rules.system)
    text = view_csv(asked.seen.view("ladder" if is_ladder else name, **question), reader)
    return answer_csv(text, f"{scene.stream}-{name}.csv")


async def card_page(request: Request) -> Response:
    scene, reader = await scene_of(request), asked_language(request)
    number = whole_number(request.path_params["player"], "player")
    asked = Asked(request, scene)
    if asked.category or asked.period:
        raise BadInput("unknown-argument", arguments=("category" if asked.category else PERIOD,))
    if asked.wants_csv:
        is_ladder = has_ladder(scene.tournament.rules.system)
        shown = asked.seen.view("working" if is_ladder else "card", player=number)
        return answer_csv(view_csv(shown, reader), f"{scene.stream}-card-{number}.csv")
    return await console_page(
        request,
        "console/table.html",
        words=("round",),
        r=reader.section("round"),
        name="cards",
        asked=asked,
        has_ladder=has_ladder(scene.tournament.rules.system),
        embed="",
        content=_card(scene, asked, number, reader),
        foot=signature(request, scene, reader),
        address=lambda **changed: asked.with_(scene, f"cards/{number}", **changed),
        print_address=asked.with_(scene, "print/cards", of=asked.of or asked.rounds),
    )


def _card(scene: Scene, asked: Asked, number: PlayerId, reader: Language) -> Markup:
    to_card = scene.to("cards/{}")
    why = working_section if has_ladder(scene.tournament.rules.system) else explanation_section
    sections = (
        card_section(asked.seen, reader, number, to_card, corrections(scene)),
        why(asked.seen, reader, number),
        ranks_section(asked.seen, reader, to_card, number),
    )
    return Markup("").join(sections)


ROUTES = [
    Route("/console/{id}/standings", standings_page),
    Route("/console/{id}/ladder-table", ladder_table_page),
    Route("/console/{id}/crosstable", crosstable_page),
    Route("/console/{id}/ranks", ranks_page),
    Route("/console/{id}/cards/{player}", card_page),
]
