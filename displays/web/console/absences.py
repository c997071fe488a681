"""Page of absences: who is away on which evening, or in which round where the schedule says no day."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from datetime import UTC, datetime

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from displays.web.console.frame import console_page, scene_of
from displays.web.console.players import ABSENCE_KEYS, coming_round
from displays.web.request import asked_language
from displays.words.dates import write_short_day, write_wall_time
from displays.words.language import Language
from displays.words.notation import outcome_words
from displays.words.schedule_text import evening_off_text
from engine.errors import BadInput
from engine.model import Entry, Outcome, Player, PlayerId, Round, Tournament
from engine.registry import has_ladder
from ledger.categories import category_members
from ledger.evenings import find_deadline, find_evening, list_days
from ledger.schedule import Schedule
from ledger.state import State
from ledger.views.alphabet import in_the_alphabet

MARKS: dict[Outcome, str] = {
    Outcome.ABSENT: "a",
    Outcome.ABSENT_UNNOTIFIED: "u",
    Outcome.HALF_BYE: "½",
    Outcome.FULL_BYE: "1",
    Outcome.ZERO_BYE: "0",
    Outcome.TEAM_DUTY: "t",
    Outcome.PAIRING_BYE: "+",
}
OUT, PLAYS = "–", "●"  # has left, or comes later; is to be paired
MIXED = "mixed"  # the rounds of an evening differ
BY = ("evenings", "rounds")


class Column(msgspec.Struct, frozen=True):
    """An evening, whose absences hang on its day; or a round, whose absences hang on its number."""

    rounds: tuple[int, ...]
    day: str = ""  # of an evening
    title: str = ""
    said: str = ""  # in a sentence
    is_open: bool = False
    until: str = ""  # the moment until which notice counts, in UTC; empty: nobody has said
    until_said: str = ""

    @property
    def key(self) -> str:
        return self.day or str(self.rounds[0])


class Cell(msgspec.Struct, frozen=True):
    """Of a player and a column. There are thousands: the script of the page makes a button of each."""

    mark: str
    outcome: str  # what was announced; empty: the player plays


class AbsenceRow(msgspec.Struct, frozen=True):
    player: Player
    cells: tuple[Cell, ...]


class Team(msgspec.Struct, frozen=True):
    """Players who are ticked together."""

    name: str
    players: tuple[PlayerId, ...]


async def absences(request: Request) -> Response:
    scene, reader = await scene_of(request), asked_language(request)
    t, schedule = scene.tournament, scene.state.schedule
    by = request.query_params.get("by", "evenings" if has_ladder(t.rules.system) else "rounds")
    if by not in BY:
        raise BadInput("not-one-of", field="by", value=by[:80], possible=BY)
    columns = [
        _describe(column, scene.state, reader, can_write=scene.can.direct) for column in list_columns(t, schedule, by)
    ]
    entries = sorted(t.entries.values(), key=lambda one: in_the_alphabet(one.player.name, one.player.number))
    called = outcome_words(t.rules.points, reader)
    return await console_page(
        request,
        "console/absences.html",
        words=("evenings",),
        rows=[AbsenceRow(entry.player, tuple(_cell(t, entry, column) for column in columns)) for entry in entries],
        keys=[(key, o.value, called[o.value], MARKS[o]) for key, o in ABSENCE_KEYS.items()],
        looks=_looks(called, reader),
        columns=columns,
        missing=[_count_missing(t, column.rounds) for column in columns],
        coming=find_coming(t, schedule, columns, datetime.now(UTC)),
        off=[(one.day, evening_off_text(one.moved_to, one.public_reason, reader)) for one in schedule.changed],
        teams=_list_teams(t),
        other_way=_other_way(schedule, by),
    )


def list_columns(t: Tournament, schedule: Schedule, by: str) -> list[Column]:
    """All rounds in their order. By rounds, those of a day with several stand by their numbers."""
    columns: list[Column] = []
    known: set[str] = set()
    days = {*list_days(schedule.lines)}
    for number in range(1, t.rules.rounds + 1):
        day = schedule.day_of(number)
        together = tuple(one for one in schedule.rounds_on(day) if one <= t.rules.rounds) if day in days else ()
        if not together or (by == "rounds" and len(together) > 1):
            columns.append(Column((number,)))
        elif day not in known:
            columns.append(Column(together, day))
            known.add(day)
    return columns


def _describe(column: Column, state: State, reader: Language, *, can_write: bool) -> Column:
    schedule, t = state.schedule, state.tournament
    first = column.rounds[0]
    day = schedule.day_of(first)
    is_open = can_write and column.rounds[-1] >= t.next_round
    deadline = find_deadline(schedule, day) if column.day and schedule.notice else ""
    moment = schedule.moment(deadline)
    said = reader.phrase("round-number", round=first)
    if column.day:
        written = write_wall_time(column.day, reader)
        said = f"{written}, {reader.phrase('rounds-of-day', section='evenings', rounds=column.rounds)}"
    return msgspec.structs.replace(
        column,
        title=write_short_day(day, reader) if day in list_days(schedule.lines) else "",
        said=said,
        is_open=is_open,
        until="" if moment is None else moment.isoformat().replace("+00:00", "Z"),
        until_said=write_wall_time(deadline, reader) if deadline else "",
    )


def find_coming(t: Tournament, schedule: Schedule, columns: Collection[Column], now: datetime) -> str:
    """The key of the column at which the page opens: today's evening or the next one; without days, or when all are
    over, the round that is paired next."""
    tonight = find_evening(schedule, now)
    number = coming_round(t)
    found = [column.key for column in columns if tonight and schedule.day_of(column.rounds[0]) == tonight]
    return next(iter(found), "") or next((column.key for column in columns if number in column.rounds), "")


def _other_way(schedule: Schedule, by: str) -> str:
    """How else the page may be read, where a day has several rounds; empty: it would be the same."""
    has_two = any(len(schedule.rounds_on(day)) > 1 for day in list_days(schedule.lines))
    return next(other for other in BY if other != by) if has_two else ""


def _list_teams(t: Tournament) -> list[Team]:
    """Clubs and categories of two and more."""
    clubs: dict[str, list[PlayerId]] = {}
    for number, entry in sorted(t.entries.items()):
        clubs.setdefault(entry.player.club, []).append(number)
    teams = [Team(name, tuple(numbers)) for name, numbers in sorted(clubs.items()) if name]
    teams += [Team(category.name, tuple(sorted(category_members(t, category)))) for category in t.categories]
    return [team for team in teams if len(team.players) > 1]


def _count_missing(t: Tournament, rounds: Collection[int]) -> int:
    """In any of them."""
    return sum(any(n in e.absences and e.takes_part_in(n) for n in rounds) for e in t.entries.values())


def _looks(called: Mapping[str, str], reader: Language) -> dict[str, str]:
    """Mark of a cell → what it says in words."""
    return {
        OUT: reader.word("player-out", "console"),
        PLAYS: reader.word("player-plays", "console"),
        **{mark: called[outcome.value] for outcome, mark in MARKS.items()},
    }


def _cell(t: Tournament, entry: Entry, column: Column) -> Cell:
    """Of an evening that has begun, what is still to come is what can be changed."""
    to_come = tuple(number for number in column.rounds if number >= t.next_round)
    shown = tuple(_marks(t, entry, to_come if column.is_open else column.rounds))
    (mark, outcome), *others = shown
    if not others or len(set(shown)) == 1:
        return Cell(mark, outcome)
    return Cell("".join(mark for mark, _ in shown), MIXED)


def _marks(t: Tournament, entry: Entry, rounds: Collection[int]) -> Iterator[tuple[str, str]]:
    for number in rounds:
        outcome = _outcome(t, entry, number)
        mark = PLAYS if outcome is None else MARKS[outcome]
        yield mark if entry.takes_part_in(number) else OUT, "" if outcome is None else outcome.value


def _outcome(t: Tournament, entry: Entry, number: int) -> Outcome | None:
    """Of a round that was paired what it was, of one to come what was announced; None: a game."""
    if number > len(t.rounds):
        return entry.absences.get(number)
    return _sitting_out(t.rounds[number - 1], entry.player.number)


def _sitting_out(played: Round, player: PlayerId) -> Outcome | None:
    return next((sitout.outcome for sitout in played.sitouts if sitout.player == player), None)


ROUTES = [
    Route("/console/{id}/absences", absences),
]
