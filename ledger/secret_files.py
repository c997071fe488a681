"""Files with secrets: for their owner alone, whole and durable, or not there at all."""

from __future__ import annotations

import os
import stat
from pathlib import Path

from engine.errors import Unavailable
from ledger.durable_files import sync_folder

OWNER_ONLY, OWNER_AND_GROUP = 0o600, 0o640


def make_secret_folder(folder: Path) -> None:
    """Nobody else may look into it, nor could before if it was there already."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        if os.name != "nt":
            folder.chmod(0o700)
    except OSError as error:
        raise Unavailable("log-no-access", path=os.fspath(folder)) from error


def write_secret_file(path: Path, content: bytes, *, may_replace: bool = True) -> bool:
    """False: there is one already, and it was left as it is."""
    beside = path.with_name(f"{path.name}.{os.getpid()}.new")
    try:
        beside.unlink(missing_ok=True)
        descriptor = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, OWNER_ONLY)
        try:
            with open(descriptor, "wb") as file:
                file.write(content)
                file.flush()
                os.fsync(file.fileno())
            if may_replace:
                os.replace(beside, path)
            elif not _give_new_name(beside, path):
                return False
        finally:
            beside.unlink(missing_ok=True)
        sync_folder(path.absolute().parent)
    except OSError as error:
        raise Unavailable("log-no-access", path=os.fspath(path)) from error
    return True


def _give_new_name(beside: Path, path: Path) -> bool:
    """A second name fails where the first stands already, even if somebody makes that in this very moment."""
    try:
        os.link(beside, path)
    except FileExistsError:
        return False
    except OSError:  # a file system that knows no second names (a memory stick)
        if path.exists():
            return False
        os.replace(beside, path)
    return True


def is_secret_file(path: Path) -> bool:
    """Only its owner reads it; of root's files a group may too, as PostgreSQL has it: so Kubernetes mounts secrets.

    Windows has no such modes: there the folder's owner sees to it.
    """
    if os.name == "nt":
        return True
    about = path.stat()
    allowed = OWNER_AND_GROUP if about.st_uid == 0 else OWNER_ONLY
    return not stat.S_IMODE(about.st_mode) & 0o777 & ~allowed
