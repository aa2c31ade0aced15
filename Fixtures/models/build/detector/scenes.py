"""Scenes with drawn fruit on backgrounds of all kinds, and where each fruit is.

The drawings come from Debian's package tuxpaint-stamps-default.  Of its hundreds of pictures only
those are used whose own SVG file names the public domain as its licence; the PNG of the same name
is the package's rendering of that file.
"""

import pathlib
import re

import numpy as np
from PIL import Image, ImageDraw, ImageEnhance

STAMPS = pathlib.Path("/usr/share/tuxpaint/stamps")
FRUIT = {
    "apple": "apple", "banana": "banana", "blueberries": "blueberry", "cherries": "cherries",
    "grapes": "grapes", "lemon": "lemon", "orange": "orange", "peach": "peach", "pear": "pear",
    "pineapple": "pineapple", "plum": "prune", "raspberry": "raspberry",
    "strawberry": "strawberry",
}
LABELS = list(FRUIT)
LICENCE = re.compile(
    r'<(cc:)?license\b[^>]*rdf:resource="(http://web.resource.org/cc/PublicDomain|Public Domain)"')
OPAQUE = 25  # alpha from which a pixel belongs to the fruit


def stamps(folder: pathlib.Path = STAMPS) -> list[Image.Image]:
    """One RGBA picture a label, cut to the fruit."""
    pictures = []
    for name in FRUIT.values():
        path = folder / "food" / "fruit" / "cartoon" / name
        text = path.with_suffix(".svg").read_text("utf-8")
        if not LICENCE.search(text):
            raise SystemExit(f"{path}.svg does not say that it is in the public domain")
        picture = Image.open(path.with_suffix(".png")).convert("RGBA")
        pictures.append(picture.crop(picture.getbbox()))
    return pictures


def noise(random, width, height, cells) -> Image.Image:
    """Smooth patches of colour."""
    values = random.integers(0, 256, (cells, cells, 3), dtype=np.uint8)
    return Image.fromarray(values).resize((width, height), Image.Resampling.BICUBIC)


def shapes(random, width, height) -> Image.Image:
    """Plain colour with rectangles, discs and lines, so that edges alone mean nothing."""
    def colour():
        return tuple(int(v) for v in random.integers(0, 256, 3))
    picture = Image.new("RGB", (width, height), colour())
    draw = ImageDraw.Draw(picture)
    for _ in range(int(random.integers(3, 14))):
        x, y = random.integers(-width // 4, width), random.integers(-height // 4, height)
        w, h = random.integers(4, width // 2), random.integers(4, height // 2)
        box = (int(x), int(y), int(x + w), int(y + h))
        kind = random.integers(3)
        if kind == 0:
            draw.rectangle(box, colour())
        elif kind == 1:
            draw.ellipse(box, colour(), outline=colour(), width=int(random.integers(1, 5)))
        else:
            draw.line(box, colour(), width=int(random.integers(1, 9)))
    return picture


def background(random, width, height, photos) -> Image.Image:
    kind = random.integers(4 if photos else 3)
    if kind == 0:
        return noise(random, width, height, int(random.integers(1, 12)))
    if kind == 1:
        return shapes(random, width, height)
    if kind == 2:
        return Image.blend(
            noise(random, width, height, int(random.integers(2, 6))),
            shapes(random, width, height), float(random.uniform(0.2, 0.8)))
    photo = photos[random.integers(len(photos))]
    share = random.uniform(0.3, 1)
    w, h = int(photo.width * share), int(photo.height * share)
    x, y = random.integers(photo.width - w + 1), random.integers(photo.height - h + 1)
    return photo.crop((x, y, x + w, y + h)).resize((width, height), Image.Resampling.BILINEAR)


def turned(random, stamp, width, height) -> Image.Image:
    """A fruit of a random size, tilt and brightness, sometimes mirrored."""
    size = min(width, height) * np.exp(random.uniform(np.log(0.13), np.log(0.6)))
    scale = size / np.sqrt(stamp.width * stamp.height)
    stretch = np.exp(random.uniform(-0.25, 0.25))
    picture = stamp.resize(
        (max(4, round(stamp.width * scale * stretch)),
         max(4, round(stamp.height * scale / stretch))), Image.Resampling.BILINEAR)
    if random.random() < 0.5:
        picture = picture.transpose(Image.Transpose.FLIP_LEFT_RIGHT)
    picture = picture.rotate(
        float(random.normal(0, 18)), Image.Resampling.BILINEAR, expand=True)
    alpha = picture.getchannel("A")
    colours = ImageEnhance.Brightness(picture.convert("RGB")).enhance(random.uniform(0.75, 1.2))
    colours = ImageEnhance.Color(colours).enhance(random.uniform(0.7, 1.3))
    colours.putalpha(alpha)
    return colours.crop(alpha.point(lambda a: 255 if a >= OPAQUE else 0).getbbox())


def overlap(a, b) -> float:
    """The share of the smaller of two boxes (left, top, right, bottom) that both cover."""
    w = min(a[2], b[2]) - max(a[0], b[0])
    h = min(a[3], b[3]) - max(a[1], b[1])
    area = min((a[2] - a[0]) * (a[3] - a[1]), (b[2] - b[0]) * (b[3] - b[1]))
    return w * h / area if w > 0 and h > 0 else 0.0


def scene(random, pictures, photos, width, height):
    """A picture, and (label, (left, top, right, bottom)) in pixels for each fruit in it."""
    canvas = background(random, width, height, photos)
    found = []
    for _ in range(int(random.integers(0, 7))):
        label = int(random.integers(len(pictures)))
        fruit = turned(random, pictures[label], width, height)
        if fruit.width >= width or fruit.height >= height:
            continue
        x = int(random.integers(width - fruit.width))
        y = int(random.integers(height - fruit.height))
        box = (x, y, x + fruit.width, y + fruit.height)
        if all(overlap(box, other) < 0.15 for _, other in found):
            canvas.paste(fruit, (x, y), fruit)
            found.append((label, box))
    pixels = np.asarray(canvas).astype(np.float32)
    if random.random() < 0.5:
        pixels += random.normal(0, random.uniform(0, 12), pixels.shape)
    return np.clip(np.rint(pixels), 0, 255).astype(np.uint8), found
