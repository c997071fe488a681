"""The lists that are loaded: a folder with a file for each, and the questions that are asked of all of them.

A list is one file that nobody writes to once it is there: a load that fails or is killed leaves the list before it, and
a list is removed by removing its file. Files are opened for each question; so what is loaded meanwhile, by whomever, is
what is answered from."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path

from engine.errors import BadInput, Refusal
from engine.model import Ids
from ledger.formats.player_columns import Titles
from ledger.rating_lists.finding import LIMIT, find_players, person_of
from ledger.rating_lists.layouts import ToldOfList
from ledger.rating_lists.list_file import ListFile, open_list
from ledger.rating_lists.listed import PUBLISHERS, ListedPlayer, RatingList, check_month
from ledger.rating_lists.loading import ENDING, LoadedList, LoadProgress, load_lists
from ledger.rating_lists.matching import Match, Wanted, match_player


def folder_beside(log: Path) -> Path:
    """Where the lists of a log are: each server of several has its own."""
    return log.with_name(f"{log.name}.ratings")


class RatingLists:
    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def lists(self) -> tuple[RatingList, ...]:
        """Newest month first."""
        return _in_order(about for _path, about in self._files())

    def load(
        self,
        path: Path,
        told: ToldOfList,
        called: Titles,
        tell: Callable[[LoadProgress], None] = lambda _progress: None,
    ) -> tuple[LoadedList, ...]:
        """All lists in a file, or none; each takes the place of the one of its publisher, kinds and month."""
        return load_lists(path, self.folder, told, called, tell)

    def remove(self, key: str) -> RatingList:
        for path, about in self._files():
            if about.key == key:
                path.unlink(missing_ok=True)
                return about
        raise Refusal("no-such-rating-list", found=key)

    def find(self, words: str, limit: int = LIMIT, source: str = "", month: str = "") -> tuple[ListedPlayer, ...]:
        """By name (any order, initials, beginnings of words) or number, the likeliest first. ``source``: only whom its
        lists have. ``month``: in the lists of that month, else in the newest of each source and kind."""
        with self._open(month) as files:
            return find_players(files, words, limit, source)

    def find_by_id(self, kind: str, number: str, month: str = "") -> ListedPlayer | None:
        """``kind``: a field of ``Ids``."""
        if kind not in Ids.__struct_fields__:
            raise BadInput("not-one-of", field="kind", value=kind, possible=Ids.__struct_fields__)
        with self._open(month) as files:
            return person_of(files, {kind: number})

    def match(self, field: Sequence[Wanted], month: str = "") -> tuple[Match, ...]:
        """For each of a whole field: who that is in the lists."""
        with self._open(month) as files:
            return tuple(match_player(files, wanted) for wanted in field)

    def _files(self) -> Iterator[tuple[Path, RatingList]]:
        for path in sorted(self.folder.glob(f"*{ENDING}")):
            with open_list(path) as file:
                about = file.about
            yield path, about

    @contextmanager
    def _open(self, month: str) -> Iterator[Sequence[ListFile]]:
        if month:
            check_month(month)
        with ExitStack() as opened:
            files = [opened.enter_context(open_list(path)) for path in sorted(self.folder.glob(f"*{ENDING}"))]
            chosen = _current(file.about for file in files if not month or file.about.month == month)
            yield [file for about in chosen for file in files if file.about == about]


def months(lists: Iterable[RatingList], source: str, kind: str) -> tuple[str, ...]:
    """Of which months a source's list is there, newest first."""
    found = {one.month for one in lists if one.source == source and kind in one.kinds}
    return tuple(sorted(found, reverse=True))


def _in_order(lists: Iterable[RatingList]) -> tuple[RatingList, ...]:
    """Newest first; of one month as they are known to most, FIDE's before others."""
    ranks = list(PUBLISHERS)
    known = sorted(lists, key=lambda one: (ranks.index(one.publisher) if one.publisher in ranks else 99, one.key))
    return tuple(sorted(known, key=lambda one: one.month, reverse=True))


def _current(lists: Iterable[RatingList]) -> list[RatingList]:
    """Of each publisher and kind the newest; of two of one month the one with more kinds."""
    there: dict[tuple[str, str], RatingList] = {}
    for one in _in_order(lists):
        for kind in one.kinds:
            before = there.get((one.publisher, kind))
            if before is None or (before.month == one.month and len(before.kinds) < len(one.kinds)):
                there[one.publisher, kind] = one
    return list({one.key: one for one in there.values()}.values())
