"""What was judged since the record was written, a JSON line for each tournament: whoever is stopped loses nothing."""

from __future__ import annotations

from pathlib import Path

import msgspec

from tests.cross.finding import Judgement


class State:
    def __init__(self, path: Path) -> None:
        """A last line that was cut off when the machine stopped is made again."""
        self._path = path
        self.judged: list[Judgement] = []
        if not path.exists():
            path.parent.mkdir(parents=True, exist_ok=True)
            return
        whole = path.read_bytes().rpartition(b"\n")[0]
        self.judged = [msgspec.json.decode(line, type=Judgement) for line in whole.splitlines() if line]
        path.write_bytes(b"".join(line + b"\n" for line in whole.splitlines() if line))

    def add(self, judgement: Judgement) -> None:
        self.judged.append(judgement)
        with self._path.open("ab") as file:
            file.write(msgspec.json.encode(judgement) + b"\n")

    def clear(self) -> None:
        """All of it is in the record."""
        self.judged = []
        self._path.unlink(missing_ok=True)
