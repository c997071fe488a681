"""Print pages on A4: pairings by board and by name, result slips, tables, cards."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import msgspec
from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from displays.web import qr
from displays.web.access.addresses import address_for_links
from displays.web.at_moment import check_question
from displays.web.console.frame import Scene, scene_of
from displays.web.console.result_keys import DELFT_RESULTS
from displays.web.console.round_state import corrections
from displays.web.console.tables import AfterRound, signature, table_section, tables_after
from displays.web.request import asked_language
from displays.web.sections.boards import boards_section
from displays.web.sections.card import card_section
from displays.web.sections.ladder import working_section
from displays.web.sections.period_choice import PERIOD, asked_period
from displays.web.sections.player_list import player_list_section, roll_section
from displays.web.sections.starting_list import starting_list_section
from displays.web.templating import render_page
from displays.web.visibility import PrintedViews, SeenViews
from displays.words.fide_mode_text import describe_leaving
from displays.words.language import Language
from displays.words.notation import full_name, outcomes_called, result_marks, who
from displays.words.parse import whole_number
from displays.words.schedule_text import write_start
from engine.errors import BadInput, Refusal
from engine.model import Colour, PlayerId, Result
from engine.registry import has_ladder
from ledger.shown_numbers import shown_number
from ledger.views.alphabet import in_the_alphabet
from ledger.views.boards import BoardLine, Boards, BoardsQuestion
from ledger.views.view import Person

SLIPS_ON_A_PAGE = (4, 6, 8, 10)
FOR_THE_DESK = ("player-list",)  # on paper what its reader sees; all else hangs on a wall
OF_A_CATEGORY = ("players", "player-list", "check-in", "standings", "ladder-table")
OF_A_LADDER = ("ladder-table",)
CARDS_AT_ONCE = 150  # of a large tournament; all of 400 would be more than a megabyte


class Sheet:
    """What is printed: of which round, and how."""

    def __init__(self, request: Request, scene: Scene) -> None:
        check_question(request.query_params, "of", "category", PERIOD, "player", "slips", "qr", "part")
        self.request = request
        self.scene = scene
        self.reader: Language = asked_language(request)
        asked = request.query_params
        self.of = whole_number(asked["of"], "round") if asked.get("of") else None
        self.category = asked.get("category", "")
        self.period = asked_period(asked)
        self.player = whole_number(asked["player"], "player") if asked.get("player") else None
        self.part = whole_number(asked["part"], "part") if asked.get("part") else 1
        self.slips = _slips(asked.get("slips", ""))
        self.with_qr = bool(asked.get("qr"))
        self.pictures: dict[int, str] = {}  # the QR codes of the slips, by their boards

    @property
    def round(self) -> int:
        """The one that was asked for, or the newest."""
        rounds = len(self.scene.tournament.rounds)
        number = rounds if self.of is None else self.of
        if not 1 <= number <= rounds:
            raise Refusal("no-such-round", round=number, rounds=rounds)
        return number

    @property
    def seen(self) -> SeenViews:
        """The tables after the round that was asked for; of one that does not count yet those that everybody sees."""
        if self.of is None or self.of > self.scene.tournament.ranked_rounds:
            return self.scene.seen
        return tables_after(self.scene, self.of)

    @property
    def starts(self) -> str:
        """When the round begins, by the schedule."""
        return write_start(self.scene.state.schedule, self.round, self.reader)

    def address_of(self, kind: str) -> str:
        """Of another sheet, of the same round and, if it is of one, of the same category."""
        asked = {"of": self.of, "category": self.category if kind in OF_A_CATEGORY else None}
        asked |= {PERIOD: self.period if kind == "standings" else None}
        return self.scene.to(f"print/{kind}", **{name: value for name, value in asked.items() if value})

    def boards(self) -> Boards:
        return self.scene.seen.show(BoardsQuestion(round=self.round))

    def card_parts(self) -> list[list[PlayerId]]:
        """Whose cards are printed together, by the number that is shown; that of one alone if one was asked for."""
        if self.player is not None:
            return [[self.player]]
        numbers = sorted(self.scene.tournament.entries, key=self.number_of)
        return [numbers[first : first + CARDS_AT_ONCE] for first in range(0, len(numbers), CARDS_AT_ONCE)]

    def number_of(self, player: PlayerId) -> int:
        return shown_number(self.scene.tournament, player)

    def address_of_part(self, part: int) -> str:
        return self.scene.to("print/cards", **({"of": self.of} if self.of else {}), part=part)


def _slips(given: str) -> int:
    wanted = whole_number(given, "slips") if given else SLIPS_ON_A_PAGE[0]
    if wanted not in SLIPS_ON_A_PAGE:
        possible = tuple(map(str, SLIPS_ON_A_PAGE))
        raise BadInput("not-one-of", field="slips", value=given, possible=possible)
    return wanted


async def print_page(request: Request) -> Response:
    scene = await scene_of(request)
    kind = request.path_params["kind"]
    if kind not in FOR_THE_DESK:
        scene = msgspec.structs.replace(scene, seen=PrintedViews(scene.seen))
    if kind not in KINDS:
        raise Refusal("no-such-page")
    sheet = Sheet(request, scene)
    if kind == "slips" and sheet.with_qr:
        waiting = [line.board for line in _waiting(sheet)]
        drawn = await qr.draw_all([_link(sheet, board) for board in waiting], border=1)
        sheet.pictures = dict(zip(waiting, drawn, strict=True))
    reader = sheet.reader
    return render_page(
        request,
        "console/print.html",
        kind=kind,
        kinds=[one for one in KINDS if one not in OF_A_LADDER or has_ladder(scene.tournament.rules.system)],
        sheet=sheet,
        scene=scene,
        t=scene.tournament,
        to=scene.to,
        r=reader.section("round"),
        slips_on_a_page=SLIPS_ON_A_PAGE,
        content=KINDS[kind](sheet),
        slip_marks=slip_marks(sheet),
        fide_mode_note=describe_leaving(scene.state, reader),
        foot=signature(request, scene, reader),
    )


def by_board(sheet: Sheet) -> Markup:
    seen = AfterRound(sheet.scene.seen, sheet.round)
    return boards_section(seen, sheet.reader, sheet.scene.to("cards/{}"), corrections(sheet.scene))


# -- by name -----------------------------------------------------------------------------------------------------------


class NameLine(msgspec.Struct, frozen=True):
    """Where somebody plays; without a board, what the round counts as."""

    name: str
    board: int | None = None
    colour: str = ""  # "white" or "black"
    opponent: str = ""
    outcome: str = ""


def by_name(sheet: Sheet) -> list[NameLine]:
    """From A to Z, accents ignored, as people look for their names."""
    view = sheet.boards()
    found = [line for board in view.boards for line in _seats(board)]
    called = outcomes_called(sheet.scene.tournament, sheet.reader)
    found += [(out.player, NameLine(full_name(out.player), outcome=called[out.outcome.value])) for out in view.sitouts]
    return [line for _, line in sorted(found, key=lambda pair: in_the_alphabet(pair[0].name, pair[0].number))]


def _seats(line: BoardLine) -> Iterator[tuple[Person, NameLine]]:
    sides = ((line.white, line.black, Colour.WHITE), (line.black, line.white, Colour.BLACK))
    for own, other, colour in sides:
        yield own.player, NameLine(full_name(own.player), line.board, colour.value, full_name(other.player))


# -- result slips ------------------------------------------------------------------------------------------------------


class Slip(msgspec.Struct, frozen=True):
    board: int
    white: str
    black: str
    qr: str  # a picture as a data address; empty: none is wanted


def slips(sheet: Sheet) -> list[list[Slip]]:
    """A list for each page. A board that has its result already needs no slip any more."""
    found = [
        Slip(line.board, who(line.white.player), who(line.black.player), sheet.pictures.get(line.board, ""))
        for line in _waiting(sheet)
    ]
    return [found[first : first + sheet.slips] for first in range(0, len(found), sheet.slips)]


def _waiting(sheet: Sheet) -> list[BoardLine]:
    return [line for line in sheet.boards().boards if line.result is Result.PENDING]


def _link(sheet: Sheet, board: int) -> str:
    """To this board on the page of the round: whoever may enter results scans it and presses a button."""
    return address_for_links(sheet.request) + sheet.scene.to(f"rounds/{sheet.round}", board=board)


def slip_marks(sheet: Sheet) -> list[str]:
    table = sheet.scene.tournament.rules.points
    marks = result_marks(table, sheet.reader)
    return [marks[one.value] for one in DELFT_RESULTS if table.has_advantage_draws or not one.is_advantage_draw]


# -- tables ------------------------------------------------------------------------------------------------------------


def players(sheet: Sheet) -> Markup:
    to_card = sheet.scene.to("cards/{}")
    return starting_list_section(sheet.seen, sheet.reader, to_card, category=sheet.category)


def player_list(sheet: Sheet) -> Markup:
    return player_list_section(sheet.scene.seen, sheet.reader, sheet.scene.to("cards/{}"), sheet.category)


def check_in(sheet: Sheet) -> Markup:
    return roll_section(sheet.scene.seen, sheet.reader, sheet.category)


def standings(sheet: Sheet) -> Markup:
    return table_section(sheet.scene, sheet.seen, "standings", sheet.reader, sheet.category, period=sheet.period)


def ladder_table(sheet: Sheet) -> Markup:
    return table_section(sheet.scene, sheet.seen, "ladder-table", sheet.reader, sheet.category)


def crosstable(sheet: Sheet) -> Markup:
    return table_section(sheet.scene, sheet.seen, "crosstable", sheet.reader)


def cards(sheet: Sheet) -> Markup:
    parts = sheet.card_parts() or [[]]
    if not 1 <= sheet.part <= len(parts):
        raise BadInput("number-outside-range", field="part", value=sheet.part, least=1, most=len(parts))
    known = corrections(sheet.scene)
    to_card = sheet.scene.to("cards/{}")
    is_ladder = has_ladder(sheet.scene.tournament.rules.system)
    sections = (
        card_section(sheet.seen, sheet.reader, one, to_card, known)
        + (working_section(sheet.seen, sheet.reader, one) if is_ladder else Markup(""))
        for one in parts[sheet.part - 1]
    )
    return Markup("").join(sections)


KINDS: dict[str, Callable[[Sheet], object]] = {
    "boards": by_board,
    "names": by_name,
    "slips": slips,
    "players": players,
    "player-list": player_list,
    "check-in": check_in,
    "standings": standings,
    "ladder-table": ladder_table,
    "crosstable": crosstable,
    "cards": cards,
}

ROUTES = [Route("/console/{id}/print/{kind}", print_page)]
