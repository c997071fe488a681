"""Text tables: columns stand under each other, and nothing moves the cursor."""

from displays.words.text_table import one_line, table, width


def test_columns_stand_under_each_other_in_any_script():
    drawn = table(("No", "Name", "Points"), [("1", "Ülle Mägi", "2½"), ("12", "王小明", "10")], right=(0, 2))
    lines = drawn.splitlines()
    assert lines[0] == "No  Name       Points"
    assert lines[2] == " 1  Ülle Mägi      2½"
    assert {width(line) for line in lines} == {21}


def test_marks_that_join_a_letter_take_no_room():
    assert width("e\u0301") == 1


def test_nothing_of_a_log_moves_the_cursor():
    assert one_line("a\x1b[2Jb\nc\u2028d") == "a�[2Jb�c�d"
