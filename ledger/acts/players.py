"""Acts on players: registration, corrections."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain

import msgspec
from msgspec.structs import replace

from engine.errors import Gathered, Refusal
from engine.model import Entry, Ids, Outcome, Player, PlayerId, RatingOf, Tournament, Value
from engine.ratings import find_counting
from ledger.acts import byes, checks
from ledger.acts.act import Act, AnyAct, Command, Confirmation, Endpoint, Event, News
from ledger.acts.fields import Fields, entry_fields, flatten
from ledger.acts.integrity import Integrity
from ledger.acts.lists import ListRegistered
from ledger.acts.namesakes import People, check_is_new, federation_numbers, letters
from ledger.acts.presence import AbsenceAnnounced
from ledger.acts.ratings import HIGHEST_RATING, check_ratings, correct_first, correct_ratings
from ledger.state import State

HIGHEST_NUMBER = 99_999
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


class NewPlayer(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """A registration. A player with number 0 gets the next one that is free."""

    player: Player
    from_round: int | None = None  # None: the next round to be paired
    missed: Outcome = Outcome.ZERO_BYE
    ratings: tuple[RatingOf, ...] = ()  # where several are known; see ``Entry``
    namesake: bool = False  # another person than who is registered under that name
    absences: Mapping[int, Outcome] = {}  # rounds that were asked to be left out, and what these count as


class CompletedEntry(Value, frozen=True, omit_defaults=True):
    """Who is registered already, with what a list says beside."""

    player: Player
    ratings: tuple[RatingOf, ...] = ()  # all that are known now


class RegisterPlayers(Command, frozen=True, kw_only=True, tag="register-players"):
    """One or many, all or none."""

    players: tuple[NewPlayer, ...]
    list_name: str = ""  # of the list that they come from, which can be taken back as a whole; empty: of none
    completed: tuple[CompletedEntry, ...] = ()


class PlayerRegistered(Event, frozen=True, kw_only=True, gc=False, tag="player-registered"):
    player: Player
    from_round: int = 1
    missed: Outcome = Outcome.ZERO_BYE
    ratings: tuple[RatingOf, ...] = ()


class CorrectPlayer(Command, frozen=True, kw_only=True, tag="correct-player"):
    player: Player
    reason: str = ""  # needed once a round is paired
    namesake: bool = False
    # All that are known; the tournament's rule says which counts. None: they stay, but that ``player.rating`` is
    # corrected where it came from.
    ratings: tuple[RatingOf, ...] | None = None


class PlayerCorrected(Event, frozen=True, kw_only=True, gc=False, tag="player-corrected"):
    player: Player
    reason: str
    ratings: tuple[RatingOf, ...] | None = None  # None: as they were, the first of them with the new ``player.rating``


# -- deciding ----------------------------------------------------------------------------------------------------------


def register_players(state: State, command: RegisterPlayers) -> list[Event]:
    t = state.tournament
    if not command.players and not command.completed:
        raise Refusal("nobody-to-register")
    checks.text(command.list_name, "list_name")
    known = {player.number: player for player in t.players}
    people = People(known.values())
    numbers = {letters(name): number for number, name in t.removed.items()}
    events: list[Event] = []
    for new in command.players:
        event = _registration(t, new, known, numbers)
        check_is_new(event.player, people, new.namesake)
        known[event.player.number] = event.player
        people.add(event.player)
        events.append(event)
        events += _absences(t, event.player.number, new)
    for one in command.completed:
        events += correct_player(state, CorrectPlayer(player=one.player, ratings=one.ratings, namesake=True))
    if command.list_name and command.players:
        numbered = tuple(event.player.number for event in events if isinstance(event, PlayerRegistered))
        events.append(ListRegistered(number=len(state.lists) + 1, name=command.list_name, players=numbered))
    return events


def _absences(t: Tournament, player: PlayerId, new: NewPlayer) -> Iterator[Event]:
    """One event for each thing that rounds may count as."""
    for number, outcome in new.absences.items():
        checks.round_to_come(t, number)
        checks.requestable(outcome)
    for outcome in dict.fromkeys(new.absences.values()):
        rounds = tuple(sorted(number for number, one in new.absences.items() if one is outcome))
        yield AbsenceAnnounced(player=player, rounds=rounds, outcome=outcome)


def _registration(
    t: Tournament, new: NewPlayer, known: dict[PlayerId, Player], numbers: Mapping[tuple[str, ...], PlayerId]
) -> PlayerRegistered:
    """``numbers``: of entries that were removed, by their names: whoever comes back has theirs again, as when a list is
    taken back and registered anew."""
    player = new.player
    if player.number == 0:
        before = numbers.get(letters(player.name), 0)
        free = before if before not in known else 0
        player = msgspec.structs.replace(player, number=free or max((*known, *t.removed), default=0) + 1)
    check_player(player)
    if player.number in known:
        raise Refusal("number-taken", number=player.number, name=known[player.number].name)
    _check_was_theirs(t, player)
    from_round = t.next_round if new.from_round is None else new.from_round
    checks.round_to_come(t, from_round)
    checks.requestable(new.missed)
    check_ratings(t, new.ratings)
    player = _with_counting(t, player, from_round, new.ratings)
    return PlayerRegistered(player=player, from_round=from_round, missed=new.missed, ratings=new.ratings)


def _with_counting(t: Tournament, player: Player, from_round: int, ratings: tuple[RatingOf, ...]) -> Player:
    """Where nothing was entered as *the* rating, FIDE's counts or else the national one; where a rule was agreed, that
    which it says."""
    if player.rating is None and not t.rules.ratings.method:
        counting = find_counting(ratings, t.rules.ratings, from_round)
        return player if counting is None else replace(player, rating=counting.value)
    return Entry(player, from_round, ratings=ratings).rated_by(t.rules.ratings).player


def _check_was_theirs(t: Tournament, player: Player) -> None:
    """The number of an entry that was removed is taken up by the same person only: the audit tells of players by their
    numbers, and so do phones and slips that were printed before."""
    name = t.removed.get(player.number)
    if name is not None and letters(name) != letters(player.name):
        raise Refusal("number-of-removed", number=player.number, name=name)


def correct_player(state: State, command: CorrectPlayer) -> list[Event]:
    t = state.tournament
    checks.reason_once_paired(t, command.reason)
    entry = checks.entry(t, command.player.number)
    check_player(command.player, entry.player)
    if command.ratings is not None:
        check_ratings(t, command.ratings)
    corrected = correct_ratings(t, entry, command.player, command.ratings)
    if corrected == entry:
        raise Refusal("nothing-changes")
    _check_stays_one(t, entry.player, command)
    ratings = None if corrected.ratings == correct_first(entry, corrected.player) else corrected.ratings
    return [PlayerCorrected(player=corrected.player, reason=command.reason, ratings=ratings)]


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


def _confirm_missed(state: State, command: RegisterPlayers, events: Sequence[Event]) -> Confirmation | None:
    """VCL4THP 174: the rounds that a late entry has missed, and those that were asked to be left out."""
    if not state.fide_mode.is_on:
        return None
    t = state.tournament
    entries = {new.player.number: _entry_of(state, new) for new in events if isinstance(new, PlayerRegistered)}
    for event in events:
        if isinstance(event, AbsenceAnnounced):
            entry = entries[event.player]
            absences = {**entry.absences, **dict.fromkeys(event.rounds, event.outcome)}
            entries[event.player] = replace(entry, absences=absences)
    return byes.confirm_half_byes(t, replace(t, entries={**t.entries, **entries}), entries)


# -- evolving ----------------------------------------------------------------------------------------------------------


def _evolve_registered(state: State, event: PlayerRegistered) -> State:
    entry = _entry_of(state, event)
    return state.advance(replace(state.tournament, entries={**state.tournament.entries, event.player.number: entry}))


def _evolve_registrations(state: State, first: PlayerRegistered, rest: Iterator[Event]) -> tuple[State, Event | None]:
    version = state.version
    entries = dict(state.tournament.entries)
    event: Event | None
    for event in chain((first,), rest):
        if type(event) is not PlayerRegistered:
            break
        version += 1
        entries[event.player.number] = _entry_of(state, event)
    else:
        event = None
    return replace(state, tournament=replace(state.tournament, entries=entries), version=version), event


def _entry_of(state: State, event: PlayerRegistered) -> Entry:
    entry = Entry(event.player, event.from_round, event.missed, ratings=event.ratings)
    return entry.rated_by(state.tournament.rules.ratings)


def _evolve_corrected(state: State, event: PlayerCorrected) -> State:
    t, number = state.tournament, event.player.number
    ratings = correct_first(t.entries[number], event.player) if event.ratings is None else event.ratings
    corrected = replace(t.entries[number], player=event.player, ratings=ratings).rated_by(t.rules.ratings)
    return state.advance(replace(t, entries={**t.entries, number: corrected}))


# -- telling -----------------------------------------------------------------------------------------------------------


def _entry_fields(state: State, event: PlayerRegistered | PlayerCorrected) -> Fields:
    entry = state.tournament.entries.get(event.player.number)
    return {} if entry is None else flatten(entry.player) | entry_fields(entry)


def _registered_integrity(before: State | None, event: PlayerRegistered) -> Integrity | None:
    return Integrity.FULL_BYE if event.missed is Outcome.FULL_BYE and event.from_round > 1 else None


def _corrected_integrity(before: State | None, event: PlayerCorrected) -> Integrity | None:
    """Once a round is paired: of what the start order goes by."""
    if before is None or not before.tournament.rounds:
        return None
    old, new = before.tournament.entries[event.player.number].player, event.player
    is_same = (old.rating, old.title, old.lot) == (new.rating, new.title, new.lot)
    return None if is_same else Integrity.CORRECTION


def _late_entry_news(before: State | None, event: PlayerRegistered, after: State) -> News | None:
    """Latecomers only: the list of players tells of the others."""
    return ((event.player.number,), {"from_round": event.from_round}) if after.tournament.released_rounds else None


ACTS: tuple[AnyAct, ...] = (
    Act(
        command=RegisterPlayers,
        decide=register_players,
        confirm=_confirm_missed,
        endpoint=Endpoint("POST", "/players", {"players": [{"name": "Anna Smit", "rating": 1900, "club": "Utrecht"}]}),
        event=PlayerRegistered,
        evolve=_evolve_registered,
        evolve_run=_evolve_registrations,
        fields=_entry_fields,
        integrity=_registered_integrity,
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
        integrity=_corrected_integrity,
        players=lambda before, event, after: (event.player.number,),
        settles=("player",),
        moves_places=lambda before, event: True,
        is_correction=True,
    ),
)
