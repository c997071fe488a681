"""The next season from the last: who goes on, what is taken over, and the head of the old one in the new log."""

from typing import Any

import pytest
from msgspec.structs import replace

from engine.carried import Previous
from engine.errors import Refusal
from engine.model import Period, Player, Rules
from engine.registry import SYSTEMS
from ledger.acts.act import Event
from ledger.acts.categories import DefineCategory
from ledger.acts.evolve import fold
from ledger.acts.opening import FinishTournament, TournamentOpened
from ledger.acts.periods import DefinePeriod
from ledger.acts.players import NewPlayer, RegisterPlayers
from ledger.acts.presence import WithdrawPlayer
from ledger.acts.publicity import ChangePublicFields, ShowInitials
from ledger.acts.separations import SeparatePlayers
from ledger.next_season import SeasonChoices, next_season
from ledger.season_chain import LinkState, follow_seasons
from ledger.state import State
from ledger.store.sqlite import SqliteLog
from ledger.views.moves import places_after
from tests.ledger.histories import Table, opened, pair, played

HEAD = "ab" * 32
ROUNDS = (pair(1, (1, 2), (3, 4)), *played(1, "0-1", "1/2"), pair(2, (2, 3), (4, 1)), *played(2, "1-0", "0-1"))


def old_season(system: str = "keizer") -> Table:
    return opened("Anna", "Bea", "Carl", "Dora", rules=Rules(system, 9, options={})).do(*ROUNDS)


def begun(old: Table, **choices: Any) -> State:
    state = fold(next_season(old.state, "club-2025", HEAD, SeasonChoices(**{"name": "Club 2026", **choices})))
    assert state is not None
    return state


def refusal(old: Table, **choices: Any) -> Refusal:
    with pytest.raises(Refusal) as caught:
        begun(old, **choices)
    return caught.value


def test_everybody_goes_on_with_their_number_in_the_order_of_the_final_ladder():
    old = old_season()
    t = begun(old, starts="2026-09-01", rounds=20).tournament
    assert {number: entry.player.name for number, entry in t.entries.items()} == {
        number: entry.player.name for number, entry in old.now.entries.items()
    }
    assert t.start_order == tuple(places_after(old.now))
    assert (t.details.name, t.details.starts, t.rules.rounds, t.rules.system) == (
        "Club 2026",
        "2026-09-01",
        20,
        "keizer",
    )
    assert t.rounds == ()


def test_by_rating_nothing_is_set():
    assert begun(old_season(), order="rating").tournament.start_order == ()
    assert begun(old_season("by-hand")).tournament.start_order == (), "usual where there is no ladder"
    assert begun(old_season("by-hand"), order="table").tournament.start_order != ()


def test_the_opening_names_the_old_season_and_its_head():
    old = old_season()
    opening = next_season(old.state, "club-2025", HEAD, SeasonChoices(name="Club 2026"))[0]
    assert isinstance(opening, TournamentOpened)
    assert opening.continues == Previous("club-2025", "Club Open", old.state.version, HEAD)
    assert begun(old).tournament.carried.previous == opening.continues


def test_who_has_left_does_not_go_on_unless_somebody_ticks_them():
    old = old_season().do(WithdrawPlayer(player=4))
    assert sorted(begun(old).tournament.entries) == [1, 2, 3]
    assert sorted(begun(old, players=(4, 1)).tournament.entries) == [1, 4]
    assert refusal(old, players=(9,)).code == "no-such-player"
    assert refusal(old, players=()).code == "nobody-to-register"


def test_of_those_with_so_many_games():
    old = old_season().do(RegisterPlayers(players=(NewPlayer(player=Player(0, "Late")),)))
    assert sorted(begun(old).tournament.entries) == [1, 2, 3, 4, 5]
    assert sorted(begun(old, least_games=1).tournament.entries) == [1, 2, 3, 4]


def test_colours_and_last_meetings_are_in_the_new_log():
    carried = begun(old_season()).tournament.carried
    assert carried.colours == {1: "wb", 2: "bw", 3: "wb", 4: "bw"}
    assert {(met.one, met.other): met.before for met in carried.meetings} == {
        (1, 2): 2,
        (3, 4): 2,
        (2, 3): 1,
        (1, 4): 1,
    }
    t = begun(replace_gap(old_season(), 2)).tournament
    assert {frozenset((b.white, b.black)) for b in SYSTEMS["keizer"].pair(t).boards} == {
        frozenset((1, 3)),
        frozenset((2, 4)),
    }


def replace_gap(table: Table, gap: int) -> Table:
    table.current = replace(
        table.state, tournament=replace(table.now, rules=replace(table.now.rules, options={"rematch_gap": gap}))
    )
    return table


def test_they_are_left_behind_by_choice():
    carried = begun(old_season(), colours=False, meetings=False).tournament.carried
    assert (carried.colours, carried.meetings) == ({}, ())
    assert begun(old_season("by-hand")).tournament.carried.colours == {}, "no pairing would look at them"


def test_what_was_brought_into_the_old_season_goes_on_too():
    first = begun(old_season())
    second = replace(first, tournament=replace(first.tournament, rounds=()))
    events = next_season(second, "club-2026", HEAD, SeasonChoices(name="Club 2027"))
    state = fold(events)
    assert state is not None
    assert state.tournament.carried.colours == first.tournament.carried.colours
    assert state.tournament.carried.meetings == first.tournament.carried.meetings


def test_periods_categories_publicity_and_who_is_kept_apart_go_on():
    old = old_season().do(
        DefinePeriod(name="Spring", from_round=5),
        DefineCategory(name="Newcomers", players=(1, 3), is_public=True),
        ChangePublicFields(fields=("club",)),
        ShowInitials(player=2),
        SeparatePlayers(players=(1, 2)),
    )
    t = begun(old, players=(1, 2, 4)).tournament
    assert t.periods == (Period(1, "Spring", 5),)
    assert [(one.name, one.players, one.is_public) for one in t.categories] == [("Newcomers", (1,), True)]
    assert (t.public_fields, t.initials) == (("club",), frozenset({2}))
    assert [apart.players for apart in t.separations] == [(1, 2)]
    assert begun(old, periods=False).tournament.periods == ()
    assert begun(old, rounds=4).tournament.periods == (), "it would begin after the last round"


def test_a_private_season_stays_private():
    old = old_season()
    old.current = replace(old.state, tournament=replace(old.now, details=replace(old.now.details, is_private=True)))
    assert begun(old).tournament.details.is_private


def test_not_while_a_round_is_played():
    old = old_season().do(pair(3, (1, 2), (3, 4)))
    assert refusal(old).code == "round-not-closed"


def test_what_no_tournament_can_be_is_refused():
    assert refusal(old_season(), name=" ").code == "text-missing"
    assert refusal(old_season(), rounds=0).code == "bad-number-of-rounds"


# -- the chain over the years ------------------------------------------------------------------------------------------


@pytest.fixture
def log(tmp_path):
    with SqliteLog(tmp_path / "log.db") as log:
        yield log


def write(log: SqliteLog, stream: str, events: list[Event]) -> str:
    return (
        log.submit(stream, log.version(stream), events, actor="test", command=f"{stream}-{log.position()}")
        .result()[-1]
        .hash
    )


def open_next(log: SqliteLog, old: str, new: str) -> None:
    state = fold(log.events(old))
    assert state is not None
    (record,) = log.read(old, state.version - 1, state.version)
    write(log, new, next_season(state, old, record.hash, SeasonChoices(name=new)))


def events_of(table: Table) -> list[Event]:
    return [record.event for record in table.records]


def test_a_chain_over_the_years_is_followed_to_its_beginning(log):
    write(log, "a", events_of(old_season().do(FinishTournament(reason="summer"))))
    open_next(log, "a", "b")
    open_next(log, "b", "c")
    assert [(link.stream, link.state, link.later) for link in follow_seasons(log, "c")] == [
        ("b", LinkState.SAME, 0),
        ("a", LinkState.SAME, 0),
    ]
    assert follow_seasons(log, "a") == ()
    assert follow_seasons(log, "nothing") == ()


def test_an_old_season_that_goes_on_and_one_that_was_altered_are_told_apart(log):
    old = old_season()
    write(log, "a", events_of(old))
    open_next(log, "a", "b")
    before = len(old.records)
    old.do(WithdrawPlayer(player=1))
    write(log, "a", events_of(old)[before:])
    (link,) = follow_seasons(log, "b")
    assert (link.state, link.later) == (LinkState.WENT_ON, 1)
    opening = next(iter(log.events("b")))
    assert isinstance(opening, TournamentOpened)
    for changed, expected in (
        ({"hash": HEAD}, LinkState.ALTERED),
        ({"version": 999}, LinkState.ALTERED),
        ({"stream": "elsewhere"}, LinkState.ABSENT),
    ):
        other = f"b{expected.value}{len(changed)}{'version' in changed:d}"
        assert opening.continues is not None
        write(log, other, [replace(opening, continues=replace(opening.continues, **changed))])
        assert follow_seasons(log, other)[0].state is expected
