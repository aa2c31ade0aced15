"""Trains the fruit detector and keeps its weights in detector.weights.h5 beside this file.

    python train.py [--stamps FOLDER] [--scenes 10000] [--epochs 12]

Takes some fifteen minutes on two cores.
"""

import argparse
import pathlib
import time

import network
import numpy as np
import scenes
import tensorflow as tf
from PIL import Image

HERE = pathlib.Path(__file__).resolve().parent
BATCH = 32
SEED = 7
PHOTOS = [
    ("skimage", "data/astronaut.png"), ("skimage", "data/brick.png"),
    ("skimage", "data/grass.png"), ("skimage", "data/gravel.png"),
    ("skimage", "data/motorcycle_left.png"), ("skimage", "data/hubble_deep_field.jpg"),
    ("sklearn", "datasets/images/china.jpg"),
]


def photos(entries) -> list[Image.Image]:
    import importlib.util
    found = []
    for package, path in entries:
        spec = importlib.util.find_spec(package)
        if spec is None:
            raise SystemExit(f"package {package} is not installed; see README.md")
        file = pathlib.Path(spec.submodule_search_locations[0]) / path
        if not file.is_file():
            raise SystemExit(f"package {package} has no file {path}; see README.md")
        found.append(Image.open(file).convert("RGB"))
    return found


def dataset(count: int, folder: pathlib.Path):
    random = np.random.default_rng(SEED)
    pictures, backs, cells = scenes.stamps(folder), photos(PHOTOS), network.anchors()
    size = network.SIZE
    images = np.empty((count, size, size, 3), np.uint8)
    classes = np.empty((count, len(cells)), np.int8)
    boxes = np.empty((count, len(cells), 4), np.float16)
    for index in range(count):
        images[index], found = scenes.scene(random, pictures, backs, size, size)
        classes[index], boxes[index] = network.targets(found, cells, 1 / size)
    return images, classes, boxes


def loss(logits, raw, classes, boxes):
    """Focal loss of the scores and Huber loss of the boxes, both per fruit."""
    wanted = tf.one_hot(tf.cast(classes, tf.int32), logits.shape[-1])
    crossed = tf.nn.sigmoid_cross_entropy_with_logits(wanted, logits)
    score = tf.sigmoid(logits)
    right = wanted * score + (1 - wanted) * (1 - score)
    weight = (wanted * 0.25 + (1 - wanted) * 0.75) * (1 - right) ** 2
    counts = tf.cast(classes != -2, tf.float32)[..., None]
    positive = tf.cast(classes >= 0, tf.float32)
    number = tf.maximum(tf.reduce_sum(positive), 1)
    away = tf.abs(raw - tf.cast(boxes, tf.float32))
    huber = tf.where(away < 1, 0.5 * away ** 2, away - 0.5)
    return (tf.reduce_sum(crossed * weight * counts) * 4
            + tf.reduce_sum(huber * positive[..., None])) / number


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--stamps", type=pathlib.Path, default=scenes.STAMPS)
    parser.add_argument("--scenes", type=int, default=10000)
    parser.add_argument("--epochs", type=int, default=12)
    arguments = parser.parse_args()
    tf.keras.utils.set_random_seed(SEED)
    images, classes, boxes = dataset(arguments.scenes, arguments.stamps)
    print("scenes are made", flush=True)
    model = network.model(len(scenes.LABELS))
    steps = arguments.epochs * (len(images) // BATCH)
    rate = tf.keras.optimizers.schedules.CosineDecay(
        0.0, steps, warmup_target=4e-3, warmup_steps=200)
    optimizer = tf.keras.optimizers.AdamW(rate, weight_decay=1e-4)

    @tf.function
    def step(image, wanted, box):
        with tf.GradientTape() as tape:
            raw, logits = model(tf.cast(image, tf.float32), training=True)
            value = loss(logits, raw, wanted, box)
        gradients = tape.gradient(value, model.trainable_variables)
        optimizer.apply_gradients(zip(gradients, model.trainable_variables))
        return value

    random = np.random.default_rng(SEED + 1)
    for epoch in range(arguments.epochs):
        started, total = time.time(), 0.0
        order = random.permutation(len(images))
        for first in range(0, len(order) - BATCH + 1, BATCH):
            chosen = np.sort(order[first:first + BATCH])
            total += float(step(images[chosen], classes[chosen], boxes[chosen]))
        print(f"epoch {epoch + 1}: loss {total * BATCH / len(order):.4f}, "
              f"{time.time() - started:.0f} s", flush=True)
        model.save_weights(HERE / "detector.weights.h5")


if __name__ == "__main__":
    main()
