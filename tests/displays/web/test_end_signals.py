"""Signals that end a server. (That a closed window ends one in order: tests/displays/cli/test_start.py.)"""

from __future__ import annotations

import signal
from collections.abc import Iterator

import pytest

from displays.web.end_signals import end_in_order

OURS = (signal.SIGTERM, signal.SIGHUP)


@pytest.fixture(autouse=True)
def handlers() -> Iterator[None]:
    """As they were before."""
    before = {number: signal.getsignal(number) for number in OURS}
    yield
    for number, handler in before.items():
        signal.signal(number, handler)


@pytest.mark.parametrize("number", OURS)
def test_each_ends_it_like_ctrl_c(number: signal.Signals) -> None:
    signal.signal(signal.SIGHUP, signal.SIG_DFL)
    end_in_order()
    with pytest.raises(KeyboardInterrupt):
        signal.raise_signal(number)


def test_who_was_told_to_outlive_its_window_does() -> None:
    signal.signal(signal.SIGHUP, signal.SIG_IGN)
    end_in_order()
    assert signal.getsignal(signal.SIGHUP) is signal.SIG_IGN
    signal.raise_signal(signal.SIGHUP)
