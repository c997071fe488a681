from tests.displays.commandline import roundlog

__all__ = ["roundlog"]
