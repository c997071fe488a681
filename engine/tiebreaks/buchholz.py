"""FIDE C.07:2026 articles 8 and 16: tie-breaks on the opponents' scores, and what stands for an opponent not met."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.model import PlayerId
from engine.tiebreaks.codes import TieBreak
from engine.tiebreaks.table import Line, Table
from engine.tiebreaks.working import Contribution, Working, exact, sum_up


def buchholz(table: Table, player: PlayerId, tiebreak: TieBreak) -> Working:
    """FIDE C.07:2026 8.1: the sum of the opponents' scores."""
    parts = table.once(
        ("buchholz parts", tiebreak.forfeits_played, player),
        lambda: [
            Contribution(line.round, line.opponent, score, why, score, is_dummy and line.is_voluntary)
            for line, score, why, is_dummy in opponents(table, player, tiebreak)
        ],
    )
    return sum_up(player, tiebreak, parts)


def fore_buchholz(table: Table, player: PlayerId, tiebreak: TieBreak) -> Working:
    """FIDE C.07:2026 8.3: Buchholz as if all games paired for the last round had been drawn."""
    return buchholz(table.fore, player, tiebreak)


def average_of_buchholz(table: Table, player: PlayerId, tiebreak: TieBreak) -> Working:
    """FIDE C.07:2026 8.2: the mean (Fore) Buchholz of the opponents played over the board, exact."""
    seen = table.fore if tiebreak.fore else table
    inner = TieBreak("BH", forfeits_played=tiebreak.forfeits_played)
    parts: list[Contribution] = []
    for line in table.lines[player]:
        opponent = line.opponent
        if opponent is not None and (line.is_played or (line.is_forfeit and tiebreak.forfeits_played)):
            value = buchholz_of(seen, opponent, inner)
            parts.append(Contribution(line.round, opponent, value, "opponents-tiebreak", value))
    mean = exact(sum(part.significance for part in parts), len(parts)) if parts else None
    return Working(player, tiebreak.code, tuple(parts), mean)


def buchholz_of(table: Table, player: PlayerId, tiebreak: TieBreak) -> int:
    """A player's uncut Buchholz, added up once for all who met them."""
    return table.once(
        ("buchholz", tiebreak.forfeits_played, player),
        lambda: sum(score for _, score, _, _ in opponents(table, player, tiebreak)),
    )


Met = tuple[Line, int, str, bool]  # a round, the score of the opponent or of the dummy, why, and if it is a dummy


def opponents(table: Table, player: PlayerId, tiebreak: TieBreak) -> Sequence[Met]:
    """Whom a player met, looked up once for all tie-breaks that ask."""
    return table.once(
        ("opponents", tiebreak.forfeits_played, player), lambda: tuple(_opponents(table, player, tiebreak))
    )


def _opponents(table: Table, player: PlayerId, tiebreak: TieBreak) -> Iterator[Met]:
    """FIDE C.07:2026 15.2, 16.3, 16.4: for each round the score of the opponent, or of the dummy in their place.

    Where the pairings are known beforehand a round without opponent is no round for this. A forfeit that counts as a
    game is no unplayed round, so no voluntary one either.
    """
    for line in table.lines[player]:
        if line.opponent is not None and table.is_game(line, tiebreak):
            score = table.adjusted[line.opponent]
            yield line, score, _why(table, line, line.opponent), False
        elif not table.is_predetermined:
            yield line, *dummy(table, player, line), True


def dummy(table: Table, player: PlayerId, line: Line) -> tuple[int, str]:
    """FIDE C.07:2026 16.4: in a round without a game the player meets a dummy with the player's own score.

    From 2026 on the dummy has at most the adjusted score of the opponent who forfeited or won by forfeit (16.4.1), or
    in other rounds at most what draws in every round make (16.4.2).
    """
    own = table.scores[player]
    if not table.has_caps:
        return own, "dummy-own-score"
    if line.is_forfeit and line.opponent is not None:
        cap, why = table.adjusted[line.opponent], "dummy-capped-by-opponent"
    else:
        cap, why = table.points.draw * table.rounds, "dummy-capped-by-draws"
    return (cap, why) if cap < own else (own, "dummy-own-score")


def _why(table: Table, line: Line, opponent: PlayerId) -> str:
    if line.is_to_come:
        return "opponent-to-come"
    return "opponent" if table.adjusted[opponent] == table.scores[opponent] else "opponent-adjusted"
