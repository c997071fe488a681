"""No test of the suite is timed: a busy machine is no fault of the code.

Hypothesis makes up fewer examples in `make test` than in `make test-all` (`--hypothesis-profile=whole`).
"""

from __future__ import annotations

import gc
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

CLUSTER = Path(__file__).parent / "cluster"

settings.register_profile("house", deadline=None, suppress_health_check=[HealthCheck.too_slow], max_examples=30)
settings.register_profile("whole", settings.get_profile("house"), max_examples=200)
settings.load_profile("house")


@pytest.hookimpl(tryfirst=True)
def pytest_collection() -> None:
    """What is collected, a million objects in each worker, stays to the end: to look through it for garbage, again and
    again while it grows and then with every test, would find none."""
    gc.disable()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Real servers of a cluster take a minute and wait most of it: begun last, they would be waited for."""
    items.sort(key=lambda item: item.path.parent != CLUSTER)


@pytest.hookimpl(trylast=True)
def pytest_collection_finish() -> None:
    gc.freeze()
    gc.enable()
