"""What has been judged so far, a JSON line for each tournament: whoever is interrupted goes on from there."""

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

    @property
    def done(self) -> set[tuple[str, str, int]]:
        return {judgement.key for judgement in self.judged}

    def add(self, judgement: Judgement) -> None:
        self.judged.append(judgement)
        with self._path.open("ab") as file:
            file.write(msgspec.json.encode(judgement) + b"\n")

    def forget(self, keys: set[tuple[str, str, int]]) -> None:
        """They are to be judged anew."""
        self.judged = [judgement for judgement in self.judged if judgement.key not in keys]
        self._path.write_bytes(b"".join(msgspec.json.encode(judgement) + b"\n" for judgement in self.judged))
