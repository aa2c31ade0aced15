#!/usr/bin/env python3
"""Writes the encoder of a Conformer with seeded weights: a large graph to inspect, run and time.

Conformer-S of Gulati et al., "Conformer: Convolution-augmented Transformer for Speech Recognition"
(2020): 16 blocks of half a feed-forward, self-attention with relative positions, convolution, and the
other half, 144 wide, with 4 heads and kernels of 32, over spectra that two strided convolutions
make four times slower. Layer norms and gates are the nodes that a converter makes of them.

    python3 conformer.py conformer.tflite [--frames 400] [--blocks 16] [--width 144]

needs: pip install ai-edge-litert ml_dtypes numpy flatbuffers
"""
import argparse
import pathlib
import sys

import numpy as np

sys.path.insert(
    0, str(pathlib.Path(__file__).resolve().parents[2] / "Fixtures" / "operators" / "build"))
import peer

MELS, HEADS, KERNEL = 80, 4, 32
FLOAT, SAME = "float32", 0


class Encoder:
    """The graph; methods take and return tensors."""

    def __init__(self, frames, blocks, width):
        self.model, self.random = peer.Model(), np.random.default_rng(2020)
        self.model.file.description = "encoder of a Conformer, seeded weights"
        self.width, self.scope = width, ""
        x = self.model.input(FLOAT, (1, frames, MELS, 1), name="spectrum")
        x = self.subsample(x)
        for block in range(blocks):
            x = self.block(x, f"block{block}")
        self.scope = "head"
        self.model.table.outputs.append(x)

    # Nodes

    def shape(self, tensor):
        return tuple(self.model.table.tensors[tensor].shape)

    def name(self, text):
        """The name of a new tensor: that of its scope, numbered where it is there already."""
        names = self.model.table.tensors
        wanted = f"{self.scope}/{text}"
        count = sum(t.name == wanted or t.name.startswith(wanted + "_") for t in names)
        return wanted if count == 0 else f"{wanted}_{count}"

    def node(self, operator, inputs, shape, text, options=None, **more):
        y = self.model.tensor(FLOAT, shape, name=self.name(text))
        self.model.operator(operator, inputs, [y], options=options, **more)
        return y

    def weights(self, *shape, text="weights", fan=None):
        values = self.random.normal(0, (fan or shape[-1]) ** -0.5, shape)
        return self.model.constant(values.astype(np.float32), name=self.name(text))

    def number(self, value):
        return self.model.constant(np.float32(value), name=self.name("constant"))

    def integers(self, *values):
        return self.model.constant(np.array(values, np.int32), name=self.name("shape"))

    def binary(self, operator, a, b):
        options = {"ADD": "AddOptions", "MUL": "MulOptions", "SUB": "SubOptions"}.get(operator)
        if operator == "SQUARED_DIFFERENCE":
            options = "SquaredDifferenceOptions"
        return self.node(operator, [a, b], self.shape(a), operator.lower(), options)

    def dense(self, x, outputs, text):
        inputs = self.shape(x)[-1]
        bias = self.weights(outputs, text=f"{text}/bias", fan=100)
        return self.node(
            "FULLY_CONNECTED", [x, self.weights(outputs, inputs, text=f"{text}/weights"), bias],
            self.shape(x)[:-1] + (outputs,), text, "FullyConnectedOptions", keepNumDims=True)

    def reshape(self, x, *shape):
        return self.node("RESHAPE", [x, self.integers(*shape)], shape, "reshape", "ReshapeOptions",
                         newShape=list(shape))

    def transpose(self, x, *axes):
        return self.node("TRANSPOSE", [x, self.integers(*axes)], [self.shape(x)[a] for a in axes],
                         "transpose", "TransposeOptions")

    def slice(self, x, begin, size):
        return self.node("SLICE", [x, self.integers(*begin), self.integers(*size)], size, "slice",
                         "SliceOptions")

    def product(self, a, b, transposed):
        columns = self.shape(b)[-2 if transposed else -1]
        return self.node("BATCH_MATMUL", [a, b], self.shape(a)[:-1] + (columns,), "batch_matmul",
                         "BatchMatMulOptions", adjY=transposed)

    # Layers

    def normalised(self, x):
        """(x − mean) / √(variance + ε) · γ + β, in the order of additions that converters choose."""
        axis, ones = self.integers(len(self.shape(x)) - 1), self.shape(x)[:-1] + (1,)

        def mean(x):
            return self.node("MEAN", [x, axis], ones, "mean", "ReducerOptions", keepDims=True)
        centre = mean(x)
        variance = mean(self.binary("SQUARED_DIFFERENCE", x, centre))
        root = self.node("RSQRT", [self.binary("ADD", variance, self.number(1e-3))], ones, "rsqrt")
        gamma = self.model.constant(
            self.random.uniform(0.8, 1.2, self.width).astype(np.float32), name=self.name("gamma"))
        scale = self.node("MUL", [root, gamma], self.shape(x), "scale", "MulOptions")
        shift = self.binary("MUL", scale, centre)
        beta = self.weights(self.width, text="beta", fan=100)
        offset = self.node("SUB", [beta, shift], self.shape(x), "offset", "SubOptions")
        return self.binary("ADD", self.binary("MUL", x, scale), offset)

    def swish(self, x):
        gate = self.node("LOGISTIC", [x], self.shape(x), "logistic")
        return self.binary("MUL", x, gate)

    def subsample(self, x):
        """Two strided convolutions, and a layer from their channels to the width."""
        self.scope = "subsample"
        for channels_in in (1, self.width // 4):
            _, rows, columns, _ = self.shape(x)
            channels = self.width // 4
            operands = [x, self.weights(channels, 3, 3, channels_in, fan=9 * channels_in),
                        self.weights(channels, text="bias", fan=100)]
            x = self.node("CONV_2D", operands, (1, -(-rows // 2), -(-columns // 2), channels), "conv",
                          "Conv2DOptions", padding=SAME, strideH=2, strideW=2, dilationHFactor=1,
                          dilationWFactor=1, fusedActivationFunction=1)
        _, rows, columns, channels = self.shape(x)
        return self.dense(self.reshape(x, 1, rows, columns * channels), self.width, "dense")

    def feed_forward(self, x):
        y = self.dense(self.normalised(x), 4 * self.width, "expand")
        y = self.dense(self.swish(y), self.width, "project")
        return self.binary("ADD", x, self.binary("MUL", y, self.number(0.5)))

    def heads(self, x):
        """[1, n, width] to [1, heads, n, width / heads]."""
        parts = self.reshape(x, 1, self.shape(x)[1], HEADS, self.width // HEADS)
        return self.transpose(parts, 0, 2, 1, 3)

    def positions(self, frames):
        """Sines and cosines of the distances frames − 1 … 1 − frames."""
        distance = np.arange(frames - 1, -frames, -1)[:, None]
        angle = distance / 10_000 ** (np.arange(0, self.width, 2) / self.width)
        waves = np.stack([np.sin(angle), np.cos(angle)], -1).reshape(1, -1, self.width)
        return self.model.constant(waves.astype(np.float32), name=self.name("positions"))

    def attention(self, x):
        """Self-attention with relative positions, as in Transformer-XL."""
        frames, depth = self.shape(x)[1], self.width // HEADS
        y = self.normalised(x)
        query, key, value = (self.dense(y, self.width, text) for text in ("query", "key", "value"))
        content, place = (self.binary("ADD", query, self.weights(self.width, text=text))
                          for text in ("content/bias", "place/bias"))
        places = self.dense(self.positions(frames), self.width, "place")
        scores = self.product(self.heads(content), self.heads(key), True)
        # Row i, column j of the product by distance is wanted at j − i: pad, and read it askew.
        skew = self.product(self.heads(place), self.heads(places), True)
        padding = self.model.constant(
            np.array([[0, 0], [0, 0], [0, 0], [1, 0]], np.int32), name=self.name("padding"))
        skew = self.node("PAD", [skew, padding], (1, HEADS, frames, 2 * frames), "pad", "PadOptions")
        skew = self.reshape(skew, 1, HEADS, 2 * frames, frames)
        skew = self.slice(skew, (0, 0, 1, 0), (1, HEADS, 2 * frames - 1, frames))
        skew = self.reshape(skew, 1, HEADS, frames, 2 * frames - 1)
        skew = self.slice(skew, (0, 0, 0, 0), (1, HEADS, frames, frames))
        scores = self.binary("MUL", self.binary("ADD", scores, skew), self.number(depth ** -0.5))
        shares = self.node("SOFTMAX", [scores], self.shape(scores), "softmax", "SoftmaxOptions",
                           beta=1.0)
        y = self.transpose(self.product(shares, self.heads(value), False), 0, 2, 1, 3)
        return self.binary("ADD", x, self.dense(self.reshape(y, *self.shape(x)), self.width, "out"))

    def convolution(self, x):
        """Gated linear unit, depthwise convolution over time, batch norm, swish."""
        frames = self.shape(x)[1]
        y = self.dense(self.normalised(x), 2 * self.width, "pointwise")
        halves = [self.model.tensor(FLOAT, self.shape(x), name=self.name("half")) for _ in range(2)]
        axis = self.model.constant(np.int32(2), name=self.name("axis"))
        self.model.operator("SPLIT", [axis, y], halves, options="SplitOptions", numSplits=2)
        gate = self.node("LOGISTIC", [halves[1]], self.shape(x), "logistic")
        y = self.reshape(self.binary("MUL", halves[0], gate), 1, 1, frames, self.width)
        operands = [y, self.weights(1, 1, KERNEL, self.width, text="depthwise", fan=KERNEL),
                    self.weights(self.width, text="bias", fan=100)]
        y = self.node("DEPTHWISE_CONV_2D", operands, self.shape(y), "depthwise",
                      "DepthwiseConv2DOptions", padding=SAME, strideH=1, strideW=1,
                      dilationHFactor=1, dilationWFactor=1, depthMultiplier=1)
        y = self.reshape(y, *self.shape(x))
        y = self.binary("MUL", y, self.weights(self.width, text="norm/scale", fan=1))
        y = self.binary("ADD", y, self.weights(self.width, text="norm/shift", fan=100))
        return self.binary("ADD", x, self.dense(self.swish(y), self.width, "pointwise"))

    def block(self, x, name):
        parts = [("feed_forward0", self.feed_forward), ("attention", self.attention),
                 ("convolution", self.convolution), ("feed_forward1", self.feed_forward),
                 ("norm", self.normalised)]
        for part, layer in parts:
            self.scope = f"{name}/{part}"
            x = layer(x)
        return x


def main():
    parser = argparse.ArgumentParser(description="Writes the encoder of a Conformer.")
    parser.add_argument("file", type=pathlib.Path)
    parser.add_argument("--frames", type=int, default=400)
    parser.add_argument("--blocks", type=int, default=16)
    parser.add_argument("--width", type=int, default=144)
    arguments = parser.parse_args()
    encoder = Encoder(arguments.frames, arguments.blocks, arguments.width)
    arguments.file.write_bytes(encoder.model.bytes())
    table = encoder.model.table
    print(f"{arguments.file}: {len(table.operators)} operators, {len(table.tensors)} tensors")


if __name__ == "__main__":
    main()
