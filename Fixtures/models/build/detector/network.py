"""A small single-shot detector: three grids of anchors over depthwise-separable convolutions."""

import os

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "2")

import numpy as np
import tensorflow as tf

SIZE = 192
# (cells a side, sizes of the anchors of a cell in shares of the picture)
GRIDS = [(24, [0.15]), (12, [0.23, 0.33]), (6, [0.45, 0.58])]
BOX_SCALES = (10.0, 10.0, 5.0, 5.0)  # y, x, height, width


def anchors() -> np.ndarray:
    """Centre y, centre x, height and width of every anchor, in shares of the picture."""
    rows = []
    for cells, sizes in GRIDS:
        for y in range(cells):
            for x in range(cells):
                for size in sizes:
                    rows.append(((y + 0.5) / cells, (x + 0.5) / cells, size, size))
    return np.array(rows, np.float32)


def encoded(boxes: np.ndarray, cells: np.ndarray) -> np.ndarray:
    """Boxes (left, top, right, bottom) as the post-processing operator wants them."""
    height, width = boxes[:, 3] - boxes[:, 1], boxes[:, 2] - boxes[:, 0]
    y, x = (boxes[:, 1] + boxes[:, 3]) / 2, (boxes[:, 0] + boxes[:, 2]) / 2
    return np.stack([
        (y - cells[:, 0]) / cells[:, 2] * BOX_SCALES[0],
        (x - cells[:, 1]) / cells[:, 3] * BOX_SCALES[1],
        np.log(height / cells[:, 2]) * BOX_SCALES[2],
        np.log(width / cells[:, 3]) * BOX_SCALES[3]], axis=1)


def targets(found, cells: np.ndarray, scale: float):
    """What each anchor is to say: class (−1 none, −2 either way) and encoded box."""
    classes = np.full(len(cells), -1, np.int8)
    boxes = np.zeros((len(cells), 4), np.float16)
    # Small fruit last: where two claim an anchor, the small one keeps it.
    for label, box in sorted(found, key=lambda f: -(f[1][2] - f[1][0]) * (f[1][3] - f[1][1])):
        left, top, right, bottom = np.array(box, np.float32) * scale
        width, height = right - left, bottom - top
        size = np.abs(np.log(np.sqrt(width * height) / cells[:, 2]))
        away = np.maximum(
            np.abs(cells[:, 0] - (top + bottom) / 2) / height,
            np.abs(cells[:, 1] - (left + right) / 2) / width)
        wanted = (away < 0.25) & (size < 0.3)
        wanted[np.argmin(away + 2 * size)] = True
        near = (away < 0.4) & (size < 0.6)
        classes[near & (classes == -1)] = -2
        classes[wanted] = label
        one = np.array([[left, top, right, bottom]], np.float32).repeat(wanted.sum(), 0)
        boxes[wanted] = encoded(one, cells[wanted])
    return classes, boxes


def model(classes: int) -> tf.keras.Model:
    """uint8-ranged picture [n, SIZE, SIZE, 3] → raw boxes [n, anchors, 4], scores [n, anchors, classes]."""
    layers = tf.keras.layers

    def normalised(x):
        return layers.ReLU(6.0)(layers.BatchNormalization(momentum=0.97)(x))

    def separable(x, channels, stride):
        x = normalised(layers.DepthwiseConv2D(3, stride, "same", use_bias=False)(x))
        return normalised(layers.Conv2D(channels, 1, use_bias=False)(x))

    image = layers.Input((SIZE, SIZE, 3), name="image")
    x = layers.Rescaling(1 / 127.5, -1)(image)
    x = normalised(layers.Conv2D(16, 3, 2, "same", use_bias=False)(x))
    x = separable(x, 32, 2)
    x = separable(x, 32, 1)
    x = separable(x, 64, 2)
    features = [x := separable(x, 64, 1)]
    x = separable(x, 128, 2)
    features.append(x := separable(x, 128, 1))
    x = separable(x, 128, 2)
    features.append(separable(x, 128, 1))
    boxes, scores = [], []
    prior = tf.keras.initializers.Constant(-np.log(99.0))  # nearly every anchor is empty
    for feature, (cells, sizes) in zip(features, GRIDS):
        feature = separable(feature, 96, 1)
        count = cells * cells * len(sizes)
        boxes.append(layers.Reshape((count, 4))(layers.Conv2D(4 * len(sizes), 1)(feature)))
        logits = layers.Conv2D(classes * len(sizes), 1, bias_initializer=prior)(feature)
        scores.append(layers.Reshape((count, classes))(logits))
    return tf.keras.Model(image, [
        layers.Concatenate(axis=1, name="boxes")(boxes),
        layers.Concatenate(axis=1, name="logits")(scores)])
