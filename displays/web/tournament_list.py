"""The list of tournaments for a visitor: what they may know of, searched, in groups, a page at a time."""

from __future__ import annotations

import asyncio
import enum
import functools
import re
from collections.abc import Iterable, Sequence
from datetime import date, timedelta
from typing import NamedTuple

from displays.web.access.roles import Visitor
from engine.alphabet import plain
from engine.errors import BadInput, Broken, Unavailable
from ledger.acts.permission import Permission
from ledger.desk import Desk
from ledger.tournament_list import TournamentLine

ON_A_PAGE = 50
QUIET_DAYS = 90  # without a record, and past all its days: nobody has closed it, and nobody will
LONGEST_SEARCH = 100  # letters
_BETWEEN_WORDS = re.compile(r"[\W_]+")
_DAY = re.compile(r"\d{4}-\d\d-\d\d")


FESTIVALS = "festivals"  # in an address in place of a group: events


class Group(enum.Enum):
    """Where a tournament stands in the list."""

    RUNNING = "running"
    COMING = "coming"
    FINISHED = "finished"


async def lines_for(desk: Desk, visitor: Visitor, patience: float | None = None) -> list[TournamentLine]:
    """Of all that the visitor may know of, by id. ``patience``: seconds to wait for lines that are being read; without
    it, until all of them are. While the log cannot be read, what is known is shown as it was."""
    try:
        desk.catch_up()
        reading = asyncio.wrap_future(desk.tournaments.read())
        await asyncio.wait([reading], timeout=patience)
        if reading.done():
            reading.result()
    except (Unavailable, Broken):
        if not desk.tournaments.lines():
            raise
    return [line for line in desk.tournaments.lines() if not line.is_festival and may_know(desk, visitor, line)]


def festivals_for(desk: Desk, visitor: Visitor) -> list[TournamentLine]:
    """Those that the visitor may know of, by id; as many as ``lines_for`` has waited for."""
    return [line for line in desk.tournaments.lines() if line.is_festival and may_know(desk, visitor, line)]


def may_know(desk: Desk, visitor: Visitor, line: TournamentLine) -> bool:
    """A private one is for who has a key to it; one that cannot be read for those who can do something about it."""
    if line.broken:
        return visitor.may(Permission.SEE_DRAFTS, line.id)
    return not line.is_private or visitor.may_see(line.id, ()) or _is_member(desk, visitor, line.id)


def _is_member(desk: Desk, visitor: Visitor, stream: str) -> bool:
    """Still in it: no other private tournament has to be loaded for a list."""
    state = desk.find_state(stream) if visitor.may(Permission.SEE, stream) else None
    return state is not None and visitor.may_see(stream, state.tournament.entries)


# -- search ------------------------------------------------------------------------------------------------------------


def search(lines: Iterable[TournamentLine], typed: str) -> list[TournamentLine]:
    """Those with every word that was typed as the beginning of one of their name, place, first day or id; accents and
    capitals do not matter."""
    words = plain(typed[:LONGEST_SEARCH]).split()
    return [line for line in lines if _has_words(line, words)] if words else list(lines)


def _has_words(line: TournamentLine, words: Sequence[str]) -> bool:
    text = _search_text(line.name, line.place, line.starts, line.id)
    return all(f" {word}" in text for word in words)


@functools.lru_cache(maxsize=65_536)
def _search_text(name: str, place: str, starts: str, stream: str) -> str:
    """Every word after a space; a word with hyphens is found by each of its parts, too."""
    whole = plain(f"{name} {place} {stream}")
    return f" {starts} {whole} {_BETWEEN_WORDS.sub(' ', whole)}"


# -- groups ------------------------------------------------------------------------------------------------------------


def read_group(given: str) -> Group | None:
    """From an address; ``None``: none is asked for."""
    if not given:
        return None
    try:
        return Group(given)
    except ValueError:
        possible = tuple(group.value for group in Group)
        raise BadInput("not-one-of", field="group", value=given, possible=possible) from None


def group_of(line: TournamentLine, today: date) -> Group:
    """By what was played; before the first round by the first day, if it is one."""
    return _group_on(line, today.isoformat(), _last_quiet_day(today))


def _last_quiet_day(today: date) -> str:
    return (today - timedelta(QUIET_DAYS + 1)).isoformat()


def _group_on(line: TournamentLine, today: str, last_quiet: str) -> Group:
    if line.is_finished or _is_quiet(line, last_quiet):
        return Group.FINISHED
    if line.played or (_is_day(line.starts) and line.starts <= today):
        return Group.RUNNING
    return Group.COMING


def _is_quiet(line: TournamentLine, last_quiet: str) -> bool:
    """No day of it is after that one. (The first that is not is enough: thousands are asked for each page.)"""
    is_dated = False
    for day in (line.released.at[:10], line.ends, line.starts):
        if _is_day(day):
            if day > last_quiet:
                return False
            is_dated = True
    return is_dated


@functools.lru_cache(maxsize=16_384)
def _is_day(text: str) -> bool:
    return _DAY.fullmatch(text) is not None


def by_group(lines: Iterable[TournamentLine], today: date) -> dict[Group, list[TournamentLine]]:
    """Each group in its order: what was written to last, what begins next, what ended last comes first."""
    found: dict[Group, list[TournamentLine]] = {group: [] for group in Group}
    day, last_quiet = today.isoformat(), _last_quiet_day(today)
    for line in lines:
        found[_group_on(line, day, last_quiet)].append(line)
    found[Group.RUNNING].sort(key=lambda line: line.released.at, reverse=True)
    found[Group.COMING].sort(key=lambda line: (not _is_day(line.starts), line.starts, plain(line.name)))
    found[Group.FINISHED].sort(key=_last_day, reverse=True)
    return found


def in_time(festivals: Iterable[TournamentLine], today: date) -> list[TournamentLine]:
    """What is on or comes next, then those without a day, then what ended last. In a festival itself nothing is played:
    it goes by its days alone."""
    known = [(sorted(day for day in (line.starts, line.ends) if _is_day(day)), line) for line in festivals]
    ahead = [(days[0], plain(line.name), line) for days, line in known if days and days[-1] >= today.isoformat()]
    over = [(days[-1], line) for days, line in known if days and days[-1] < today.isoformat()]
    return [
        *(line for *_, line in sorted(ahead, key=lambda one: one[:2])),
        *(line for days, line in known if not days),
        *(line for _, line in sorted(over, key=lambda one: one[0], reverse=True)),
    ]


def _last_day(line: TournamentLine) -> str:
    return next((day for day in (line.ends, line.starts) if _is_day(day)), line.released.at[:10])


# -- pages -------------------------------------------------------------------------------------------------------------


class ListPage(NamedTuple):
    """Some of the lines. Pages count from 1."""

    lines: Sequence[TournamentLine]
    number: int
    pages: int


def page_of(lines: Sequence[TournamentLine], number: int) -> ListPage:
    """A page that is not there is the last: the list may have become shorter."""
    pages = max(1, -(-len(lines) // ON_A_PAGE))
    here = min(max(number, 1), pages)
    return ListPage(lines[(here - 1) * ON_A_PAGE : here * ON_A_PAGE], here, pages)
