"""``roundlog engine …``: the drop-in engine, for who has the command ``roundlog`` at hand; its words are its own."""

from __future__ import annotations

from displays.cli.command import Namespace, Subcommand
from displays.cli.parameters import argument
from displays.cli.terminal import Terminal
from displays.drop_in.main import main


def _run(args: Namespace, terminal: Terminal) -> int:
    return main(args.words)


COMMANDS = {
    "engine": Subcommand(
        (
            argument(
                "words",
                "WORDS",
                "--dutch FILE -p [OUT] [-l LIST], FILE -p OUT, … as either program takes them",
                many=True,
                optional=True,
            ),
        ),
        _run,
    )
}
