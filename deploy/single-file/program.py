"""The program in the single file: the command line, or a process of its own that the server starts."""

from __future__ import annotations

import multiprocessing
import sys

if __name__ == "__main__":
    multiprocessing.freeze_support()  # such a process goes no further
    from displays.cli.double_click import run

    sys.exit(run(sys.argv[1:]))
