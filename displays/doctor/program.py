"""The program: Python, the SQLite library, and the packages that it needs."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import zip_longest

from displays.doctor.finding import Finding, fault, warning

LEAST_PYTHON = (3, 11)
_REQUIREMENT = re.compile(r"(?P<name>[A-Za-z0-9._-]+)\s*(?P<limits>[^;]*)(?P<marker>;.*)?")
_LIMIT = re.compile(r"(>=|<=|==|<|>)\s*([0-9][0-9A-Za-z.]*)")
FindVersion = Callable[[str], str | None]  # of a package; None: it is not there


def check_python(version: Sequence[int]) -> Iterator[Finding]:
    if tuple(version[:2]) < LEAST_PYTHON:
        yield fault("python-too-old", found=_with_dots(version), needed=_with_dots(LEAST_PYTHON))


def check_sqlite(version: str, *, has_bug: bool) -> Iterator[Finding]:
    if has_bug:
        yield warning("sqlite-wal-bug", found=version)


def check_packages(requirements: Sequence[str], find_version: FindVersion) -> Iterator[Finding]:
    """``requirements`` as a package names them: ``uvicorn<0.55,>=0.54``. Of one that is for some machines only it is no
    fault to be missing; of an extra nothing is asked."""
    for requirement in requirements:
        parts = _REQUIREMENT.match(requirement)
        if parts is None or "extra ==" in (parts["marker"] or ""):
            continue
        found = find_version(parts["name"])
        if found is None and parts["marker"] is None:
            yield fault("package-missing", name=parts["name"])
        elif found is not None and not all(_fits(found, *limit) for limit in _LIMIT.findall(parts["limits"])):
            yield fault("package-other-version", name=parts["name"], found=found, needed=parts["limits"].strip())


def _fits(found: str, sign: str, limit: str) -> bool:
    pairs = zip_longest(_numbers(found), _numbers(limit), fillvalue=0)
    difference = next((one - other for one, other in pairs if one != other), 0)
    return {
        ">=": difference >= 0,
        "<=": difference <= 0,
        "==": difference == 0,
        "<": difference < 0,
        ">": difference > 0,
    }[sign]


def _numbers(version: str) -> list[int]:
    """``1.4.1.post1`` → 1, 4, 1: what follows the numbers is not compared."""
    leading = re.match(r"\d+(?:\.\d+)*", version)
    return [int(number) for number in leading[0].split(".")] if leading else []


def _with_dots(version: Sequence[int]) -> str:
    return ".".join(map(str, version[:3]))
