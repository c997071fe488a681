"""Certificates of a cluster: its own authority, and one for each node, with which both sides of a connection show it.

No authority of the world has a say: an engine answers only who brings a certificate of this cluster, and a node talks
only to an engine that has one. A node signs its own, because it has the authority's key (``cluster_file.py``).
"""

from __future__ import annotations

import ipaddress
import ssl
from collections.abc import Collection, Iterable
from datetime import UTC, datetime, timedelta
from pathlib import Path

from engine.errors import Unavailable
from engine.model import Value
from ledger.cluster.secret_files import make_secret_folder, write_secret_file

try:
    from cryptography import x509
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives import hashes, serialization
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID
except ModuleNotFoundError as missing:
    raise Unavailable("cluster-not-installed", package="cryptography") from missing

EARLIER = timedelta(days=1)  # clocks of several machines differ
AUTHORITY_LASTS = timedelta(days=3653)
NODE_LASTS = timedelta(days=731)
NODE_RENEWED = NODE_LASTS / 2  # at a start with less than this left
HERE = ("localhost", "127.0.0.1", "::1")


class NodeCertificate(Value, frozen=True):
    """Where the files are that an engine and its clients are pointed at."""

    certificate: Path
    key: Path
    authority: Path
    is_new: bool  # else the files were there, and still serve


def make_authority(name: str) -> tuple[str, str]:
    """Certificate and key, as PEM."""
    key = ec.generate_private_key(ec.SECP256R1())
    subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, f"Roundlog cluster {name}")])
    now = datetime.now(UTC)
    certificate = (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(subject)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - EARLIER)
        .not_valid_after(now + AUTHORITY_LASTS)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .add_extension(_usage(signs_certificates=True), critical=True)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
        .sign(key, hashes.SHA256())
    )
    return _pem(certificate), _pem_of_key(key)


def is_authority(certificate: str, key: str) -> bool:
    """Both can be read, and belong together."""
    try:
        return _read_key(key).public_key() == x509.load_pem_x509_certificate(certificate.encode()).public_key()
    except (ValueError, TypeError):
        return False


def issue_certificate(authority: str, authority_key: str, hosts: Iterable[str], folder: Path) -> NodeCertificate:
    """For every host of the cluster, and this machine, into ``folder``; one that still serves is kept.

    All hosts, because a node need not know by which of its names the others call it.
    """
    make_secret_folder(folder)
    paths = folder / "certificate.pem", folder / "key.pem", folder / "authority.pem"
    names = list(dict.fromkeys((*hosts, *HERE)))
    signer, signer_key = x509.load_pem_x509_certificate(authority.encode()), _read_key(authority_key)
    now = datetime.now(UTC)
    if now >= signer.not_valid_after_utc:
        raise Unavailable("cluster-file-expired", day=f"{signer.not_valid_after_utc:%Y-%m-%d}")
    if _serves(paths, authority, signer, names, now):
        return NodeCertificate(*paths, is_new=False)
    key = ec.generate_private_key(ec.SECP256R1())
    certificate = (
        x509.CertificateBuilder()
        .subject_name(x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "Roundlog node")]))
        .issuer_name(signer.subject)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - EARLIER)
        .not_valid_after(min(now + NODE_LASTS, signer.not_valid_after_utc))
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(_usage(signs_certificates=False), critical=True)
        .add_extension(
            x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH, ExtendedKeyUsageOID.CLIENT_AUTH]), critical=False
        )
        .add_extension(_general_names(names), critical=False)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
        .add_extension(x509.AuthorityKeyIdentifier.from_issuer_public_key(signer_key.public_key()), critical=False)
        .sign(signer_key, hashes.SHA256())
    )
    for path, text in zip(paths, (_pem(certificate), _pem_of_key(key), authority), strict=True):
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


def _serves(paths: Collection[Path], authority: str, signer: x509.Certificate, names: list[str], now: datetime) -> bool:
    """What lies in the folder is of this authority, for these names, whole, and lasts for a while."""
    try:
        certificate, key, known = (path.read_text("ascii") for path in paths)
        found = x509.load_pem_x509_certificate(certificate.encode())
        found.verify_directly_issued_by(signer)
        is_for = found.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
        belongs = _read_key(key).public_key() == found.public_key()
    except (OSError, ValueError, TypeError, InvalidSignature, x509.ExtensionNotFound):
        return False
    ends = min(now + NODE_RENEWED, signer.not_valid_after_utc)
    return known == authority and belongs and is_for == _general_names(names) and found.not_valid_after_utc >= ends


def _general_names(names: Iterable[str]) -> x509.SubjectAlternativeName:
    return x509.SubjectAlternativeName([_general_name(name) for name in names])


def _general_name(host: str) -> x509.GeneralName:
    try:
        return x509.IPAddress(ipaddress.ip_address(host))
    except ValueError:
        return x509.DNSName(host)


def _usage(*, signs_certificates: bool) -> x509.KeyUsage:
    return x509.KeyUsage(
        digital_signature=not signs_certificates,
        content_commitment=False,
        key_encipherment=False,
        data_encipherment=False,
        key_agreement=False,
        key_cert_sign=signs_certificates,
        crl_sign=signs_certificates,
        encipher_only=False,
        decipher_only=False,
    )


def _read_key(pem: str) -> ec.EllipticCurvePrivateKey:
    key = serialization.load_pem_private_key(pem.encode(), password=None)
    if not isinstance(key, ec.EllipticCurvePrivateKey):
        raise TypeError("not the key of an elliptic curve")
    return key


def _pem(certificate: x509.Certificate) -> str:
    return certificate.public_bytes(serialization.Encoding.PEM).decode()


def _pem_of_key(key: ec.EllipticCurvePrivateKey) -> str:
    return key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    ).decode()
