"""What a doctor may find in the network: certificates, and small servers that are not as they should be."""

from __future__ import annotations

import datetime
import ipaddress
import socket
import ssl
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

NOW = datetime.datetime.now(datetime.UTC)


def make_certificate(folder: Path, name: str = "localhost", *, days: int = 90) -> tuple[Path, Path]:
    """Signed by itself; it began a hundred days ago."""
    key = ec.generate_private_key(ec.SECP256R1())
    subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
    names: list[x509.GeneralName] = [x509.DNSName(name), x509.IPAddress(ipaddress.ip_address("127.0.0.1"))]
    made = (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(subject)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(NOW - datetime.timedelta(days=100))
        .not_valid_after(NOW + datetime.timedelta(days=days))
        .add_extension(x509.SubjectAlternativeName(names), critical=False)
        .sign(key, hashes.SHA256())
    )
    paths = folder / f"{name}-{days}.pem", folder / f"{name}-{days}.key"
    paths[0].write_bytes(made.public_bytes(serialization.Encoding.PEM))
    private = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    paths[1].write_bytes(private)
    return paths


@contextmanager
def serving_https(certificate: Path, key: Path) -> Iterator[int]:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, key)
    with serving_http(200, {}, context=context) as port:
        yield port


@contextmanager
def serving_http(
    status: int, headers: dict[str, str], body: bytes = b"{}", context: ssl.SSLContext | None = None
) -> Iterator[int]:
    """Answers everything so. A line on which nobody speaks TLS is given up."""

    class Answer(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(status)
            for name, value in headers.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None: ...

    class Server(HTTPServer):
        def get_request(self) -> tuple[Any, Any]:
            line, address = super().get_request()
            return (line, address) if context is None else (context.wrap_socket(line, server_side=True), address)

        def handle_error(self, *_: object) -> None: ...

    with Server(("127.0.0.1", 0), Answer) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.05,))
        thread.start()
        try:
            yield server.server_address[1]
        finally:
            server.shutdown()
            thread.join()


@contextmanager
def listening() -> Iterator[int]:
    """Somebody who has a port, and says nothing."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        yield int(taken.getsockname()[1])
