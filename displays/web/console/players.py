"""Pages of players: the table, check-in."""

from __future__ import annotations

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from displays.web.at_moment import check_question
from displays.web.console.frame import Scene, console_page, scene_of
from displays.web.csv_answer import answer_csv
from displays.web.request import asked_language
from displays.words.csv_tables import player_list_csv
from displays.words.fee_text import SECTION as FEES
from displays.words.fee_text import fee_columns, tell_payment, tell_totals, total_row
from displays.words.language import Language
from displays.words.notation import outcome_words
from displays.words.numbers import write_money
from displays.words.player_list import PlayerColumn
from displays.words.rating_text import rating_line, tell_counting
from engine.model import Entry, Outcome, Player, PlayerId, Tournament
from engine.registry import needs_first_colour
from engine.start_order import NumberMove, has_fixed_order, moved_numbers, order_by_strength, start_order
from ledger.acts.checks import REQUESTABLE
from ledger.acts.lists import players_left
from ledger.acts.removals import removable_players
from ledger.fees import list_payers
from ledger.person_publicity import initials_of
from ledger.shown_numbers import shown_number
from ledger.views.alphabet import in_the_alphabet

# The kinds of absence with the key that gives each in the grid.
ABSENCE_KEYS: dict[str, Outcome] = {
    "a": Outcome.ABSENT,
    "u": Outcome.ABSENT_UNNOTIFIED,
    "h": Outcome.HALF_BYE,
    "f": Outcome.FULL_BYE,
    "z": Outcome.ZERO_BYE,
    "t": Outcome.TEAM_DUTY,
}
assert set(ABSENCE_KEYS.values()) == REQUESTABLE
# That a form proposes; any other may be typed.
TITLES = {
    "chess": ("GM", "IM", "FM", "CM", "WGM", "WIM", "WFM", "WCM"),
    "draughts": ("GMI", "MI", "MF", "CMF", "GMIF", "MIF", "MFF", "CMFF"),  # of the FMJD
}


class PlayerLine(msgspec.Struct, frozen=True):
    """A row: the player, how things stand for the next round ("in", "absent", "withdrawn", "later"), and in words."""

    player: Player
    state: str
    words: str
    has_no_half_byes: bool  # FIDE C.05 6.7(4)
    ratings: tuple[str, ...] = ()  # all that are known, in words
    counts: str = ""  # which of them, and why


async def players(request: Request) -> Response:
    scene, reader = await scene_of(request), asked_language(request)
    t = scene.tournament
    entries = sorted(t.entries.values(), key=lambda entry: shown_number(t, entry.player.number))
    lines = [_line(t, entry, reader) for entry in entries]
    return await console_page(
        request,
        "console/players.html",
        words=("numbers", "rating-rules", "rating-check", "rating-lists", "publicity"),
        lines=lines,
        initials={
            "initials": {player.number: initials_of(player.name) for player in t.players},
            "shown": sorted(t.initials),
        },
        counts={state: sum(line.state == state for line in lines) for state in ("in", "absent", "later", "withdrawn")},
        coming=coming_round(t),
        people=[_fields_of(t.entries[line.player.number]) for line in lines],
        counting={line.player.number: line.counts for line in lines if line.counts},
        is_open=not t.is_finished,
        has_begun=bool(t.rounds),
        removable=removable_players(t) if scene.can.direct and not t.is_finished else (),
        lists=_lists(scene),
        kinds=_kinds(t, reader),
        start_order=t.fixed_order or t.start_order,
        new_numbers=_new_numbers(t),
        by_rating=order_by_strength(t),
        has_fixed_order=has_fixed_order(t),
        shows_first_colour=t.rules.game != "draughts"
        or needs_first_colour(t.rules.system)
        or t.first_colour is not None,
        may_draw_colour=t.first_colour is None or not scene.state.fide_mode.is_on,
        uses_fees=scene.state.fees.is_used,
        titles=TITLES.get(t.rules.game, ()),
    )


def _new_numbers(t: Tournament) -> tuple[NumberMove, ...]:
    """FIDE C.04.2 2.3: who would get another start number by the ratings as they are now, while that may be."""
    if t.is_finished or not t.order_fixed_by or has_fixed_order(t):
        return ()
    return moved_numbers(start_order(t), order_by_strength(t))


def _lists(scene: Scene) -> list[tuple[int, str, int]]:
    """Those that may be taken back as a whole: number, name, who of it is there; the newest first."""
    if not scene.can.direct or scene.tournament.rounds or scene.tournament.is_finished:
        return []
    lists = [
        (number, one.name, len(players_left(scene.state, one))) for number, one in enumerate(scene.state.lists, start=1)
    ]
    return [line for line in reversed(lists) if line[2]]


def _fields_of(entry: Entry) -> dict[str, object]:
    player = entry.player
    fields = {name: getattr(player, name) for name in player.__struct_fields__ if name != "ids"}
    ids = {f"ids.{name}": getattr(player.ids, name) for name in player.ids.__struct_fields__}
    return {**fields, **ids, "ratings": [msgspec.structs.asdict(rating) for rating in entry.ratings]}


def _kinds(t: Tournament, reader: Language) -> list[tuple[str, str]]:
    called = outcome_words(t.rules.points, reader)
    return [(outcome.value, called[outcome.value]) for outcome in ABSENCE_KEYS.values()]


def coming_round(t: Tournament) -> int:
    """The next round to be paired, or the last one when all are."""
    return min(t.next_round, t.rules.rounds)


def _line(t: Tournament, entry: Entry, reader: Language) -> PlayerLine:
    state, facts = _state(entry, coming_round(t))
    is_expelled = state == "withdrawn" and t.expelled_from(entry.player.number) > 0
    words = reader.phrase("player-expelled" if is_expelled else f"player-{state}", section="console", **facts)
    if state == "absent":
        words = outcome_words(t.rules.points, reader)[entry.absences[coming_round(t)].value]
    known = tuple(rating_line(rating, reader) for rating in entry.ratings)
    return PlayerLine(entry.player, state, words, entry.no_half_byes, known, tell_counting(t, entry, reader))


def _state(entry: Entry, number: int) -> tuple[str, dict[str, int]]:
    withdrawal = entry.withdrawal_in(number)
    if withdrawal is not None:
        return "withdrawn", {"round": withdrawal.from_round}
    if entry.from_round > number:
        return "later", {"round": entry.from_round}
    return ("absent", {}) if number in entry.absences else ("in", {})


# -- check-in ----------------------------------------------------------------------------------------------------------


class Due(msgspec.Struct, frozen=True):
    """What somebody still has to pay: on the button, and what pressing it says."""

    owes: str
    pays: str


async def check_in(request: Request) -> Response:
    scene, reader = await scene_of(request), asked_language(request)
    check_question(request.query_params, "csv")
    number = coming_round(scene.tournament)
    if request.query_params.get("csv"):
        return answer_csv(_check_in_file(scene, number, reader), f"{scene.stream}-check-in.csv")
    fees = scene.state.fees
    return await console_page(
        request,
        "console/check_in.html",
        coming=number,
        expected=_expected_players(scene, number),
        signed_off=_signed_off(scene, number, reader),
        here=_here(scene, number),
        dues=_dues(scene, reader),
        totals=tell_totals(fees, fees.totals(scene.tournament.entries), reader) if fees.is_used else "",
        is_open=number >= scene.tournament.next_round and not scene.tournament.is_finished,
    )


def _dues(scene: Scene, reader: Language) -> dict[PlayerId, Due]:
    fees, found = scene.state.fees, {}
    for payer in list_payers(fees, scene.tournament.entries) if fees.is_used else ():
        if payer.due:
            amount = write_money(payer.amount, fees.currency, reader.code)
            name = scene.tournament.entries[payer.player].player.name
            pays = reader.phrase("mark-paid", FEES, name=name, amount=amount)
            found[payer.player] = Due(tell_payment(fees, payer.player, reader), pays)
    return found


def _check_in_file(scene: Scene, number: int, reader: Language) -> str:
    """Who is to be paired, who of them has come, and what they have to pay."""
    players, here = _expected_players(scene, number), frozenset(_here(scene, number))
    entries = [scene.tournament.entries[player.number] for player in players]
    fees = fee_columns(scene.state.fees, entries, reader, is_file=True)
    numbers = tuple(shown_number(scene.tournament, player.number) for player in players)
    columns = [
        PlayerColumn(reader.word("number"), numbers, is_number=True),
        PlayerColumn(reader.word("name"), tuple(player.name for player in players), is_name=True),
        PlayerColumn(reader.field("club"), tuple(player.club for player in players)),
        PlayerColumn(reader.word("check-in", "console"), tuple("✓" if p.number in here else "" for p in players)),
        *fees,
    ]
    return player_list_csv(columns, total_row(columns, scene.state.fees, entries, reader))


async def list_checked_in(request: Request) -> Response:
    """Who has come: asked by a page that learnt that somebody did. (Ticking is the API's.)"""
    scene = await scene_of(request)
    t = scene.tournament
    number = t.next_round
    off = [player.number for player, _ in _signed_off(scene, number, asked_language(request))]
    document = {"round": number, "here": _here(scene, number), "signed_off": off}
    return Response(msgspec.json.encode(document), media_type="application/json")


def _signed_off(scene: Scene, number: int, reader: Language) -> list[tuple[Player, str]]:
    """Who is in the tournament and will not come, and what that counts as; by name. They may come all the same."""
    t = scene.tournament
    called = outcome_words(t.rules.points, reader)
    found = [e for n, e in t.entries.items() if number in e.absences and t.takes_part(n, number)]
    found.sort(key=lambda entry: in_the_alphabet(entry.player.name, entry.player.number))
    return [(entry.player, called[entry.absences[number].value]) for entry in found]


def _here(scene: Scene, number: int) -> list[PlayerId]:
    return sorted(scene.state.hall.check_ins.get(number, ()))


def _expected_players(scene: Scene, number: int) -> list[Player]:
    """Who is to be paired in the round, by name."""
    t = scene.tournament
    found = [t.entries[player].player for player in t.available(number)]
    return sorted(found, key=lambda player: in_the_alphabet(player.name, player.number))


ROUTES = [
    Route("/console/{id}/players", players),
    Route("/console/{id}/check-in", check_in),
    Route("/console/{id}/check-in/here", list_checked_in),
]
