"""Operators that move elements."""
import numpy as np

from graph import Skip, broadcast, step

NUMBERS = ("float32", "int8", "uint8", "int16", "int32", "int64")
MOVABLE = NUMBERS + ("bool", "float32", "int8")
RANKS = (1, 1, 2, 3, 4, 4, 5)


@step("movement", 3)
def reshape(g):
    """RESHAPE."""
    x = g.take(MOVABLE, (0,) + RANKS, lambda t: t.size)
    rest, shape = x.size, []
    for _ in range(g.random.randint(0, 4)):
        shape.append(g.random.choice([d for d in range(1, rest + 1) if rest % d == 0]))
        rest //= shape[-1]
    shape.append(rest)
    told = list(shape)
    if g.chance(0.3):
        told[g.random.randrange(len(told))] = -1
    if g.chance(0.3):
        g.add("RESHAPE", [x], [g.like(x, shape)], "ReshapeOptions", newShape=told)
    else:
        g.add("RESHAPE", [x, g.ints(*told)], [g.like(x, shape)])


@step("movement", 3)
def concatenation(g):
    """CONCATENATION."""
    x = g.take(NUMBERS + ("bool",), RANKS)
    axis = g.random.randrange(x.rank)

    def fits(t):
        return (t.type == x.type and t.scheme == x.scheme and t.rank == x.rank and all(
            a == b for i, (a, b) in enumerate(zip(t.shape, x.shape)) if i != axis))
    old = [t for t in g.pool if fits(t)]
    parts = [x] + [g.random.choice(old) for _ in range(g.random.randint(0, 2))]
    if g.chance(0.5):
        shape = [g.random.randint(1, 3) if i == axis else v for i, v in enumerate(x.shape)]
        parts.append(g.constant(g.array(x.type, shape), x.scheme, x.type))
    g.random.shuffle(parts)
    shape = [sum(t.shape[axis] for t in parts) if i == axis else v for i, v in enumerate(x.shape)]
    g.add("CONCATENATION", parts, [g.like(x, shape)], "ConcatenationOptions",
          axis=axis - x.rank if g.chance(0.3) else axis)


@step("movement")
def concatenation_of_scales(g):
    """uint8 tensors of several scales, which the result brings to one."""
    shape = g.extents((2, 3, 4))
    parts = [g.take(("uint8",), shape=shape, when=lambda t: t.shape == shape)]
    parts.append(g.constant(g.array("uint8", shape), g.scheme("uint8"), "uint8"))
    total = [2 * shape[0], *shape[1:]]
    g.add("CONCATENATION", parts, [g.new("uint8", total)], "ConcatenationOptions", axis=0)


@step("movement", 2)
def split(g):
    """SPLIT, SPLIT_V."""
    x = g.take(NUMBERS, RANKS, lambda t: t.size)
    axis = g.random.randrange(x.rank)
    told = g.int(axis - x.rank if g.chance(0.3) else axis)
    extent = x.shape[axis]
    if g.chance(0.5):
        count = g.random.choice([d for d in range(1, min(extent, 5) + 1) if extent % d == 0])
        sizes = [extent // count] * count
        operands, name = [told, x], "SPLIT"
    else:
        cuts = sorted(g.random.randint(0, extent) for _ in range(g.random.randint(0, 2)))
        sizes = [b - a for a, b in zip([0, *cuts], [*cuts, extent])]
        shown = list(sizes)
        if g.chance(0.3):
            shown[g.random.randrange(len(shown))] = -1
        operands, name = [x, g.ints(*shown), told], "SPLIT_V"
    outs = [g.like(x, x.shape[:axis] + (s,) + x.shape[axis + 1:]) for s in sizes]
    options = "SplitOptions" if name == "SPLIT" else "SplitVOptions"
    g.add(name, operands, outs, options, numSplits=len(sizes))


@step("movement", 2)
def pack(g):
    """PACK."""
    x = g.take(NUMBERS, (0, 1, 2, 3))
    old = [t for t in g.pool if (t.type, t.shape, t.scheme) == (x.type, x.shape, x.scheme)]
    parts = [x] + [g.random.choice(old) for _ in range(g.random.randint(0, 2))]
    axis = g.random.randint(-x.rank - 1, x.rank)
    shape = list(x.shape)
    shape.insert(axis % (x.rank + 1), len(parts))
    g.add("PACK", parts, [g.like(x, shape)], "PackOptions", axis=axis, valuesCount=len(parts))


@step("movement", 2)
def unpack(g):
    """UNPACK."""
    x = g.take(("float32", "int8", "uint8", "int16", "int32", "bool"), RANKS[:-1])
    axes = [i for i, v in enumerate(x.shape) if 1 <= v <= 5]
    if not axes:
        raise Skip
    axis = g.random.choice(axes)
    shape = x.shape[:axis] + x.shape[axis + 1:]
    outs = [g.like(x, shape) for _ in range(x.shape[axis])]
    g.add("UNPACK", [x], outs, "UnpackOptions", axis=axis, num=len(outs))


@step("movement", 2)
def transpose(g):
    """TRANSPOSE."""
    x = g.take(NUMBERS + ("bool",), (1, 2, 3, 4, 5, 6))
    order = g.random.sample(range(x.rank), x.rank)
    g.add("TRANSPOSE", [x, g.ints(*order)], [g.like(x, [x.shape[i] for i in order])],
          "TransposeOptions")


@step("movement", 2)
def slice_(g):
    """SLICE."""
    x = g.take(NUMBERS + ("bool",), RANKS)
    begin = [g.random.randint(0, max(v - 1, 0)) for v in x.shape]
    size = [g.choice(-1, g.random.randint(0 if g.chance(0.05) else min(1, v - b), v - b))
            for v, b in zip(x.shape, begin)]
    shape = [v - b if s == -1 else s for v, b, s in zip(x.shape, begin, size)]
    type = g.choice(np.int32, np.int64)
    g.add("SLICE", [x, g.ints(*begin, type=type), g.ints(*size, type=type)], [g.like(x, shape)],
          "SliceOptions")


@step("movement", 3)
def strided_slice(g):
    """STRIDED_SLICE."""
    x = g.take(NUMBERS + ("bool",), RANKS)
    given = g.random.randint(1, x.rank)
    begin, end = ([g.random.randint(-8, 8) for _ in range(given)] for _ in range(2))
    strides = [g.choice(1, 1, 2, -1, -2, 3) for _ in range(given)]
    masks = {name: g.random.getrandbits(given) if g.chance(0.4) else 0
             for name in ("beginMask", "endMask")}
    shape = list(x.shape)
    for axis in range(given):
        kept = range(shape[axis])[
            None if masks["beginMask"] >> axis & 1 else begin[axis]:
            None if masks["endMask"] >> axis & 1 else end[axis]:strides[axis]]
        shape[axis] = len(kept)
    if 0 in end and 0 in shape:
        raise Skip  # XNNPACK takes an end of 0 for the whole rest; see the operator's remark.
    if g.chance(0.25):
        axis = g.random.randrange(given)
        if not x.shape[axis]:
            raise Skip
        begin[axis] = g.random.randrange(x.shape[axis])
        strides[axis], masks["shrinkAxisMask"] = 1, 1 << axis
        masks["beginMask"] &= ~(1 << axis)
        del shape[axis]
    g.add("STRIDED_SLICE", [x, g.ints(*begin), g.ints(*end), g.ints(*strides)],
          [g.like(x, shape)], "StridedSliceOptions", **masks)


@step("movement", 2)
def pad(g):
    """PADV2, PAD."""
    x = g.take(NUMBERS, RANKS)
    edges = [[g.choice(0, 0, 1, 2) for _ in range(2)] for _ in x.shape]
    shape = [a + v + b for v, (a, b) in zip(x.shape, edges)]
    operands = [x, g.constant(np.array(edges, g.choice(np.int32, np.int64)))]
    if g.chance(0.4):
        operands.append(g.constant(g.array(x.type, ()), x.scheme, x.type))
        g.add("PADV2", operands, [g.like(x, shape)], "PadV2Options")
    else:
        g.add("PAD", operands, [g.like(x, shape)], "PadOptions")


@step("movement")
def mirror_pad(g):
    """MIRROR_PAD."""
    x = g.take(("float32", "int8", "uint8", "int32", "int64"), RANKS, lambda t: t.size)
    mode = g.choice(0, 1)
    edges = [[g.random.randint(0, min(2, v - 1 + mode)) for _ in range(2)] for v in x.shape]
    shape = [a + v + b for v, (a, b) in zip(x.shape, edges)]
    g.add("MIRROR_PAD", [x, g.constant(np.array(edges, np.int32))], [g.like(x, shape)],
          "MirrorPadOptions", mode=mode)


@step("movement", 2)
def gather(g):
    """GATHER."""
    x = g.take(NUMBERS + ("bool",), RANKS, lambda t: t.size)
    axis = g.random.randrange(x.rank)
    batches = g.random.randint(0, min(axis, 2)) if g.chance(0.3) else 0
    lead = x.shape[:batches]
    places = lead + tuple(g.random.randint(1, 3) for _ in range(g.choice(0, 1, 1, 2)))
    type, most = g.choice("int32", "int64"), x.shape[axis] - 1
    shape = x.shape[:axis] + places[batches:] + x.shape[axis + 1:]
    if g.chance(0.5):
        indices = g.constant(g.array(type, places, 0, most))
    else:
        indices = g.input(type, places, None, lambda s: g.array(type, s, 0, most))
    g.add("GATHER", [x, indices], [g.like(x, shape)], "GatherOptions",
          axis=axis - x.rank if g.chance(0.2) else axis, batchDims=batches)


@step("movement")
def gather_nd(g):
    """GATHER_ND."""
    x = g.take(NUMBERS + ("bool",), RANKS, lambda t: t.size)
    depth = g.random.randint(1, x.rank)
    places = tuple(g.random.randint(1, 3) for _ in range(g.random.randint(0, 2)))
    most = np.array(x.shape[:depth])

    def fill(shape):
        return (g.array("int32", shape, 0, 1000) % most[:shape[-1]]).astype(np.int32)
    g.is_resizable = False
    indices = g.input("int32", places + (depth,), None, fill)
    g.add("GATHER_ND", [x, indices], [g.like(x, places + x.shape[depth:])], "GatherNdOptions")


@step("movement")
def scatter_nd(g):
    """SCATTER_ND."""
    depth = g.random.randint(1, 2)
    shape = g.extents((depth, depth + 1))
    if 0 in shape:
        raise Skip
    count = g.random.randint(1, 6)
    updates = g.take(("float32", "int32", "int8"), shape=(count,) + shape[depth:],
                     when=lambda t: t.shape[1:] == shape[depth:] and t.rank == 1 + len(
                         shape) - depth)
    rows = [[g.random.randrange(v) for v in shape[:depth]] for _ in range(updates.shape[0])]
    if not rows:
        raise Skip
    g.add("SCATTER_ND", [g.constant(np.array(rows, np.int32)), updates, g.ints(*shape)],
          [g.like(updates, shape)], "ScatterNdOptions")


@step("movement")
def dense(g):
    """SPARSE_TO_DENSE."""
    shape = g.extents((1, 2, 3))
    if 0 in shape:
        raise Skip
    count = g.random.randint(1, 5)
    rows = sorted([g.random.randrange(v) for v in shape] for _ in range(count))
    type = g.choice("float32", "int32", "int64", "int8")
    v = g.input(type, (count,), (None, None))
    g.add("SPARSE_TO_DENSE", [g.constant(np.array(rows, np.int32)), g.ints(*shape), v,
                              g.constant(g.array(type, ()))],
          [g.new(type, shape, (None, None))], "SparseToDenseOptions")


@step("movement", 2)
def tile(g):
    """TILE."""
    x = g.take(NUMBERS + ("bool",), RANKS, lambda t: t.size < 500)
    counts = [g.choice(1, 1, 2, 3) for _ in x.shape]
    g.add("TILE", [x, g.ints(*counts)], [g.like(x, np.multiply(x.shape, counts))])


@step("movement")
def broadcast_to(g):
    """BROADCAST_TO."""
    x = g.take(NUMBERS + ("bool",), (0, 1, 2, 3, 4))
    shape = [g.random.randint(1, 3) for _ in range(g.random.randint(0, 2))] + [
        g.choice(1, 2, 3) if v == 1 else v for v in x.shape]
    if not shape or broadcast(x.shape, shape) is None:
        raise Skip
    g.add("BROADCAST_TO", [x, g.ints(*shape)], [g.like(x, shape)], "BroadcastToOptions")


@step("movement")
def expand(g):
    """EXPAND_DIMS."""
    x = g.take(MOVABLE, (0, 1, 2, 3, 4))
    axis = g.random.randint(-x.rank - 1, x.rank)
    shape = list(x.shape)
    shape.insert(axis % (x.rank + 1), 1)
    g.add("EXPAND_DIMS", [x, g.int(axis)], [g.like(x, shape)], "ExpandDimsOptions")


@step("movement")
def squeeze(g):
    """SQUEEZE."""
    x = g.take(MOVABLE, RANKS, lambda t: 1 in t.shape)
    ones = [i for i, v in enumerate(x.shape) if v == 1]
    gone = g.random.sample(ones, g.random.randint(1, len(ones)))
    shape = [v for i, v in enumerate(x.shape) if i not in gone]
    g.add("SQUEEZE", [x], [g.like(x, shape)], "SqueezeOptions",
          squeezeDims=[i - x.rank if g.chance(0.3) else i for i in gone])


@step("movement")
def reverse(g):
    """REVERSE_V2."""
    x = g.take(NUMBERS + ("bool",), RANKS)
    g.add("REVERSE_V2", [x, g.ints(g.random.randrange(x.rank))], [g.like(x)], "ReverseV2Options")


@step("movement")
def reverse_sequence(g):
    """REVERSE_SEQUENCE."""
    x = g.take(("float32", "int32", "int64", "uint8", "int16"), (2, 3, 4), lambda t: t.size)
    g.is_resizable = False
    sequence, batch = g.random.sample(range(x.rank), 2)
    lengths = g.array("int32", (x.shape[batch],), 1, x.shape[sequence])
    g.add("REVERSE_SEQUENCE", [x, g.constant(lengths)], [g.like(x)], "ReverseSequenceOptions",
          seqDim=sequence, batchDim=batch)
