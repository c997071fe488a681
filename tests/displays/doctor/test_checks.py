"""Single checks of the doctor, over values: clocks, limits, versions, mounts, certificates."""

from __future__ import annotations

import ast
import re
import ssl
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from displays.doctor import certificate, disk, machine, network, program, running_server
from displays.doctor.finding import Finding, Severity
from displays.doctor.network import HealthAnswer
from displays.release.version import Version
from displays.words.language import language
from tests.displays.doctor.machines import listening, make_certificate, serving_http, serving_https
from tests.source import MODULES, nodes_of

NOW = datetime(2026, 11, 19, 12, 0, tzinfo=UTC)
MB = 1_000_000


def codes(findings: Iterable[Finding]) -> list[str]:
    return [finding.code for finding in findings]


def test_a_clock() -> None:
    assert codes(machine.check_clock(NOW, NOW, NOW)) == []
    assert codes(machine.check_clock(NOW, None, None)) == []
    assert codes(machine.check_clock(NOW, NOW + timedelta(seconds=4), None)) == []
    assert codes(machine.check_clock(NOW, NOW + timedelta(seconds=6), None)) == ["clock-behind-log"]
    assert codes(machine.check_clock(NOW, NOW, NOW + timedelta(minutes=2))) == ["clock-behind-files"]
    assert codes(machine.check_clock(datetime(2000, 1, 1, tzinfo=UTC), None, None)) == ["clock-not-set"]


def test_a_time_zone(tmp_path: Path) -> None:
    there = tmp_path / "localtime"
    assert codes(machine.check_time_zone("", there)) == ["time-zone-missing"]
    there.touch()
    assert codes(machine.check_time_zone("", there)) == []
    assert codes(machine.check_time_zone("CET-1CEST", there)) == []
    assert codes(machine.check_time_zone("Europe/Amsterdm", there)) == ["time-zone-unknown"]


def test_open_files() -> None:
    assert codes(machine.check_open_files(65536, 40000)) == []
    few, too_few = [*machine.check_open_files(1024, 500)], [*machine.check_open_files(64, 10)]
    assert (few[0].severity, too_few[0].severity) == (Severity.WARNING, Severity.FAULT)
    assert few[0].facts == {"limit": 1024, "followers": 500, "wanted": 4096}


def test_memory(tmp_path: Path) -> None:
    told = tmp_path / "meminfo"
    told.write_text("MemTotal:       4000000 kB\nMemAvailable:     50000 kB\n", "ascii")
    assert codes(machine.check_memory(machine.read_available_memory(told))) == ["memory-too-little"]
    assert codes(machine.check_memory(100 * MB)) == ["memory-little"]
    assert codes(machine.check_memory(900 * MB)) == []
    assert machine.read_available_memory(tmp_path / "nowhere") is None
    assert codes(machine.check_memory(None)) == []


def test_room_on_the_disk(tmp_path: Path) -> None:
    assert codes(disk.check_space(tmp_path, 10 * MB, MB)) == ["disk-full"]
    assert codes(disk.check_space(tmp_path, 300 * MB, MB)) == ["disk-nearly-full"]
    assert codes(disk.check_space(tmp_path, 900 * MB, MB)) == []
    assert codes(disk.check_space(tmp_path, 900 * MB, 600 * MB)) == ["disk-nearly-full"]  # a large log wants more


MOUNTS = """sysfs /sys sysfs rw,nosuid 0 0
/dev/sda1 / ext4 rw,relatime 0 0
server:/clubs /mnt/club\\040files nfs4 rw,vers=4.2 0 0
//nas/share /mnt/nas cifs rw 0 0
/dev/sdb1 /mnt/stick vfat ro,nosuid 0 0
"""


@pytest.mark.parametrize(
    ("folder", "expected"),
    [
        ("/srv/roundlog", []),
        ("/mnt/club files/2026", ["disk-of-other-machine"]),
        ("/mnt/nas", ["disk-of-other-machine"]),
        ("/mnt/nastier", []),
        ("/mnt/stick/log", ["disk-read-only"]),
    ],
)
def test_where_a_folder_lies(folder: str, expected: list[str]) -> None:
    place = Path(folder)
    mount = disk.find_mount(place, MOUNTS)
    seen = [*disk.check_file_system(place, mount), *disk.check_writable(place, is_writable=True, mount=mount)]
    assert codes(seen) == expected


def test_a_folder_of_somebody_else(tmp_path: Path) -> None:
    assert codes(disk.check_writable(tmp_path, is_writable=False, mount=None)) == ["folder-not-writable"]
    assert codes(disk.check_file_system(Path("\\\\nas\\share"), None)) == ["disk-of-other-machine"]


def test_the_program() -> None:
    assert codes(program.check_python((3, 10, 4))) == ["python-too-old"]
    assert codes(program.check_python((3, 11, 0))) == []
    assert codes(program.check_sqlite("3.45.1", has_bug=True)) == ["sqlite-wal-bug"]
    assert codes(program.check_sqlite("3.53.4", has_bug=False)) == []


@pytest.mark.parametrize(
    ("requirement", "version", "expected"),
    [
        ("uvicorn<0.55,>=0.54", "0.54.0", []),
        ("uvicorn<0.55,>=0.54", "0.55.1", ["package-other-version"]),
        ("uvicorn<0.55,>=0.54", "0.9", ["package-other-version"]),
        ("click>=8.5", "10.0.post1", []),
        ("click>=8.5", None, ["package-missing"]),
        ("uvloop>=0.23; sys_platform != 'win32'", None, []),
        ("uvloop>=0.23; sys_platform != 'win32'", "0.1", ["package-other-version"]),
        ('nats-py>=2.16; extra == "cluster"', None, []),
    ],
)
def test_packages(requirement: str, version: str | None, expected: list[str]) -> None:
    assert codes(program.check_packages([requirement], lambda _: version)) == expected


def test_the_clocks_of_two_machines() -> None:
    answer = HealthAnswer(200, {"position": 0}, NOW)
    assert codes(running_server.check_clocks("http://x", answer, NOW + timedelta(seconds=4))) == []
    (one,) = running_server.check_clocks("http://x", answer, NOW + timedelta(seconds=90))
    assert (one.code, one.facts["seconds"]) == ("clocks-differ", 90)


def test_the_version_of_the_server() -> None:
    def seen(version: str, commit: str, own: Version) -> list[str]:
        answer = HealthAnswer(200, {"version": version, "commit": commit}, NOW)
        return codes(running_server.check_version("http://x", answer, own))

    assert seen("0.2.0", "0f30b2e7", Version("0.2.0", "0f30b2e7")) == []
    assert seen("0.2.0", "", Version("0.2.0", "0f30b2e7")) == []  # it does not know
    assert seen("0.2.0", "0f30b2e8", Version("0.2.0", "0f30b2e7")) == ["server-other-version"]
    assert seen("0.1.0", "", Version("0.2.0", "")) == ["server-other-version"]


def test_copies_that_fail_are_told_by_the_server() -> None:
    answer = HealthAnswer(200, {"backup": {"problem": "backup-no-room", "late": True}}, NOW)
    assert codes(running_server.check_health("http://x", answer)) == ["server-copies-fail"]


def test_another_server_that_does_not_answer() -> None:
    answer = HealthAnswer(200, {"takes_writes": True, "other_servers": ["http://127.0.0.1:9"]}, NOW)
    seen = running_server.check_other_servers("http://x", answer, network.ask_health)
    assert codes(seen) == ["other-server-silent"]
    node = HealthAnswer(200, {**answer.document, "role": "node"}, NOW)
    assert codes(running_server.check_other_servers("http://x", node, network.ask_health)) == []


# -- certificates ------------------------------------------------------------------------------------------------------


def trusting(path: Path) -> ssl.SSLContext:
    context = ssl.create_default_context(cafile=path)
    context.verify_flags &= ~getattr(ssl, "VERIFY_X509_STRICT", ssl.VerifyFlags(0))  # of Python 3.13 on
    return context


def test_a_certificate_at_an_address(tmp_path: Path) -> None:
    now = datetime.now(UTC)
    good, key = make_certificate(tmp_path)
    with serving_https(good, key) as port:
        assert codes(certificate.check_certificate_of("localhost", port, now, trusting(good))) == []
        late = now + timedelta(days=80)
        assert codes(certificate.check_certificate_of("localhost", port, late, trusting(good))) == [
            "certificate-ends-soon"
        ]
        assert codes(certificate.check_certificate_of("localhost", port, now)) == ["certificate-unknown-issuer"]
    other, other_key = make_certificate(tmp_path, "chess.example")
    with serving_https(other, other_key) as port:
        assert codes(certificate.check_certificate_of("localhost", port, now, trusting(other))) == [
            "certificate-other-name"
        ]
    over, over_key = make_certificate(tmp_path, days=-2)
    with serving_https(over, over_key) as port:
        assert codes(certificate.check_certificate_of("localhost", port, now, trusting(over))) == [
            "certificate-expired"
        ]


def test_nobody_speaks_https_there() -> None:
    with serving_http(200, {}) as port:
        assert codes(certificate.check_certificate_of("127.0.0.1", port, NOW)) == ["no-https"]


def test_certificates_in_files(tmp_path: Path) -> None:
    now = datetime.now(UTC)
    good, key = make_certificate(tmp_path)
    check = certificate.check_certificate_files
    assert codes(check(good, key, ("localhost", "127.0.0.1"), now)) == []
    assert codes(check(good, key, ("chess.example",), now)) == ["certificate-other-name"]
    assert codes(check(good, key, ("localhost",), now + timedelta(days=80))) == ["certificate-ends-soon"]
    _, other_key = make_certificate(tmp_path, "chess.example")
    assert codes(check(good, other_key, ("localhost",), now)) == ["certificate-key-other"]
    over, over_key = make_certificate(tmp_path, days=-2)
    assert codes(check(over, over_key, ("localhost",), now)) == ["certificate-expired"]


# -- ports and words ---------------------------------------------------------------------------------------------------


def test_a_port() -> None:
    with listening() as port:
        assert codes(network.check_port("127.0.0.1", port)) == ["port-taken"]
    assert codes(network.check_port("127.0.0.1", port)) == []


def test_every_finding_has_its_words_and_no_word_is_left() -> None:
    named = {
        str(node.args[0].value)
        for name, tree in MODULES.items()
        if name.startswith("displays.doctor.")
        for node in nodes_of(tree)
        if isinstance(node, ast.Call)
        and re.fullmatch(r"fault|warning|note", ast.unparse(node.func))
        and isinstance(node.args[0], ast.Constant)
    }
    tables = {
        str(node.value)
        for name in ("displays.doctor.log_file", "displays.doctor.certificate")
        for node in nodes_of(MODULES[name])
        if isinstance(node, ast.Constant) and re.match(r"(log|certificate)-", str(node.value))
    }
    words = {key for key in language("en").section("doctor") if f"{key}-do" in language("en").section("doctor")}
    assert words - (named | tables) == set()
    assert named - words == set()
