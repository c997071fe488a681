"""FIDE mode, by the questions of FIDE's checklist for programs (VCL4THP): their numbers stand in the names."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from engine.handbook import find_departures
from engine.model import Board, Colour, Details, Outcome, Player, PointTable, Result, Rules, SitOut
from ledger.acts.act import CONFIRM, CONFIRM_TWICE, Command
from ledger.acts.decide import find_confirmation
from ledger.acts.extras import AdjustPoints, SettleTie
from ledger.acts.fide_mode import FideModeLeft, LeaveFideMode
from ledger.acts.lots import DrawFirstColour, DrawLots
from ledger.acts.opening import ChangeRules, OpenTournament, RulesChanged, TournamentOpened
from ledger.acts.pairing import ChangeRound, EnginePairing, PairByHand, PairRound, RoundPaired
from ledger.acts.players import NewPlayer, RegisterPlayers
from ledger.acts.results import CorrectColours, CorrectResult, EnterResult
from ledger.acts.rounds import CloseRound, PublishRound
from ledger.acts.separations import LiftSeparation, SeparatePlayers
from ledger.acts.sit_outs import CorrectSitOut
from tests.ledger.given import Given, given

SWISS = Rules("fide-dutch-2026", 7, tiebreaks=("BH",))
WHY = "why"


def opened(rules: Rules = SWISS) -> Given:
    (opening,) = given().when(OpenTournament(details=Details("Open"), rules=rules)).events
    return given(opening)


def do(history: Given, *commands: Command) -> Given:
    for command in commands:
        history = history.when(command).then(*history.when(command).events)
    return history


def with_rounds(count: int, rules: Rules = SWISS) -> Given:
    """Four players and so many closed rounds, White won everything; the fifth has the bye."""
    players = tuple(NewPlayer(player=Player(0, name, 2000)) for name in ("Ada", "Bob", "Cor", "Dirk", "Eva"))
    history = do(opened(rules), RegisterPlayers(players=players), DrawFirstColour(colour=Colour.WHITE))
    pairs = ((1, 2), (3, 4)), ((1, 3), (2, 4)), ((1, 4), (2, 3))
    for number in range(1, count + 1):
        boards = tuple(Board(*pair) for pair in pairs[number - 1])
        history = do(
            history,
            PairByHand(round=number, boards=boards, sitouts=(SitOut(5, Outcome.ZERO_BYE),)),
            PublishRound(round=number),
            *(EnterResult(round=number, board=board, result=Result.WHITE_WINS) for board in (1, 2)),
            CloseRound(round=number),
        )
    return history


def left(history: Given) -> Given:
    return do(history, LeaveFideMode(reason=WHY))


# -- the mode ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("system", ["fide-dutch-2026", "round-robin"])
def test_40_it_is_the_default_of_what_the_handbook_has(system: str) -> None:
    assert opened(Rules(system, 7)).state.fide_mode.is_on


@pytest.mark.parametrize(
    "rules",
    [
        Rules("kndb", 7, game="draughts"),
        Rules("fide-dutch-2017", 7),
        Rules("knsb-2014", 7),
        Rules("fide-dutch-2026", 7, game="draughts"),
        Rules("fide-dutch-2026", 7, options={"acceleration": "haley"}),
        Rules("fide-dutch-2026", 7, options={"virtual_points": ("1 2",)}),
        replace(SWISS, points=PointTable(per_point=4, win=4, draw=3, loss=0)),
        replace(SWISS, points=PointTable(pairing_bye=4)),
    ],
    ids=str,
)
def test_40_what_the_handbook_has_not_is_never_in_it(rules: Rules) -> None:
    assert not opened(rules).state.fide_mode.is_entered


def test_41_a_log_of_before_there_was_such_a_mode_is_not_in_it() -> None:
    assert not given(TournamentOpened(details=Details("Open"), rules=SWISS)).state.fide_mode.is_on


def test_43_it_is_left_after_two_confirmations_with_the_consequences() -> None:
    history, command = opened(), LeaveFideMode(reason=WHY)
    confirmation = find_confirmation(history.state, command, history.when(command).events)
    assert confirmation is not None
    assert (confirmation.level, confirmation.steps) == (CONFIRM_TWICE, 2)
    assert [one.code for one in confirmation.consequences] == [
        "fide-mode-leaving-is-for-ever",
        "fide-mode-leaving-is-shown",
        "fide-mode-leaving-unlocks",
    ]


def test_43_leaving_it_needs_a_reason() -> None:
    opened().when(LeaveFideMode(reason=" ")).then_refused("reason-missing")


def test_44_the_log_says_before_which_round_and_why() -> None:
    history = with_rounds(2).when(LeaveFideMode(reason=WHY)).then(FideModeLeft(reason=WHY))
    assert (history.state.fide_mode.left_before, history.state.fide_mode.reason) == (3, WHY)


def test_45_it_cannot_be_entered_again() -> None:
    left(opened()).when(LeaveFideMode(reason=WHY)).then_refused("fide-mode-is-off")
    changed = do(left(opened()), ChangeRules(rules=replace(SWISS, rounds=9)))
    assert not changed.state.fide_mode.is_on


# -- the locks ---------------------------------------------------------------------------------------------------------

FIXED = [
    pytest.param({"rounds": 8}, "rounds", "C.04.1 1", id="57"),
    pytest.param({"options": {"acceleration": "baku"}}, "options", "C.04.7", id="109"),
    pytest.param({"tiebreaks": ("SB",)}, "tiebreaks", "C.07 4.1.1", id="200"),
    pytest.param({"tiebreak_edition": "2024"}, "tiebreak_edition", "C.07 4.1.1", id="200-edition"),
]


@pytest.mark.parametrize(("change", "field", "rule"), FIXED)
def test_what_was_announced_stands_once_round_1_is_paired(change, field: str, rule: str) -> None:
    command = ChangeRules(rules=replace(SWISS, **change), reason=WHY)
    with_rounds(1).when(command).then_refused("fide-mode-fixed", field=field, rule=rule)


@pytest.mark.parametrize("change", [change.values[0] for change in FIXED[:3]])  # the edition: test_records.py
def test_before_round_1_it_may_be_changed(change) -> None:
    rules = replace(SWISS, **change)
    with_rounds(0).when(ChangeRules(rules=rules)).then(RulesChanged(rules=rules, reason=""))


def test_58_who_has_left_the_mode_may_change_the_rounds() -> None:
    rules = replace(SWISS, rounds=8)
    left(with_rounds(1)).when(ChangeRules(rules=rules, reason=WHY)).then(RulesChanged(rules=rules, reason=WHY))


@pytest.mark.parametrize(
    ("change", "code", "facts"),
    [
        pytest.param(
            {"points": PointTable(per_point=4, win=4, draw=3, pairing_bye=4)},
            "handbook-draw",
            {"field": "points"},
            id="74",
        ),
        pytest.param({"points": PointTable(pairing_bye=4)}, "handbook-bye", {"field": "points"}, id="81"),
        pytest.param(
            {"points": PointTable(4, 4, 2, 0, 4, 0, 3, 4, 2)},
            "handbook-bye",
            {"field": "points"},
            id="83",
        ),
        pytest.param(
            {"system": "knsb-2014"},
            "handbook-system",
            {"field": "system", "system": "knsb-2014"},
            id="91",
        ),
        pytest.param(
            {"options": {"acceleration": "four-groups"}},
            "handbook-acceleration",
            {"field": "options.acceleration", "rule": "C.04.7"},
            id="107",
        ),
    ],
)
def test_rules_that_the_handbook_has_not_are_confirmed_twice_before_round_1_and_leave_the_mode(
    change, code: str, facts
) -> None:
    history, command = opened(), ChangeRules(rules=replace(SWISS, **change), reason=WHY)
    confirmation = find_confirmation(history.state, command, history.when(command).events)
    assert confirmation is not None
    assert confirmation.level == CONFIRM_TWICE
    first = confirmation.consequences[0]
    assert (first.code, first.facts) == (code, facts)
    assert not do(history, command).state.fide_mode.is_on


def test_43_all_that_the_handbook_has_not_is_told() -> None:
    rules = replace(SWISS, points=PointTable(pairing_bye=4), options={"acceleration": "haley"})
    assert [one.code for one in find_departures(rules)] == ["handbook-acceleration", "handbook-bye"]


def test_43_leaving_it_by_other_rules_needs_a_reason() -> None:
    opened().when(ChangeRules(rules=replace(SWISS, system="knsb-2014"))).then_refused("reason-missing")


def test_43_rules_that_the_handbook_has_ask_nothing() -> None:
    history, command = opened(), ChangeRules(rules=replace(SWISS, rounds=9))
    assert find_confirmation(history.state, command, history.when(command).events) is None


def test_45_rules_of_the_handbook_do_not_bring_it_back() -> None:
    other = ChangeRules(rules=replace(SWISS, system="knsb-2014"), reason=WHY)
    history = do(opened(), other, ChangeRules(rules=SWISS))
    assert not history.state.fide_mode.is_on


@pytest.mark.parametrize(
    "command",
    [
        CorrectResult(round=1, board=1, result=Result.DRAW, reason=WHY),
        CorrectColours(round=1, board=1, reason=WHY),
        CorrectSitOut(round=1, player=5, outcome=Outcome.HALF_BYE, reason=WHY),
        AdjustPoints(player=1, round=1, points=-1, reason=WHY),
    ],
    ids=["189-result", "189-colours", "191-bye", "191-points"],
)
def test_only_the_last_two_rounds_can_be_corrected(command: Command) -> None:
    with_rounds(3).when(command).then_refused("fide-mode-old-round", round=1, oldest=2, rule="C.04.2 4.3")
    assert with_rounds(2).when(command).events
    assert left(with_rounds(3)).when(command).events


def test_189_is_about_swiss_systems() -> None:
    command = CorrectResult(round=1, board=1, result=Result.DRAW, reason=WHY)
    assert with_rounds(3, Rules("round-robin", 7)).when(command).events


@pytest.mark.parametrize("command", [SeparatePlayers(players=(1, 2)), LiftSeparation(players=(3, 4))])
def test_195_who_may_not_meet_is_settled_before_round_1(command: Command) -> None:
    with_rounds(1).when(command).then_refused("fide-mode-separations-fixed")


def test_195_before_round_1_they_are_free() -> None:
    history = do(with_rounds(0), SeparatePlayers(players=(1, 2)))
    assert do(history, LiftSeparation(players=(1, 2))).tournament.separations == ()


def test_206_a_lot_is_drawn_once() -> None:
    history = do(with_rounds(2), SettleTie(players=(1, 2), by="lot", seed="hat"))
    again = SettleTie(players=(2, 1), by="lot", seed="another hat", reason="not to our liking")
    history.when(again).then_refused("fide-mode-lot-stands", players=(2, 1))
    wider = SettleTie(players=(1, 2, 3), by="lot", seed="another hat")
    history.when(wider).then_refused("fide-mode-lot-stands", players=(1, 2, 3))
    assert history.when(SettleTie(players=(2, 3), by="lot", seed="hat")).events


# -- pairings made by hand ---------------------------------------------------------------------------------------------


def by_hand(history: Given, *pairs: tuple[int, int], bye: int = 5) -> PairByHand:
    boards = tuple(Board(*pair) for pair in pairs)
    return PairByHand(round=history.tournament.next_round, boards=boards, sitouts=(SitOut(bye, Outcome.PAIRING_BYE),))


def what_is_asked(history: Given, command: Command) -> list[tuple[str, object]]:
    confirmation = find_confirmation(history.state, command, history.when(command).events)
    if confirmation is None:
        return []
    assert confirmation.level == CONFIRM
    return [(one.code, one.facts.get("breach", one.facts.get("boards"))) for one in confirmation.consequences]


def test_68_the_right_pairing_is_kept_beside_the_one_made_by_hand() -> None:
    history = with_rounds(0)
    right = history.when(PairRound(round=1)).events[0]
    made = history.when(by_hand(history, (1, 2), (3, 4))).events[0]
    assert isinstance(right, RoundPaired)
    assert isinstance(made, RoundPaired)
    assert made.by_engine == EnginePairing("fide-dutch-2026", right.boards, right.sitouts)


def test_69_where_it_differs_is_confirmed() -> None:
    history = with_rounds(0)
    assert what_is_asked(history, by_hand(history, (1, 2), (3, 4))) == [("hand-made-differs", (1, 2))]


def test_69_the_right_pairing_made_by_hand_asks_nothing() -> None:
    history = with_rounds(0)
    right = history.when(PairRound(round=1)).events[0]
    assert isinstance(right, RoundPaired)
    same = PairByHand(round=1, boards=right.boards, sitouts=right.sitouts)
    assert what_is_asked(history, same) == []


def test_66_two_who_have_met_are_named() -> None:
    history = with_rounds(1)
    assert ("hand-made-breach", "met-before") in what_is_asked(history, by_hand(history, (1, 2), (3, 4)))


def test_66_a_bye_above_the_lowest_score_is_named() -> None:
    history = with_rounds(1)
    assert ("hand-made-breach", "bye-not-lowest") in what_is_asked(history, by_hand(history, (2, 3), (5, 4), bye=1))


def test_67_a_board_with_both_colours_wrong_is_named() -> None:
    history = with_rounds(1)
    asked = what_is_asked(history, by_hand(history, (1, 4), (3, 2)))
    assert [what for code, what in asked if code == "hand-made-breach"] == ["both-colours-wrong"] * 2


def test_67_the_colours_of_the_berger_tables_are_not_wrong() -> None:
    """In round 4 of six players 1 and 4 have the colours that a Swiss would give them the other way round."""
    players = tuple(NewPlayer(player=Player(0, name, 2000)) for name in ("Ada", "Bob", "Cor", "Dirk", "Eva", "Fay"))
    history = do(opened(Rules("round-robin", 5)), RegisterPlayers(players=players), DrawLots(seed="hat"))
    for number in range(1, 4):
        history = do(history, PairRound(round=number), PublishRound(round=number))
        entered = (EnterResult(round=number, board=board, result=Result.DRAW) for board in (1, 2, 3))
        history = do(history, *entered, CloseRound(round=number))
    right = history.when(PairRound(round=4)).events[0]
    assert isinstance(right, RoundPaired)
    assert what_is_asked(history, PairByHand(round=4, boards=right.boards)) == []


def test_68_a_pairing_that_is_changed_is_compared_too() -> None:
    history = with_rounds(0)
    history = do(history, PairRound(round=1))
    boards = tuple(Board(board.black, board.white) for board in history.tournament.rounds[0].boards)
    command = ChangeRound(round=1, boards=boards, sitouts=history.tournament.rounds[0].sitouts, reason=WHY)
    assert what_is_asked(history, command) == [("hand-made-differs", (1, 2))]


def test_68_out_of_fide_mode_nothing_is_compared() -> None:
    history = left(with_rounds(0))
    command = by_hand(history, (1, 2), (3, 4))
    (made,) = history.when(command).events
    assert isinstance(made, RoundPaired)
    assert made.by_engine is None
    assert what_is_asked(history, command) == []
