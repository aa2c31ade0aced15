"""Small networks whose inputs are resized between runs."""
import numpy as np

from peer import Model
from record import Case, operator, rng, values

SIZES = [(1, 16, 16, 3), (1, 7, 9, 3), (2, 33, 5, 3), (1, 1, 1, 3), (1, 40, 24, 3)]


def weights(seed, *shape):
    return rng("weights", seed).normal(0, 0.5, shape).astype(np.float32)


def fully_convolutional():
    """Strided convolution, depthwise, addition of a 1×1 branch, deconvolution-free head, sigmoid."""
    model = Model()
    x = model.input("float32", SIZES[0], signature=[-1, -1, -1, 3])

    def tensor(channels, scale):
        return model.tensor("float32", (1, 16 // scale, 16 // scale, channels))

    def conv(x, seed, inputs, outputs, kernel, stride, activation, scale):
        y = tensor(outputs, scale)
        model.operator(
            "CONV_2D", [x, model.constant(weights(seed, outputs, kernel, kernel, inputs)),
                        model.constant(weights(seed + 1, outputs))], [y],
            options="Conv2DOptions", strideH=stride, strideW=stride, dilationHFactor=1,
            dilationWFactor=1, fusedActivationFunction=activation)
        return y
    a = conv(x, 1, 3, 8, 3, 2, 3, 2)
    b = tensor(8, 2)
    model.operator(
        "DEPTHWISE_CONV_2D", [a, model.constant(weights(5, 1, 3, 3, 8)),
                              model.constant(weights(6, 8))], [b],
        options="DepthwiseConv2DOptions", strideH=1, strideW=1, depthMultiplier=1,
        dilationHFactor=1, dilationWFactor=1, fusedActivationFunction=1)
    c = conv(b, 7, 8, 8, 1, 1, 0, 2)
    d = tensor(8, 2)
    model.operator("ADD", [a, c], [d], options="AddOptions")
    pooled = tensor(8, 4)
    model.operator("MAX_POOL_2D", [d], [pooled], options="Pool2DOptions", strideH=2, strideW=2,
                   filterHeight=2, filterWidth=2)
    e = conv(pooled, 9, 8, 4, 1, 1, 0, 4)
    y = model.output("float32", (1, 4, 4, 4))
    model.operator("LOGISTIC", [e], [y])
    return model


def flattened():
    """Batch and size are read from the shape, as converters write it."""
    model = Model()
    x = model.input("float32", (1, 4, 4, 2), signature=[-1, -1, -1, 2])
    shape = model.tensor("int32", (4,))
    model.operator("SHAPE", [x], [shape], options="ShapeOptions", outType=2)
    batch = model.tensor("int32", ())
    ends = [model.constant(np.array([v], np.int32)) for v in (0, 1, 1)]
    model.operator("STRIDED_SLICE", [shape] + ends, [batch], options="StridedSliceOptions",
                   shrinkAxisMask=1)
    rest = model.constant(np.array(-1, np.int32))
    target = model.tensor("int32", (2,))
    model.operator("PACK", [batch, rest], [target], options="PackOptions", valuesCount=2)
    flat = model.tensor("float32", (1, 32))
    model.operator("RESHAPE", [x, target], [flat], options="ReshapeOptions")
    y = model.output("float32", (1, 32))
    model.operator("NEG", [flat], [y], options="NegOptions")
    return model


@operator("networks")
def cases():
    yield Case("fully_convolutional", fully_convolutional(),
               [[values("float32", shape, 1, -1, 1)] for shape in SIZES], tolerance=1e-5)
    yield Case("flattened", flattened(),
               [[values("float32", shape, 1)]
                for shape in [(1, 4, 4, 2), (3, 2, 1, 2), (2, 5, 3, 2), (1, 1, 1, 2)]])
