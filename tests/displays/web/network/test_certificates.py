"""Certificates of the hall: who believes them, for what, and when they are made anew."""

from __future__ import annotations

import socket
import ssl
import stat
import threading
from datetime import timedelta
from pathlib import Path

import pytest
from cryptography import x509

from displays.web.network import certificates
from displays.web.network.certificates import HallCertificate, is_certifiable, prepare_certificate
from ledger import x509_certificates

HOSTS = ("192.168.1.5", "127.0.0.1", "hall.local", "fd12::7")


def meet(made: HallCertificate, name: str) -> None:
    """One greeting over TLS, by a client that believes this authority."""
    server = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    server.load_cert_chain(made.certificate, made.key)
    client = ssl.create_default_context(cadata=made.authority)
    ours, theirs = socket.socketpair()
    with ours, theirs:

        def answer() -> None:
            try:
                server.wrap_socket(ours, server_side=True).close()
            except OSError:
                ours.close()  # the client says what was wrong

        answering = threading.Thread(target=answer)
        answering.start()
        try:
            client.wrap_socket(theirs, server_hostname=name).close()
        finally:
            theirs.close()
            answering.join()


@pytest.mark.parametrize("name", HOSTS)
def test_it_is_believed_at_every_address(tmp_path: Path, name: str):
    meet(prepare_certificate(tmp_path, HOSTS), name)


def test_it_is_not_believed_elsewhere(tmp_path: Path):
    with pytest.raises(ssl.SSLCertVerificationError):
        meet(prepare_certificate(tmp_path, HOSTS), "192.168.1.6")


@pytest.mark.parametrize("name", ["8.8.8.8", "bank.example", "2a00:1450::5"])
def test_whoever_has_the_authority_can_be_no_site_of_the_internet(tmp_path: Path, name: str):
    with pytest.raises(ssl.SSLCertVerificationError, match="permitted subtree"):
        meet(prepare_certificate(tmp_path, (*HOSTS, name)), name)


def test_the_limit_stands_where_every_phone_heeds_it_and_nobody_can_make_another_issuer(tmp_path: Path):
    """Some heed it in an issuer only, not in what was installed."""
    made = prepare_certificate(tmp_path, HOSTS)
    _, issuer = x509.load_pem_x509_certificates(made.certificate.read_bytes())
    limit = issuer.extensions.get_extension_for_class(x509.NameConstraints)
    assert limit.critical
    assert len(limit.value.permitted_subtrees or ()) == len(certificates.PRIVATE)
    keys = list(tmp_path.glob("*key.pem"))
    assert len(keys) == 2
    assert not [key for key in keys if x509_certificates.is_authority(made.authority, key.read_text())]


def test_what_serves_is_kept(tmp_path: Path):
    first = prepare_certificate(tmp_path, HOSTS)
    before = first.certificate.read_text()
    assert prepare_certificate(tmp_path, HOSTS) == first
    assert first.certificate.read_text() == before


def test_other_addresses_have_another_of_the_same_authority(tmp_path: Path):
    first = prepare_certificate(tmp_path, HOSTS)
    second = prepare_certificate(tmp_path, ("10.0.0.5",))
    assert (second.authority, second.fingerprint) == (first.authority, first.fingerprint)
    meet(second, "10.0.0.5")
    with pytest.raises(ssl.SSLCertVerificationError):
        meet(second, "192.168.1.5")


def test_it_is_renewed_before_it_ends(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(certificates, "CERTIFICATE_LASTS", timedelta(days=10))
    first = prepare_certificate(tmp_path, HOSTS)
    before = first.certificate.read_text()
    monkeypatch.undo()
    second = prepare_certificate(tmp_path, HOSTS)
    assert second.certificate.read_text() != before
    assert second.ends > first.ends
    assert second.authority == first.authority


def test_an_authority_near_its_end_makes_room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(certificates, "AUTHORITY_LASTS", timedelta(days=30))
    first = prepare_certificate(tmp_path, HOSTS)
    monkeypatch.undo()
    second = prepare_certificate(tmp_path, HOSTS)
    assert second.fingerprint != first.fingerprint
    meet(second, "192.168.1.5")


@pytest.mark.parametrize("name", ["authority.pem", "issuer.pem", "issuer-key.pem", "certificate.pem", "key.pem"])
def test_a_damaged_file_is_made_anew(tmp_path: Path, name: str):
    prepare_certificate(tmp_path, HOSTS)
    (tmp_path / name).write_bytes(b"\xff damaged")
    meet(prepare_certificate(tmp_path, HOSTS), "192.168.1.5")


def test_files_are_for_their_owner_alone_and_last_as_phones_want_it(tmp_path: Path):
    made = prepare_certificate(tmp_path / "club.network", HOSTS)
    assert {stat.S_IMODE(path.stat().st_mode) for path in made.key.parent.iterdir()} == {0o600}
    assert stat.S_IMODE(made.key.parent.stat().st_mode) == 0o700
    found = x509_certificates.read_certificate(made.certificate.read_text())
    assert found.not_valid_after_utc - found.not_valid_before_utc < timedelta(days=825)


@pytest.mark.parametrize(
    ("host", "may"),
    [
        *(("192.168.1.5", True), ("10.1.2.3", True), ("172.16.0.1", True), ("fd12::7", True), ("hall.local", True)),
        *(("8.8.8.8", False), ("172.32.0.1", False), ("2a00:1450::5", False), ("chess.example", False)),
        ("häll.local", False),
    ],
)
def test_only_what_is_in_the_hall_alone_has_one(host: str, may: bool):
    assert is_certifiable(host) is may
