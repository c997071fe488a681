"""The report to the federation, by the questions of FIDE's checklist for programs (VCL4THP)."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from msgspec.structs import replace

from engine.errors import Refusal
from engine.model import Board, Details, Outcome, Player, Result, Rules, SitOut
from ledger.acts.act import Event
from ledger.acts.catalogue import AnyEvent
from ledger.acts.evolve import fold
from ledger.acts.fide_mode import FideModeLeft
from ledger.acts.opening import RulesChanged, TournamentFinished, TournamentOpened
from ledger.acts.pairing import EnginePairing, RoundChanged, RoundPaired
from ledger.acts.players import PlayerRegistered
from ledger.acts.record import Recorded
from ledger.acts.results import GamePostponed, ResultCorrected, ResultEntered
from ledger.acts.rounds import RoundClosed, RoundPublished, RoundTakenBack
from ledger.formats.trf import parse, understand
from ledger.formats.trf.comments import write_comments
from ledger.formats.trf.lines import INTERIM
from ledger.formats.trf.report import check_final, write_report
from ledger.formats.trf.to_events import story
from ledger.formats.trf.writer import Dialect
from ledger.state import State

RULES = Rules("fide-dutch-2026", 2)
OPENED = TournamentOpened(details=Details("Open"), rules=RULES)
PLAYERS = tuple(PlayerRegistered(player=Player(number, f"Player {number}")) for number in range(1, 6))
BYE = (SitOut(5, Outcome.PAIRING_BYE),)
MADE, RIGHT = (Board(1, 2), Board(3, 4)), (Board(1, 3), Board(2, 4))
PAIRED = RoundPaired(round=1, system="fide-dutch-2026", boards=MADE, sitouts=BYE)
BY_HAND = RoundPaired(
    round=1, system="by-hand", boards=MADE, sitouts=BYE, by_engine=EnginePairing("fide-dutch-2026", RIGHT, BYE)
)
BEFORE = (OPENED, *PLAYERS)
NUMBERS = {number: number for number in range(1, 6)}


def recorded(*events: AnyEvent, at_once: int = 1) -> Iterator[Recorded]:
    """``at_once``: how many of the first stand under one command, as an import writes them."""
    for version, event in enumerate(events, start=1):
        command = "the file" if version <= at_once else f"command {version}"
        yield Recorded(version, "open", version, "", "Anna", command, event, f"{version:08x}" + "f" * 56, "")


def comments(*events: AnyEvent, at_once: int = 1) -> list[str]:
    return list(write_comments(recorded(*events, at_once=at_once), NUMBERS))


def state_after(*events: Event) -> State:
    state = fold(events)
    assert state is not None
    return state


def round_1(*results: Result) -> tuple[Event, ...]:
    """Paired and published, with these results."""
    entered = (ResultEntered(round=1, board=board, result=one) for board, one in enumerate(results, start=1))
    return (PAIRED, RoundPublished(round=1), *entered)


# -- the final report --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "events",
    [
        round_1(Result.WHITE_WINS),
        (*round_1(Result.WHITE_WINS), GamePostponed(round=1, board=2)),
        (*round_1(Result.WHITE_WINS), GamePostponed(round=1, board=2), TournamentFinished()),
    ],
    ids=["without a result", "adjourned", "adjourned, and finished by an old log"],
)
def test_169_no_final_report_while_a_game_is_open(events: tuple[Event, ...]) -> None:
    with pytest.raises(Refusal, match="report-while-game-is-open") as refused:
        check_final(state_after(*BEFORE, *events).tournament)
    assert refused.value.facts == {"round": 1, "board": 2}


def test_169_no_final_report_before_the_tournament_is_finished() -> None:
    played = (*BEFORE, *round_1(Result.WHITE_WINS, Result.DRAW), RoundClosed(round=1))
    with pytest.raises(Refusal, match="report-before-the-end"):
        check_final(state_after(*played).tournament)
    check_final(state_after(*played, TournamentFinished()).tournament)


def test_169_an_interim_file_says_that_it_is_one_and_its_import_does_not() -> None:
    state = state_after(*BEFORE, *round_1(Result.WHITE_WINS))
    text = write_report(state, Dialect.TRF26, is_interim=True).text
    assert f"{INTERIM} @ Round 1 of 2" in text.splitlines()
    understood = understand(parse(text))
    again = state_after(*story(understood.tournament, understood.rest))
    assert INTERIM not in write_report(again, Dialect.TRF26).text


# -- comments ----------------------------------------------------------------------------------------------------------


def test_44_leaving_fide_mode_is_told_with_its_round_and_its_reason() -> None:
    told = comments(*BEFORE, PAIRED, FideModeLeft(reason="nine rounds,\nafter all"))
    assert told == ["### FIDE mode exited @ Round 2: nine rounds, after all (version 8, 00000008)"]


def test_44_the_round_is_that_which_is_not_paired() -> None:
    told = comments(*BEFORE, PAIRED, RoundTakenBack(round=1, reason=""), FideModeLeft(reason="why"))
    assert told == ["### FIDE mode exited @ Round 1: why (version 9, 00000009)"]


def test_69_a_pairing_by_hand_is_told_with_the_right_pairs() -> None:
    assert comments(*BEFORE, BY_HAND) == ["### MPA @ Round 1: 1-3 2-4 => 1-2 3-4 (version 7, 00000007)"]


def test_69_another_bye_is_told() -> None:
    made = (Board(1, 3), Board(2, 5))
    changed = RoundChanged(
        round=1, boards=made, reason="", sitouts=(SitOut(4, Outcome.PAIRING_BYE),), by_engine=BY_HAND.by_engine
    )
    assert comments(*BEFORE, PAIRED, changed) == ["### MPA @ Round 1: 2-4 5=PAB => 2-5 4=PAB (version 8, 00000008)"]


def test_69_the_right_pairing_made_by_hand_is_none_of_it() -> None:
    assert comments(*BEFORE, replace(BY_HAND, boards=RIGHT)) == []


def test_69_where_the_system_finds_none_that_is_told() -> None:
    alone = replace(BY_HAND, by_engine=EnginePairing("fide-dutch-2026"))
    assert comments(*BEFORE, alone) == ["### MPA @ Round 1: none => 1-2 3-4 5=PAB (version 7, 00000007)"]


def test_113_what_touches_the_pairing_is_told_in_its_order() -> None:
    told = comments(
        *BEFORE,
        RulesChanged(rules=replace(RULES, rounds=3), reason=""),  # before the first round nothing is touched
        *round_1(Result.WHITE_WINS),
        ResultCorrected(round=1, board=1, result=Result.DRAW, old=Result.WHITE_WINS, reason="", corrects=10),
        GamePostponed(round=1, board=2),
        RoundClosed(round=1),  # until then results are still being typed
        ResultCorrected(round=1, board=1, result=Result.BLACK_WINS, old=Result.DRAW, reason="", corrects=11),
        RulesChanged(rules=RULES, reason=""),
    )
    assert [line.partition(" (")[0] for line in told] == [
        "### Adjournment @ Round 1: board 2",
        "### Correction @ Round 1: board 1",
        "### Configuration @ Round 1",
    ]


def test_113_an_import_is_told_with_the_round_that_it_ends_with() -> None:
    events = (*BEFORE, PAIRED, RoundPublished(round=1))
    assert comments(*events, at_once=len(events)) == ["### Import @ Round 1 (version 8, 00000008)"]


def test_113_the_players_are_named_by_their_numbers_in_the_file() -> None:
    numbers = {player: 6 - player for player in NUMBERS}
    (told,) = write_comments(recorded(*BEFORE, BY_HAND), numbers)
    assert "5-3 4-2 => 5-4 3-2" in told


def test_113_comments_are_left_out_unless_somebody_asks_for_them() -> None:
    events = (*BEFORE, BY_HAND)
    state = state_after(*events)
    assert "###" not in write_report(state, Dialect.TRF26).text
    text = write_report(state, Dialect.TRF26, records=recorded(*events)).text
    assert [line for line in text.splitlines() if line.startswith("###")] == comments(*events)
    assert parse(text).players == parse(write_report(state, Dialect.TRF26).text).players
