"""What drives the command line and the server."""

from tests.displays.client import web
from tests.displays.commandline import roundlog

__all__ = ["roundlog", "web"]
