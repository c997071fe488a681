"""``/metrics``: what Prometheus reads, line by line."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from pathlib import Path

from msgspec.structs import replace

from displays.web.metrics import GAUGE, Metric, Sample, measure_node, write_metrics
from engine.errors import Broken
from ledger.cluster.status import STEPS, AppendTimes, NodeSeen
from ledger.store.sqlite import SqliteLog
from tests.displays.client import Web, build
from tests.displays.commandline import Roundlog
from tests.displays.web.nodes import WELL, CutOffLog, ToldNode

NOW = datetime(2026, 5, 1, 12, 0, 10, tzinfo=UTC)
# Prometheus, "Exposition formats", text format 0.0.4.
LABEL = r'[a-zA-Z_]\w*="(?:[^"\\\n]|\\["\\n])*"'
SAMPLE = re.compile(rf"(?P<name>[a-z_]+)(?:\{{(?P<labels>{LABEL}(?:,{LABEL})*)\}})? (?P<value>[-+.e\d]+)")


def read(text: str) -> dict[str, float]:
    """Every sample by its name and labels; whatever is no line of the format fails. A metric's lines stand together."""
    found: dict[str, float] = {}
    kinds: dict[str, str] = {}
    assert text.endswith("\n")
    for line in text.splitlines():
        if line.startswith("# HELP "):
            assert re.fullmatch(r"# HELP roundlog_[a-z_]+ \S.*\.", line), line
            continue
        if line.startswith("# TYPE "):
            _, _, name, kind = line.split(" ")
            assert name not in kinds
            kinds[name] = kind
            assert kind in ("gauge", "counter", "histogram")
            assert name.endswith("_total") == (kind == "counter")
            continue
        sample = SAMPLE.fullmatch(line)
        assert sample, line
        newest = [*kinds][-1]
        assert re.sub(r"_(bucket|sum|count)$", "", sample["name"]) == newest or sample["name"] == newest
        key = sample["name"] + (f"{{{sample['labels']}}}" if sample["labels"] else "")
        assert key not in found
        found[key] = float(sample["value"])
    return found


def told(status: object = WELL, now: datetime = NOW) -> dict[str, float]:
    return read(write_metrics(measure_node(status, now)))  # type: ignore[arg-type]  # a NodeStatus


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
            times=AppendTimes(refused=4, unknown=1),
        )
    )
    assert found["roundlog_cluster_majority"] == 0
    assert "roundlog_cluster_behind_messages" not in found  # it is not known
    assert found["roundlog_cluster_stale_seconds"] == 10
    assert found['roundlog_cluster_alarm{code="cluster-copying-stopped"}'] == 1
    assert found["roundlog_cluster_seals_differing"] == 1
    assert found['roundlog_engine_seen{engine="hall-1:4222"}'] == 0
    assert found['roundlog_engine_damaged{engine="hall-1:4222"}'] == 1
    assert (found["roundlog_appends_refused_total"], found["roundlog_appends_unknown_total"]) == (4, 1)


def test_times_are_added_up_step_by_step() -> None:
    counts = [0] * (len(STEPS) + 1)
    counts[0], counts[3], counts[-1] = 5, 2, 1
    found = told(replace(WELL, times=AppendTimes(tuple(counts), 12.5)))
    assert found['roundlog_append_seconds_bucket{le="0.002"}'] == 5
    assert found['roundlog_append_seconds_bucket{le="0.02"}'] == 7
    assert found['roundlog_append_seconds_bucket{le="10"}'] == 7
    assert found['roundlog_append_seconds_bucket{le="+Inf"}'] == 8
    assert (found["roundlog_append_seconds_sum"], found["roundlog_append_seconds_count"]) == (12.5, 8)


def test_no_label_breaks_a_line() -> None:
    odd = Metric("odd", GAUGE, "Odd.", (Sample(1.5, (("name", 'a"b\\c\nd'),)),))
    assert write_metrics([odd]).splitlines()[-1] == 'roundlog_odd{name="a\\"b\\\\c\\nd"} 1.5'
    assert read(write_metrics([odd]))


def test_every_server_tells_of_itself(tmp_path: Path) -> None:
    Roundlog(tmp_path)("open", "club", "--name", "Club", "--rounds", 5)
    with SqliteLog(tmp_path / "roundlog.db") as log:
        answer = Web(build(log)).get("/metrics")
        assert answer.headers["content-type"] == "text/plain; version=0.0.4; charset=utf-8"
        found = read(answer.text)
        assert (found["roundlog_log_position"], found["roundlog_writes_accepted"], found["roundlog_followers"]) == (
            1,
            1,
            0,
        )
        assert [key for key in found if "cluster" in key or "engine" in key] == []
        assert any(key.startswith('roundlog_info{version="') for key in found)


def test_a_node_that_is_cut_off_says_so(tmp_path: Path) -> None:
    with CutOffLog(tmp_path / "roundlog.db") as log:
        found = read(Web(build(log, node=ToldNode(log, replace(WELL, has_majority=False)))).get("/metrics").text)
    assert (found["roundlog_writes_accepted"], found["roundlog_cluster_majority"]) == (0, 0)


def test_the_page_for_operators_names_every_metric(tmp_path: Path) -> None:
    page = (Path(__file__).parents[3] / "docs" / "operating.md").read_text("utf-8")
    table = page[page.index("| metric | |") : page.index("Neither of these addresses")]
    with SqliteLog(tmp_path / "roundlog.db") as log:
        told = Web(build(log, node=ToldNode(log))).get("/metrics").text
    assert re.findall(r"`(roundlog_\w+)`", table) == re.findall(r"^# TYPE (\S+) ", told, re.M)
    assert {*re.findall(r"`?(roundlog_\w+)", page)} == {*re.findall(r"`(roundlog_\w+)`", table)}
