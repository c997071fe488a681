"""Days, moments and numbers as each language has them."""

import pytest

from displays.words.dates import write_day, write_days, write_moment
from displays.words.language import language
from displays.words.numbers import write_number


@pytest.mark.parametrize(
    ("code", "day", "days", "over_the_month", "moment"),
    [
        ("en", "19 November 2026", "19–22 Nov 2026", "30 Nov – 2 Dec 2026", "19 Nov 2026, 14:03 UTC"),
        ("nl", "19 november 2026", "19–22 nov 2026", "30 nov – 2 dec 2026", "19 nov 2026, 14:03 UTC"),
        ("de", "19. November 2026", "19.–22. Nov. 2026", "30. Nov. – 2. Dez. 2026", "19.11.2026, 14:03 UTC"),
        ("et", "19. november 2026", "19.–22. nov 2026", "30. nov – 2. dets 2026", "19. nov 2026, 14:03 UTC"),
    ],
)
def test_days_are_written_as_the_language_has_them(code, day, days, over_the_month, moment):
    reader = language(code)
    assert write_day("2026-11-19", reader) == day
    assert [one.replace("\u2009", " ") for one in written_spans(reader)] == [days, over_the_month]
    assert write_moment("2026-11-19T14:03:22Z", reader) == moment


def written_spans(reader):
    return [write_days("2026-11-19", "2026-11-22", reader), write_days("2026-11-30", "2026-12-02", reader)]


@pytest.mark.parametrize("text", ["in spring", "", "2026-02-31", "2026-11", "19-11-2026"])
def test_what_is_no_day_stays_as_it_is(text):
    assert write_day(text, language("de")) == text
    assert write_moment(f"{text}T10:00", language("de")) == f"{text}T10:00"


def test_one_day_is_told_once_and_a_day_alone_alone():
    reader = language("nl")
    assert write_days("2026-05-01", "2026-05-01", reader) == "1 mei 2026"
    assert write_days("", "2026-05-01", reader) == write_days("2026-05-01", "", reader) == "1 mei 2026"
    assert write_days("in mei", "2026-05-03", reader) == "in mei – 3 mei 2026"
    assert write_days("", "", reader) == ""


@pytest.mark.parametrize(
    ("code", "written"), [("en", "12,345"), ("nl", "12.345"), ("de", "12.345"), ("et", "12\u00a0345"), ("xx", "12,345")]
)
def test_large_numbers_have_groups_of_digits(code, written):
    assert write_number(12345, code) == written
    assert write_number(2312, code) == "2312"


def test_a_count_in_a_sentence_is_written_so_and_chooses_its_plural_form():
    told = language("de").phrase("exported", records=12345, stream="x", path="y", head="z")
    assert told == "12.345 Einträge von x nach y geschrieben, Prüfsumme z"
    assert language("de").phrase("exported", records=1, stream="x", path="y", head="z").startswith("1 Eintrag von")
    assert language("en").phrase("round-told", round=12345) == "round 12345"
