"""Errors as values: what they say, and how they travel."""

import pickle

from engine.errors import BadInput, Refusal, together


def test_several_errors_are_the_first_of_them_with_all_brought_along():
    bad, refused = BadInput("not-a-number", field="round"), Refusal("reason-missing")
    error = together([bad, refused])
    assert isinstance(error, BadInput)
    assert (error.code, error.facts, error.problems) == ("not-a-number", {"field": "round"}, (bad, refused))


def test_one_error_is_itself():
    refused = Refusal("reason-missing")
    assert together([refused]) is refused
    assert refused.problems == ()


def test_they_travel_between_processes_whole():
    error = pickle.loads(pickle.dumps(together([Refusal("no-such-round", round=3), Refusal("reason-missing")])))
    assert isinstance(error, Refusal)
    assert (error.code, error.facts) == ("no-such-round", {"round": 3})
    assert [one.code for one in error.problems] == ["no-such-round", "reason-missing"]


def test_the_names_of_players_travel_with_them():
    refused = Refusal("not-withdrawn", player=12)
    refused.names = {12: "Anna Smit"}
    assert pickle.loads(pickle.dumps(refused)).names == {12: "Anna Smit"}
    assert (refused.players, Refusal("too-few-players", players=3, needed=4).players) == (frozenset({12}), frozenset())
