"""Who shows a certificate of the cluster is let in by the engine and by the nodes, and nobody else is."""

from __future__ import annotations

import socket
import ssl
import stat
import threading
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from cryptography import x509

from engine.errors import Unavailable
from ledger.cluster import certificates
from ledger.cluster.certificates import NodeCertificate, client_context, issue_certificate, make_authority

HOSTS = ("hall-1", "192.168.1.20")


def meet(server: NodeCertificate, client: ssl.SSLContext, name: str = "localhost") -> str:
    """One greeting over TLS, as an engine asks for it: with a certificate on both sides."""
    wanted = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    wanted.load_cert_chain(server.certificate, server.key)
    wanted.load_verify_locations(server.authority)
    wanted.verify_mode = ssl.CERT_REQUIRED
    with socket.create_server(("127.0.0.1", 0)) as door:

        def answer() -> None:
            try:
                with door.accept()[0] as plain, wanted.wrap_socket(plain, server_side=True) as secure:
                    secure.sendall(b"in")
            except OSError:
                pass  # the client says what was wrong

        answering = threading.Thread(target=answer)
        answering.start()
        try:
            with (
                socket.create_connection(door.getsockname(), timeout=5) as plain,
                client.wrap_socket(plain, server_hostname=name) as secure,
            ):
                return secure.recv(2).decode()
        finally:
            answering.join()


@pytest.fixture(scope="module")
def authority() -> tuple[str, str]:
    return make_authority("club")


def test_members_meet_under_every_name_of_the_list(authority: tuple[str, str], tmp_path: Path) -> None:
    one = issue_certificate(*authority, HOSTS, tmp_path / "one")
    other = issue_certificate(*authority, HOSTS, tmp_path / "other")
    for name in (*HOSTS, "localhost", "127.0.0.1"):
        assert meet(one, client_context(other), name) == "in"


def test_a_name_that_is_not_in_the_list_is_not_believed(authority: tuple[str, str], tmp_path: Path) -> None:
    one = issue_certificate(*authority, HOSTS, tmp_path)
    with pytest.raises(ssl.SSLCertVerificationError):
        meet(one, client_context(one), "hall-9")


def test_a_server_of_another_cluster_is_not_talked_to(authority: tuple[str, str], tmp_path: Path) -> None:
    stranger = issue_certificate(*make_authority("club"), HOSTS, tmp_path / "stranger")
    one = issue_certificate(*authority, HOSTS, tmp_path / "one")
    with pytest.raises(ssl.SSLCertVerificationError):
        meet(stranger, client_context(one))


def test_who_has_no_certificate_of_the_cluster_is_not_let_in(authority: tuple[str, str], tmp_path: Path) -> None:
    one = issue_certificate(*authority, HOSTS, tmp_path / "one")
    stranger = issue_certificate(*make_authority("club"), HOSTS, tmp_path / "stranger")
    without = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    without.load_verify_locations(one.authority)
    wrong = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    wrong.load_verify_locations(one.authority)
    wrong.load_cert_chain(stranger.certificate, stranger.key)
    for client in (without, wrong):
        with pytest.raises(OSError):  # noqa: PT011  # an alert of TLS, or the line is cut
            meet(one, client)


def test_one_that_serves_is_kept(authority: tuple[str, str], tmp_path: Path) -> None:
    first = issue_certificate(*authority, HOSTS, tmp_path)
    before = first.certificate.read_bytes()
    again = issue_certificate(*authority, HOSTS, tmp_path)
    assert (first.is_new, again.is_new) == (True, False)
    assert again.certificate.read_bytes() == before


def test_a_new_list_of_nodes_needs_a_new_one(authority: tuple[str, str], tmp_path: Path) -> None:
    issue_certificate(*authority, HOSTS, tmp_path)
    assert issue_certificate(*authority, (*HOSTS, "hall-3"), tmp_path).is_new


def test_another_authority_needs_a_new_one(authority: tuple[str, str], tmp_path: Path) -> None:
    issue_certificate(*make_authority("club"), HOSTS, tmp_path)
    made = issue_certificate(*authority, HOSTS, tmp_path)
    assert made.is_new
    assert meet(made, client_context(made)) == "in"


@pytest.mark.parametrize("name", ["certificate.pem", "key.pem", "authority.pem"])
def test_a_damaged_file_is_made_anew(authority: tuple[str, str], tmp_path: Path, name: str) -> None:
    issue_certificate(*authority, HOSTS, tmp_path)
    (tmp_path / name).write_text("damaged")
    made = issue_certificate(*authority, HOSTS, tmp_path)
    assert made.is_new
    assert meet(made, client_context(made)) == "in"


def test_one_that_ends_within_a_year_is_renewed(
    authority: tuple[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = issue_certificate(*authority, HOSTS, tmp_path)
    ends = x509.load_pem_x509_certificate(first.certificate.read_bytes()).not_valid_after_utc
    assert datetime.now(UTC) + timedelta(days=700) < ends < datetime.now(UTC) + timedelta(days=750)
    monkeypatch.setattr(certificates, "NODE_RENEWED", timedelta(days=700))
    assert not issue_certificate(*authority, HOSTS, tmp_path).is_new
    monkeypatch.setattr(certificates, "NODE_RENEWED", timedelta(days=740))
    assert issue_certificate(*authority, HOSTS, tmp_path).is_new


def test_an_authority_at_its_end_signs_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(certificates, "AUTHORITY_LASTS", timedelta(seconds=-60))
    old = make_authority("club")
    with pytest.raises(Unavailable) as told:
        issue_certificate(*old, HOSTS, tmp_path)
    assert told.value.code == "cluster-file-expired"


def test_no_certificate_outlasts_its_authority(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(certificates, "AUTHORITY_LASTS", timedelta(days=30))
    young = make_authority("club")
    made = issue_certificate(*young, HOSTS, tmp_path)
    found = x509.load_pem_x509_certificate(made.certificate.read_bytes())
    assert found.not_valid_after_utc < datetime.now(UTC) + timedelta(days=31)
    assert not issue_certificate(*young, HOSTS, tmp_path).is_new  # none could last longer


def test_keys_are_for_their_owner_alone(authority: tuple[str, str], tmp_path: Path) -> None:
    folder = tmp_path / "engine"
    folder.mkdir(mode=0o755)
    made = issue_certificate(*authority, HOSTS, folder)
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert stat.S_IMODE(made.key.stat().st_mode) == 0o600


def test_the_key_of_the_authority_stays_in_the_file_of_secrets(authority: tuple[str, str], tmp_path: Path) -> None:
    issue_certificate(*authority, HOSTS, tmp_path)
    assert [path for path in tmp_path.iterdir() if authority[1].splitlines()[1] in path.read_text()] == []


def test_files_that_are_gone_are_told(authority: tuple[str, str], tmp_path: Path) -> None:
    made = issue_certificate(*authority, HOSTS, tmp_path)
    made.key.unlink()
    with pytest.raises(Unavailable) as told:
        client_context(made)
    assert told.value.code == "log-no-access"
