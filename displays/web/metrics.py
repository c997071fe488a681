"""Measurements: what ``/metrics`` answers, in the text format of Prometheus (``prometheus.py``).

What is measured stands in functions that yield it, one for each subject: whoever measures something new adds one of
these to ``collect_metrics``. Nothing is worked out for it but what is counted anyway: it is asked every few seconds.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, datetime

from displays.release.version import find_version
from displays.web.access.services import Services
from displays.web.cluster_status import find_others_with_other_seal
from displays.web.process_status import ProcessStatus, read_process
from displays.web.prometheus import (
    COUNTER,
    GAUGE,
    Metric,
    Sample,
    measure_durations,
    measure_each,
    measure_one,
)
from displays.web.request_counts import RequestCounts
from engine.errors import RoundlogError
from ledger.acts.act import Event
from ledger.append_clock import AppendTimes
from ledger.backup.automatic import CopyState
from ledger.cluster.status import NodeStatus


def collect_metrics(services: Services) -> Iterator[Metric]:
    now = datetime.now(UTC)
    yield from measure_server(services)
    yield from measure_followers(services)
    yield from measure_entries(services.append_clock.read(), services.desk.recorded)
    yield from measure_requests(services.counts)
    yield from measure_work(services)
    if services.copies is not None and services.copies.options.folder is not None:
        yield from measure_copies(services.copies.state(), now)
    yield from measure_process(read_process())
    if services.node is not None:
        yield from measure_node(services.node.status(), now)


def measure_server(services: Services) -> Iterator[Metric]:
    log = services.desk.log
    runs = find_version()
    about = "Always 1; the labels say what runs."
    yield measure_one("info", GAUGE, about, 1, version=runs.number, commit=runs.commit)
    yield measure_one("writes_accepted", GAUGE, "1: an entry would be recorded now.", int(_takes_writes(services)))
    yield measure_one("log_position", GAUGE, "Records in the log, as this server has it.", log.position())


def measure_followers(services: Services) -> Iterator[Metric]:
    found = services.hub.count_followers()
    kinds = {"screen": found.screens, "signed-in": found.signed_in, "public": found.public}
    yield measure_each("followers", GAUGE, "Open live connections of screens and phones.", "kind", kinds)
    about = "Connections too slow for the newest frame, which they get when they can take it."
    yield measure_one("followers_behind", GAUGE, about, found.behind)
    yield measure_one(
        "followers_behind_seconds", GAUGE, "For how long the slowest has waited so.", found.behind_seconds
    )
    delays = "From hearing of a record to handing its frame to all who follow."
    yield measure_durations("frame_delay_seconds", delays, services.hub.delays.read())


def measure_entries(times: AppendTimes, recorded: Mapping[type[Event], int]) -> Iterator[Metric]:
    acts = {str(kind.__struct_config__.tag): count for kind, count in recorded.items()}
    yield measure_each("events_recorded_total", COUNTER, "Events that were entered at this server.", "act", acts)
    yield measure_durations("append_seconds", "From an entry to its answer.", times.durations)
    refused = "Entries that were refused because nothing could be recorded."
    yield measure_one("appends_refused_total", COUNTER, refused, times.refused)
    unknown = "Entries of which nobody could say whether they were recorded."
    yield measure_one("appends_unknown_total", COUNTER, unknown, times.unknown)


def measure_requests(counts: RequestCounts) -> Iterator[Metric]:
    statuses = {f"{number}xx": counts.by_status[f"{number}xx"] for number in range(1, 6)}
    yield measure_each("requests_total", COUNTER, "Requests by the class of their answer.", "status", statuses)
    yield measure_each("errors_total", COUNTER, "Requests that were answered with 5xx.", "code", counts.errors)
    refused = "Requests to write that were answered with 4xx."
    yield measure_each("writes_refused_total", COUNTER, refused, "code", counts.refused)


def measure_work(services: Services) -> Iterator[Metric]:
    """What is worked out beside the loop."""
    if services.worker is not None:
        found = services.worker.count_jobs()
        yield measure_one("work_running", GAUGE, "Pairings and previews that are worked out now.", found.running)
        yield measure_one("work_waiting", GAUGE, "Those that wait for their turn.", found.waiting)
        about = "For how long the longest of both has been there."
        yield measure_one("work_longest_seconds", GAUGE, about, found.longest_seconds)
    waiting = services.public_answers.count_waiting()
    yield measure_one("public_answers_waiting", GAUGE, "Answers for visitors without a key that wait.", waiting)


def measure_copies(state: CopyState, now: datetime) -> Iterator[Metric]:
    if state.at is not None:
        age = max(0.0, (now - state.at).total_seconds())
        yield measure_one("backup_age_seconds", GAUGE, "Since the last copy of the log was made.", age)
    yield measure_one("backup_late", GAUGE, "1: something was recorded, and the last copy is too old.", state.is_late)
    failed = int(state.problem is not None)
    yield measure_one("backup_failed", GAUGE, "1: the last attempt to copy the log failed.", failed)


def measure_process(status: ProcessStatus) -> Iterator[Metric]:
    started = "When this server was started, in seconds since 1970."
    yield measure_one("start_time_seconds", GAUGE, started, status.started_at)
    yield measure_one("cpu_seconds_total", COUNTER, "Processor time of the server itself.", status.cpu_seconds)
    if status.memory is not None:
        yield measure_one("memory_bytes", GAUGE, "Memory that the server itself has.", status.memory)
    if status.files is not None:
        yield measure_one("open_files", GAUGE, "Open files, connections among them.", status.files)
    if status.most_files is not None:
        yield measure_one("open_files_limit", GAUGE, "How many it may have open.", status.most_files)


def measure_node(status: NodeStatus, now: datetime) -> Iterator[Metric]:
    """What a node of a cluster has besides."""
    yield measure_one("cluster_majority", GAUGE, "1: the engine takes writes from this node.", status.has_majority)
    if status.behind is not None:
        behind = "Messages that this copy has not applied yet."
        yield measure_one("cluster_behind_messages", GAUGE, behind, status.behind)
    stale = "How long ago this copy was known to be complete."
    yield measure_one("cluster_stale_seconds", GAUGE, stale, _stale(status, now))
    yield measure_one("cluster_nodes", GAUGE, "Nodes heard of lately, this one too.", 1 + len(status.nodes))
    differing = len(find_others_with_other_seal(status))
    about = "Other nodes with as many records and another seal."
    yield measure_one("cluster_seals_differing", GAUGE, about, differing)
    alarm = {} if status.alarm is None else {"code": status.alarm.code}
    looked = "1: a person has to look; the label says at what."
    yield measure_one("cluster_alarm", GAUGE, looked, len(alarm), **alarm)
    yield from _measure_engines(status)
    restarts = "How often this node started its engine again."
    yield measure_one("engine_restarts_total", COUNTER, restarts, status.engine_restarts)


def _measure_engines(status: NodeStatus) -> Iterator[Metric]:
    for name, about, marked in (
        ("seen", "1: this server of the engine is there.", [one.is_seen for one in status.engines]),
        ("leader", "1: it leads the order.", [one.is_leader for one in status.engines]),
        ("damaged", "1: its store is damaged.", [one.is_damaged for one in status.engines]),
    ):
        yield Metric(f"engine_{name}", GAUGE, about, _label_engines(status, marked))


def _label_engines(status: NodeStatus, marked: Iterable[bool]) -> tuple[Sample, ...]:
    samples = zip(status.engines, marked, strict=True)
    return tuple(Sample(int(is_so), (("engine", one.address),)) for one, is_so in samples)


def _takes_writes(services: Services) -> bool:
    try:
        services.desk.log.check()
    except RoundlogError:
        return False
    return services.pair.takes_writes()


def _stale(status: NodeStatus, now: datetime) -> float:
    if status.complete_until is None:
        return 0
    return max(0.0, (now - datetime.fromisoformat(status.complete_until)).total_seconds())
