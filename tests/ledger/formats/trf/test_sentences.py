"""Whatever is adjusted can be told in every language of the house."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import ledger.formats.trf
from displays.words.language import LANGUAGES, language
from ledger.formats.trf import Adjustment, Dialect, losses
from tests.ledger.formats.trf.sheets import player, read

SOURCES = sorted(Path(ledger.formats.trf.__file__).parent.glob("*.py"))


def noted() -> Iterator[tuple[str, set[str]]]:
    """Every code that is written down somewhere, with the facts that go with it."""
    for path in SOURCES:
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "note":
                words = (word.value for word in ast.walk(node.args[2]) if isinstance(word, ast.Constant))
                yield from ((str(word), {str(keyword.arg) for keyword in node.keywords}) for word in words)


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_adjustment_has_a_sentence(code: str) -> None:
    codes = {word for word, _ in noted()}
    assert len(codes) > 30
    assert [word for word in sorted(codes) if language(code).word_or_key(word, "adjustments") == word] == []


def told(adjustment: Adjustment, code: str) -> str:
    return language(code).phrase(adjustment.code, section="adjustments", **adjustment.facts)


def test_adjustments_as_an_arbiter_reads_them() -> None:
    understood = read("012 A", "XXR 1", "XXC white1", player(1, "2w1"), player(2, "1b0"), player(3, "="))
    (adjustment,) = understood.adjustments
    assert told(adjustment, "en") == "“=” without an opponent in round 1 was read as: half-point bye."
    assert told(adjustment, "nl") == "“=” zonder tegenstander in ronde 1 is gelezen als: bye ½ punt."
    (loss,) = losses(understood.tournament, Dialect.TRF26)
    assert told(loss, "de") == "Paarungssystem: dafür ist in einer solchen Datei kein Platz."
