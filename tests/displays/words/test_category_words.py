"""Categories as people call them."""

import pytest

from displays.words.language import language
from displays.words.notation import category_title, category_words


@pytest.mark.parametrize(
    ("code", "category", "words"),
    [
        ("en", "sex=w", "women"),
        ("nl", "sex=M", "heren"),
        ("de", "sex=w;age=U12", "Frauen, U12"),
        ("et", "rating=-1799", "reiting -1799"),
        ("en", "category=B", "category B"),
        ("en", "born=2010-", "born 2010-"),
        ("en", "club=Utrecht", "Utrecht"),
        ("en", " sex = w ; ; club = Tartu ", "women, Tartu"),
        ("en", "sex=x", "x"),
        ("en", "", ""),
    ],
)
def test_a_category_in_words(code, category, words):
    assert category_words(category, language(code)) == words


def test_at_the_beginning_of_a_line():
    assert category_title("category=B", language("en")) == "Category B"
