"""A strict reader of Prometheus' text format 0.0.4 ("Exposition formats"): whatever is not as it says fails.

It is stricter than Prometheus: every metric is described, typed, named by the rules for names and units, its samples
stand together, and a histogram adds up.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping

NAME = r"roundlog_[a-z]+(?:_[a-z0-9]+)*"
LABEL = r'[a-zA-Z_]\w*="(?:[^"\\\n]|\\["\\n])*"'
SAMPLE = re.compile(
    rf"(?P<name>{NAME})(?:\{{(?P<labels>{LABEL}(?:,{LABEL})*)\}})? (?P<value>[-+]?\d+(?:\.\d+)?(?:e[-+]\d+)?)"
)
KINDS = ("gauge", "counter", "histogram")
Samples = dict[str, float]


def read_exposition(text: str) -> Samples:
    """Every sample by its name and labels, as they are written."""
    found: Samples = {}
    kinds: dict[str, str] = {}
    described = ""
    assert text.endswith("\n")
    assert "\r" not in text
    for line in text.splitlines():
        if line.startswith("# HELP "):
            help_line = re.fullmatch(rf"# HELP ({NAME}) (\S.*\.)", line)
            assert help_line, line
            described = help_line[1]
            assert described not in kinds, f"{described} is described twice"
        elif line.startswith("#"):
            type_line = re.fullmatch(rf"# TYPE ({NAME}) ({'|'.join(KINDS)})", line)
            assert type_line, line
            assert type_line[1] == described, f"{line} stands behind the description of {described}"
            kinds[described] = type_line[2]
            _check_name(described, type_line[2])
        else:
            sample = SAMPLE.fullmatch(line)
            assert sample, line
            _check_belongs(sample["name"], described, kinds[described])
            labels = re.findall(r'(\w+)="', sample["labels"] or "")
            assert len(labels) == len({*labels}), line
            key = sample["name"] + (f"{{{sample['labels']}}}" if sample["labels"] else "")
            assert key not in found, f"{key} twice"
            found[key] = float(sample["value"])
            assert math.isfinite(found[key])
            assert kinds[described] == "gauge" or found[key] >= 0, line
    for name in (name for name, kind in kinds.items() if kind == "histogram"):
        _check_histogram(name, found)
    return found


def _check_name(name: str, kind: str) -> None:
    assert name.endswith("_total") == (kind == "counter"), name
    assert not name.endswith(("_bucket", "_sum", "_count")), name
    assert not re.search(r"_(ms|minutes|kb|mb)(_|$)", name), f"{name}: seconds and bytes"


def _check_belongs(name: str, described: str, kind: str) -> None:
    endings = ("_bucket", "_sum", "_count") if kind == "histogram" else ("",)
    assert name in [described + ending for ending in endings], f"{name} stands under {described}"


def _check_histogram(name: str, found: Mapping[str, float]) -> None:
    """Buckets go up to infinity, each with all that the one before it has; the last has all."""
    buckets = [(key, value) for key, value in found.items() if key.startswith(f"{name}_bucket")]
    ends = [match[1] for key, _ in buckets if (match := re.fullmatch(rf'{name}_bucket\{{le="([^"]+)"\}}', key))]
    assert len(ends) == len(buckets)
    steps = [float(end) for end in ends]
    assert steps == sorted({*steps})
    assert ends[-1] == "+Inf"
    counts = [value for _, value in buckets]
    assert counts == sorted(counts)
    assert counts[-1] == found[f"{name}_count"]
    assert (found[f"{name}_sum"] > 0) <= (counts[-1] > 0)
