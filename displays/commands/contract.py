"""What a subcommand is."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Callable
from typing import NamedTuple

from displays.terminal import Terminal


class Subcommand(NamedTuple):
    arguments: Callable[[ArgumentParser], None]
    run: Callable[[Namespace, Terminal], None]
