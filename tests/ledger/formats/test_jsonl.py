"""A stream leaves one log as JSON lines, verifies on its own, and comes into another log whole or not at all."""

from __future__ import annotations

import copy
import hashlib
import json
import random
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from engine.errors import BadInput, Broken, Fact, Refusal, RoundlogError
from ledger.acts.record import Recorded
from ledger.acts.upcast import Decoder
from ledger.formats.jsonl import export_stream, verify_file
from ledger.importing import Imported, import_file, read_import
from ledger.store.chain import BEFORE_THE_FIRST, hash_of
from ledger.store.sqlite import SqliteLog
from ledger.store.verify import Verified, verify
from ledger.views import STATE_VIEWS, names_of
from ledger.views.projector import Projection
from tests.ledger.histories import random_history
from tests.ledger.store.logs import RESULT, record, tournament, two_tournaments

RECORDS = len(tournament())


@pytest.fixture(scope="module")
def exported(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    directory = tmp_path_factory.mktemp("exported")
    with SqliteLog(two_tournaments(directory / "log.db"), read_only=True) as log:
        export_stream(log, "b-open", directory / "b-open.jsonl")
    return (directory / "b-open.jsonl").read_bytes()


@pytest.fixture
def file(exported: bytes, tmp_path: Path) -> Path:
    path = tmp_path / "b-open.jsonl"
    path.write_bytes(exported)
    return path


@pytest.fixture
def log(tmp_path: Path) -> Iterator[SqliteLog]:
    with SqliteLog(tmp_path / "other.db") as log:
        record(log, "mine", *tournament())
        yield log


def chained(*bodies: str, stream: str = "forged") -> bytes:
    """A file whose chain is right, whatever its bodies say."""
    lines, hash = [], BEFORE_THE_FIRST
    for version, body in enumerate(bodies, start=1):
        hash = hash_of(hash, stream, version, "2026-05-01T14:00:00.000000Z", "Eve", f"c{version}", body)
        line = {"version": version, "at": "2026-05-01T14:00:00.000000Z", "actor": "Eve", "command": f"c{version}"}
        lines.append(json.dumps(line | {"body": body, "hash": hash}))
    title = {"roundlog": 1, "stream": stream, "records": len(bodies), "head": hash}
    return "\n".join([json.dumps(title), *lines, ""]).encode()


OPENED = '{"type":"tournament-opened","details":{"name":"x"},"rules":{"system":"by-hand","rounds":9}}'


# -- out -------------------------------------------------------------------------------------------------------------


def test_an_export_says_first_what_it_is(exported: bytes) -> None:
    title, *lines = map(json.loads, exported.decode().splitlines())
    assert (title["roundlog"], title["stream"], title["records"]) == (1, "b-open", RECORDS)
    assert title["head"] == lines[-1]["hash"]
    assert [line["version"] for line in lines] == list(range(1, RECORDS + 1))


def test_a_stream_that_is_not_there_is_not_exported(log: SqliteLog, tmp_path: Path) -> None:
    with pytest.raises(Refusal, match="no-such-stream"):
        export_stream(log, "nobody", tmp_path / "x.jsonl")
    assert not list(tmp_path.glob("x.jsonl*"))


def test_an_export_verifies_without_the_server(file: Path, exported: bytes) -> None:
    lines = [json.loads(line) for line in exported.splitlines()[1:]]
    assert verify_file(file) == Verified(RECORDS, lines[-1]["hash"])
    assert verify_file(file, lines[4]["hash"]).at_position == 5
    with pytest.raises(Broken, match="head-not-found"):
        verify_file(file, "ab" * 32)


def test_a_stranger_can_verify_an_export_from_the_documentation(exported: bytes) -> None:
    title, *lines = map(json.loads, exported.decode("utf-8").split("\n")[:-1])
    before = "0" * 64
    for line in lines:
        fields = (title["stream"], str(line["version"]), line["at"], line["actor"], line["command"], line["body"])
        before = hashlib.sha256("\n".join((before, *fields)).encode("utf-8")).hexdigest()
        assert line["hash"] == before
    assert title["head"] == before


# -- in --------------------------------------------------------------------------------------------------------------


def test_an_import_keeps_all_but_the_place_in_the_log(
    file: Path, exported: bytes, log: SqliteLog, tmp_path: Path
) -> None:
    head = json.loads(exported.splitlines()[0])["head"]
    assert import_file(log, file) == Imported("b-open", RECORDS, head, was_there=False)
    assert [r.event for r in log.read("b-open")] == list(tournament())
    assert [r.position for r in log.read("b-open")] == list(range(RECORDS + 1, 2 * RECORDS + 1))
    export_stream(log, "b-open", tmp_path / "again.jsonl")
    assert (tmp_path / "again.jsonl").read_bytes() == exported
    assert verify(log.path, head).at_position == 2 * RECORDS


def test_an_imported_tournament_goes_on(file: Path, log: SqliteLog) -> None:
    import_file(log, file)
    assert record(log, "b-open", RESULT)[0].version == RECORDS + 1
    assert verify(log.path).records == 2 * RECORDS + 1


def test_a_command_that_was_imported_is_known_when_it_is_retried(file: Path, log: SqliteLog) -> None:
    import_file(log, file)
    assert log.submit("b-open", 0, [RESULT], actor="Eve", command="c0").result()[0].version == 1
    assert log.position() == 2 * RECORDS


def test_the_same_file_again_is_already_there(file: Path, log: SqliteLog) -> None:
    import_file(log, file)
    assert import_file(log, file).was_there
    assert log.position() == 2 * RECORDS


@pytest.mark.parametrize("more_here", [True, False])
def test_a_stream_that_differs_is_refused(file: Path, log: SqliteLog, more_here: bool) -> None:
    if more_here:
        import_file(log, file)
    record(log, "b-open", RESULT)
    before = log.seal()
    with pytest.raises(Refusal) as caught:
        import_file(log, file)
    assert (caught.value.code, caught.value.facts["stream"]) == ("stream-exists", "b-open")
    assert log.seal() == before


def test_bodies_that_another_program_wrote_keep_their_bytes(log: SqliteLog, tmp_path: Path) -> None:
    file = tmp_path / "forged.jsonl"
    spaced = OPENED.replace(":", " : ").replace("x", "\\u00e4")
    file.write_bytes(chained(spaced))
    import_file(log, file)
    assert [raw.body for raw in log.raw("forged")] == [spaced]
    assert [type(event).__name__ for event in log.events("forged")] == ["TournamentOpened"]


def test_lines_may_end_as_on_windows(file: Path, exported: bytes, log: SqliteLog) -> None:
    file.write_bytes(exported.replace(b"\n", b"\r\n"))
    assert import_file(log, file).records == RECORDS


# -- refused ---------------------------------------------------------------------------------------------------------


def swapped(content: bytes) -> bytes:
    lines = content.split(b"\n")
    lines[4], lines[5] = lines[5], lines[4]
    return b"\n".join(lines)


def without_line(content: bytes, number: int) -> bytes:
    lines = content.split(b"\n")
    return b"\n".join(lines[: number - 1] + lines[number:])


REFUSED: dict[str, tuple[Callable[[bytes], bytes], type[RoundlogError], str, dict[str, Fact]]] = {
    "an empty file": (lambda c: b"", BadInput, "malformed-line", {"line": 1}),
    "something else": (lambda c: b"Rk;Name;Rtg\n", BadInput, "malformed-line", {"line": 1, "column": 1}),
    "no title": (lambda c: c.split(b"\n", 1)[1], BadInput, "malformed-line", {"line": 1}),
    "only a title": (lambda c: c.split(b"\n")[0], Broken, "export-incomplete", {"found": 0}),
    "a newer format": (
        lambda c: c.replace(b'"roundlog":1', b'"roundlog":3'),
        BadInput,
        "export-is-newer",
        {"found": 3},
    ),
    "half a line": (lambda c: c[:-40], BadInput, "malformed-line", {"line": RECORDS + 1}),
    "a blank line": (lambda c: c.replace(b"\n", b"\n\n", 1), BadInput, "malformed-line", {"line": 2}),
    "a missing field": (lambda c: c.replace(b'"actor":"arbiter",', b"", 1), BadInput, "malformed-line", {"line": 2}),
    "an unknown field": (lambda c: c.replace(b'{"ver', b'{"x":1,"ver', 1), BadInput, "malformed-line", {"line": 2}),
    "a version in quotes": (
        lambda c: c.replace(b'"version":3', b'"version":"3"'),
        BadInput,
        "malformed-line",
        {"line": 4},
    ),
    "a time of another kind": (
        lambda c: c.replace(b'Z","actor', b'","actor', 1),
        BadInput,
        "malformed-line",
        {"line": 2},
    ),
    "UTF-16": (lambda c: c.decode().encode("utf-16"), BadInput, "not-utf-8", {"line": 1, "column": 1}),
    "Latin-1": (lambda c: c.decode().encode("cp1252"), BadInput, "not-utf-8", {"line": 2}),
    "a byte order mark": (lambda c: b"\xef\xbb\xbf" + c, BadInput, "malformed-line", {"line": 1, "column": 1}),
    "a changed letter": (lambda c: c.replace(b"Player 3", b"Player 5"), Broken, "hash-mismatch", {"line": 5}),
    "another actor": (lambda c: c.replace(b"arbiter", b"Mallory", 1), Broken, "hash-mismatch", {"line": 2}),
    "another stream": (lambda c: c.replace(b'"b-open"', b'"c-open"'), Broken, "hash-mismatch", {"line": 2}),
    "a missing line": (lambda c: without_line(c, 6), Broken, "version-gap", {"line": 6, "version": 5, "found": 6}),
    "swapped lines": (swapped, Broken, "version-gap", {"line": 5}),
    "the end cut off": (lambda c: without_line(c, RECORDS + 1), Broken, "export-incomplete", {"found": RECORDS - 1}),
    "an unknown event": (
        lambda c: chained(OPENED, '{"type":"player-knighted","player":1}'),
        BadInput,
        "unknown-event",
        {"line": 3, "type": "player-knighted"},
    ),
    "an event with a wrong field": (
        lambda c: chained(OPENED, '{"type":"round-closed","round":"one"}'),
        BadInput,
        "unknown-event",
        {"line": 3, "type": "round-closed"},
    ),
    "a body that is not JSON": (
        lambda c: chained(OPENED, "closed"),
        BadInput,
        "unknown-event",
        {"line": 3, "type": ""},
    ),
    "a body of two lines": (lambda c: chained(OPENED.replace("{", "{\n", 1)), BadInput, "malformed-line", {"line": 2}),
    "a tournament that was never opened": (
        lambda c: chained('{"type":"round-closed","round":1}'),
        BadInput,
        "event-does-not-fit",
        {"line": 2, "type": "round-closed"},
    ),
    "a board that is not there": (
        lambda c: chained(OPENED, '{"type":"result-entered","round":1,"board":1,"result":"1-0"}'),
        BadInput,
        "event-does-not-fit",
        {"line": 3, "type": "result-entered"},
    ),
    "half a character in a name": (
        lambda c: chained(OPENED).replace(b'"Eve"', b'"\\ud800"'),
        BadInput,
        "malformed-line",
        {"line": 2},
    ),
    "a month that no year has": (
        lambda c: c.replace(b'"at":"2', b'"at":"2026-13-01T00:00:00.000000Z","x":"2', 1).replace(b',"x":"2', b"", 1),
        BadInput,
        "malformed-line",
        {"line": 2},
    ),
    "a body as deep as a well": (
        lambda c: chained(OPENED, '{"type":"round-closed","round":' + "[" * 5000 + "]" * 5000 + "}"),
        BadInput,
        "unknown-event",
        {"line": 3},
    ),
    "a system that we do not have": (
        lambda c: chained(OPENED.replace("by-hand", "by-telepathy")),
        BadInput,
        "event-does-not-fit",
        {"line": 2, "type": "tournament-opened"},
    ),
    "more rounds than anybody plays": (
        lambda c: chained(OPENED.replace("9}", f"{2**40}}}")),
        BadInput,
        "event-does-not-fit",
        {"line": 2},
    ),
    "points of which none make one": (
        lambda c: chained(OPENED.replace("9}", '9,"points":{"win":2,"draw":1,"loss":0,"per_point":0}}')),
        BadInput,
        "event-does-not-fit",
        {"line": 2},
    ),
    "a game between people who never entered": (
        lambda c: chained(
            OPENED, '{"type":"round-paired","round":1,"system":"by-hand","boards":[{"white":1,"black":2}]}'
        ),
        BadInput,
        "event-does-not-fit",
        {"line": 3, "type": "round-paired"},
    ),
    "a round before the one that comes first": (
        lambda c: chained(OPENED, '{"type":"round-paired","round":3,"system":"by-hand","boards":[]}'),
        BadInput,
        "event-does-not-fit",
        {"line": 3, "type": "round-paired"},
    ),
    "a tie between people who never entered": (
        lambda c: chained(OPENED, '{"type":"tie-settled","order":[7,8],"by":"lot"}'),
        BadInput,
        "event-does-not-fit",
        {"line": 3, "type": "tie-settled"},
    ),
    "a stream with a line break in its name": (
        lambda c: chained(OPENED, stream="a\nb"),
        BadInput,
        "unprintable-name",
        {"field": "stream"},
    ),
}


@pytest.mark.parametrize("what", REFUSED)
def test_a_file_that_does_not_fit_is_refused_and_nothing_is_changed(
    file: Path, exported: bytes, log: SqliteLog, what: str
) -> None:
    change, kind, code, facts = REFUSED[what]
    file.write_bytes(change(exported))
    before = log.seal()
    with pytest.raises(RoundlogError) as caught:
        import_file(log, file)
    assert (type(caught.value), caught.value.code) == (kind, code)
    assert facts.items() <= caught.value.facts.items()
    assert (log.seal(), [head.stream for head in log.heads()]) == (before, ["mine"])


def test_a_file_that_is_not_there(log: SqliteLog, tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="no-such-file"):
        import_file(log, tmp_path / "none.jsonl")
    with pytest.raises(BadInput, match="unreadable-file"):
        import_file(log, tmp_path)


# -- what a forger makes up ------------------------------------------------------------------------------------------

ODD: tuple[Any, ...] = (0, -1, 2, 10**6, 2**40, 2**63, 10**25, 1.5, "", "x", "1-0", "keizer", "2026-13-45", True, None)
ODD += ([], {}, [1, 2], [[1, 2]], {"a": 1})
HISTORIES = [(seed, system) for seed in range(3) for system in ("by-hand", "keizer", "round-robin")]


def places_in(value: Any, place: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Of everything that stands in a body."""
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, part in inside:
        yield (*place, key)
        yield from places_in(part, (*place, key))


def forge(bodies: list[Any], chance: random.Random) -> None:
    """One thing is not as it was: a value, the order, one record more or less."""
    which = chance.randrange(len(bodies))
    match chance.choice(("value", "value", "value", "swap", "again", "gone")):
        case "value":
            *outer, last = chance.choice(list(places_in(bodies[which])))
            inner = bodies[which]
            for key in outer:
                inner = inner[key]
            inner[last] = chance.choice(ODD)
        case "swap":
            other = chance.randrange(len(bodies))
            bodies[which], bodies[other] = bodies[other], bodies[which]
        case "again":
            bodies.insert(chance.randrange(len(bodies) + 1), copy.deepcopy(bodies[which]))
        case "gone":
            del bodies[which]


def import_forged(path: Path, seed: int) -> str:
    """What becomes of one: ``taken``, or why it is refused. What is taken can be shown, to the last view."""
    chance = random.Random(seed)
    history = random_history(*chance.choice(HISTORIES)[:1], length=30, system=chance.choice(HISTORIES)[1])
    bodies = [json.loads(msgspec.json.encode(recorded.event)) for recorded in history]
    for _ in range(chance.randint(1, 3)):
        forge(bodies, chance)
    path.write_bytes(chained(*(json.dumps(body) for body in bodies)))
    try:
        [(_, records)] = read_import(path)
    except BadInput as refused:
        return refused.code if refused.facts["line"] in range(2, len(bodies) + 2) else "without a line"
    decode = Decoder().decode
    projection = Projection(
        Recorded(raw.version, raw.stream, raw.version, raw.at, raw.actor, raw.command, decode(raw.body), raw.hash, "")
        for raw in records
    )
    assert projection.state is not None
    for name in names_of(projection.state.tournament.rules.system):
        for asked in [{"player": n} for n in projection.state.tournament.entries] if name in WITH_PLAYER else [{}]:
            projection.encode_view(name, **asked)
    return "taken"


WITH_PLAYER = {view.NAME for view in STATE_VIEWS if "player" in view.Ask.__struct_fields__}


def test_a_forged_file_with_right_hashes_is_refused_with_its_line_or_can_be_shown(tmp_path: Path) -> None:
    became = Counter(import_forged(tmp_path / "forged.jsonl", seed) for seed in range(60))
    assert set(became) == {"taken", "unknown-event", "event-does-not-fit"}


@pytest.mark.exhaustive
@pytest.mark.parametrize("first", range(1_000, 6_000, 1_000))
def test_five_thousand_forged_files(tmp_path: Path, first: int) -> None:
    for seed in range(first, first + 1_000):
        import_forged(tmp_path / "forged.jsonl", seed)
