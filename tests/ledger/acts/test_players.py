"""Registration, corrections of a player's data, the start order."""

from typing import Any

import pytest
from msgspec.structs import replace

from engine.model import Ids, Outcome, Player, RatingOf
from ledger.acts.players import CorrectPlayer, NewPlayer, PlayerCorrected, PlayerRegistered, RegisterPlayers
from ledger.acts.start_order import SetStartOrder, StartOrderSet
from tests.ledger.given import given, opened, paired, played, registered, with_players


def register(*players, **entry):
    return RegisterPlayers(players=tuple(NewPlayer(player=player, **entry) for player in players))


# -- registration ------------------------------------------------------------------------------------------------------


def test_a_player_is_registered_with_all_that_is_known():
    player = Player(
        7,
        "Käär, Õie",
        rating=2210,
        title="WIM",
        lot=3,
        club="Tartu",
        federation="EST",
        birth_year=1999,
        sex="w",
        ids=Ids(fide="4500001", knsb="123", kndb="456", fmjd="789"),
        category="A",
    )
    given(opened()).when(register(player)).then(PlayerRegistered(player=player))


def test_players_without_a_number_get_the_next_ones():
    given(*with_players(2)).when(register(Player(0, "Zoë"), Player(40, "Yob"), Player(0, "Xi"))).then(
        PlayerRegistered(player=Player(3, "Zoë")),
        PlayerRegistered(player=Player(40, "Yob")),
        PlayerRegistered(player=Player(41, "Xi")),
    )


def test_somebody_has_to_be_registered():
    given(opened()).when(RegisterPlayers(players=())).then_refused("nobody-to-register")


def test_all_are_registered_or_none():
    given(opened()).when(register(Player(1, "Ada"), Player(2, ""))).then_refused("text-missing", field="name")


def test_a_number_is_given_once():
    given(*with_players(2)).when(register(Player(2, "Zoë"))).then_refused("number-taken", number=2, name="Bob")


def test_a_number_is_given_once_in_one_list_too():
    given(opened()).when(register(Player(2, "Zoë"), Player(2, "Yob"))).then_refused(
        "number-taken", number=2, name="Zoë"
    )


def test_somebody_of_whom_nothing_else_is_known_is_registered_once():
    given(opened(), registered(1)).when(register(Player(0, "  ADA "))).then_refused(
        "name-registered", name="Ada", number=1
    )


def test_a_name_is_the_same_however_its_accents_are_encoded():
    composed, decomposed = "Zo\u00eb", "Zoe\u0308"
    given(opened()).when(register(Player(1, composed), Player(2, decomposed))).then_refused(
        "name-registered", name=composed, number=1
    )


@pytest.mark.parametrize("office", ["fide", "knsb", "kndb", "fmjd"])
def test_a_federation_number_belongs_to_one_person(office):
    one, other = (Player(n, name, ids=Ids(**{office: "4500001"})) for n, name in ((1, "Ada"), (2, "A. Lovelace")))
    given(opened()).when(register(one, other)).then_refused("already-registered", name="Ada", number=1)


def test_the_same_number_at_two_federations_is_two_people():
    one, other = Player(1, "Ada", ids=Ids(fide="77")), Player(2, "Bob", ids=Ids(knsb="77"))
    given(opened()).when(register(one, other)).then(PlayerRegistered(player=one), PlayerRegistered(player=other))


OF_THE_FATHER: dict[str, Any] = {"birth_year": 1970, "club": "Leiden", "ids": Ids(knsb="8")}


@pytest.mark.parametrize("what", [{"birth_year": 2011}, {"club": "Utrecht"}, {"ids": Ids(knsb="9")}])
def test_namesakes_are_registered_when_they_can_be_told_apart(what):
    father = Player(1, "Jansen", **{field: OF_THE_FATHER[field] for field in what})
    daughter = Player(2, "Jansen", **what)
    given(opened()).when(register(father, daughter)).then(
        PlayerRegistered(player=father), PlayerRegistered(player=daughter)
    )


@pytest.mark.parametrize("what", [{}, {"rating": 1500}, *({field: value} for field, value in OF_THE_FATHER.items())])
def test_a_double_is_asked_about_when_it_says_less_or_more_than_the_first(what):
    first, typed = Player(1, "Jansen, Jan", rating=1800), Player(2, "Jan  JANSEN", **what)
    given(opened()).when(register(first, typed)).then_refused("name-registered", name="Jansen, Jan", number=1)
    given(opened()).when(register(typed, first)).then_refused("name-registered", name="Jan  JANSEN", number=2)


def test_somebody_else_of_the_same_name_is_registered_when_that_is_said():
    father, son = Player(1, "Jansen"), Player(2, "Jansen")
    said = RegisterPlayers(players=(NewPlayer(player=son, namesake=True),))
    after = given(opened(), PlayerRegistered(player=father)).when(said).then(PlayerRegistered(player=son))
    rated = replace(son, rating=1400)  # which is not asked again
    after.when(CorrectPlayer(player=rated, reason="typo")).then(PlayerCorrected(player=rated, reason="typo"))


def test_whatever_is_said_a_federation_number_belongs_to_one_person():
    one, other = Player(1, "Ada", ids=Ids(fide="77")), Player(2, "Ada", ids=Ids(fide="77"))
    said = RegisterPlayers(players=(NewPlayer(player=other, namesake=True),))
    given(opened(), PlayerRegistered(player=one)).when(said).then_refused("already-registered", name="Ada", number=1)


@pytest.mark.parametrize(
    ("field", "value", "least", "most"),
    [
        ("number", -1, 1, 99_999),
        ("number", 100_000, 1, 99_999),
        ("rating", -1, 0, 4_000),
        ("rating", 10**30, 0, 4_000),
        ("lot", 0, 1, 99_999),
        ("lot", -3, 1, 99_999),
        ("birth_year", 1899, 1900, 2100),
        ("birth_year", 2101, 1900, 2100),
    ],
)
def test_a_number_that_cannot_be_is_refused(field, value, least, most):
    player = replace(Player(1, "Ada"), **{field: value})
    given(opened()).when(register(player)).then_refused(
        "number-outside-range", field=field, value=value, least=least, most=most
    )


@pytest.mark.parametrize("field", ["name", "title", "club", "federation", "category"])
def test_what_is_said_of_a_player_stands_on_one_line(field):
    player = replace(Player(1, "Ada"), **{field: "A\nB"})
    given(opened()).when(register(player)).then_refused("text-has-control-characters", field=field)


@pytest.mark.parametrize("office", ["fide", "knsb", "kndb", "fmjd"])
def test_federation_numbers_stand_on_one_line(office):
    player = Player(1, "Ada", ids=Ids(**{office: "1\x002"}))
    given(opened()).when(register(player)).then_refused("text-has-control-characters", field=office)


@pytest.mark.parametrize("office", ["fide", "knsb", "kndb", "fmjd"])
@pytest.mark.parametrize("value", ["NED12", "12 34", "1234.0", "-5", "١٢"])
def test_a_federation_number_is_made_of_digits(office, value):
    player = Player(1, "Ada", ids=Ids(**{office: value}))
    given(opened()).when(register(player)).then_refused("not-digits", field=office, value=value)


def test_a_federation_number_has_twelve_digits_at_most():
    given(opened()).when(register(Player(1, "Ada", ids=Ids(fide="1" * 13)))).then_refused(
        "text-too-long", field="fide", longest=12, length=13
    )


LONGEST = {"name": 100, "title": 40, "club": 80, "federation": 40, "category": 40}


@pytest.mark.parametrize(("field", "longest"), LONGEST.items())
def test_what_is_said_of_a_player_has_room_in_a_list(field, longest):
    player = replace(Player(1, "Ada"), **{field: "é" * (longest + 1)})
    given(opened()).when(register(player)).then_refused(
        "text-too-long", field=field, longest=longest, length=longest + 1
    )


def test_as_long_as_it_may_be_is_not_too_long():
    player = replace(Player(1, "Ada"), **{field: "é" * longest for field, longest in LONGEST.items()})
    given(opened()).when(register(player)).then(PlayerRegistered(player=player))


def test_all_that_is_wrong_with_a_player_is_told_at_once():
    player = Player(1, "", rating=9999, birth_year=66, ids=Ids(fide="x", kndb="y"))
    refusal = given(opened()).when(register(player)).refusal
    assert [one.facts["field"] for one in refusal.problems] == ["name", "rating", "birth_year", "fide", "kndb"]


def test_the_sex_is_m_or_w_or_not_given():
    given(opened()).when(register(Player(1, "Ada", sex="f"))).then_refused(
        "not-one-of", field="sex", value="f", possible=("", "m", "w")
    )


def test_a_late_entry_begins_in_the_next_round_to_be_paired():
    given(*with_players(2), paired(1, (1, 2))).when(register(Player(0, "Cor"))).then(
        PlayerRegistered(player=Player(3, "Cor"), from_round=2)
    )


def test_a_late_entry_may_be_given_half_points_for_what_was_missed():
    given(*with_players(2), *played(1, {(1, 2): "1/2"})).when(
        register(Player(0, "Cor"), from_round=3, missed=Outcome.HALF_BYE)
    ).then(PlayerRegistered(player=Player(3, "Cor"), from_round=3, missed=Outcome.HALF_BYE))


def test_nobody_enters_a_round_that_is_paired_already():
    given(*with_players(2), paired(1, (1, 2))).when(register(Player(0, "Cor"), from_round=1)).then_refused(
        "round-already-paired", round=1, next=2
    )


@pytest.mark.parametrize("from_round", [0, -1, 6, 10**30])
def test_nobody_enters_a_round_that_is_not_played(from_round):
    given(opened(rounds=5)).when(register(Player(0, "Cor"), from_round=from_round)).then_refused(
        "round-outside-programme", round=from_round, rounds=5
    )


def test_nobody_enters_after_the_last_pairing():
    given(*with_players(2, rounds=1), paired(1, (1, 2))).when(register(Player(0, "Cor"))).then_refused(
        "round-outside-programme", round=2, rounds=1
    )


@pytest.mark.parametrize("missed", [Outcome.WIN, Outcome.PAIRING_BYE, Outcome.POSTPONED, Outcome.FORFEIT_LOSS])
def test_missed_rounds_are_not_games(missed):
    given(opened()).when(register(Player(0, "Cor"), missed=missed)).then_refused(
        "not-an-absence", outcome=missed.value, possible=REQUESTABLE
    )


REQUESTABLE = ("absent", "absent-unnotified", "full-bye", "half-bye", "team-duty", "zero-bye")


# -- corrections -------------------------------------------------------------------------------------------------------


def test_a_players_data_are_corrected_for_a_reason():
    player = Player(1, "Ada", rating=2050, title="WFM")
    after = (
        given(*with_players(2))
        .when(CorrectPlayer(player=player, reason="new rating list"))
        .then(PlayerCorrected(player=player, reason="new rating list"))
    )
    assert after.tournament.entries[1].player == player


def test_a_correction_leaves_entry_and_absences_alone():
    before = given(opened(), registered(1, from_round=3))
    after = before.when(CorrectPlayer(player=Player(1, "Ada"), reason="no rating")).then(
        PlayerCorrected(player=Player(1, "Ada"), reason="no rating")
    )
    assert after.tournament.entries[1] == replace(before.tournament.entries[1], player=Player(1, "Ada"))


def test_a_players_data_are_not_corrected_without_a_reason_once_a_round_is_paired():
    under_way = given(*with_players(2), paired(1, (1, 2)))
    under_way.when(CorrectPlayer(player=Player(1, "Eve"), reason=" ")).then_refused("reason-missing")


def test_before_the_first_pairing_they_are_corrected_without_a_reason():
    eve = Player(1, "Eve")
    given(*with_players(2)).when(CorrectPlayer(player=eve)).then(PlayerCorrected(player=eve, reason=""))
    given(*with_players(2)).when(CorrectPlayer(player=eve, reason="\t ")).then_refused(
        "text-has-control-characters", field="reason"
    )


def test_a_reason_is_not_a_novel():
    given(*with_players(2)).when(CorrectPlayer(player=Player(1, "Eve"), reason="x" * 501)).then_refused(
        "text-too-long", field="reason", longest=500, length=501
    )


@pytest.mark.parametrize("number", [0, 3, -1])
def test_only_a_registered_player_is_corrected(number):
    given(*with_players(2)).when(CorrectPlayer(player=Player(number, "Eve"), reason="typo")).then_refused(
        "no-such-player", player=number
    )


FROM_AN_OLD_LOG = Player(1, "x" * 500, club="y" * 500, birth_year=1850, ids=Ids(fide="NED-1", knsb="no"))


def test_what_an_old_log_holds_may_stay_while_something_else_is_corrected():
    better = replace(FROM_AN_OLD_LOG, rating=1900, ids=replace(FROM_AN_OLD_LOG.ids, fide="1000"))
    given(opened(), PlayerRegistered(player=FROM_AN_OLD_LOG)).when(CorrectPlayer(player=better, reason="typo")).then(
        PlayerCorrected(player=better, reason="typo")
    )


def test_what_is_typed_anew_keeps_to_the_rules_of_today():
    longer = replace(FROM_AN_OLD_LOG, club="z" * 81)
    given(opened(), PlayerRegistered(player=FROM_AN_OLD_LOG)).when(
        CorrectPlayer(player=longer, reason="typo")
    ).then_refused("text-too-long", field="club", longest=80, length=81)


def test_the_same_data_are_no_correction():
    same = registered(1).player
    given(*with_players(2)).when(CorrectPlayer(player=same, reason="typo")).then_refused("nothing-changes")


def test_a_correction_does_not_make_one_person_out_of_two():
    given(*with_players(2)).when(CorrectPlayer(player=Player(2, "Ada"), reason="typo")).then_refused(
        "name-registered", name="Ada", number=1
    )
    two = CorrectPlayer(player=Player(2, "Ada"), reason="typo", namesake=True)
    given(*with_players(2)).when(two).then(PlayerCorrected(player=Player(2, "Ada"), reason="typo"))


def test_corrected_data_are_checked_as_the_first_were():
    given(*with_players(2)).when(CorrectPlayer(player=Player(1, "Ada", rating=-5), reason="typo")).then_refused(
        "number-outside-range", field="rating", value=-5, least=0, most=4000
    )


# -- start order -------------------------------------------------------------------------------------------------------


def test_a_start_order_names_everybody_once():
    after = given(*with_players(3)).when(SetStartOrder(order=(3, 1, 2))).then(StartOrderSet(order=(3, 1, 2)))
    assert after.tournament.start_order == (3, 1, 2)
    after.when(SetStartOrder(order=(3, 1, 2))).then_nothing()


def test_nobody_is_forgotten_in_it():
    given(*with_players(4)).when(SetStartOrder(order=(4, 2))).then_refused("players-missing", players=(1, 3))


def test_nobody_stands_in_it_twice():
    given(*with_players(2)).when(SetStartOrder(order=(1, 2, 1))).then_refused("player-twice", player=1)


def test_no_stranger_stands_in_it():
    given(*with_players(2)).when(SetStartOrder(order=(1, 2, 9))).then_refused("no-such-player", player=9)


def test_after_the_first_pairing_it_needs_a_reason():
    history = (*with_players(2), paired(1, (1, 2)))
    given(*history).when(SetStartOrder(order=(2, 1))).then_refused("reason-missing")
    given(*history).when(SetStartOrder(order=(2, 1), reason="wrong list")).then(
        StartOrderSet(order=(2, 1), reason="wrong list")
    )


def test_its_reason_stands_on_one_line():
    given(*with_players(2)).when(SetStartOrder(order=(2, 1), reason="a\rb")).then_refused(
        "text-has-control-characters", field="reason"
    )


# -- several ratings ---------------------------------------------------------------------------------------------------

NATIONAL, OF_FIDE = RatingOf("NED", "standard", 1500), RatingOf("fide", "standard", 1450)


def with_ratings(*ratings: RatingOf) -> RegisterPlayers:
    return RegisterPlayers(players=(NewPlayer(player=Player(1, "Ada", 1500), ratings=ratings),))


def test_an_entry_holds_the_ratings_that_are_known_beside_the_one_that_counts():
    event = PlayerRegistered(player=Player(1, "Ada", 1500), ratings=(NATIONAL, OF_FIDE))
    after = given(opened()).when(with_ratings(NATIONAL, OF_FIDE)).then(event)
    assert after.tournament.entries[1].ratings == (NATIONAL, OF_FIDE)


@pytest.mark.parametrize(
    ("ratings", "code"),
    [
        ((RatingOf("", "", 1500),), "text-missing"),
        ((RatingOf("NED", "bullet", 1500),), "not-one-of"),
        ((RatingOf("NED", "", 4001),), "number-outside-range"),
        ((NATIONAL, RatingOf("NED", "standard", 1510)), "rating-twice"),
        ((RatingOf("A list without end " * 2, "", 1500),), "text-too-long"),
    ],
)
def test_ratings_that_nobody_can_have_are_refused(ratings, code):
    assert given(opened()).when(with_ratings(*ratings)).refusal.code == code


@pytest.mark.parametrize(
    ("rating", "then"),
    [
        (1520, (RatingOf("NED", "standard", 1520), OF_FIDE)),
        (None, (OF_FIDE,)),
    ],
)
def test_the_rating_that_counts_is_corrected_where_it_comes_from(rating, then):
    history = (opened(), PlayerRegistered(player=Player(1, "Ada", 1500), ratings=(NATIONAL, OF_FIDE)))
    corrected = (
        given(*history)
        .when(CorrectPlayer(player=Player(1, "Ada", rating)))
        .then(PlayerCorrected(player=Player(1, "Ada", rating), reason=""))
    )
    assert corrected.tournament.entries[1].ratings == then


def test_a_rating_that_counts_and_is_of_no_list_leaves_the_lists_alone():
    history = (opened(), PlayerRegistered(player=Player(1, "Ada", 1700), ratings=(NATIONAL, OF_FIDE)))
    own = PlayerCorrected(player=Player(1, "Ada", 1710), reason="")
    assert given(*history, own).tournament.entries[1].ratings == (NATIONAL, OF_FIDE)
