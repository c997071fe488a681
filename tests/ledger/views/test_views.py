"""What is shown, view by view, of small histories. (The audit has its own file.)"""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from engine.errors import BadInput, Refusal, RoundlogError
from engine.model import (
    DRAUGHTS_POINTS,
    Board,
    Colour,
    ExtraPurpose,
    Outcome,
    Phase,
    Player,
    Result,
    Rules,
)
from ledger.acts.act import Command
from ledger.acts.extra_games import CorrectExtraGame, RecordExtraGame
from ledger.acts.extras import AdjustPoints, SettleTie
from ledger.acts.hall import Announce, SetClock, WithdrawAnnouncement
from ledger.acts.opening import FinishTournament
from ledger.acts.pairing import ChangeRound
from ledger.acts.players import NewPlayer, RegisterPlayers
from ledger.acts.presence import AnnounceAbsence, ReturnPlayer, WithdrawPlayer
from ledger.acts.results import CorrectColours, CorrectResult, EnterResult, PostponeGame
from ledger.acts.retyped_results import ResultRetyped
from ledger.acts.rounds import CloseRound, PublishRound, ReopenRound, TakeBackRound
from ledger.acts.sit_outs import CorrectSitOut
from ledger.views import names_of
from ledger.views.boards import Boards, BoardsQuestion
from ledger.views.card import CardQuestion, PlayerCard
from ledger.views.crosstable import Crosstable
from ledger.views.ladder import Ladder
from ledger.views.projector import Projection
from ledger.views.standings import Standings, StandingsQuestion
from ledger.views.ticker import Ticker, TickerQuestion
from ledger.views.view import View, encode
from tests.ledger.histories import Table, one_round, opened, pair, played, results


def shown(table: Table, name: str, **asked: object) -> View:
    return Projection(table.records).view(name, **asked)


def boards(table: Table, **asked: Any) -> Boards:
    return Projection(table.records).show(BoardsQuestion(**asked))


def standings(table: Table, **asked: Any) -> Standings:
    return Projection(table.records).show(StandingsQuestion(**asked))


def card(table: Table, **asked: Any) -> PlayerCard:
    return Projection(table.records).show(CardQuestion(**asked))


def ticker(table: Table, **asked: Any) -> Ticker:
    return Projection(table.records).show(TickerQuestion(**asked))


def refusal(table: Table, name: str, **asked: object) -> RoundlogError:
    with pytest.raises(RoundlogError) as caught:
        shown(table, name, **asked)
    return caught.value


# -- every view --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", names_of("by-hand"))
def test_every_view_says_what_it_is_and_which_version_it_shows(name: str) -> None:
    asked = {"player": 1} if name in ("card", "explanation") else {}
    table = one_round()
    for length in range(2, len(table.records) + 1):
        view = Projection(table.records[:length]).view(name, **asked)
        said = msgspec.json.decode(encode(view))
        assert (said["view"], said["version"]) == (name, length)
        assert msgspec.json.decode(encode(view), type=type(view)) == view


def test_numbers_may_be_asked_for_as_text() -> None:
    assert shown(one_round(), "boards", round="1") == boards(one_round(), round=1)


@pytest.mark.parametrize(
    ("name", "asked"),
    [
        ("boards", {"player": 1}),
        ("boards", {"round": "one"}),
        ("card", {}),
        ("card", {"player": 1.5}),
        ("standings", {"limit": 3}),
        ("explanation", {}),
        ("ranks", {"player": 1}),
        ("crosstable", {"round": "one"}),
        ("ticker", {"limit": "many"}),
        ("ticker", {"limit": -1}),
        ("audit", {"colour": "white"}),
    ],
)
def test_what_a_view_cannot_be_asked_is_bad_input(name: str, asked: dict[str, object]) -> None:
    error = refusal(one_round(), name, **asked)
    assert isinstance(error, BadInput)
    assert error.code == ("negative-limit" if asked == {"limit": -1} else "bad-view-argument")


@pytest.mark.parametrize(
    ("name", "asked", "code"),
    [
        ("weather", {}, "no-such-view"),
        ("ladder", {}, "no-ladder"),
        ("working", {"player": 1}, "no-ladder"),
        ("reasons", {"round": 2}, "no-such-round"),
        ("boards", {"round": 0}, "no-such-round"),
        ("boards", {"round": 2}, "no-such-round"),
        ("standings", {"round": 2}, "no-such-round"),
        ("standings", {"round": -1}, "no-such-round"),
        ("card", {"player": 4}, "no-such-player"),
        ("card", {"player": 1, "round": 2}, "no-such-round"),
        ("explanation", {"player": 4}, "no-such-player"),
        ("explanation", {"player": 1, "round": 2}, "no-such-round"),
        ("crosstable", {"round": 2}, "no-such-round"),
        ("ranks", {"round": 2}, "no-such-round"),
    ],
)
def test_what_is_not_there_is_refused(name: str, asked: dict[str, object], code: str) -> None:
    error = refusal(one_round(), name, **asked)
    assert isinstance(error, Refusal)
    assert error.code == code


# -- boards ------------------------------------------------------------------------------------------------------------


def test_boards_show_names_ratings_and_the_scores_before_the_round() -> None:
    table = one_round().do(pair(2, (3, 1), bye=2), PublishRound(round=2), *results(2, "1/2"))
    view = boards(table)
    (line,) = view.boards
    assert (view.round, view.phase, view.is_draft, view.per_point) == (2, Phase.PUBLISHED, False, 2)
    assert (line.board, line.white.player.name, line.white.score) == (1, "Carl", 2)
    assert (line.black.player.name, line.black.player.rating, line.black.score) == ("Anna", 2000, 2)
    assert (line.result, line.since) == (Result.DRAW, table.state.version)
    (bye,) = view.sitouts
    assert (bye.player.name, bye.score, bye.outcome) == ("Bea", 0, Outcome.PAIRING_BYE)


def test_an_earlier_round_can_be_asked_for() -> None:
    table = one_round().do(pair(2, (3, 1), bye=2))
    assert boards(table, round=1).boards[0].result is Result.WHITE_WINS
    assert boards(table, round=1).boards[0].white.score == 0


def test_a_draft_is_marked_until_it_is_published() -> None:
    table = opened("Anna", "Bea").do(pair(1, (1, 2)))
    assert boards(table).is_draft
    table.do(PublishRound(round=1))
    assert not boards(table).is_draft


def test_before_the_first_pairing_there_are_no_boards() -> None:
    view = boards(opened("Anna", "Bea"))
    assert (view.round, view.phase, view.boards, view.sitouts) == (0, None, (), ())


# -- standings ---------------------------------------------------------------------------------------------------------


def lines(view: Standings) -> list[tuple[int, str, int, int]]:
    return [(line.place, line.player.name, line.score, line.games) for line in view.lines]


def test_standings_count_points_and_games() -> None:
    assert lines(standings(one_round())) == [(1, "Anna", 2, 1), (1, "Carl", 2, 0), (3, "Bea", 0, 1)]


def test_standings_are_official_when_every_round_that_counts_is_closed() -> None:
    table = one_round()
    assert standings(table).is_official
    table.do(pair(2, (3, 1), bye=2), PublishRound(round=2), *results(2, "1-0"))
    live = standings(table)
    assert (live.round, live.is_official) == (2, False)
    assert lines(live)[0] == (1, "Carl", 4, 1)
    after_1 = standings(table, round=1)
    assert (after_1.round, after_1.is_official) == (1, True)
    assert lines(after_1) == lines(standings(one_round()))
    assert lines(standings(table, round=0)) == [(1, "Anna", 0, 0), (1, "Bea", 0, 0), (1, "Carl", 0, 0)]


def still_playing(table: Table, name: str = "standings", **asked: object) -> list[str]:
    view = shown(table, name, **asked)
    assert isinstance(view, Standings | Crosstable | Ladder)
    return sorted(line.player.name for line in view.lines if line.has_open_game)


@pytest.mark.parametrize(
    ("system", "names"), [("by-hand", ("standings", "crosstable")), ("keizer", ("standings", "crosstable", "ladder"))]
)
def test_tables_of_a_round_in_progress_tell_who_still_plays(system, names) -> None:
    table = opened("Anna", "Bea", "Carl", "Dora", "Emil", "Fay", rules=Rules(system=system, rounds=3))
    table.do(pair(1, (1, 2), (3, 4), (5, 6)))
    assert [still_playing(table, name) for name in names] == [[]] * len(names)  # a draft is nobody's business
    table.do(PublishRound(round=1), EnterResult(round=1, board=1, result=Result.WHITE_WINS))
    for name in names:
        assert still_playing(table, name) == ["Carl", "Dora", "Emil", "Fay"]
        assert still_playing(table, name, round=0) == []
    table.do(EnterResult(round=1, board=2, result=Result.DRAW), PostponeGame(round=1, board=3, reason="ill"))
    for name in names:
        assert still_playing(table, name) == ["Emil", "Fay"]  # their game has not ended
    table.do(CloseRound(round=1))
    for name in names:
        assert still_playing(table, name) == ["Emil", "Fay"]  # the table is official without it, and says so
    table.do(EnterResult(round=1, board=3, result=Result.DRAW))
    for name in names:
        assert still_playing(table, name) == []


def test_a_draft_does_not_show_through_the_standings_or_a_card() -> None:
    """A pairing bye scores; before the round is published that would tell who has it."""
    table = one_round()
    before, card_before = standings(table), card(table, player=2)
    table.do(pair(2, (3, 1), bye=2))
    assert standings(table).lines == before.lines
    assert standings(table).round == 1
    assert card(table, player=2).lines == card_before.lines
    assert refusal(table, "standings", round=2).code == "no-such-round"


def test_withdrawn_players_stay_and_are_marked_from_their_round_on() -> None:
    table = one_round().do(WithdrawPlayer(player=1, from_round=3))
    assert [line.is_withdrawn for line in standings(table).lines] == [False, False, False]
    table.do(pair(2, (3, 1), bye=2), *played(2, "1/2"))
    assert [line.player.name for line in standings(table).lines if line.is_withdrawn] == ["Anna"]
    assert card(table, player=1).is_withdrawn


def test_draughts_count_points() -> None:
    table = opened("Anna", "Bea", rules=Rules("by-hand", 2, DRAUGHTS_POINTS, game="draughts"))
    table.do(pair(1, (1, 2)), *played(1, "1/2"))
    view = standings(table)
    assert (view.per_point, [line.score for line in view.lines]) == (1, [1, 1])


# -- card --------------------------------------------------------------------------------------------------------------


def test_a_card_has_a_line_for_every_published_round() -> None:
    table = one_round().do(pair(2, (3, 1), bye=2), *played(2, "1-0"))
    table.do(AdjustPoints(player=1, round=2, points=-1, reason="a telephone rang"))
    table.do(AnnounceAbsence(player=1, rounds=(4,)))
    view = card(table, player=1)
    assert (view.player.name, view.place, view.score, view.round) == ("Anna", 3, 1, 2)
    first, second = view.lines
    assert first.opponent is not None
    assert (first.opponent.name, first.colour, first.board, first.points, first.total) == ("Bea", Colour.WHITE, 1, 2, 2)
    assert (second.outcome, second.colour, second.points, second.total) == (Outcome.LOSS, Colour.BLACK, 0, 1)
    assert [(a.round, a.points) for a in view.adjustments] == [(2, -1)]
    assert [(a.round, a.outcome) for a in view.absences] == [(4, Outcome.ABSENT)]
    assert encode(view)
    assert card(table, player=1, round=1).score == 2


def test_a_bye_has_no_opponent() -> None:
    (line,) = card(one_round(), player=3).lines
    assert (line.opponent, line.colour, line.board, line.points) == (None, None, None, 2)


# -- ticker ------------------------------------------------------------------------------------------------------------


def told(table: Table, **asked: object) -> list[tuple[str, list[str], dict[str, object]]]:
    items = ticker(table, **asked).items
    return [(item.code, [player.name for player in item.players], dict(item.facts)) for item in items]


def test_the_ticker_tells_the_newest_first() -> None:
    assert told(one_round()) == [
        ("round-closed", [], {"round": 1}),
        ("result-entered", ["Anna", "Bea"], {"round": 1, "board": 1, "result": "1-0"}),
        ("round-published", [], {"round": 1}),
        ("tournament-opened", [], {"name": "Club Open"}),
    ]
    assert [code for code, _, _ in told(one_round(), limit=2)] == ["round-closed", "result-entered"]
    assert told(one_round(), limit=0) == []
    assert told(one_round(), limit=99) == told(one_round())


def test_a_result_that_was_taken_back_is_news_no_more() -> None:
    """A screen of the results would show the board as over; that of another board stays."""
    table = opened("Anna", "Bea", "Cor", "Dirk").do(pair(1, (1, 2), (3, 4)), PublishRound(round=1))
    table.do(*results(1, "1-0", "1/2"))
    typed = table.state.tournament.rounds[0].boards[0].since
    again = ResultRetyped(round=1, board=1, old=Result.WHITE_WINS, result=Result.DRAW, corrects=typed)
    table.take(again)
    assert [code for code, *_ in told(table)][:3] == ["result-retyped", "result-entered", "result-entered"]
    table.take(ResultRetyped(round=1, board=1, old=Result.DRAW, result=Result.PENDING, corrects=typed + 2))
    assert [(code, facts.get("board")) for code, _, facts in told(table)][:2] == [
        ("result-entered", 2),
        ("round-published", None),
    ]


NEWS: list[tuple[Command, tuple[str, list[str], dict[str, object]]]] = [
    (
        CorrectResult(round=1, board=1, result=Result.DRAW, reason="slip misread"),
        ("result-corrected", ["Anna", "Bea"], {"round": 1, "board": 1, "old": "1-0", "result": "1/2"}),
    ),
    (
        CorrectColours(round=1, board=1, reason="sat so"),
        ("colours-corrected", ["Bea", "Anna"], {"round": 1, "board": 1}),
    ),
    (
        CorrectSitOut(round=1, player=3, outcome=Outcome.HALF_BYE, reason="asked for it"),
        ("sit-out-corrected", ["Carl"], {"round": 1, "old": "pairing-bye", "outcome": "half-bye"}),
    ),
    (WithdrawPlayer(player=2, reason="ill"), ("player-withdrawn", ["Bea"], {"from_round": 2})),
    (
        RegisterPlayers(players=(NewPlayer(player=Player(0, "Dora")),)),
        ("player-registered", ["Dora"], {"from_round": 2}),
    ),
    (
        AdjustPoints(player=1, round=1, points=-1, reason="a telephone rang"),
        ("points-adjusted", ["Anna"], {"round": 1, "points": -1, "per_point": 2}),
    ),
    (
        RecordExtraGame(purpose=ExtraPurpose.PLAY_OFF, white=3, black=1, result=Result.BLACK_WINS),
        ("extra-game-played", ["Carl", "Anna"], {"game": 1, "purpose": "play-off", "result": "0-1"}),
    ),
    (ReopenRound(round=1, reason="too early"), ("round-reopened", [], {"round": 1})),
    (SettleTie(players=(3, 1), by="play-off"), ("tie-settled", ["Carl", "Anna"], {"by": "play-off"})),
    (Announce(text="Lunch"), ("announced", [], {"announcement": 9, "text": "Lunch", "until": ""})),
    (FinishTournament(reason="snow"), ("tournament-finished", [], {})),
]


@pytest.mark.parametrize(("command", "news"), NEWS, ids=[code for _, (code, _, _) in NEWS])
def test_the_ticker_tells_what_happened(command: Command, news: tuple[str, list[str], dict[str, object]]) -> None:
    assert told(one_round().do(command), limit=1) == [news]


def test_the_ticker_tells_of_postponed_and_corrected_extra_games_returns_and_withdrawn_announcements() -> None:
    table = one_round().do(
        RecordExtraGame(purpose=ExtraPurpose.PLAY_OFF, white=3, black=1, result=Result.BLACK_WINS),
        CorrectExtraGame(game=1, result=Result.DRAW, reason="slip misread"),
        WithdrawPlayer(player=2),
        ReturnPlayer(player=2),
        pair(2, (3, 1), bye=2),
        PublishRound(round=2),
        PostponeGame(round=2, board=1, until="Tuesday"),
    )
    news = {code: (players, facts) for code, players, facts in told(table)}
    assert news["extra-game-corrected"][1] == {"game": 1, "purpose": "play-off", "old": "0-1", "result": "1/2"}
    assert news["player-returned"] == (["Bea"], {"from_round": 2})
    assert news["game-postponed"] == (["Carl", "Anna"], {"round": 2, "board": 1, "until": "Tuesday"})
    table.do(Announce(text="Lunch"), WithdrawAnnouncement(announcement=table.state.version + 1))
    assert told(table, limit=1)[0][0] == "announcement-withdrawn"


def test_the_ticker_knows_nothing_of_a_draft() -> None:
    table = one_round()
    before = told(table)
    table.do(
        pair(2, (3, 1), bye=2),
        ChangeRound(round=2, boards=(Board(1, 3),), sitouts=pair(2, bye=2).sitouts, reason="colours"),
        CorrectSitOut(round=2, player=2, outcome=Outcome.HALF_BYE, reason="asked for it"),
        AdjustPoints(player=2, round=2, points=-1, reason="too early"),
        TakeBackRound(round=2, reason="a player came after all"),
    )
    assert told(table) == before


def test_the_ticker_tells_when_a_published_round_is_changed_or_taken_back() -> None:
    change = ChangeRound(round=2, boards=(Board(1, 3),), sitouts=pair(2, bye=2).sitouts, reason="colours")
    table = one_round().do(pair(2, (3, 1), bye=2), PublishRound(round=2), change)
    table.do(TakeBackRound(round=2, reason="a player came after all"))
    assert [code for code, _, _ in told(table, limit=3)] == [
        "publication-taken-back",
        "round-changed",
        "round-published",
    ]


def test_no_reason_goes_to_the_wall() -> None:
    """Only who looks at a player's own card is told why it was corrected."""
    table = one_round().do(WithdrawPlayer(player=2, reason="secret"))
    table.do(AdjustPoints(player=1, round=1, points=-1, reason="secret"))
    for name in ("card", "explanation"):
        assert b"secret" not in encode(shown(table, name, player=1))
    table.do(CorrectResult(round=1, board=1, result=Result.DRAW, reason="secret"))
    for name in ("boards", "standings", "crosstable", "ranks", "ticker"):
        assert b"secret" not in encode(shown(table, name))
    assert b"secret" not in encode(shown(table, "explanation", player=1))
    assert b"secret" in encode(shown(table, "audit"))


def test_the_clock_of_a_round_that_is_closed_does_not_run_on() -> None:
    table = opened("Anna", "Bea").do(pair(1, (1, 2)), PublishRound(round=1))
    table.do(SetClock(round=1, starts="2026-05-01T10:00Z", ends="2026-05-01T12:00Z"))
    assert table.state.running_clock == table.state.hall.clock
    table.do(EnterResult(round=1, board=1, result=Result.DRAW), CloseRound(round=1))
    assert (table.state.running_clock, table.state.hall.clock is None) == (None, False)
    table.do(SetClock(round=2, starts="2026-05-01T13:00Z", ends="2026-05-01T15:00Z"))
    assert table.state.running_clock == table.state.hall.clock
