"""Rating lists of FIDE's size: loading one, and looking somebody up while typing, against limits and plain SQLite."""

from __future__ import annotations

import csv
import io
import random
import subprocess
import sys
import zipfile
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import islice
from pathlib import Path

from ledger.rating_lists.folder import RatingLists
from ledger.store.sqlite_library import connect, sqlite3
from tests.bench.measure import Figure, cpu_seconds
from tests.made_rating_lists import MadePlayer, fide_xml, make_players

PLAYERS, FEW = 1_900_000, 100_000
MOST_SECONDS = 120  # for all of them
MOST_MEGABYTES = 256
MOST_MILLISECONDS = 50
LOOK_UPS = 1000
COMMON = ("a", "s", "wang", "wan", "li", "m wang", "wei wang", "a b", "a e i", "jan de vries", "kumar p")

LOAD = """
import sys, time
from pathlib import Path
from displays.words.columns import column_titles
from ledger.rating_lists.folder import RatingLists
from ledger.rating_lists.layouts import ToldOfList
started = time.process_time()
RatingLists(Path(sys.argv[1])).load(Path(sys.argv[2]), ToldOfList(month="2026-11"), column_titles())
print(time.process_time() - started)
print(next((line.split()[1] for line in open("/proc/self/status") if line.startswith("VmHWM")), "0"))
"""


def rating_lists(directory: Path, is_quick: bool) -> Iterator[Figure]:
    count = FEW if is_quick else PLAYERS
    packed = directory / "players_list_xml.zip"
    _write_zip(packed, count)
    command = [sys.executable, "-c", LOAD, str(directory / "ratings"), str(packed)]
    took, memory = subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()
    plain = _plain_load(directory, count)
    limit = MOST_SECONDS * count / PLAYERS
    yield Figure(f"load {count:,} players, zipped XML (CPU)", float(took), limit, "limit", goal=1.0)
    yield Figure(
        "the same", float(took), plain, "the same rows as CSV, inserted and indexed by name", goal=12, is_speed=False
    )
    if int(memory):
        yield Figure("memory of the load", int(memory) / 1024, MOST_MEGABYTES, "limit", goal=1.0, unit="MB")
    yield from _look_ups(directory, count)


def _write_zip(path: Path, count: int) -> None:
    entry = zipfile.ZipInfo("players_list_xml.xml", (2026, 11, 1, 0, 0, 0))
    entry.compress_type = zipfile.ZIP_DEFLATED
    with zipfile.ZipFile(path, "w", compresslevel=4) as archive, archive.open(entry, "w", force_zip64=True) as file:
        pieces = fide_xml(make_players(count))
        while some := b"".join(islice(pieces, 2000)):
            file.write(some)


def _plain_load(directory: Path, count: int) -> float:
    """What any program would have to do: read lines, insert them, make an index."""
    text = io.StringIO()
    writer = csv.writer(text)
    for one in make_players(count):
        writer.writerow((one.number, one.name, one.federation, one.sex, one.title, *one.ratings, one.born, one.flag))
    text.seek(0)
    connection = connect(directory / "plain.db", "rwc", 5)
    return cpu_seconds(lambda: _insert(connection, text))


def _insert(connection: sqlite3.Connection, text: io.StringIO) -> None:
    connection.execute("PRAGMA synchronous = OFF")
    connection.execute("CREATE TABLE player (number, name, fed, sex, title, standard, rapid, blitz, born, flag)")
    connection.execute("BEGIN")
    connection.executemany("INSERT INTO player VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", csv.reader(text))
    connection.execute("CREATE INDEX by_name ON player (name COLLATE NOCASE)")
    connection.execute("COMMIT")
    connection.close()


def _look_ups(directory: Path, count: int) -> Iterator[Figure]:
    lists = RatingLists(directory / "ratings")
    typed = [*_typed_texts(list(islice(make_players(count), 20_000))), *COMMON * 10]
    taken = [cpu_seconds(partial(lists.find, words)) for words in typed]
    worst = max(min(cpu_seconds(partial(lists.find, words)) for _ in range(3)) for words in COMMON)
    plain = connect(directory / "plain.db", "ro", 5)
    query = "SELECT * FROM player WHERE name >= ? COLLATE NOCASE AND name < ? COLLATE NOCASE LIMIT 20"
    beside = [cpu_seconds(lambda: plain.execute(query, (words, words + "~")).fetchall()) for words in typed]  # noqa: B023
    ours, other = _percentile(taken), _percentile(beside)
    yield Figure("look-up, 95th percentile (CPU)", ours, MOST_MILLISECONDS / 1000, "limit", goal=1.0)
    yield Figure("look-up, the worst of common beginnings (CPU)", worst, MOST_MILLISECONDS / 1000, "limit", goal=1.0)
    yield Figure("look-up, 95th percentile (CPU)", ours, other, "names that begin so, by a plain index", is_speed=False)


def _percentile(taken: Sequence[float]) -> float:
    return sorted(taken)[len(taken) * 95 // 100]


def _typed_texts(players: Sequence[MadePlayer]) -> Iterator[str]:
    """What somebody types on the way to a name, in one order or the other, or a number."""
    chance = random.Random(7)
    for one in chance.sample(players, LOOK_UPS):
        last, _, first = one.name.partition(", ")
        whole = chance.choice((f"{last} {first}", f"{first} {last}", f"{first[0]} {last}", str(one.number)))
        yield whole[: chance.randint(1, len(whole))]
