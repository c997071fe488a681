"""The private file: what one program writes, another that has the file open sees, with every table of it open."""

from __future__ import annotations

import subprocess
import sys
import threading
from pathlib import Path

import msgspec

from engine.errors import Unavailable
from ledger.private_file import PrivateRecord, PrivateTable


class Noted(msgspec.Struct, frozen=True, tag_field="type", tag="noted"):
    text: str


def open_table(path: Path, name: str, texts: list[str]) -> PrivateTable[Noted]:
    def evolve(record: PrivateRecord[Noted]) -> None:
        texts.append(record.event.text)

    return PrivateTable(path, name, Noted, evolve)


ANOTHER_PROGRAM = """
import sys
import threading
from pathlib import Path
from tests.ledger.test_private_file import Noted, open_table
table = open_table(Path(sys.argv[1]), "happenings", [])
table.decide("another program", lambda record: record(Noted(text=sys.argv[2])))
table.close()
"""


def write_in_another_program(path: Path, text: str) -> None:
    subprocess.run([sys.executable, "-c", ANOTHER_PROGRAM, str(path), text], check=True, cwd=Path(__file__).parents[2])


def test_both_tables_are_open_and_another_program_writes_again_and_again(tmp_path: Path) -> None:
    """Each time the other program is the last to close a connection, unless it sees the locks of ours."""
    path = tmp_path / "club.office.db"
    keys: list[str] = []
    first = open_table(path, "happenings", keys)
    second = open_table(path, "proposals", [])
    for text in ("one", "two", "three"):
        write_in_another_program(path, text)
        first.catch_up()
        assert keys[-1] == text
    first.decide("we", lambda record: record(Noted(text="four")))
    write_in_another_program(path, "five")
    first.catch_up()
    assert keys == ["one", "two", "three", "four", "five"]
    first.close()
    second.close()


def test_the_file_is_for_its_owner_only(tmp_path: Path) -> None:
    path = tmp_path / "club.office.db"
    open_table(path, "happenings", []).close()
    assert path.stat().st_mode & 0o077 == 0


def test_it_is_not_closed_under_the_hands_of_who_writes(tmp_path: Path) -> None:
    """Uses of keys are noted beside the requests, also while a server ends."""
    for number in range(20):
        table = open_table(tmp_path / f"{number}.office.db", "happenings", [])
        codes: list[str] = []

        def write(table: PrivateTable[Noted] = table, codes: list[str] = codes) -> None:
            try:
                while True:
                    table.decide("we", lambda record: record(Noted(text="on and on")))
            except Unavailable as error:
                codes.append(error.code)

        threads = [threading.Thread(target=write) for _ in range(3)]
        for thread in threads:
            thread.start()
        table.close()
        for thread in threads:
            thread.join()
        assert codes == ["log-closed"] * 3
