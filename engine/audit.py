"""The absolute rules checked again, by code that shares nothing with any pairer beyond the model.

What is checked everywhere: that the two have not met and are not kept apart. Most systems have more absolute rules;
``_OF_SYSTEM`` says which are whose. A breach is told and recorded, never a refusal: an arbiter may have had to.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property

from engine.model import MEANINGS, Board, Colour, ExtraPurpose, Outcome, PlayerId, Rules, SitOut, Tournament, Value


class Breach(Value, frozen=True):
    """An absolute rule that a pairing breaks: which, on which board (0: on none), between whom."""

    code: str
    board: int
    players: tuple[PlayerId, ...]


Worn = tuple[Outcome, Colour | None]  # what a round was to a player, and the colour where one counts


class Pairing:
    """What is to be checked."""

    def __init__(self, t: Tournament, boards: Sequence[Board], number: int, sitouts: Sequence[SitOut]) -> None:
        self.tournament = t
        self.boards = boards
        self.round = number
        self.sitouts = sitouts

    @property
    def byes(self) -> tuple[PlayerId, ...]:
        return tuple(out.player for out in self.sitouts if out.outcome is Outcome.PAIRING_BYE)

    @cached_property
    def past(self) -> dict[PlayerId, list[Worn]]:
        """What the rounds before were to each player, oldest first."""
        t = self.tournament
        found: dict[PlayerId, list[Worn]] = {player: [] for player in t.entries}
        for played in t.rounds[: self.round - 1]:
            for board in played.boards:
                for player, colour, _, outcome in board.seats():
                    found[player].append((outcome, colour if MEANINGS[outcome].colour else None))
            for out in played.sitouts:
                found[out.player].append((out.outcome, None))
            for player, entry in t.entries.items():
                if len(found[player]) < played.number:
                    found[player].append((entry.absences.get(played.number) or entry.outside(played.number), None))
        return found


def breaches(
    t: Tournament, boards: Sequence[Board], round_number: int, sitouts: Sequence[SitOut] = ()
) -> tuple[Breach, ...]:
    """What these boards and sit-outs would break in that round, by board."""
    pairing = Pairing(t, boards, round_number, sitouts)
    checks = (_met_before, _kept_apart, *_OF_SYSTEM.get(t.rules.system, ()))
    found = [breach for check in checks for breach in check(pairing)]
    return tuple(sorted(found, key=lambda breach: breach.board))


def _met_boards(t: Tournament, before_round: int) -> Iterator[Board]:
    for played in t.rounds[: before_round - 1]:
        yield from (board for board in played.boards if MEANINGS[board.result.outcomes[0]].met)


# -- everywhere --------------------------------------------------------------------------------------------------------


def _met_before(pairing: Pairing) -> Iterator[Breach]:
    """FIDE C.04.1:2026 2: two players meet once, unless the rules of the tournament say otherwise."""
    met = _met_too_often(pairing.tournament, pairing.round)
    for number, board in enumerate(pairing.boards, start=1):
        if frozenset((board.white, board.black)) in met:
            yield Breach("met-before", number, (board.white, board.black))


def _met_too_often(t: Tournament, round_number: int) -> frozenset[frozenset[PlayerId]]:
    """The pairs that may not meet again. A game of the KNDB intermediate round is a meeting too."""
    most = _most_meetings(t.rules)
    times = Counter(frozenset((board.white, board.black)) for board in _met_boards(t, round_number))
    between = (g for g in t.extra_games if g.purpose is ExtraPurpose.INTERMEDIATE and g.after_round < round_number)
    times.update(frozenset((g.white, g.black)) for g in between if MEANINGS[g.result.outcomes[0]].met)
    return frozenset(pair for pair, met in times.items() if most is not None and met >= most)


def _most_meetings(rules: Rules) -> int | None:
    """Once, but twice in a double round robin (FIDE C.05 Annex 1), and in a Keizer season as often as the club lets."""
    if rules.system == "round-robin":
        return 2 if rules.options.get("double", False) else 1
    if rules.system.startswith("keizer"):
        most = rules.options.get("max_meetings")
        return most if isinstance(most, int) else None
    return 1


def _kept_apart(pairing: Pairing) -> Iterator[Breach]:
    for number, board in enumerate(pairing.boards, start=1):
        if not pairing.tournament.may_meet(board.white, board.black, pairing.round):
            yield Breach("kept-apart", number, (board.white, board.black))


# -- of single systems ------------------------------------------------------------------------------------------------


def _seated_once(pairing: Pairing) -> Iterator[Breach]:
    """FIDE C.04.3:2026 1.9.1: everybody who is to be paired has one game or sits out, and nobody else has."""
    wanted = set(pairing.tournament.available(pairing.round))
    seen: set[PlayerId] = set()
    for number, board in enumerate(pairing.boards, start=1):
        for player in (board.white, board.black):
            if player in seen:
                yield Breach("seated-twice", number, (player,))
            elif player not in wanted:
                yield Breach("not-to-be-paired", number, (player,))
            seen.add(player)
    seen.update(out.player for out in pairing.sitouts)
    if wanted - seen:
        yield Breach("left-out", 0, tuple(sorted(wanted - seen)))


def _one_bye(pairing: Pairing) -> Iterator[Breach]:
    """FIDE C.04.1:2026 3: one player has the bye if the number is odd, nobody if it is even."""
    if len(pairing.byes) > 1 or (pairing.byes and len(pairing.tournament.available(pairing.round)) % 2 == 0):
        yield Breach("too-many-byes", 0, pairing.byes)


def _bye_barred(pairing: Pairing) -> Iterator[Breach]:
    """FIDE C.04.1:2026 4 [C2]: no bye after a bye, nor after a win's points in a round without a game."""
    table = pairing.tournament.rules.points
    for player in pairing.byes:
        for outcome, _ in pairing.past[player]:
            meaning = MEANINGS[outcome]
            won = not meaning.played and getattr(table, meaning.pairing_points) >= table.win
            if outcome is Outcome.PAIRING_BYE or won:
                yield Breach("bye-barred", 0, (player,))
                break


def _bye_barred_2017(pairing: Pairing) -> Iterator[Breach]:
    """FIDE C.04.1:2017 d: no bye after a bye, nor after a win by forfeit."""
    for player in pairing.byes:
        had = {outcome for outcome, _ in pairing.past[player]}
        if had & {Outcome.PAIRING_BYE, Outcome.FORFEIT_WIN}:
            yield Breach("bye-barred", 0, (player,))


def _bye_barred_knsb(pairing: Pairing) -> Iterator[Breach]:
    """KNSB:2014 B1b: no bye after points, however few, in a round without a game."""
    table = pairing.tournament.rules.points
    for player in pairing.byes:
        unplayed = (MEANINGS[outcome] for outcome, _ in pairing.past[player] if not MEANINGS[outcome].colour)
        if any(getattr(table, meaning.pairing_points) > 0 for meaning in unplayed):
            yield Breach("bye-barred", 0, (player,))


def _dummy_met(pairing: Pairing) -> Iterator[Breach]:
    """KNDB introduction, FMJD 4.1: nobody meets the dummy twice; a full-point bye counts as a game with it."""
    for player in pairing.byes:
        had = {outcome for outcome, _ in pairing.past[player]}
        if had & {Outcome.PAIRING_BYE, Outcome.FULL_BYE}:
            yield Breach("bye-barred", 0, (player,))


def _strength_groups(pairing: Pairing) -> Iterator[Breach]:
    """KNDB modification 1: in the guided rounds players of different strength groups do not meet."""
    options = pairing.tournament.rules.options
    guided, lines = options.get("guided_rounds", 0), options.get("strength_groups", ())
    if not isinstance(guided, int) or not isinstance(lines, tuple) or pairing.round > guided:
        return
    group_of = {int(word): number for number, line in enumerate(lines) for word in line.split()}
    for number, board in enumerate(pairing.boards, start=1):
        if group_of.get(board.white) != group_of.get(board.black):
            yield Breach("kept-apart", number, (board.white, board.black))


def _colours(pairing: Pairing) -> Iterator[Breach]:
    """FIDE C.04.1:2026 6, 7 [C3]: no third game running with one colour, no difference beyond two.

    In the last round a topscorer and who meets him may have to bear it.
    """
    for number, board in enumerate(pairing.boards, start=1):
        if _has_topscorer(pairing, board):
            continue
        for player, colour in ((board.white, Colour.WHITE), (board.black, Colour.BLACK)):
            had = [*(worn for _, worn in pairing.past[player] if worn is not None), colour]
            if had[-3:] == [colour] * 3:
                yield Breach("colour-third-in-row", number, (player,))
            if 2 * had.count(colour) - len(had) > 2:
                yield Breach("colour-difference", number, (player,))


def _has_topscorer(pairing: Pairing, board: Board) -> bool:
    """FIDE C.04.3:2026 1.8: in the last round, somebody with more than half of the possible points."""
    t = pairing.tournament
    if pairing.round < t.rules.rounds:
        return False
    possible = (pairing.round - 1) * t.rules.points.win
    return any(2 * _score(pairing, player) > possible for player in (board.white, board.black))


def _score(pairing: Pairing, player: PlayerId) -> int:
    t = pairing.tournament
    scored: Iterator[int] = (
        getattr(t.rules.points, MEANINGS[outcome].pairing_points) for outcome, _ in pairing.past[player]
    )
    decided = (a.points for a in t.adjustments if a.player == player and a.round < pairing.round)
    return sum(scored) + sum(decided)


Check = Callable[[Pairing], Iterator[Breach]]
_OF_SYSTEM: Mapping[str, tuple[Check, ...]] = {
    "fide-dutch-2026": (_seated_once, _one_bye, _bye_barred, _colours),
    "fide-dutch-2017": (_seated_once, _one_bye, _bye_barred_2017, _colours),
    "knsb-2014": (_seated_once, _one_bye, _bye_barred_knsb, _colours),
    "kndb": (_seated_once, _one_bye, _dummy_met, _strength_groups),
    **dict.fromkeys(
        ("fmjd-5.1", "fmjd-5.1a", "fmjd-5.2", "fmjd-5.2a", "fmjd-5.2b", "fmjd-5.3"),
        (_seated_once, _one_bye, _dummy_met),
    ),
}
