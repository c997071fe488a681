"""Nobody is kept out of a page: axe finds nothing serious, in the light and in the dark; nothing scrolls sideways."""

from __future__ import annotations

from typing import Any

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Browser, Page

from tests.browser.hall import Hall
from tests.browser.pages import PAGES
from tests.browser.pictures import scene

WIDTHS = (390, 1280, 1920)


def sampled(every: int) -> list[Any]:
    """Each so many of the pages in `make test`, the others in `make test-all`."""
    marks = [[] if number % every == 0 else [pytest.mark.exhaustive] for number in range(len(PAGES))]
    return [pytest.param(name, marks=kept) for name, kept in zip(PAGES, marks, strict=True)]


# All of them in the light; what the dark may change is the colours, and those are the same on every page.
IN_BOTH = [
    *(pytest.param("light", name, id=f"light-{name}") for name in PAGES),
    *(pytest.param("dark", *one.values, marks=one.marks, id=f"dark-{one.values[0]}") for one in sampled(5)),
]


@pytest.fixture(scope="package")
def facts(hall: Hall) -> dict[str, str]:
    return scene(hall)


def signed_in(browser: Browser, hall: Hall, width: int, height: int, **how: Any) -> Page:
    context = browser.new_context(bypass_csp=True, viewport={"width": width, "height": height}, **how)
    cookies = hall.sign_in(hall.link())
    context.add_cookies([{"name": name, "value": cookies[name], "url": hall.address} for name in cookies])
    return context.new_page()


@pytest.fixture(scope="package")
def pages(browser: Browser, hall: Hall) -> dict[str, Page]:
    """The check comes into the first two with every page, which the policy of our pages forbids: there it is lifted."""
    checked = {
        "light": signed_in(browser, hall, 1280, 900, color_scheme="light"),
        "dark": signed_in(browser, hall, 390, 844, color_scheme="dark"),
    }
    for page in checked.values():
        page.add_init_script(AXE_SCRIPT)
    return {**checked, "german": signed_in(browser, hall, 1280, 900, locale="de")}


@pytest.mark.parametrize(("scheme", "name"), IN_BOTH)
def test_a_page_has_no_serious_fault(scheme: str, name: str, pages: dict[str, Page], hall: Hall, facts: dict[str, str]):
    page = pages[scheme]
    answer = page.goto(hall.address + PAGES[name].format(**facts))
    assert answer is not None
    assert answer.ok
    assert _find_serious(page) == []


def _find_serious(page: Page) -> list[str]:
    """One line for each serious or critical fault, with the places it stands at. What is in order need not be told at
    length."""
    found = page.evaluate("() => axe.run({resultTypes: ['violations']})")
    return [
        f"{one['impact']} {one['id']}: {[node['html'][:120] for node in one['nodes'][:3]]}"
        for one in found["violations"]
        if one["impact"] in ("serious", "critical")
    ]


@pytest.mark.parametrize(
    ("path", "opener"),
    [
        ("/console/{id}", "#help-button"),
        ("/console/{id}", "#replay-button"),
        ("/console/{id}", "#me > summary"),
        ("/console/{id}/players", "[data-edit='3']"),
        ("/console/{new}/players", "#open-import"),
    ],
)
@pytest.mark.parametrize("scheme", ["light", pytest.param("dark", marks=pytest.mark.exhaustive)])
def test_what_opens_on_a_page_has_no_serious_fault(
    path: str, opener: str, scheme: str, pages: dict[str, Page], hall: Hall, facts: dict[str, str]
):
    page = pages[scheme]
    page.goto(hall.address + path.format(**facts))
    page.locator(opener).click()
    assert _find_serious(page) == []


def test_a_list_that_is_looked_at_has_no_serious_fault(pages: dict[str, Page], hall: Hall, facts: dict[str, str]):
    page = pages["light"]
    page.goto(hall.address + "/console/{new}/players".format(**facts))
    page.locator("#open-import").click()
    page.locator("#import-text").fill("name;rating\nAnna Visser;strong\n")
    page.locator("#import-form button[type=submit]").click()
    page.locator("#import-columns .row-wrong").first.wait_for()
    assert _find_serious(page) == []


@pytest.mark.parametrize("name", sampled(3))
def test_a_page_never_scrolls_sideways(name: str, pages: dict[str, Page], hall: Hall, facts: dict[str, str]):
    """In German, whose words are the longest."""
    page = pages["german"]
    answer = page.goto(hall.address + PAGES[name].format(**facts))
    assert answer is not None
    assert answer.ok
    assert page.locator("html").get_attribute("lang") == "de"
    wide = {}
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 900})
        wide[width] = page.evaluate("document.documentElement.scrollWidth")
    assert wide == {width: width for width in WIDTHS}
