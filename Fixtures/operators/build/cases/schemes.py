"""Quantisation that names another axis than the first for one scale, which XNNPACK refuses."""
import numpy as np

import peer
from record import Case, operator, values

AXES = {"input": (1, 0, 0), "output": (0, 1, 0), "filter": (0, 0, 1)}
CONVOLUTION = {"padding": 1, "strideH": 1, "strideW": 1}


def cases(build, filters=False):
    """Cases of both byte types; `build` makes them from the axes of input, output and filter."""
    for type in ("int8", "uint8"):
        for label, axes in AXES.items():
            if label != "filter" or filters:
                yield build(f"{type}_{label}_axis", type, *axes)


def unary(name, shape, output=None, scale=0.13, operands=(), version=2, options=None, **fields):
    """A builder of nodes with one quantised operand."""
    def build(label, type, input_axis, output_axis, _):
        model = peer.Model()
        zero = -5 if type == "int8" else 77
        x = model.input(type, shape, 0.05, zero, axis=input_axis)
        scheme = (scale or 0.05, zero + 3 if scale else zero)
        y = model.output(type, output or shape, *scheme, axis=output_axis)
        constants = [model.constant(np.array(value, np.int32)) for value in operands]
        model.operator(name, [x, *constants], [y], version, options, **fields)
        return Case(label, model, [[values(type, shape, label)]])
    return build


def weighted(name, filter_shape, shape, version, options, **fields):
    """A builder of convolutions and products of one scale."""
    def build(label, type, input_axis, output_axis, filter_axis):
        model = peer.Model()
        channels = max(filter_shape)
        x = model.input(type, shape, 0.05, 7, axis=input_axis)
        weights = values(type, filter_shape, label, -127 if type == "int8" else 0, 255)
        w = model.constant(weights, scale=0.011, zero=0 if type == "int8" else 119,
                           axis=filter_axis)
        bias = model.constant(values("int32", (channels,), label, -3000, 3000), scale=0.05 * 0.011,
                              zero=0)
        y = model.output(type, shape, 0.27, 20, axis=output_axis)
        operands = [x, w, bias]
        if name == "TRANSPOSE_CONV":
            operands = [model.constant(np.array(shape, np.int32)), w, x, bias]
        model.operator(name, operands, [y], version, options, **fields)
        return Case(label, model, [[values(type, shape, label)]])
    return build


@operator("CONV_2D")
def conv2d():
    yield from cases(weighted("CONV_2D", (16, 1, 1, 16), (1, 6, 6, 16), 3, "Conv2DOptions",
                              dilationHFactor=1, dilationWFactor=1, **CONVOLUTION), True)


@operator("DEPTHWISE_CONV_2D")
def depthwise():
    yield from cases(weighted("DEPTHWISE_CONV_2D", (1, 1, 1, 16), (1, 6, 6, 16), 3,
                              "DepthwiseConv2DOptions", depthMultiplier=1, dilationHFactor=1,
                              dilationWFactor=1, **CONVOLUTION), True)


@operator("FULLY_CONNECTED")
def fully_connected():
    yield from cases(weighted("FULLY_CONNECTED", (16, 16), (36, 16), 4, "FullyConnectedOptions"),
                     True)


@operator("TRANSPOSE_CONV")
def transposed():
    yield from cases(weighted("TRANSPOSE_CONV", (16, 1, 1, 16), (1, 6, 6, 16), 3,
                              "TransposeConvOptions", **CONVOLUTION), True)


@operator("LEAKY_RELU")
def leaky():
    yield from cases(unary("LEAKY_RELU", (2, 128), options="LeakyReluOptions", alpha=0.3))


@operator("MEAN")
def mean():
    yield from cases(unary("MEAN", (1, 6, 6, 16), (1, 16), 0.013, [[1, 2]],
                           options="ReducerOptions"))


@operator("RESIZE_BILINEAR")
def resize():
    yield from cases(unary("RESIZE_BILINEAR", (1, 4, 4, 3), (1, 9, 7, 3), None, [[9, 7]], 3,
                           options="ResizeBilinearOptions"))


@operator("QUANTIZE")
def quantize():
    yield from cases(unary("QUANTIZE", (2, 125)))


@operator("MUL")
def multiply():
    """One tensor twice, which XNNPACK squares."""
    for type, zero in (("int8", -3), ("uint8", 3)):
        for label, scale, activation in (("square", 0.5, 0), ("square_relu6", 0.2, 3)):
            model = peer.Model()
            x = model.input(type, (256,), 0.5, zero)
            y = model.output(type, (256,), scale, zero)
            model.operator("MUL", [x, x], [y], 2, "MulOptions",
                           fusedActivationFunction=activation)
            limits = np.iinfo(peer.NUMPY[type])
            run = np.arange(limits.min, limits.max + 1).astype(peer.NUMPY[type])
            yield Case(f"{type}_{label}", model, [[run]])
        model = peer.Model()
        x = model.input(type, (2, 64), 0.05, zero, axis=1 if type == "int8" else 0)
        z = model.input(type, (2, 64), 0.05, zero + 1)
        y = model.output(type, (2, 64), 0.27, zero, axis=0 if type == "int8" else 1)
        model.operator("MUL", [x, z], [y], 2, "MulOptions")
        yield Case(f"{type}_axis", model, [[values(type, (2, 64), 1), values(type, (2, 64), 2)]])


@operator("MUL")
def multiply_in_tables():
    """One tensor twice, at the end of chains that XNNPACK turns into a table of at most ten nodes."""
    for type, zero in (("int8", -3), ("uint8", 3)):
        for label, pools, floats, exposed in (("table", 1, 0, 0), ("exposed", 1, 0, 1),
                                              ("ninth", 9, 0, 0), ("tenth", 10, 0, 0),
                                              ("eleventh", 11, 0, 0), ("floats", 1, 2, 0),
                                              ("cut_floats", 0, 9, 0), ("rest", 2, 8, 0)):
            model = peer.Model()
            x = model.input(type, (1, 1, 1, 256), 0.5, zero)
            for _ in range(pools):
                pooled = model.tensor(type, (1, 1, 1, 256), 0.5, zero)
                model.operator("MAX_POOL_2D", [x], [pooled], 2, "Pool2DOptions", strideH=1,
                               strideW=1, filterHeight=1, filterWidth=1)
                x = pooled
            if floats:
                real = model.tensor("float32", (1, 1, 1, 256))
                model.operator("DEQUANTIZE", [x], [real], 2)
                for _ in range(floats - 1):
                    x, real = real, model.tensor("float32", (1, 1, 1, 256))
                    model.operator("NEG", [x], [real])
                x = model.tensor(type, (1, 1, 1, 256), 0.5, zero)
                model.operator("QUANTIZE", [real], [x], 2)
            if exposed:
                model.table.outputs.append(x)
            y = model.output(type, (1, 1, 1, 256), 0.5, zero)
            model.operator("MUL", [x, x], [y], 2, "MulOptions")
            limits = np.iinfo(peer.NUMPY[type])
            run = np.arange(limits.min, limits.max + 1).astype(peer.NUMPY[type])
            yield Case(f"{type}_{label}", model, [[run.reshape(1, 1, 1, 256)]])


@operator("MUL")
def multiply_behind_activations():
    """A square behind an activation that XNNPACK splits off, and one behind a node nothing needs."""
    shape = (1, 1, 1, 256)
    for type, zero in (("int8", 0), ("uint8", 128)):
        limits = np.iinfo(peer.NUMPY[type])
        run = [np.arange(limits.min, limits.max + 1).astype(peer.NUMPY[type]).reshape(shape)]
        for name, activation, twice in (("ADD", 1, True), ("ADD", 3, False), ("SUB", 1, False),
                                        ("MUL", 1, False), ("MUL", 2, True)):
            model = peer.Model()
            x = model.input(type, shape, 0.05, zero)
            other = x if twice else model.constant(values(type, shape, 7), None, shape, 0.1, zero)
            y = model.tensor(type, shape, 0.05, zero)
            model.operator(name, [x, other], [y], 2, f"{name.title()}Options",
                           fusedActivationFunction=activation)
            model.operator("MUL", [y, y], [model.output(type, shape, 0.5, zero)], 2, "MulOptions")
            label = f"{type}_behind_{name.lower()}_{activation}" + ("_twice" if twice else "")
            yield Case(label, model, [run])
        model = peer.Model()
        x, y = model.input(type, shape, 0.1, zero), model.tensor(type, shape, 0.05, zero)
        model.operator("QUANTIZE", [x], [y], 2)
        model.operator("DEQUANTIZE", [y], [model.tensor("float32", shape)], 2)
        model.operator("MUL", [y, y], [model.output(type, shape, 0.5, zero)], 2, "MulOptions")
        yield Case(f"{type}_beside_unneeded", model, [run])


@operator("TRANSPOSE_CONV")
def gaps_behind_bytes():
    """Outputs without a tap, where earlier nodes left bytes that are no numbers as floats."""
    model = peer.Model()
    shape = (2, 3, 4, 3)
    x = model.input("float32", shape)
    w = model.constant(values("int8", (1, 1, 4, 3), 1, -127, 127), scale=[0.01] * 3, zero=[0] * 3,
                       axis=3)
    b = model.constant(np.zeros(3, np.float32))
    model.operator("DEPTHWISE_CONV_2D", [x, w, b], [model.output("float32", shape)], 6,
                   "DepthwiseConv2DOptions", strideH=1, strideW=1, depthMultiplier=1,
                   dilationHFactor=1, dilationWFactor=2)
    filter = model.constant(values("float32", (9, 1, 2, 3), 2))
    size = (2, 9, 13, 9)
    model.operator("TRANSPOSE_CONV", [model.constant(np.array(size, np.int32)), filter, x],
                   [model.output("float32", size)], 3, "TransposeConvOptions", padding=1,
                   strideH=3, strideW=3)
    yield Case("float32_gaps_behind_bytes", model, [[values("float32", shape, 3)]],
               tolerance=1e-5)


def computed_shape(name, options, value):
    """A list of extents that comes from a tensor whose rank the file does not know."""
    model = peer.Model()
    x = model.input("float32", (2, 3))
    zero = model.constant(np.array(0, np.float32))
    flags, rows = model.tensor("bool", (2, 3)), model.tensor("int64", (1, 2))
    model.operator("GREATER", [x, zero], [flags], options="GreaterOptions")
    model.operator("WHERE", [flags], [rows], options="WhereOptions")
    kept, extents = model.tensor("float32", ()), model.tensor("int32", ())
    model.operator("GATHER_ND", [x, rows], [kept], options="GatherNdOptions")
    model.operator("SHAPE", [kept], [extents], options="ShapeOptions", outType=2)
    y = model.output("float32", ())
    value = model.constant(np.array(value, np.float32))
    operands = [extents, value] if name == "FILL" else [value, extents]
    model.operator(name, operands, [y], 1 if name == "FILL" else 2, options)
    return Case("shape_of_unknown_rank", model,
                [[np.array(run, np.float32)] for run in ([[1, 0, 2], [3, 0, 0]], [[0, 1, 0]] * 2)])


@operator("FILL")
def fill():
    yield computed_shape("FILL", "FillOptions", 1.5)


@operator("BROADCAST_TO")
def broadcast_to():
    yield computed_shape("BROADCAST_TO", "BroadcastToOptions", 2.5)
