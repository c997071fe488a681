"""Settings of the network, beside the log: what the owner has switched on, and the Wi-Fi of the hall.

They are this machine's own: ``club.network/`` beside ``club.db`` is in no copy of the log, and no second server gets
it.
"""

from __future__ import annotations

import os
from pathlib import Path

import msgspec

from engine.errors import BadInput, Broken
from ledger.secret_files import make_secret_folder, write_secret_file

LONGEST_WIFI_NAME = 32  # bytes (IEEE 802.11)
WIFI_PASSWORD = (8, 63)  # characters (WPA)


class NetworkSettings(msgspec.Struct, frozen=True, omit_defaults=True):
    is_open: bool = False
    address: str = ""  # the only one to listen at; empty: all of the hall
    port: int = 0  # at which it was open last; 0: never
    is_secure: bool = False
    secure_port: int = 0
    wifi_name: str = ""
    wifi_password: str = ""  # empty: an open network


_DECODER = msgspec.json.Decoder(NetworkSettings)


def path_of_network_folder(log: Path) -> Path:
    """``club.db`` → ``club.network``."""
    return log.with_name(f"{log.stem}.network")


class SettingsFile:
    """Without a folder they are in memory, and end with the program."""

    def __init__(self, folder: Path | None) -> None:
        self.folder = folder
        self._settings = NetworkSettings()

    def read(self) -> NetworkSettings:
        if self._path is not None and self._path.exists():
            try:
                self._settings = _DECODER.decode(self._path.read_bytes())
            except (OSError, msgspec.DecodeError) as error:
                raise Broken("network-settings-unreadable", path=os.fspath(self._path)) from error
        return self._settings

    def write(self, settings: NetworkSettings) -> None:
        """Durable; nobody else can read it."""
        if self.folder is not None and self._path is not None:
            make_secret_folder(self.folder)
            write_secret_file(self._path, msgspec.json.encode(settings))
        self._settings = settings

    @property
    def _path(self) -> Path | None:
        return None if self.folder is None else self.folder / "settings.json"


def check_wifi(name: str, password: str) -> None:
    """As routers take them. Without a name there is no code."""
    if len(name.encode()) > LONGEST_WIFI_NAME:
        raise BadInput("wifi-name-too-long", field="wifi_name", most=LONGEST_WIFI_NAME)
    least, most = WIFI_PASSWORD
    if password and not least <= len(password) <= most:
        raise BadInput("wifi-password-length", field="wifi_password", least=least, most=most, found=len(password))
    if password and not name:
        raise BadInput("wifi-name-missing", field="wifi_name")


def wifi_link(name: str, password: str) -> str:
    """``WIFI:T:WPA;S:Hall;P:secret;;``: what the camera of a phone takes for a network to join."""
    if not password:
        return f"WIFI:T:nopass;S:{_escape(name)};;"
    return f"WIFI:T:WPA;S:{_escape(name)};P:{_escape(password)};;"


def _escape(text: str) -> str:
    return "".join(f"\\{letter}" if letter in '\\;,:"' else letter for letter in text)
