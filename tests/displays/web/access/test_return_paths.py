"""Where one goes after signing in: pages of this server, whoever reads the address and however odd it is."""

from urllib.parse import quote, unquote, urljoin, urlsplit

import pytest
from hypothesis import given
from hypothesis import strategies as st

from displays.web.access.return_paths import is_plain_path
from tests.displays.client import OF_OUR_PAGES, Web
from tests.displays.commandline import Roundlog

ODD = [
    *(
        "//evil.example",
        "///evil.example",
        "/\\evil.example",
        "\\\\evil.example",
        "/\t/evil.example",
        "/%09/evil.example",
    ),
    *(
        "/..//evil.example",
        "/.//evil.example",
        "/a/..//evil.example",
        "/%2e%2e//evil.example",
        "/%2e%2e/%2fevil.example",
    ),
    *("/%2F/evil.example", "/%252F%252Fevil.example", "/%5Cevil.example", "/%5c/evil.example", "/a//evil.example"),
    *(
        "https://evil.example",
        "https:/evil.example",
        "javascript:alert(1)",
        "/a b",
        "/a\nb",
        "/%0d%0aset-cookie:x",
        "evil",
    ),
    *(
        "/@evil.example\\",
        "/a#//evil.example",
        "/\u2028/evil.example",
        "/．．/evil.example",
        "",
        "?x",
        "/a?x\\y",
        "/a?b c",
    ),
    "/" + "a" * 2000,
]
GOOD = ["/", "/console", "/console/club/", "/console/club/rounds/2?board=3", "/t/club?lang=nl&version=12", "/p/club/1"]


@pytest.mark.parametrize("address", ODD)
def test_odd_addresses_are_not_followed(address: str):
    assert not is_plain_path(address)


@pytest.mark.parametrize("address", GOOD)
def test_pages_are(address: str):
    assert is_plain_path(address)


BITS = [
    "/",
    "\\",
    ".",
    "..",
    "%2e",
    "%2F",
    "%5C",
    "%09",
    "%25",
    "\t",
    "\n",
    " ",
    "@",
    ":",
    "?",
    "#",
    "a",
    "evil.example",
    "https:",
]


@given(st.lists(st.sampled_from(BITS), max_size=8).map("".join) | st.text(max_size=12), st.booleans())
def test_whatever_is_followed_stays_here_for_every_reader(text: str, has_slash: bool):
    """As a browser resolves it (tabs left out, backslashes turned), decoded once or twice, and as it stands."""
    address = f"/{text}" if has_slash else text
    if not is_plain_path(address):
        return
    for read in (address, unquote(address.partition("?")[0]), unquote(unquote(address.partition("?")[0]))):
        turned = "".join(sign for sign in read if sign not in "\t\r\n").replace("\\", "/")
        found = urlsplit(urljoin("http://hall/key/x", turned))
        assert (found.scheme, found.netloc) == ("http", "hall")
        assert "//" not in found.path
        assert ".." not in found.path.split("/")
        assert turned == read


@pytest.mark.parametrize("address", [odd for odd in ODD if odd])
def test_at_every_place_that_takes_one(roundlog: Roundlog, web: Web, address: str):
    roundlog.open_club()
    link = web.link("arbiter", "club", name="Hall")
    signed = web.post(link, data={"next": address}, headers=OF_OUR_PAGES)
    assert signed.headers["location"] == "/console/club"
    asked = web.get(f"{link}?next={quote(address, safe='')}")
    assert 'name="next" value=""' in asked.text
    pasted = web.post("/key", data={"key": link, "next": address}, headers=OF_OUR_PAGES)
    assert pasted.headers["location"] == link
    assert 'name="next" value=""' in web.get(f"/key?next={quote(address, safe='')}").text


@pytest.mark.parametrize("path", ["/console/%09", "/console/%2e%2e", "/console/a%5Cb", "/t/%2F%2Fevil.example"])
def test_nor_is_an_odd_page_come_back_to(roundlog: Roundlog, web: Web, path: str):
    roundlog.open_club()
    page = web.get(path)
    assert page.status_code in (401, 404)
    assert 'name="next" value="/' not in page.text
