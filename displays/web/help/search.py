"""Search in the handbook: passages with what somebody typed; accents, capitals and endings do not matter."""

from __future__ import annotations

import functools
import re
import unicodedata
from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from markupsafe import Markup

from displays.web.help.chapters import read_handbook
from displays.web.help.markdown import Heading, Passage
from engine.alphabet import plain

LONGEST_ASKED = 100  # letters
MOST_WORDS = 8
MOST_FOUND = 20
SHORTEST_INSIDE = 3  # letters that are looked for in the middle of a word too: "Zettel" in "Ergebniszettel"
SHORTEST_STEM = 4  # letters that words must begin with alike, whatever their endings
LONGEST_ENDING = 3
IN_A_HEADING = 3  # times as good
AROUND = 70  # letters of an excerpt on each side
_WORD = re.compile(r"\w+")


class FoundPassage(NamedTuple):
    chapter: str
    title: str  # of the chapter
    heading: Heading
    excerpt: Markup


class Results(NamedTuple):
    found: tuple[FoundPassage, ...]
    has_all_words: bool  # else: some of them
    total: int  # of all that there are


class _Entry(NamedTuple):
    chapter: str
    title: str
    passage: Passage


class _Index(NamedTuple):
    entries: Sequence[_Entry]
    by_word: Mapping[str, Mapping[int, int]]  # word → entry → its weight there
    bare: Mapping[str, str]  # word → the same without accents


@functools.cache
def _index(code: str) -> _Index:
    entries = [
        _Entry(name, page.title, passage) for name, page in read_handbook(code).items() for passage in page.passages
    ]
    by_word: dict[str, dict[int, int]] = defaultdict(lambda: defaultdict(int))
    for number, entry in enumerate(entries):
        for text, weight in ((entry.passage.heading.text, IN_A_HEADING), (entry.passage.text, 1)):
            for word in map(_fold, _WORD.findall(text)):
                by_word[word][number] = max(by_word[word][number], weight)
    return _Index(entries, by_word, {word: plain(word) for word in by_word})


def search_handbook(code: str, typed: str) -> Results:
    """The best first: those with all words, or if there are none, those with the most."""
    index = _index(code)
    asked = [_fold(word) for word in _WORD.findall(typed[:LONGEST_ASKED])][:MOST_WORDS]
    asked = [word for word in asked if len(word) > 1] or asked
    hits = [_find_alike(index, word) for word in dict.fromkeys(asked)]
    scores: dict[int, tuple[int, int]] = {}  # entry → how many of the words it has, and how well
    for hit in hits:
        for number, worth in hit.items():
            words, sum_ = scores.get(number, (0, 0))
            scores[number] = (words + 1, sum_ + worth)
    most = max((words for words, _ in scores.values()), default=0)
    best = sorted((number for number in scores if scores[number][0] == most), key=lambda one: (-scores[one][1], one))
    found = tuple(_show(index, index.entries[number], asked) for number in best[:MOST_FOUND])
    return Results(found, has_all_words=0 < most == len(hits), total=len(best))


def _fold(word: str) -> str:
    return unicodedata.normalize("NFC", word.casefold())


def _find_alike(index: _Index, asked: str) -> dict[int, int]:
    """Entries with that word, or with one that it is the beginning or a part of; if there is none, with one that begins
    alike: people type "pairings" where "pairing" stands. Accents decide only between words that are both there."""
    typed = plain(asked)
    for is_alike in (_contains, _shares_stem):
        worth: dict[int, int] = {}
        for word in index.by_word:
            value = is_alike(typed, index.bare[word]) + (word == asked)
            if value:
                for number, weight in index.by_word[word].items():
                    worth[number] = max(worth.get(number, 0), value * weight)
        if worth:
            return worth
    return {}


def _contains(typed: str, word: str) -> int:
    if word == typed:
        return 4
    if word.startswith(typed):
        return 3
    return 1 if len(typed) >= SHORTEST_INSIDE and typed in word else 0


def _shares_stem(typed: str, word: str) -> int:
    stem = typed[: max(SHORTEST_STEM, len(typed) - LONGEST_ENDING)]
    return 1 if len(stem) >= SHORTEST_STEM and word.startswith(stem) else 0


# -- what is shown of it -----------------------------------------------------------------------------------------------


def _show(index: _Index, entry: _Entry, asked: Sequence[str]) -> FoundPassage:
    text = entry.passage.text
    worth = {found.span(): _worth(index, _fold(found[0]), asked) for found in _WORD.finditer(text)}
    return FoundPassage(entry.chapter, entry.title, entry.passage.heading, _excerpt(text, worth))


def _excerpt(text: str, worth: Mapping[tuple[int, int], int]) -> Markup:
    """The best place with one of the words, and a little of what stands around it."""
    places = [place for place, value in worth.items() if value]
    best = max(places, key=lambda place: worth[place])[0] if places else 0
    begin = _to_word(text, max(0, best - AROUND))
    end = len(text) if best + 2 * AROUND >= len(text) else text.rfind(" ", 0, best + 2 * AROUND)
    parts, done = [Markup("… ") if begin else Markup()], begin
    for place in places:
        if begin <= place[0] and place[1] <= end:
            parts.append(Markup("{}<mark>{}</mark>").format(text[done : place[0]], text[place[0] : place[1]]))
            done = place[1]
    parts.append(Markup("{}{}").format(text[done:end], " …" if end < len(text) else ""))
    return Markup().join(parts)


def _worth(index: _Index, word: str, asked: Sequence[str]) -> int:
    found = ((one, plain(one), index.bare[word]) for one in asked)
    return max(((_contains(typed, bare) or _shares_stem(typed, bare)) + (word == one) for one, typed, bare in found))


def _to_word(text: str, place: int) -> int:
    """Where the next one begins."""
    return 0 if place == 0 else text.find(" ", place) + 1
