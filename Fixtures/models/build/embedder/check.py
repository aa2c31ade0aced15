"""Measures how well the embedder finds pictures of the same thing.

    python check.py [--model FILE] [--photos FOLDER]

Each photo is cut into crops; for each crop the photos are ranked by the best cosine similarity of
their other crops.  LiteRT runs the model.
"""

import argparse
import pathlib
import sys

import numpy as np
from ai_edge_litert.interpreter import Interpreter

HERE = pathlib.Path(__file__).resolve().parent
sys.path.append(str(HERE.parent))
import photos  # noqa: E402  (of the classifier's folder)

MODEL = HERE.parents[1] / "image_embedder_int8.tflite"
CROPS = 9


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--model", type=pathlib.Path, default=MODEL)
    parser.add_argument("--photos", type=pathlib.Path)
    arguments = parser.parse_args()
    if arguments.photos:
        paths = sorted(
            path for path in arguments.photos.iterdir()
            if path.suffix in (".jpg", ".jpeg", ".png", ".bmp"))
        pictures = [photos.load(path) for path in paths]
    else:
        pictures = [photo for _, photo in photos.from_packages(photos.CALIBRATION)]
    interpreter = Interpreter(str(arguments.model))
    interpreter.allocate_tensors()
    inputs = interpreter.get_input_details()[0]["index"]
    outputs = interpreter.get_output_details()[0]["index"]
    vectors = []
    for index, picture in enumerate(pictures):
        rows = []
        for crop in photos.crops(picture, 224, CROPS, seed=100 + index):
            interpreter.set_tensor(inputs, crop[None])
            interpreter.invoke()
            vector = interpreter.get_tensor(outputs)[0].astype(np.float64)
            rows.append(vector / np.linalg.norm(vector))
        vectors.append(np.array(rows))
    ranks, same, other = [], [], []
    for own, rows in enumerate(vectors):
        for place, vector in enumerate(rows):
            best = [
                np.max(np.delete(vectors[k], place, 0) @ vector if k == own
                       else vectors[k] @ vector)
                for k in range(len(vectors))]
            ranks.append(sum(value > best[own] for k, value in enumerate(best) if k != own))
            same.append(best[own])
            other.append(max(value for k, value in enumerate(best) if k != own))
    ranks = np.array(ranks)
    print(f"{len(pictures)} photos, {len(ranks)} crops: the right photo first for "
          f"{np.mean(ranks == 0):.1%}, among three for {np.mean(ranks < 3):.1%}; "
          f"mean similarity {np.mean(same):.3f}, best wrong photo {np.mean(other):.3f}")


if __name__ == "__main__":
    main()
