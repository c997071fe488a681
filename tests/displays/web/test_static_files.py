"""Static files: a browser keeps them under the address of their version, and asks again under any other."""

import re

import pytest

from displays.web.static_files import STATIC, STATIC_URL
from tests.displays.client import Web
from tests.displays.commandline import Roundlog


@pytest.fixture
def club(roundlog: Roundlog) -> Roundlog:
    roundlog.open_club()
    return roundlog


@pytest.mark.parametrize("address", ["/", "/key", "/screen/club", "/p/club"])
def test_pages_name_files_by_their_version(club: Roundlog, web: Web, address):
    named = re.findall(r'(?:href|src)="(/static/[^"]*)"', web.get(address).text)
    assert named
    assert all(name.startswith(f"{STATIC_URL}/") for name in named)
    for name in named:
        answer = web.get(name)
        assert answer.status_code == 200
        assert answer.headers.get_list("cache-control") == ["public, max-age=31536000, immutable"]


def test_scripts_import_each_other_within_their_version():
    for script in STATIC.rglob("*.js"):
        imported = re.findall(r"""^(?:import|export)[^;]*? from ["']([^"']+)["'];""", script.read_text("utf-8"), re.M)
        assert [one for one in imported if not one.startswith(".")] == [], script


def test_an_address_without_a_version_is_asked_for_again(web: Web):
    answer = web.get("/static/js/dom.js")
    assert answer.headers["content-type"] == "text/javascript; charset=utf-8"
    assert answer.headers.get_list("cache-control") == ["no-cache"]
    again = web.get("/static/js/dom.js", headers={"if-none-match": answer.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")


@pytest.mark.parametrize("path", ["nonsense", "", "js", "js/", "types.d.ts", "%2e%2e/server.py", f"../{STATIC_URL}"])
def test_nothing_else_is_a_file(web: Web, path):
    assert web.get(f"/static/{path}").status_code == 404
