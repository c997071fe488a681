"""What is remembered of the network, and the code of a Wi-Fi."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest

from displays.web.network.settings import (
    NetworkSettings,
    SettingsFile,
    check_wifi,
    path_of_network_folder,
    wifi_link,
)
from engine.errors import BadInput, Broken


def test_settings_are_kept_for_their_owner_alone(tmp_path: Path):
    folder = path_of_network_folder(tmp_path / "club.db")
    assert folder == tmp_path / "club.network"
    wanted = NetworkSettings(is_open=True, port=8000, wifi_name="Hall", wifi_password="secret-word")
    SettingsFile(folder).write(wanted)
    assert SettingsFile(folder).read() == wanted
    assert stat.S_IMODE((folder / "settings.json").stat().st_mode) == 0o600
    (folder / "settings.json").write_bytes(b"\xff")
    with pytest.raises(Broken):
        SettingsFile(folder).read()


def test_without_a_folder_nothing_is_written(tmp_path: Path):
    file = SettingsFile(None)
    assert file.read() == NetworkSettings()
    file.write(NetworkSettings(is_open=True))
    assert file.read().is_open


@pytest.mark.parametrize(
    ("name", "password", "code"),
    [
        ("x" * 33, "", "wifi-name-too-long"),
        ("ü" * 17, "", "wifi-name-too-long"),
        ("Hall", "short", "wifi-password-length"),
        ("Hall", "x" * 64, "wifi-password-length"),
        ("", "long-enough", "wifi-name-missing"),
    ],
)
def test_what_no_router_takes(name: str, password: str, code: str):
    with pytest.raises(BadInput) as told:
        check_wifi(name, password)
    assert told.value.code == code


def test_a_code_for_the_camera():
    check_wifi("Hall", "")
    check_wifi("x" * 32, "x" * 63)
    assert wifi_link("Hall", "") == "WIFI:T:nopass;S:Hall;;"
    assert wifi_link('My "Hall"; 1', r"a\b:c,d") == r"WIFI:T:WPA;S:My \"Hall\"\; 1;P:a\\b\:c\,d;;"
