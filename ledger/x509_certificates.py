"""X.509 certificates that a cluster and a hall sign for themselves: an authority, and servers that it vouches for.

As text (PEM). What they are for, and how long they last, their users say.
"""

from __future__ import annotations

import ipaddress
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from typing import NamedTuple

from cryptography import x509
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

EARLIER = timedelta(days=1)  # clocks of several machines differ


class LimitedAuthority(NamedTuple):
    """One that vouches for some networks and domains only, through its issuer."""

    certificate: str  # that people install
    issuer: str  # that servers show besides their own
    issuer_key: str


def make_authority(name: str, lasts: timedelta) -> tuple[str, str]:
    """Certificate and key of one that may vouch for all."""
    key = ec.generate_private_key(ec.SECP256R1())
    unsigned = _describe_authority(_name(name), key, datetime.now(UTC) + lasts, deep=0)
    return write_certificate(unsigned.issuer_name(_name(name)).sign(key, hashes.SHA256())), _write_key(key)


def make_limited_authority(name: str, lasts: timedelta, only_for: Iterable[str]) -> LimitedAuthority:
    """``only_for``: networks and domains. Much that reads certificates heeds such limits in an issuer and not in the
    authority that people have installed: so that one's key signs this issuer, and is gone."""
    gone, key = ec.generate_private_key(ec.SECP256R1()), ec.generate_private_key(ec.SECP256R1())
    ends, limits = datetime.now(UTC) + lasts, [_network_or_domain(limit) for limit in only_for]
    certificate, issuer = (
        unsigned.issuer_name(_name(name))
        .add_extension(x509.NameConstraints(limits, excluded_subtrees=None), critical=True)
        .add_extension(x509.AuthorityKeyIdentifier.from_issuer_public_key(gone.public_key()), critical=False)
        .sign(gone, hashes.SHA256())
        for unsigned in (
            _describe_authority(_name(name), gone, ends, deep=1),
            _describe_authority(_name(f"{name} (issuer)"), key, ends, deep=0),
        )
    )
    return LimitedAuthority(write_certificate(certificate), write_certificate(issuer), _write_key(key))


def _describe_authority(
    subject: x509.Name, key: ec.EllipticCurvePrivateKey, ends: datetime, deep: int
) -> x509.CertificateBuilder:
    """``deep``: how many issuers may stand below it."""
    return (
        x509.CertificateBuilder()
        .subject_name(subject)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(datetime.now(UTC) - EARLIER)
        .not_valid_after(ends)
        .add_extension(x509.BasicConstraints(ca=True, path_length=deep), critical=True)
        .add_extension(_usage(signs_certificates=True), critical=True)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
    )


def sign_certificate(
    authority: str, authority_key: str, name: str, hosts: Iterable[str], lasts: timedelta, *, for_clients: bool = False
) -> tuple[str, str]:
    """Certificate and key of a server under these hosts; no certificate outlasts its authority."""
    signer, signer_key = read_certificate(authority), _read_key(authority_key)
    key = ec.generate_private_key(ec.SECP256R1())
    usages = [ExtendedKeyUsageOID.SERVER_AUTH, *([ExtendedKeyUsageOID.CLIENT_AUTH] if for_clients else [])]
    now = datetime.now(UTC)
    certificate = (
        x509.CertificateBuilder()
        .subject_name(_name(name))
        .issuer_name(signer.subject)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - EARLIER)
        .not_valid_after(min(now + lasts, signer.not_valid_after_utc))
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(_usage(signs_certificates=False), critical=True)
        .add_extension(x509.ExtendedKeyUsage(usages), critical=False)
        .add_extension(_general_names(hosts), critical=False)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
        .add_extension(x509.AuthorityKeyIdentifier.from_issuer_public_key(signer_key.public_key()), critical=False)
        .sign(signer_key, hashes.SHA256())
    )
    return write_certificate(certificate), _write_key(key)


def is_authority(certificate: str, key: str) -> bool:
    """Both can be read, and belong together."""
    try:
        return _read_key(key).public_key() == read_certificate(certificate).public_key()
    except (ValueError, TypeError):
        return False


def is_issued_by(certificate: str, authority: str) -> bool:
    """Both can be read, and the one was signed by the other."""
    try:
        read_certificate(certificate).verify_directly_issued_by(read_certificate(authority))
    except (ValueError, TypeError, InvalidSignature):
        return False
    return True


def is_signed_for(certificate: str, key: str, authority: str, hosts: Iterable[str], until: datetime) -> bool:
    """It can be read, has its key, is of this authority, for these hosts and no others, and lasts until then."""
    if not is_issued_by(certificate, authority):
        return False
    try:
        found = read_certificate(certificate)
        is_for = found.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
        belongs = _read_key(key).public_key() == found.public_key()
    except (ValueError, TypeError, x509.ExtensionNotFound):
        return False
    return belongs and is_for == _general_names(hosts) and found.not_valid_after_utc >= until


def read_certificate(text: str) -> x509.Certificate:
    return x509.load_pem_x509_certificate(text.encode())


def write_certificate(certificate: x509.Certificate) -> str:
    return certificate.public_bytes(serialization.Encoding.PEM).decode()


def fingerprint_of(certificate: str) -> str:
    """SHA-256, as phones and browsers show it: ``3F:0C:52:…``."""
    return read_certificate(certificate).fingerprint(hashes.SHA256()).hex(":").upper()


def _name(text: str) -> x509.Name:
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, text)])


def _general_names(hosts: Iterable[str]) -> x509.SubjectAlternativeName:
    return x509.SubjectAlternativeName([_general_name(host) for host in hosts])


def _general_name(host: str) -> x509.GeneralName:
    try:
        return x509.IPAddress(ipaddress.ip_address(host))
    except ValueError:
        return x509.DNSName(host)


def _network_or_domain(text: str) -> x509.GeneralName:
    try:
        return x509.IPAddress(ipaddress.ip_network(text))
    except ValueError:
        return x509.DNSName(text)


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


def _write_key(key: ec.EllipticCurvePrivateKey) -> str:
    return key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    ).decode()
