"""Certificates of a cluster: its own authority, and one for each node, with which both sides of a connection show it.

No authority of the world has a say: an engine answers only who brings a certificate of this cluster, and a node talks
only to an engine that has one. A node signs its own, because it has the authority's key (``cluster_file.py``).
"""

from __future__ import annotations

import ssl
from collections.abc import Collection, Iterable
from datetime import UTC, datetime, timedelta
from pathlib import Path

from engine.errors import Unavailable
from engine.model import Value
from ledger.secret_files import make_secret_folder, write_secret_file

try:
    from ledger import x509_certificates
except ModuleNotFoundError as missing:
    raise Unavailable("cluster-not-installed", package="cryptography") from missing

AUTHORITY_LASTS = timedelta(days=3653)
NODE_LASTS = timedelta(days=731)
NODE_RENEWED = NODE_LASTS / 2  # at a start with less than this left
HERE = ("localhost", "127.0.0.1", "::1")

is_authority = x509_certificates.is_authority


class NodeCertificate(Value, frozen=True):
    """Where the files are that an engine and its clients are pointed at."""

    certificate: Path
    key: Path
    authority: Path
    is_new: bool  # else the files were there, and still serve


def make_authority(name: str) -> tuple[str, str]:
    """Certificate and key, as PEM."""
    return x509_certificates.make_authority(f"Roundlog cluster {name}", AUTHORITY_LASTS)


def issue_certificate(authority: str, authority_key: str, hosts: Iterable[str], folder: Path) -> NodeCertificate:
    """For every host of the cluster, and this machine, into ``folder``; one that still serves is kept.

    All hosts, because a node need not know by which of its names the others call it.
    """
    make_secret_folder(folder)
    paths = folder / "certificate.pem", folder / "key.pem", folder / "authority.pem"
    names = list(dict.fromkeys((*hosts, *HERE)))
    ends, now = x509_certificates.read_certificate(authority).not_valid_after_utc, datetime.now(UTC)
    if now >= ends:
        raise Unavailable("cluster-file-expired", day=f"{ends:%Y-%m-%d}")
    if _serves(paths, authority, names, min(now + NODE_RENEWED, ends)):
        return NodeCertificate(*paths, is_new=False)
    made = x509_certificates.sign_certificate(
        authority, authority_key, "Roundlog node", names, NODE_LASTS, for_clients=True
    )
    for path, text in zip(paths, (*made, authority), strict=True):
        write_secret_file(path, text.encode())
    return NodeCertificate(*paths, is_new=True)


def client_context(node: NodeCertificate) -> ssl.SSLContext:
    """For a connection to an engine: this cluster's authority and no other, and the node's own certificate."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.minimum_version = ssl.TLSVersion.TLSv1_3
    try:
        context.load_verify_locations(cafile=node.authority)
        context.load_cert_chain(node.certificate, node.key)
    except OSError as error:  # an SSLError is one too
        raise Unavailable("log-no-access", path=str(node.certificate.parent)) from error
    return context


def _serves(paths: Collection[Path], authority: str, names: list[str], until: datetime) -> bool:
    """What lies in the folder is of this authority, for these names, whole, and lasts for a while."""
    try:
        certificate, key, known = (path.read_text("ascii") for path in paths)
    except (OSError, ValueError):
        return False
    return known == authority and x509_certificates.is_signed_for(certificate, key, authority, names, until)
