"""Pictures for the screens: those of the folder that was named, and nothing beside it."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from displays.web.screens.images import KINDS, hash_list
from ledger.store.sqlite import SqliteLog
from tests.displays.client import Web, build
from tests.displays.commandline import Roundlog

DOT = b"\x89PNG\r\n\x1a\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    pictures = tmp_path / "pictures"
    (pictures / "folder.png").mkdir(parents=True)
    (tmp_path / "secret.png").write_bytes(DOT)
    for name in ("sponsor.png", "Hall Map.JPG", "script.svg", "page.html", "list.txt"):
        (pictures / name).write_bytes(DOT)
    (pictures / ".hidden.png").write_bytes(DOT)
    (pictures / "today.png").symlink_to(pictures / "sponsor.png")
    (pictures / "out.png").symlink_to(tmp_path / "secret.png")
    (pictures / "unseen.png").symlink_to(pictures / ".hidden.png")
    (pictures / "notes.png").symlink_to(pictures / "list.txt")
    (pictures / "nowhere.png").symlink_to(pictures / "gone.png")
    return pictures


@pytest.fixture
def hall(roundlog: Roundlog, folder: Path) -> Iterator[Web]:
    roundlog.open_club()
    with SqliteLog(roundlog.log) as log:
        app = build(log, images=folder)
        yield Web(app)
        app.state.services.key_store.close()


def test_a_picture_is_served_as_what_it_is_called(hall: Web):
    answer = hall.get("/images/sponsor.png")
    assert (answer.status_code, answer.content, answer.headers["content-type"]) == (200, DOT, "image/png")
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert hall.get("/images/Hall%20Map.JPG").headers["content-type"] == "image/jpeg"
    assert hall.get("/images/today.png").content == DOT  # a link to another picture of the folder
    assert ".svg" not in KINDS  # it could carry a script


@pytest.mark.parametrize(
    "name",
    [
        *(
            "script.svg",
            "page.html",
            "list.txt",
            "folder.png",
            "none.png",
            "..%2Fsecret.png",
            "%2e%2e/secret.png",
            "%00",
        ),
        *(".hidden.png", "out.png", "unseen.png", "notes.png", "nowhere.png"),
    ],
)
def test_nothing_else_is(hall: Web, name: str):
    assert hall.get(f"/images/{name}").status_code == 404


def test_the_console_offers_them(hall: Web):
    page = hall.sign_in("arbiter", "club").get("/console/club/screens").text
    assert '"images":["Hall Map.JPG","sponsor.png","today.png"]' in page.replace(", ", ",").replace(": ", ":")


def test_a_server_without_a_folder_has_none(roundlog: Roundlog, web: Web):
    assert web.get("/images/sponsor.png").status_code == 404


def test_a_folder_that_is_none_is_told(roundlog: Roundlog):
    assert "is not a folder" in roundlog.refused(2, "serve", "--port", "0", "--images", str(roundlog.log / "nowhere"))


def test_nodes_of_a_cluster_that_show_other_pictures_tell_another_hash(folder: Path, tmp_path: Path):
    known = hash_list(folder)
    (folder / "unlisted.txt").write_bytes(DOT)
    assert hash_list(folder) == known
    (folder / "sponsor.png").write_bytes(DOT + b"another picture of that name")
    assert hash_list(folder) != known
    assert hash_list(None) == hash_list(tmp_path / "nowhere") != known
