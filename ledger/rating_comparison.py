"""Are the ratings still right? The players of a tournament beside the rating lists that are loaded (VCL4THP 133–144).

Nothing is changed from here: what differs is proposed, each with the change that somebody may choose to record. A list
is compared only if it is the one that held when the tournament began (of one that lasts more than 30 days: today).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from msgspec.structs import replace

from engine.errors import Refusal
from engine.model import Entry, PlayerId, RatingOf, Tournament, Value
from engine.ratings import FIDE, find_counting
from ledger.acts.ratings import EntryRatings, RatingsChange, ratings_of
from ledger.rating_lists.folder import RatingLists
from ledger.rating_lists.listed import ListedRating, RatingList
from ledger.rating_lists.matching import Match, Wanted

BY_NUMBER = "number"  # of ``Match.how``: certain. All else is a suggestion


class ComparedList(Value, frozen=True):
    source: str
    kind: str
    month: str


class RatingDifference(Value, frozen=True):
    """Of one rating of a player: as it stands, as the list has it. No old one: it is not known here."""

    source: str
    kind: str
    month: str
    old: int | None
    new: int


class PlayerDifference(Value, frozen=True):
    player: PlayerId
    name: str
    how: str  # "number": certain; "name-and-year", "name": perhaps somebody else
    listed_name: str
    listed_number: str
    listed_birth_year: int | None
    counts: int | None  # by which the player goes now, in the round to come
    would_count: int | None
    ratings: tuple[RatingDifference, ...]
    change: RatingsChange  # to be recorded by who chooses it


class RatingComparison(Value, frozen=True):
    month: str  # of which lists are compared
    is_of_today: bool  # the tournament lasts more than 30 days, or nobody said when it begins
    lists: tuple[ComparedList, ...]
    compared: int  # players who were found
    missing: tuple[PlayerId, ...]  # who is in none of these lists
    differences: tuple[PlayerDifference, ...]

    @property
    def certain(self) -> tuple[PlayerDifference, ...]:
        return tuple(one for one in self.differences if one.how == BY_NUMBER)


def compare_ratings(t: Tournament, loaded: RatingLists, today: str) -> RatingComparison:
    """``today``: ISO 8601."""
    month, is_of_today = month_of(t, today)
    valid = _find_valid(loaded.lists(), month)
    if not valid:
        there = tuple(dict.fromkeys(one.month for one in loaded.lists()))
        if not there:
            raise Refusal("no-rating-lists")
        raise Refusal("no-rating-list-of-month", month=month, loaded=there)
    found = _look_up(t, loaded, valid)
    differences = [_compare(t, t.entries[player], match, valid) for player, match in found.items() if match.players]
    return RatingComparison(
        month=month,
        is_of_today=is_of_today,
        lists=valid,
        compared=sum(bool(match.players) for match in found.values()),
        missing=tuple(player for player, match in found.items() if not match.players),
        differences=tuple(one for one in differences if one is not None),
    )


def month_of(t: Tournament, today: str) -> tuple[str, bool]:
    """VCL4THP 137: of the lists that hold, and whether that is today's."""
    starts = t.details.starts
    begins = starts[:7] if len(starts) == 10 and starts[4] == starts[7] == "-" else ""
    return (today[:7], True) if t.details.is_long or not begins else (begins, False)


def _find_valid(lists: Iterable[RatingList], month: str) -> tuple[ComparedList, ...]:
    """FIDE's lists hold for a month. Federations publish when they like: theirs hold until the next one."""
    found: dict[tuple[str, str], ComparedList] = {}
    for one in sorted(lists, key=lambda one: one.month):
        if one.month == month or (one.source != FIDE and one.month < month):
            found |= {(one.source, kind): ComparedList(one.source, kind, one.month) for kind in one.kinds}
    return tuple(found.values())


def _look_up(t: Tournament, loaded: RatingLists, valid: Sequence[ComparedList]) -> dict[PlayerId, Match]:
    """In the lists of each month; who is found by number in one of them is that person in all."""
    players = [entry.player for _, entry in sorted(t.entries.items())]
    wanted = [Wanted(player.name, player.ids, player.birth_year) for player in players]
    found = {player.number: Match("", ()) for player in players}
    for month in sorted({one.month for one in valid}, reverse=True):
        for player, match in zip(players, loaded.match(wanted, month), strict=True):
            found[player.number] = _join(found[player.number], match)
    return found


def _join(before: Match, match: Match) -> Match:
    if not match.players or (before.how == BY_NUMBER and match.how != BY_NUMBER):
        return before
    if before.how != match.how or not before.players:
        return match if before.how != BY_NUMBER else before
    first, *others = before.players
    return Match(before.how, (replace(first, ratings=(*first.ratings, *match.players[0].ratings)), *others))


def _compare(t: Tournament, entry: Entry, match: Match, valid: Sequence[ComparedList]) -> PlayerDifference | None:
    """VCL4THP 142. None: nothing differs. Of several of the same name nobody can say who it is."""
    if match.how != BY_NUMBER and len(match.players) > 1:
        return None
    person = match.players[0]
    listed = [one for one in person.ratings if ComparedList(one.source, one.kind, one.month) in valid and one.value]
    new = _update(t, entry, listed)
    ratings = tuple(_differences(t, entry, listed))
    counts = t.rating_in(entry.player.number, t.next_round)
    would_count = _rating_of(t, entry, new)
    if not any(one.old is not None for one in ratings) and counts == would_count:
        return None
    return PlayerDifference(
        player=entry.player.number,
        name=entry.player.name,
        how=match.how,
        listed_name=person.name,
        listed_number=person.number,
        listed_birth_year=person.birth_year,
        counts=counts,
        would_count=would_count,
        ratings=ratings,
        change=RatingsChange(entry.player.number, old=ratings_of(entry), new=new),
    )


def _differences(t: Tournament, entry: Entry, listed: Sequence[ListedRating]) -> Iterator[RatingDifference]:
    """What was entered without a source is compared with the one that would count."""
    ratings = [RatingOf(one.source, one.kind, one.value) for one in listed]
    main = None if entry.ratings else find_counting(ratings, t.rules.ratings, 1)
    for one, rating in zip(listed, ratings, strict=True):
        same = _same_rating(t, entry.ratings, one)
        old = entry.player.rating if rating == main else None if same is None else same.value
        if old != one.value:
            yield RatingDifference(one.source, one.kind, one.month, old, one.value)


def _update(t: Tournament, entry: Entry, listed: Sequence[ListedRating]) -> EntryRatings:
    """As the entry would be with the ratings of the list: in the place of its own, or in a tournament of several months
    beside them, from the round to come on."""
    is_later = t.details.is_long and bool(t.rounds)
    from_round = t.next_round if is_later else 1
    ratings = list(entry.ratings)
    for one in listed:
        old = _same_rating(t, ratings, one)
        if old is not None and old.value == one.value:
            continue
        is_chosen = old is not None and old.is_chosen
        new = RatingOf(one.source, one.kind, one.value, one.month, from_round=from_round, is_chosen=is_chosen)
        if old is not None and (not is_later or old.from_round == from_round):
            ratings[ratings.index(old)] = replace(new, from_round=old.from_round)
        else:
            ratings.append(new)
    return EntryRatings(_entered_rating(t, entry, ratings, from_round), tuple(ratings))


def _entered_rating(t: Tournament, entry: Entry, ratings: Sequence[RatingOf], from_round: int) -> int | None:
    """Where no rule was agreed: what was entered follows the rating that it came from, or FIDE's, else the national."""
    entered = entry.player.rating
    if t.rules.ratings.method or from_round > 1:
        return entered
    if entry.ratings:
        return ratings[0].value if entry.ratings[0].value == entered else entered
    counting = find_counting(ratings, t.rules.ratings, 1)
    return entered if counting is None else counting.value


def _same_rating(t: Tournament, ratings: Iterable[RatingOf], listed: ListedRating) -> RatingOf | None:
    """The newest of that source and kind; one of which nobody said its kind stands for that of the tournament."""
    newest = sorted(ratings, key=lambda one: one.from_round, reverse=True)
    own = [one for one in newest if one.source == listed.source]
    exact = next((one for one in own if one.kind == listed.kind), None)
    if exact is not None or listed.kind != t.rules.ratings.rate_of_play:
        return exact
    return next((one for one in own if not one.kind), None)


def _rating_of(t: Tournament, entry: Entry, new: EntryRatings) -> int | None:
    """By which the player would go in the round to come."""
    given = replace(entry, player=replace(entry.player, rating=new.rating), ratings=new.ratings)
    entries: Mapping[PlayerId, Entry] = {entry.player.number: given.rated_by(t.rules.ratings)}
    return replace(t, entries=entries).rating_in(entry.player.number, t.next_round)
