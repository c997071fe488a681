"""What hands do on a keyboard."""

from __future__ import annotations

from collections.abc import Iterable

from playwright.sync_api import Page

LONGEST_WAY = 200  # stops on the way round a page
# Nothing has the focus when the body has it (what had it went away): it holds every text of the page.
FOCUSED = """(() => {
    const at = document.activeElement;
    return at === document.body ? "" : at.innerText || at.getAttribute("aria-label") || "";
})()"""


def tab_to(page: Page, text: str) -> None:
    """Tab until what says so has the focus, as somebody without a mouse gets there."""
    for _ in range(LONGEST_WAY):
        page.keyboard.press("Tab")
        if text in page.evaluate(FOCUSED):
            return
    raise AssertionError(f"nothing that says {text!r} can be reached by Tab")


def press(page: Page, text: str) -> None:
    tab_to(page, text)
    page.keyboard.press("Enter")


def enter(page: Page, lines: Iterable[str]) -> None:
    """Each on the entry line, each with Enter."""
    for line in lines:
        page.keyboard.type(line)
        page.keyboard.press("Enter")


def say_yes(page: Page) -> None:
    """To what the server wants confirmed."""
    page.get_by_role("dialog").get_by_role("button", name="Confirm").click()
