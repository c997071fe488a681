"""Standings with their tie-breaks, why somebody stands there, cross table, card and rank over time, as views."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import msgspec
import pytest

from engine.errors import BadInput, Refusal, RoundlogError
from engine.model import DRAUGHTS_POINTS, Board, Colour, Details, Outcome, Phase, Player, Result, Round, Rules
from ledger.acts.extras import AdjustPoints, SettleTie
from ledger.acts.opening import ChangeDetails, ChangeRules, FinishTournament, OpenTournament
from ledger.acts.pairing import PairRound
from ledger.acts.players import CorrectPlayer, NewPlayer, RegisterPlayers
from ledger.acts.presence import AnnounceAbsence, WithdrawPlayer
from ledger.acts.results import EnterResult, PostponeGame
from ledger.acts.rounds import CloseRound, PublishRound, ReopenRound
from ledger.views.card import CardQuestion, PlayerCard
from ledger.views.crosstable import Crosstable, CrosstableQuestion
from ledger.views.figures import Amount
from ledger.views.projector import Projection
from ledger.views.ranks import Ranks, RanksQuestion
from ledger.views.standings import Standings, StandingsQuestion
from ledger.views.tiebreak_working import Explanation, ExplanationQuestion
from ledger.views.view import View
from tests.ledger.histories import Table, opened, pair, played

FOUR = ("Anna", "Bea", "Carl", "Dora")


def four(*tiebreaks: str) -> Table:
    """Three rounds. Anna 2½, Bea 2, Carl 1, Dora ½; rated 2000, 1990, 1980, 1970."""
    table = opened(*FOUR, rules=Rules("by-hand", 3, tiebreaks=tiebreaks))
    return table.do(
        *(pair(1, (1, 4), (2, 3)), *played(1, "1-0", "1-0")),
        *(pair(2, (3, 1), (4, 2)), *played(2, "0-1", "1/2")),
        *(pair(3, (1, 2), (3, 4)), *played(3, "1/2", "1-0")),
    )


def tied(*tiebreaks: str) -> Table:
    """One round, all drawn."""
    table = opened(*FOUR, rules=Rules("by-hand", 3, tiebreaks=tiebreaks))
    return table.do(pair(1, (1, 2), (3, 4)), *played(1, "1/2", "1/2"))


def shown(table: Table, name: str, **asked: object) -> View:
    return Projection(table.records).view(name, **asked)


def standings(table: Table, **asked: Any) -> Standings:
    return Projection(table.records).show(StandingsQuestion(**asked))


def card(table: Table, **asked: Any) -> PlayerCard:
    return Projection(table.records).show(CardQuestion(**asked))


def why(table: Table, **asked: Any) -> Explanation:
    return Projection(table.records).show(ExplanationQuestion(**asked))


def crosstable(table: Table, **asked: Any) -> Crosstable:
    return Projection(table.records).show(CrosstableQuestion(**asked))


def ranks(table: Table, **asked: Any) -> Ranks:
    return Projection(table.records).show(RanksQuestion(**asked))


def refused(table: Table, name: str, **asked: object) -> RoundlogError:
    with pytest.raises(RoundlogError) as caught:
        shown(table, name, **asked)
    return caught.value


# -- columns -----------------------------------------------------------------------------------------------------------


def test_the_columns_are_the_agreed_tiebreaks_in_their_order() -> None:
    view = standings(four("bh/c1", "SB"))
    assert [column.code for column in view.columns] == ["PTS", "BH/C1", "SB"]
    assert (view.edition, view.round, view.is_official) == ("2026", 3, True)


def test_a_value_is_exact_for_programs_and_short_for_people() -> None:
    first = standings(four("BH", "SB", "AOB", "ARO", "FTS")).lines[0]
    # Anna met Dora (½), Carl (1), Bea (2): 3½; she beat the first two and drew with Bea: ½ + 1 + 1.
    # Their Buchholz is 5½, 5 and 4: 14½ / 3.
    assert first.values == (
        Amount("5/2", "2½"),
        Amount("7/2", "3½"),
        Amount("5/2", "2½"),
        Amount("29/6", "4⅚"),
        Amount("1980", "1980"),
        Amount("3 2", "3 2"),
    )


def test_a_rating_that_is_no_whole_number_is_shown_to_the_hundredth() -> None:
    values = standings(four("MOR")).lines[2].values  # Carl met 1990, 2000, 1970
    assert values[1] == Amount("5960/3", "1986.67")


def test_what_has_no_value_says_so() -> None:
    table = opened("Anna", "Bea", rules=Rules("by-hand", 1, tiebreaks=("ARO",)))
    table.do(CorrectPlayer(player=Player(2, "Bea", None), reason="unrated"))
    table.do(pair(1, (1, 2)), *played(1, "1-0"))
    assert [line.values[1] for line in standings(table).lines] == [Amount("", "–"), Amount("", "–")]


def test_the_list_may_put_the_score_elsewhere() -> None:
    view = standings(four("TPR", "PTS"))
    assert [column.code for column in view.columns] == ["TPR", "PTS"]
    assert [line.score for line in view.lines] == [5, 4, 2, 1]


# -- ties --------------------------------------------------------------------------------------------------------------


def test_equals_share_a_place_until_it_is_settled() -> None:
    table = tied("BH")
    assert [(line.place, line.settled_by) for line in standings(table).lines] == [(1, "")] * 4
    table.do(SettleTie(players=(3, 1, 4, 2), by="play-off"))
    assert [(line.place, line.player.number, line.settled_by) for line in standings(table).lines] == [
        (1, 3, "play-off"),
        (2, 1, "play-off"),
        (3, 4, "play-off"),
        (4, 2, "play-off"),
    ]


def test_a_tie_that_is_settled_at_the_end_was_a_tie_before() -> None:
    table = tied().do(pair(2, (1, 3), (2, 4)), *played(2, "1/2", "1/2"))
    table.do(SettleTie(players=(4, 3, 2, 1), by="lot", seed="hat"))
    assert [line.place for line in standings(table).lines] == [1, 2, 3, 4]
    assert [line.place for line in standings(table, round=1).lines] == [1, 1, 1, 1]
    assert {line.places[0] for line in ranks(table).lines} == {1}
    assert {line.places[1] for line in ranks(table).lines} == {1, 2, 3, 4}


# -- categories --------------------------------------------------------------------------------------------------------


def field() -> Table:
    """Six players; by rating Ada 2100, Ben 2000, Cleo 1900, Dan 1800, Eva 1700, Finn without one."""
    people = (
        Player(0, "Ada", 2100, sex="w", birth_year=2008, club="Tartu", category="A"),
        Player(0, "Ben", 2000, sex="m", birth_year=1961, club="Elva", category="A"),
        Player(0, "Cleo", 1900, sex="w", birth_year=2009, club="Tartu", category="B"),
        Player(0, "Dan", 1800, sex="m", birth_year=2007, club="tartu", category="B"),
        Player(0, "Eva", 1700, sex="w", birth_year=1960, federation="EST"),
        Player(0, "Finn", None, sex="m"),
    )
    table = Table().do(
        OpenTournament(details=Details("Open", starts="2026-05-01"), rules=Rules("by-hand", 1)),
        RegisterPlayers(players=tuple(NewPlayer(player=player) for player in people)),
    )
    return table.do(pair(1, (1, 4), (2, 5), (6, 3)), *played(1, "1-0", "0-1", "1/2"))


@pytest.mark.parametrize(
    ("category", "expected"),
    [
        ("sex=w", [(1, 1, "Ada"), (1, 1, "Eva"), (3, 3, "Cleo")]),
        ("club=Tartu", [(1, 1, "Ada"), (2, 3, "Cleo"), (3, 5, "Dan")]),
        ("category=b", [(1, 3, "Cleo"), (2, 5, "Dan")]),
        ("federation=EST", [(1, 1, "Eva")]),
        ("age=U18", [(1, 1, "Ada"), (2, 3, "Cleo")]),  # not yet 18 on 1 January 2026: born in 2008 or later
        ("age=65+", [(1, 1, "Eva"), (2, 5, "Ben")]),  # 65 in 2026
        ("born=1900-1960", [(1, 1, "Eva")]),
        ("born=2009", [(1, 3, "Cleo")]),
        ("rating=1800-2000", [(1, 3, "Cleo"), (2, 5, "Ben"), (2, 5, "Dan")]),
        ("rating=-1799", [(1, 1, "Eva")]),
        ("rating=2000-", [(1, 1, "Ada"), (2, 5, "Ben")]),
        ("sex=w; rating=-1950", [(1, 1, "Eva"), (2, 3, "Cleo")]),
        ("club=Nowhere", []),
    ],
)
def test_a_category_is_ranked_apart(category: str, expected: list[tuple[int, int, str]]) -> None:
    view = standings(field(), category=category)
    assert [(line.place, line.overall, line.player.name) for line in view.lines] == expected
    assert view.category == category


@pytest.mark.parametrize("category", ["", ";", "sex=", "shoe=43", "age=18", "rating=high", "rating=-", "born=1-2-3"])
def test_a_category_that_cannot_be_meant_is_bad_input(category: str) -> None:
    error = refused(field(), "standings", category=category)
    assert isinstance(error, BadInput)
    assert error.code == "category-unreadable"


def test_an_age_group_needs_the_year_of_the_tournament() -> None:
    table = field().do(ChangeDetails(details=Details("Open")))
    error = refused(table, "standings", category="age=U18")
    assert isinstance(error, Refusal)
    assert error.code == "category-needs-a-year"


# -- why ---------------------------------------------------------------------------------------------------------------


def test_the_working_names_every_round_and_what_was_cut() -> None:
    view = why(four("BH/C1"), player=1)
    score, buchholz = view.criteria
    assert (view.place, view.player.name, view.round) == (1, "Anna", 3)
    assert [(part.round, part.value.shown, part.why) for part in score.parts] == [
        (1, "1", "own-result"),
        (2, "1", "own-result"),
        (3, "½", "own-result"),
    ]
    named = [(part.opponent and part.opponent.name, part.value.shown, part.cut) for part in buchholz.parts]
    assert named == [("Dora", "½", "lowest"), ("Carl", "1", ""), ("Bea", "2", "")]
    assert buchholz.value == Amount("3", "3")


def test_points_by_decision_are_part_of_the_working() -> None:
    table = four().do(AdjustPoints(player=1, round=2, points=-1, reason="a telephone rang"))
    (score,) = why(table, player=1).criteria
    assert [(part.round, part.value.exact, part.why) for part in score.parts][-1] == (2, "-1/2", "by-decision")
    assert sum(Fraction(part.value.exact) for part in score.parts) == Fraction(score.value.exact) == 2


def test_it_says_who_was_tied_and_who_came_out_ahead() -> None:
    table = opened(*FOUR, rules=Rules("by-hand", 2, tiebreaks=("BH", "TPN")))
    table.do(pair(1, (1, 2), (3, 4)), *played(1, "1-0", "1-0"), pair(2, (2, 3), (4, 1)), *played(2, "1-0", "1-0"))
    # All have one point and a Buchholz of two: the pairing number decides.
    score, buchholz, number = why(table, player=2).criteria
    assert (score.ahead, score.level, score.behind, score.rivals) == (0, 3, 0, ())
    assert [(rival.player.name, rival.stands) for rival in buchholz.rivals] == [
        ("Anna", "level"),
        ("Carl", "level"),
        ("Dora", "level"),
    ]
    assert [(rival.player.name, rival.value.shown, rival.stands) for rival in number.rivals] == [
        ("Anna", "1", "ahead"),
        ("Carl", "3", "behind"),
        ("Dora", "4", "behind"),
    ]


def test_direct_encounter_that_sets_nobody_apart_has_no_value() -> None:
    table = opened("Anna", "Bea", rules=Rules("by-hand", 2, tiebreaks=("DE",)))
    table.do(pair(1, (1, 2)), *played(1, "1/2"))
    direct = why(table, player=1).criteria[1]
    assert (direct.value.shown, [part.value.shown for part in direct.parts]) == ("–", ["½"])


def test_who_shares_a_place_is_named_and_what_settled_it_too() -> None:
    table = tied("BH")
    assert [person.name for person in why(table, player=2).shared_with] == ["Anna", "Carl", "Dora"]
    table.do(SettleTie(players=(3, 1, 4, 2), by="decision", reason="the rules say so"))
    assert (why(table, player=2).shared_with, why(table, player=2).settled_by) == ((), "decision")


def test_the_place_is_the_sum_of_those_who_came_out_ahead() -> None:
    table = four("DE", "BH")
    for line in standings(table).lines:
        view = why(table, player=line.player.number)
        assert 1 + sum(criterion.ahead for criterion in view.criteria) == view.place == line.place
        assert tuple(criterion.value for criterion in view.criteria) == line.values


# -- cross table -------------------------------------------------------------------------------------------------------


def test_the_cross_table_has_opponent_colour_and_points_of_every_round() -> None:
    view = crosstable(four("BH"))
    anna = view.lines[0]
    assert [line.player.name for line in view.lines] == list(FOUR)
    assert [(cell.opponent, cell.colour, cell.points) for cell in anna.cells] == [
        (4, Colour.WHITE, 2),
        (3, Colour.BLACK, 2),
        (2, Colour.WHITE, 1),
    ]
    assert (anna.score, anna.values[1].shown, view.is_square, anna.meetings) == (5, "3½", False, ())


def test_a_round_without_a_game_has_no_opponent() -> None:
    table = opened("Anna", "Bea", "Carl").do(pair(1, (1, 2), bye=3), *played(1, "1-0"))
    carl = crosstable(table).lines[1]
    assert [(cell.outcome, cell.opponent, cell.points) for cell in carl.cells] == [(Outcome.PAIRING_BYE, None, 2)]


def test_in_a_round_robin_the_cross_table_is_a_square() -> None:
    table = opened(*FOUR, rules=Rules("round-robin", 3))
    for number in (1, 2, 3):
        table.do(PairRound(round=number), *played(number, "1-0", "1-0"))
    view = crosstable(table)
    assert view.is_square
    for line in view.lines:
        assert line.meetings[line.line - 1] == ()
        for other in view.lines:
            if other is not line:
                (number,) = line.meetings[other.line - 1]
                assert line.cells[number - 1].opponent == other.line
                assert other.meetings[line.line - 1] == (number,)


# -- ranks -------------------------------------------------------------------------------------------------------------


def test_rank_over_time_has_everybody_s_place_after_each_round() -> None:
    view = ranks(four("BH"))
    assert [(line.player.name, line.places) for line in view.lines] == [
        ("Anna", (1, 1, 1)),
        ("Bea", (1, 2, 2)),
        ("Carl", (3, 4, 3)),
        ("Dora", (3, 3, 4)),
    ]
    assert [line.places for line in ranks(four("BH"), round=1).lines] == [(1,), (1,), (3,), (3,)]


def test_before_the_first_round_everybody_is_there_without_a_place() -> None:
    assert [line.places for line in ranks(opened("Anna", "Bea")).lines] == [(), ()]


def test_a_live_round_is_told_from_an_official_one() -> None:
    table = four("BH").do(ReopenRound(round=3, reason="a protest"))
    assert not any(
        view.is_official for view in (standings(table), ranks(table), crosstable(table), why(table, player=1))
    )
    assert all(view.is_official for view in (standings(table, round=2), ranks(table, round=2)))


# -- card --------------------------------------------------------------------------------------------------------------


RANKINGS = ("standings", "crosstable", "ranks", "card", "explanation")


def rank_players(table: Table) -> dict[str, dict[str, object]]:
    """What every view that ranks says, but for the version."""
    asked = {"card": {"player": 4}, "explanation": {"player": 4}}
    views = {name: shown(table, name, **asked.get(name, {})) for name in RANKINGS}
    return {name: msgspec.to_builtins(msgspec.structs.replace(view, version=0)) for name, view in views.items()}


def test_telling_who_meets_whom_moves_nobody_before_a_game_has_ended() -> None:
    table = four("BH", "SB")
    table = table.do(ChangeRules(rules=Rules("by-hand", 4, tiebreaks=("BH", "SB")), reason="one more"))
    before = rank_players(table)
    absent = AnnounceAbsence(player=3, rounds=(4,), outcome=Outcome.HALF_BYE)
    table.do(absent, pair(4, (4, 1), bye=2), PublishRound(round=4))
    waiting = rank_players(table)
    assert {name for name in RANKINGS if waiting[name] != before[name]} == {"card"}
    changed = {field for field, value in waiting["card"].items() if value != before["card"][field]}
    assert changed == {"round", "lines"}  # the new opponent
    assert (waiting["card"]["round"], waiting["card"]["ranked"]) == (4, 3)
    own = card(table, player=4).lines
    assert [line.place for line in own] == [3, 3, 4, 4]
    with_a_bye = card(table, player=2)
    assert [(line.points, line.total) for line in with_a_bye.lines][-2:] == [(1, 4), (2, 4)]
    assert with_a_bye.score == 4
    assert standings(table, round=4).round == 4  # who asks for it gets it
    table.do(EnterResult(round=4, board=1, result=Result.WHITE_WINS))
    assert (standings(table).round, card(table, player=4).ranked) == (4, 4)


def test_a_game_that_is_postponed_has_not_ended() -> None:
    table = tied("BH").do(pair(2, (1, 3), (2, 4)), PublishRound(round=2))
    for board in (1, 2):
        table.do(PostponeGame(round=2, board=board, until="Tuesday", reason="ill"))
        assert standings(table).round == 1
    table.do(CloseRound(round=2))
    assert standings(table).round == 2


def test_a_tie_that_is_settled_while_a_round_waits_is_settled_in_the_table_that_is_shown() -> None:
    table = tied().do(pair(2, (1, 3), (2, 4)), PublishRound(round=2))
    table.do(SettleTie(players=(4, 3, 2, 1), by="lot", seed="hat"))
    assert [(line.place, line.settled_by) for line in standings(table).lines] == [(n, "lot") for n in (1, 2, 3, 4)]


def test_who_is_not_in_the_round_after_a_waiting_one_has_withdrawn_everywhere() -> None:
    table = tied().do(pair(2, (1, 3), (2, 4)), PublishRound(round=2))
    table.do(WithdrawPlayer(player=1, from_round=3, reason="ill"))
    gone = {line.player.number: line.is_withdrawn for line in standings(table).lines}
    crossed = {line.player.number: line.is_withdrawn for line in crosstable(table).lines}
    assert gone == crossed == {1: True, 2: False, 3: False, 4: False}
    assert card(table, player=1).is_withdrawn


@pytest.mark.parametrize(
    ("results", "ranked"), [((Result.FORFEIT_WHITE_WINS, Result.PENDING), 0), ((Result.FORFEIT_WHITE_WINS,) * 2, 1)]
)
def test_forfeits_that_a_schedule_gives_begin_no_round_unless_nobody_plays(
    results: tuple[Result, ...], ranked: int
) -> None:
    boards = tuple(Board(2 * number + 1, 2 * number + 2, result) for number, result in enumerate(results))
    published = Round(1, boards, phase=Phase.PUBLISHED)
    t = msgspec.structs.replace(four().now, rounds=(published,))
    assert t.ranked_rounds == ranked


def test_a_card_shows_what_each_opponent_adds_and_the_place_after_each_round() -> None:
    view = card(four("BH"), player=2)
    added = [(Amount("1", "1"), 1), (Amount("1/2", "½"), 2), (Amount("5/2", "2½"), 2)]
    assert [(line.adds, line.place) for line in view.lines] == added
    assert (view.sum_code, view.sum, view.place, view.score) == ("BH", Amount("4", "4"), 2, 4)
    assert [value.shown for value in view.values] == ["2", "4"]


def test_in_draughts_the_card_adds_up_the_solkoff() -> None:
    table = opened("Anna", "Bea", "Carl", rules=Rules("by-hand", 1, DRAUGHTS_POINTS, game="draughts"))
    table.do(pair(1, (1, 2), bye=3), *played(1, "1/2"))
    assert (card(table, player=1).sum_code, card(table, player=1).sum) == ("SOL", Amount("1", "1"))
    assert card(table, player=3).sum == Amount("0", "0")


def test_performance_counts_games_over_the_board_against_rated_opponents() -> None:
    table = opened(*FOUR, rules=Rules("by-hand", 3))
    table.do(CorrectPlayer(player=Player(4, "Dora", None), reason="unrated"))
    table.do(
        *(pair(1, (1, 2), (3, 4)), *played(1, "1-0", "1-0")),
        *(pair(2, (3, 1), (4, 2)), *played(2, "0-1f", "1/2")),
        *(pair(3, (1, 4), (2, 3)), *played(3, "1/2", "1/2u")),
    )
    anna = card(table, player=1, k=20).performance
    assert (anna.games, anna.halves, anna.opponents.exact) == (1, 2, "1990")  # not the forfeit, not the unrated one
    assert (anna.tpr, anna.rated_games) == (1990 + 800, 1)
    assert anna.annex_d is None, "that is of draughts"
    assert anna.rating_change == Amount("49/5", "9.80")  # 20 · (1 – 0.51)
    bea = card(table, player=2, k=20).performance
    assert (bea.games, bea.halves, bea.rated_games) == (2, 1, 1)
    assert bea.ptp is not None
    assert card(table, player=2).performance.rating_change == Amount("", "–")
    assert card(table, player=4, k=20).performance.rating_change == Amount("", "–")


def test_performance_in_draughts_is_that_of_annex_d() -> None:
    table = opened(*FOUR, rules=Rules("by-hand", 1, DRAUGHTS_POINTS, game="draughts"))
    table.do(pair(1, (1, 2), (3, 4)), *played(1, "1-0", "1-0"))
    anna = card(table, player=1, k=20).performance
    assert anna.annex_d == Amount(str(1990 + 736), str(1990 + 736))
    assert (anna.tpr, anna.ptp, anna.rating_change) == (None, None, None)


@pytest.mark.parametrize("system", ["keizer", "keizer-elo"])
def test_a_ladder_has_no_sum_of_opponents_and_no_performance(system: str) -> None:
    table = opened(*FOUR, rules=Rules(system, 1))
    table.do(pair(1, (1, 2), (3, 4)), *played(1, "1-0", "1-0"))
    view = card(table, player=1, k=20)
    assert (view.sum_code, view.sum, view.lines[0].adds) == (None, None, None)
    found = view.performance
    assert (found.tpr, found.ptp, found.annex_d, found.rating_change) == (None, None, None, None)


def test_a_k_that_cannot_be_meant_is_bad_input() -> None:
    for k in (0, -1, 401):
        error = refused(four(), "card", player=1, k=k)
        assert (type(error), error.code) == (BadInput, "number-outside-range")


def test_the_last_line_is_final_once_the_tournament_is_finished() -> None:
    table = four()
    assert not card(table, player=1).is_finished
    table.do(FinishTournament())
    assert card(table, player=1).is_finished
    assert not card(table, player=1, round=2).is_finished


# -- a player who left a round robin -----------------------------------------------------------------------------------


def left(table_size: int, after: int) -> Table:
    """A round robin in which White wins; the last by lot leaves after some rounds."""
    table = opened(*(f"P{number}" for number in range(1, table_size + 1)), rules=Rules("round-robin", table_size - 1))
    for number in range(1, table_size):
        if number == after + 1:
            table.do(WithdrawPlayer(player=table_size, reason="ill"))
        table.do(PairRound(round=number), PublishRound(round=number))
        for board, line in enumerate(table.now.rounds[-1].boards, start=1):
            if line.result is Result.PENDING:
                table.do(EnterResult(round=number, board=board, result=Result.WHITE_WINS))
        table.do(CloseRound(round=number))
    return table


def test_c05_6_6_games_of_who_left_before_half_are_shown_but_do_not_count() -> None:
    table = left(6, after=2)
    last = standings(table).lines[-1]
    assert (last.player.number, last.score, last.is_struck, last.is_withdrawn) == (6, 0, True, True)
    opponent = next(line for line in card(table, player=1).lines if line.opponent and line.opponent.number == 6)
    assert (opponent.outcome, opponent.points, opponent.counts) == (Outcome.WIN, 2, False)
    assert card(table, player=1).score == sum(line.points for line in card(table, player=1).lines if line.counts)
    cell = crosstable(table).lines[-1].cells[0]
    assert not cell.counts


def test_c05_6_6_after_half_the_rest_are_forfeits_and_all_counts() -> None:
    table = left(6, after=3)
    line = next(line for line in standings(table).lines if line.player.number == 6)
    assert (line.is_struck, line.is_withdrawn) == (False, True)
    assert [cell.outcome for cell in card(table, player=6).lines][3:] == [Outcome.FORFEIT_LOSS] * 2
    assert all(line.counts for line in card(table, player=6).lines)
