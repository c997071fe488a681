"""Time travel: by version, by the end of a round, by time."""

from __future__ import annotations

import pytest

from engine.errors import BadInput, Refusal, RoundlogError
from engine.model import Result
from ledger.acts.hall import Announce
from ledger.acts.pairing import RoundPaired
from ledger.acts.results import CorrectResult
from ledger.acts.rounds import CloseRound, PublishRound, ReopenRound, RoundClosed, TakeBackRound
from ledger.replay import AtTime, AtVersion, EndOfRound, Moment, Newest, read_moment, replay, version_at
from ledger.views.projector import Projection
from tests.ledger.histories import Table, opened, pair, played, random_history

DRAW_AFTER_ALL = CorrectResult(round=1, board=1, result=Result.DRAW, reason="slip misread")


def two_rounds() -> Table:
    """Versions: 1–4 opening and players, 5 paired, 6 published, 7 result, 8 closed; 9–12 the same of round 2."""
    table = opened("Anna", "Bea", "Carl").do(pair(1, (1, 2), bye=3), *played(1, "1-0"))
    return table.do(pair(2, (3, 1), bye=2), *played(2, "0-1"))


def refused(table: Table, moment: Moment) -> tuple[str, dict[str, object]]:
    with pytest.raises(Refusal) as caught:
        replay(table.records, moment)
    return caught.value.code, dict(caught.value.facts)


# -- versions ----------------------------------------------------------------------------------------------------------


def test_the_newest_is_everything() -> None:
    table = two_rounds()
    state, views = replay(iter(table.records), Newest())
    assert state == table.state
    assert views.encode_view("audit") == Projection(table.records).encode_view("audit")


@pytest.mark.parametrize("version", range(1, 13))
def test_a_version_is_the_first_records_to_that_one(version: int) -> None:
    state, views = replay(two_rounds().records, AtVersion(version))
    assert state.version == views.version == views.view("ticker").version == version


@pytest.mark.parametrize("version", [0, 13, 10**9])
def test_a_version_that_is_not_there_is_refused(version: int) -> None:
    assert refused(two_rounds(), AtVersion(version)) == ("no-such-version", {"version": version, "newest": 12})


# -- rounds ------------------------------------------------------------------------------------------------------------


def test_the_end_of_a_round_is_its_closing() -> None:
    table = two_rounds()
    assert [version_at(table.records, EndOfRound(number)) for number in (1, 2)] == [8, 12]


def test_a_later_correction_is_not_in_the_end_of_a_round() -> None:
    table = two_rounds()
    shown = replay(table.records, EndOfRound(1))[1].encode_view("standings")
    table.do(DRAW_AFTER_ALL)
    assert replay(table.records, EndOfRound(1))[1].encode_view("standings") == shown
    assert replay(table.records, Newest())[1].encode_view("standings", round=1) != shown


def test_what_was_corrected_and_closed_again_before_the_next_pairing_is_in_it() -> None:
    table = opened("Anna", "Bea", "Carl").do(pair(1, (1, 2), bye=3), *played(1, "1-0"))
    table.do(ReopenRound(round=1, reason="slip misread"), DRAW_AFTER_ALL, CloseRound(round=1))
    version = table.state.version
    table.do(pair(2, (3, 1), bye=2))
    state, _ = replay(table.records, EndOfRound(1))
    assert (state.version, state.tournament.rounds[0].boards[0].result) == (version, Result.DRAW)


def test_it_stays_when_the_next_round_is_taken_back_and_the_round_closed_anew() -> None:
    """The end of a round is what stood when the next one was first paired."""
    table = opened("Anna", "Bea", "Carl").do(pair(1, (1, 2), bye=3), *played(1, "1-0"), pair(2, (3, 1), bye=2))
    table.do(TakeBackRound(round=2, reason="slip misread"), ReopenRound(round=1, reason="slip misread"))
    table.do(DRAW_AFTER_ALL, CloseRound(round=1))
    assert version_at(table.records, EndOfRound(1)) == 8


def test_a_round_that_was_never_closed_ends_with_the_newest() -> None:
    table = opened("Anna", "Bea").do(pair(1, (1, 2)), PublishRound(round=1), Announce(text="Lunch"))
    assert version_at(table.records, EndOfRound(1)) == table.state.version


def test_a_round_that_was_never_closed_ends_where_the_next_was_paired() -> None:
    """``decide`` asks for the closing today; a log from elsewhere may lack it."""
    records = [r for r in two_rounds().records if not isinstance(r.event, RoundClosed)]
    paired = next(r for r in records if isinstance(r.event, RoundPaired) and r.event.round == 2)
    assert version_at(records, EndOfRound(1)) == records[records.index(paired) - 1].version


@pytest.mark.parametrize("number", [0, 3])
def test_a_round_that_was_never_paired_is_refused(number: int) -> None:
    code, facts = refused(two_rounds(), EndOfRound(number))
    assert (code, facts["round"]) == ("no-such-round", number)


def test_a_round_that_was_taken_back_does_not_stand() -> None:
    table = opened("Anna", "Bea").do(pair(1, (1, 2)), TakeBackRound(round=1, reason="a player came"))
    assert refused(table, EndOfRound(1)) == ("no-such-round", {"round": 1, "rounds": 0})


@pytest.mark.parametrize("seed", range(40))
def test_the_end_of_a_round_is_shown_as_it_was_shown_then(seed: int) -> None:
    """Live through a history; whenever a round is paired, look again at what the screens showed at the last closing."""
    records = random_history(seed)
    lived = Projection()
    at_closing: dict[int, list[bytes]] = {}
    settled: dict[int, list[bytes]] = {}
    for record in records:
        lived.apply(record)
        if isinstance(record.event, RoundClosed):
            at_closing[record.event.round] = pictures(lived)
        if isinstance(record.event, RoundPaired) and record.event.round > 1:
            settled.setdefault(record.event.round - 1, at_closing[record.event.round - 1])
    for number, shown in settled.items():
        assert pictures(replay(records, EndOfRound(number))[1]) == shown


def pictures(projection: Projection) -> list[bytes]:
    return [projection.encode_view(name) for name in ("boards", "standings", "ticker", "audit")]


# -- times -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("at", "version"),
    [
        ("2026-05-01T09:00:00Z", 1),
        ("2026-05-01T09:00:59.999999Z", 1),
        ("2026-05-01T09:04", 5),
        ("2026-05-01 09:04:30", 5),
        ("2026-05-01T11:04+02:00", 5),
        ("2026-05-01T04:04:00-05:00", 5),
        ("2026-05-01", 12),
        ("2026-05-02T00:00", 12),
        ("9999-12-31", 12),
    ],
)
def test_a_time_is_the_last_record_written_by_then(at: str, version: int) -> None:
    assert version_at(two_rounds().records, read_moment(at=at)) == version


@pytest.mark.parametrize("at", ["2026-05-01T08:59:59.999999Z", "2026-04-30", "2026-05-01T10:59+02:00", "0001-01-01"])
def test_before_the_first_record_there_is_nothing(at: str) -> None:
    assert refused(two_rounds(), read_moment(at=at))[0] == "before-the-beginning"


def test_where_nothing_is_recorded_there_is_no_moment() -> None:
    for moment in (Newest(), AtTime("2026-05-01T09:00:00.000000Z")):
        assert refused(Table(), moment)[0] == "before-the-beginning"
    assert refused(Table(), EndOfRound(1))[0] == "no-such-round"


# -- as people write them ----------------------------------------------------------------------------------------------


def test_a_moment_is_read_from_what_was_given() -> None:
    assert read_moment() == Newest()
    assert read_moment(version="120") == read_moment(version=120) == AtVersion(120)
    assert read_moment(round="3") == EndOfRound(3)
    assert read_moment(at="2026-05-01T16:00+02:00") == AtTime("2026-05-01T14:00:00.000000Z")
    assert read_moment(at="2026-05-01") == AtTime("2026-05-01T23:59:59.999999Z")


def unreadable(**given: str | int) -> RoundlogError:
    with pytest.raises(BadInput) as caught:
        read_moment(**given)  # type: ignore[arg-type]
    return caught.value


@pytest.mark.parametrize("text", ["", "x", "-1", "1.5", "٣", "1e3", " 1", "12345678901"])
def test_a_version_or_round_is_a_number(text: str) -> None:
    assert unreadable(version=text).code == "not-a-number"
    assert unreadable(round=text).facts == {"field": "round", "value": text}
    assert unreadable(version=-1).code == "not-a-number"


@pytest.mark.parametrize(
    "text", ["", "soon", "14:00", "2026-13-01", "2026-02-30", "2026-05-01T25:00", "0001-01-01T00:00+14:00"]
)
def test_a_time_is_iso_8601(text: str) -> None:
    error = unreadable(at=text)
    assert (error.code, error.facts) == ("not-a-time", {"field": "at", "value": text})


def test_only_one_moment_at_a_time() -> None:
    error = unreadable(version="1", at="2026-05-01")
    assert (error.code, error.facts) == ("more-than-one-moment", {"given": ("version", "at")})
