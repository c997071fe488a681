"""deploy/nginx and deploy/caddy as an operator would set them up: the very files, with other ports and paths."""

from __future__ import annotations

import re
import socket
from collections.abc import Callable

from tests.deploy.programs import DEPLOY, need_program
from tests.deploy.proxied import NAME, Proxy, replace_all

# What surrounds the file on a machine of its own, as small as it can be.
NGINX = """
daemon off;
user {user};
worker_processes 2;
worker_rlimit_nofile 4096;
worker_shutdown_timeout 1m;
pid {folder}/pid;
error_log {folder}/error.log;
events {{ worker_connections 2048; }}
http {{
    access_log off;
    {temporary}
    include {folder}/roundlog.conf;
}}
"""
TEMPORARY = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")


def write_nginx(proxy: Proxy, change: Callable[[str], str] = str) -> list[str]:
    """``change``: what a test wants otherwise."""
    program = need_program("nginx")
    folder = proxy.folder
    certificate = f"/etc/letsencrypt/live/{NAME}"
    text = replace_all(
        (DEPLOY / "nginx" / "roundlog.conf").read_text("utf-8"),
        {
            f"{certificate}/fullchain.pem": str(proxy.certificate.certificate),
            f"{certificate}/privkey.pem": str(proxy.certificate.key),
            "127.0.0.1:8000;": f"127.0.0.1:{proxy.behind};",
            "/var/cache/nginx-roundlog": str(folder / "cache"),
            "listen 80;": f"listen 127.0.0.1:{proxy.http};",
            "listen 443 ": f"listen 127.0.0.1:{proxy.https} ",
            "listen [::]:80;": f"listen [::1]:{proxy.http};",
            "listen [::]:443 ": f"listen [::1]:{proxy.https} ",
        },
    )
    if not _has_ipv6():
        text = re.sub(r"^ +listen \[::1\].*\n", "", text, flags=re.M)
    (folder / "roundlog.conf").write_text(change(text))
    temporary = "\n    ".join(f"{kind}_temp_path {folder}/{kind};" for kind in TEMPORARY)
    main = folder / "nginx.conf"
    main.write_text(NGINX.format(folder=folder, temporary=temporary, user="root"))
    return [program, "-e", str(folder / "error.log"), "-c", str(main)]


def write_caddy(proxy: Proxy) -> list[str]:
    """Debian's Caddy asks nobody for a certificate: it is given one."""
    program = need_program("caddy")
    certificate = f"tls {proxy.certificate.certificate} {proxy.certificate.key}"
    text = replace_all(
        (DEPLOY / "caddy" / "Caddyfile").read_text("utf-8"),
        {
            "{\n\tservers {": f"{{\n\tadmin off\n\thttp_port {proxy.http}\n\tskip_install_trust\n\tservers {{",
            "{$ROUNDLOG_SITE:chess.example} {": f"https://{NAME}:{proxy.https} {{\n\tbind 127.0.0.1\n\t{certificate}",
            "{$ROUNDLOG_UPSTREAM:127.0.0.1:8000}": f"127.0.0.1:{proxy.behind}",
        },
    )
    path = proxy.folder / "Caddyfile"
    path.write_text(text)
    return [program, "run", "--config", str(path), "--adapter", "caddyfile"]


PROXIES: dict[str, Callable[[Proxy], list[str]]] = {"nginx": write_nginx, "caddy": write_caddy}


def _has_ipv6() -> bool:
    try:
        with socket.create_server(("::1", 0), family=socket.AF_INET6):
            return True
    except OSError:
        return False
