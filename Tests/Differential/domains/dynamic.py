"""Shapes that a graph computes while it runs, and operators whose results have such shapes.

The numbers of a list that is computed from shapes are followed in `Tensor.value`, so that the graph
is valid; the file does not tell them.
"""
import math

import numpy as np

from facts import LIMITS
from graph import Skip, broadcast, step

NUMBERS = ("float32", "int32", "int8", "int64")


def shape_of(g, x):
    """SHAPE."""
    out = g.new("int32", (x.rank,))
    g.add("SHAPE", [x], [out], "ShapeOptions", outType=2)
    out.value = x.shape
    return out


def computed(g, name, operands, value, options=None, **fields):
    """A list of integers, of which the graph knows only the operator that gives it."""
    shape = (len(value),) if isinstance(value, tuple) else ()
    out = g.new("int32", shape, dynamic=True)
    g.add(name, operands, [out], options, **fields)
    out.value = value
    return out


def extent(g, x, most=None):
    """An extent of a tensor as a scalar, limited to `most`; and the number."""
    if not x.rank:
        raise Skip
    axis = g.random.randrange(x.rank)
    out = computed(g, "STRIDED_SLICE", [shape_of(g, x), g.ints(axis), g.ints(axis + 1), g.ints(1)],
                   x.shape[axis], "StridedSliceOptions", shrinkAxisMask=1)
    number = x.shape[axis]
    if most is not None:
        number = min(number, most)
        out = computed(g, "MINIMUM", [out, g.int(most)], number, "MaximumMinimumOptions")
    return out, number


def counted(g, limit, number, delta=1):
    """0, delta, 2 · delta … below a computed limit."""
    return computed(g, "RANGE", [g.int(0), limit, g.int(delta)], tuple(range(0, number, delta)),
                    "RangeOptions")


def some(g, types=NUMBERS, ranks=(1, 2, 3, 4), **more):
    return g.take(types, ranks, lambda t: t.size and t.value is None, **more)


@step("dynamic", 3)
def reshape(g):
    """PACK, REVERSE_V2, REDUCE_PROD, CONCATENATION, RESHAPE."""
    x = some(g)
    way = g.choice("minus one", "reverse", "flat", "columns")
    if way == "minus one":
        n, number = extent(g, x)
        target = computed(g, "PACK", [n, g.int(-1)], (number, x.size // number), "PackOptions",
                          valuesCount=2, axis=0)
    elif way == "reverse":
        target = computed(g, "REVERSE_V2", [shape_of(g, x), g.ints(0)], x.shape[::-1],
                          "ReverseV2Options")
    else:
        target = computed(g, "REDUCE_PROD", [shape_of(g, x), g.ints(0)], (x.size,),
                          "ReducerOptions", keepDims=True)
        if way == "columns":
            target = computed(g, "CONCATENATION", [target, g.ints(1)], (x.size, 1),
                              "ConcatenationOptions", axis=0)
    g.add("RESHAPE", [x, target], [g.like(x, target.value, dynamic=True)])


@step("dynamic", 2)
def halves(g):
    """SLICE to a part that is computed from the shape."""
    x = some(g)
    by = g.choice(2, 3)
    size = computed(g, "FLOOR_DIV", [shape_of(g, x), g.int(by)], tuple(v // by for v in x.shape),
                    "FloorDivOptions")
    zeros = g.ints(*[0] * x.rank)
    if g.chance(0.5):
        out = g.like(x, size.value, dynamic=True)
        g.add("SLICE", [x, zeros, size], [out], "SliceOptions")
    else:
        out = g.like(x, [v - b for v, b in zip(x.shape, size.value)], dynamic=True)
        g.add("SLICE", [x, size, g.ints(*[-1] * x.rank)], [out], "SliceOptions")


@step("dynamic")
def strided(g):
    """STRIDED_SLICE."""
    x = some(g)
    strides = [g.choice(1, 2) for _ in x.shape]
    out = g.like(x, [-(-v // s) for v, s in zip(x.shape, strides)], dynamic=True)
    g.add("STRIDED_SLICE", [x, g.ints(*[0] * x.rank), shape_of(g, x), g.ints(*strides)], [out],
          "StridedSliceOptions")


@step("dynamic")
def tile(g):
    """MINIMUM, TILE."""
    x = some(g)
    counts = computed(g, "MINIMUM", [shape_of(g, x), g.int(2)], tuple(min(v, 2) for v in x.shape),
                      "MaximumMinimumOptions")
    out = g.like(x, [a * b for a, b in zip(x.shape, counts.value)], dynamic=True)
    g.add("TILE", [x, counts], [out])


@step("dynamic")
def number_range(g):
    """CAST."""
    x = some(g)
    n, number = extent(g, x)
    list_ = counted(g, n, number, g.choice(1, 1, 2))
    wide = g.new("float32", list_.shape, dynamic=True)
    g.add("CAST", [list_], [wide], "CastOptions")


@step("dynamic")
def float_range(g):
    """RANGE."""
    start, delta, count = g.uniform(-2, 2), g.choice(0.5, 0.25, 1.0), g.random.randint(1, 6)
    x = g.input("float32", (), None, lambda s: np.asarray(start, np.float32))
    out = g.new("float32", (count,), dynamic=True)
    limit = g.constant(np.float32(start + delta * (count - 0.5)))
    g.add("RANGE", [x, limit, g.constant(np.float32(delta))], [out], "RangeOptions")


@step("dynamic", 2)
def fill(g):
    """FILL."""
    x = some(g)
    type = g.choice("float32", "int32", "int64", "bool", "int8")
    scheme = g.scheme(type)
    out = g.new(type, x.shape, scheme, dynamic=True)
    g.add("FILL", [shape_of(g, x), g.constant(g.array(type, ()), scheme, type)], [out],
          "FillOptions")


@step("dynamic")
def best(g):
    """TOPK_V2."""
    x = some(g, ("float32", "int32", "int8"), (1, 2, 3))
    n, number = extent(g, x, x.shape[-1])
    shape = x.shape[:-1] + (number,)
    g.add("TOPK_V2", [x, n], [g.like(x, shape, dynamic=True), g.new("int32", shape, dynamic=True)],
          "TopKV2Options")


@step("dynamic", 2)
def where(g):
    """The places of a known number of true values, which pick elements."""
    shape = g.extents((1, 2, 3))
    size = math.prod(shape)
    if not size:
        raise Skip
    count = g.random.randint(1, size)
    type = g.choice("bool", "bool", "float32", "int32", "int64")

    def fill(s):
        flags = np.arange(math.prod(s)) < count
        np.random.default_rng(g.random.getrandbits(32)).shuffle(flags)
        return flags.reshape(s).astype(type)
    condition = g.input(type, shape, (None, None), fill)
    places = g.new("int64", (count, len(shape)), dynamic=True)
    g.add("WHERE", [condition], [places], "WhereOptions")
    x = some(g, shape=shape)
    if x.shape == shape:
        g.add("GATHER_ND", [x, places], [g.like(x, (count,), dynamic=True)], "GatherNdOptions")


@step("dynamic")
def unique(g):
    """UNIQUE."""
    count, size = g.random.randint(1, 4), g.random.randint(4, 12)
    type = g.choice("float32", "int32", "int64")

    def fill(s):
        list_ = np.arange(math.prod(s)) % count
        np.random.default_rng(g.random.getrandbits(32)).shuffle(list_)
        return list_.astype(type)
    x = g.input(type, (size,), None, fill)
    g.add("UNIQUE", [x], [g.new(type, (count,), dynamic=True), g.new("int32", (size,))],
          "UniqueOptions", idxOutType=2)


@step("dynamic", 2)
def broadcast_to(g):
    """MAXIMUM, ADD, BROADCAST_TO."""
    x = some(g)
    y = g.partner(x, same_scheme=True)
    wide = broadcast(x.shape, y.shape)
    z = g.like(x, wide)
    if x.type == "int8":
        g.add("MAXIMUM", [x, y], [z], "MaximumMinimumOptions")
    else:
        g.add("ADD", [x, y], [z], "AddOptions", potScaleInt16=False)
    g.add("BROADCAST_TO", [y, shape_of(g, z)], [g.like(y, wide, dynamic=True)],
          "BroadcastToOptions")


@step("dynamic")
def broadcast_args(g):
    """BROADCAST_ARGS, BROADCAST_TO."""
    x = some(g)
    y = g.partner(x)
    wide = broadcast(x.shape, y.shape)
    other = g.ints(*y.shape) if y.rank and g.chance(0.5) else shape_of(g, y)
    if not y.rank:
        raise Skip
    list_ = computed(g, "BROADCAST_ARGS", [shape_of(g, x), other], wide)
    g.add("BROADCAST_TO", [x, list_], [g.like(x, wide, dynamic=True)], "BroadcastToOptions")


@step("dynamic")
def expand(g):
    """RANK, EXPAND_DIMS."""
    x = some(g, ranks=(1, 2, 3))
    rank = computed(g, "RANK", [x], x.rank, "RankOptions")
    g.add("EXPAND_DIMS", [x, rank], [g.like(x, x.shape + (1,), dynamic=True)],
          "ExpandDimsOptions")


@step("dynamic")
def gather(g):
    """GATHER."""
    x = some(g)
    axis = g.random.randrange(x.rank)
    n, number = extent(g, x, x.shape[axis])
    shape = x.shape[:axis] + (number,) + x.shape[axis + 1:]
    g.add("GATHER", [x, counted(g, n, number)], [g.like(x, shape, dynamic=True)], "GatherOptions",
          axis=axis)


@step("dynamic")
def transpose(g):
    """RANK, REVERSE_V2, TRANSPOSE."""
    x = some(g)
    rank = computed(g, "RANK", [x], x.rank, "RankOptions")
    order = computed(g, "REVERSE_V2", [counted(g, rank, x.rank), g.ints(0)],
                     tuple(range(x.rank))[::-1], "ReverseV2Options")
    g.add("TRANSPOSE", [x, order], [g.like(x, x.shape[::-1], dynamic=True)], "TransposeOptions")


@step("dynamic")
def pad(g):
    """MINIMUM, ZEROS_LIKE, PACK, PAD."""
    x = some(g)
    ones = computed(g, "MINIMUM", [shape_of(g, x), g.int(1)], (1,) * x.rank,
                    "MaximumMinimumOptions")
    zeros = computed(g, "ZEROS_LIKE", [ones], (0,) * x.rank, "ZerosLikeOptions")
    edges = g.new("int32", (x.rank, 2), dynamic=True)
    g.add("PACK", [ones, zeros], [edges], "PackOptions", valuesCount=2, axis=1)
    g.pool.remove(edges)
    g.add("PAD", [x, edges], [g.like(x, [v + 1 for v in x.shape], dynamic=True)], "PadOptions")


@step("dynamic")
def one_hot(g):
    """ONE_HOT."""
    x = some(g, ("int32", "int64"))
    n, number = extent(g, x, 5)
    on, off = g.constant(np.float32(1)), g.constant(np.float32(-1))
    g.add("ONE_HOT", [x, n, on, off],
          [g.new("float32", x.shape + (number,), dynamic=True)], "OneHotOptions", axis=-1)


@step("dynamic")
def scatter(g):
    """STRIDED_SLICE, EXPAND_DIMS, ADD, SCATTER_ND."""
    x = some(g, ("float32", "int32"), (1, 2, 3))
    if x.inexact:
        raise Skip
    n = computed(g, "STRIDED_SLICE", [shape_of(g, x), g.ints(0), g.ints(1), g.ints(1)], x.shape[0],
                 "StridedSliceOptions", shrinkAxisMask=1)
    rows = g.new("int32", (x.shape[0], 1), dynamic=True)
    g.add("EXPAND_DIMS", [counted(g, n, x.shape[0]), g.int(1)], [rows], "ExpandDimsOptions")
    g.pool.remove(rows)
    more = (x.shape[0] + 1,) + x.shape[1:]
    target = computed(g, "ADD", [shape_of(g, x), g.ints(1, *[0] * (x.rank - 1))], more,
                      "AddOptions")
    g.add("SCATTER_ND", [rows, x, target], [g.like(x, more, dynamic=True)], "ScatterNdOptions")


@step("dynamic")
def resize(g):
    """STRIDED_SLICE, MUL, RESIZE_NEAREST_NEIGHBOR, RESIZE_BILINEAR."""
    x = g.image(("float32", "int8", "uint8"))
    size = computed(g, "STRIDED_SLICE", [shape_of(g, x), g.ints(1), g.ints(3), g.ints(1)],
                    x.shape[1:3], "StridedSliceOptions")
    size = computed(g, "MUL", [size, g.int(2)], tuple(2 * v for v in x.shape[1:3]), "MulOptions")
    name = g.choice("RESIZE_NEAREST_NEIGHBOR", "RESIZE_BILINEAR")
    title = "".join(part.title() for part in name.split("_"))
    out = g.like(x, (x.shape[0], *size.value, x.shape[3]), dynamic=True)
    g.add(name, [x, size], [out], title + "Options", halfPixelCenters=g.chance(0.5))


@step("dynamic")
def update(g):
    """FLOOR_DIV, SLICE, DYNAMIC_UPDATE_SLICE."""
    x = some(g)
    start = computed(g, "FLOOR_DIV", [shape_of(g, x), g.int(3)], tuple(v // 3 for v in x.shape),
                     "FloorDivOptions")
    size = tuple(max(v // 2, 1) for v in x.shape)
    part = g.like(x, size)
    g.add("SLICE", [x, g.ints(*[0] * x.rank), g.ints(*size)], [part], "SliceOptions")
    g.add("DYNAMIC_UPDATE_SLICE", [x, part, start], [g.like(x)], "DynamicUpdateSliceOptions")


@step("dynamic")
def suppression(g):
    """Boxes that overlap too much are left out; how many are kept depends on the scores."""
    name = g.choice("NON_MAX_SUPPRESSION_V4", "NON_MAX_SUPPRESSION_V5")
    count, most = g.random.randint(1, 20), g.random.randint(1, 12)

    def boxes(s):
        corner = g.array("float32", (s[0], 2), 0, 1)
        return np.concatenate([corner, corner + g.array("float32", (s[0], 2), 0.05, 0.6)], 1)
    b = g.input("float32", (count, 4), None, boxes)
    s = g.input("float32", (count,), None, lambda s: g.array("float32", s, 0, 1))
    soft = name.endswith("V5")
    numbers = [0.5, 0.2] + ([g.choice(0.0, 0.5)] if soft else [])
    outs = [g.new("int32", (most,))] + ([g.new("float32", (most,))] if soft else []) + [
        g.new("int32", ())]
    g.add(name, [b, s, g.int(most), *(g.constant(np.float32(v)) for v in numbers)], outs,
          f"NonMaxSuppression{name[-2:]}Options")


@step("dynamic", 2)
def of_unknown_shape(g):
    """An operator of fixed shape behind one whose shape is computed."""
    x = some(g, ("float32", "int8", "uint8"), (2, 3, 4))
    target = shape_of(g, x)
    y = g.like(x, dynamic=True)
    g.add("RESHAPE", [x, target], [y])
    if x.type in LIMITS:
        g.add("QUANTIZE", [y], [g.new(x.type, x.shape, dynamic=True)])
    else:
        name = g.choice("ABS", "SQUARE", "SOFTMAX", "MEAN")
        if name == "MEAN":
            g.add(name, [y, g.ints(-1)], [g.new("float32", x.shape[:-1] + (1,), dynamic=True)],
                  "ReducerOptions", keepDims=True)
        else:
            fields = dict(options="SoftmaxOptions", beta=1.0) if name == "SOFTMAX" else {}
            g.add(name, [y], [g.new("float32", x.shape, dynamic=True)], **fields)
