"""Findings: what a check has found out, as a code with facts. The sentences stand in ``doctor.json``."""

from __future__ import annotations

import enum
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import NamedTuple

from engine.errors import Fact, RoundlogError


class Severity(enum.Enum):
    NOTE = "note"  # nothing is wrong
    WARNING = "warning"  # it works, and may not tomorrow
    FAULT = "fault"


class Finding(NamedTuple):
    code: str  # ``CODE`` in ``doctor.json`` says what is wrong, ``CODE-do`` what to do
    severity: Severity
    facts: Mapping[str, Fact]
    problem: RoundlogError | None = None  # whose sentence is the fact ``problem``


Check = Callable[[], Iterable[Finding]]


def fault(code: str, *, error: RoundlogError | None = None, **facts: Fact) -> Finding:
    return Finding(code, Severity.FAULT, facts, error)


def warning(code: str, *, error: RoundlogError | None = None, **facts: Fact) -> Finding:
    return Finding(code, Severity.WARNING, facts, error)


def note(code: str, **facts: Fact) -> Finding:
    return Finding(code, Severity.NOTE, facts)


def run_checks(checks: Mapping[str, Check]) -> Iterator[Finding]:
    """All of them: one that fails says so, and the others go on."""
    for name, check in checks.items():
        try:
            yield from check()
        except RoundlogError as error:
            yield warning("check-refused", error=error, check=name)
        except Exception as error:
            yield warning("check-failed", check=name, reason=f"{type(error).__name__}: {error}")


def worst(findings: Iterable[Finding]) -> Severity:
    order = [*Severity]
    return max((finding.severity for finding in findings), key=order.index, default=Severity.NOTE)
