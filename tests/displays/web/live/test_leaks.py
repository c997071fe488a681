"""Only what is released is shown: no byte of a public topic, no version, and no frame at all tells of a draft."""

from itertools import pairwise
from pathlib import Path

import pytest
from msgspec.structs import replace

from displays.web.live import topics
from displays.web.live.hub import Hub
from engine.model import Tournament
from ledger.acts.evolve import evolve, fold
from ledger.acts.opening import TournamentOpened
from ledger.acts.pairing import ChangeRound, PairByHand
from ledger.acts.players import PlayerRegistered
from ledger.acts.record import Recorded
from ledger.acts.rounds import TakeBackRound
from ledger.state import State
from ledger.store.sqlite import SqliteLog
from tests.displays.web.live.paper import STAFF, Follower, desk_and_hub, quiet
from tests.displays.web.live.server import PAIR, PUBLISH, Server, frames, register, silence
from tests.ledger.histories import opened, random_history, recorded

LOOPS = ("asyncio",)
STREAM = "open"
PUBLIC = (
    "boards,boards:2-3,names,standings,crosstable,ticker,card:1,ranks,clock,announcements,schedule,starting-list,"
    "screen:stage"
)
KEIZER = PUBLIC + ",ladder,ladder-card:1,ladder-table,paired-ladder"


def released(state: State) -> State:
    """All that a draft cannot change: said here in other words than those of the house."""
    t = state.tournament
    last = t.released_rounds
    public = replace(
        t.up_to(last),
        adjustments=tuple(a for a in t.adjustments if a.round <= last),
        end_correction=t.end_correction,
    )
    return State(public, state.hall, 0)


def test_every_public_topic_is_tried():
    """In the list above, that is: a new one must be put there."""
    tried = {name.split(":")[0] for name in KEIZER.split(",")}
    assert tried == {kind for kind, known in topics.KINDS.items() if known.audience is topics.Audience.EVERYBODY}


async def _tell(log: SqliteLog, hub: Hub, record: Recorded) -> None:
    """As if another process had written it."""
    written = log.submit(STREAM, record.version - 1, [record.event], actor=record.actor, command=record.command)
    written.result(20)
    hub.refresh()
    await quiet(hub)


async def _first_frames(hub: Hub, wanted: str) -> list[bytes]:
    """What somebody gets who comes now."""
    newcomer = Follower(hub, STREAM, wanted)
    await quiet(hub)
    taken = newcomer.take()
    newcomer.leave()
    return sorted(taken)


async def _lived_through(path: Path, history: list[Recorded], wanted: str) -> int:
    """Everything that happened, one by one; how many frames the public got."""
    sent = 0
    with SqliteLog(path) as log:
        _, hub = desk_and_hub(log, merge=0.0)
        beginning = _registrations(history)
        for record in history[:beginning]:
            await _tell(log, hub, record)
        state = fold(record.event for record in history[:beginning])
        assert state is not None
        public, staff = Follower(hub, STREAM, wanted), Follower(hub, STREAM, "desk", STAFF)
        await quiet(hub)
        assert len(public.take()) == len(wanted.split(","))
        staff.take()
        for record in history[beginning:]:
            after = evolve(state, record.event)
            is_hidden = _is_hidden(state, after)
            before = await _first_frames(desk_and_hub(log)[1], wanted) if is_hidden else []
            await _tell(log, hub, record)
            frames = public.take()
            assert len(staff.take()) == 1, record
            if is_hidden:
                assert frames == [], record
                assert await _first_frames(desk_and_hub(log)[1], wanted) == before, record
            sent += len(frames)
            state = after
    return sent


def _registrations(history: list[Recorded]) -> int:
    """How many records come before anything else happens."""
    return next(n for n, r in enumerate(history) if not isinstance(r.event, TournamentOpened | PlayerRegistered))


def _is_hidden(before: State, after: State) -> bool:
    return released(after) == released(before) and _changes_rounds(before.tournament, after.tournament)


def _count_hidden(history: list[Recorded]) -> int:
    states = (fold(record.event for record in history[:upto]) for upto in range(1, len(history) + 1))
    return sum(_is_hidden(before, after) for before, after in pairwise(states) if before and after)


def test_the_histories_have_something_to_hide():
    """Nearly all of them, that is: somebody may withdraw before anything is paired."""
    counted = [_count_hidden(random_history(seed, 70)) for seed in range(60)]
    assert sum(1 for count in counted if count) >= 50
    assert all(counted[:4])


def _changes_rounds(before: Tournament, after: Tournament) -> bool:
    return before.rounds != after.rounds or before.adjustments != after.adjustments


@pytest.mark.parametrize("seed", [*range(4), *(pytest.param(n, marks=pytest.mark.exhaustive) for n in range(4, 60))])
async def test_a_draft_changes_nothing_that_the_public_reads(tmp_path: Path, seed: int):
    history = random_history(seed, 70)
    sent = await _lived_through(tmp_path / "roundlog.db", history, PUBLIC)
    assert sent


@pytest.mark.parametrize("seed", [1, *(pytest.param(n, marks=pytest.mark.exhaustive) for n in range(2, 20))])
async def test_nor_does_it_in_a_keizer_tournament(tmp_path: Path, seed: int):
    await _lived_through(tmp_path / "roundlog.db", random_history(seed, 60, "keizer"), KEIZER)


async def test_somebody_who_registers_does_not_tell_of_a_draft(tmp_path: Path):
    """Latecomers are news; whoever comes while the first round is only drafted is none yet."""
    tables = [opened(*"ABCD"), opened(*"ABCD").do(PairByHand(round=1, boards=PAIR.boards))]
    tickers = []
    for number, table in enumerate(tables):
        table.do(register("Zoë"))
        with SqliteLog(tmp_path / f"{number}.db") as log:
            _, hub = desk_and_hub(log, merge=0.0)
            for record in recorded(r.event for r in table.records):
                await _tell(log, hub, record)
            follower = Follower(hub, STREAM, "ticker")
            await quiet(hub)
            tickers.append([item["code"] for item in follower.frames()[0]["state"]["items"]])
    assert tickers[0] == tickers[1] == ["tournament-opened"]


async def test_over_the_wire_a_draft_is_silence(server: Server):
    async with server.follow(PUBLIC) as line:
        first = await frames(line, 13)
        await server.do(PAIR)
        await server.do(ChangeRound(round=1, boards=PAIR.boards[::-1], reason="the hall"))
        await server.do(TakeBackRound(round=1, reason="a player came after all"), PAIR)
        await silence(line)
        async with server.follow(PUBLIC) as newcomer:
            assert await frames(newcomer, 13) == first
        async with server.follow(PUBLIC, since=5) as newcomer:
            await silence(newcomer)
        await server.do(register("Zoë"))  # a version that everybody may know
        got = await frames(line, 4)
        assert "boards" not in got
        assert {said["version"] for said in got.values()} == {10}
        assert {said["after"] for said in got.values()} == {5}
        assert {tuple(said["positions"]) for said in got.values()} == {(10, 10)}
        await server.do(PUBLISH)
        assert (await frames(line, 4))["boards"]["positions"] == [11, 11]
