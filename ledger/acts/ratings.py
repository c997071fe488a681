"""Acts on ratings: many brought up to date at once from a list, and what is refused of ratings and of their rule."""

from __future__ import annotations

import re
from collections.abc import Sequence

from msgspec.structs import replace

from engine.errors import Gathered, Refusal
from engine.model import Entry, Player, PlayerId, RatingOf, RatingRule, Rules, Tournament, Value
from engine.ratings import KINDS, LISTS_OF_KINDS, METHODS, OF_EACH_GAME, OWN, RATES_OF_PLAY, find_counting
from ledger.acts import checks
from ledger.acts.act import Act, AnyAct, Command, Endpoint, Event
from ledger.acts.fields import Fields
from ledger.state import State

HIGHEST_RATING = 4_000
LONGEST_SOURCE = 30  # as long as a rating list may be called
MOST_RATINGS = 100  # of one player
MOST_LISTS = 20
_MONTH = re.compile(r"(19|20)[0-9]{2}-(0[1-9]|1[0-2])")
_SOURCE = re.compile(rf"[A-Za-z0-9_.-]{{1,{LONGEST_SOURCE}}}")


class EntryRatings(Value, frozen=True, omit_defaults=True):
    """The rating that was entered for a player, and those that are known."""

    rating: int | None = None
    ratings: tuple[RatingOf, ...] = ()


class RatingsChange(Value, frozen=True):
    """Of one player. The old ones are named, so that nobody changes what they have not seen."""

    player: PlayerId
    old: EntryRatings
    new: EntryRatings


class UpdateRatings(Command, frozen=True, kw_only=True, tag="update-ratings"):
    """VCL4THP 142–144: those that somebody chose, of a list that was looked into. Before round 1 only: later each is a
    correction of its own."""

    changes: tuple[RatingsChange, ...]
    source: str = ""  # what they come from: "fide 2026-11"


class RatingsUpdated(Event, frozen=True, kw_only=True, gc=False, tag="ratings-updated"):
    changes: tuple[RatingsChange, ...]
    source: str = ""


# -- what is refused ---------------------------------------------------------------------------------------------------


def check_ratings(t: Tournament, ratings: Sequence[RatingOf]) -> None:
    if len(ratings) > MOST_RATINGS:
        raise Refusal("too-many-ratings", field="ratings", most=MOST_RATINGS)
    known: set[tuple[str, str, int]] = set()
    for rating in ratings:
        checks.name(rating.source, "source", required=True, longest=LONGEST_SOURCE)
        checks.one_of("kind", rating.kind, KINDS)
        checks.within("rating", rating.value, 0, HIGHEST_RATING)
        checks.within("from_round", rating.from_round, 1, t.rules.rounds)
        if rating.month and not _MONTH.fullmatch(rating.month):
            raise Refusal("not-a-month", field="month", found=rating.month[:40])
        if (rating.source, rating.kind, rating.from_round) in known:
            raise Refusal("rating-twice", source=rating.source, kind=rating.kind)
        known.add((rating.source, rating.kind, rating.from_round))


def check_rating_rule(rules: Rules) -> None:
    rule, found = rules.ratings, Gathered()
    with found:
        checks.one_of("ratings.method", rule.method, ("", *METHODS))
    with found:
        checks.one_of("ratings.rate_of_play", rule.rate_of_play, RATES_OF_PLAY)
    with found:
        checks.within("ratings.tiebreak_round", rule.tiebreak_round, OF_EACH_GAME, max(rules.rounds, 1))
    with found:
        _check_lists(rule)
    found.tell()


def _check_lists(rule: RatingRule) -> None:
    if len(rule.lists) > MOST_LISTS:
        raise Refusal("too-many-rating-lists", field="ratings.lists", most=MOST_LISTS)
    for place, named in enumerate(rule.lists):
        source, _, kind = named.partition(":")
        is_list = source != OWN and _SOURCE.fullmatch(source) is not None and kind in LISTS_OF_KINDS
        if not is_list and named != OWN:
            raise Refusal("not-a-rating-list", field="ratings.lists", value=named[:40], kinds=tuple(LISTS_OF_KINDS))
        if named in rule.lists[:place]:
            raise Refusal("rating-list-named-twice", field="ratings.lists", value=named)


# -- what a correction makes of them -----------------------------------------------------------------------------------


def correct_ratings(t: Tournament, entry: Entry, player: Player, given: Sequence[RatingOf] | None) -> Entry:
    """The entry as corrected. Where only *the* rating was typed, it is corrected where the tournament has it from."""
    ratings = correct_first(entry, player) if given is None else tuple(_mark(entry, rating) for rating in given)
    if given is None and t.rules.ratings.method and entry.ratings and player.rating != entry.player.rating:
        ratings = _correct_counting(t, entry, player)
    corrected = replace(entry, player=player, ratings=ratings)
    return corrected.rated_by(t.rules.ratings)


def correct_first(entry: Entry, player: Player) -> tuple[RatingOf, ...]:
    """Where no rule was agreed, the rating by which the tournament goes is the first of those that are known."""
    if not entry.ratings or entry.ratings[0].value != entry.player.rating:
        return entry.ratings
    first, *others = entry.ratings
    return (*(() if player.rating is None else (replace(first, value=player.rating),)), *others)


def _correct_counting(t: Tournament, entry: Entry, player: Player) -> tuple[RatingOf, ...]:
    counting = find_counting(entry.ratings, t.rules.ratings, entry.from_round)
    if counting is None:
        raise Refusal("rating-by-rule", field="rating", method=t.rules.ratings.method, player=player.number)
    kept = tuple(rating for rating in entry.ratings if rating != counting)
    if player.rating is None:
        return kept
    by_hand = replace(counting, value=player.rating, is_by_hand=True)
    return tuple(by_hand if rating == counting else rating for rating in entry.ratings)


def _mark(entry: Entry, given: RatingOf) -> RatingOf:
    """VCL4THP 134: another value under the same list was typed by somebody."""
    place = (given.source, given.kind, given.from_round, given.month)
    same = (one for one in entry.ratings if (one.source, one.kind, one.from_round, one.month) == place)
    is_other = any(one.value != given.value for one in same)
    return replace(given, is_by_hand=True) if is_other else given


# -- deciding, evolving ------------------------------------------------------------------------------------------------


def update_ratings(state: State, command: UpdateRatings) -> list[Event]:
    t = state.tournament
    checks.text(command.source, "source")
    if t.rounds:
        raise Refusal("ratings-one-by-one")
    if not command.changes:
        raise Refusal("nothing-changes")
    checks.distinct_players(t, [change.player for change in command.changes])
    return [RatingsUpdated(changes=tuple(_settle(t, change) for change in command.changes), source=command.source)]


def _settle(t: Tournament, change: RatingsChange) -> RatingsChange:
    """As it will stand: the rating is what the rule makes of those that are known."""
    entry = t.entries[change.player]
    if ratings_of(entry) != change.old:
        raise Refusal("ratings-changed-meanwhile", player=change.player)
    checks.within("rating", change.new.rating, 0, HIGHEST_RATING)
    check_ratings(t, change.new.ratings)
    if change.new == change.old:
        raise Refusal("nothing-changes")
    return replace(change, new=ratings_of(_with_ratings(t, entry, change.new)))


def _with_ratings(t: Tournament, entry: Entry, new: EntryRatings) -> Entry:
    given = replace(entry, player=replace(entry.player, rating=new.rating), ratings=new.ratings)
    return given.rated_by(t.rules.ratings)


def ratings_of(entry: Entry) -> EntryRatings:
    return EntryRatings(entry.player.rating, entry.ratings)


def take_back(event: RatingsUpdated) -> UpdateRatings:
    """The command that puts back what stood before, while nobody has changed it since."""
    changes = tuple(RatingsChange(change.player, old=change.new, new=change.old) for change in event.changes)
    return UpdateRatings(changes=changes, source=event.source)


def _evolve_updated(state: State, event: RatingsUpdated) -> State:
    t = state.tournament
    entries = dict(t.entries)
    for change in event.changes:
        entries[change.player] = _with_ratings(t, entries[change.player], change.new)
    return state.advance(replace(t, entries=entries))


def rate_entries(t: Tournament) -> Tournament:
    """After another rule was agreed: everybody's rating as it says."""
    if not t.rules.ratings.method:
        return t
    return replace(t, entries={number: entry.rated_by(t.rules.ratings) for number, entry in t.entries.items()})


# -- telling -----------------------------------------------------------------------------------------------------------


def _rating_fields(state: State, event: RatingsUpdated) -> Fields:
    entries = state.tournament.entries
    return {f"rating.{one.player}": entries[one.player].player.rating for one in event.changes if one.player in entries}


ACTS: tuple[AnyAct, ...] = (
    Act(
        command=UpdateRatings,
        decide=update_ratings,
        endpoint=Endpoint(
            "POST",
            "/ratings",
            {
                "changes": [
                    {
                        "player": 1,
                        "old": {"rating": 1900},
                        "new": {
                            "rating": 1920,
                            "ratings": [{"source": "fide", "kind": "standard", "value": 1920, "month": "2026-11"}],
                        },
                    }
                ],
                "source": "fide 2026-11",
            },
        ),
        event=RatingsUpdated,
        evolve=_evolve_updated,
        fields=_rating_fields,
        players=lambda before, event, after: tuple(change.player for change in event.changes),
        moves_places=lambda before, event: True,
    ),
)
