"""A tournament driven from the command line, and how the command line behaves."""

import os
import re
import subprocess
import sys
from typing import Any

import msgspec
import pytest

from displays.cli.commands import MODULES
from displays.cli.main import main
from ledger.formats.trf.writer import Dialect
from ledger.replay import EndOfRound, replay
from ledger.store.sqlite import SqliteLog
from tests.displays.commandline import COMMAND, Roundlog
from tests.displays.remote_commandline import ANYWHERE


def test_every_command_has_its_help(capsys):
    for name in MODULES:
        assert main([name, "--help"]) == 0
        assert f"Usage: roundlog {name}" in capsys.readouterr().out


@ANYWHERE
def test_a_whole_tournament(roundlog: Roundlog):
    roundlog.open_four()
    roundlog("separate", "club", "1 4", "--to-round", 1, "--reason", "siblings")
    roundlog("lots", "club", "--seed", "hat")
    roundlog("first-colour", "club", "--colour", "black")
    roundlog("start-order", "club", "2 1 3-4")
    roundlog("clock", "club", 1, "--starts", "2026-05-01T14:00Z", "--ends", "2026-05-01T18:00Z")
    roundlog.play_round(1, "1-2 3-4", "1:1-0 2:½")
    roundlog("register", "club", "Late Comer", "--missed", "half-bye", "--fide", "4400001", "--sex", "w")
    roundlog("absent", "club", 2, 2, "--kind", "team-duty")
    roundlog("absent", "club", 3, "2,3")
    roundlog("present", "club", 3, "2-3")
    roundlog("pair", "club", "--boards", "4-1 3-5")
    roundlog("take-back", "club", 2, "--reason", "wrong list")
    roundlog("pair", "club", 2, "--boards", "1-3 4-5")
    roundlog("change", "club", 2, "--boards", "3-1 5-4", "--reason", "colours")
    roundlog("publish", "club", 2)
    roundlog("postpone", "club", 2, 1, "--until", "Friday")
    roundlog("result", "club", 2, 2, "-/+")
    roundlog("close", "club", 2)
    roundlog("reopen", "club", 2, "--reason", "the postponed game")
    roundlog("result", "club", 2, 1, "0-1")
    roundlog("correct", "club", 2, 1, "½", "--reason", "misread")
    roundlog("correct-colours", "club", 2, 1, "--reason", "sat the other way round")
    roundlog("sit-out", "club", 2, 2, "half-bye", "--reason", "asked in time")
    roundlog("adjust", "club", 2, 3, "--points", "-½", "--reason", "telephone")
    roundlog("close", "club", 2)
    roundlog("withdraw", "club", 5, "--reason", "ill")
    roundlog("return", "club", 5)
    roundlog("withdraw", "club", 5)
    roundlog("correct-player", "club", 1, "--rating", 1912, "--title", "FM", "--reason", "new list")
    roundlog.play_round(3, "1-4 2-3", "1:+ 2:0-1")
    roundlog("extra-game", "club", 1, 3, "1-0")
    roundlog("correct-extra-game", "club", 1, "0-1", "--reason", "written down wrongly")
    roundlog("take-back-extra-game", "club", 1, "--reason", "others played")
    roundlog("settle-tie", "club", "3 1", "--by", "play-off")
    roundlog("announce", "club", "Prizes at six", "--until", "2026-05-01T18:00Z")
    roundlog("finish", "club")
    assert "FM Anna" in roundlog("standings", "club")
    assert "1/3" not in roundlog("list")
    assert "finished" in roundlog("list")
    assert "intact" in roundlog("verify")


@ANYWHERE
def test_the_end_can_be_undone_with_a_reason(roundlog: Roundlog):
    roundlog.open_four()
    roundlog.play_round(1, "1-2 3-4", "1:1-0 2:½")
    roundlog("finish", "club", "--reason", "the hall floods")
    assert roundlog.refused(1, "pair", "club", "--boards", "1-3 2-4").startswith("The tournament is finished")
    roundlog("reopen-tournament", "club", "--reason", "it dried")
    roundlog("change-rules", "club", "--rounds", 4, "--reason", "one more")
    roundlog("change-details", "club", "--place", "Tartu")
    assert "1/4" in roundlog("list")


@ANYWHERE
def test_boards_that_break_a_rule_are_recorded_and_told(roundlog: Roundlog):
    roundlog.open_four()
    roundlog.play_round(1, "1-2 3-4", "1:1-0 2:½")
    said = roundlog.tried("pair", "club", "--boards", "2-1 4-3")
    assert said.code == 0
    assert "board 1, players Bram (2) and Anna (1) have met before" in said.err


@ANYWHERE
def test_corrections_do_not_reach_back_into_what_was_shown(roundlog: Roundlog):
    roundlog.open_four()
    roundlog.play_round(1, "1-2 3-4", "1:1-0 2:½")
    shown = roundlog("standings", "club", "--json")
    roundlog.play_round(2, "1-3 2-4", "1:½ 2:½")
    roundlog("correct", "club", 1, 1, "0-1", "--reason", "misread")
    assert roundlog("standings", "club", "--round", 1, "--json") == shown
    assert roundlog("standings", "club", "--version", 10, "--json") == shown
    assert "0–1" in roundlog("boards", "club", "--of", 1)
    assert "1–0" in roundlog("boards", "club", "--round", 1)


@ANYWHERE
def test_replay_gives_exactly_the_bytes_of_the_views(roundlog: Roundlog):
    roundlog.open_four()
    roundlog.play_round(1, "1-2 3-4", "1:1-0 2:½")
    roundlog.play_round(2, "1-3 2-4", "1:½ 2:½")
    lines = roundlog("replay", "club", "--round", 1, "--json").encode().splitlines()
    with SqliteLog(roundlog.log, read_only=True) as log:
        _, projection = replay(log.read("club"), EndOfRound(1))
    cards = [projection.encode_view("card", player=number) for number in (1, 2, 3, 4)]
    assert lines == [
        projection.encode_view("boards"),
        projection.encode_view("standings"),
        *cards,
        projection.encode_view("ticker"),
        projection.encode_view("audit"),
    ]


@ANYWHERE
def test_the_views_as_text_in_four_languages(roundlog: Roundlog):
    roundlog.open_four()
    roundlog.play_round(1, "1-2 3-4", "1:1-0 2:½")
    words = {"en": "Standings", "nl": "Stand na ronde 1", "de": "Rangliste", "et": "Paremusjärjestus"}
    for code, word in words.items():
        assert word in roundlog("replay", "club", "--lang", code)


@ANYWHERE
def test_a_list_of_players(roundlog: Roundlog):
    (roundlog.folder / "players.csv").write_text("Naam;Elo;KNSB\nAnna;1900;123\n;;\nBram;;\n", "utf-8")
    roundlog("open", "club", "--name", "Club", "--rounds", 1)
    said = roundlog("register", "club", "--csv", "players.csv")
    assert "1 Anna" in said
    assert "2 Bram" in said
    assert "2 players read from players.csv." in said
    assert "skipped: 3" in said


@ANYWHERE
def test_all_that_is_wrong_is_told_a_line_each(roundlog: Roundlog):
    said = roundlog.tried("open", "club", "--name", " ", "--rounds", 0)
    assert (said.code, said.out) == (1, "")
    assert said.err.splitlines() == [
        "roundlog: Name must not be empty.",
        "roundlog: A tournament has 1 to 999 rounds, not 0.",
    ]


@ANYWHERE
def test_what_a_list_wrote_otherwise_than_it_is_kept_is_told(roundlog: Roundlog):
    (roundlog.folder / "players.csv").write_text("Name;FIDE\nAnna;0004 500 123\n", "utf-8")
    roundlog("open", "club", "--name", "Club", "--rounds", 1)
    said = roundlog.tried("register", "club", "--csv", "players.csv")
    assert (said.code, said.err) == (0, "Line 2: number “0004 500 123” is kept as 4500123.\n")


@ANYWHERE
def test_draughts_write_their_results_in_draughts_points(roundlog: Roundlog):
    roundlog("open", "dam", "--name", "Dammen", "--rounds", 1, "--game", "draughts")
    roundlog("register", "dam", "Anna")
    roundlog("register", "dam", "Bram")
    roundlog("pair", "dam", "--boards", "1-2")
    roundlog("publish", "dam", 1)
    roundlog("result", "dam", 1, 1, "2-0")
    assert "2–0" in roundlog("boards", "dam")


@ANYWHERE
def test_export_and_import(roundlog: Roundlog):
    roundlog.open_four()
    roundlog("export", "club", "club.jsonl")
    head = roundlog("verify", "club.jsonl").split()[3]
    elsewhere = Roundlog(roundlog.folder)
    elsewhere.log = roundlog.folder / "other.db"
    assert head.rstrip(",") in elsewhere("import", "club.jsonl")
    assert "already" in elsewhere("import", "club.jsonl")
    assert elsewhere("audit", "club", "--json") == roundlog("audit", "club", "--json")
    assert "is there already" in roundlog.refused(2, "export", "club", "club.jsonl")


@ANYWHERE
def test_a_head_that_was_written_down(roundlog: Roundlog):
    roundlog.open_four()
    head = roundlog("verify").split()[3].rstrip(",")
    roundlog("announce", "club", "Tea")
    assert "1 more" in roundlog("verify", "--head", head)
    assert "is not among the 6 records" in roundlog.refused(1, "verify", "--head", "f" * 64)


def test_options_stand_before_or_behind_the_command(roundlog: Roundlog):
    main(["--log", "a.db", "open", "x", "--name", "X", "--rounds", "1", "--as", "me", "--log", "b.db"])
    assert not (roundlog.folder / "a.db").exists()
    roundlog.log = roundlog.folder / "b.db"
    assert " me " in roundlog("audit", "x")


def test_the_environment_says_which_log_and_which_language(roundlog: Roundlog, monkeypatch, capsys):
    monkeypatch.setenv("ROUNDLOG_LOG", "env.db")
    monkeypatch.setenv("ROUNDLOG_LANG", "et")
    assert main(["list"]) == 2
    assert capsys.readouterr().err == "roundlog: Logi env.db ei ole olemas.\n"


@ANYWHERE
def test_errors_for_programs(roundlog: Roundlog):
    roundlog.open_four()
    said = roundlog.tried("publish", "club", 7, "--json")
    assert said.code == 1
    assert msgspec.json.decode(said.err) == {
        "type": "about:blank",
        "title": "no-such-round",
        "detail": "There is no round 7 yet; 0 can be shown.",
        "code": "no-such-round",
        "facts": {"round": 7, "rounds": 0},
    }


# -- as a process of its own -----------------------------------------------------------------------------------------


def run(*words: str, **environment: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run([*COMMAND, *words], capture_output=True, env={**os.environ, **environment}, check=False)


def test_exit_codes(roundlog: Roundlog):
    assert run("--help").returncode == 0
    assert run().returncode == 2
    assert run("nonsense").returncode == 2
    roundlog.open_four()
    log = str(roundlog.log)
    assert run("--log", log, "close", "club", "1").returncode == 1
    refused = run("--log", log, "standings", "nobody")
    assert (refused.returncode, refused.stdout) == (1, b"")
    assert refused.stderr.count(b"\n") == 1


def test_utf_8_also_when_the_terminal_is_not(roundlog: Roundlog):
    roundlog.open_four()
    said = run("--log", str(roundlog.log), "standings", "club", PYTHONIOENCODING="ascii", LC_ALL="C", PYTHONUTF8="0")
    assert said.returncode == 0
    assert "Jürgen" in said.stdout.decode()


def test_a_reader_who_has_seen_enough_is_no_error(roundlog: Roundlog):
    roundlog.open_four()
    for number in range(40):
        roundlog("announce", "club", f"{number} " + "x" * 480)
    command = [*COMMAND, "--log", str(roundlog.log), "audit", "club"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.read(1)
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait() == 0


def test_the_help_loads_neither_the_engine_nor_the_log():
    code = (
        "import sys; from displays.cli.main import main\n"
        "try: main(['--help'])\n"
        "except SystemExit: pass\n"
        "print(sorted({'engine.model', 'ledger', 'msgspec', 'sqlite3', 'asyncio', 'starlette'} & set(sys.modules)))"
    )
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert said.stdout.splitlines()[-1] == "[]"


def test_who_only_looks_loads_no_event_loop_and_who_writes_no_pool_of_processes(roundlog: Roundlog):
    roundlog.open_four()
    for words, unneeded in ((["list"], "asyncio"), (["announce", "club", "Lunch"], "multiprocessing")):
        code = (
            "import sys; from displays.cli.main import main\n"
            f"assert main(['--log', {str(roundlog.log)!r}, *{words}]) == 0\n"
            f"print({unneeded!r} in sys.modules)"
        )
        said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
        assert said.stdout.splitlines()[-1] == "False", unneeded


def test_only_the_module_of_the_command_is_loaded():
    code = (
        "import sys; from displays.cli.main import main\n"
        "main(['tiebreaks'])\n"
        "print(sorted({f'displays.cli.{name}' for name in ('writing', 'serve', 'check', 'keys')} & set(sys.modules)))"
    )
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert said.stdout.splitlines()[-1] == "[]"


def test_it_says_its_version(capsys):
    assert main(["--version"]) == 0
    assert re.fullmatch(r"roundlog \d+\.\d+\.\d+( \([0-9a-f]{8}\+?\))?, SQLite 3\.\d+\.\d+\n", capsys.readouterr().out)


# -- completion --------------------------------------------------------------------------------------------------------


def completed(*words: str) -> list[str]:
    """What bash is offered for the last of these words."""
    asked = {"_ROUNDLOG_COMPLETE": "bash_complete", "COMP_WORDS": " ".join(words), "COMP_CWORD": str(len(words) - 1)}
    return [line.partition(",")[2] for line in run(**asked).stdout.decode().splitlines()]


def test_the_shell_completes_commands_options_and_values():
    assert completed("roundlog", "sta") == [
        *("start-order", "start-numbers", "standings", "starting-list", "start"),
    ]
    assert completed("roundlog", "--la") == ["--lang"]
    assert completed("roundlog", "standings", "club", "--ex") == ["--explain"]
    assert completed("roundlog", "pair", "file.trf", "--sys") == ["--system"]
    assert completed("roundlog", "pair", "club", "--bo") == ["--boards"]
    assert completed("roundlog", "simulate", "--dialect", "trf") == [*(dialect.value for dialect in Dialect)]


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_script_for_the_shell_asks_roundlog(roundlog: Roundlog, shell: str):
    assert "_ROUNDLOG_COMPLETE=" + f"{shell}_complete" in roundlog("completion", shell)


def test_a_shell_that_we_do_not_know(roundlog: Roundlog):
    assert roundlog.refused(2, "completion", "tcsh") == "Shell: “tcsh” is not known; possible are bash, zsh and fish."


@ANYWHERE
def test_what_the_knsb_says_of_changing_a_published_pairing_is_told_when_it_is_changed(roundlog: Roundlog):
    roundlog.open_six("knsb-2014")
    roundlog("pair", "open")
    boards = [f"{b['white']['player']['number']}-{b['black']['player']['number']}" for b in boards_of(roundlog)]
    turned = " ".join("-".join(reversed(pair.split("-"))) for pair in boards)
    assert "F6" not in roundlog.tried("change", "open", 1, "--boards", turned, "--reason", "colours").err  # a draft
    roundlog("publish", "open", 1)
    said = roundlog.tried("change", "open", 1, "--boards", " ".join(boards), "--reason", "colours")
    assert "KNSB F6, F7: a published pairing is no longer changed unless it breaks an absolute rule." in said.err
    assert "KNSB F6" in roundlog.tried("take-back", "open", 1, "--reason", "wrong list").err


def boards_of(roundlog: Roundlog) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = msgspec.json.decode(roundlog("--json", "boards", "open"))["boards"]
    return found
