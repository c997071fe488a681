"""The account of the person at this machine: what they are called, which language they read, where their data goes."""

from __future__ import annotations

import getpass
import locale
import os
import sys
from collections.abc import Mapping
from pathlib import Path

from displays.words.language import find_language, from_environment

if sys.platform == "win32":
    import ctypes
    from ctypes import wintypes
else:
    import pwd

LONGEST = 256  # letters that Windows is given room for
DISPLAY_NAME = 3  # of what Windows knows of an account (NameDisplay)


def find_person() -> str:
    """``Anna Visser``, if the account says so; else the name of the account. Empty: it has none, as in a container."""
    try:
        return _find_full_name() or getpass.getuser()
    except (OSError, KeyError):
        return ""


def find_reader_language(environment: Mapping[str, str]) -> str:
    """As the environment says; Windows says it nowhere but when it is asked."""
    if sys.platform == "win32" and not any(environment.get(name) for name in ("ROUNDLOG_LANG", "LC_ALL", "LANG")):
        known = locale.windows_locale.get(ctypes.windll.kernel32.GetUserDefaultUILanguage(), "")
        return find_language(known) or "en"
    return from_environment(environment)


def find_data_folder(environment: Mapping[str, str], home: Path, platform: str = sys.platform) -> Path:
    """Where programs of this system keep what is their user's."""
    if platform == "win32":
        return Path(environment.get("LOCALAPPDATA") or home / "AppData" / "Local") / "Roundlog"
    if platform == "darwin":
        return home / "Library" / "Application Support" / "Roundlog"
    told = Path(environment.get("XDG_DATA_HOME", ""))
    return (told if told.is_absolute() else home / ".local" / "share") / "roundlog"


def _find_full_name() -> str:
    if sys.platform == "win32":
        room, size = ctypes.create_unicode_buffer(LONGEST), wintypes.DWORD(LONGEST)
        is_known = ctypes.windll.secur32.GetUserNameExW(DISPLAY_NAME, room, ctypes.byref(size))
        name = room.value if is_known else ""
    else:
        name = pwd.getpwuid(os.getuid()).pw_gecos.partition(",")[0]
    return name.strip()
