"""What is told otherwise than by version 0.1.0, and why. The list is the whole of it: all else is as it was.

``tests/test_samples_of_0_1_0.py`` compares today's answers with what 0.1.0 answered, after these differences. Each says
which answers it is about, and is checked: an answer that has no such difference any more fails too.
"""

from __future__ import annotations

import csv
import functools
import io
import json
import re
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any, NamedTuple

from displays.words.language import LANGUAGES, language
from engine.scoring import show
from ledger.acts.integrity import Integrity
from tests.words_of_0_1_0 import RENAMED, WORDS_OF_RULES

ADDED = "added"  # a field that 0.1.0 did not have
ADDED_TO_SOME = "added to some"  # the same, where it is not usual
ADDED_EMPTY_TOO = "added, also where it says nothing"
TRUE_OF_SOME = "true of some"  # what was false of all

_LADDERS = "season|season-elo"
_DRAUGHTS = "dammen|dammen-b|kndb-barrage|fmjd-52|fmjd-53"
_KNDB = "dammen|dammen-b|kndb-barrage"
_CHESS = f"(?!({_LADDERS}|{_DRAUGHTS})/)[a-z0-9-]+"


# -- the API -----------------------------------------------------------------------------------------------------------


class ToldOtherwise(NamedTuple):
    answers: str  # to which questions, as a pattern
    why: str
    fields: Mapping[str, object]  # where → ADDED, or what is there now; ``lines.*.ladder`` of every line
    status: int = 200


OF_THE_API = (
    ToldOtherwise(
        answers=rf"/api/t/({_LADDERS})/standings(\?.*)?$",
        why="a table in the order of the ladder says by what it is ordered (issue 18, 3)",
        fields={"lines.*.ladder": ADDED, "is_ladder": ADDED},
    ),
    ToldOtherwise(
        answers=rf"/api/t/({_LADDERS})/crosstable(\?.*)?$",
        why="the points of a cross table in the order of the ladder are those of the games (issue 18, 3)",
        fields={"is_ladder": ADDED},
    ),
    ToldOtherwise(
        answers=r"/api/t/season/standings$",
        why="the season is finished: its ladder has the end correction (issue 18, 1)",
        fields={"is_corrected": ADDED},
    ),
    ToldOtherwise(
        answers=rf"/api/t/({_LADDERS})/ladder(\?.*)?$",
        why="a ladder has periods, and a least number of games for the list of a finished season (issue 24, 3 and 6)",
        fields={
            "lines.*.has_few_games": ADDED_EMPTY_TOO,
            "lines.*.is_unranked": ADDED_EMPTY_TOO,
            **dict.fromkeys(("period", "periods"), ADDED_EMPTY_TOO),
        },
    ),
    ToldOtherwise(
        answers=rf"/api/t/({_LADDERS})/working/",
        why="a working says why a round pays nothing, and what was rounded (issue 24, 0)",
        fields={
            **dict.fromkeys(("value_used", "games", "absences", "is_unranked"), ADDED_EMPTY_TOO),
            **{f"lines.*.{name}": ADDED_EMPTY_TOO for name in ("is_fixed", "unrounded", "because")},
        },
    ),
    ToldOtherwise(
        answers=r"/api/t/[a-z0-9-]+/boards(\?.*)?$",
        why="every screen marks what was corrected",
        fields={"boards.*.is_corrected": ADDED_TO_SOME},
    ),
    ToldOtherwise(
        answers=r"/api/t/[a-z0-9-]+/audit(\?.*)?$",
        why="the audit trail marks what touches the pairing (issue 22, 5)",
        fields={"entries.*.integrity": ADDED_TO_SOME},
    ),
    ToldOtherwise(
        answers=rf"/api/t/({_LADDERS})/card/",
        why="on a ladder the opponents' scores decide nothing, and games are no performance (issue 18, 11)",
        fields={
            "sum_code": None,
            "sum": None,
            "lines.*.adds": None,
            **{f"performance.{name}": None for name in ("tpr", "ptp", "annex_d", "rating_change")},
        },
    ),
    ToldOtherwise(
        answers=rf"/api/t/({_DRAUGHTS})/card/",
        why="performance and rating change of FIDE are of chess (issue 18, 11)",
        fields={f"performance.{name}": None for name in ("tpr", "ptp", "rating_change")},
    ),
    ToldOtherwise(
        answers=rf"/api/t/{_CHESS}/card/",
        why="Annex D of the FMJD is of draughts (issue 18, 11)",
        fields={"performance.annex_d": None},
    ),
    ToldOtherwise(
        answers=rf"/api/t/({_KNDB})/card/",
        why="the KNDB calls the sum of the opponents' scores resistance points (issue 18, 17)",
        fields={"sum_code": "WP"},
    ),
    ToldOtherwise(
        answers=r"/api/t/(kndb-barrage|swiss-2026)/standings(\?category=.*)?$",
        why="standings have the play-off games that settled a tie (issue 18, 17)",
        fields={"play_offs": ADDED},
    ),
    ToldOtherwise(
        answers=r"/api/t/(season/(standings|ladder)\?round=3|swiss-2026/standings\?(round=[23]|of=2&version=60))$",
        why="a score is marked while a game of it is still on, also when its round is closed (issue 18, 14)",
        fields={"lines.*.has_open_game": TRUE_OF_SOME},
    ),
    ToldOtherwise(
        answers=r"/api/t/dammen-b/rounds/4/pairing/preview",
        why="refusals name players by name (issue 18, 20)",
        fields={
            "detail": "Round 4 is paired after the intermediate round (KNDB modification 2), in which a game of "
            "players Anke Postma (1) and Frits Mulder (6) is missing. Enter it first: page “Intermediate round”, or "
            "`roundlog intermediate`."
        },
        status=409,
    ),
    ToldOtherwise(
        answers=r"^revoked GET /api/t$",
        why="what opens a tournament for people is an access link (issue 21, 7: no key, no log where people read)",
        fields={"detail": "This access link was revoked; ask for a new one."},
        status=401,
    ),
    ToldOtherwise(
        answers=r"^expired GET /api/t$",
        why="the same",
        fields={"detail": "This access link has expired; ask for a new one."},
        status=401,
    ),
    ToldOtherwise(
        answers=r"/api/t/(nowhere|evening(/boards)?)$",
        why="the same",
        fields={"detail": "There is no such tournament here."},
        status=404,
    ),
)


def settle_api(question: str, status: int, kept: Any, found: Any) -> None:
    """Make the two alike where they are known to differ: takes out what was added, puts into ``kept`` what is now."""
    if "/audit" in question and status == 200:
        for entry in found["entries"]:  # a scene of a screen may be of a period (issue 24, 3)
            entry["changes"] = [one for one in entry["changes"] if not one["field"].endswith(".period")]
    for difference in OF_THE_API:
        if status != difference.status or not re.search(difference.answers, question):
            continue
        for path, now in difference.fields.items():
            *way, name = path.split(".")
            if now is TRUE_OF_SOME:
                assert any(new[name] for new in _holders(found, way)), (question, path, difference.why)
            for old, new in zip(_holders(kept, way), _holders(found, way), strict=True):
                assert name in new or now is ADDED_TO_SOME, (question, path, difference.why)
                if now is ADDED_EMPTY_TOO:
                    assert name not in old, (question, path)
                    del new[name]
                elif now in (ADDED, ADDED_TO_SOME):
                    assert name not in old, (question, path)
                    assert new.pop(name, True), (question, path, "only what is so is told")
                elif now is TRUE_OF_SOME:
                    assert not old[name], (question, path)
                    old[name] = new[name]
                else:
                    assert new[name] == now, (question, path, difference.why)
                    assert name in old, (question, path)
                    old[name] = now


def _holders(value: Any, way: list[str]) -> Iterator[dict[str, Any]]:
    if not way:
        yield value
    elif way[0] == "*":
        for one in value:
            yield from _holders(one, way[1:])
    else:
        yield from _holders(value[way[0]], way[1:])


# -- tables for a spreadsheet ------------------------------------------------------------------------------------------


def _without_ladder(text: str) -> str:
    """The table of a season before it said by what it is ordered (issue 18, 3)."""
    heads, *rows = csv.reader(io.StringIO(text))
    places = [heads.index(name) for name in ("Total", "Value")]
    assert "Points" not in heads
    heads[heads.index("Game points")] = "Points"
    lines = ([cell for place, cell in enumerate(row) if place not in places] for row in (heads, *rows))
    told = io.StringIO()
    csv.writer(told, lineterminator="\n").writerows(lines)
    return told.getvalue()


def _without_games(text: str) -> str:
    """The cross table of a season before it said whose points it has."""
    assert text.count(",Game points\n") == 1
    return text.replace(",Game points\n", ",Points\n")


OF_TABLES: Mapping[str, Callable[[str], str]] = {
    "season.standings.csv": _without_ladder,
    "season.crosstable.csv": _without_games,
}


# -- TRF ---------------------------------------------------------------------------------------------------------------


def settle_trf(kept: bytes, found: bytes) -> bytes:
    """A report has the tie-breaks of the places too, and the rate of play where it can be encoded (issue 22, 3)."""
    added = [line for line in found.splitlines(keepends=True) if line[:3] in (b"212", b"222")]
    assert added == [] or not any(line[:3] in (b"212", b"222") for line in kept.splitlines())
    return b"".join(line for line in found.splitlines(keepends=True) if line not in added)


# -- the command line --------------------------------------------------------------------------------------------------


def settle_text(question: str, kept: str, found: str) -> tuple[str, str]:
    """What 0.1.0 would have said today, and what is said. Where a word is another one columns have other widths too."""
    renamed = _in_todays_words(kept)
    kept_now, found = _settle(question, renamed, found)
    return (kept_now, found) if renamed == kept else (_squeeze(kept_now), _squeeze(found))


def _settle(question: str, kept: str, found: str) -> tuple[str, str]:
    command, stream, *_ = (*question.split(" "), "")
    if command in ("standings", "replay"):
        found = _PLAY_OFFS.sub("", found)
    if command in ("audit", "replay"):
        found = _TOUCHES.sub("", found)
    if command in ("audit", "replay") and "--json" not in question:
        kept, found = (_by_number(stream, text) for text in (kept, found))
    if command in ("check", "pair"):
        return kept, _without_unsaid(found)
    if command == "explain":
        return kept, _without_new_reasons(found)
    if command == "standings" and question.endswith("--json"):
        return kept, _without_play_offs(found)
    if command in ("standings", "keizer", "boards") and _OPEN_GAME.search(found) and not _OPEN_GAME.search(kept):
        return _squeeze(kept), _squeeze(_OPEN_GAME.sub("", found))
    if command == "keizer" and "--player" in question:
        return _squeeze(kept), _without_reasons_of_points(_squeeze(found))
    if command in ("audit", "ticker") or (command == "replay" and not re.fullmatch(_LADDERS, stream)):
        kept, found = _squeeze(kept), _in_old_words(_squeeze(found))
    if command == "crosstable" and re.fullmatch(_LADDERS, stream) and "--json" not in question:
        return _in_game_points(_squeeze(kept)), _squeeze(found)
    if command not in ("boards", "card", "replay"):
        return kept, found
    if re.fullmatch(_KNDB, stream):
        kept, found = _in_resistance_points(_squeeze(kept)), _squeeze(found).replace(" IR ", " ")
        for now, before in (("meets the dummy", "bye"), ("treft de dummy", "vrijgeloot")):  # issue 24, 7
            found = found.replace(f": {now}\n", f": {before}\n")
    if re.fullmatch(_LADDERS, stream):
        return _settle_ladder(command, kept, found)
    is_draughts = re.fullmatch(_DRAUGHTS, stream) is not None
    strangers = ("tpr", "ptp", "rating-change") if is_draughts else ("annex-d",)
    lines = [line for line in kept.splitlines(keepends=True) if not _begins_with(strangers, line)]
    return "".join(map(_in_draughts_points, lines) if is_draughts else lines), found


# A game of a closed round that is still on is told behind the name, or behind the score before the next (issue 18, 14).
_OPEN_GAME = re.compile(
    "|".join(
        f"{language(code).word('open-game')}(, )?|{language(code).phrase('score-still-playing', score='')}"
        for code in LANGUAGES
    )
)


def _squeeze(text: str) -> str:
    """Without the widths of columns, which follow the longest of their cells."""
    lines = (re.sub(r"[ ─]+", " ", line).strip() for line in text.splitlines())
    return "".join(f"{line}\n" for line in lines)


def _touching(code: str) -> str:
    kinds = "|".join(language(code).word(kind.value, "integrity") for kind in Integrity)
    return f"(; | +){language(code).word('title', 'integrity')}: ({kinds})"


# What a file of the old form cannot say is told when it is read (issue 22, 3).
_UNSAID = (
    "The file names no tie-breaks: places go by points alone until you set some.",
    "The file does not say what results are worth: 1, ½ and 0 are taken.",
)


def _without_unsaid(text: str) -> str:
    kept = "".join(line for line in text.splitlines(keepends=True) if not line.rstrip().endswith(_UNSAID))
    return kept if kept == text else kept.removesuffix("[0]\n")  # told of an answer with something beside it


# What touches the pairing says so (issue 22, 5).
_TOUCHES = re.compile("|".join(map(_touching, LANGUAGES)))
# The games that settled a tie stand below the table (issue 18).
_PLAY_OFFS = re.compile(rf"\n\n({'|'.join(language(code).word('play-offs') for code in LANGUAGES)}):(\n  .+)+")
_PLAYER = re.compile(
    "|".join(rf"\b{language(code).field(name)} (?=\d)" for code in LANGUAGES for name in ("players", "player"))
)
_AND = re.compile(rf"(?<=\d) ({'|'.join(language(code).word('and') for code in LANGUAGES)}) (?=\d)")
_PLAYED = Path(__file__).parent / "samples" / "0.1.0" / "exports"


def _by_number(stream: str, text: str) -> str:
    """The audit names players by name and number (issue 18, 20), and joins those of a board with a dash: here by their
    numbers alone, as 0.1.0 had them behind "players"."""
    for name, number in _names_in(stream):
        text = text.replace(f"{name} ({number})", str(number))
    return _AND.sub(" – ", _PLAYER.sub("", text))


@functools.cache
def _names_in(stream: str) -> tuple[tuple[str, int], ...]:
    """All that players were ever called there."""
    lines = (_PLAYED / f"{stream}.jsonl").read_text(encoding="utf-8").splitlines()[1:]
    events = (json.loads(json.loads(line)["body"]) for line in lines)
    people = [event["player"] for event in events if isinstance(event.get("player"), dict)]
    return tuple({(person["name"], person["number"]): None for person in people})


def _in_todays_words(text: str) -> str:
    for before, now in RENAMED:
        text = re.sub(before, now, text, flags=re.MULTILINE)
    return text


def _in_old_words(text: str) -> str:
    for now, before in WORDS_OF_RULES:
        text = text.replace(now, before)
    return text


def _in_resistance_points(text: str) -> str:
    """Cards of the KNDB add up WP, by which it ranks, and not SOL: the same figures, but that a bye has no place in it
    (issue 18, 17)."""
    return re.sub(r"^(\d+ bye 2 \d+) 0 (\d+)$", r"\1 – \2", text, flags=re.MULTILINE).replace(" SOL ", " WP ")


def _in_game_points(text: str) -> str:
    """The cross table of a ladder calls the points what they are (issue 18, 3)."""
    for code in LANGUAGES:
        points, of_games = (f" {language(code).word(name)}\n" for name in ("points", "game-points"))
        text = text.replace(points, of_games)
    return text


def _without_play_offs(text: str) -> str:
    """Standings have the games that settled a tie (issue 18, 17)."""
    told = json.loads(text)
    told.pop("play_offs", None)
    return json.dumps(told, ensure_ascii=False, separators=(",", ":")) + "\n"


def _without_new_reasons(text: str) -> str:
    """The ranking list of the KNDB and the groups of an accelerated round are told, and who is of another strength
    group is no longer said to leave the rest unpaired (issue 18, 18)."""
    added = ("ranking-place", "accelerated-groups")
    begins = tuple(language(code).word(name, "reasons").partition("{")[0] for code in LANGUAGES for name in added)
    words = (language("en").word(f"reason-{name}").partition("{")[0] for name in ("other_strength", "rest_unpaired"))
    now, before = words
    lines = (line for line in text.splitlines(keepends=True) if not line.startswith(begins))
    told = "".join(line.replace(now, before) for line in lines)
    return told.replace("Änderungsprotokoll", "Prüfprotokoll")  # as arbiters call it (issue 18)


def _begins_with(names: tuple[str, ...], line: str) -> bool:
    words = (language(code).word(name) for code in LANGUAGES for name in names)
    return any(line.startswith(word.partition("{")[0]) for word in words)


def _in_draughts_points(line: str) -> str:
    """``7 (4½)`` is ``7 (9)``: a win is 2 (issue 18, 11)."""
    found = re.fullmatch(r"(.*: \d+ \()(\d*)(½?)(\)\n)", line)
    if found is None or not _begins_with(("rated-opponents",), line):
        return line
    halves = 2 * Fraction(found[2] or 0) + (1 if found[3] else 0)
    return f"{found[1]}{show(halves, 1)}{found[4]}"


def _settle_ladder(command: str, kept: str, found: str) -> tuple[str, str]:
    """Boards have place and value in place of the points of the games (issue 18, 3); cards have those points alone, and
    the total (issue 18, 11). What stands in these columns is tested with the worked example."""
    if command != "card":
        assert " · " in _table(found)
        return _squeeze(_without_columns(kept, 2, 4)), _without_reasons_of_points(
            _squeeze(_without_columns(found, 2, 4))
        )
    names = ("rated-opponents", "opponents-mean", "tpr", "ptp", "annex-d", "rating-change")
    told = [line for line in kept.splitlines() if not _begins_with(names, line)]
    shown = [line for line in found.splitlines() if not _begins_with(("keizer-total",), line)]
    assert len(shown) == len(found.splitlines()) - 1
    return _without_columns("\n".join(told), -3, -2), _without_columns("\n".join(shown), -2)


def _without_reasons_of_points(text: str) -> str:
    """A working says what a figure was before it was rounded, and why a round counts so (issue 24, 0)."""
    sections = [language(code).section("ladder") for code in LANGUAGES]
    why = "|".join(text for told in sections for key, text in told.items() if key.startswith("why-"))
    return re.sub(rf": ({why})(?= )| \([0-9]*[⅓⅔¼¾]\)(?= [0-9½]+$)", "", text, flags=re.MULTILINE)


def _table(text: str) -> str:
    """The first one, with its heads."""
    return re.search(r"^.*\n[─ ]+\n(.+\n)*", text, re.MULTILINE)[0]  # type: ignore[index]  # there is one


def _without_columns(text: str, *columns: int) -> str:
    """Cells of the first table apart from those columns; all else as it is."""
    table = _table(text + "\n")
    rows = [re.split(r" {2,}", line.strip()) for line in table.splitlines() if not line.startswith("─")]
    places = [{column % len(row) for column in columns} for row in rows]
    cut = (
        "|".join(cell for at, cell in enumerate(row) if at not in out) for row, out in zip(rows, places, strict=True)
    )
    return (text + "\n").replace(table, "\n".join(cut) + "\n")
