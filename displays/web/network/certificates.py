"""Certificates of the hall: an authority of this server's own, and a certificate for its addresses.

Whoever installs the authority on a phone believes it in private networks only: its key is gone, and for no site of the
internet could anybody who has the key of its issuer pretend to be that.
"""

from __future__ import annotations

import ipaddress
import os
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import NamedTuple

from engine.errors import Unavailable
from ledger import x509_certificates
from ledger.secret_files import make_secret_folder, write_secret_file
from ledger.x509_certificates import LimitedAuthority

AUTHORITY_LASTS = timedelta(days=3653)
AUTHORITY_RENEWED = timedelta(days=60)  # with less than this left: who has installed it installs the next one
CERTIFICATE_LASTS = timedelta(days=365)  # phones take none that lasts longer than 825 days
CERTIFICATE_RENEWED = timedelta(days=30)
# Networks that nobody has on the internet, this machine itself, and names that are given in a hall only (RFC 6762).
PRIVATE = ("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "127.0.0.0/8", "fc00::/7", "::1/128", "local", "localhost")
_NETWORKS = tuple(ipaddress.ip_network(one) for one in PRIVATE if "/" in one)


class HallCertificate(NamedTuple):
    """Files that a server listens with, and what is to be known of them."""

    certificate: Path  # and behind it its issuer's
    key: Path
    authority: str  # the certificate to install, as PEM
    fingerprint: str  # of that
    ends: datetime  # of the server's own


def is_hall_name(name: str) -> bool:
    """One that is given in a hall only, in letters that a certificate can have."""
    return name.isascii() and (name == "localhost" or name.endswith(".local"))


def is_certifiable(host: str) -> bool:
    """An address of a private network; no other is in the hall alone."""
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return is_hall_name(host)
    return any(address in network for network in _NETWORKS)


def prepare_certificate(folder: Path, hosts: Iterable[str]) -> HallCertificate:
    """For these addresses and names. What lies in the folder is kept as long as it serves."""
    make_secret_folder(folder)
    authority, issuer, issuer_key = _prepare_authority(folder)
    certificate, key = folder / "certificate.pem", folder / "key.pem"
    names = list(hosts)
    renewed = datetime.now(UTC) + CERTIFICATE_RENEWED
    if not x509_certificates.is_signed_for(_read(certificate), _read(key), issuer, names, renewed):
        name = "Roundlog in the hall"
        made, made_key = x509_certificates.sign_certificate(issuer, issuer_key, name, names, CERTIFICATE_LASTS)
        for path, text in ((certificate, made + issuer), (key, made_key)):
            write_secret_file(path, text.encode())
    ends = x509_certificates.read_certificate(_read(certificate)).not_valid_after_utc
    return HallCertificate(certificate, key, authority, x509_certificates.fingerprint_of(authority), ends)


def _prepare_authority(folder: Path) -> LimitedAuthority:
    """Its name has the day on which it was made: a phone that has several can tell them apart."""
    paths = folder / "authority.pem", folder / "issuer.pem", folder / "issuer-key.pem"
    known = LimitedAuthority(*map(_read, paths))
    now = datetime.now(UTC)
    is_whole = x509_certificates.is_authority(known.issuer, known.issuer_key)
    if is_whole and x509_certificates.is_issued_by(known.issuer, known.certificate):
        ends = x509_certificates.read_certificate(known.certificate).not_valid_after_utc
        if ends >= now + AUTHORITY_RENEWED:
            return known
    made = x509_certificates.make_limited_authority(f"Roundlog {now:%Y-%m-%d %H:%M}", AUTHORITY_LASTS, PRIVATE)
    for path, text in zip(paths, made, strict=True):
        write_secret_file(path, text.encode())
    return made


def _read(path: Path) -> str:
    """Empty if there is none yet, or none that can be a certificate: then one is made."""
    try:
        return path.read_text("ascii") if path.exists() else ""
    except UnicodeDecodeError:
        return ""
    except OSError as error:
        raise Unavailable("log-no-access", path=os.fspath(path)) from error
