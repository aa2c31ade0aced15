"""Reductions, pooling, normalisation and searches along axes."""
import numpy as np

from facts import LIMITS
from graph import Skip, step

NUMBERS = ("float32", "int8", "uint8", "int16", "int32", "int64")

REDUCTIONS = {
    "SUM": ("float32", "int32", "int64", "int8"), "MEAN": NUMBERS[:5],
    "REDUCE_MAX": NUMBERS, "REDUCE_MIN": NUMBERS, "REDUCE_PROD": ("float32", "int32", "int64"),
    "REDUCE_ANY": ("bool",), "REDUCE_ALL": ("bool",),
}


@step("reduction", 5)
def reduce(g):
    """SUM, REDUCE_ANY, REDUCE_ALL, MEAN."""
    name = g.random.choice(sorted(REDUCTIONS))
    x = g.take(REDUCTIONS[name], (1, 2, 3, 4, 4, 5))
    axes = g.random.sample(range(x.rank), g.random.randint(1, x.rank))
    if not x.size and name not in ("SUM", "REDUCE_ANY", "REDUCE_ALL"):
        raise Skip
    keep = g.chance(0.5)
    shape = [1 if axis in axes else v for axis, v in enumerate(x.shape)
             if keep or axis not in axes]
    told = [axis - x.rank if g.chance(0.3) else axis for axis in axes]
    if g.chance(0.1):
        told.append(told[0])
    out = g.new(x.type, shape, None if name in ("MEAN", "SUM") and g.chance(0.7) else x.scheme)
    g.add(name, [x, g.ints(*told)], [out], "ReducerOptions", keepDims=keep)


@step("reduction", 4)
def pool(g):
    """AVERAGE_POOL_2D, MAX_POOL_2D, L2_POOL_2D."""
    name = g.choice("AVERAGE_POOL_2D", "MAX_POOL_2D", "L2_POOL_2D")
    x = g.image(("float32",) if name == "L2_POOL_2D" else NUMBERS[:4])
    filter = [g.random.randint(1, min(7, v)) for v in x.shape[1:3]]
    strides, same = [g.random.randint(1, 3) for _ in filter], g.chance(0.5)
    g.is_resizable &= same  # LiteRT runs windows that are larger than the image.
    out = [-(-n // s) if same else -(-(n - f + 1) // s)
           for n, f, s in zip(x.shape[1:3], filter, strides)]
    g.add(name, [x], [g.like(x, (x.shape[0], *out, x.shape[3]))], "Pool2DOptions",
          padding=0 if same else 1, strideH=strides[0], strideW=strides[1],
          filterHeight=filter[0], filterWidth=filter[1],
          fusedActivationFunction=g.choice(0, 0, 1, 2, 3))


@step("reduction", 2)
def softmax(g):
    """SOFTMAX."""
    x = g.take(NUMBERS[:4], (1, 2, 3, 4), lambda t: t.size)
    scheme = {"int8": (1 / 256, -128), "uint8": (1 / 256, 0), "int16": (1 / 32768, 0)}.get(x.type)
    g.add("SOFTMAX", [x], [g.new(x.type, x.shape, scheme)], "SoftmaxOptions",
          beta=g.choice(1.0, 1.0, 0.5, 2.0))


@step("reduction")
def log_softmax(g):
    """LOG_SOFTMAX."""
    x = g.take(NUMBERS[:3], (1, 2, 3, 4), lambda t: t.size)
    scheme = {"int8": (16 / 256, 127), "uint8": (16 / 256, 255)}.get(x.type)
    g.add("LOG_SOFTMAX", [x], [g.new(x.type, x.shape, scheme)], "LogSoftmaxOptions")


@step("reduction")
def l2_normalisation(g):
    """L2_NORMALIZATION."""
    x = g.take(NUMBERS[:3], (1, 2, 3, 4), lambda t: t.size)
    scheme = {"int8": (1 / 128, 0), "uint8": (1 / 128, 128)}.get(x.type)
    g.add("L2_NORMALIZATION", [x], [g.new(x.type, x.shape, scheme)], "L2NormOptions")


@step("reduction")
def local_response(g):
    """LOCAL_RESPONSE_NORMALIZATION."""
    x = g.image(("float32",))
    g.add("LOCAL_RESPONSE_NORMALIZATION", [x], [g.like(x)], "LocalResponseNormalizationOptions",
          radius=g.choice(1, 2, 5), bias=g.uniform(0.5, 2), alpha=g.uniform(0.1, 2), beta=0.5)


@step("reduction", 2)
def best_index(g):
    """ARG_MAX, ARG_MIN."""
    name = g.choice("ARG_MAX", "ARG_MIN")
    x = g.take(("float32", "int8", "uint8", "int32"), (1, 2, 3, 4), lambda t: t.size)
    axis = g.random.randrange(x.rank)
    type = g.choice("int32", "int64")
    out = g.new(type, x.shape[:axis] + x.shape[axis + 1:])
    g.add(name, [x, g.int(axis - x.rank if g.chance(0.3) else axis)], [out],
          name.title().replace("_", "") + "Options", outputType=2 if type == "int32" else 4)


@step("reduction", 2)
def largest(g):
    """TOPK_V2."""
    x = g.take(("float32", "int8", "uint8", "int16", "int32", "int64"), (1, 2, 3),
               lambda t: t.size)
    count = g.random.randint(1, x.shape[-1])
    shape = x.shape[:-1] + (count,)
    g.add("TOPK_V2", [x, g.int(count)], [g.like(x, shape), g.new("int32", shape)],
          "TopKV2Options")


@step("reduction", 2)
def running_sum(g):
    """CUMSUM."""
    x = g.take(("float32", "int32", "int64"), (1, 2, 3, 4))
    axis = g.random.randint(-x.rank, x.rank - 1)
    g.add("CUMSUM", [x, g.int(axis)], [g.like(x)], "CumsumOptions", exclusive=g.chance(0.5),
          reverse=g.chance(0.5))


@step("reduction")
def segments(g):
    """SEGMENT_SUM."""
    x = g.take(("float32", "int32"), (1, 2, 3), lambda t: t.size)
    ids = np.cumsum([0] + [g.choice(0, 0, 1) for _ in range(x.shape[0] - 1)])
    out = g.like(x, (int(ids[-1]) + 1,) + x.shape[1:])
    g.add("SEGMENT_SUM", [x, g.ints(*map(int, ids))], [out], "SegmentSumOptions")


@step("reduction", 2)
def unsorted_segments(g):
    """UNSORTED_SEGMENT_SUM, _PROD, _MIN and _MAX."""
    kind = g.choice("Sum", "Prod", "Min", "Max")
    x = g.take(("float32", "int32"), (1, 2, 3), lambda t: t.size)
    count = g.random.randint(1, 5)
    ids = [g.random.randint(-1, count - 1) for _ in range(x.shape[0])]
    g.add(f"UNSORTED_SEGMENT_{kind.upper()}", [x, g.ints(*ids), g.int(count)],
          [g.like(x, (count,) + x.shape[1:])], f"UnsortedSegment{kind}Options")


@step("reduction")
def buckets(g):
    """BUCKETIZE."""
    x = g.take(("float32", "int32", "int64"), (1, 2, 3))
    edges = sorted(g.choice(-3.0, -1.0, 0.0, 0.5, 2.0, 7.0) for _ in range(g.choice(1, 3, 5)))
    g.add("BUCKETIZE", [x], [g.new("int32", x.shape)], "BucketizeOptions", boundaries=edges)


@step("reduction")
def window(g):
    """REDUCE_WINDOW over integers, and over floats in their one order."""
    type = g.choice("float32", "int32", "int64", "int8", "bool")
    x = g.take((type,), (2,), lambda t: t.size)
    if x.type in LIMITS:
        x = g.input("int8", x.shape, (None, None), lambda s: g.array("int8", s, -3, 3))
    kind = g.choice(5, 6) if x.type == "bool" else g.choice(1, 2, 3, 4)
    sizes = [g.random.randint(1, v) for v in x.shape]
    strides, spread = ([g.choice(1, 1, 2) for _ in sizes] for _ in range(2))
    out = [(v - (s - 1) * d - 1) // t + 1 for v, s, t, d in zip(x.shape, sizes, strides, spread)]
    if min(out) < 1:
        raise Skip
    first = g.constant(np.asarray(1 if kind != 3 else 0, x.type))
    numbers = [g.ints(*v, type=np.int64) for v in (sizes, strides, spread)]
    g.add("REDUCE_WINDOW", [x, first, *numbers], [g.like(x, out)], "ReduceWindowOptions",
          reduceFunction=kind)
