"""In which encoding a list was written is found out by what its bytes would be otherwise."""

import pytest

from engine.errors import BadInput
from ledger.formats.text_encoding import ENCODINGS, decode_text

WEST = "Name;Rating\nJürgen Groß;1800\nÜlle Õunapuu;1700\nSøren Ødegaard;1600\nGré Çelik;1500\n"
BALTIC = "Name;Rating\nAndris Bērziņš;1800\nJānis Kalniņš;1700\nŽydrūnas Šarūnas;1600\n"
CENTRE = "Name;Rating\nPaweł Śliwiński;1800\nLukáš Dvořák;1700\nStanisław Wójcik;1600\n"


@pytest.mark.parametrize("mark", ["", "\ufeff"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-16-le", "utf-16-be"])
@pytest.mark.parametrize("text", [WEST, BALTIC, CENTRE, "Anna\nBram\n"])
def test_unicode_with_a_mark_and_without(text, encoding, mark):
    found, named = decode_text((mark + text).encode(encoding))
    assert (found.removeprefix("\ufeff"), named) == (text, encoding[:6].rstrip("-"))


@pytest.mark.parametrize(
    ("text", "encoding"),
    [
        (WEST, "windows-1252"),
        (BALTIC, "windows-1257"),
        (CENTRE, "windows-1250"),
        ("Jürgen Groß\nÜlle\nGré Çelik\nÅsa\n", "cp850"),
        ("Jürgen\n", "windows-1252"),
        ("Jürgen\n", "cp850"),
        ("Jürgen Groß\nÜlle Õunapuu\nGré Çelik\nÅsa\n", "mac-roman"),
    ],
)
def test_what_is_written_in_one_byte_a_letter(text, encoding):
    assert decode_text(text.encode(encoding)) == (text, encoding)


@pytest.mark.parametrize("encoding", ["windows-1252", "cp850"])
@pytest.mark.parametrize("said", [None, "utf-8"])
def test_of_joined_lists_each_line_is_read_as_it_was_written(encoding, said):
    content = b"\xef\xbb\xbf" + "Name\nÜlle Õunapuu\n".encode() + "Jürgen Groß\nAnna\n".encode(encoding)
    assert decode_text(content, said) == ("Name\nÜlle Õunapuu\nJürgen Groß\nAnna\n", "utf-8")


def test_latin_1_is_read_as_windows_has_it():
    assert decode_text("Käthe Groß".encode("latin-1")) == ("Käthe Groß", "windows-1252")


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_somebody_says_in_which(encoding):
    assert decode_text("Ülle, Öö".encode(encoding), encoding) == ("Ülle, Öö", encoding)


def test_what_is_no_encoding_of_ours():
    with pytest.raises(BadInput, match="not-one-of"):
        decode_text(b"Anna", "rot13")
