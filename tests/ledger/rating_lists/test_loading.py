"""Loading lists: all or nothing, in the place of the one before, with memory that does not grow."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from displays.words.columns import column_titles
from engine.errors import BadInput, Broken, Refusal, Unavailable
from ledger.rating_lists.folder import RatingLists, months
from ledger.rating_lists.layouts import ToldOfList
from ledger.rating_lists.loading import OLD_UNFINISHED, LoadProgress
from tests.ledger.rating_lists.lists import COMBINED, XML, lists_of, load, xml_player, zip_of
from tests.made_rating_lists import fide_xml, make_players

OTHER = XML.format(xml_player(1001, "Sørensen, Anna-Lise", rating=1111, rapid_rating=0, blitz_rating=0))


def test_a_newer_load_of_the_same_list_takes_its_place(tmp_path):
    load(tmp_path, COMBINED, "a.xml", month="2026-11")
    load(tmp_path, OTHER, "b.xml", month="2026-11")
    (about,) = lists_of(tmp_path).lists()
    assert (about.players, about.file_name) == (1, "b.xml")


def test_several_months_stand_side_by_side(tmp_path):
    for month in ("2026-09", "2026-11", "2026-10"):
        load(tmp_path, COMBINED, "a.xml", month=month)
    lists = lists_of(tmp_path).lists()
    assert [one.month for one in lists] == ["2026-11", "2026-10", "2026-09"]
    assert months(lists, "fide", "rapid") == ("2026-11", "2026-10", "2026-09")
    assert months(lists, "NED", "rapid") == ()


def test_a_list_that_fails_at_its_end_leaves_the_one_before(tmp_path):
    load(tmp_path, COMBINED, "a.xml", month="2026-11")
    with pytest.raises(BadInput, match="xml-broken"):
        load(tmp_path, OTHER.replace("</playerslist>", "</oops>"), "b.xml", month="2026-11")
    (about,) = lists_of(tmp_path).lists()
    assert about.file_name == "a.xml"
    assert len([*(tmp_path / "ratings").iterdir()]) == 1


def test_of_a_zip_all_lists_are_loaded_or_none(tmp_path):
    content = zip_of(tmp_path, standard_nov26_xml=OTHER.replace("rapid_rating", "x"), rapid_nov26_xml="<playerslist>")
    with pytest.raises(BadInput, match="xml-"):
        load(tmp_path, content, "a.zip")
    assert list((tmp_path / "ratings").iterdir()) == []


def test_two_files_of_one_list_in_a_zip_are_refused(tmp_path):
    content = zip_of(tmp_path, one_csv="number,name,rating\n1,A B,2\n", two_csv="number,name,rating\n2,A C,2\n")
    with pytest.raises(BadInput, match="same-list-twice"):
        load(tmp_path, content, "a.zip", publisher="club", month="2026-11")
    assert lists_of(tmp_path).lists() == ()


def test_whoever_is_told_of_the_progress_can_stop_it(tmp_path):
    path = tmp_path / "a.xml"
    path.write_bytes(b"".join(fide_xml(make_players(12_000))))
    seen: list[LoadProgress] = []

    def tell(progress: LoadProgress) -> None:
        seen.append(progress)
        if len(seen) == 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        lists_of(tmp_path).load(path, ToldOfList(month="2026-11"), column_titles(), tell)
    assert [(one.step, one.players) for one in seen] == [("reading", 5000), ("reading", 10000)]
    assert 0 < seen[0].done < seen[1].done <= seen[1].whole == path.stat().st_size
    assert list((tmp_path / "ratings").iterdir()) == []


LOAD = """
import sys
from pathlib import Path
from displays.words.columns import column_titles
from ledger.rating_lists.folder import RatingLists
from ledger.rating_lists.layouts import ToldOfList

def tell(progress):
    print(progress.players, flush=True)
    sys.stdin.readline()

RatingLists(Path(sys.argv[1])).load(Path(sys.argv[2]), ToldOfList(month="2026-11"), column_titles(), tell)
"""


def test_a_load_that_is_killed_leaves_the_list_before_and_its_rest_is_removed_later(tmp_path):
    load(tmp_path, COMBINED, "a.xml", month="2026-11")
    path = tmp_path / "b.xml"
    path.write_bytes(b"".join(fide_xml(make_players(6000))))
    command = [sys.executable, "-c", LOAD, tmp_path / "ratings", path]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as loading:
        assert loading.stdout is not None
        assert loading.stdout.readline() == "5000\n"  # and it waits
        loading.kill()
    assert loading.returncode == -signal.SIGKILL
    left = [*(tmp_path / "ratings").glob("*.loading")]
    (about,) = lists_of(tmp_path).lists()
    assert left
    assert about.file_name == "a.xml"
    before = time.time() - OLD_UNFINISHED - 60
    for file in left:
        os.utime(file, (before, before))
    load(tmp_path, COMBINED, "a.xml", month="2026-10")
    assert [*(tmp_path / "ratings").glob("*.loading")] == []


MEMORY = """
import sys
from pathlib import Path
from displays.words.columns import column_titles
from ledger.rating_lists.folder import RatingLists
from ledger.rating_lists.layouts import ToldOfList
RatingLists(Path(sys.argv[1])).load(Path(sys.argv[2]), ToldOfList(month="2026-11"), column_titles())
print(next(line.split()[1] for line in open("/proc/self/status") if line.startswith("VmHWM")))
"""


@pytest.mark.skipif(sys.platform != "linux", reason="asks Linux how much memory was used at most")
def test_memory_does_not_grow_with_the_list(tmp_path):
    """Ten times the players (27 megabytes more of XML) want less than 20 megabytes more."""
    used = []
    for players in (7_000, 70_000):
        path = tmp_path / f"{players}.xml"
        path.write_bytes(b"".join(fide_xml(make_players(players))))
        command = [sys.executable, "-c", MEMORY, tmp_path / "ratings", path]
        done = subprocess.run(command, capture_output=True, text=True, check=True)
        used.append(int(done.stdout) // 1024)
    assert used[1] - used[0] < 20


def test_a_list_is_removed_by_its_key(tmp_path):
    load(tmp_path, COMBINED, "a.xml", month="2026-11")
    lists = lists_of(tmp_path)
    with pytest.raises(Refusal, match="no-such-rating-list"):
        lists.remove("../a")
    assert lists.remove("fide-standard-rapid-blitz-2026-11").players == 5
    assert lists.lists() == ()
    assert lists.find("jan") == ()


def test_without_any_list_nobody_is_found(tmp_path):
    assert lists_of(tmp_path).lists() == ()
    assert lists_of(tmp_path).find("jan") == ()


def test_a_file_that_is_no_list_of_ours_is_told(tmp_path):
    load(tmp_path, COMBINED, "a.xml", month="2026-11")
    (path,) = (tmp_path / "ratings").iterdir()
    path.write_bytes(b"not a list" * 1000)
    with pytest.raises(Broken, match="rating-list-broken"):
        lists_of(tmp_path).find("jan")


def test_where_nothing_can_be_written(tmp_path):
    (tmp_path / "ratings").write_text("a file")
    with pytest.raises(Unavailable, match="rating-list-not-written"):
        load(tmp_path, COMBINED, "a.xml", month="2026-11")
    with pytest.raises(BadInput, match="no-such-file"):
        RatingLists(tmp_path / "other").load(Path("nowhere.xml"), ToldOfList(), column_titles())
