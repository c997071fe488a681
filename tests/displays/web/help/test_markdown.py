"""Markdown as pages: words of the product, anchors, tables, pictures, links; and nothing that runs."""

from __future__ import annotations

import pytest

from displays.web.help.markdown import Picture, Surroundings, find_anchors, render_markdown
from displays.words.language import language

HEAD = "# Title\n\nThe first sentence. Another.\n\n"


def render(text: str, code: str = "en", find_link=lambda target: f"/there/{target}"):
    around = Surroundings(language(code), find_link, lambda target: Picture(f"/p/{target}", 640, 480))
    return render_markdown(HEAD + text, around)


def test_a_mark_is_the_word_of_the_product_in_the_readers_language():
    assert "Press <b>Show it</b>." in render("Press ⟦screen-control.show-it⟧.").html
    german = language("de").word("show-it", "screen-control")
    assert f"<b>{german}</b>" in render("⟦screen-control.show-it⟧", "de").html


def test_a_mark_may_fill_in_what_the_word_asks_for():
    assert "<b>Pair round 3</b>" in render("⟦console.step-pair round=3⟧").html


def test_a_mark_stands_where_words_stand():
    table = "| a | b |\n|-|-|\n| ⟦options.dummy⟧ | x |"
    page = render(f"## On ⟦console.section-screens⟧\n\n[⟦console.section-hall⟧](hall.md)\n\n{table}")
    assert page.passages[1].heading.text == "On Screens"
    assert '<a href="/there/hall.md"><b>Hall</b></a>' in page.html
    assert f"<td><b>{language('en').word('dummy', 'options')}</b></td>" in page.html


def test_a_mark_without_a_word_is_no_silence():
    with pytest.raises(KeyError):
        render("⟦console.there-is-no-such-word⟧")


@pytest.mark.parametrize(
    "nasty",
    [
        "<script>alert(1)</script>",
        "a <img src=x onerror=alert(1)> b",
        "[click](javascript:alert(1))",
        "![x](javascript:alert(1))",
        "```sh\n<script>alert(1)</script>\n```",
        "`<b onclick=alert(1)>`",
    ],
)
def test_nothing_in_a_text_runs(nasty: str):
    html = render(nasty).html
    for sign in ("<script", "<img src=x", 'href="javascript', 'src="javascript', "<b onclick"):
        assert sign not in html


def test_words_of_the_product_are_words_too(monkeypatch):
    """What a text of the locale has in it is shown, and never markup."""
    monkeypatch.setitem(language("en").section("console"), "menu", "<i>*all*</i> | [x](y)")
    assert "<b>&lt;i&gt;*all*&lt;/i&gt; | [x](y)</b>" in render("⟦console.menu⟧").html


def test_the_first_sentence_and_the_title_are_known():
    page = render("## Part\n\nText.")
    assert (page.title, page.lead) == ("Title", "The first sentence.")
    assert "<h1" not in page.html
    assert [passage.text for passage in page.passages] == ["The first sentence. Another.", "Text."]


def test_a_day_of_the_month_or_an_ordinal_is_no_end_of_a_sentence():
    around = Surroundings(language("et"), str, lambda target: Picture(target, 1, 1))
    assert render_markdown("# T\n\nKäib 3. voor. Edasi.\n", around).lead == "Käib 3. voor."


def test_anchors_are_made_of_headings_and_each_is_there_once():
    anchors = find_anchors("# Für Ülle\n\n## Step by step\n\n## Step by step\n")
    assert anchors == ["fur-ulle", "step-by-step", "step-by-step-2"]
    assert '<h2 id="part">' in render("## Part").html


def test_a_table_without_heads_has_none_and_moves_within_the_page():
    html = render("| | |\n|-|-|\n| one | two |").html
    assert "<thead>" not in html
    assert html.count('<div class="grid">\n<table>') == html.count("</table>\n</div>") == 1
    assert "<thead>" in render("| a | b |\n|-|-|\n| one | two |").html


def test_a_picture_is_as_large_as_it_is_and_leads_to_itself():
    html = render("1. Step\n\n   ![What ⟦console.section-hall⟧ shows](pictures/a.png)\n").html
    assert "<figure>" in html
    assert '<a href="/p/pictures/a.png"><img src="/p/pictures/a.png" alt="What Hall shows"' in html
    assert 'width="640" height="480" loading="lazy"' in html
    assert '<figcaption aria-hidden="true">What Hall shows</figcaption></figure>' in html


def test_what_is_found_of_a_picture_is_told_once():
    (_, passage) = render("## P\n\n![A phone](pictures/a.png)").passages
    assert passage.text == "A phone"


def test_a_link_that_leads_nowhere_here_stays_as_words():
    text = "See [the plan](../ARCHITECTURE.md) and [x](y.md)."
    html = render(text, find_link=lambda target: "" if ".." in target else target).html
    assert html.count("<a ") == html.count("</a>") == 1
    assert "See the plan and" in html
