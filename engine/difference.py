"""Why a pairing is not that of the rules: what it breaks, or the first board that differs and what decided there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from itertools import islice

from engine.absolute_rules import Breach
from engine.audit import breaches
from engine.model import Board, PlayerId, SitOut, Tournament, Value
from engine.pairing import Paired, Reason
from engine.system import System

NOBODY = 0  # the opponent of who has the bye
Opponents = Mapping[PlayerId, PlayerId]
_COLOURS = ("colour-given", "colours")
_MOST_ASKED = 12  # players: each question pairs brackets once more


# FIDE C.04.3 2.1: absolute rules by the names of their criteria.
_CRITERIA = {"met-before": "C1", "bye-barred": "C2", "colour-third-in-row": "C3", "colour-difference": "C3"}


class DecidingReason(Value, frozen=True):
    """``board``: of the right pairing, and of the other one where that breaks an absolute rule; 0 for the bye. No
    reason, where the system tells none of these players.
    """

    board: int
    article: str
    reason: Reason | None = None
    breach: Breach | None = None


def breach_reason(
    system: System, t: Tournament, boards: Sequence[Board], sitouts: Sequence[SitOut]
) -> DecidingReason | None:
    """The first absolute rule that the other pairing of the next round breaks."""
    found = next((breach for breach in breaches(t, boards, t.next_round, sitouts) if not breach.is_wish), None)
    if found is None:
        return None
    criterion = _CRITERIA.get(found.code) if system.trf.family else None
    article = f"{system.regulation} [{criterion}]" if criterion else system.regulation
    return DecidingReason(found.board, article, breach=found)


def deciding_reason(
    system: System, t: Tournament, ours: Paired, there: Opponents, whites: set[PlayerId]
) -> DecidingReason:
    """``there``: everybody's opponent in the other pairing of the next round, and who has White there."""
    places = [place for place in _places(ours) if _differs(place, there, whites)]
    differing = {player for _, one, other in places for player in (one, other)} - {NOBODY}
    told: dict[int, tuple[Reason, ...]] = {}
    for about in (_about_rival, _about_others):
        asked = ((board, player, other) for board, *pair in places for player, other in (pair, pair[::-1]) if player)
        for board, player, other in islice(asked, _MOST_ASKED):
            if player not in told:
                told[player] = system.pair_with_reasons(t, player).reasons
            wanted = {one for one, rival in there.items() if rival == NOBODY} if other == NOBODY else differing
            found = about(told[player], player, other, there.get(player), wanted & differing)
            if found is not None:
                return DecidingReason(board, found.article, found)
    return DecidingReason(places[0][0] if places else 0, system.regulation)


def _places(ours: Paired) -> Iterator[tuple[int, PlayerId, PlayerId]]:
    for number, board in enumerate(ours.boards, start=1):
        yield number, board.white, board.black
    if ours.bye is not None:
        yield 0, ours.bye, NOBODY


def _differs(place: tuple[int, PlayerId, PlayerId], there: Opponents, whites: set[PlayerId]) -> bool:
    _, one, other = place
    return there.get(one) != other or (other != NOBODY and one not in whites)


def _about_rival(
    reasons: Iterable[Reason], player: PlayerId, opponent: PlayerId, rival: PlayerId | None, _: Set[PlayerId]
) -> Reason | None:
    """What spoke against the other opponent; of the right opponent, what gave the colours."""
    for reason in reasons:
        is_of_both = set(reason.players) == {player, rival}
        if is_of_both and (reason.code in _COLOURS) == (rival == opponent) and reason.code not in _TELLING_ONLY:
            return reason
    return None


def _about_others(
    reasons: Iterable[Reason], player: PlayerId, opponent: PlayerId, rival: PlayerId | None, differing: Set[PlayerId]
) -> Reason | None:
    """What spoke against somebody else who floats or has the bye in place of the player."""
    for reason in reasons:
        others = reason.facts.get("others")
        if isinstance(others, tuple) and differing & set(others):
            return reason
    return None


_TELLING_ONLY = ("pair", "meets-lower-score")
