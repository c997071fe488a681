"""The demonstration: every kind plays itself, with all that befalls a tournament, and nothing is left of it."""

from __future__ import annotations

import asyncio
import os
import random
import re
import select
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

import msgspec
import pytest

from displays.demo.edition import FOLLOWED, Edition
from displays.demo.kinds import KINDS, TournamentKind
from displays.demo.pace import AtOnce
from displays.demo.players import people
from displays.demo.runner import ACTOR, MOST_EDITIONS, DemoRunner, EditionRun, play_at_once
from displays.words.language import LANGUAGES, LOCALE, language
from engine.errors import Refusal, RoundlogError
from engine.model import Phase
from engine.registry import SYSTEMS
from ledger.acts.hall import Announced, AnnouncementWithdrawn, ClockSet
from ledger.acts.opening import FinishTournament
from ledger.acts.pairing import RoundPaired
from ledger.acts.players import PlayerRegistered
from ledger.acts.presence import AbsenceAnnounced, PlayerWithdrawn
from ledger.acts.results import GamePostponed, ResultCorrected, ResultEntered
from ledger.acts.rounds import RoundClosed, RoundPublished, RoundTakenBack
from ledger.acts.screens import ScreenSet
from ledger.desk import STREAMS_KEPT, Desk
from ledger.store.sqlite import SqliteLog
from tests import plain_http
from tests.displays.commandline import COMMAND, Roundlog

STREAMS = [kind.stream(1) for kind in KINDS]
PATIENCE = 60  # seconds; then it will not come any more


def played(folder: Path, seed: int) -> Path:
    path = folder / f"seed-{seed}.db"
    with SqliteLog(path) as log:
        asyncio.run(play_at_once(Desk(log), seed))
    return path


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SqliteLog]:
    """Everything played to its end."""
    with SqliteLog(played(tmp_path_factory.mktemp("demo"), seed=1)) as opened:
        yield opened


def bodies(log: SqliteLog, stream: str) -> list[bytes]:
    return [msgspec.json.encode(event) for event in log.events(stream)]


# -- the stories -------------------------------------------------------------------------------------------------------


def test_there_is_a_tournament_of_each_kind():
    families = {"fide-dutch", "knsb", "kndb", "fmjd", "keizer", "keizer-elo", "round-robin"}
    systems = [kind.rules.system for kind in KINDS]
    assert {re.sub(r"-[\d.]+$", "", system) for system in systems} == families
    assert set(systems) <= set(SYSTEMS)
    assert {kind.rules.language for kind in KINDS} == {*LANGUAGES}
    assert [k.rules.points.win for k in KINDS if k.rules.game == "draughts"] == [2, 2]


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.key)
def test_a_story_is_played_to_its_end_by_the_demo(log: SqliteLog, kind: TournamentKind):
    state = Desk(log).state(kind.stream(1))
    assert state is not None
    t = state.tournament
    assert t.is_finished
    assert [played.phase for played in t.rounds] == [Phase.CLOSED] * kind.rules.rounds
    assert len(t.entries) == kind.players + 1
    assert {recorded.actor for recorded in log.read(kind.stream(1))} == {ACTOR}


@pytest.mark.parametrize("stream", STREAMS)
def test_everything_befalls_every_kind(log: SqliteLog, stream: str):
    told = list(log.events(stream))
    kinds = [type(event) for event in told]
    for wanted in (
        *(AbsenceAnnounced, PlayerWithdrawn, ResultCorrected, Announced, AnnouncementWithdrawn),
        *(ClockSet, ScreenSet, RoundPublished, ResultEntered),
    ):
        assert wanted in kinds, wanted
    first_round = kinds.index(RoundPaired)
    assert kinds[first_round:].count(PlayerRegistered) == 1  # who came late
    assert all(event.reason for event in told if isinstance(event, ResultCorrected | PlayerWithdrawn))


@pytest.mark.parametrize("stream", STREAMS)
def test_a_result_is_corrected_in_its_round_and_another_after_it(log: SqliteLog, stream: str):
    closed: set[int] = set()
    was_closed = []
    for event in log.events(stream):
        if isinstance(event, RoundClosed):
            closed.add(event.round)
        elif isinstance(event, ResultCorrected):
            was_closed.append(event.round in closed)
    assert was_closed == [False, True]


def test_a_round_robin_is_paired_once_more_for_who_comes_late_and_finishes_what_was_postponed(log: SqliteLog):
    kinds = [type(event) for event in log.events("round-robin-1")]
    taken_back = kinds.index(RoundTakenBack)
    assert kinds[taken_back + 1 : taken_back + 4] == [PlayerRegistered, RoundPaired, RoundPublished]
    assert GamePostponed in kinds


@pytest.mark.parametrize("stream", STREAMS)
def test_results_come_in_in_no_order(log: SqliteLog, stream: str):
    boards = [event.board for event in log.events(stream) if isinstance(event, ResultEntered)]
    assert boards != sorted(boards)


@pytest.mark.parametrize("stream", STREAMS)
def test_a_round_clock_has_room_for_the_round(log: SqliteLog, stream: str):
    spans = [
        datetime.fromisoformat(event.ends) - datetime.fromisoformat(event.starts)
        for event in log.events(stream)
        if isinstance(event, ClockSet)
    ]
    assert min(spans) > 5 * AtOnce.beat


@pytest.mark.parametrize("stream", STREAMS)
def test_who_is_followed_on_the_phone_stays_and_plays(log: SqliteLog, stream: str):
    state = Desk(log).state(stream)
    assert state is not None
    t = state.tournament
    assert not t.entries[FOLLOWED].withdrawals
    assert not t.entries[FOLLOWED].absences


def test_the_same_seed_gives_the_same_bodies_and_another_seed_others(log: SqliteLog, tmp_path: Path):
    with SqliteLog(played(tmp_path, seed=1)) as again:
        assert {s: bodies(again, s) for s in STREAMS} == {s: bodies(log, s) for s in STREAMS}
    with SqliteLog(played(tmp_path, seed=2)) as other:
        assert all(bodies(other, s) != bodies(log, s) for s in STREAMS)


@pytest.mark.parametrize("seed", range(5))
def test_there_are_people_enough_for_every_kind_and_no_two_share_a_name(seed: int):
    names = [player.name for player in people(random.Random(seed))]
    assert len(set(names)) == len(names) > max(kind.players for kind in KINDS)


# -- the runner -------------------------------------------------------------------------------------------------------


class Listener:
    def __init__(self) -> None:
        self.begun: list[str] = []
        self.left: list[tuple[str, str]] = []
        self.editions = 0

    def begins(self, edition: Edition) -> None:
        self.begun.append(edition.stream)

    def is_left(self, edition: Edition, error: RoundlogError) -> None:
        self.left.append((edition.stream, error.code))

    def is_over(self, editions: int) -> None:
        self.editions = editions


async def test_one_edition_follows_the_other_and_the_old_one_points_at_the_new(tmp_path: Path):
    smallest = min(KINDS, key=lambda kind: kind.players)
    listener = Listener()
    with SqliteLog(tmp_path / "demo.db") as log:
        desk = Desk(log)
        stage = DemoRunner(desk, 1, AtOnce(), listener, most_editions=3)
        await stage.play([await stage.start(smallest)])
        states = [desk.state(smallest.stream(edition)) for edition in (1, 2, 3)]
    assert listener.begun == [smallest.stream(2), smallest.stream(3)]
    assert listener.left == []
    assert listener.editions == 3
    assert [state is not None and state.tournament.is_finished for state in states] == [True] * 3
    assert states[0] is not None
    assert f"/t/{smallest.stream(2)}" in states[0].hall.announcements[-1].text


async def test_who_takes_a_tournament_over_has_it(tmp_path: Path):
    kind = KINDS[0]
    listener = Listener()
    with SqliteLog(tmp_path / "demo.db") as log:
        desk = Desk(log)

        class Interfered(AtOnce):
            async def pause(self, beats: float) -> None:
                await super().pause(beats)
                state = desk.state(kind.stream(1))
                assert state is not None
                t = state.tournament
                if len(t.rounds) == 2 and t.rounds[-1].phase is Phase.CLOSED and not t.is_finished:
                    await desk.handle(kind.stream(1), FinishTournament(reason="fire alarm"), actor="arbiter")

        stage = DemoRunner(desk, 1, Interfered(), listener, most_editions=1)
        await stage.play([await stage.start(kind)])
        state = desk.state(kind.stream(1))
    assert listener.left == [(kind.stream(1), "tournament-is-finished")]
    assert state is not None
    assert len(state.tournament.rounds) == 2


async def test_without_waiting_a_refusal_is_an_error(tmp_path: Path):
    with SqliteLog(tmp_path / "demo.db") as log:
        desk = Desk(log)
        await EditionRun(desk, KINDS[-1], 1, 1, AtOnce()).play()
        with pytest.raises(Refusal, match="tournament-exists"):
            await EditionRun(desk, KINDS[-1], 1, 1, AtOnce()).play()


def test_a_demo_of_days_fits_into_a_desk():
    assert len(KINDS) * MOST_EDITIONS < STREAMS_KEPT


# -- the command -------------------------------------------------------------------------------------------------------


def test_fast_plays_into_a_new_log_that_verifies(roundlog: Roundlog):
    said = roundlog("demo", "--fast", "--seed", 3)
    assert all(f"({stream})" in said for stream in STREAMS)
    assert f"roundlog --log {roundlog.log} verify" in said
    assert "intact" in roundlog("verify")
    assert "is there already" in roundlog.refused(2, "demo", "--fast")


@pytest.mark.parametrize("pace", ["0", "-1", "nan", "inf", "soon", "3601"])
def test_a_pace_that_cannot_be_played(roundlog: Roundlog, pace: str):
    assert roundlog.refused(2, "demo", f"--pace={pace}") == f"Pace must lie between 0.01 and 3600, not {pace}."


def test_every_word_of_the_demo_is_said_by_somebody():
    sources = [*(LOCALE.parents[1] / "demo").glob("*.py"), LOCALE.parents[1] / "cli" / "demo.py"]
    said = {word for path in sources for word in re.findall(r'"([\w-]+)"', path.read_text("utf-8"))}
    assert set(language("en").section("demo")) - said == set()


class Demo:
    """A real one, started as from a terminal of its own."""

    def __init__(self, folder: Path) -> None:
        environment = {**os.environ, "ROUNDLOG_LANG": "en", "TMPDIR": str(folder), "PYTHONUNBUFFERED": "1"}
        environment.pop("ROUNDLOG_LOG", None)
        self.process = subprocess.Popen(
            [*COMMAND, "demo", "--port", "0", "--pace", "0.01"],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=environment,
            cwd=folder,
            start_new_session=True,
        )
        self.heard = ""

    def hears(self, pattern: str) -> str:
        assert self.process.stdout is not None
        until = time.monotonic() + PATIENCE
        while not re.search(pattern, self.heard):
            assert time.monotonic() < until, self.heard
            assert self.process.poll() is None, self.heard
            if select.select([self.process.stdout], [], [], 0.2)[0]:
                self.heard += os.read(self.process.stdout.fileno(), 65536).decode()
        return self.heard

    def ends(self, stop: signal.Signals) -> tuple[int, str]:
        """As a terminal does it: every process of the session hears the signal."""
        os.killpg(self.process.pid, stop)
        _, complaints = self.process.communicate(timeout=PATIENCE)
        return self.process.returncode, complaints.decode()


@pytest.fixture
def demo(tmp_path: Path) -> Iterator[Demo]:
    started = Demo(tmp_path)
    yield started
    if started.process.poll() is None:
        os.killpg(started.process.pid, signal.SIGKILL)
        started.process.communicate()


def follows(base: str, stream: str, wanted: int) -> None:
    """Until so many rounds of a tournament are published."""
    until = time.monotonic() + PATIENCE
    while plain_http.get(f"{base}/api/t/{stream}/boards").json().get("round", 0) < wanted:
        assert time.monotonic() < until
        time.sleep(0.05)


def test_a_real_demo_shows_its_pages_and_leaves_nothing(demo: Demo, tmp_path: Path):
    links = re.findall(r"http://\S+", demo.hears(r"Stop with"))
    owner, boards, table, ladder, phone, pages = links
    base = pages.rstrip("/")
    assert "█" in demo.heard  # the code of the phone
    assert [plain_http.get(link).status_code for link in (boards, table, ladder, phone, pages)] == [200] * 5
    assert (phone, ladder) == (f"{base}/p/open-1/1", f"{base}/screen/keizer-1/table")
    with plain_http.Client(headers={"origin": base}) as browser:
        assert browser.get(owner).status_code == 200
        signed_in = browser.post(owner)
        assert (signed_in.status_code, signed_in.headers["location"]) == (303, "/console")
        console = browser.get(f"{base}/console").text
        assert all(stream in console for stream in STREAMS)
    follows(base, "round-robin-1", 2)
    assert demo.ends(signal.SIGINT) == (0, "")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(sys.platform == "win32", reason="has no SIGTERM")
def test_a_demo_that_is_told_to_end_cleans_up_too(demo: Demo, tmp_path: Path):
    demo.hears(r"Stop with")
    os.kill(demo.process.pid, signal.SIGTERM)
    demo.process.communicate(timeout=PATIENCE)
    assert demo.process.returncode == 0
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("code", LANGUAGES)
def test_what_is_announced_is_true_at_any_pace(code: str):
    """How long a round takes is for whoever starts the demo to say."""
    texts = language(code).section("demo")
    spans = r"hour|minute|\buur|kwartier|minuten|stunde|\btunni|minuti"
    for key in ("coffee", "goodbye", "welcome"):
        assert re.search(spans, texts[key], re.IGNORECASE) is None, texts[key]
