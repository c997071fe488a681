"""The players of a list looked up in the rating lists that are loaded: what the list does not say is filled in."""

from __future__ import annotations

import asyncio

import msgspec
from starlette.requests import Request

from displays.web.access.services import services_of
from engine.errors import Refusal
from engine.model import Player, RatingRule
from engine.ratings import find_counting
from ledger.acts.players import NewPlayer
from ledger.formats.list_doubles import complete_registration
from ledger.formats.players_csv import PlayerList
from ledger.rating_lists.listed import ListedPlayer
from ledger.rating_lists.matching import Match, Wanted

CERTAIN = ("number", "name-and-year")  # how somebody was found who is surely the same


class Uncertain(msgspec.Struct, frozen=True):
    """A line whose player may be somebody in the rating lists: nothing was filled in."""

    line: int
    name: str
    number: str
    others: int  # who may be it too


class LookedUp(msgspec.Struct, frozen=True):
    found: int  # players, of whom what was missing was filled in
    uncertain: tuple[Uncertain, ...]
    unknown: int  # who is in none of the lists


async def has_rating_lists(request: Request) -> bool:
    ratings = services_of(request).ratings
    return ratings is not None and bool(await asyncio.to_thread(ratings.lists.lists))


async def look_up(request: Request, found: PlayerList, rule: RatingRule) -> tuple[PlayerList, LookedUp]:
    """Nothing that the list says is overwritten. Who is found by the name alone is only pointed out."""
    ratings = services_of(request).ratings
    if ratings is None:
        raise Refusal("ratings-are-off")
    wanted = [Wanted(new.player.name, new.player.ids, new.player.birth_year) for new in found.players]
    matches = await asyncio.to_thread(ratings.lists.match, wanted)
    players, uncertain = [], []
    for line, new, match in zip(found.lines, found.players, matches, strict=True):
        players.append(_fill(new, match.players[0], rule) if _is_certain(match) else new)
        if match.players and not _is_certain(match):
            first = match.players[0]
            uncertain.append(Uncertain(line, first.name, first.number, len(match.players) - 1))
    counts = (sum(map(_is_certain, matches)), sum(not match.players for match in matches))
    filled = msgspec.structs.replace(found, players=tuple(players))
    return filled, LookedUp(counts[0], tuple(uncertain), counts[1])


def _is_certain(match: Match) -> bool:
    return match.how in CERTAIN and len(match.players) == 1


def _fill(new: NewPlayer, listed: ListedPlayer, rule: RatingRule) -> NewPlayer:
    person = Player(
        0,
        listed.name,
        title=listed.title,
        club=listed.club,
        federation=listed.federation,
        birth_year=listed.birth_year,
        sex=listed.sex,
        ids=listed.ids,
    )
    ratings = tuple(rating.rating_of() for rating in listed.ratings)
    filled = complete_registration(new, NewPlayer(player=person, ratings=ratings))
    counting = find_counting(filled.ratings, rule, 1) if filled.player.rating is None else None
    if counting is None:
        return filled
    return msgspec.structs.replace(filled, player=msgspec.structs.replace(filled.player, rating=counting.value))
