"""Tie-breaks and equals, by the questions of FIDE's checklist for programs (VCL4THP)."""

from __future__ import annotations

from functools import cache

import pytest
from msgspec.structs import replace

from engine.chances import Chances
from engine.model import Tournament
from engine.registry import SYSTEMS
from engine.simulation import simulate
from engine.standings import rank
from engine.tiebreaks import DEFINITIONS, check
from ledger.acts.extras import SettleTie
from ledger.formats.trf import Dialect, parse, understand, write
from tests.fide.test_fide_mode import SWISS, WHY, do, opened, with_rounds
from tests.ledger.given import Given

CUTS = ("", "/C1", "/C2", "/M1", "/M2")
# FIDE C.07:2026, all that are for an individual Swiss, with the cuts and medians that an article has for them.
OF_A_SWISS = (
    *("DE", "DE/P", "WIN", "WON", "BPG", "BWG", "PS", "PS/C1", "PS/C2", "REP", "STD", "TPN", "TPN/R"),
    *(f"BH{cut}" for cut in CUTS),
    *(f"FB{cut}" for cut in CUTS),
    *("AOB", "AOB/F", "SB", "SB/C1", "SB/C2", "SB/M1"),
    *(f"ARO{cut}" for cut in CUTS),
    *("TPR", "PTP", "APRO", "APPO", "RTNG", "RTNG/R", "KS"),
)


@cache
def played(seed: int = 5) -> Tournament:
    """With byes, forfeits and withdrawals."""
    chances = Chances(forfeits=6, byes=8, withdrawals=1, late=5, odd_results=6)
    return simulate(SYSTEMS["fide-dutch-2026"], 24, 7, seed, chances).tournament


def by(*codes: str, seed: int = 5) -> Tournament:
    t = played(seed)
    return replace(t, rules=replace(t.rules, tiebreaks=codes))


def test_199_every_article_has_its_tiebreak() -> None:
    """7.1 to 10.6; (6 is direct encounter, which comes first here). Values from outside (4.1) are none."""
    none = ("PTS", "EXT")
    of_fide = {base for base, one in DEFINITIONS.items() if one.article.startswith("FIDE C.07") and base not in none}
    assert {code.partition("/")[0] for code in OF_A_SWISS} == of_fide


@pytest.mark.parametrize("code", OF_A_SWISS)
def test_199_each_can_be_agreed_in_fide_mode(code: str) -> None:
    check(replace(SWISS, tiebreaks=(code,)), is_predetermined=False)
    assert opened(replace(SWISS, tiebreaks=(code,))).state.fide_mode.is_on


def sets_apart(code: str, seed: int) -> bool:
    """Of some who have as many points."""
    level: dict[object, set[object]] = {}
    for line in rank(by(code, seed=seed)):
        level.setdefault(line.score, set()).add(line.values[-1])
    return any(len(values) > 1 for values in level.values())


@pytest.mark.parametrize("code", OF_A_SWISS)
def test_199_each_is_worked_out_and_sets_players_apart(code: str) -> None:
    found = [line.values[-1] for line in rank(by(code))]
    assert sum(value is not None for value in found) > 16  # of a few there are not games enough to cut so many
    assert any(sets_apart(code, seed) for seed in (5, 6, 7))


@pytest.mark.parametrize("code", OF_A_SWISS)
def test_199_each_stands_in_the_file_as_the_regulation_writes_it_and_is_read_again(code: str) -> None:
    text = write(by(code), Dialect.TRF26)
    assert f"202 {code}" in [line.rstrip() for line in text.splitlines()]
    assert understand(parse(text)).tournament.rules.tiebreaks == (code,)


# -- equals ------------------------------------------------------------------------------------------------------------


def places(history: Given) -> dict[int, int]:
    return {line.player: line.place for line in rank(history.tournament)}


def test_203_equals_share_a_place() -> None:
    """After round 1 two have won, and nothing sets them apart."""
    found = places(with_rounds(1))
    assert (found[1], found[3]) == (1, 1)


def test_204_a_lot_is_drawn_from_a_seed_that_anybody_can_draw_again() -> None:
    history = do(with_rounds(1), SettleTie(players=(1, 3), by="lot", seed="hat"))
    assert sorted((places(history)[1], places(history)[3])) == [1, 2]
    again = do(with_rounds(1), SettleTie(players=(3, 1), by="lot", seed="hat"))
    assert places(again) == places(history)


@pytest.mark.parametrize("order", [(1, 3), (3, 1)])
def test_205_equals_are_put_in_order_by_hand(order: tuple[int, int]) -> None:
    history = do(with_rounds(1), SettleTie(players=order, by="decision", reason=WHY))
    assert [places(history)[player] for player in order] == [1, 2]
    assert history.state.fide_mode.is_on


def with_unrated() -> Tournament:
    t = by("ARO")
    first = next(iter(t.entries))
    entry = t.entries[first]
    unrated = replace(entry, player=replace(entry.player, rating=None))
    return replace(t, entries={**t.entries, first: unrated})


@pytest.mark.parametrize("code", ["ARO", "TPR", "PTP", "APRO", "APPO"])
def test_208_what_an_unrated_player_counts_as_can_be_agreed(code: str) -> None:
    """C.07 10: without that nobody has a value."""
    t = with_unrated()
    plain = replace(t, rules=replace(t.rules, tiebreaks=(code,)))
    agreed = replace(t, rules=replace(t.rules, tiebreaks=(f"{code}/U1500",)))
    assert not any(line.values[-1] for line in rank(plain))
    values = {line.player: line.values[-1] for line in rank(agreed)}
    assert len(set(values.values())) > 10
    assert f"202 {code}/U1500" in write(agreed, Dialect.TRF26)
