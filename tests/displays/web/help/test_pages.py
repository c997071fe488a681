"""The handbook as pages: for everybody, in every language, kept, and complete."""

from __future__ import annotations

import gzip
import re

import pytest

from displays.web.help.chapters import list_documents, read_handbook
from displays.web.help_chapters import list_chapters
from displays.words.language import LANGUAGES, language
from tests.displays.client import Web


@pytest.mark.parametrize("code", LANGUAGES)
def test_the_front_names_every_chapter_with_a_sentence_in_order(web: Web, code: str):
    page = web.get(f"/help/{code}").text
    assert f'<html lang="{code}">' in page
    found = re.findall(rf'<li><a href="/help/{code}/([\w-]+)">([^<]+)</a><p>[^<]+</p>', page)
    assert [name for name, _ in found] == list(list_chapters())
    assert [title for _, title in found] == [chapter.title for chapter in read_handbook(code).values()]


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("name", list_chapters())
def test_every_chapter_is_a_page(web: Web, code: str, name: str):
    answer = web.get(f"/help/{code}/{name}")
    assert answer.status_code == 200
    page = answer.text
    assert f"<h1>{read_handbook(code)[name].title}</h1>" in page.replace("&#39;", "'")
    assert "⟦" not in page
    for other in LANGUAGES:
        assert f'href="/help/{other}/{name}"' in page
    anchors = re.findall(r'<li><a href="#([\w-]+)">', page)
    assert len(anchors) >= 3
    for anchor in anchors:
        assert f'id="{anchor}"' in page


def test_an_anchor_is_the_same_in_every_language(web: Web):
    found = {code: re.findall(r'<h2 id="([\w-]+)"', web.get(f"/help/{code}/two-helpers").text) for code in LANGUAGES}
    assert "two-different-results" in found["nl"]
    assert len({tuple(one) for one in found.values()}) == 1


def test_a_chapter_leads_to_its_neighbours(web: Web):
    first, second, *_, last = list_chapters()
    assert f'rel="next" href="/help/en/{second}"' in web.get(f"/help/en/{first}").text
    assert 'rel="prev"' not in web.get(f"/help/en/{first}").text
    assert f'rel="prev" href="/help/en/{first}"' in web.get(f"/help/en/{second}").text
    assert 'rel="next"' not in web.get(f"/help/en/{last}").text


@pytest.mark.parametrize("path", ["/help", "/help/hall"])
def test_an_address_without_a_language_leads_to_that_of_the_reader(web: Web, path: str):
    answer = web.get(f"{path}?q=brett", headers={"accept-language": "de-AT"})
    assert (answer.status_code, answer.headers["location"]) == (302, f"{path.replace('/help', '/help/de')}?q=brett")
    chosen = web.get(path, headers={"cookie": "roundlog-language=et", "accept-language": "de"})
    assert chosen.headers["location"] == path.replace("/help", "/help/et")


@pytest.mark.parametrize("path", ["xx", "en/nothing", "xx/hall", "docs/nothing", "docs/..%2fcli", "en/..%2fnl%2fhall"])
def test_what_is_not_there_is_told_so(web: Web, path: str):
    assert web.get(f"/help/{path}").status_code == 404


def test_a_question_that_is_none_is_told_so(web: Web):
    assert web.get("/help/en?query=x").status_code == 400


def test_what_is_found_is_listed_and_leads_to_its_place(web: Web):
    page = web.get("/help/en", params={"q": "qr slip"}).text
    assert 'value="qr slip"' in page
    found = re.findall(r'<li><a href="(/help/en/[\w-]+)(?:#([\w-]+))?">', page[: page.index('class="chapters"')])
    assert found
    for address, anchor in found:
        assert f'id="{anchor}"' in web.get(address).text or not anchor


@pytest.mark.parametrize("code", LANGUAGES)
def test_nothing_found_says_so_and_shows_the_chapters(web: Web, code: str):
    page = web.get(f"/help/{code}", params={"q": "<xyzzy>"}).text
    assert "&lt;xyzzy&gt;" in page
    assert "<xyzzy>" not in page
    assert language(code).word("found-nothing-hint", "help") in page
    assert 'class="chapters"' in page


def test_a_page_is_kept_and_compressed(web: Web):
    answer = web.get("/help/en/hall", headers={"accept-encoding": "gzip"})
    assert answer.headers["content-encoding"] == "gzip"
    assert answer.headers["cache-control"] == "no-cache"
    again = web.get("/help/en/hall", headers={"if-none-match": answer.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert len(gzip.compress(answer.content)) < 20_000


def test_pictures_are_kept_for_ever_at_an_address_with_their_version(web: Web):
    found = re.findall(
        r'<img src="(/help/pictures/[^"]+)" alt="[^"]+" width="(\d+)" height="(\d+)"', web.get("/help/nl/hall").text
    )
    assert len(found) == 3
    for address, width, height in found:
        answer = web.get(address)
        assert (answer.status_code, answer.headers["content-type"]) == (200, "image/png")
        assert "immutable" in answer.headers["cache-control"]
        assert int(width) > 300
        assert int(height) > 150
    address = found[0][0]
    old = re.sub(r"/pictures/\w+/", "/pictures/0123456789abcdef/", address)
    assert web.get(old).status_code == 200
    assert "immutable" not in web.get(old).headers["cache-control"]
    assert web.get(address.replace("/nl/", "/nl/..%2f")).status_code == 404


def test_the_documents_beside_it_are_there_in_english(web: Web):
    for name in list_documents():
        page = web.get(f"/help/docs/{name}").text
        assert '<html lang="en">' in page
        assert web.get("/help/de").text.count(f'href="/help/docs/{name}"') == 1
    assert 'href="/help/docs/server"' in web.get("/help/de/running-a-server").text


def test_links_within_it_lead_somewhere(web: Web):
    pages = [f"/help/{code}/{name}" for code in LANGUAGES for name in list_chapters()]
    pages += [f"/help/docs/{name}" for name in list_documents()]
    asked = {link for page in pages for link in re.findall(r'href="(/help/[\w/.-]+)', web.get(page).text)}
    assert {link: status for link in asked if (status := web.get(link).status_code) != 200} == {}
