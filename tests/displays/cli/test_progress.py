"""A bar on a terminal, for what takes longer than a second."""

import io

from displays.cli.terminal import Progress


class Screen(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_the_bar_grows_and_is_wiped_away():
    screen = Screen()
    with Progress(1, screen, patience=-1.0) as progress:
        progress.step()
    drawn = screen.getvalue().split("\r")
    assert drawn[1] == "█" * 30 + " 100 %"
    assert drawn[2].strip() == ""
    assert screen.getvalue().endswith("\r")


def test_what_is_done_soon_needs_no_bar():
    screen = Screen()
    with Progress(1, screen, patience=3600.0) as progress:
        progress.step()
    assert screen.getvalue() == ""


def test_a_file_or_a_pipe_gets_none():
    pipe = io.StringIO()
    with Progress(1, pipe, patience=-1.0) as progress:
        progress.step()
    assert pipe.getvalue() == ""
