"""Which kernel LiteRT chooses by what the file states, before it knows the shapes of results.

Its delegate takes a node unless the shape that the file states for an operand is one that it
refuses, whatever the shape is when the model runs. Both kernels round in their own way.
"""
import numpy as np
from flatbuffers import flexbuffers

from peer import Model
from record import Case, operator, rng, values

IMAGE, ROWS = (1, 4, 4, 8), (4, 8)
# Products with weights are scaled by 1/16, so that many lie halfway between two integers.
IN, OUT = dict(scale=0.5, zero=3), dict(scale=4, zero=-5)


def bytes_like(seed, shape):
    return rng("delegation", seed).integers(-127, 127, shape, np.int8, endpoint=True)


def scheme(type, of):
    return {} if type == "float32" else of


class Layer:
    """A node whose input has another shape in the file than when the model runs."""

    def __init__(self, type, shape, stated):
        """`stated` is the shape in the file; None leaves out the RESHAPE that hides it."""
        self.model, self.type, self.shape = Model(), type, shape
        self.run = [values(type, shape, 3, -3, 3) if type == "float32" else bytes_like(3, shape)]
        self.x = self.model.input(type, shape, **scheme(type, IN))
        if stated is not None:
            target = self.model.input("int32", (len(shape),))
            y = self.model.tensor(type, stated, **scheme(type, IN))
            self.model.operator("RESHAPE", [self.x, target], [y])
            self.run.append(np.array(shape, np.int32))
            self.x = y

    def end(self, name, operator, operands, stated, options=None, version=1, scale=OUT["scale"],
            **fields):
        y = self.model.output(self.type, stated, **scheme(self.type, OUT | {"scale": scale}))
        self.model.operator(operator, operands, [y], version=version, options=options, **fields)
        return Case(name, self.model, [self.run])


def weights(graph, shape, axis=0):
    small = rng("delegation", shape).integers(-4, 4, shape, np.int8, endpoint=True)
    return graph.constant(small, scale=[0.5] * shape[axis], zero=0, axis=axis)


def bias(graph, type, count=8):
    if type == "float32":
        return graph.constant(values("float32", (count,), 6))
    return graph.constant(values("int32", (count,), 6, -90, 90), scale=[0.25] * count, zero=0)


DENSE = dict(options="Conv2DOptions", strideH=1, strideW=1, dilationHFactor=1, dilationWFactor=1,
             version=5)
DEPTHWISE = dict(options="DepthwiseConv2DOptions", strideH=1, strideW=1, depthMultiplier=1,
                 dilationHFactor=1, dilationWFactor=1, version=6)


def dense(name, type, stated, result):
    layer = Layer(type, IMAGE, stated)
    filter = weights(layer.model, (8, 3, 3, 8))
    return layer.end(name, "CONV_2D", [layer.x, filter, bias(layer.model, type)], result, **DENSE)


def depthwise(name, type, stated, result):
    layer = Layer(type, IMAGE, stated)
    filter = weights(layer.model, (1, 3, 3, 8), 3)
    return layer.end(name, "DEPTHWISE_CONV_2D", [layer.x, filter, bias(layer.model, type)], result,
                     **DEPTHWISE)


def transposed(name, type, stated, result, padding=0):
    layer = Layer(type, IMAGE, stated)
    extents = (1, 8, 8, 8) if padding == 0 else (1, 9, 9, 8)
    shape = layer.model.constant(np.array(extents, np.int32))
    operands = [shape, weights(layer.model, (8, 3, 3, 8)), layer.x, bias(layer.model, type)]
    return layer.end(name, "TRANSPOSE_CONV", operands, extents if result is None else result, version=3,
                     options="TransposeConvOptions", padding=padding, strideH=2, strideW=2)


def rows(name, type, stated, result):
    layer = Layer(type, ROWS, stated)
    operands = [layer.x, weights(layer.model, (8, 8)), bias(layer.model, type)]
    return layer.end(name, "FULLY_CONNECTED", operands, result, version=5,
                     options="FullyConnectedOptions")


def batch(name, type, stated, result):
    layer = Layer(type, ROWS, stated)
    right = layer.model.constant(
        rng("delegation").integers(-4, 4, (8, 8), np.int8, endpoint=True), scale=0.5, zero=0)
    return layer.end(name, "BATCH_MATMUL", [layer.x, right], result, version=4,
                     options="BatchMatMulOptions")


@operator("delegation")
def filters():
    for type in ("float32", "int8"):
        for name, function, real in (
                ("conv", dense, IMAGE), ("depthwise", depthwise, IMAGE),
                ("transposed", transposed, IMAGE), ("rows", rows, ROWS), ("batch", batch, ROWS)):
            ones = (1,) * len(real)
            result = None if function is transposed else real
            yield function(f"{name}_{type}_known", type, real, result)
            yield function(f"{name}_{type}_ones", type, ones, ones)
            yield function(f"{name}_{type}_channels", type, ones[1:] + (8,), ones[1:] + (8,))
            if (function, type) != (rows, "float32"):  # LiteRT makes no runtime for that.
                yield function(f"{name}_{type}_unknown", type, (), ())
            yield function(f"{name}_{type}_unknown_result", type, real, ())
            yield function(f"{name}_{type}_empty", type, (0,) + real[1:], real)
    yield transposed("transposed_valid_channels", "int8", (1, 1, 1, 8), (1, 1, 1, 8), padding=1)


@operator("delegation")
def elements():
    def second(layer):
        layer.run.append(bytes_like(8, layer.shape))
        return layer.model.input("int8", layer.shape, **IN)

    for state, stated in (("known", IMAGE), ("unknown", ()), ("empty", (0, 4, 4, 8))):
        for name, options in (("ADD", "AddOptions"), ("SUB", "SubOptions"), ("MUL", "MulOptions")):
            layer = Layer("int8", IMAGE, stated)
            yield layer.end(f"{name.lower()}_{state}", name, [layer.x, second(layer)], stated,
                            options=options, scale=4 if name == "MUL" else 1)
        layer = Layer("int8", IMAGE, stated)
        yield layer.end(f"leaky_relu_{state}", "LEAKY_RELU", [layer.x], stated,
                        options="LeakyReluOptions", alpha=0.3, version=2, scale=0.5)
        layer = Layer("int8", IMAGE, stated)
        yield layer.end(f"elu_{state}", "ELU", [layer.x], stated, scale=1)
        layer = Layer("int8", IMAGE, stated)
        layer.model.table.tensors[layer.x].quantization.scale = [0.31]
        layer.model.table.tensors[0].quantization.scale = [0.31]
        yield layer.end(f"quantize_{state}", "QUANTIZE", [layer.x], stated, version=2,
                        scale=0.5)
        layer = Layer("int8", IMAGE, stated)
        axes = layer.model.constant(np.array([1], np.int32))
        yield layer.end(f"mean_{state}", "MEAN", [layer.x, axes], stated, version=2, scale=0.5,
                        options="ReducerOptions", keepDims=True)
        layer = Layer("int8", IMAGE, stated)
        size = layer.model.constant(np.array([7, 9], np.int32))
        case = layer.end(f"resize_{state}", "RESIZE_BILINEAR", [layer.x, size], stated, version=3, scale=0.5,
                         options="ResizeBilinearOptions", halfPixelCenters=True)
        case.model.table.tensors[case.model.table.outputs[0]].quantization.zeroPoint = [3]
        yield case
    seven = (1, 1, 1, 2, 4, 4, 8)
    layer = Layer("int8", seven, None)
    yield layer.end("add_seven", "ADD", [layer.x, second(layer)], seven, options="AddOptions",
                    scale=1)
    layer = Layer("int8", seven, None)
    yield layer.end("leaky_relu_seven", "LEAKY_RELU", [layer.x], seven, version=2, scale=0.5,
                    options="LeakyReluOptions", alpha=0.3)
    for name, options in (("ADD", "AddOptions"), ("DIV", "DivOptions")):
        for state, shape in (("known", (2, 2)), ("seven", (1, 1, 1, 1, 1, 2, 2))):
            layer = Layer("float32", shape, None)
            layer.run = [np.array(v, np.float32).reshape(shape)
                         for v in ([np.inf, -np.inf, 3e38, -1], [1, 1, 1e-38, 4])]
            other = layer.model.input("float32", shape)
            yield layer.end(f"{name.lower()}_infinite_{state}", name, [layer.x, other], shape,
                            options=options)
    layer = Layer("int8", ROWS, None)
    case = layer.end("add_axis", "ADD", [layer.x, second(layer)], ROWS, options="AddOptions", scale=1)
    for tensor in case.model.table.tensors:
        tensor.quantization.quantizedDimension = 1
    yield case
    for state, stated in (("known", IMAGE), ("unknown", ()), ("empty", (0, 4, 4, 8))):
        layer = Layer("int8", IMAGE, stated)
        y = layer.model.tensor("int8", stated, scale=0.5, zero=9)
        layer.model.operator("LEAKY_RELU", [layer.x], [y], options="LeakyReluOptions", alpha=0.9,
                             version=2)
        yield layer.end(f"square_{state}", "MUL", [y, y], stated, options="MulOptions",
                        scale=32)


@operator("delegation")
def computed_weights():
    """Weights and biases that are computed of constants, which the delegate sees no values of."""
    for type in ("float32", "int8"):
        for name in ("filter", "bias"):
            layer = Layer(type, ROWS, None)
            model = layer.model
            filter, added = weights(model, (8, 8)), bias(model, type)
            target = model.constant(np.array([8, 8] if name == "filter" else [8], np.int32))
            source = filter if name == "filter" else added
            table = model.table.tensors[source]
            folded = model.tensor("int8" if name == "filter" else
                                  "float32" if type == "float32" else "int32",
                                  list(table.shape))
            model.table.tensors[folded].quantization = table.quantization
            model.operator("RESHAPE", [source, target], [folded])
            operands = [layer.x] + ([folded, added] if name == "filter" else [filter, folded])
            yield layer.end(f"rows_{type}_computed_{name}", "FULLY_CONNECTED", operands, ROWS,
                            options="FullyConnectedOptions", version=5)


@operator("delegation")
def inner_graphs():
    """Of the graphs of IF, WHILE and composites, it sees what the file states for their inputs."""
    def convolution(graph, x, stated):
        y = graph.tensor("float32", stated)
        graph.operator("CONV_2D", [x, weights(graph, (8, 3, 3, 8)), bias(graph, "float32")], [y],
                       **DENSE)
        return y

    for state, stated in (("known", IMAGE), ("channels", (1, 1, 1, 8)), ("unknown", ())):
        model = Model()
        x, y = model.input("float32", IMAGE), model.output("float32", IMAGE)
        graph = model.subgraph()
        graph.table.outputs.append(convolution(graph, graph.input("float32", stated), stated))
        node = model.operator("STABLEHLO_COMPOSITE", [x], [y],
                              options="StableHLOCompositeOptions", decompositionSubgraphIndex=1)
        node.builtinOptions2.name = "test.composite"
        node.builtinOptions2.compositeAttributes = list(flexbuffers.Dumps({"axis": 1}))
        run = values("float32", IMAGE, 3, -3, 3)
        yield Case(f"composite_{state}", model, [[run]] * 2)

        model = Model()
        condition, x = model.input("bool", (1,)), model.input("float32", IMAGE)
        for result in (stated, IMAGE):
            graph = model.subgraph()
            graph.table.outputs.append(convolution(graph, graph.input("float32", stated), result))
        model.operator("IF", [condition, x], [model.output("float32", IMAGE)],
                       options="IfOptions", thenSubgraphIndex=1, elseSubgraphIndex=2)
        yield Case(f"if_{state}", model, [[np.array([c]), run] for c in (True, False, True)])

        model = Model()
        count, x = model.input("int32", (1,)), model.input("float32", IMAGE)
        condition = model.subgraph()
        first = condition.input("int32", (1,))
        condition.input("float32", stated)
        limit = condition.constant(np.array([2], np.int32))
        condition.operator("LESS", [first, limit], [condition.output("bool", (1,))],
                           options="LessOptions")
        body = model.subgraph()
        first, y = body.input("int32", (1,)), body.input("float32", stated)
        following = body.tensor("int32", (1,))
        body.operator("ADD", [first, body.constant(np.array([1], np.int32))], [following],
                      options="AddOptions")
        body.table.outputs += [following, convolution(body, y, stated)]
        outputs = [model.output("int32", (1,)), model.output("float32", IMAGE)]
        model.operator("WHILE", [count, x], outputs, options="WhileOptions", condSubgraphIndex=1,
                       bodySubgraphIndex=2)
        yield Case(f"while_{state}", model, [[np.array([n], np.int32), run] for n in (1, 0, 1)])
