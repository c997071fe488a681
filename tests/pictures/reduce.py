"""Small PNGs: few colours are enough for pages, and what looks the same is not written anew."""

from __future__ import annotations

import io

from PIL import Image, ImageChops

COLOURS = 128
LEAST_DIFFERENCE = 24  # of 255: letters are drawn a little otherwise now and then
MOST_PIXELS = 1500  # that differ: of some 700,000


def reduce_png(content: bytes) -> bytes:
    picture = Image.open(io.BytesIO(content)).convert("RGB")
    few = picture.quantize(COLOURS, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
    out = io.BytesIO()
    few.save(out, "PNG", optimize=True)
    return out.getvalue()


def looks_alike(old: bytes, new: bytes) -> bool:
    """Up to a number or two that differ each time."""
    before, after = (Image.open(io.BytesIO(one)).convert("RGB") for one in (old, new))
    if before.size != after.size:
        return False
    difference = ImageChops.difference(before, after).convert("L")
    return sum(difference.histogram()[LEAST_DIFFERENCE:]) <= MOST_PIXELS
