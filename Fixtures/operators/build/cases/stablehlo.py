"""The operators of StableHLO that have kernels, and REDUCE_WINDOW."""
import numpy as np
from ai_edge_litert import schema_py_generated as schema
from flatbuffers import flexbuffers

import peer
from peer import Model
from record import Case, operator, rng, values

NUMBERS = ["float32", "float16", "int32", "uint8", "int64", "int16", "int8", "float64", "uint64",
           "uint32", "uint16"]
FLOATS = ("float32", "float16", "float64")


def small(type, shape, seed):
    """Values whose products do not overflow much, with the extremes of integers at the ends."""
    data = values(type, shape, seed, -9, 9)
    if type not in FLOATS and type != "bool" and data.size:
        limits = np.iinfo(data.dtype)
        data.reshape(-1)[0], data.reshape(-1)[-1] = limits.min, limits.max
    return data


def elementwise(name, types):
    def cases():
        for type in types:
            model = Model()
            a, b = model.input(type, (3, 5)), model.input(type, (3, 5))
            model.operator(name, [a, b], [model.output(type, (3, 5))])
            yield Case(type, model, [[small(type, (3, 5), 1), small(type, (3, 5), 2)]])
        model = Model()
        a, b = model.input("int32", (0, 5)), model.input("int32", (0, 5))
        model.operator(name, [a, b], [model.output("int32", (0, 5))])
        yield Case("int32_empty", model, [[np.zeros((0, 5), np.int32)] * 2])
        model = Model()
        a, b = model.input("int32", (3, 5)), model.input("int32", (1, 5))
        model.operator(name, [a, b], [model.output("int32", (3, 5))])
        yield Case("int32_broadcast", model, [[small("int32", (3, 5), 1), small("int32", (1, 5), 2)]],
                   refused=True)
        if "float32" in types:
            model = Model()
            a, b = model.input("float32", (40,)), model.input("float32", (40,))
            model.operator(name, [a, b], [model.output("float32", (40,))])
            x, y = values("float32", (40,), 3), values("float32", (40,), 4)
            x[:4], y[:4] = [np.nan, 1, 0, -0.0], [1, np.nan, -0.0, 0]
            yield Case("float32_nan", model, [[x, y]])
    return cases


for _name in ("ADD", "MULTIPLY", "MAXIMUM", "MINIMUM"):
    operator("STABLEHLO_" + _name)(elementwise("STABLEHLO_" + _name, NUMBERS + ["bool"]))
operator("STABLEHLO_AND")(elementwise(
    "STABLEHLO_AND", [t for t in NUMBERS if t not in FLOATS] + ["bool"]))


@operator("STABLEHLO_SHIFT_LEFT")
def shift_left():
    for type in ("int32", "int16", "int8"):
        model = Model()
        a, b = model.input(type, (4, 8)), model.input(type, (4, 8))
        model.operator("STABLEHLO_SHIFT_LEFT", [a, b], [model.output(type, (4, 8))])
        bits = np.iinfo(type).bits
        yield Case(type, model, [[values(type, (4, 8), 1, -1000, 1000),
                                  values(type, (4, 8), 2, 0, bits - 1)]])


PADS = {
    "edges": ((2, 3), [1, 2], [3, 0], [0, 0]),
    "interior": ((2, 3), [0, 1], [1, 0], [2, 1]),
    "cropped": ((4, 5), [-1, -2], [-1, 0], [0, 0]),
    "cropped_interior": ((4, 5), [-2, 1], [1, -4], [2, 1]),
    "cropped_to_padding": ((2, 2), [-1, 0], [0, -1], [3, 3]),
    "nothing_left": ((2, 3), [-1, 0], [-1, 0], [0, 0]),
    "line": ((5,), [3], [-2], [1]),
    "deep": ((2, 1, 2, 2), [0, 1, 0, 1], [1, 0, 0, 0], [1, 0, 2, 0]),
}


def pad(type, shape, low, high, interior):
    model = Model()
    x, value = model.input(type, shape), model.input(type, ())
    y = model.output(type, [0] * len(shape))
    model.operator("STABLEHLO_PAD", [x, value], [y], options="StablehloPadOptions",
                   edgePaddingLow=low, edgePaddingHigh=high, interiorPadding=interior)
    return model


@operator("STABLEHLO_PAD")
def pads():
    for type in NUMBERS + ["bool", "complex64"]:
        shape, low, high, interior = PADS["cropped_interior"]
        yield Case(type, pad(type, shape, low, high, interior),
                   [[values(type, shape, 1), values(type, (), 2)]])
    for name, (shape, low, high, interior) in PADS.items():
        yield Case("int32_" + name, pad("int32", shape, low, high, interior),
                   [[values("int32", shape, 1), values("int32", (), 2)]])
    yield Case("int32_negative_interior", pad("int32", (2, 3), [0, 0], [0, 0], [0, -1]),
               [[values("int32", (2, 3), 1), values("int32", (), 2)]], refused=True)


def gather(type, index_type, shape, indices, out_rank, **options):
    model = Model()
    x, i = model.input(type, shape), model.input(index_type, indices)
    y = model.output(type, [1] * out_rank)
    model.operator("STABLEHLO_GATHER", [x, i], [y], options="StablehloGatherOptions", **options)
    return model


@operator("STABLEHLO_GATHER")
def gathers():
    rows = dict(offsetDims=[2, 3], collapsedSliceDims=[0], startIndexMap=[1, 0], indexVectorDim=2,
                sliceSizes=[1, 2, 2])
    for type in NUMBERS:
        index = values("int64", (2, 3, 2), 5, -1, 5)
        yield Case(type, gather(type, "int64", (3, 4, 2), (2, 3, 2), 4, **rows),
                   [[values(type, (3, 4, 2), 1), index]])
    yield Case("int32_index32", gather("int32", "int32", (3, 4, 2), (2, 3, 2), 4, **rows),
               [[values("int32", (3, 4, 2), 1), values("int32", (2, 3, 2), 5, 0, 3)]])
    # Components on the first axis, windows between the axes that count them.
    mixed = dict(offsetDims=[1], collapsedSliceDims=[1], startIndexMap=[0, 1], indexVectorDim=0,
                 sliceSizes=[2, 1])
    yield Case("float32_components_first", gather("float32", "int64", (5, 3), (2, 2, 3), 3, **mixed),
               [[values("float32", (5, 3), 1), values("int64", (2, 2, 3), 5, -9, 9)]])
    # Single components without an axis of their own.
    lone = dict(offsetDims=[1], collapsedSliceDims=[0], startIndexMap=[0], indexVectorDim=1,
                sliceSizes=[1, 3])
    yield Case("float32_lone_components", gather("float32", "int32", (5, 3), (4,), 2, **lone),
               [[values("float32", (5, 3), 1), np.array([4, 0, 9, -2], np.int32)]])
    yield Case("float32_no_windows", gather("float32", "int32", (5, 3), (0,), 2, **lone),
               [[values("float32", (5, 3), 1), np.zeros(0, np.int32)]],
               expected=[[np.zeros((0, 3), np.float32)]],
               remark="The peer reads one window where there is none.")


def scatter(type, index_type, shape, indices, updates, body, **options):
    model = Model()
    x, i, u = model.input(type, shape), model.input(index_type, indices), model.input(type, updates)
    y = model.output(type, shape)
    graph = model.subgraph()
    a, b = graph.input(type, ()), graph.input(type, ())
    if body is None:
        graph.table.outputs.append(b)
    else:
        graph.operator(body, [a, b], [graph.output(type, ())])
    model.operator("STABLEHLO_SCATTER", [x, i, u], [y], options="StablehloScatterOptions",
                   updateComputationSubgraphIndex=1, **options)
    return model


@operator("STABLEHLO_SCATTER")
def scatters():
    windows = dict(updateWindowDims=[1, 2], insertedWindowDims=[0], scatterDimsToOperandDims=[0, 1],
                   indexVectorDim=1)
    for type in NUMBERS:
        index = np.array([[0, 1], [2, 3], [0, 2], [2, 9]], np.int64)
        yield Case(type, scatter(type, "int64", (3, 4, 2), (4, 2), (4, 2, 2), "STABLEHLO_ADD",
                                 **windows),
                   [[values(type, (3, 4, 2), 1, -9, 9), index, values(type, (4, 2, 2), 2, -9, 9)]])
    for name, body in [("update", None), ("multiply", "STABLEHLO_MULTIPLY"),
                       ("maximum", "STABLEHLO_MAXIMUM"), ("minimum", "STABLEHLO_MINIMUM")]:
        model = scatter("float32", "int32", (5, 3), (4, 1), (4, 3), body, updateWindowDims=[1],
                        insertedWindowDims=[0], scatterDimsToOperandDims=[0], indexVectorDim=1)
        yield Case("float32_" + name, model,
                   [[values("float32", (5, 3), 1), np.array([[4], [0], [4], [2]], np.int32),
                     values("float32", (4, 3), 2)]])
    # Windows in front, single components, elements instead of windows.
    model = scatter("int32", "int32", (6, 5), (2, 1, 3), (4, 2, 3), "STABLEHLO_ADD",
                    updateWindowDims=[0], insertedWindowDims=[1], scatterDimsToOperandDims=[1],
                    indexVectorDim=1)
    yield Case("int32_columns", model,
               [[values("int32", (6, 5), 1, -99, 99), np.array([[[0, 4, 4]], [[1, 9, 2]]], np.int32),
                 values("int32", (4, 2, 3), 2, -99, 99)]])
    model = scatter("int32", "int64", (7,), (5, 1), (5,), None, updateWindowDims=[],
                    insertedWindowDims=[0], scatterDimsToOperandDims=[0], indexVectorDim=1)
    yield Case("int32_elements", model,
               [[values("int32", (7,), 1, -99, 99), np.array([[6], [0], [7], [0], [3]], np.int64),
                 values("int32", (5,), 2, -99, 99)]])
    model = scatter("int32", "int64", (7,), (0, 1), (0,), None, updateWindowDims=[],
                    insertedWindowDims=[0], scatterDimsToOperandDims=[0], indexVectorDim=1)
    data = values("int32", (7,), 1, -99, 99)
    yield Case("int32_no_updates", model, [[data, np.zeros((0, 1), np.int64), np.zeros(0, np.int32)]],
               expected=[[data]], remark="The peer reads one update where there is none.")
    model = scatter("int32", "int64", (7,), (1, 1), (1,), "STABLEHLO_SUBTRACT", updateWindowDims=[],
                    insertedWindowDims=[0], scatterDimsToOperandDims=[0], indexVectorDim=1)
    yield Case("int32_unknown_body", model, [[data, np.zeros((1, 1), np.int64), data[:1]]],
               refused=True)


BODIES = {
    "add": "STABLEHLO_ADD", "multiply": "STABLEHLO_MULTIPLY", "maximum": "STABLEHLO_MAXIMUM",
    "minimum": "STABLEHLO_MINIMUM", "and": "STABLEHLO_AND", "or": "LOGICAL_OR",
}


def window(type, shape, body, initial, rank_out, **options):
    model = Model()
    x = model.input(type, shape)
    init = model.constant(np.array(initial, values(type, (), 0).dtype))
    y = model.output(type, [1] * rank_out)
    graph = model.subgraph()
    a, b = graph.input(type, ()), graph.input(type, ())
    graph.operator(body, [a, b], [graph.output(type, ())])
    model.operator("STABLEHLO_REDUCE_WINDOW", [x, init], [y],
                   options="StablehloReduceWindowOptions", bodySubgraphIndex=1, **options)
    return model


REDUCIBLE = ["float32", "int32", "uint8", "int64", "bool", "int16", "int8", "float64"]


@operator("STABLEHLO_REDUCE_WINDOW")
def reduce_windows():
    plain = dict(windowDimensions=[2, 3], windowStrides=[2, 1], baseDilations=[1, 1],
                 windowDilations=[1, 2], padding=[1, 0, 2, 1])
    for type in REDUCIBLE:
        yield Case(type, window(type, (5, 7), "STABLEHLO_MAXIMUM", 1, 2, **plain),
                   [[values(type, (5, 7), 1)]])
    for name, body in BODIES.items():
        yield Case("int32_" + name, window("int32", (5, 7), body, 3, 2, **plain),
                   [[values("int32", (5, 7), 1, -2, 2)]])
    yield Case("float32_add", window("float32", (5, 7), "ADD", 0.5, 2, **plain),
               [[values("float32", (5, 7), 1)]])
    data = values("float32", (5, 7), 1)
    data[1, 2], data[3, 3] = np.nan, np.inf
    yield Case("float32_nan", window("float32", (5, 7), "MAXIMUM", -9, 2, **plain), [[data]])
    spread = dict(windowDimensions=[2, 2], windowStrides=[1, 2], baseDilations=[2, 3],
                  windowDilations=[1, 2], padding=[0, 1, -2, 3])
    yield Case("int32_spread", window("int32", (4, 5), "STABLEHLO_ADD", 7, 2, **spread),
               [[values("int32", (4, 5), 1, -99, 99)]])
    cropped = dict(windowDimensions=[2, 1, 2], windowStrides=[1, 1, 1], baseDilations=[1, 1, 1],
                   windowDilations=[1, 1, 1], padding=[-1, 0, 0, 0, 1, -2])
    yield Case("int32_cropped", window("int32", (4, 2, 6), "MUL", 1, 3, **cropped),
               [[values("int32", (4, 2, 6), 1, -9, 9)]])
    large = dict(windowDimensions=[9, 1], windowStrides=[1, 1], baseDilations=[1, 1],
                 windowDilations=[1, 1], padding=[0, 0, 0, 0])
    yield Case("int32_larger_than_operand", window("int32", (4, 5), "ADD", 1, 2, **large),
               [[values("int32", (4, 5), 1, -9, 9)]])
    large["windowDimensions"] = [2, 7]
    yield Case("int32_wider_than_operand", window("int32", (4, 5), "ADD", 1, 2, **large),
               [[values("int32", (4, 5), 1, -9, 9)]])
    plain["windowStrides"] = [0, 1]
    yield Case("int32_no_stride", window("int32", (5, 7), "ADD", 1, 2, **plain),
               [[values("int32", (5, 7), 1)]], refused=True)


@operator("REDUCE_WINDOW")
def old_reduce_windows():
    functions = {"add": 1, "multiply": 2, "minimum": 3, "maximum": 4, "all": 5, "any": 6}
    for type in REDUCIBLE:
        for name, code in functions.items():
            if type != "int32" and name != "add":
                continue
            model = Model()
            x = model.input(type, (6, 5))
            init = model.constant(np.array(1, values(type, (), 0).dtype))
            numbers = [model.constant(np.array(v, np.int64)) for v in ([2, 3], [2, 1], [3, 1])]
            model.operator("REDUCE_WINDOW", [x, init, *numbers], [model.output(type, (2, 3))],
                           options="ReduceWindowOptions", reduceFunction=code)
            yield Case(f"{type}_{name}", model, [[values(type, (6, 5), 1, -2, 2)]])
    model = Model()
    numbers = [model.constant(np.array(v, np.int64)) for v in ([2, 3], [2, 1], [3, 1])]
    model.operator(
        "REDUCE_WINDOW", [model.input("int32", (6, 1)), model.constant(np.array(1, np.int32)),
                          *numbers],
        [model.output("int32", (2, 0))], options="ReduceWindowOptions", reduceFunction=1)
    yield Case("int32_wider_than_operand", model, [[values("int32", (6, 1), 1, -2, 2)]])


def branch(model, negates):
    graph = model.subgraph()
    x = graph.input("float32", (2, 3))
    y = graph.output("float32", (2, 3))
    if negates:
        graph.operator("NEG", [x], [y], options="NegOptions")
    else:
        graph.operator("ADD", [x, x], [y], options="AddOptions")


MOVABLE = ["int32", "int64", "uint8", "int8", "int16", "bool"]


def turned(model, type, axis):
    """A graph that reverses an axis, which elements of most types can do."""
    graph = model.subgraph()
    x, y = graph.input(type, (2, 3)), graph.output(type, (2, 3))
    graph.operator("REVERSE_V2", [x, graph.constant(np.array([axis], np.int32))], [y],
                   version=3 if type in ("bool", "int8") else 1, options="ReverseV2Options")


def remembering(model, weight):
    """A graph with a variable, the state of a recurrent layer."""
    graph = model.subgraph()
    x, y = graph.input("float32", (1, 2)), graph.output("float32", (1, 2))
    square = np.array([[1, weight], [weight, 1]], np.float32)
    graph.operator("RNN", [x, graph.constant(square), graph.constant(square[::-1] * weight),
                           graph.constant(np.array([0.1, -0.1], np.float32)),
                           graph.tensor("float32", (1, 2), variable=True)], [y],
                   options="RNNOptions")


@operator("STABLEHLO_CASE")
def branches():
    model = Model()
    index, x = model.input("int32", ()), model.input("float32", (2, 3))
    model.operator("STABLEHLO_CASE", [index, x], [model.output("float32", (2, 3))],
                   options="StablehloCaseOptions", branchSubgraphIndices=[1, 2])
    branch(model, True)
    branch(model, False)
    runs = [[np.array(i, np.int32), values("float32", (2, 3), i)] for i in (0, 1, 5, -1, 0)]
    yield Case("float32", model, runs)
    for type in MOVABLE:
        model = Model()
        index, x = model.input("int32", ()), model.input(type, (2, 3))
        model.operator("STABLEHLO_CASE", [index, x], [model.output(type, (2, 3))],
                       options="StablehloCaseOptions", branchSubgraphIndices=[1, 2])
        turned(model, type, 0)
        turned(model, type, 1)
        yield Case(type, model, [[np.array(i, np.int32), values(type, (2, 3), i)]
                                 for i in (0, 1, 2)])
    model = Model()
    index, x = model.input("int32", ()), model.input("float32", (1, 2))
    model.operator("STABLEHLO_CASE", [index, x], [model.output("float32", (1, 2))],
                   options="StablehloCaseOptions", branchSubgraphIndices=[1, 2])
    remembering(model, 0.5)
    remembering(model, -0.25)
    yield Case("float32_variables", model, [[np.array(i, np.int32), values("float32", (1, 2), n)]
                                            for n, i in enumerate((0, 0, 1, 0, 1, 1))])


def blockwise(graph, random):
    """int4 weights of four units, with scales for blocks of 32 elements in another tensor."""
    weights = random.integers(-8, 8, (4, 64))
    scales = random.uniform(0.01, 0.02, (4, 2)).astype(np.float16)
    tensor = graph.tensor("int4", (4, 64), data=peer.pack_nibbles(weights))
    quantization = schema.QuantizationParametersT()
    quantization.details = schema.BlockwiseQuantizationT()
    quantization.details.scales = graph.constant(scales)
    quantization.details.zeroPoints, quantization.details.blockSize = -1, 32
    quantization.detailsType = schema.QuantizationDetails.BlockwiseQuantization
    graph.table.tensors[tensor].quantization = quantization
    return tensor


@operator("STABLEHLO_COMPOSITE")
def composites():
    def composite(graph, inputs, outputs, index):
        node = graph.operator("STABLEHLO_COMPOSITE", inputs, outputs,
                              options="StableHLOCompositeOptions", decompositionSubgraphIndex=index)
        node.builtinOptions2.name = "test.composite"
        node.builtinOptions2.compositeAttributes = list(flexbuffers.Dumps({"axis": 1}))

    model = Model()
    x = model.input("float32", (2, 3))
    middle = model.tensor("float32", (2, 3))
    composite(model, [x], [middle], 1)
    composite(model, [middle], [model.output("float32", (2, 3))], 2)
    branch(model, True)
    graph = model.subgraph()
    x, half = graph.input("float32", (2, 3)), graph.tensor("float32", (2, 3))
    factor = graph.constant(np.array([0.5, 2, 4], np.float32))
    composite(graph, [x], [half], 1)
    graph.operator("MUL", [half, factor], [graph.output("float32", (2, 3))], options="MulOptions")
    yield Case("float32_nested", model, [[values("float32", (2, 3), 1)], [values("float32", (2, 3), 2)]])

    model = Model()
    x = model.input("float32", (2, 3))
    outputs = [model.output("float32", (2, 3)), model.output("float32", (2, 3))]
    composite(model, [x], outputs, 1)
    graph = model.subgraph()
    x = graph.input("float32", (2, 3))
    y = graph.tensor("float32", (2, 3))
    graph.operator("NEG", [x], [y], options="NegOptions")
    graph.table.outputs = [x, y]
    data = values("float32", (2, 3), 1)
    yield Case("float32_passed_through", model, [[data]], expected=[[data, -data]],
               remark="The peer leaves an operand that is passed through out.")
    for type in MOVABLE:
        model = Model()
        x, middle = model.input(type, (2, 3)), model.tensor(type, (2, 3))
        composite(model, [x], [middle], 1)
        composite(model, [middle], [model.output(type, (2, 3))], 2)
        turned(model, type, 0)
        turned(model, type, 1)
        yield Case(type, model, [[values(type, (2, 3), seed)] for seed in (1, 2)])

    model = Model()
    x, middle = model.input("float32", (1, 2)), model.tensor("float32", (1, 2))
    composite(model, [x], [middle], 1)
    composite(model, [middle], [model.output("float32", (1, 2))], 1)
    remembering(model, 0.5)
    yield Case("float32_variables", model, [[values("float32", (1, 2), seed)] for seed in range(4)])

    model = Model()
    x = model.input("float32", (3, 64))
    composite(model, [x], [model.output("float32", (3, 4))], 1)
    graph = model.subgraph()
    x, y = graph.input("float32", (3, 64)), graph.output("float32", (3, 4))
    filler = [graph.constant(np.zeros(1, np.float32)) for _ in range(3)]  # moves the indices
    weights = blockwise(graph, rng("composite"))
    graph.operator("FULLY_CONNECTED", [x, weights, -1], [y], version=12,
                   options="FullyConnectedOptions")
    yield Case("float32_blockwise", model, [[values("float32", (3, 64), len(filler))]],
               distrusted=True, remark="the reference kernel ignores the scales of blocks")
