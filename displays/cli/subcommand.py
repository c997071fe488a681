"""What a subcommand is."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Callable
from typing import NamedTuple

from displays.cli.terminal import Terminal


class Subcommand(NamedTuple):
    arguments: Callable[[ArgumentParser], None]
    run: Callable[[Namespace, Terminal], int | None]  # an exit code, if it is not 0
