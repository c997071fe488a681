"""Start numbers in FIDE mode, by the questions of FIDE's checklist for programs (VCL4THP)."""

from __future__ import annotations

import pytest

from engine.model import Board, Details, Ids, Outcome, Player, Result, Rules, SitOut, Tournament
from engine.start_order import start_order
from ledger.acts.act import CONFIRM, Command
from ledger.acts.decide import find_confirmation
from ledger.acts.opening import ChangeRules, OpenTournament, TournamentOpened
from ledger.acts.pairing import PairByHand, PairRound
from ledger.acts.players import CorrectPlayer, NewPlayer, PlayerRegistered, RegisterPlayers
from ledger.acts.results import EnterResult
from ledger.acts.rounds import CloseRound, PublishRound
from ledger.acts.start_order import ExchangeNumbers, NumbersExchanged, RenumberPlayers, SetStartOrder
from tests.fide.test_fide_mode import WHY, by_hand, do, with_rounds
from tests.ledger.given import Given, given

RULES = Rules("fide-dutch-2026", 5)


def of(*players: Player, rules: Rules = RULES) -> Given:
    (opening,) = given().when(OpenTournament(details=Details("Open"), rules=rules)).events
    return do(given(opening), RegisterPlayers(players=tuple(NewPlayer(player=player) for player in players)))


def names(t: Tournament) -> list[str]:
    return [t.entries[number].player.name for number in start_order(t)]


def asked(history: Given, command: Command) -> list[str]:
    confirmation = find_confirmation(history.state, command, history.when(command).events)
    if confirmation is None:
        return []
    assert confirmation.level == CONFIRM
    return [one.code for one in confirmation.consequences]


# -- 146: the order of equals ------------------------------------------------------------------------------------------

EQUALS = (
    Player(0, "Winter", 2000, birth_year=1990, ids=Ids(fide="400")),
    Player(0, "Ülkü", 2000, birth_year=1980, ids=Ids(fide="500")),
    Player(0, "Õun", 2000, birth_year=2005),
    Player(0, "Adam", 2000, "FM"),
    Player(0, "Vaher", 2000, ids=Ids(fide="30")),
)


@pytest.mark.parametrize(
    ("rules", "order"),
    [
        (Rules("fide-dutch-2026", 5), ["Adam", "Õun", "Ülkü", "Vaher", "Winter"]),
        (Rules("fide-dutch-2026", 5, language="de"), ["Adam", "Õun", "Ülkü", "Vaher", "Winter"]),
        (Rules("fide-dutch-2026", 5, language="et"), ["Adam", "Vaher", "Winter", "Õun", "Ülkü"]),
        (Rules("fide-dutch-2026", 5, equals_by="fide-id"), ["Adam", "Vaher", "Winter", "Ülkü", "Õun"]),
        (Rules("fide-dutch-2026", 5, equals_by="oldest"), ["Adam", "Ülkü", "Winter", "Õun", "Vaher"]),
        (Rules("fide-dutch-2026", 5, equals_by="youngest"), ["Adam", "Õun", "Winter", "Ülkü", "Vaher"]),
    ],
    ids=["name", "name-de", "name-et", "fide-id", "oldest", "youngest"],
)
def test_146_equals_stand_by_title_and_then_as_it_was_announced(rules: Rules, order: list[str]) -> None:
    assert names(of(*EQUALS, rules=rules).tournament) == order


def test_146_what_is_announced_is_one_of_these() -> None:
    command = OpenTournament(details=Details("Open"), rules=Rules("fide-dutch-2026", 5, equals_by="beauty"))
    given().when(command).then_refused(
        "not-one-of", field="equals_by", value="beauty", possible=("name", "fide-id", "oldest", "youngest")
    )


def test_146_once_round_1_is_paired_it_stands() -> None:
    rules = Rules("fide-dutch-2026", 7, tiebreaks=("BH",), equals_by="oldest")
    with_rounds(1).when(ChangeRules(rules=rules, reason=WHY)).then_refused(
        "fide-mode-fixed", field="equals_by", rule="C.04.2 2.2"
    )


def test_146_in_a_log_of_before_names_stay_where_they_were() -> None:
    registered = (PlayerRegistered(player=Player(n, name, 2000)) for n, name in enumerate(("Ülkü", "Winter"), start=1))
    old = given(TournamentOpened(details=Details("Open"), rules=RULES), *registered)
    assert names(old.tournament) == ["Winter", "Ülkü"]


# -- 147–152: exchanging numbers ---------------------------------------------------------------------------------------

FIELD = (Player(0, "Ada", 2000), Player(0, "Bob", 2000), Player(0, "Cor", 1900), Player(0, "Dirk"), Player(0, "Eva"))


def test_147_two_equals_exchange_their_numbers() -> None:
    history = of(*FIELD).when(ExchangeNumbers(player=1, other=2))
    assert names(do(of(*FIELD), ExchangeNumbers(player=1, other=2)).tournament)[:3] == ["Bob", "Ada", "Cor"]
    assert history.events == [NumbersExchanged(players=(1, 2), order=(2, 1, 3, 4, 5))]


def test_148_only_equals_do_and_who_have_no_rating_are() -> None:
    history = of(*FIELD)
    history.when(ExchangeNumbers(player=2, other=3)).then_refused("numbers-of-unequal-ratings", players=(2, 3))
    history.when(ExchangeNumbers(player=3, other=4)).then_refused("numbers-of-unequal-ratings", players=(3, 4))
    assert history.when(ExchangeNumbers(player=4, other=5)).events


def test_148_nor_does_an_order_set_by_hand_put_a_lower_rating_first() -> None:
    history = of(*FIELD)
    history.when(SetStartOrder(order=(3, 1, 2, 4, 5))).then_refused(
        "fide-mode-order-by-rating", players=(3, 1), rule="C.04.2 2.2"
    )
    assert history.when(SetStartOrder(order=(2, 1, 3, 5, 4))).events


def test_95_the_numbers_of_a_round_robin_are_given_by_hand() -> None:
    history = of(*FIELD, rules=Rules("round-robin", 5))
    assert do(history, SetStartOrder(order=(3, 1, 2, 4, 5))).tournament.start_order == (3, 1, 2, 4, 5)
    assert asked(history, SetStartOrder(order=(3, 1, 2, 4, 5))) == []


@pytest.mark.parametrize("command", [ExchangeNumbers(player=1, other=2), SetStartOrder(order=(2, 1, 3, 4, 5))])
def test_150_an_exchange_is_confirmed(command: Command) -> None:
    assert asked(of(*FIELD), command) == ["number-moves", "number-moves"]


def test_150_rounds_paired_by_the_old_numbers_are_told() -> None:
    command = ExchangeNumbers(player=1, other=2, reason=WHY)
    assert asked(with_rounds(2), command) == ["number-moves", "number-moves", "paired-by-old-numbers"]
    with_rounds(2).when(ExchangeNumbers(player=1, other=2)).then_refused("reason-missing")


def with_round_4() -> Given:
    history = with_rounds(3)
    return do(history, by_hand(history, (1, 5), (2, 4), bye=3))


@pytest.mark.parametrize(
    "command",
    [
        ExchangeNumbers(player=1, other=2, reason=WHY),
        SetStartOrder(order=(2, 1, 3, 4, 5), reason=WHY),
        RenumberPlayers(reason=WHY),
    ],
)
def test_151_none_once_round_4_is_paired(command: Command) -> None:
    with_round_4().when(command).then_refused("start-order-is-fixed", round=4)


# -- 153–156: new numbers, late entries --------------------------------------------------------------------------------


def corrected(history: Given, number: int, rating: int) -> Given:
    player = history.tournament.entries[number].player
    fresh = Player(number, player.name, rating)
    return do(history, CorrectPlayer(player=fresh, reason=WHY))


def test_153_a_correction_moves_no_number_until_new_ones_are_given() -> None:
    history = corrected(with_rounds(1), 3, 2100)
    assert names(history.tournament)[0] == "Ada"
    assert names(do(history, RenumberPlayers(reason=WHY)).tournament)[0] == "Cor"


def test_154_new_numbers_are_confirmed_one_by_one() -> None:
    history = corrected(with_rounds(1), 3, 2100)
    assert asked(history, RenumberPlayers(reason=WHY)) == ["number-moves"] * 3 + ["paired-by-old-numbers"]


def test_155_equals_keep_their_order() -> None:
    history = do(with_rounds(0), ExchangeNumbers(player=1, other=2))
    history = do(history, PairRound(round=1), PublishRound(round=1))
    history = do(corrected(history, 5, 2100), RenumberPlayers(reason=WHY))
    assert names(history.tournament) == ["Eva", "Bob", "Ada", "Cor", "Dirk"]


def test_156_who_comes_after_round_4_gets_the_number_of_their_rating_after_exchanges_too() -> None:
    history = do(of(*FIELD), ExchangeNumbers(player=1, other=2))
    for number in range(1, 5):
        pairs = {1: ((1, 2), (3, 4)), 2: ((1, 3), (2, 4)), 3: ((1, 4), (2, 3)), 4: ((1, 5), (2, 3))}[number]
        idle = ({1, 2, 3, 4, 5} - {player for pair in pairs for player in pair}).pop()
        history = with_draws(history, number, pairs, idle)
    late = do(history, RegisterPlayers(players=(NewPlayer(player=Player(0, "Late", 1950), from_round=5),)))
    assert names(late.tournament) == ["Bob", "Ada", "Late", "Cor", "Dirk", "Eva"]


def with_draws(history: Given, number: int, pairs: tuple[tuple[int, int], ...], idle: int) -> Given:
    made = PairByHand(
        round=number, boards=tuple(Board(*pair) for pair in pairs), sitouts=(SitOut(idle, Outcome.ZERO_BYE),)
    )
    entered = (EnterResult(round=number, board=board, result=Result.DRAW) for board in (1, 2))
    return do(history, made, PublishRound(round=number), *entered, CloseRound(round=number))
