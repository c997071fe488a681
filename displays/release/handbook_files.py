"""Files of the handbook: in ``docs/handbook`` of a checkout; a wheel and the single file carry a copy of them here."""

from __future__ import annotations

from pathlib import Path

_COPY = Path(__file__).with_name("docs") / "handbook"  # made by ``deploy/build_package.py``


def find_handbook() -> Path:
    """The folder with ``chapters.txt``, and a folder of chapters and pictures for each language. The other documents
    stand in the folder around it."""
    return _COPY if _COPY.is_dir() else Path(__file__).parents[2] / "docs" / "handbook"
