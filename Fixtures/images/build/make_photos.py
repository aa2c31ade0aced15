"""Makes the photos beside this folder from the public-domain photos that scikit-image ships.

    pip install scikit-image==0.26.0 pillow==13.0.0
    python make_photos.py

The same package versions give the same bytes.
"""

import importlib.util
import pathlib

from PIL import Image

FOLDER = pathlib.Path(__file__).resolve().parent.parent
ORIENTATION = 0x0112  # EXIF tag
TURN_CLOCKWISE = 6  # its value for "turn by 90 degrees clockwise to see it upright"


def photo(name: str) -> Image.Image:
    spec = importlib.util.find_spec("skimage")
    if spec is None:
        raise SystemExit("scikit-image is not installed")
    folder = pathlib.Path(spec.submodule_search_locations[0]) / "data"
    return Image.open(folder / name).convert("RGB")


def save(image: Image.Image, name: str, **options):
    image.save(FOLDER / name, quality=90, optimize=True, **options)


def main():
    cat = photo("chelsea.png")
    save(cat, "cat.jpg")

    # As a phone held upright stores it: the sensor's rows, and a note which way is up.
    exif = Image.Exif()
    exif[ORIENTATION] = TURN_CLOCKWISE
    save(cat.transpose(Image.Transpose.ROTATE_90), "cat_rotated.jpg", exif=exif)

    save(photo("coffee.png"), "coffee.jpg")
    # The upright part around the rocket: squeezed to a square, the whole photo shows towers.
    save(photo("rocket.jpg").crop((200, 0, 520, 427)), "rocket.jpg")


if __name__ == "__main__":
    main()
