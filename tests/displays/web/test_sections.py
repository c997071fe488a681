"""Sections and their tables: texts are escaped, attributes that are empty are left out, corrections are marked."""

import re

from displays.web.sections.table import Table, TableCell, TableHead
from displays.web.templating import json_block, mark_times, render_section
from displays.words.language import language


def rendered(*cells: TableCell) -> str:
    table = Table((TableHead("<th>", "number"),), [cells])
    text = render_section("sections/audit.html", language("en"), to_all="", older="", table=table)
    return re.sub(r"\n", "", text)


def test_texts_and_addresses_of_a_table_are_escaped():
    found = rendered(TableCell("<i>", href='"><script>', note="a&b"), TableCell(3), TableCell(None))
    assert '<th scope="col" class="number">&lt;th&gt;</th>' in found
    assert '<td><a href="&#34;&gt;&lt;script&gt;">&lt;i&gt;</a> <small>a&amp;b</small></td><td>3</td>' in found


def test_a_cell_without_anything_is_an_empty_cell():
    assert "<tr><td></td></tr>" in rendered(TableCell(""))
    assert "<tr><td>0</td></tr>" in rendered(TableCell(0))
    assert "<tr><td></td></tr>" in rendered(TableCell(None))


def test_a_corrected_result_is_marked_with_a_way_to_its_correction():
    found = rendered(TableCell("1-0", "result", corrected="/audit?of=1&board=2"))
    assert '<td class="result">1-0<a href="/audit?of=1&amp;board=2" class="corrected" title="' in found


def test_a_number_before_a_link_and_a_strong_text():
    found = rendered(TableCell("Anna", href="/card/4", before=4), TableCell("2½", "number", is_strong=True))
    assert '<td>4 <a href="/card/4">Anna</a></td><td class="number"><b>2½</b></td>' in found


def test_times_become_elements_and_the_rest_stays_text():
    assert mark_times("<b> 2026-05-01 14:00 UTC", language("en")) == (
        '&lt;b&gt; <time datetime="2026-05-01 14:00">1 May 2026, 14:00 UTC</time>'
    )


def test_days_are_written_out_but_not_within_a_name():
    assert (
        mark_times("end – → 2026-09-06; open-2026-09-06", language("de"))
        == "end – → 6. September 2026; open-2026-09-06"
    )


def test_what_nobody_sees_is_shown_in_a_text_with_times_too():
    assert "⟨U+202E⟩" in mark_times("Anna\u202e 2026-05-01 14:00 UTC", language("en"))


def test_a_block_of_json_cannot_be_left():
    assert "</script><" not in json_block("words", {"a": "</script><script>"})
