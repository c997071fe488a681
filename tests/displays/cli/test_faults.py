"""Faults and bad input, through the command line: a clear sentence, an exit code that is not 0, nothing changed."""

import json
import os
import resource
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path

import pytest

from displays.words.language import language
from ledger.store.sqlite_library import sqlite3
from tests.displays.commandline import COMMAND, Roundlog

EVERY_WAY_TO_OPEN = [("list",), ("standings", "club"), ("announce", "club", "x"), ("verify",), ("export", "club", "f")]


# -- the file of the log ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("words", EVERY_WAY_TO_OPEN)
def test_there_is_no_log(roundlog: Roundlog, words):
    assert roundlog.refused(2, *words) == f"There is no log at {roundlog.log}."


@pytest.mark.parametrize("words", [*EVERY_WAY_TO_OPEN, ("open", "x", "--name", "X", "--rounds", "1"), ("serve",)])
@pytest.mark.parametrize("content", [b"Rk;Name;Rtg\n" * 100, b"\0" * 5000], ids=["csv", "zeros"])
def test_a_file_that_is_not_a_roundlog_database(roundlog: Roundlog, words, content):
    roundlog.log.write_bytes(content)
    free_port = ("--port", "0") if words == ("serve",) else ()
    assert roundlog.refused(2, *words, *free_port) == f"{roundlog.log} is not a Roundlog log."


@pytest.mark.parametrize("words", EVERY_WAY_TO_OPEN)
def test_a_log_written_by_a_newer_version(roundlog: Roundlog, words):
    roundlog.open_four()
    changed(roundlog.log, "PRAGMA user_version = 99")
    assert "was written by a newer Roundlog (format 99;" in roundlog.refused(2, *words)


def changed(path: Path, *statements: str) -> None:
    connection = sqlite3.connect(path, isolation_level=None)
    for statement in statements:
        connection.execute(statement)
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    connection.close()


def test_a_locked_log(roundlog: Roundlog):
    roundlog.open_four()
    other = sqlite3.connect(roundlog.log, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    assert "is locked by another program" in roundlog.refused(3, "announce", "club", "x", "--wait", "0")
    assert "Anna" in roundlog("standings", "club")  # who reads does not wait
    other.execute("ROLLBACK")
    other.close()
    roundlog("announce", "club", "x")


@contextmanager
def as_somebody_else() -> Iterator[None]:
    """Root may write everywhere, so as root this looks at the file with the rights of nobody."""
    if os.geteuid() != 0:
        yield
        return
    os.seteuid(65534)
    try:
        yield
    finally:
        os.seteuid(0)


def reachable(folder: Path) -> None:
    """Pytest makes its folders for their owner only."""
    while folder.name and not folder.name.startswith("pytest-of-"):
        folder.chmod(0o755)
        folder = folder.parent
    folder.chmod(0o755)


def test_a_read_only_log(roundlog: Roundlog):
    roundlog.open_four()
    reachable(roundlog.folder)
    roundlog.log.chmod(0o444)
    with as_somebody_else():
        said = roundlog.refused(3, "announce", "club", "x", "--wait", "0")
        assert said == f"{roundlog.log} cannot be written to: it is read-only."


def test_a_full_disk(roundlog: Roundlog):
    """A limit on the size of files stands in for it: the write fails half-way."""
    roundlog.open_four()
    names = "\n".join(f"Player {number} with a long name" for number in range(3000))
    (roundlog.folder / "many.csv").write_text(f"name\n{names}\n")
    before = roundlog("audit", "club", "--json")

    def small() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (150_000, 150_000))

    command = [*COMMAND, "--log", str(roundlog.log), "register", "club", "--csv", "many.csv"]
    said = subprocess.run(command, capture_output=True, text=True, preexec_fn=small, check=False)
    assert said.returncode == 3
    assert said.stderr.count("\n") == 1
    assert roundlog("audit", "club", "--json") == before
    assert "5 records" in roundlog("verify")


def test_a_folder_that_is_not_there(roundlog: Roundlog):
    roundlog.log = roundlog.folder / "nowhere" / "x.db"
    assert roundlog.refused(2, "open", "x", "--name", "X", "--rounds", 1).startswith("There is no folder for")


# -- a log that somebody changed -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("column", "value"),
    [("body", '\'{"type":"round-closed","round":1}\''), ("actor", "'Mallory'"), ("at", "'2020'"), ("hash", "'0'")],
)
def test_verify_names_the_first_record_that_does_not_fit(roundlog: Roundlog, column, value):
    roundlog.open_four()
    with sqlite3.connect(roundlog.log) as connection:
        guards = [row[0] for row in connection.execute("SELECT sql FROM sqlite_master WHERE type = 'trigger'")]
        names = [row[0] for row in connection.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'")]
    connection.close()
    forged = f"UPDATE records SET {column} = {value} WHERE position = 3"
    changed(roundlog.log, *(f"DROP TRIGGER {name}" for name in names), forged, *guards)
    said = roundlog.refused(1, "verify")
    assert said == "Broken: step 3 of club does not fit its check value (record 3)."


def test_verify_names_a_record_that_was_removed(roundlog: Roundlog):
    roundlog.open_four()
    changed(roundlog.log, "DROP TRIGGER records_are_not_removed", "DELETE FROM records WHERE position = 4")
    assert roundlog.refused(1, "verify") == "Broken: record 4 is missing."


def test_verify_finds_a_log_cut_short_when_it_knows_the_head(roundlog: Roundlog):
    roundlog.open_four()
    head = roundlog("verify").split()[3].rstrip(",")
    changed(roundlog.log, "DROP TRIGGER records_are_not_removed", "DELETE FROM records WHERE position = 5")
    assert roundlog.tried("verify", "--head", head).code == 1


def test_an_event_type_that_this_version_does_not_know(roundlog: Roundlog):
    roundlog.open_four()
    row = "6, 'club', 6, '2099', 'x', 'x', '{\"type\":\"of-tomorrow\"}', 'x', 'x'"
    columns = "position, stream, version, at, actor, command, body, hash, seal"
    changed(roundlog.log, f"INSERT INTO records ({columns}) VALUES ({row})")
    assert "does not know: of-tomorrow (record 6)." in roundlog.refused(2, "standings", "club")
    assert "of-tomorrow" in roundlog.refused(2, "announce", "club", "x")


# -- a file to be taken in -------------------------------------------------------------------------------------------


@pytest.fixture
def exported(roundlog: Roundlog) -> Path:
    """A tournament in a file, and no log beside it."""
    roundlog.open_four()
    roundlog("export", "club", "club.jsonl")
    for path in roundlog.folder.glob("roundlog.db*"):
        path.unlink()
    return roundlog.folder / "club.jsonl"


def test_a_file_that_is_not_there(roundlog: Roundlog):
    assert roundlog.refused(2, "import", "nowhere.jsonl") == "There is no file nowhere.jsonl."


@pytest.mark.parametrize("words", [("import",), ("verify",)])
def test_malformed_json(roundlog: Roundlog, exported: Path, words):
    lines = exported.read_bytes().splitlines(keepends=True)
    exported.write_bytes(b"".join([*lines[:2], lines[2][:-20] + b"\n", *lines[3:]]))
    said = roundlog.refused(2, *words, "club.jsonl")
    assert said.startswith("This is not a line of an exported tournament (expected: line) (line 3")


@pytest.mark.parametrize("words", [("import",), ("verify",)])
def test_a_wrong_encoding(roundlog: Roundlog, exported: Path, words):
    exported.write_bytes(exported.read_text("utf-8").encode("latin-1"))
    said = roundlog.refused(2, *words, "club.jsonl")
    assert said.startswith("The text is not UTF-8 (line 6, column")


@pytest.mark.parametrize("words", [("import",), ("verify",)])
def test_a_changed_letter(roundlog: Roundlog, exported: Path, words):
    exported.write_text(exported.read_text("utf-8").replace("Katrin", "Kathrin"), "utf-8")
    said = roundlog.refused(1, *words, "club.jsonl")
    assert said == "Broken: step 4 of club does not fit its check value (line 5)."


@pytest.mark.parametrize("words", [("import",), ("verify",)])
def test_a_line_missing_at_the_end(roundlog: Roundlog, exported: Path, words):
    exported.write_bytes(b"".join(exported.read_bytes().splitlines(keepends=True)[:-1]))
    said = roundlog.refused(1, *words, "club.jsonl")
    assert said == "Broken: the file of club promises 5 records; 4 fit."


def test_a_newer_format(roundlog: Roundlog, exported: Path):
    exported.write_text(exported.read_text("utf-8").replace('{"roundlog":1,', '{"roundlog":7,', 1), "utf-8")
    assert "newer Roundlog (format 7;" in roundlog.refused(2, "import", "club.jsonl")


@pytest.mark.parametrize(
    ("body", "said"),
    [
        (
            {"type": "of-tomorrow"},
            "A record has a type of event that this Roundlog does not know: of-tomorrow (line 2).",
        ),
        (
            {"type": "round-closed", "round": 4},
            "An event of type round-closed does not fit what came before it (line 2).",
        ),
    ],
)
def test_events_that_cannot_be_understood_or_do_not_fit(roundlog: Roundlog, body, said):
    """Its hashes are right, its content is not: no log is made of it."""
    forge(roundlog.folder / "forged.jsonl", json.dumps(body))
    assert roundlog.refused(2, "import", "forged.jsonl").endswith(said)


def forge(path: Path, body: str) -> None:
    """A file of one record, chained as ``ledger/store/chain.py`` says."""
    fields = ("x", "1", "2026-05-01T14:00:00.000000Z", "Mallory", "c1", body)
    head = sha256("\n".join(("0" * 64, *fields)).encode()).hexdigest()
    title = {"roundlog": 1, "stream": "x", "records": 1, "head": head}
    line = {"version": 1, "at": fields[2], "actor": fields[3], "command": "c1", "body": body, "hash": head}
    path.write_text(f"{json.dumps(title)}\n{json.dumps(line)}\n")


def test_a_tournament_that_went_on_differently_here(roundlog: Roundlog):
    roundlog.open_four()
    roundlog("export", "club", "club.jsonl")
    roundlog("announce", "club", "x")
    assert roundlog.refused(1, "import", "club.jsonl").startswith("club is in this log already, at step 6")


def test_an_export_cannot_be_written(roundlog: Roundlog):
    roundlog.open_four()
    assert "cannot be written" in roundlog.refused(3, "export", "club", "nowhere/club.jsonl")
    assert roundlog.refused(1, "export", "other", "other.jsonl") == "There is no tournament other in this log."


# -- a list of players -----------------------------------------------------------------------------------------------


DOUBLE = "Anna is in this list already, in line 2. Register both only if they are two people (line 3)."


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("", "The first line must name the columns, “name” among them (line 1)."),
        ("name\n", "players.csv has no players."),
        ("rating\n1900\n", "The first line must name the columns, “name” among them (line 1)."),
        ("name,name\nA,B\n", "The column “name” is there twice (line 1, column 2)."),
        ("name,rating\nAnna,19OO\n", "Rating: “19OO” is not a whole number (line 2, column 2)."),
        ("name,rating\n,1900\n", "A player without a name (line 2, column 1)."),
        ("name,rating\nA,1,2\n", "The line has 3 cells, the header 2 (line 2)."),
        (
            "name\nAnna\nAnna\n",
            DOUBLE,
        ),
        ("name,number\nAnna,3\nBram,3\n", "Number 3 belongs to Anna (line 3, column 2)."),
        ("name,rating\nAnna,9999\n", "Rating must lie between 0 and 4000, not 9999 (line 2, column 2)."),
        ("name,sex\nAnna,x\n", "Sex: “x” is not known; possible are m and w (line 2, column 2)."),
    ],
)
def test_a_list_that_cannot_be_taken_in(roundlog: Roundlog, content, said):
    roundlog("open", "club", "--name", "Club", "--rounds", 1)
    (roundlog.folder / "players.csv").write_text(content, "utf-8")
    code = 1 if "between" in said else 2
    assert roundlog.refused(code, "register", "club", "--csv", "players.csv") == said


def test_a_list_in_the_encoding_of_an_old_spreadsheet(roundlog: Roundlog):
    roundlog("open", "club", "--name", "Club", "--rounds", 1)
    (roundlog.folder / "players.csv").write_bytes("name\nAnna\nJürgen\n".encode("latin-1"))
    assert "2 Jürgen" in roundlog("register", "club", "--csv", "players.csv")


def test_a_column_that_is_not_known(roundlog: Roundlog):
    roundlog("open", "club", "--name", "Club", "--rounds", 1)
    (roundlog.folder / "players.csv").write_text("name;shoe size\nAnna;38\n")
    said = roundlog.refused(2, "register", "club", "--csv", "players.csv")
    assert said.startswith("The column “shoe size” is not known; known are number, name, rating")
    assert said.endswith("(line 1, column 2).")


# -- what is typed ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("code", "words", "said"),
    [
        (2, ("pair", "club", "--boards", "1+2"), "“1+2” is not a board; write white-black, for example 1-2."),
        (2, ("pair", "club", "one"), "Round: “one” is not a whole number."),
        (2, ("pair", "club", "--bye", "3"), "Still missing: --boards."),
        (1, ("pair", "club"), "This tournament is paired by hand: give the boards of round 1."),
        (1, ("pair", "club", "--boards", "1-1 3-4"), "Player Anna (1) is named twice."),
        (1, ("pair", "club", "--boards", "1-9 3-4"), "There is no player 9 in this tournament."),
        (
            1,
            ("pair", "club", "--boards", "1-2"),
            "In round 1 players Katrin (3) and Jürgen (4) have neither a board nor a bye.",
        ),
        (1, ("pair", "club", 2, "--boards", "1-2 3-4"), "Round 2 is not next: it is the turn of round 1."),
        (
            2,
            ("standings", "club", "--round", "1", "--version", "2"),
            "Name one moment only, not version and round together.",
        ),
        (2, ("standings", "club", "--at", "noon"), "Moment: “noon” is not a time; write 2026-05-01T14:00Z."),
        (1, ("standings", "club", "--version", "99"), "There is no step 99; the newest is 5."),
        (1, ("standings", "club", "--round", "1"), "There is no round 1 yet; 0 can be shown."),
        (1, ("standings", "club", "--at", "2001-01-01"), "At that moment there was nothing yet."),
        (1, ("card", "club", 9), "There is no player 9 in this tournament."),
        (1, ("boards", "nobody"), "There is no such tournament here."),
        (
            1,
            ("open", "club", "--name", "Again", "--rounds", 1),
            "There is a tournament with this short name in links already: Club evening.",
        ),
        (1, ("open", "x", "--name", " ", "--rounds", 1), "Name must not be empty."),
        (1, ("open", "x", "--name", "X"), "A tournament has 1 to 999 rounds, not 0."),
        (2, ("open", "Ö", "--name", "X", "--rounds", 1), None),
        (1, ("open", "x", "--name", "X", "--rounds", 1, "--system", "magic"), None),
        (
            2,
            ("open", "x", "--name", "X", "--rounds", 1, "--points", "a-b-c"),
            "“a-b-c” is not a point table; write it as 1-½-0.",
        ),
        (1, ("open", "x", "--name", "a\nb", "--rounds", 1), "Name contains characters that cannot be printed."),
        (2, ("register", "club"), "One of these is needed: NAME and --csv."),
        (2, ("clock", "club", 1), "Still missing: --starts and --ends."),
        (1, ("correct", "club", 1, 1, "1-0"), "A reason is required."),
        (2, ("sit-out", "club", 1, 1, "asleep", "--reason", "x"), None),
        (2, ("--lang", "xx", "list"), "Language: “xx” is not known; possible are en, de, et and nl."),
        (2, ("serve", "--port", "70000"), "Port must lie between 0 and 65535, not 70000."),
        (2, ("doctor", "--port", "70000"), "Port must lie between 0 and 65535, not 70000."),
        (2, ("verify", "--head", "abc"), "“abc” is not a head: it has 64 digits from 0 to 9 and a to f."),
        (2, ("frobnicate",), "There is no command “frobnicate”; roundlog --help lists them."),
        (2, ("announce", "\udcff", "x"), "'\\udcff' cannot be written as Unicode text."),
        (2, ("announce", "club", "\udcff"), "'\\udcff' cannot be written as Unicode text."),
        (2, ("announce", "club", "x", "--as", "a\nb"), "Name of who acts contains characters that cannot be printed."),
        (1, ("announce", "club", "x" * 501), "Text is too long: 501 characters, at most 500."),
        (2, ("list", "--frobnicate"), "--frobnicate cannot be used here."),
        (2, ("list", "club", "--", "x"), "club x cannot be used here."),
        (2, ("--frobnicate", "list"), "--frobnicate cannot be used here."),
        (2, ("pair", "club", "--frobnicate", "3"), "--frobnicate cannot be used here."),
        (2, ("register", "club", "-frob"), "-frob cannot be used here."),
        (2, ("result", "club", "1"), "Still missing: BOARD and RESULT."),
        (2, ("open", "x", "--rounds", "3", "--name"), "--name needs a value behind it."),
        (2, ("open", "x", "--name", "--rounds", "3"), "--name needs a value behind it."),
        (2, ("list", "--json=yes"), None),
        (1, ("result", "club", -1, 1, "1-0"), "There is no round -1 yet; 0 can be shown."),
    ],
)
def test_what_is_typed_is_answered_in_a_sentence(roundlog: Roundlog, code, words, said):
    roundlog.open_four()
    told = roundlog.refused(code, *words)
    assert said in (None, told)


def test_the_sentence_is_in_the_readers_language(roundlog: Roundlog):
    roundlog.open_four()
    for code in ("nl", "de", "et"):
        assert roundlog.refused(1, "close", "club", 1, "--lang", code) != language("en").word("no-such-round", "errors")
    assert roundlog.refused(2, "pair", "club", "x", "--lang", "de") == "Runde: „x“ ist keine ganze Zahl."


def test_what_cannot_be_read_is_told_in_the_readers_language_wherever_it_was_chosen(roundlog: Roundlog):
    assert roundlog.refused(2, "lisst", "--lang", "nl").startswith("De opdracht “lisst” bestaat niet")
    assert roundlog.refused(2, "--lang=de", "list", "--frob") == "--frob kann hier nicht verwendet werden."
    assert roundlog.refused(2, "result", "x", "--lang", "et").startswith("Puudu on veel")
    said = roundlog.tried("list", "--frob", "--json")
    assert (said.code, said.out) == (2, "")
    assert json.loads(said.err)["code"] == "unknown-argument"


def test_a_word_behind_two_dashes_is_never_an_option(roundlog: Roundlog):
    roundlog.open_four()
    assert "5 --Zed" in roundlog("register", "club", "--", "--Zed")
