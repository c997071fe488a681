"""No test of the suite is timed: a busy machine is no fault of the code.

Hypothesis makes up fewer examples in `make test` than in `make test-all` (`--hypothesis-profile=whole`).
"""

from __future__ import annotations

import gc

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile("house", deadline=None, suppress_health_check=[HealthCheck.too_slow], max_examples=30)
settings.register_profile("whole", settings.get_profile("house"), max_examples=200)
settings.load_profile("house")


@pytest.hookimpl(tryfirst=True)
def pytest_collection() -> None:
    """What is collected, a million objects in each worker, stays to the end: to look through it for garbage, again and
    again while it grows and then with every test, would find none."""
    gc.disable()


@pytest.hookimpl(trylast=True)
def pytest_collection_finish() -> None:
    gc.freeze()
    gc.enable()
