"""Measurements in the text format of Prometheus (0.0.4): what ``/metrics`` answers.

A measurement is a value here, and a line for each of its samples there. What is measured stands in functions that yield
them, one for each subject: whoever measures something new adds one of these to ``collect_metrics``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime
from itertools import accumulate

from displays.release.version import find_version
from displays.web.access.services import Services
from displays.web.cluster_status import find_others_with_other_seal
from engine.errors import RoundlogError
from engine.model import Value
from ledger.cluster.status import STEPS, NodeStatus

MEDIA_TYPE = "text/plain; version=0.0.4; charset=utf-8"
GAUGE, COUNTER, HISTOGRAM = "gauge", "counter", "histogram"


class Sample(Value, frozen=True):
    value: float
    labels: tuple[tuple[str, str], ...] = ()
    suffix: str = ""  # of the name: ``_bucket``, ``_sum``, ``_count``


class Metric(Value, frozen=True):
    name: str  # without ``roundlog_``
    kind: str
    about: str
    samples: tuple[Sample, ...]


def collect_metrics(services: Services) -> Iterator[Metric]:
    yield from measure_server(services)
    if services.node is not None:
        yield from measure_node(services.node.status(), datetime.now(UTC))


def write_metrics(metrics: Iterable[Metric]) -> str:
    return "".join(line + "\n" for metric in metrics for line in _write_metric(metric))


# -- what is measured ------------------------------------------------------------------------------------------------


def measure_server(services: Services) -> Iterator[Metric]:
    """What every server has, of a cluster or not."""
    log = services.desk.log
    runs = find_version()
    yield _one("info", GAUGE, "Always 1; the labels say what runs.", 1, version=runs.number, commit=runs.commit)
    yield _one("writes_accepted", GAUGE, "1: an entry would be recorded now.", int(_takes_writes(services)))
    yield _one("log_position", GAUGE, "Records in the log, as this server has it.", log.position())
    yield _one("followers", GAUGE, "Open live connections of screens and phones.", services.hub.count_connections())


def measure_node(status: NodeStatus, now: datetime) -> Iterator[Metric]:
    """What a node of a cluster has besides."""
    yield _one("cluster_majority", GAUGE, "1: the engine takes writes from this node.", int(status.has_majority))
    if status.behind is not None:
        yield _one("cluster_behind_messages", GAUGE, "Messages that this copy has not applied yet.", status.behind)
    yield _one("cluster_stale_seconds", GAUGE, "How long ago this copy was known to be complete.", _stale(status, now))
    yield _one("cluster_nodes", GAUGE, "Nodes heard of lately, this one too.", 1 + len(status.nodes))
    differing = len(find_others_with_other_seal(status))
    yield _one("cluster_seals_differing", GAUGE, "Other nodes with as many records and another seal.", differing)
    alarm = {} if status.alarm is None else {"code": status.alarm.code}
    yield _one("cluster_alarm", GAUGE, "1: a person has to look; the label says at what.", len(alarm), **alarm)
    for name, about, marked in (
        ("seen", "1: this server of the engine is there.", [one.is_seen for one in status.engines]),
        ("leader", "1: it leads the order.", [one.is_leader for one in status.engines]),
        ("damaged", "1: its store is damaged.", [one.is_damaged for one in status.engines]),
    ):
        samples = zip(status.engines, marked, strict=True)
        yield Metric(
            f"engine_{name}",
            GAUGE,
            about,
            tuple(Sample(int(is_so), (("engine", one.address),)) for one, is_so in samples),
        )
    restarts = "How often this node started its engine again."
    yield _one("engine_restarts_total", COUNTER, restarts, status.engine_restarts)
    times = status.times
    yield _histogram("append_seconds", "From an entry to its answer.", STEPS, times.counts, times.seconds)
    yield _one("appends_refused_total", COUNTER, "Entries that were refused for want of a majority.", times.refused)
    unknown = "Entries of which nobody could say whether they were recorded."
    yield _one("appends_unknown_total", COUNTER, unknown, times.unknown)


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


# -- how it is written -----------------------------------------------------------------------------------------------


def _one(name: str, kind: str, about: str, value: float, **labels: str) -> Metric:
    return Metric(name, kind, about, (Sample(value, tuple(labels.items())),))


def _histogram(name: str, about: str, steps: Sequence[float], counts: Sequence[int], total: float) -> Metric:
    """``counts``: how many each step has, and behind the last step the rest. Prometheus wants them added up."""
    ends = [*(f"{step:g}" for step in steps), "+Inf"]
    buckets = [Sample(up_to, (("le", end),), "_bucket") for end, up_to in zip(ends, accumulate(counts), strict=True)]
    return Metric(name, HISTOGRAM, about, (*buckets, Sample(total, (), "_sum"), Sample(sum(counts), (), "_count")))


def _write_metric(metric: Metric) -> Iterator[str]:
    name = f"roundlog_{metric.name}"
    yield f"# HELP {name} {metric.about}"
    yield f"# TYPE {name} {metric.kind}"
    for sample in metric.samples:
        labels = ",".join(f'{label}="{_escape(value)}"' for label, value in sample.labels)
        yield f"{name}{sample.suffix}{f'{{{labels}}}' if labels else ''} {sample.value:.12g}"


def _escape(value: str) -> str:
    return value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
