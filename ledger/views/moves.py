"""Who stands where, by whatever the tournament is ranked by; and whom a correction moves.

A correction of an early round may move half of a club. That is looked up only when somebody wants to see it: two
seasons replayed for each correction would make every start of the server wait.
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from engine.model import PlayerId, Tournament, Value
from engine.registry import has_ladder
from engine.standings import Standing
from ledger.views.ranking import rank_players
from ledger.views.seasons import ladder_places
from ledger.views.view import as_ranked


class Move(Value, frozen=True):
    """A player whose place changed."""

    player: PlayerId
    old: int
    new: int


def places_after(counted: Tournament) -> Mapping[PlayerId, int]:
    """After the last round of ``counted``: by the ladder of a Keizer tournament, by the standings of any other."""
    if has_ladder(counted.rules.system):
        return ladder_places(counted)
    return {line.player: line.place for line in rank_players(counted)}


def table_after(counted: Tournament, round_number: int | None) -> tuple[Standing, ...]:
    """The lines of the table in the order of the places: that of the ladder in a Keizer tournament.

    ``counted``: up to that round; None: to the last, the end correction included.
    """
    table = rank_players(counted)
    if not has_ladder(counted.rules.system):
        return table
    places = ladder_places(counted, round_number)
    lines = (replace(line, place=places[line.player], settled_by="") for line in table)
    return tuple(sorted(lines, key=lambda line: line.place))


def places_by_round(counted: Tournament) -> tuple[Mapping[PlayerId, int], ...]:
    """The same after each round, the best first."""
    if not counted.rounds:
        return ()
    earlier = range(1, len(counted.rounds))
    if has_ladder(counted.rules.system):
        return (*(ladder_places(counted, number) for number in earlier), ladder_places(counted))
    return (*(places_after(counted.up_to(number)) for number in earlier), places_after(counted))


def round_compared(before: Tournament, after: Tournament) -> int | None:
    """After which round the two are compared: None, as everybody sees the tables now.

    If there is no difference in those, the round that waits for its first result is counted too: what was corrected in
    it will make one.
    """
    if before.ranked_rounds == before.released_rounds or before.released_rounds != after.released_rounds:
        return None
    old, new = as_ranked(before, None), as_ranked(after, None)
    is_seen = rank_players(old) != rank_players(new) or places_after(old) != places_after(new)
    return None if is_seen else before.released_rounds


def moves(before: Tournament, after: Tournament) -> tuple[Move, ...]:
    """Whose place in what is published is another one, by the new places."""
    number = round_compared(before, after)
    old, new = places_after(as_ranked(before, number)), places_after(as_ranked(after, number))
    both = (player for player in new if player in old)
    return tuple(Move(player, old[player], new[player]) for player in both if old[player] != new[player])
