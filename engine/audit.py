"""The absolute rules checked again, whoever made the pairing.

What is checked everywhere: that the two have not met too often and are not kept apart. Most systems have more absolute
rules and list them in their description. A breach is told and recorded, never a refusal: an arbiter may have had to.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from engine.absolute_rules import AuditedRound, Breach
from engine.model import MEANINGS, Board, ExtraPurpose, PlayerId, SitOut, Tournament
from engine.registry import SYSTEMS

__all__ = ["Breach", "breaches"]


def breaches(
    t: Tournament, boards: Sequence[Board], round_number: int, sitouts: Sequence[SitOut] = ()
) -> tuple[Breach, ...]:
    """What these boards and sit-outs would break in that round, by board."""
    audited = AuditedRound(t, boards, round_number, sitouts)
    system = SYSTEMS.get(t.rules.system)
    rules = (_met_before, _kept_apart, *(() if system is None else system.absolute_rules))
    found = [breach for rule in rules for breach in rule(audited)]
    return tuple(sorted(found, key=lambda breach: breach.board))


def _met_before(audited: AuditedRound) -> Iterator[Breach]:
    """FIDE C.04.1:2026 2: two players meet once, unless the rules of the tournament say otherwise."""
    met = _met_too_often(audited.tournament, audited.round)
    for number, board in enumerate(audited.boards, start=1):
        if frozenset((board.white, board.black)) in met:
            yield Breach("met-before", number, (board.white, board.black))


def _met_too_often(t: Tournament, round_number: int) -> frozenset[frozenset[PlayerId]]:
    """The pairs that may not meet again. A game of the KNDB intermediate round is a meeting too."""
    system = SYSTEMS.get(t.rules.system)
    most = 1 if system is None else system.most_meetings(t.rules)
    times = Counter(frozenset((board.white, board.black)) for board in _met_boards(t, round_number))
    between = (g for g in t.extra_games if g.purpose is ExtraPurpose.INTERMEDIATE and g.after_round < round_number)
    times.update(frozenset((g.white, g.black)) for g in between if MEANINGS[g.result.outcomes[0]].met)
    return frozenset(pair for pair, met in times.items() if most is not None and met >= most)


def _met_boards(t: Tournament, before_round: int) -> Iterator[Board]:
    for played in t.rounds[: before_round - 1]:
        yield from (board for board in played.boards if MEANINGS[board.result.outcomes[0]].met)


def _kept_apart(audited: AuditedRound) -> Iterator[Breach]:
    for number, board in enumerate(audited.boards, start=1):
        if not audited.tournament.may_meet(board.white, board.black, audited.round):
            yield Breach("kept-apart", number, (board.white, board.black))
