"""``roundlog completion``: a script that lets the shell complete commands and options."""

from __future__ import annotations

from click.shell_completion import get_completion_class

from displays.cli.command import Namespace, Subcommand
from displays.cli.commands import ROUNDLOG
from displays.cli.parameters import argument, one_of
from displays.cli.terminal import Terminal

SHELLS = ("bash", "zsh", "fish")
VARIABLE = "_ROUNDLOG_COMPLETE"


def _print_script(args: Namespace, terminal: Terminal) -> None:
    kind = get_completion_class(args.shell)
    assert kind is not None
    terminal.say(kind(ROUNDLOG, {}, "roundlog", VARIABLE).source())


SHELL = argument("shell", "|".join(SHELLS), "to be read when it starts", read=one_of("shell", SHELLS))

COMMANDS = {"completion": Subcommand((SHELL,), _print_script)}
