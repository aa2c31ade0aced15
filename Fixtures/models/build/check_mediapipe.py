"""Loads the model with MediaPipe's ImageClassifier and prints its names for the shipped photos.

MediaPipe reads the metadata, the labels and the zip with its own code, so this checks those.
"""

import pathlib

import mediapipe
import numpy as np
from mediapipe.tasks.python import BaseOptions, vision

import photos

FIXTURES = pathlib.Path(__file__).resolve().parents[2]


def main():
    model = FIXTURES / "models" / "efficientnet_lite0_int8.tflite"
    options = vision.ImageClassifierOptions(
        base_options=BaseOptions(model_asset_path=str(model)),
        display_names_locale="en", score_threshold=1 / 256, max_results=5)
    with vision.ImageClassifier.create_from_options(options) as classifier:
        for path in sorted((FIXTURES / "images").glob("*.jpg")):
            pixels = np.asarray(photos.load(path))
            image = mediapipe.Image(image_format=mediapipe.ImageFormat.SRGB, data=pixels)
            head = classifier.classify(image).classifications[0]
            print(path.name, head.head_name)
            for category in head.categories:
                print(f"  {category.index:4} {category.score:.4f} {category.category_name}"
                      f" ({category.display_name})")


if __name__ == "__main__":
    main()
