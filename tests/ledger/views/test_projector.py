"""Living through the events and rebuilding from the log give the same bytes."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Mapping
from typing import Any, NamedTuple

import msgspec
import pytest

from engine.cards import cards
from engine.errors import Broken, Refusal
from engine.model import Phase, Tournament
from ledger.acts.act import Command, Streams
from ledger.acts.catalogue import BY_EVENT
from ledger.acts.evolve import fold
from ledger.acts.extras import SettleTie
from ledger.acts.hall import Announce, SetClock
from ledger.acts.record import Recorded
from ledger.acts.rounds import ReopenRound
from ledger.acts.start_order import SetStartOrder
from ledger.state import State
from ledger.views import HISTORY_VIEWS, NAMES, STATE_VIEWS, audit, may_differ, names_of
from ledger.views import projector as projecting
from ledger.views.audit import may_move
from ledger.views.boards import BoardsQuestion
from ledger.views.projector import Projection, Projector
from tests.ledger.histories import STREAM, opened, pair, played, recorded
from tests.ledger.histories import random_history as make_random_history


def in_part(seeds: range, every: int) -> list[Any]:
    """Every so many of them in ``make test``, the others in ``make test-all``."""
    return [pytest.param(seed, marks=[pytest.mark.exhaustive] if seed % every else []) for seed in seeds]


SEEDS = range(200)
EVERY = 5
HISTORIES = in_part(SEEDS, EVERY)
SAMPLE = in_part(SEEDS[::20], 60)  # of which every prefix is looked at

OF_A_PLAYER = ("card", "explanation")
OF_ALL = [name for name in names_of("by-hand") if name not in OF_A_PLAYER]

Shown = Mapping[tuple[str, int], bytes]  # view and what was asked of it → its JSON


def everything(projection: Projection) -> Shown:
    """Every view of a tournament: every round's boards and standings, every player's card and explanation."""
    assert projection.state is not None
    t = projection.state.tournament
    rounds = range(1, len(t.rounds) + 1)
    published = [played.number for played in t.rounds if played.phase is not Phase.PAIRED]
    shown = {(name, 0): projection.encode_view(name) for name in OF_ALL}
    shown |= {("boards", number): projection.encode_view("boards", round=number) for number in rounds}
    shown |= {("standings", number): projection.encode_view("standings", round=number) for number in published}
    players = [(name, player) for name in OF_A_PLAYER for player in t.entries]
    return shown | {(name, player): projection.encode_view(name, player=player) for name, player in players}


@functools.cache
def random_history(seed: int, length: int = 60) -> list[Recorded]:
    """Made once: most tests look at the same ones."""
    return make_random_history(seed, length)


class Moment(NamedTuple):
    record: Recorded
    after: State
    shown: Shown


@functools.cache
def live_through(seed: int) -> list[Moment]:
    """Everything that is shown after each record of a history, by one projection that takes them one by one."""
    projection, moments = Projection(), []
    for record in random_history(seed):
        projection.apply(record)
        assert projection.state is not None
        moments.append(Moment(record, projection.state, everything(projection)))
    return moments


def without_version(shown: bytes) -> dict[str, object]:
    decoded: dict[str, object] = msgspec.json.decode(shown)
    del decoded["version"]
    return decoded


# -- by random histories -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", HISTORIES)
def test_rebuilt_is_what_was_lived_through_to_the_byte(seed: int) -> None:
    records = random_history(seed)
    lived = Projector()
    for record in records:
        lived.apply(record)
        lived.encode_view(STREAM, "audit")  # looking must not change what is seen
    projection = Projection(stored_and_read_again(records))
    assert lived.state(STREAM) == projection.state == fold(record.event for record in records)
    assert everything(lived.projection(STREAM)) == everything(projection)


@pytest.mark.parametrize("seed", SAMPLE)
def test_at_every_moment_of_a_history(seed: int) -> None:
    records = random_history(seed)
    for length, moment in enumerate(live_through(seed), start=1):
        assert moment.shown == everything(Projection(records[:length]))


@pytest.mark.parametrize("seed", SAMPLE)
@pytest.mark.parametrize("unasked", [0, 7, 1000])
def test_what_is_read_from_the_log_again_is_what_was_kept(
    seed: int, unasked: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With five items kept of each view, and the others let go of soon, late or never: the same to the byte."""
    monkeypatch.setattr(projecting, "NEWEST_KEPT", 5)
    monkeypatch.setattr(projecting, "KEPT_UNASKED", unasked)
    records = random_history(seed)
    few, all_kept = Projection(read=lambda upto: iter(records[:upto])), Projection()
    for number, record in enumerate(records, start=1):
        few.apply(record)
        all_kept.apply(record)
        if number % 9 == 0:  # now and then somebody looks at the whole past
            assert everything(few) == everything(all_kept)
            assert few.entries_of(range(1, number + 1)) == all_kept.entries_of(range(1, number + 1))
        for asked in ({"since": number - 2}, {"since": number - 20}, {"since": -5, "board": 1}, {"round": 1}):
            assert few.encode_view("audit", **asked) == all_kept.encode_view("audit", **asked)
        for limit in (0, 1, 5, 6, 1000):
            assert few.encode_view("ticker", limit=limit) == all_kept.encode_view("ticker", limit=limit)
        assert few.entries_of(range(number - 3, number + 1)) == all_kept.entries_of(range(number - 3, number + 1))


@pytest.mark.parametrize("has_log", [False, True])
def test_of_what_is_kept_only_corrections_hold_on_to_what_was_before_them(has_log: bool) -> None:
    """Whom they moved takes long, and is worked out for who looks; all else is worked out at once."""
    records = random_history(5, 70)
    projection = Projection(read=(lambda upto: iter(records[:upto])) if has_log else None)
    for length, record in enumerate(records, start=1):
        projection.apply(record)
        if length in (30, 50, 70):
            projection.view("ticker", limit=1)
    kept = projection._up_to_date().by_view["audit"]
    assert isinstance(kept, audit.Collector)
    held = [item._step for item in (*kept._items, *kept._work) if item._step is not None]
    assert len(kept._items) >= 60
    assert all(may_move(before, event) for before, event, _ in held)


def test_what_is_new_is_at_hand_and_what_is_old_is_let_go_of(monkeypatch: pytest.MonkeyPatch) -> None:
    """The log is read for who asks first, and for what goes back further, once for all who ask; not for what screens
    show all the time, nor for what a writer is told of the own records."""
    monkeypatch.setattr(projecting, "NEWEST_KEPT", 5)
    monkeypatch.setattr(projecting, "KEPT_UNASKED", 10)
    records = random_history(3, 70)
    read: list[int] = []

    def again(upto: int) -> list[Recorded]:
        read.append(upto)
        return records[:upto]

    projection = Projection((), again)
    for record in records[:40]:
        projection.apply(record)
        projection.update_history()
    assert projection.news(36, 40) == Projection(records[:40]).news(36, 40)
    assert read == []
    projection.view("ticker", limit=5)
    projection.view("audit", since=36)
    projection.view("reasons")
    projection.entries_of(range(36, 41))
    assert read == [40]
    assert projection.news(36, 40) == Projection(records[:40]).news(36, 40)
    assert read == [40]
    projection.view("audit")
    projection.view("ticker")
    assert read == [40, 40]
    for record in records[40:50]:
        projection.apply(record)
    projection.view("audit")  # within ten records: it was kept up to date
    assert read == [40, 40]
    for record in records[50:61]:
        projection.apply(record)
    projection.update_history()
    assert projection._all is None
    projection.view("audit")
    assert read == [40, 40, 61]


@pytest.mark.parametrize("seed", SAMPLE)
def test_a_view_that_cannot_differ_does_not(seed: int) -> None:
    for earlier, later in itertools.pairwise(live_through(seed)):
        for (name, asked), shown in later.shown.items():
            if not may_differ(name, earlier.after, later.after):
                assert without_version(shown) == without_version(earlier.shown[name, asked]), later.record.event


@pytest.mark.parametrize("seed", SAMPLE)
def test_a_draft_shows_in_no_view_but_the_boards(seed: int) -> None:
    """Pairing, changing and taking back a draft leave standings, cards and ticker alone."""
    seen = 0
    for earlier, later in itertools.pairwise(live_through(seed)):
        if type(later.record.event).__name__ == "RoundPaired":
            seen += 1
            for (name, asked), shown in later.shown.items():
                if name not in ("boards", "audit", "reasons"):
                    assert without_version(shown) == without_version(earlier.shown[name, asked])
    assert seen


@pytest.mark.parametrize("seed", SAMPLE)
def test_every_correction_reaches_the_audit_and_is_found_from_what_it_corrects(seed: int) -> None:
    records = random_history(seed)
    audit = msgspec.json.decode(Projection(records).encode_view("audit"))["entries"]
    assert [entry["version"] for entry in audit] == [record.version for record in records]
    for record, entry in zip(records, audit, strict=True):
        corrects = getattr(record.event, "corrects", None)
        if corrects is not None:
            assert entry["corrects"] == corrects
            assert record.version in audit[corrects - 1]["corrected_by"]
            assert entry["changes"]
            assert entry.get("reason", "") == getattr(record.event, "reason", "")


@pytest.mark.parametrize("seed", HISTORIES)
def test_the_boards_show_the_scores_that_the_cards_had_before_the_round(seed: int) -> None:
    projection = Projection(random_history(seed))
    assert projection.state is not None
    t = projection.state.tournament
    for number in range(1, len(t.rounds) + 1):
        boards = msgspec.json.decode(projection.encode_view("boards", round=number))
        before = cards(t.up_to(number - 1))
        for board, colour in itertools.product(boards["boards"], ("white", "black")):
            assert board[colour]["score"] == before[board[colour]["player"]["number"]].score


def test_the_random_histories_know_every_type_of_event() -> None:
    """Those of a tournament, that is; and those of ``make test`` do already."""
    types = {type(record.event) for seed in SEEDS[::EVERY] for record in random_history(seed)}
    known = {event for event, act in BY_EVENT.items() if Streams.TOURNAMENT in act.streams}
    assert known - types == set(), "WISHES in tests/ledger/histories.py want one that gives it"
    assert types - known == set()


def test_the_same_seed_is_the_same_history() -> None:
    assert make_random_history(7) == make_random_history(7)
    assert make_random_history(7) != make_random_history(8)


def stored_and_read_again(records: list[Recorded]) -> list[Recorded]:
    return [msgspec.json.decode(msgspec.json.encode(record), type=Recorded) for record in records]


# -- the projector -----------------------------------------------------------------------------------------------------


def small() -> list[Recorded]:
    return opened("Anna", "Bea", "Carl").do(pair(1, (1, 2), bye=3), *played(1, "1-0")).records


def test_streams_do_not_touch_each_other() -> None:
    projector = Projector()
    one, other = small(), recorded((r.event for r in small()[:3]), stream="blitz")
    for record in [*one[:4], *other, *one[4:]]:
        projector.apply(record)
    assert projector.encode_view("open", "audit") == Projection(one).encode_view("audit")
    assert projector.show("blitz", BoardsQuestion()).version == 3


def test_a_dropped_projection_is_rebuilt_from_the_log() -> None:
    projector = Projector()
    for record in small():
        projector.apply(record)
    shown = {name: projector.encode_view(STREAM, name) for name in OF_ALL}
    projector.drop(STREAM)
    with pytest.raises(Refusal) as caught:
        projector.show(STREAM, BoardsQuestion())
    assert caught.value.code == "no-such-tournament"
    assert projector.state(STREAM) is None
    for record in stored_and_read_again(small()):
        projector.apply(record)
    assert {name: projector.encode_view(STREAM, name) for name in shown} == shown


def test_dropping_what_is_not_there_changes_nothing() -> None:
    projector = Projector()
    for record in small():
        projector.apply(record)
    shown = projector.encode_view(STREAM, "audit")
    projector.drop("nothing")
    assert projector.state("nothing") is None
    assert projector.encode_view(STREAM, "audit") == shown


def test_a_record_that_is_known_already_changes_nothing() -> None:
    projection = Projection(small())
    before = everything(projection)
    for record in small():
        projection.apply(record)
    assert everything(projection) == before


def test_a_missing_record_is_noticed() -> None:
    records = small()
    projection = Projection(records[:3])
    with pytest.raises(Broken) as caught:
        projection.apply(records[4])
    assert (caught.value.code, caught.value.facts["expected"], caught.value.facts["found"]) == ("record-skipped", 4, 5)
    assert projection.version == 3


def test_the_first_record_of_a_stream_must_be_its_first() -> None:
    projector = Projector()
    with pytest.raises(Broken):
        projector.apply(small()[1])
    assert projector.state(STREAM) is None
    with pytest.raises(Refusal, match="no-such-tournament"):
        projector.projection(STREAM)


def test_an_empty_projection_shows_nothing() -> None:
    with pytest.raises(Refusal) as caught:
        Projection().view("boards")
    assert caught.value.code == "no-such-tournament"


def changed_by(command: Command) -> tuple[str, ...]:
    """The state views that may show something else."""
    table = opened("Anna", "Bea", "Carl").do(pair(1, (1, 2), bye=3), *played(1, "1-0"))
    before, after = table.state, table.do(command).state
    names = (view.NAME for view in STATE_VIEWS if view.NAME in names_of("by-hand"))
    return tuple(name for name in names if may_differ(name, before, after))


def test_which_views_a_command_may_change() -> None:
    of_the_order = ("standings", "card", "crosstable", "ranks", "explanation")
    assert changed_by(Announce(text="Lunch")) == ()
    assert changed_by(SetStartOrder(order=(3, 2, 1), reason="as agreed")) == (*of_the_order, "starting-list")
    assert changed_by(SettleTie(players=(3, 1), by="play-off")) == of_the_order
    assert changed_by(ReopenRound(round=1, reason="early")) == ("boards", *of_the_order, "open-games")
    assert changed_by(SetClock(round=1, starts="2026-05-01T10:00:00Z", ends="2026-05-01T12:00:00Z")) == ()


@pytest.mark.parametrize("name", [view.NAME for view in HISTORY_VIEWS])
def test_what_happened_may_always_add_to_the_history(name: str) -> None:
    state = opened("Anna", "Bea").state
    assert may_differ(name, state, state)


@pytest.mark.parametrize("seed", SAMPLE)
def test_what_a_writer_is_told_is_what_the_views_tell_later(seed: int) -> None:
    """Right after a record, when the history views have not taken it, and when they have."""
    records = random_history(seed)
    projection = Projection(read=lambda upto: iter(records[:upto]))
    for record in records:
        projection.apply(record)
        at_once = projection.news(record.version, record.version)
        projection.update_history()
        assert projection.news(record.version, record.version) == at_once


def test_views_read_what_a_tournament_has() -> None:
    assert {part for view in STATE_VIEWS for part in view.READS} <= set(Tournament.__struct_fields__)
    assert len(NAMES) == len(set(NAMES)) == len(STATE_VIEWS) + len(HISTORY_VIEWS)


def test_what_a_view_that_failed_has_left_is_not_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    records = random_history(3, 40)
    projection = Projection(records[:30], lambda upto: iter(records[:upto]))
    alone = Projection(records[:30])
    with monkeypatch.context() as patched:
        patched.setattr("ledger.views.audit.item_of", lambda *step: 1 // 0)
        for record in records[30:]:
            projection.apply(record)
            alone.apply(record)
        for one in (projection, alone):
            with pytest.raises(ZeroDivisionError):
                one.view("ticker")
    assert everything(projection) == everything(Projection(records))
    with pytest.raises(ZeroDivisionError):  # where there is no log to read again, nothing is shown rather than less
        alone.view("audit")
