"""Convolutions and products of matrices."""
import numpy as np

from engines import peer
from facts import LIMITS
from graph import Skip, broadcast, step

WEIGHTS = {"float32": ("float32", "float32", "int8", "int4"), "int8": ("int8", "int8", "int4"),
           "uint8": ("uint8",), "int16": ("int8",)}
TYPES = ("float32", "int8", "uint8", "int16")


def activation(g):
    """NONE mostly, then RELU, RELU_N1_TO_1 and RELU6."""
    return g.choice(0, 0, 0, 1, 2, 3, 3)


def weights(g, x, shape, axis, kinds=None):
    """A constant of weights for an input, and its scales (None of floats).

    -128, and -8 of four bits, are left out: XNNPACK's SSE kernels take them for positive.
    """
    type = g.random.choice(kinds or WEIGHTS[x.type])
    if type == "float32":
        return g.constant(g.array(type, shape, -1, 1)), None
    if x.type == "float32" and x.inexact:
        raise Skip  # Which byte a float becomes would depend on approximations.
    channels = shape[axis] if type != "uint8" and g.chance(0.6) else 1
    scales = [g.uniform(0.002, 0.02) * (8 if type == "int4" else 1) for _ in range(channels)]
    scheme = scales, [g.random.randint(0, 255) if type == "uint8" else 0] * channels
    if type == "int4":
        data = peer.pack_nibbles(g.array("int32", shape, -7, 7))
        return g.constant(data, scheme, type, shape, axis if channels > 1 else 0), scales
    data = g.array(type, shape, -127 if type == "int8" else None)
    return g.constant(data, scheme, axis=axis if channels > 1 else 0), scales


def bias(g, x, scales, count):
    """A constant that is added to each channel, in the scale of the products."""
    if x.type == "float32":
        return g.constant(g.array("float32", (count,), -1, 1))
    type = "int64" if x.type == "int16" else "int32"
    scheme = [float(np.float32(x.scale) * np.float32(s)) for s in scales], [0] * len(scales)
    if x.type != "int16" and g.is_odd():
        scheme = None, None
    return g.constant(g.array(type, (count,), -5000, 5000), scheme)


def result(g, x, shape):
    if x.type == "float32":
        return g.new("float32", shape, dynamic=x.dynamic)
    if x.type == "int16":
        return g.new("int16", shape, (g.uniform(0.001, 0.05), 0), dynamic=x.dynamic)
    scheme = g.uniform(0.05, 1), g.random.randint(*LIMITS[x.type])
    return g.new(x.type, shape, scheme, dynamic=x.dynamic)


def geometry(g, x, dilates=True):
    """Filter, strides, dilations, the kind of padding and the extents that come out."""
    filter = [g.choice(1, 1, 2, 3, 3, 4, 5) for _ in range(2)]
    strides = g.choice([1, 1], [1, 1], [2, 2], [2, 1], [3, 2])
    spread = [g.choice(1, 1, 1, 2, 3) for _ in range(2)] if dilates else [1, 1]
    if strides != [1, 1] and g.chance(0.8):
        spread = [1, 1]
    reach = [(f - 1) * d + 1 for f, d in zip(filter, spread)]
    same = g.chance(0.5) or any(v < r for v, r in zip(x.shape[1:3], reach))
    g.is_resizable &= same  # LiteRT runs filters that are larger than the image.
    out = [-(-v // s) if same else -(-(v - r + 1) // s)
           for v, r, s in zip(x.shape[1:3], reach, strides)]
    fields = dict(padding=0 if same else 1, strideH=strides[0], strideW=strides[1],
                  fusedActivationFunction=activation(g))
    if dilates:
        fields.update(dilationHFactor=spread[0], dilationWFactor=spread[1])
    return filter, out, fields


def wide_bias(operand):
    """How int16 kernels are told the type of the bias."""
    return peer.TYPES[operand.type] if operand != -1 and operand.type == "int64" else 0


@step("products", 5)
def convolution(g):
    """CONV_2D."""
    x = g.image(TYPES)
    channels = x.shape[3]
    groups = g.random.choice([d for d in range(1, channels + 1) if channels % d == 0]) if (
        g.chance(0.2) and x.type != "int16") else 1
    count = g.choice(1, 2, 3, 4, 5, 8, 9, 16, 19) * groups
    if count > 64:
        raise Skip
    filter, out, fields = geometry(g, x)
    w, scales = weights(g, x, (count, *filter, channels // groups), 0)
    b = bias(g, x, scales, count) if g.chance(0.8) else -1
    g.add("CONV_2D", [x, w, b], [result(g, x, (x.shape[0], *out, count))], "Conv2DOptions",
          quantizedBiasType=wide_bias(b) if x.type == "int16" else 0, **fields)


@step("products", 4)
def depthwise(g):
    """DEPTHWISE_CONV_2D."""
    x = g.image(TYPES)
    multiplier = g.choice(1, 1, 1, 2, 3)
    count = x.shape[3] * multiplier
    filter, out, fields = geometry(g, x)
    # LiteRT takes int4 bytes for weights where the input is a float; see the operator's remark.
    kinds = tuple(k for k in WEIGHTS[x.type] if k != "int4" or x.type == "int8")
    w, scales = weights(g, x, (1, *filter, count), 3, kinds)
    if x.type == "float32" and scales and len(scales) == 1 and count > 1:
        raise Skip  # LiteRT's kernel for that needs a scale for each channel.
    operands = [x, w, bias(g, x, scales, count)]
    g.add("DEPTHWISE_CONV_2D", operands, [result(g, x, (x.shape[0], *out, count))],
          "DepthwiseConv2DOptions", depthMultiplier=multiplier, **fields)


@step("products", 5)
def fully_connected(g):
    """FULLY_CONNECTED."""
    x = g.take(TYPES, (1, 2, 2, 3, 4), lambda t: t.size)
    depth = x.shape[-1]
    kinds = WEIGHTS[x.type] if depth % 2 == 0 else tuple(
        k for k in WEIGHTS[x.type] if k != "int4")
    count = g.choice(1, 2, 3, 4, 7, 8, 16, 17)
    w, scales = weights(g, x, (count, depth), 0, kinds)
    b = bias(g, x, scales, count) if g.chance(0.8) else -1
    g.root.fixed_extents.add(depth)  # LiteRT divides others into rows and leaves the rest.
    keep = g.chance(0.4)
    shape = x.shape[:-1] + (count,) if keep else (x.size // depth, count)
    g.add("FULLY_CONNECTED", [x, w, b], [result(g, x, shape)], "FullyConnectedOptions",
          keepNumDims=keep, fusedActivationFunction=activation(g),
          asymmetricQuantizeInputs=bool(x.type == "float32" and scales and g.chance(0.5)),
          quantizedBiasType=wide_bias(b) if x.type == "int16" else 0)


@step("products", 3)
def batch_product(g):
    """BATCH_MATMUL."""
    x = g.take(("float32", "int8", "int16"), (2, 3, 4), lambda t: t.size)
    flipped, turned = g.chance(0.3), g.chance(0.5)
    rows, depth = x.shape[-2:][::-1] if flipped else x.shape[-2:]
    columns = g.choice(1, 2, 3, 8, 17)
    batch = [1 if g.chance(0.3) else v for v in x.shape[:-2]]
    shape = [*batch, *((columns, depth) if turned else (depth, columns))]
    if x.type == "float32" and not x.inexact and g.chance(0.25):
        y = g.constant(g.array("int8", shape, -127), (g.uniform(0.002, 0.02), 0))
    elif g.chance(0.5):
        y = g.constant(g.array(x.type, shape), g.scheme(x.type), x.type)
    else:
        y = g.input(x.type, shape)
    out = broadcast(x.shape[:-2], batch) + (rows, columns)
    g.add("BATCH_MATMUL", [x, y], [result(g, x, out)], "BatchMatMulOptions", adjX=flipped,
          adjY=turned, asymmetricQuantizeInputs=y.type != x.type and g.chance(0.5))


@step("products", 3)
def transposed_convolution(g):
    """TRANSPOSE_CONV."""
    x = g.image(TYPES)
    count = g.choice(1, 3, 4, 8, 9)
    filter = [g.random.randint(1, 5) for _ in range(2)]
    strides, same = [g.random.randint(1, 3) for _ in range(2)], g.chance(0.5)
    out = [g.random.randint((v - 1) * s + 1, v * s) if same
           else g.random.randint((v - 1) * s + f, (v - 1) * s + f + s - 1)
           for v, s, f in zip(x.shape[1:3], strides, filter)]
    kinds = {"float32": ("float32", "float32", "int8"), "uint8": ("uint8",)}
    w, scales = weights(g, x, (count, *filter, x.shape[3]), 0, kinds.get(x.type, ("int8",)))
    shape = (x.shape[0], *out, count)
    operands = [g.ints(*shape), w, x]
    if g.chance(0.6) or x.type == "int16":
        operands.append(bias(g, x, scales, count))
    g.add("TRANSPOSE_CONV", operands, [result(g, x, shape)], "TransposeConvOptions",
          padding=0 if same else 1, strideH=strides[0], strideW=strides[1],
          fusedActivationFunction=g.choice(0, 0, 1, 3),
          quantizedBiasType=peer.TYPES["int64"] if x.type == "int16" else 0)


@step("products")
def volume(g):
    """CONV_3D, CONV_3D_TRANSPOSE."""
    shape = (g.choice(1, 2), *(g.random.randint(1, 5) for _ in range(3)), g.choice(1, 2, 3, 8))
    x = g.input("float32", shape)
    filter = [g.random.randint(1, 3) for _ in range(3)]
    strides, count = [g.choice(1, 1, 2) for _ in range(3)], g.choice(1, 3, 4)
    same = g.chance(0.5) or any(v < f for v, f in zip(shape[1:4], filter))
    fields = dict(padding=0 if same else 1, strideD=strides[0], strideH=strides[1],
                  strideW=strides[2], dilationDFactor=1, dilationHFactor=1, dilationWFactor=1,
                  fusedActivationFunction=g.choice(0, 1, 3))
    if g.chance(0.5):
        out = [-(-v // s) if same else -(-(v - f + 1) // s)
               for v, s, f in zip(shape[1:4], strides, filter)]
        w = g.constant(g.array("float32", (*filter, shape[4], count), -1, 1))
        operands, name = [x, w, bias(g, x, None, count)], "CONV_3D"
    else:
        out = [v * s if same else (v - 1) * s + f
               for v, s, f in zip(shape[1:4], strides, filter)]
        w = g.constant(g.array("float32", (*filter, count, shape[4]), -1, 1))
        operands, name = [g.ints(shape[0], *out, count), w, x], "CONV_3D_TRANSPOSE"
    g.add(name, operands, [g.new("float32", (shape[0], *out, count))], "Conv3DOptions", **fields)


@step("products")
def embedding(g):
    """Rows of a table."""
    rows, depth = g.random.randint(1, 9), g.choice(1, 3, 4, 8, 16)
    ids = g.input("int32", (g.random.randint(1, 6),), None,
                  lambda s: g.array("int32", s, 0, rows - 1))
    type = g.choice("float32", "int8", "int8")
    out = "float32" if g.chance(0.5) else type
    scheme = (g.uniform(0.01, 0.2), 0) if type == "int8" else (None, None)
    table = g.constant(g.array(type, (rows, depth)), scheme)
    g.add("EMBEDDING_LOOKUP", [ids, table],
          [g.new(out, (ids.shape[0], depth), scheme if out == type else (None, None))])


@step("products")
def sparse_embedding(g):
    """EMBEDDING_LOOKUP_SPARSE."""
    rows, depth, count = g.random.randint(1, 6), g.choice(1, 3, 4), g.random.randint(1, 6)
    cells = sorted([g.random.randint(0, 2), g.random.randint(0, 3)] for _ in range(count))
    ids = g.input("int32", (count,), None, lambda s: g.array("int32", s, 0, rows - 1))
    table = g.constant(g.array("float32", (rows, depth)))
    factors = g.input("float32", (count,), None, lambda s: g.array("float32", s, 0.5, 2))
    out = g.new("float32", (3, depth))
    g.add("EMBEDDING_LOOKUP_SPARSE", [
        ids, g.constant(np.array(cells, np.int32)), g.ints(3, 4), factors, table], [out],
        "EmbeddingLookupSparseOptions", combiner=g.choice(0, 1, 2))
    out.inexact = True
