"""The ladder and its working, as views: what they show, what they hide, and that they add up."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import msgspec
import pytest

from engine.errors import Refusal
from engine.model import Outcome, Phase, Player, Result, Rules
from ledger.acts.extras import AdjustPoints
from ledger.acts.opening import FinishTournament, ReopenTournament
from ledger.acts.pairing import ChangeRound, PairRound
from ledger.acts.players import CorrectPlayer, NewPlayer, RegisterPlayers
from ledger.acts.presence import AnnounceAbsence, WithdrawPlayer
from ledger.acts.results import CorrectResult, EnterResult
from ledger.acts.rounds import PublishRound, TakeBackRound
from ledger.views import may_differ, names_of
from ledger.views.card import CardQuestion
from ledger.views.crosstable import CrosstableQuestion
from ledger.views.ladder import Ladder, LadderQuestion
from ledger.views.ladder_card import LadderStanding, show_ladder_card
from ledger.views.ladder_figures import LadderFigures
from ledger.views.ladder_working import Working, WorkingQuestion
from ledger.views.pairing_reasons import Reasons, ReasonsQuestion
from ledger.views.projector import Projection
from ledger.views.standings import StandingsQuestion
from tests.ledger.histories import Table, opened, pair, played, random_history

NAMES = ("Anna", "Bea", "Carl", "Dora", "Egon")


def club(*names: str, system: str = "keizer", **options: bool | int | str | tuple[str, ...]) -> Table:
    """Rated 2000, 1990, 1980 …; a top value of 10 makes sums that can be checked by eye."""
    values = {} if system == "keizer-elo" else {"top_value": 10}
    return opened(*(names or NAMES), rules=Rules(system, 9, options={**values, **options}))


def ladder(table: Table, **asked: Any) -> Ladder:
    return Projection(table.records).show(LadderQuestion(**asked))


def working(table: Table, player: int, **asked: Any) -> Working:
    return Projection(table.records).show(WorkingQuestion(player=player, **asked))


def reasons(table: Table, **asked: Any) -> Reasons:
    return Projection(table.records).show(ReasonsQuestion(**asked))


def rows(view: Ladder) -> list[tuple[int, int, str, str, str]]:
    """Player, movement, value, points of the round, total."""
    lines = view.lines
    return [(ln.player.number, ln.movement, ln.value.shown, ln.points.shown, ln.total.shown) for ln in lines]


def one_evening(**options: Any) -> Table:
    """2 beats 1, 3 and 4 draw, 5 has no game."""
    return club(**options).do(pair(1, (1, 2), (3, 4), bye=5), *played(1, "0-1", "1/2"))


# -- the ladder --------------------------------------------------------------------------------------------------------


def test_before_the_first_round_everybody_is_worth_the_place_and_has_the_own_value() -> None:
    view = ladder(club())
    assert (view.round, view.is_official, view.is_corrected, view.circle) == (0, True, False, 1)
    assert [(line.place, line.was, line.value.exact, line.total.exact) for line in view.lines] == [
        (1, None, "10", "10"),
        (2, None, "9", "9"),
        (3, None, "8", "8"),
        (4, None, "7", "7"),
        (5, None, "6", "6"),
    ]


def test_keizer_fig_3_the_own_value_and_what_the_evening_paid() -> None:
    assert rows(ladder(one_evening())) == [
        (2, 1, "10", "10", "19"),
        (3, 1, "9", "3½", "11½"),
        (4, 1, "8", "4", "11"),
        (1, -3, "7", "0", "10"),
        (5, 0, "6", "4", "10"),
    ]


def test_figures_are_exact_for_programs_and_short_for_people() -> None:
    (line,) = [line for line in ladder(one_evening()).lines if line.player.number == 3]
    assert (line.total.exact, line.total.shown) == ("23/2", "11½")
    exact = ladder(one_evening(rounding="exact", no_game="2/7")).lines
    assert [line.total.shown for line in exact if line.player.number == 5] == ["7 5/7"]


def test_the_elo_variant_writes_hundredths() -> None:
    table = club(system="keizer-elo").do(pair(1, (1, 2), (3, 4), bye=5), *played(1, "0-1", "1/2"))
    shown = {line.player.number: (line.value.shown, line.total.shown) for line in ladder(table).lines}
    assert shown == {
        1: ("20.00", "20.00"),
        2: ("19.90", "39.90"),
        3: ("19.80", "29.65"),
        4: ("19.70", "29.60"),
        5: ("19.60", "32.667"),  # 19.6 + 13.0666…: to the thousandth, where hundredths do not say all
    }


def test_an_earlier_round_is_shown_as_it_stands_today() -> None:
    table = one_evening().do(pair(2, (2, 3), (1, 5), bye=4), *played(2, "1-0", "1-0"))
    assert ladder(table, round=1).lines == ladder(one_evening()).lines
    table.do(CorrectResult(round=1, board=1, result=Result.WHITE_WINS, reason="slip misread"))
    assert ladder(table, round=1).lines != ladder(one_evening()).lines


def test_a_draft_is_not_counted_and_a_round_in_progress_is_not_official() -> None:
    table = one_evening()
    shown = ladder(table)
    table.do(pair(2, (2, 3), (1, 5), bye=4), AdjustPoints(player=1, round=2, points=9, reason="draft"))
    assert msgspec.structs.replace(ladder(table), version=shown.version) == shown
    assert working(table, 1).given == ()
    table.do(PublishRound(round=2))
    assert msgspec.structs.replace(ladder(table), version=shown.version) == shown  # no game of it has ended
    assert (ladder(table, round=2).round, ladder(table, round=2).is_official) == (2, False)
    table.do(EnterResult(round=2, board=1, result=Result.DRAW))
    assert (ladder(table).round, ladder(table).is_official) == (2, False)
    with pytest.raises(Refusal, match="no-such-round"):
        ladder(table, round=3)


def test_the_end_correction_is_made_when_the_season_is_finished() -> None:
    table = one_evening()
    table.do(FinishTournament(reason="snow"))
    corrected = ladder(table)
    assert corrected.is_corrected
    assert rows(corrected) == [  # valued with the ladder 2, 3, 4, 1, 5
        (2, 0, "10", "7", "17"),
        (3, 0, "9", "4", "13"),
        (4, 0, "8", "4½", "12½"),
        (5, 1, "7", "4", "10"),
        (1, -1, "6", "0", "7"),
    ]
    assert not ladder(table, round=1).is_corrected
    assert ladder(table, round=1).lines == ladder(one_evening()).lines
    table.do(ReopenTournament(reason="a protest"))
    assert ladder(table).lines == ladder(one_evening()).lines


def test_the_end_correction_shows_in_the_standings_too() -> None:
    table = one_evening()
    table.do(FinishTournament(reason="snow"))
    standings = Projection(table.records).show(StandingsQuestion())
    assert [line.player.number for line in standings.lines] == [2, 3, 4, 5, 1]
    assert [line.score for line in standings.lines] == [2, 1, 1, 2, 0]  # the points are still told


def test_groups_are_ranked_apart() -> None:
    view = ladder(one_evening(ranked_apart="rating", rating_groups=("1985",)))
    assert view.ranked_apart == "rating"
    assert [(group.name, group.players) for group in view.groups] == [("1985", (2, 1)), ("0", (3, 4, 5))]


def test_a_leaver_stays_and_is_marked_and_a_late_joiner_enters_at_the_bottom() -> None:
    table = one_evening().do(WithdrawPlayer(player=2), RegisterPlayers(players=(NewPlayer(player=Player(0, "F")),)))
    assert [line.player.number for line in ladder(table).lines if line.is_withdrawn] == [2]
    assert 6 not in [line.player.number for line in ladder(table).lines], "the ladder is that after round 1"
    with pytest.raises(Refusal) as caught:
        working(table, 6)
    assert (caught.value.code, caught.value.facts) == ("not-on-the-ladder", {"player": 6, "round": 1})
    table.do(pair(2, (3, 4), (1, 5), bye=6), *played(2, "1/2", "1/2"))
    (last,) = [line for line in ladder(table).lines if line.player.number == 6]
    assert last.was == 6


def test_a_ladder_that_goes_round_says_so() -> None:
    """KEIZER fn 344: until nothing changes; here nothing ever stops changing."""
    table = club("Anna", "Bea", "Carl", passes="until-stable", top_value=6, own_value="never", draw="1")
    games = (((1, 2), 3, "1/2"), ((1, 3), 2, "1-0"), ((2, 3), 1, "0-1"), ((3, 1), 2, "1-0"))
    circles = set()
    for number, (board, bye, result) in enumerate(games, start=1):
        table.do(pair(number, board, bye=bye), *played(number, result))
        view = ladder(table)
        circles.add(view.circle)
        assert bool(view.alternating) == (view.circle > 1)
        assert set(view.alternating) <= set(table.now.entries)
    assert max(circles) > 1


# -- the card ----------------------------------------------------------------------------------------------------------


def totals_on_cards(table: Table, **asked: Any) -> dict[int, object]:
    projection = Projection(table.records)
    assert projection.state is not None
    cards = [projection.show(CardQuestion(number, **asked)) for number in projection.state.tournament.entries]
    return {card.player.number: card.ladder_total for card in cards}


@pytest.mark.parametrize("system", ["keizer", "keizer-elo"])
def test_a_card_has_the_total_by_which_its_player_stands_on_the_ladder(system: str) -> None:
    table = club(system=system).do(pair(1, (1, 2), (3, 4), bye=5), *played(1, "0-1", "1/2"))
    assert totals_on_cards(table) == {line.player.number: line.total for line in ladder(table).lines}
    assert totals_on_cards(table, round=0) == {line.player.number: line.total for line in ladder(table, round=0).lines}


def test_a_card_has_the_total_after_the_end_correction_once_it_is_made() -> None:
    table = one_evening()
    before = totals_on_cards(table)
    table.do(FinishTournament(reason="snow"))
    after = totals_on_cards(table)
    assert after == {line.player.number: line.total for line in ladder(table).lines}
    assert after != before


def test_who_is_not_on_the_ladder_yet_or_plays_without_one_has_no_total() -> None:
    table = one_evening().do(RegisterPlayers(players=(NewPlayer(player=Player(0, "F")),)))
    assert totals_on_cards(table)[6] is None
    swiss = opened("Anna", "Bea", rules=Rules("by-hand", 3))
    assert totals_on_cards(swiss) == {1: None, 2: None}


def standing(table: Table, player: int) -> LadderStanding:
    state = Projection(table.records).state
    assert state is not None
    return show_ladder_card(state, player)


def test_what_the_ladder_adds_to_a_card_is_value_and_total_and_what_each_round_pays() -> None:
    table = one_evening().do(AnnounceAbsence(player=3, rounds=(2,), outcome=Outcome.ABSENT))
    table.do(AnnounceAbsence(player=4, rounds=(2,), outcome=Outcome.TEAM_DUTY))
    table.do(PairRound(round=2), PublishRound(round=2), EnterResult(round=2, board=1, result=Result.DRAW))
    on_ladder = {line.player.number: line for line in ladder(table).lines}
    for player, fraction in ((3, "1/3"), (4, "2/3")):
        found, line = standing(table, player), on_ladder[player]
        assert (found.place, found.value, found.total) == (line.place, line.value, line.total)
        assert (found.lines[-1].of_own_value, found.lines[-1].fraction) == (True, fraction)
        assert Fraction(found.lines[-1].points.exact) > 0, "a paid absence is not 0"
        assert found.lines == working(table, player).lines


def test_what_the_ladder_adds_knows_the_end_correction_and_who_is_not_on_it_yet() -> None:
    table = one_evening().do(RegisterPlayers(players=(NewPlayer(player=Player(0, "F")),)))
    assert standing(table, 6) == LadderStanding(version=table.records[-1].version)
    table.do(FinishTournament(reason="snow"))
    found = standing(table, 2)
    assert found.total is not None
    assert (found.is_corrected, found.total.shown) == (True, "17")


# -- the working -------------------------------------------------------------------------------------------------------


def test_the_working_names_opponent_value_then_and_now_fraction_and_points() -> None:
    table = one_evening().do(pair(2, (1, 2), (5, 4), bye=3), *played(2, "1/2", "1-0"))
    first, second = working(table, 2).lines
    assert first.opponent is not None
    assert (first.opponent.name, first.outcome, first.of_own_value) == ("Anna", Outcome.WIN, False)
    assert first.then is not None
    assert (first.then.shown, first.now.shown, first.fraction, first.points.shown) == ("10", "7", "1", "7")
    assert (second.fraction, second.now.shown, second.points.shown) == ("1/2", "7", "3½")
    assert working(table, 2).own_value.shown == "10"
    assert working(table, 2).total.shown == "20½"


def test_who_has_no_game_is_paid_of_the_own_value() -> None:
    (line,) = working(one_evening(), 5).lines
    assert (line.outcome, line.opponent, line.of_own_value) == (Outcome.PAIRING_BYE, None, True)
    assert (line.now.shown, line.fraction, line.points.shown) == ("6", "2/3", "4")


def test_points_by_decision_are_a_line_of_their_own_without_the_reason() -> None:
    table = one_evening().do(AdjustPoints(player=2, round=1, points=-1, reason="telephone"))
    view = working(table, 2)
    assert [(given.round, given.points.shown) for given in view.given] == [(1, "-½")]
    assert view.total.shown == "18½"
    assert b"telephone" not in Projection(table.records).encode_view("working", player=2)


def test_a_working_of_nobody_is_refused() -> None:
    with pytest.raises(Refusal, match="no-such-player"):
        working(one_evening(), 9)


def added_up(view: Working) -> Fraction:
    parts = (view.own_value, *(line.points for line in view.lines), *(given.points for given in view.given))
    return sum((Fraction(part.exact) for part in parts), Fraction(0))


# -- by random histories -----------------------------------------------------------------------------------------------

HISTORIES = range(30)
SAMPLE = range(0, 30, 6)  # of which every moment is looked at
SYSTEMS = ("keizer", "keizer-elo")


def everything(projection: Projection) -> Mapping[tuple[str, int], bytes]:
    """The ladder after every published round, and the working of everybody on the newest."""
    assert projection.state is not None
    t = projection.state.tournament
    published = [played.number for played in t.rounds if played.phase is not Phase.PAIRED]
    shown = {("ladder", number): projection.encode_view("ladder", round=number) for number in (0, *published)}
    view = projection.show(LadderQuestion())
    on_it = [line.player.number for line in view.lines]
    return shown | {("working", player): projection.encode_view("working", player=player) for player in on_it}


def without_version(shown: bytes) -> dict[str, object]:
    decoded: dict[str, object] = msgspec.json.decode(shown)
    del decoded["version"]
    return decoded


@pytest.mark.parametrize("system", SYSTEMS)
@pytest.mark.parametrize("seed", HISTORIES)
def test_every_total_on_the_ladder_is_the_sum_of_its_working(seed: int, system: str) -> None:
    projection = Projection(random_history(seed, system=system))
    view = projection.show(LadderQuestion())
    for line in view.lines:
        shown = projection.show(WorkingQuestion(player=line.player.number))
        assert (shown.place, shown.total) == (line.place, line.total)
        assert added_up(shown) == Fraction(line.total.exact)
        sums = [shown.own_value, *(line.total for line in shown.lines), *(given.total for given in shown.given)]
        assert sums[-1] == line.total
        assert not view.round or shown.lines[-1].points == line.points


@pytest.mark.parametrize("system", SYSTEMS)
@pytest.mark.parametrize("seed", SAMPLE)
def test_standings_and_cross_table_stand_in_the_order_of_the_ladder(seed: int, system: str) -> None:
    """A Keizer tournament is ranked by its ladder: a table by plain points would tell somebody a wrong place."""
    projection = Projection(random_history(seed, system=system))
    shown = projection.show(LadderQuestion())
    for number in (None, *range(shown.round + 1)):
        on_ladder = projection.show(LadderQuestion(round=number))
        table = projection.show(StandingsQuestion(round=number))
        cross = projection.show(CrosstableQuestion(round=number))
        order = [(line.place, line.player.number) for line in on_ladder.lines]
        assert [(line.place, line.player.number) for line in table.lines][: len(order)] == order
        assert [(line.place, line.player.number) for line in cross.lines][: len(order)] == order
        figures = [LadderFigures(line.overall, line.value, line.total) for line in on_ladder.lines]
        assert [line.ladder for line in table.lines] == [*figures, *[None] * (len(table.lines) - len(order))]
        assert (table.is_ladder, table.is_corrected) == (True, on_ladder.is_corrected)


@pytest.mark.parametrize("seed", SAMPLE)
def test_a_view_that_cannot_differ_does_not(seed: int) -> None:
    projection = Projection()
    before: Mapping[tuple[str, int], bytes] = {}
    for record in random_history(seed, system="keizer"):
        state = projection.state
        projection.apply(record)
        after = everything(projection)
        for (name, asked), shown in after.items():
            assert projection.state is not None
            if state is not None and not may_differ(name, state, projection.state):
                assert without_version(shown) == without_version(before[name, asked]), record.event
        before = after


def test_only_a_tournament_that_is_ranked_by_a_ladder_has_one() -> None:
    assert set(names_of("keizer")) - set(names_of("by-hand")) == {"ladder", "ladder-table", "working"}


# -- why it was paired so ----------------------------------------------------------------------------------------------


def test_the_reasons_of_a_pairing_are_kept_with_the_names_of_that_day() -> None:
    table = one_evening(rematch_gap=3)
    table.do(PairRound(round=2))
    view = reasons(table)
    assert (view.round, view.system, view.is_draft, view.is_changed) == (2, "keizer", True, False)
    told = {(line.code, tuple(person.name for person in line.players)) for line in view.lines}
    assert ("keizer-bye-just-had", ("Egon",)) in told
    assert ("keizer-bye", ("Anna",)) in told
    table.do(CorrectPlayer(player=Player(1, "Anne", rating=2000), reason="misspelt"))
    assert reasons(table).lines == view.lines
    assert [line.code for line in reasons(table, player=1).lines] == ["keizer-bye"]


def test_reasons_know_what_became_of_the_pairing() -> None:
    table = one_evening()
    assert (reasons(table).round, reasons(table).system, reasons(table).lines) == (1, "by-hand", ())
    assert not reasons(table).is_draft
    assert reasons(club()).round == 0
    table.do(PairRound(round=2))
    standing = table.now.rounds[1]
    turned = tuple(msgspec.structs.replace(b, white=b.black, black=b.white) for b in standing.boards)
    table.do(ChangeRound(round=2, boards=turned, sitouts=standing.sitouts, reason="lamps"))
    assert reasons(table).is_changed
    table.do(TakeBackRound(round=2, reason="again"))
    with pytest.raises(Refusal, match="no-such-round"):
        reasons(table, round=2)
