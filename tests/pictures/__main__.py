"""``make pictures``, or ``python -m tests.pictures [NAME …]``: the pictures of the handbook, in every language.

A file is written only where the picture looks otherwise than before, or has other words in it.
"""

from __future__ import annotations

import sys

from displays.release.handbook_files import find_handbook
from tests.browser.conftest import CHROMIUM
from tests.pictures.reduce import looks_alike
from tests.pictures.scenes import SCENES
from tests.pictures.taking import NOTED, Picture, digest_words, note, read_noted, take_pictures


def main(names: list[str]) -> None:
    if not CHROMIUM:
        sys.exit("Pictures need Debian's chromium-headless-shell: make install-browser")
    unknown = set(names) - set(SCENES)
    if unknown:
        sys.exit(f"No such picture: {', '.join(sorted(unknown))}. There are {', '.join(SCENES)}.")
    taken: list[Picture] = []
    noted = {name: one["words"] for name, one in read_noted()["pictures"].items()} if NOTED.exists() else {}
    for picture in take_pictures(names):
        if digest_words(picture.words) != noted.get(picture.name) or is_new(picture):
            write(picture)
        taken.append(picture)
    note(taken)
    if not names:
        drop_others({picture.name for picture in taken})


def is_new(picture: Picture) -> bool:
    return not picture.path.exists() or not looks_alike(picture.path.read_bytes(), picture.content)


def write(picture: Picture) -> None:
    picture.path.parent.mkdir(exist_ok=True)
    picture.path.write_bytes(picture.content)
    print(picture.name, f"{len(picture.content) // 1024} kB", flush=True)


def drop_others(names: set[str]) -> None:
    """That no scene makes any more."""
    for path in find_handbook().glob("*/pictures/*.png"):
        if f"{path.parent.parent.name}/{path.stem}" not in names:
            path.unlink()
            print("removed", path)


if __name__ == "__main__":
    main(sys.argv[1:])
