"""The next season from the last: the events that open it, with what it takes over from the old one.

All of it stands in the new log, the head of the old one too: so a replay reads no other stream, and who changes the old
season afterwards is found out (``ledger/season_chain.py``). Whoever goes on keeps their number.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal

from msgspec.structs import replace

from engine.carried import LETTERS, CarriedMeeting, Previous
from engine.errors import Refusal
from engine.model import MEANINGS, Entry, Phase, PlayerId, RatingOf, Tournament, Value
from engine.ratings import known_in
from engine.registry import has_ladder
from ledger.acts.act import Command, Event
from ledger.acts.categories import DefineCategory
from ledger.acts.decide import decide
from ledger.acts.evolve import evolve
from ledger.acts.opening import OpenTournament, TournamentOpened
from ledger.acts.periods import DefinePeriod
from ledger.acts.players import NewPlayer, RegisterPlayers
from ledger.acts.publicity import ChangePublicFields, ShowInitials
from ledger.acts.seasons import SeasonCarried
from ledger.acts.separations import SeparatePlayers
from ledger.acts.start_order import SetStartOrder
from ledger.person_publicity import CHOOSABLE
from ledger.state import State
from ledger.views.moves import places_after

LONGEST_BEFORE = 100  # rounds: a meeting that is longer ago keeps nobody apart
Order = Literal["table", "rating"]


class SeasonChoices(Value, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What the next season takes over."""

    name: str
    starts: str = ""
    rounds: int | None = None  # None: as many as the old one had
    players: tuple[PlayerId, ...] | None = None  # None: all who have not left, with so many games or more
    least_games: int = 0
    order: Order | None = None  # None: as the table ended, where that is a ladder; else by rating
    colours: bool = True  # of a ladder: balance and last colour
    meetings: bool = True  # of a ladder: the spacing of rematches counts across the seasons
    periods: bool = True


def next_season(state: State, stream: str, head: str, choices: SeasonChoices) -> list[Event]:
    """``stream`` and ``head``: of the old season, as ``state`` has it."""
    old = state.tournament
    if state.festival is not None:
        raise Refusal("is-a-festival")
    _check_is_still(old)
    story = _Story(stream, head, state, choices)
    players = _choose_players(old, choices)
    story.do(RegisterPlayers(players=tuple(_as_newcomer(old, number) for number in players)))
    _take_over(story, old, players, choices)
    if _order_of(old, choices) == "table":
        places = places_after(old)
        story.do(SetStartOrder(order=tuple(sorted(players, key=places.__getitem__))))
    if has_ladder(old.rules.system):
        colours = dict(_colours(old, players)) if choices.colours else {}
        meetings = tuple(_meetings(old, frozenset(players))) if choices.meetings else ()
        if colours or meetings:
            story.add(SeasonCarried(colours=colours, meetings=meetings))
    return story.events


def _check_is_still(t: Tournament) -> None:
    """A game in play would change what was taken over."""
    if any(played.phase is not Phase.CLOSED for played in t.rounds):
        raise Refusal("round-not-closed", round=len(t.rounds))


class _Story:
    """Events of the new log, each decided on those before it: what nobody could ask for is in none."""

    def __init__(self, stream: str, head: str, old: State, choices: SeasonChoices) -> None:
        t = old.tournament
        details = replace(t.details, name=choices.name, starts=choices.starts, ends="", public_categories=())
        rules = t.rules if choices.rounds is None else replace(t.rules, rounds=choices.rounds)
        (opened,) = decide(None, OpenTournament(details=details, rules=rules))
        assert isinstance(opened, TournamentOpened)
        previous = Previous(stream, t.details.name, old.version, head)
        self.events: list[Event] = []
        self.state: State | None = None
        self.add(replace(opened, continues=previous))

    def do(self, command: Command) -> None:
        for event in decide(self.state, command):
            self.add(event)

    def add(self, event: Event) -> None:
        self.events.append(event)
        self.state = evolve(self.state, event)


def _order_of(t: Tournament, choices: SeasonChoices) -> Order:
    return choices.order or ("table" if has_ladder(t.rules.system) else "rating")


def find_members(t: Tournament, least_games: int = 0) -> tuple[PlayerId, ...]:
    """Who has not left, with so many games or more; by number."""
    games = count_games(t)
    last = max(len(t.rounds), 1)
    stayed = (number for number in t.entries if t.withdrawal_in(number, last + 1) is None)
    return tuple(sorted(number for number in stayed if games.get(number, 0) >= least_games))


def count_games(t: Tournament) -> dict[PlayerId, int]:
    """Played over the board."""
    found: dict[PlayerId, int] = {}
    for played in t.rounds:
        for board in played.boards:
            for player, _, _, outcome in board.seats():
                found[player] = found.get(player, 0) + MEANINGS[outcome].played
    return found


def _choose_players(t: Tournament, choices: SeasonChoices) -> tuple[PlayerId, ...]:
    chosen = find_members(t, choices.least_games) if choices.players is None else tuple(sorted(set(choices.players)))
    for number in chosen:
        if number not in t.entries:
            raise Refusal("no-such-player", player=number)
    if not chosen:
        raise Refusal("nobody-to-register")
    return chosen


def _as_newcomer(t: Tournament, number: PlayerId) -> NewPlayer:
    """With the ratings by which they went at the end."""
    entry, last = t.entries[number], max(len(t.rounds), 1)
    player = replace(entry.player, rating=t.rating_in(number, last), lot=None)
    return NewPlayer(player=player, from_round=1, ratings=_ratings_at_the_end(entry, last), namesake=True)


def _ratings_at_the_end(entry: Entry, last_round: int) -> tuple[RatingOf, ...]:
    return tuple(replace(rating, from_round=1) for rating in known_in(entry.ratings, last_round))


def _take_over(story: _Story, old: Tournament, players: Sequence[PlayerId], choices: SeasonChoices) -> None:
    """What the organiser has settled for the season, as far as it is about who goes on."""
    there = frozenset(players)
    public = tuple(field for field in old.public_fields if field in CHOOSABLE)
    if public:
        story.do(ChangePublicFields(fields=public))
    for number in sorted(old.initials & there):
        story.do(ShowInitials(player=number))
    for category in old.categories:
        listed = tuple(number for number in category.players if number in there)
        if category.conditions or listed:
            name, conditions = category.name, category.conditions
            is_public = category.is_public
            story.do(DefineCategory(name=name, conditions=conditions, players=listed, is_public=is_public))
    for apart in old.separations:
        both = tuple(number for number in apart.players if number in there)
        if apart.to_round is None and len(both) > 1:
            story.do(SeparatePlayers(players=both))
    assert story.state is not None
    for period in old.periods if choices.periods else ():
        if period.from_round <= story.state.tournament.rules.rounds:
            story.do(DefinePeriod(name=period.name, from_round=period.from_round))


# -- what pairings look at ---------------------------------------------------------------------------------------------


def _colours(t: Tournament, players: Sequence[PlayerId]) -> Iterator[tuple[PlayerId, str]]:
    """What they brought into the old season, and what they had in it: a balance goes on over the years."""
    had: dict[PlayerId, str] = {number: t.carried.colours.get(number, "") for number in players}
    for played in t.rounds:
        for board in played.boards:
            for player, colour, _, outcome in board.seats():
                if player in had and MEANINGS[outcome].colour:
                    had[player] += LETTERS[colour]
    return ((player, colours) for player, colours in had.items() if colours)


def _meetings(t: Tournament, players: frozenset[PlayerId]) -> Iterator[CarriedMeeting]:
    """The last of each two, in this season or before it."""
    last: dict[tuple[PlayerId, PlayerId], int] = dict(t.carried.rounds_of_meetings())
    for played in t.rounds:
        for board in played.boards:
            if MEANINGS[board.result.outcomes[0]].met:
                last[min(board.white, board.black), max(board.white, board.black)] = played.number
    rounds = len(t.rounds)
    for (one, other), number in sorted(last.items()):
        before = rounds - number + 1
        if one in players and other in players and before <= LONGEST_BEFORE:
            yield CarriedMeeting(one, other, before)
