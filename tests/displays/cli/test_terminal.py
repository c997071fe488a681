"""Progress: seen on a terminal, and nowhere else."""

import io
import threading

import pytest

from displays.cli.terminal import Working
from displays.words.language import language


class Screen(io.StringIO):
    """A terminal that says when something was written to it."""

    def __init__(self) -> None:
        super().__init__()
        self.was_written = threading.Event()

    def isatty(self) -> bool:
        return True

    def flush(self) -> None:
        self.was_written.set()


def test_the_seconds_are_told_on_a_terminal_and_wiped_away():
    screen = Screen()
    with Working(language("en"), screen, second=0.001):
        assert screen.was_written.wait(60)
    written = screen.getvalue()
    assert written.startswith("\rworking … 1 s")
    assert written.endswith("\r")
    assert written.split("\r")[-2].strip() == ""


def test_a_file_or_a_pipe_gets_no_progress():
    pipe = io.StringIO()
    with Working(language("en"), pipe, second=0.0):
        pass
    assert pipe.getvalue() == ""


def test_what_goes_wrong_meanwhile_is_not_swallowed():
    with pytest.raises(ZeroDivisionError), Working(language("en"), Screen()):
        raise ZeroDivisionError
