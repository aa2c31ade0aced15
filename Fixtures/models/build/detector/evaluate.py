"""Measures the detector on scenes it has not seen: other seeds, sizes, aspects and photos.

    python evaluate.py [--stamps FOLDER] [--model FILE] [--scenes 400]

LiteRT runs the model.  A box counts as right if it has the right name and shares at least half of
the union with a fruit that no better box has claimed.
"""

import argparse
import pathlib

import network
import numpy as np
import scenes
import train
from ai_edge_litert.interpreter import Interpreter
from PIL import Image

MODEL = pathlib.Path(__file__).resolve().parents[2] / "fruit_detector_int8.tflite"
SEED = 2024
SIZES = [(640, 480), (480, 640), (500, 500), (320, 240)]
# None of these is among train.PHOTOS.
PHOTOS = [
    ("skimage", "data/chelsea.png"), ("skimage", "data/coffee.png"),
    ("skimage", "data/rocket.jpg"), ("sklearn", "datasets/images/flower.jpg"),
]


def overlap(a, b) -> float:
    w = min(a[2], b[2]) - max(a[0], b[0])
    h = min(a[3], b[3]) - max(a[1], b[1])
    if w <= 0 or h <= 0:
        return 0.0
    return w * h / ((a[2] - a[0]) * (a[3] - a[1]) + (b[2] - b[0]) * (b[3] - b[1]) - w * h)


def average_precision(hits, count: int) -> float:
    """The area under the curve of precision over recall; `hits` are best first."""
    right = np.cumsum(hits)
    precision = right / np.arange(1, len(hits) + 1)
    for index in range(len(precision) - 2, -1, -1):
        precision[index] = max(precision[index], precision[index + 1])
    return float(np.sum(precision[np.array(hits, bool)]) / count) if hits else 0.0


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--stamps", type=pathlib.Path, default=scenes.STAMPS)
    parser.add_argument("--model", type=pathlib.Path, default=MODEL)
    parser.add_argument("--scenes", type=int, default=400)
    arguments = parser.parse_args()
    interpreter = Interpreter(str(arguments.model))
    interpreter.allocate_tensors()
    inputs = interpreter.get_input_details()[0]["index"]
    location, category, score, number = (
        detail["index"] for detail in interpreter.get_output_details())
    random = np.random.default_rng(SEED)
    pictures, photos = scenes.stamps(arguments.stamps), train.photos(PHOTOS)
    counts = np.zeros(len(pictures), int)
    found = [[] for _ in pictures]  # (score, is right) of each class
    for index in range(arguments.scenes):
        width, height = SIZES[index % len(SIZES)]
        image, fruit = scenes.scene(random, pictures, photos, width, height)
        squeezed = Image.fromarray(image).resize(
            (network.SIZE, network.SIZE), Image.Resampling.BILINEAR, reducing_gap=None)
        interpreter.set_tensor(inputs, np.asarray(squeezed)[None])
        interpreter.invoke()
        boxes = interpreter.get_tensor(location)[0]
        classes = interpreter.get_tensor(category)[0].astype(int)
        scores = interpreter.get_tensor(score)[0]
        for label, _ in fruit:
            counts[label] += 1
        claimed = set()
        for k in range(int(interpreter.get_tensor(number)[0])):
            top, left, bottom, right = boxes[k] * [height, width, height, width]
            shares = [
                overlap((left, top, right, bottom), box) if label == classes[k] else 0
                for label, box in fruit]
            best = int(np.argmax(shares)) if shares else -1
            is_right = best >= 0 and shares[best] >= 0.5 and best not in claimed
            if is_right:
                claimed.add(best)
            found[classes[k]].append((float(scores[k]), is_right))
    precisions = []
    for label, name in enumerate(scenes.LABELS):
        ranked = [hit for _, hit in sorted(found[label], key=lambda pair: -pair[0])]
        precisions.append(average_precision(ranked, counts[label]))
        print(f"{name:12} {counts[label]:4} fruit, average precision {precisions[-1]:.3f}")
    sure = [hit for pairs in found for value, hit in pairs if value >= 0.5]
    print(f"mean average precision at an overlap of 0.5: {np.mean(precisions):.3f}")
    print(f"at score 0.5: precision {np.mean(sure):.3f}, recall {np.sum(sure) / counts.sum():.3f} "
          f"of {counts.sum()} fruit in {arguments.scenes} scenes")


if __name__ == "__main__":
    main()
