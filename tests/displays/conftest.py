from tests.displays.commandline import roundlog
from tests.displays.web import web

__all__ = ["roundlog", "web"]
