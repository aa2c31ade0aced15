"""Numbers that change between floats and integers."""
import numpy as np

from engines import peer
from facts import LIMITS
from graph import Skip, step

BYTES = ("int8", "uint8", "int16")


@step("quantisation", 3)
def quantise(g):
    """QUANTIZE."""
    x = g.take(("float32",), (0, 1, 2, 3, 4, 5))
    type = g.choice("int8", "int8", "uint8", "int16")
    g.add("QUANTIZE", [x], [g.new(type, x.shape)])


@step("quantisation", 2)
def dequantise(g):
    """DEQUANTIZE."""
    x = g.take(BYTES, (0, 1, 2, 3, 4, 5))
    g.add("DEQUANTIZE", [x], [g.new("float32", x.shape)])


@step("quantisation", 3)
def requantise(g):
    """QUANTIZE."""
    x = g.take(BYTES, (0, 1, 2, 3, 4))
    type = g.choice(*(("int8", "int16", "int32") if x.type == "int16" else ("int8", "uint8")))
    scheme = (g.uniform(0.01, 0.3), 0) if type == "int32" else None
    g.add("QUANTIZE", [x], [g.new(type, x.shape, scheme)])


@step("quantisation")
def of_channels(g):
    """One scale for each channel, from floats or of a constant."""
    g.is_resizable = False
    shape = g.extents((2, 3, 4))
    axis = g.random.randrange(len(shape))
    scales = [g.uniform(0.02, 0.3) for _ in range(shape[axis])]
    if not scales:
        raise Skip
    if g.chance(0.5):
        weights = g.constant(g.array("int8", shape), (scales, [0] * len(scales)), axis=axis)
        x = g.new("float32", shape)
        g.add("DEQUANTIZE", [weights], [x])
        # A constant alone is no graph: it meets an input.
        y = g.input("float32", shape)
        g.add("ADD", [x, y], [g.new("float32", shape)], "AddOptions")
        return
    x = g.take(("float32",), shape=shape, when=lambda t: t.shape == shape)
    index = g.graph.tensor("int8", shape, scales, [0] * len(scales), axis=axis)
    out = g.new("int8", shape, (1.0, 0))
    g.graph.table.tensors[out.index] = g.graph.table.tensors[index]
    g.add("QUANTIZE", [x], [out])
    g.pool.remove(out)
    back = g.new("float32", shape)
    g.add("DEQUANTIZE", [out], [back])


@step("quantisation")
def half_precision(g):
    """Weights of half precision, as converters store them."""
    x = g.take(("float32",), (1, 2, 3, 4))
    half = g.constant(g.array("float16", x.shape))
    wide = g.new("float32", x.shape)
    g.add("DEQUANTIZE", [half], [wide])
    g.add("MUL", [x, wide], [g.new("float32", x.shape)], "MulOptions")


@step("quantisation")
def small_integers(g):
    """Constants of 4 bits."""
    shape = g.extents((1, 2, 3))
    count = int(np.prod(shape))
    if not count:
        raise Skip
    data = peer.pack_nibbles(g.array("int32", (count,), -8, 7))
    weights = g.constant(data, (g.uniform(0.02, 0.5), g.choice(0, 0, 2)), "int4", shape)
    x, wide = g.input("float32", shape), g.new("float32", shape)
    g.add("DEQUANTIZE", [weights], [wide])
    g.add("MUL", [x, wide], [g.new("float32", shape)], "MulOptions")


@step("quantisation")
def fake(g):
    """FAKE_QUANT."""
    x = g.take(("float32",), (1, 2, 3, 4))
    low = g.uniform(-3, 0)
    g.add("FAKE_QUANT", [x], [g.new("float32", x.shape)], "FakeQuantOptions", min=low,
          max=low + g.uniform(0.5, 5), numBits=g.choice(8, 8, 4, 16), narrowRange=g.chance(0.3))


@step("quantisation", 2)
def chain(g):
    """Byte operators that XNNPACK may turn into tables, at the end a tensor times itself."""
    type = g.choice("int8", "uint8")
    x = g.take((type,), (1, 2, 3, 4))
    for _ in range(g.choice(1, 2, 4)):
        name = g.choice("LEAKY_RELU", "LOGISTIC", "TANH", "HARD_SWISH", "RELU", "QUANTIZE", "ADD")
        fields, operands = {}, [x]
        scheme = x.scheme if name == "RELU" and g.chance(0.5) else None
        if name in ("LOGISTIC", "TANH"):
            scheme = (1 / (256 if name == "LOGISTIC" else 128),
                      sum(LIMITS[type]) // 2 + 1 if name == "TANH" else LIMITS[type][0])
        if name == "LEAKY_RELU":
            fields = dict(options="LeakyReluOptions", alpha=g.choice(0.1, 0.3, 1.5))
        if name == "ADD":
            fields = dict(options="AddOptions", fusedActivationFunction=g.choice(0, 0, 1, 3))
            operands = [x, g.choice(x, g.constant(g.array(type, ()), g.scheme(type), type))]
        y = g.new(type, x.shape, scheme)
        g.add(name, operands, [y], **fields)
        x = y
    y = g.new(type, x.shape)
    g.add("MUL", [x, x], [y], "MulOptions", fusedActivationFunction=g.choice(0, 0, 1))
