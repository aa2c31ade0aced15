"""The operators of StableHLO that LiteRT has kernels for."""
import math

import numpy as np

from cases.stablehlo import NUMBERS, REDUCIBLE, window
from facts import FLOATS
from graph import Skip, step

PLAIN = (None, None)


def operand(g, type, shape, low=-9, high=9):
    """An input of unquantised numbers; unsigned ones from 0 on."""
    if type == "bool":
        return g.input(type, shape, PLAIN)
    low = max(low, 0) if type[0] == "u" else low
    return g.input(type, shape, PLAIN, lambda s: g.array(type, s, low, high))


@step("stablehlo", 3)
def elementwise(g):
    """Operators that need operands of one shape."""
    name = g.choice("ADD", "MULTIPLY", "MAXIMUM", "MINIMUM", "AND", "SHIFT_LEFT")
    types = NUMBERS + ["bool"]
    if name == "AND":
        types = [t for t in types if t not in FLOATS]
    elif name == "SHIFT_LEFT":
        types = ["int32", "int16", "int8"]
    type, shape = g.random.choice(types), g.extents((1, 2, 3, 4))
    x = operand(g, type, shape)
    y = operand(g, type, shape, *((0, 7) if name == "SHIFT_LEFT" else ()))
    g.add("STABLEHLO_" + name, [x, y], [g.new(type, shape, PLAIN)])


@step("stablehlo", 2)
def pad(g):
    """STABLEHLO_PAD."""
    type, shape = g.random.choice(NUMBERS), g.extents((1, 2, 3))
    if 0 in shape:
        raise Skip
    low, high = ([g.random.randint(-1, 2) for _ in shape] for _ in range(2))
    inner = [g.choice(0, 0, 1, 2) for _ in shape]
    out = [(v - 1) * (i + 1) + 1 + a + b for v, a, b, i in zip(shape, low, high, inner)]
    if min(out) < 1:
        raise Skip
    g.add("STABLEHLO_PAD", [operand(g, type, shape), operand(g, type, ())],
          [g.new(type, out, PLAIN)], "StablehloPadOptions", edgePaddingLow=low,
          edgePaddingHigh=high, interiorPadding=inner)


@step("stablehlo", 2)
def gather(g):
    """Rows, or windows, at indices that are brought into the operand."""
    g.is_resizable = False
    type, index = g.random.choice(NUMBERS), g.choice("int32", "int64")
    rows, columns, count = (g.random.randint(1, 5) for _ in range(3))
    x, wide = operand(g, type, (rows, columns)), g.random.randint(1, columns)
    if g.chance(0.5):
        i = operand(g, index, (count,), -2, 6)
        fields = dict(indexVectorDim=1, startIndexMap=[0])
    else:
        i = operand(g, index, (count, 2), -2, 6)
        fields = dict(indexVectorDim=1, startIndexMap=[0, 1])
    g.add("STABLEHLO_GATHER", [x, i], [g.new(type, (count, wide), PLAIN)],
          "StablehloGatherOptions", offsetDims=[1], collapsedSliceDims=[0], sliceSizes=[1, wide],
          **fields)


@step("stablehlo", 2)
def scatter(g):
    """STABLEHLO_SCATTER with each body."""
    g.is_resizable = False
    type, index = g.random.choice(NUMBERS), g.choice("int32", "int64")
    rows, columns, count = (g.random.randint(1, 5) for _ in range(3))
    body = g.choice(None, "STABLEHLO_ADD", "STABLEHLO_MULTIPLY", "STABLEHLO_MAXIMUM",
                    "STABLEHLO_MINIMUM")
    x, u = operand(g, type, (rows, columns)), operand(g, type, (count, columns), -2, 2)
    i = operand(g, index, (count, 1), 0, rows)
    inner = g.model.subgraph()
    a, b = inner.input(type, ()), inner.input(type, ())
    if body is None:
        inner.table.outputs.append(b)
    else:
        inner.operator(body, [a, b], [inner.output(type, ())])
    g.add("STABLEHLO_SCATTER", [x, i, u], [g.new(type, x.shape, PLAIN)],
          "StablehloScatterOptions", updateWindowDims=[1], insertedWindowDims=[0],
          scatterDimsToOperandDims=[0], indexVectorDim=1,
          updateComputationSubgraphIndex=len(g.model.file.subgraphs) - 1)


@step("stablehlo", 2)
def windows(g):
    """STABLEHLO_REDUCE_WINDOW with each body."""
    type = g.random.choice(REDUCIBLE)
    body = g.choice("LOGICAL_OR", "LOGICAL_AND") if type == "bool" else g.choice(
        "STABLEHLO_ADD", "STABLEHLO_MULTIPLY", "STABLEHLO_MAXIMUM", "STABLEHLO_MINIMUM")
    shape = [g.random.randint(1, 7) for _ in range(g.choice(1, 2, 3))]
    sizes = [g.random.randint(1, min(v, 3)) for v in shape]
    model = window(type, shape, body, 1, len(shape), windowDimensions=sizes,
                   windowStrides=[g.choice(1, 1, 2) for _ in shape],
                   baseDilations=[g.choice(1, 1, 2) for _ in shape],
                   windowDilations=[g.choice(1, 1, 2) for _ in shape],
                   padding=[g.random.randint(0, 2) for _ in range(2 * len(shape))])
    if math.prod(shape) > 500:
        raise Skip
    low = 0 if type == "uint8" else -2
    runs = [[g.array(type, shape, low, 2) if type != "bool" else g.array(type, shape)]
            for _ in range(2)]
    g.replace(model, [[np.asarray(v) for v in run] for run in runs])
