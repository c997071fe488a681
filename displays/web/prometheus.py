"""The text format of Prometheus (0.0.4): a measurement as a value, and as the lines that say it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from engine.model import Value
from ledger.durations import STEPS, Durations

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


def measure_one(name: str, kind: str, about: str, value: float, **labels: str) -> Metric:
    return Metric(name, kind, about, (Sample(value, tuple(labels.items())),))


def measure_each(name: str, kind: str, about: str, label: str, values: Mapping[str, float]) -> Metric:
    """A sample for each value of a label. The label must be one of which there is a known number of values."""
    samples = tuple(Sample(value, ((label, key),)) for key, value in sorted(values.items()))
    return Metric(name, kind, about, samples)


def measure_durations(name: str, about: str, durations: Durations) -> Metric:
    """Each bucket holds all that are shorter too, as Prometheus wants them."""
    samples, count = [], 0
    for end, counted in zip((*(f"{step:g}" for step in STEPS), "+Inf"), durations.counts, strict=True):
        count += counted
        samples.append(Sample(count, (("le", end),), "_bucket"))
    return Metric(
        name, HISTOGRAM, about, (*samples, Sample(durations.seconds, (), "_sum"), Sample(count, (), "_count"))
    )


def write_metrics(metrics: Iterable[Metric]) -> str:
    return "".join(line + "\n" for metric in metrics for line in _write_metric(metric))


def _write_metric(metric: Metric) -> Iterator[str]:
    name = f"roundlog_{metric.name}"
    yield f"# HELP {name} {metric.about}"
    yield f"# TYPE {name} {metric.kind}"
    for sample in metric.samples:
        labels = ",".join(f'{label}="{_escape(value)}"' for label, value in sample.labels)
        yield f"{name}{sample.suffix}{f'{{{labels}}}' if labels else ''} {sample.value:.12g}"


def _escape(value: str) -> str:
    return value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
