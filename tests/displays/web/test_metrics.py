"""``/metrics``: what Prometheus reads, line by line."""

from __future__ import annotations

import re
import time
from datetime import UTC, datetime
from pathlib import Path

import pytest
from msgspec.structs import replace

from displays.web.metrics import measure_entries, measure_node
from displays.web.prometheus import GAUGE, Metric, Sample, write_metrics
from engine.errors import Broken, Unavailable
from ledger.acts.results import ResultEntered
from ledger.append_clock import AppendTimes
from ledger.backup.automatic import CopyOptions, LogCopies
from ledger.cluster.status import NodeSeen
from ledger.durations import STEPS, Durations
from ledger.store.sqlite import SqliteLog
from ledger.worker import Worker
from tests.displays.client import Web, build
from tests.displays.commandline import Roundlog
from tests.displays.web.exposition import read_exposition
from tests.displays.web.nodes import WELL, CutOffLog, ToldNode

NOW = datetime(2026, 5, 1, 12, 0, 10, tzinfo=UTC)


def told(status: object = WELL, now: datetime = NOW) -> dict[str, float]:
    return read_exposition(write_metrics(measure_node(status, now)))  # type: ignore[arg-type]  # a NodeStatus


def test_a_node_tells_how_it_is() -> None:
    found = told(replace(WELL, behind=3, engine_restarts=2, nodes=(NodeSeen("hall-2", "http://hall-2", 9, "f"),)))
    assert found["roundlog_cluster_majority"] == 1
    assert found["roundlog_cluster_behind_messages"] == 3
    assert found["roundlog_cluster_nodes"] == 2
    assert found["roundlog_cluster_stale_seconds"] == 0
    assert found["roundlog_cluster_alarm"] == 0
    assert found["roundlog_engine_restarts_total"] == 2
    assert [found[f'roundlog_engine_leader{{engine="hall-{number}:4222"}}'] for number in (1, 2, 3)] == [1, 0, 0]


def test_what_is_wrong_is_a_number_other_than_it_should_be() -> None:
    found = told(
        replace(
            WELL,
            has_majority=False,
            behind=None,
            complete_until="2026-05-01T12:00:00Z",
            alarm=Broken("cluster-copying-stopped"),
            nodes=(NodeSeen("hall-2", "http://hall-2", 0, "f" * 64),),
            engines=(replace(WELL.engines[0], is_seen=False, is_damaged=True),),
        )
    )
    assert found["roundlog_cluster_majority"] == 0
    assert "roundlog_cluster_behind_messages" not in found  # it is not known
    assert found["roundlog_cluster_stale_seconds"] == 10
    assert found['roundlog_cluster_alarm{code="cluster-copying-stopped"}'] == 1
    assert found["roundlog_cluster_seals_differing"] == 1
    assert found['roundlog_engine_seen{engine="hall-1:4222"}'] == 0
    assert found['roundlog_engine_damaged{engine="hall-1:4222"}'] == 1


def test_times_are_added_up_step_by_step() -> None:
    counts = [0] * (len(STEPS) + 1)
    counts[0], counts[3], counts[-1] = 5, 2, 1
    times = AppendTimes(Durations(tuple(counts), 12.5), refused=4, unknown=1)
    found = read_exposition(write_metrics(measure_entries(times, {ResultEntered: 3})))
    assert found['roundlog_append_seconds_bucket{le="0.002"}'] == 5
    assert found['roundlog_append_seconds_bucket{le="0.02"}'] == 7
    assert found['roundlog_append_seconds_bucket{le="10"}'] == 7
    assert found['roundlog_append_seconds_bucket{le="+Inf"}'] == 8
    assert (found["roundlog_append_seconds_sum"], found["roundlog_append_seconds_count"]) == (12.5, 8)
    assert (found["roundlog_appends_refused_total"], found["roundlog_appends_unknown_total"]) == (4, 1)
    assert found['roundlog_events_recorded_total{act="result-entered"}'] == 3


def test_no_label_breaks_a_line() -> None:
    odd = Metric("odd", GAUGE, "Odd.", (Sample(1.5, (("name", 'a"b\\c\nd'),)),))
    assert write_metrics([odd]).splitlines()[-1] == 'roundlog_odd{name="a\\"b\\\\c\\nd"} 1.5'
    assert read_exposition(write_metrics([odd]))


@pytest.mark.parametrize(
    "text",
    [
        "roundlog_x 1\n",
        "# HELP roundlog_x X.\n# TYPE roundlog_x gauge\nroundlog_x 1",  # no end of line
        "# HELP roundlog_x X.\n# TYPE roundlog_x gauge\nroundlog_x 1\nroundlog_x 2\n",
        "# HELP roundlog_x X.\n# TYPE roundlog_x counter\nroundlog_x 1\n",  # a counter is a total
        "# HELP roundlog_x X.\n# TYPE roundlog_x gauge\nroundlog_y 1\n",
        '# HELP roundlog_x X.\n# TYPE roundlog_x gauge\nroundlog_x{a="b\\c"} 1\n',
        '# HELP roundlog_x X.\n# TYPE roundlog_x gauge\nroundlog_x{a="1",a="2"} 1\n',
        '# HELP roundlog_x X.\n# TYPE roundlog_x histogram\nroundlog_x_bucket{le="1"} 3\n'
        'roundlog_x_bucket{le="+Inf"} 2\nroundlog_x_sum 1\nroundlog_x_count 2\n',  # fewer in a larger one
    ],
)
def test_the_reader_takes_nothing_that_is_not_the_format(text: str) -> None:
    with pytest.raises((AssertionError, KeyError)):
        read_exposition(text)


def test_every_server_tells_of_itself(tmp_path: Path) -> None:
    Roundlog(tmp_path)("open", "club", "--name", "Club", "--rounds", 5)
    with SqliteLog(tmp_path / "roundlog.db") as log:
        answer = Web(build(log)).get("/metrics")
        assert answer.headers["content-type"] == "text/plain; version=0.0.4; charset=utf-8"
        found = read_exposition(answer.text)
    assert (found["roundlog_log_position"], found["roundlog_writes_accepted"]) == (1, 1)
    assert [found[f'roundlog_followers{{kind="{kind}"}}'] for kind in ("screen", "signed-in", "public")] == [0, 0, 0]
    assert [key for key in found if "cluster" in key or "engine" in key] == []
    assert any(key.startswith('roundlog_info{version="') for key in found)
    assert 0 < found["roundlog_start_time_seconds"] < time.time()
    if Path("/proc/self/fd").exists():
        assert 1_000_000 < found["roundlog_memory_bytes"] < 10_000_000_000
        assert 3 < found["roundlog_open_files"] < found["roundlog_open_files_limit"]


def test_what_is_asked_entered_and_refused_is_counted(roundlog: Roundlog) -> None:
    roundlog.open_club()
    with SqliteLog(roundlog.log) as log:
        web = Web(build(log))
        arbiter = web.bearer("owner")
        before = read_exposition(web.get("/metrics").text)
        entered = arbiter.post("/api/t/club/announcements", json={"text": "Lunch"})
        assert entered.status_code == 201, entered.text
        assert arbiter.post("/api/t/club/rounds/7/closing", json={}).status_code in (404, 409)
        assert web.get("/t/nowhere").status_code == 404
        found = read_exposition(web.get("/metrics").text)
    changed = {key: found[key] - before.get(key, 0) for key in found if found[key] != before.get(key, 0)}
    assert changed['roundlog_events_recorded_total{act="announced"}'] == 1
    assert changed["roundlog_append_seconds_count"] == 1
    assert changed['roundlog_requests_total{status="2xx"}'] == 2  # of which one was for the numbers before
    assert changed['roundlog_requests_total{status="4xx"}'] == 2
    assert [key for key in changed if key.startswith("roundlog_writes_refused_total")] != []
    assert "roundlog_errors_total" not in str(changed)


def test_errors_are_counted_by_their_code(roundlog: Roundlog) -> None:
    roundlog.open_club()

    class FullLog(SqliteLog):
        def check(self) -> None:
            raise Unavailable("disk-full")

    with FullLog(roundlog.log) as log:
        web = Web(build(log))
        assert web.get("/health").status_code == 503
        found = read_exposition(web.get("/metrics").text)
    assert found['roundlog_errors_total{code="disk-full"}'] == 1
    assert (found['roundlog_requests_total{status="5xx"}'], found["roundlog_writes_accepted"]) == (1, 0)


def test_a_bug_is_an_error_too(roundlog: Roundlog) -> None:
    """Starlette answers it outside of all that counts the others."""
    roundlog.open_club()
    with SqliteLog(roundlog.log) as log:
        app = build(log)
        web = Web(app)
        app.state.services.desk.tournaments.read = None
        app.state.services.desk.state = None
        assert web.get("/api/t/club/standings").status_code == 500
        found = read_exposition(web.get("/metrics").text)
    assert found['roundlog_errors_total{code="internal"}'] == 1
    assert found['roundlog_requests_total{status="5xx"}'] == 1


def test_the_age_of_the_last_copy_is_told(tmp_path: Path, roundlog: Roundlog) -> None:
    roundlog.open_club()
    folder = tmp_path / "stick"
    folder.mkdir()
    with SqliteLog(roundlog.log) as log, LogCopies(log, roundlog.log, CopyOptions(folder)) as copies:
        web = Web(build(log, copies=copies))
        assert "roundlog_backup_failed" in web.get("/metrics").text
        copies.copy_now()
        found = read_exposition(web.get("/metrics").text)
    assert 0 <= found["roundlog_backup_age_seconds"] < 600
    assert (found["roundlog_backup_late"], found["roundlog_backup_failed"]) == (0, 0)


def test_a_node_that_is_cut_off_says_so(tmp_path: Path) -> None:
    with CutOffLog(tmp_path / "roundlog.db") as log:
        app = build(log, node=ToldNode(log, replace(WELL, has_majority=False)))
        found = read_exposition(Web(app).get("/metrics").text)
    assert (found["roundlog_writes_accepted"], found["roundlog_cluster_majority"]) == (0, 0)


def test_the_page_for_operators_names_every_metric(tmp_path: Path) -> None:
    page = (Path(__file__).parents[3] / "docs" / "operating.md").read_text("utf-8")
    table = page[page.index("| metric | |") : page.index("Neither of these addresses")]
    (tmp_path / "stick").mkdir()
    path = tmp_path / "roundlog.db"
    with (
        SqliteLog(path) as log,
        LogCopies(log, path, CopyOptions(tmp_path / "stick")) as copies,
        Worker() as worker,
    ):
        copies.copy_now()
        told = Web(build(log, node=ToldNode(log), copies=copies, worker=worker)).get("/metrics").text
    assert re.findall(r"`(roundlog_\w+)`", table) == re.findall(r"^# TYPE (\S+) ", told, re.M)
    assert {*re.findall(r"`?(roundlog_\w+)", page)} == {*re.findall(r"`(roundlog_\w+)`", table)}
