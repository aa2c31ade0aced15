"""Makes ../fruit.jpg: drawn fruit on a table, and says where each fruit is.

    pip install numpy==2.4.6 pillow==13.0.0
    python make_scene.py [--stamps FOLDER]

The fruit are Nicu Buculei's public-domain drawings from Debian's tuxpaint-stamps-default; the table
is made of numbers.  The detector was not trained on this picture, nor on this background.
"""

import argparse
import json
import pathlib
import sys

import numpy as np
from PIL import Image

HERE = pathlib.Path(__file__).resolve().parent
sys.path.append(str(HERE.parents[1] / "models" / "build" / "detector"))
import scenes  # noqa: E402

OUTPUT = HERE.parent / "fruit.jpg"
WIDTH, HEIGHT = 640, 480
# Label, left, top, width, tilt in degrees.
PLACES = [
    ("pineapple", 40, 40, 150, 6), ("banana", 235, 45, 170, -8), ("grapes", 455, 30, 150, 0),
    ("orange", 225, 215, 130, 12), ("strawberry", 60, 330, 95, -15), ("pear", 440, 235, 130, 10),
    ("lemon", 265, 380, 95, 0), ("cherries", 560, 365, 70, 0),
]


def table() -> Image.Image:
    """Boards with a grain, darker at the joints."""
    random = np.random.default_rng(3)
    y, x = np.mgrid[0:HEIGHT, 0:WIDTH].astype(np.float64)
    board = y // 96
    shade = random.uniform(-14, 14, 5)[board.astype(int)]
    waves = np.sin(y / 3 + 3 * np.sin(x / 90 + board * 2) + np.sin(x / 23 + board))
    light = 1 - 0.25 * np.hypot(x / WIDTH - 0.5, y / HEIGHT - 0.5)
    joint = np.where(y % 96 < 3, 0.6, 1.0)
    base = np.array([168.0, 122.0, 80.0])
    pixels = (base + shade[..., None] + 7 * waves[..., None]) * (light * joint)[..., None]
    pixels += random.normal(0, 3, pixels.shape)
    return Image.fromarray(np.clip(np.rint(pixels), 0, 255).astype(np.uint8))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--stamps", type=pathlib.Path, default=scenes.STAMPS)
    arguments = parser.parse_args()
    pictures = dict(zip(scenes.LABELS, scenes.stamps(arguments.stamps)))
    canvas = table()
    for label, left, top, width, tilt in PLACES:
        fruit = pictures[label]
        fruit = fruit.resize((width, round(fruit.height * width / fruit.width)),
                             Image.Resampling.LANCZOS)
        fruit = fruit.rotate(tilt, Image.Resampling.BICUBIC, expand=True)
        fruit = fruit.crop(fruit.getchannel("A").point(lambda a: 255 * (a >= 25)).getbbox())
        canvas.paste(fruit, (left, top), fruit)
        print(json.dumps({"label": label, "box": [left, top, fruit.width, fruit.height]}))
    canvas.save(OUTPUT, quality=88, optimize=True)


if __name__ == "__main__":
    main()
