"""Acts on players: registration, corrections."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

import msgspec
from msgspec.structs import replace

from engine.errors import Gathered, Refusal
from engine.model import Entry, Ids, Outcome, Player, PlayerId, RatingOf, Tournament
from ledger.acts import checks
from ledger.acts.act import Act, AnyAct, Command, Endpoint, Event, News
from ledger.acts.fields import Fields, flatten
from ledger.acts.namesakes import People, check_is_new, federation_numbers, letters
from ledger.state import State

HIGHEST_NUMBER = 99_999
HIGHEST_RATING = 4_000
# What has room in a list, on a screen and on paper.
LONGEST = {"name": 100, "title": 40, "club": 80, "federation": 40, "category": 40}
LONGEST_ID = 12
# From, to. A year of birth cannot be compared with today, for there is no clock here.
RANGES = {
    "number": (1, HIGHEST_NUMBER),
    "rating": (0, HIGHEST_RATING),
    "lot": (1, HIGHEST_NUMBER),
    "birth_year": (1900, 2100),
}
SEXES = ("", "m", "w")
KINDS = ("", "standard", "rapid", "blitz")  # of a rating
LONGEST_SOURCE = 12


class NewPlayer(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """A registration. A player with number 0 gets the next one that is free."""

    player: Player
    from_round: int | None = None  # None: the next round to be paired
    missed: Outcome = Outcome.ZERO_BYE
    ratings: tuple[RatingOf, ...] = ()  # where several are known; see ``Entry``
    namesake: bool = False  # another person than who is registered under that name


class RegisterPlayers(Command, frozen=True, kw_only=True, tag="register-players"):
    """One or many, all or none."""

    players: tuple[NewPlayer, ...]


class PlayerRegistered(Event, frozen=True, kw_only=True, gc=False, tag="player-registered"):
    player: Player
    from_round: int = 1
    missed: Outcome = Outcome.ZERO_BYE
    ratings: tuple[RatingOf, ...] = ()


class CorrectPlayer(Command, frozen=True, kw_only=True, tag="correct-player"):
    player: Player
    reason: str = ""  # needed once a round is paired
    namesake: bool = False


class PlayerCorrected(Event, frozen=True, kw_only=True, gc=False, tag="player-corrected"):
    player: Player
    reason: str


# -- deciding ----------------------------------------------------------------------------------------------------------


def register_players(state: State, command: RegisterPlayers) -> list[Event]:
    t = state.tournament
    if not command.players:
        raise Refusal("nobody-to-register")
    known = {player.number: player for player in t.players}
    people = People(known.values())
    events: list[Event] = []
    for new in command.players:
        event = _registration(t, new, known)
        check_is_new(event.player, people, new.namesake)
        known[event.player.number] = event.player
        people.add(event.player)
        events.append(event)
    return events


def _registration(t: Tournament, new: NewPlayer, known: dict[PlayerId, Player]) -> PlayerRegistered:
    player = new.player
    if player.number == 0:
        player = msgspec.structs.replace(player, number=max((*known, *t.removed), default=0) + 1)
    check_player(player)
    if player.number in known:
        raise Refusal("number-taken", number=player.number, name=known[player.number].name)
    _check_was_theirs(t, player)
    from_round = t.next_round if new.from_round is None else new.from_round
    checks.round_to_come(t, from_round)
    checks.requestable(new.missed)
    _check_ratings(new.ratings)
    return PlayerRegistered(player=player, from_round=from_round, missed=new.missed, ratings=new.ratings)


def _check_was_theirs(t: Tournament, player: Player) -> None:
    """The number of an entry that was removed is taken up by the same person only: the audit tells of players by their
    numbers, and so do phones and slips that were printed before."""
    name = t.removed.get(player.number)
    if name is not None and letters(name) != letters(player.name):
        raise Refusal("number-of-removed", number=player.number, name=name)


def correct_player(state: State, command: CorrectPlayer) -> list[Event]:
    t = state.tournament
    checks.reason_once_paired(t, command.reason)
    old = checks.entry(t, command.player.number).player
    check_player(command.player, old)
    if command.player == old:
        raise Refusal("nothing-changes")
    _check_stays_one(t, old, command)
    return [PlayerCorrected(player=command.player, reason=command.reason)]


def _check_stays_one(t: Tournament, old: Player, command: CorrectPlayer) -> None:
    """Nobody becomes somebody who is there already. What two share that stood before is not asked about again."""
    new, others = command.player, [player for player in t.players if player.number != old.number]
    shared = set(federation_numbers(old))
    same = [one for one in others if shared.isdisjoint(federation_numbers(one))]
    if (new.name, new.birth_year, new.club, new.ids) != (old.name, old.birth_year, old.club, old.ids):
        check_is_new(new, People(same), command.namesake or People(others).perhaps(old) is not None)


def check_player(player: Player, before: Player | None = None) -> None:
    """``before``: what stood already may stay, for logs of old and files of other programs hold more than we take."""
    found = Gathered()
    for field in player.__struct_fields__:
        if before is None or getattr(player, field) != getattr(before, field):
            with found:
                _check_field(player, field, Ids() if before is None else before.ids)
    found.tell()


def _check_field(player: Player, field: str, ids: Ids) -> None:
    value = getattr(player, field)
    if field in LONGEST:
        checks.name(value, field, required=field == "name", longest=LONGEST[field])
    elif field in RANGES:
        checks.within(field, value, *RANGES[field])
    elif field == "ids":
        _check_ids(value, ids)
    elif field == "sex":
        checks.one_of("sex", value, SEXES)


def _check_ids(ids: Ids, before: Ids) -> None:
    """FIDE, KNSB, KNDB and FMJD all give their members a number of digits."""
    found = Gathered()
    for body in ids.__struct_fields__:
        if getattr(ids, body) != getattr(before, body):
            with found:
                checks.digits(getattr(ids, body), body, longest=LONGEST_ID)
    found.tell()


def _check_ratings(ratings: tuple[RatingOf, ...]) -> None:
    known: set[tuple[str, str]] = set()
    for rating in ratings:
        checks.name(rating.source, "source", required=True, longest=LONGEST_SOURCE)
        checks.one_of("kind", rating.kind, KINDS)
        checks.within("rating", rating.value, *RANGES["rating"])
        if (rating.source, rating.kind) in known:
            raise Refusal("rating-twice", source=rating.source, kind=rating.kind)
        known.add((rating.source, rating.kind))


# -- evolving ----------------------------------------------------------------------------------------------------------


def _evolve_registered(state: State, event: PlayerRegistered) -> State:
    entry = _entry_of(event)
    return state.advance(replace(state.tournament, entries={**state.tournament.entries, event.player.number: entry}))


def _evolve_registrations(state: State, first: PlayerRegistered, rest: Iterator[Event]) -> tuple[State, Event | None]:
    version = state.version
    entries = dict(state.tournament.entries)
    event: Event | None
    for event in chain((first,), rest):
        if type(event) is not PlayerRegistered:
            break
        version += 1
        entries[event.player.number] = _entry_of(event)
    else:
        event = None
    return replace(state, tournament=replace(state.tournament, entries=entries), version=version), event


def _entry_of(event: PlayerRegistered) -> Entry:
    return Entry(event.player, event.from_round, event.missed, ratings=event.ratings)


def _evolve_corrected(state: State, event: PlayerCorrected) -> State:
    number, entries = event.player.number, state.tournament.entries
    corrected = replace(entries[number], player=event.player, ratings=_corrected_ratings(entries[number], event.player))
    return state.advance(replace(state.tournament, entries={**entries, number: corrected}))


def _corrected_ratings(entry: Entry, player: Player) -> tuple[RatingOf, ...]:
    """The rating by which the tournament goes is the first of those that are known: it is corrected there too."""
    if not entry.ratings or entry.ratings[0].value != entry.player.rating:
        return entry.ratings
    first, *others = entry.ratings
    return (*(() if player.rating is None else (replace(first, value=player.rating),)), *others)


# -- telling -----------------------------------------------------------------------------------------------------------


def _entry_fields(state: State, event: PlayerRegistered | PlayerCorrected) -> Fields:
    entry = state.tournament.entries.get(event.player.number)
    return {} if entry is None else flatten(entry.player) | flatten(entry, without="player")


def _late_entry_news(before: State | None, event: PlayerRegistered, after: State) -> News | None:
    """Latecomers only: the list of players tells of the others."""
    return ((event.player.number,), {"from_round": event.from_round}) if after.tournament.released_rounds else None


ACTS: tuple[AnyAct, ...] = (
    Act(
        command=RegisterPlayers,
        decide=register_players,
        endpoint=Endpoint("POST", "/players", {"players": [{"name": "Anna Smit", "rating": 1900, "club": "Utrecht"}]}),
        event=PlayerRegistered,
        evolve=_evolve_registered,
        evolve_run=_evolve_registrations,
        fields=_entry_fields,
        players=lambda before, event, after: (event.player.number,),
        settles=("player",),
        news=_late_entry_news,
    ),
    Act(
        command=CorrectPlayer,
        decide=correct_player,
        endpoint=Endpoint(
            "PUT", "/players/{player}", {"name": "Anna Smit", "rating": 1910, "reason": "The list of May."}
        ),
        event=PlayerCorrected,
        evolve=_evolve_corrected,
        fields=_entry_fields,
        players=lambda before, event, after: (event.player.number,),
        settles=("player",),
        moves_places=lambda before, event: True,
        is_correction=True,
    ),
)
