"""Standings and champions of periods: as they stood, whatever is played later; corrections show in them."""

from typing import Any

import pytest

from engine.errors import Refusal
from engine.model import Player, Result, Rules
from ledger.acts.opening import FinishTournament
from ledger.acts.periods import DefinePeriod
from ledger.acts.players import NewPlayer, RegisterPlayers
from ledger.acts.results import CorrectResult, EnterResult, PostponeGame
from ledger.acts.rounds import CloseRound
from ledger.views.ladder import Ladder, LadderQuestion
from ledger.views.ladder_card import show_ladder_card
from ledger.views.periods import PeriodSummary
from ledger.views.projector import Projection
from ledger.views.standings import Standings, StandingsQuestion
from tests.ledger.histories import Table, opened, pair, played

PERIODS = (DefinePeriod(name="Autumn", from_round=1), DefinePeriod(name="Spring", from_round=3))
AUTUMN = (pair(1, (1, 2), (3, 4)), *played(1, "1-0", "1/2"), pair(2, (1, 3), (4, 2)), *played(2, "0-1", "1-0"))
SPRING = (pair(3, (2, 1), (4, 3)), *played(3, "1-0", "1-0"), pair(4, (1, 4), (2, 3)), *played(4, "1/2", "1-0"))


def season(system: str = "keizer", **options: int | str) -> Table:
    return opened("Anna", "Bea", "Carl", "Dora", rules=Rules(system, 4, options=options)).do(*PERIODS)


def ladder(table: Table, **asked: Any) -> Ladder:
    return Projection(table.records).show(LadderQuestion(**asked))


def standings(table: Table, **asked: Any) -> Standings:
    return Projection(table.records).show(StandingsQuestion(**asked))


def totals(view: Ladder) -> list[tuple[int, str]]:
    return [(line.player.number, line.total.shown) for line in view.lines]


def champions(periods: tuple[PeriodSummary, ...]) -> list[list[str]]:
    return [[person.name for person in period.champions] for period in periods]


def test_each_period_has_a_table_by_what_its_rounds_have_paid():
    table = season().do(*AUTUMN, *SPRING)
    assert totals(ladder(table, period=1)) == [(3, "7½"), (4, "6½"), (1, "4"), (2, "0")]
    spring = ladder(table, period=2)
    assert spring.lines[0].player.number == 2, "two wins"
    assert (spring.period, [period.name for period in spring.periods]) == (2, ["Autumn", "Spring"])


def test_the_table_of_a_period_that_is_over_is_that_after_its_last_round():
    table = season().do(*AUTUMN, *SPRING)
    assert [ladder(table, period=1).round, ladder(table, period=2).round, ladder(table, period=1, round=1).round] == [
        *(2, 4, 1)
    ]
    assert [standings(table, period=1).round, ladder(table, period=1, round=4).round] == [2, 2]


def test_the_table_of_a_period_tells_who_moved_in_it():
    after_one = ladder(season().do(*AUTUMN), period=1, round=1)
    assert [line.was for line in after_one.lines] == [None] * 4
    lines = {line.player.number: line for line in ladder(season().do(*AUTUMN), period=1).lines}
    before = {line.player.number: line.place for line in after_one.lines}
    assert {player: line.movement for player, line in lines.items()} == {
        player: before[player] - line.place for player, line in lines.items()
    }


def test_the_champion_is_known_when_its_last_round_is_closed():
    table = season().do(*AUTUMN[:-1])
    assert champions(ladder(table).periods) == [[], []]
    table.do(CloseRound(round=2))
    assert champions(ladder(table).periods) == [["Carl"], []]
    assert champions(standings(table).periods) == [["Carl"], []]
    assert champions(ladder(table, round=1).periods) == [[], []], "as it was after round 1"


def test_it_waits_for_games_that_are_still_to_be_finished():
    table = season().do(*AUTUMN[:-2], PostponeGame(round=2, board=2), CloseRound(round=2))
    assert champions(ladder(table).periods) == [[], []]
    table.do(EnterResult(round=2, board=2, result=Result.WHITE_WINS))
    assert champions(ladder(table).periods) == [["Carl"], []]


def test_later_rounds_and_later_members_leave_the_champion_and_the_table_as_they_are():
    table = season().do(*AUTUMN)
    autumn = totals(ladder(table, period=1))
    late = tuple(NewPlayer(player=Player(0, f"Late {number}")) for number in range(9))
    table.do(*SPRING[:5], RegisterPlayers(players=late))
    assert totals(ladder(table, period=1)) == autumn, "though so many raise the top value"
    assert champions(ladder(table).periods)[0] == ["Carl"]


def test_a_correction_in_an_old_period_shows_in_it():
    table = season().do(*AUTUMN, *SPRING)
    table.do(CorrectResult(round=2, board=1, result=Result.WHITE_WINS, reason="both score sheets say so"))
    assert champions(ladder(table).periods)[0] == ["Anna"]


def test_the_end_correction_is_that_of_the_last_period_alone():
    table = season().do(*AUTUMN, *SPRING)
    autumn, spring = totals(ladder(table, period=1)), totals(ladder(table, period=2))
    table.do(FinishTournament())
    assert totals(ladder(table, period=1)) == autumn
    assert totals(ladder(table, period=2, round=4)) == spring
    assert totals(ladder(table, period=2)) != spring
    assert ladder(table, period=2).is_corrected


def test_a_season_that_ends_early_ends_its_period():
    table = season().do(*AUTUMN, *SPRING[:5])
    assert champions(ladder(table).periods)[1] == []
    table.do(FinishTournament(reason="the hall burnt down"))
    assert champions(ladder(table).periods)[1] != []


def test_other_systems_rank_by_the_points_of_the_rounds():
    table = season("by-hand").do(*AUTUMN, *SPRING)
    view = standings(table, period=2)
    assert [(line.place, line.player.name, line.values[0].shown) for line in view.lines] == [
        (1, "Bea", "2"),
        (2, "Dora", "1½"),
        (3, "Anna", "½"),
        (4, "Carl", "0"),
    ]
    assert [line.games for line in view.lines] == [2, 2, 2, 2]
    assert champions(view.periods) == [["Carl", "Dora"], ["Bea"]], "equal in everything after autumn: they share it"


def test_a_category_of_a_period_is_ranked_apart():
    view = standings(season("by-hand").do(*AUTUMN, *SPRING), period=2, category="rating=-1985")
    assert [(line.place, line.overall, line.player.name) for line in view.lines] == [(1, 2, "Dora"), (2, 4, "Carl")]
    on_ladder = ladder(season().do(*AUTUMN, *SPRING), period=1, category="rating=-1985")
    assert [(line.place, line.overall, line.player.name) for line in on_ladder.lines] == [
        (1, 1, "Carl"),
        (2, 2, "Dora"),
    ]


def test_a_phone_tells_where_its_player_stands_in_every_period_that_has_begun():
    table = season().do(*AUTUMN)
    for player, told in ((3, ("Autumn", 1, "7½", True)), (2, ("Autumn", 4, "0", False))):
        (own,) = show_ladder_card(table.state, player).periods
        assert (own.name, own.place, own.total.shown, own.is_champion) == told


def test_there_must_be_such_a_period():
    with pytest.raises(Refusal) as caught:
        ladder(season(), period=3)
    assert (caught.value.code, caught.value.facts) == ("no-such-period", {"period": 3, "known": (1, 2)})


def test_before_it_begins_everybody_has_nothing():
    assert totals(ladder(season().do(*AUTUMN), period=2))[0][1] == "0"
    assert [line.values[0].shown for line in standings(season("by-hand"), period=2).lines] == ["0"] * 4
