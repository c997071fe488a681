"""Every picture of the handbook, taken one after the other, with the words in it; and what was noted of them."""

from __future__ import annotations

import hashlib
import json
import re
import tomllib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from playwright.sync_api import sync_playwright

from displays.release.handbook_files import find_handbook
from displays.web.help_chapters import find_languages
from tests.browser.conftest import CHROMIUM, FLAGS
from tests.pictures.reduce import reduce_png
from tests.pictures.scenes import SCENES
from tests.pictures.studio import read_words, studio, take
from tests.pictures.tournaments import Tournaments
from tests.ports import begin_at_the_first

NOTED = Path(__file__).with_name("noted.json")


class Picture(NamedTuple):
    name: str  # en/hall
    content: bytes
    words: str

    @property
    def path(self) -> Path:
        language, name = self.name.split("/")
        return find_handbook() / language / "pictures" / f"{name}.png"


def take_pictures(names: Sequence[str] = ()) -> Iterator[Picture]:
    """Those of these scenes, or all."""
    begin_at_the_first()  # some pages show them
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=[*FLAGS, "--hide-scrollbars"])
        with studio(browser) as made:
            Tournaments(made.hall)
            for name in names or SCENES:
                for language in find_languages():
                    shot = SCENES[name](made, language)
                    content = reduce_png(take(shot))
                    yield Picture(f"{language}/{name}", content, read_words(shot))
                    made.leave()
        browser.close()


# -- what is noted -----------------------------------------------------------------------------------------------------


def find_version() -> str:
    """Of the product."""
    settings = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text("utf-8"))
    return str(settings["project"]["version"])


def digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()[:16]


def digest_words(words: str) -> str:
    """What differs from one time to the next does not count: numbers, order, and what was drawn by lot."""
    plain = re.sub(r"[\w-]{24,}", "…", re.sub(r"\d+", "0", words))
    return digest(" ".join(sorted(plain.split())).encode())


def read_noted() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(NOTED.read_text("utf-8"))
    return found


def note(pictures: Sequence[Picture]) -> None:
    """Of the others what was noted before, as long as they are there."""
    before: dict[str, Any] = read_noted()["pictures"] if NOTED.exists() else {}
    kept = {name: noted for name, noted in before.items() if name.split("/")[1] in SCENES}
    new = {
        picture.name: {"content": digest(picture.path.read_bytes()), "words": digest_words(picture.words)}
        for picture in pictures
    }
    noted = {"version": find_version(), "pictures": dict(sorted({**kept, **new}.items()))}
    NOTED.write_text(json.dumps(noted, indent=1) + "\n", "utf-8")
