"""EfficientNet-Lite0 as a TensorFlow function over the weights of the PyTorch port.

The port pads as TensorFlow's SAME does (`Conv2dStaticSamePadding`: the odd pixel goes to the
right and to the bottom), so its weights need no change of padding.  Batch normalisation is folded
into the convolutions in float64.
"""

import os

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "2")

import numpy as np
import tensorflow as tf

# The network sees (pixel - MEAN) / STD, as its training did.
MEAN = 127.0
STD = 128.0
SIZE = 224
CLASSES = 1000
EPSILON = 1e-3  # of batch normalisation

# (blocks, kernel, stride of the first, expansion, output channels)
STAGES = [
    (1, 3, 1, 1, 16),
    (2, 3, 2, 6, 24),
    (2, 5, 2, 6, 40),
    (3, 3, 2, 6, 80),
    (3, 5, 1, 6, 112),
    (4, 5, 2, 6, 192),
    (1, 3, 1, 6, 320),
]


class Weights:
    """The checkpoint's arrays in TensorFlow's layouts; knows which were used."""

    def __init__(self, arrays: dict[str, np.ndarray]):
        self.arrays = arrays
        self.unused = {name for name in arrays if not name.endswith("num_batches_tracked")}

    def take(self, name: str) -> np.ndarray:
        self.unused.discard(name)
        return self.arrays[name].astype(np.float64)

    def folded(self, convolution: str, normalisation: str) -> tuple[np.ndarray, np.ndarray]:
        """The kernel in HWIO order and the bias, with batch normalisation folded in."""
        scale = self.take(normalisation + ".weight") / np.sqrt(
            self.take(normalisation + ".running_var") + EPSILON)
        mean = self.take(normalisation + ".running_mean")
        bias = self.take(normalisation + ".bias") - mean * scale
        kernel = self.take(convolution + ".weight") * scale[:, None, None, None]
        return kernel.transpose(2, 3, 1, 0).astype(np.float32), bias.astype(np.float32)


def convolution(x, weights, name, prefix, conv, norm, stride=1, depthwise=False, activation=True):
    kernel, bias = weights.folded(prefix + conv, prefix + norm)
    with tf.name_scope(name):
        if depthwise:
            # PyTorch keeps a depthwise kernel as [channels, 1, h, w]; HWIO of it is [h, w, 1, c].
            x = tf.nn.depthwise_conv2d(
                x, kernel.transpose(0, 1, 3, 2), [1, stride, stride, 1], "SAME")
        else:
            x = tf.nn.conv2d(x, kernel, stride, "SAME")
        x = tf.nn.bias_add(x, bias)
        return tf.nn.relu6(x) if activation else x


def probabilities(x, weights: Weights):
    """The class probabilities of normalised images [n, 224, 224, 3]."""
    x = convolution(x, weights, "stem", "", "_conv_stem", "_bn0", stride=2)
    index, channels = 0, 32
    for repeats, kernel, first_stride, expansion, outputs in STAGES:
        for repeat in range(repeats):
            stride = first_stride if repeat == 0 else 1
            prefix, name, y = f"_blocks.{index}.", f"block{index}", x
            if expansion != 1:
                y = convolution(y, weights, name + "/expand", prefix, "_expand_conv", "_bn0")
            y = convolution(
                y, weights, name + "/depthwise", prefix, "_depthwise_conv", "_bn1",
                stride=stride, depthwise=True)
            y = convolution(
                y, weights, name + "/project", prefix, "_project_conv", "_bn2", activation=False)
            if stride == 1 and channels == outputs:
                with tf.name_scope(name):
                    y = tf.add(y, x, name="add")
            x, channels, index = y, outputs, index + 1
    x = convolution(x, weights, "head", "", "_conv_head", "_bn1")
    x = tf.reduce_mean(x, axis=[1, 2], name="pool")
    with tf.name_scope("classifier"):
        kernel = weights.take("_fc.weight").T.astype(np.float32)
        x = tf.nn.bias_add(tf.matmul(x, kernel), weights.take("_fc.bias").astype(np.float32))
    return tf.nn.softmax(x, name="probability")


def normalised(pixels: np.ndarray) -> np.ndarray:
    return (pixels.astype(np.float32) - np.float32(MEAN)) / np.float32(STD)


class Network(tf.Module):
    def __init__(self, arrays: dict[str, np.ndarray]):
        super().__init__(name="efficientnet_lite0")
        self.weights = Weights(arrays)

    @tf.function(input_signature=[tf.TensorSpec([1, SIZE, SIZE, 3], tf.float32, name="image")])
    def classify(self, image):
        return {"probability": probabilities(image, self.weights)}
