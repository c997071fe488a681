"""Files for one server: what compose, Kubernetes and the proxies are told fits the server and the image."""

from __future__ import annotations

import re
import tomllib
from typing import Any

import pytest
import yaml
from starlette.routing import Route

from displays.web.access.session_cookies import cookie_name
from displays.web.access.signing_in import ROUTES as SIGNING_IN
from displays.web.server import SHUTDOWN_SECONDS, ServerOptions, routes
from displays.web.static_files import STATIC_URL
from tests.deploy.programs import DEPLOY, HOUSE
from tests.deploy.reading import find_closed, find_values, read_command

PROJECT = tomllib.loads((HOUSE / "pyproject.toml").read_text("utf-8"))["project"]
COMPOSE: Any = yaml.safe_load((DEPLOY / "compose.yaml").read_text("utf-8"))
SERVER, PROXY = COMPOSE["services"]["roundlog"], COMPOSE["services"]["proxy"]
CADDY = (DEPLOY / "caddy" / "Caddyfile").read_text("utf-8")
NGINX = DEPLOY / "nginx" / "roundlog.conf"
SERVICE, STATEFUL = yaml.safe_load_all((DEPLOY / "kubernetes" / "roundlog.yaml").read_text("utf-8"))
POD = STATEFUL["spec"]["template"]["spec"]
(CONTAINER,) = POD["containers"]
IMAGE = (DEPLOY / "Containerfile").read_text("utf-8")
PATHS = {route.path for route in routes() if isinstance(route, Route)}


def folders_of_image() -> set[str]:
    """That belong to its user, and may be written to."""
    (made,) = re.findall(r"install -d -o 10001 -g 10001 -m 700 (.+)$", IMAGE, re.M)
    return {*made.split()}


# -- compose -----------------------------------------------------------------------------------------------------------


def test_the_server_is_told_its_name_and_that_there_is_a_proxy() -> None:
    read = read_command(
        [word.replace("${ROUNDLOG_SITE:?a name that leads to this machine}", "a.example") for word in SERVER["command"]]
    )
    assert (read["public_url"], read["behind_proxy"], read["host"]) == ("https://a.example", True, "0.0.0.0")
    mounts = dict(volume.split(":")[:2] for volume in SERVER["volumes"])
    assert {*mounts.values()} == folders_of_image() == {"/data", str(read["backup"])}
    assert {*mounts} <= {*COMPOSE["volumes"]}


def test_nobody_reaches_the_server_but_through_the_proxy() -> None:
    assert "ports" not in SERVER
    assert COMPOSE["networks"][SERVER["networks"][0]] == {"internal": True}
    assert PROXY["environment"]["ROUNDLOG_UPSTREAM"] == f"roundlog:{ServerOptions().port}"
    assert {*PROXY["environment"]} == {*re.findall(r"\{\$(\w+):", CADDY)}
    assert PROXY["volumes"][0].split(":")[0] == "./caddy/Caddyfile"


def test_neither_has_more_rights_than_it_needs() -> None:
    for service in (SERVER, PROXY):
        assert find_closed(service) == {"read_only", "cap_drop", "security_opt", "mem_limit", "pids_limit"}
        assert service["restart"] == "unless-stopped"


def test_the_health_check_is_that_of_the_image_and_the_end_is_waited_for() -> None:
    check = SERVER["healthcheck"]
    (words,) = re.findall(r"^HEALTHCHECK (.*) CMD (.+)$", IMAGE, re.M)
    assert check["test"] == ["CMD", *yaml.safe_load(words[1])]
    told = dict(one.lstrip("-").split("=") for one in words[0].split())
    assert {name: check[name.replace("-", "_")] for name in ("interval", "timeout", "start-period")} == {
        name: told[name] for name in ("interval", "timeout", "start-period")
    }
    assert int(SERVER["stop_grace_period"].removesuffix("s")) > 2 * SHUTDOWN_SECONDS
    assert PROXY["depends_on"]["roundlog"] == {"condition": "service_healthy"}


# -- Kubernetes --------------------------------------------------------------------------------------------------------


def test_the_pod_has_one_server_with_its_own_disks() -> None:
    read = read_command(CONTAINER["args"])
    assert STATEFUL["spec"]["replicas"] == 1
    assert CONTAINER["image"] == f"roundlog:{PROJECT['version']}"
    claims = {claim["metadata"]["name"] for claim in STATEFUL["spec"]["volumeClaimTemplates"]}
    mounts = {mount["name"]: mount["mountPath"] for mount in CONTAINER["volumeMounts"]}
    assert {mounts[name] for name in claims} == folders_of_image() == {"/data", str(read["backup"])}
    assert {*mounts} == claims | {volume["name"] for volume in POD["volumes"]}
    assert [port["containerPort"] for port in CONTAINER["ports"]] == [ServerOptions().port]
    assert SERVICE["spec"]["selector"] == STATEFUL["spec"]["template"]["metadata"]["labels"]
    assert STATEFUL["spec"]["serviceName"] == SERVICE["metadata"]["name"]


def test_the_probes_ask_what_is_there() -> None:
    probes = {name: CONTAINER[name] for name in ("readinessProbe", "livenessProbe", "startupProbe")}
    assert {probe["httpGet"]["path"] for probe in probes.values()} == {"/health/reading"} <= PATHS
    assert POD["terminationGracePeriodSeconds"] > 2 * SHUTDOWN_SECONDS


def test_the_pod_has_no_more_rights_than_it_needs() -> None:
    context = POD["securityContext"]
    (user,) = re.findall(r"^USER (\d+)$", IMAGE, re.M)
    assert {str(context[name]) for name in ("runAsUser", "runAsGroup", "fsGroup")} == {user}
    assert context["seccompProfile"] == {"type": "RuntimeDefault"}
    assert CONTAINER["securityContext"] == {
        "allowPrivilegeEscalation": False,
        "readOnlyRootFilesystem": True,
        "capabilities": {"drop": ["ALL"]},
    }
    assert POD["automountServiceAccountToken"] is False
    assert "memory" in CONTAINER["resources"]["limits"]


# -- proxies -----------------------------------------------------------------------------------------------------------


def test_the_proxies_ask_where_a_server_listens_by_itself() -> None:
    here = f"127.0.0.1:{ServerOptions().port}"
    assert f"server {here};" in NGINX.read_text("utf-8")
    assert f"{{$ROUNDLOG_UPSTREAM:{here}}}" in CADDY
    for text in (CADDY, NGINX.read_text("utf-8")):
        (command,) = re.findall(r"^# +roundlog (serve .+)$", text, re.M)
        assert read_command(command.split())["behind_proxy"]


def test_what_nginx_treats_apart_is_there_under_that_name() -> None:
    places = find_values(NGINX, "limit_req_zone") and re.findall(
        r"^    location (?:\^~ |= )?(\S+) ", NGINX.read_text("utf-8"), re.M
    )
    assert {"/", "/key", "/api/", "/static/", "/metrics"} == {*places} - {"/.well-known/acme-challenge/"}
    assert "/metrics" in PATHS
    assert STATIC_URL.startswith("/static/")
    by_key = {route.path for route in SIGNING_IN if "sign-out" not in route.path}
    assert all(path.startswith("/key") for path in by_key)
    assert [path for path in PATHS if path.startswith("/key") and path not in by_key] == []


def test_nginx_knows_a_session_by_the_name_of_its_cookie() -> None:
    (pattern,) = re.findall(r'^ +"~\*(\^Bearer [^"]+)" +0;$', NGINX.read_text("utf-8"), re.M)
    is_known = re.compile(pattern, re.I)
    assert is_known.search(cookie_name("0f" * 32, is_https=True) + "=x")
    assert is_known.search("lang=nl; " + cookie_name("0f" * 32, is_https=True) + "=x")
    assert is_known.search("bearer rl_x")
    assert not is_known.search("lang=nl")


def test_every_zone_of_nginx_is_used_and_every_one_that_is_used_is_there() -> None:
    made = {re.search(r"zone=(\w+):", value)[1] for value in find_values(NGINX, "limit_req_zone")}  # type: ignore[index]
    used = {re.search(r"zone=(\w+)", value)[1] for value in find_values(NGINX, "limit_req")}  # type: ignore[index]
    assert made == used


# -- who reads what ----------------------------------------------------------------------------------------------------


def test_the_page_of_the_folder_names_every_file_for_people() -> None:
    page = (DEPLOY / "README.md").read_text("utf-8")
    files = {
        path.relative_to(DEPLOY) for path in DEPLOY.rglob("*") if path.is_file() and "__pycache__" not in path.parts
    }
    named = {*re.findall(r"\]\(([^)]+)\)", page)}
    missing = {str(path) for path in files if not any(str(path).startswith(name.rstrip("/")) for name in named)}
    assert missing - {"README.md"} == set()
    assert [name for name in named if not (DEPLOY / name).exists()] == []


@pytest.mark.parametrize("path", sorted(DEPLOY.rglob("*.yaml")), ids=lambda path: path.relative_to(DEPLOY).as_posix())
def test_a_file_of_kubernetes_has_what_its_comments_tell_to_type(path: Any) -> None:
    typed = re.findall(r"^# +kubectl (?:apply -f|create .* --from-file=)\s*(\S+)", path.read_text("utf-8"), re.M)
    assert [name for name in typed if "/" in name and not (HOUSE / name).exists()] == []
