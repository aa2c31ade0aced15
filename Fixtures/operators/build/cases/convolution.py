"""CONV_2D, DEPTHWISE_CONV_2D and FULLY_CONNECTED of every combination of types, and DENSIFY."""
import numpy as np

import peer
from ai_edge_litert import schema_py_generated as schema
from peer import Model
from record import Case, operator, rng

OUTPUT_SCALES = {"int8": 0.4, "uint8": 0.4, "int16": 0.004}
FILTER_RANGES = {"int8": (-127, 127), "uint8": (0, 255), "int16": (-3000, 3000),
                 "int4": (-7, 7), "int2": (-2, 1)}


def packed(values, type):
    """The bytes of a constant."""
    if type == "int4":
        return peer.pack_nibbles(values)
    if type == "int2":
        return peer.pack_crumbs(values)
    return np.asarray(values).astype(peer.NUMPY[type]).tobytes()


class Layer:
    """Operands of a convolution or matrix product with reproducible values."""

    def __init__(self, seed, input_type, input_shape, filter_type, filter_shape, axis=0,
                 bias=None, per_channel=False, output_type=None, zeros=(0, 0, 0),
                 computed_filter=False, computed_bias=False, output_scale=None,
                 filter_values=None):
        random = rng("convolution", seed)
        self.model = Model()
        self.run = []
        is_float = input_type == "float32"
        output_type = output_type or input_type
        channels = filter_shape[axis]
        input_scale = None if is_float else (0.05 if input_type != "int16" else 0.001)
        filter_scale = None
        if filter_type != "float32":
            filter_scale = 0.01 if filter_type not in ("int4", "int2") else 0.1
            if per_channel:
                filter_scale = filter_scale * random.uniform(0.5, 1.5, channels)
        x = self.model.input(input_type, input_shape, input_scale, None if is_float else zeros[0])
        if is_float:
            self.run.append(random.normal(size=input_shape).astype(np.float32))
        else:
            low, high = {"int8": (-128, 127), "uint8": (0, 255), "int16": (-9000, 9000)}[input_type]
            self.run.append(random.integers(low, high, input_shape, endpoint=True).astype(
                peer.NUMPY[input_type]))
        if filter_values is None:
            filter_values = (
                random.normal(size=filter_shape) if filter_type == "float32"
                else random.integers(*FILTER_RANGES[filter_type], filter_shape, endpoint=True))
        operands = [x]
        zero = None if filter_scale is None else zeros[1]
        if computed_filter:
            operands.append(
                self.model.input(filter_type, filter_shape, filter_scale, zero, axis=axis))
            self.run.append(np.asarray(filter_values).astype(peer.NUMPY[filter_type]))
        else:
            operands.append(self.model.constant(
                packed(filter_values, filter_type), filter_type, filter_shape, filter_scale, zero,
                axis))
        if bias:
            values = (random.normal(size=channels) if bias == "float32"
                      else random.integers(-300, 300, channels)).astype(peer.NUMPY[bias])
            scale = None if is_float else np.float32(input_scale) * np.float32(filter_scale)
            if computed_bias:
                operands.append(self.model.input(bias, (channels,), scale, zero))
                self.run.append(values)
            else:
                operands.append(self.model.constant(values, scale=scale, zero=0))
        self.operands = operands
        self.output_type = output_type
        self.output_zero = zeros[2]
        self.output_scale = output_scale or OUTPUT_SCALES.get(output_type)
        self.is_float = is_float

    def output(self, shape):
        if self.is_float:
            return self.model.output(self.output_type, shape)
        return self.model.output(self.output_type, shape, self.output_scale, self.output_zero)


def convolution(name, seed, input_type, filter_type, bias, input_shape=(1, 5, 4, 4),
                filter_shape=(5, 3, 3, 4), stride=(1, 1), dilation=(1, 1), padding=0, activation=0,
                bias_type=0, version=5, tolerance=1e-6, refused=False, **more):
    layer = Layer(seed, input_type, input_shape, filter_type, filter_shape, bias=bias, **more)
    y = layer.output(extents(input_shape, filter_shape, stride, dilation, padding)
                     + [filter_shape[0]])
    layer.model.operator(
        "CONV_2D", layer.operands, [y], version=version, options="Conv2DOptions",
        padding=padding, strideH=stride[0], strideW=stride[1], dilationHFactor=dilation[0],
        dilationWFactor=dilation[1], fusedActivationFunction=activation,
        quantizedBiasType=bias_type)
    return Case(name, layer.model, [layer.run], tolerance=tolerance, refused=refused)


def depthwise(name, seed, input_type, filter_type, bias, input_shape=(1, 6, 5, 9),
              filter_shape=(1, 3, 3, 9), stride=(1, 1), dilation=(1, 1), padding=0, activation=0,
              version=6, tolerance=1e-6, refused=False, **more):
    layer = Layer(seed, input_type, input_shape, filter_type, filter_shape, axis=3, bias=bias,
                  **more)
    y = layer.output(extents(input_shape, filter_shape, stride, dilation, padding)
                     + [filter_shape[3]])
    layer.model.operator(
        "DEPTHWISE_CONV_2D", layer.operands, [y], version=version,
        options="DepthwiseConv2DOptions", padding=padding, strideH=stride[0], strideW=stride[1],
        depthMultiplier=filter_shape[3] // max(input_shape[3], 1), dilationHFactor=dilation[0],
        dilationWFactor=dilation[1], fusedActivationFunction=activation)
    return Case(name, layer.model, [layer.run], tolerance=tolerance, refused=refused)


def extents(shape, window, stride, dilation, padding):
    sizes = [shape[0]]
    for axis in (1, 2):
        effective = (window[axis] - 1) * dilation[axis - 1] + 1
        step = stride[axis - 1]
        sizes.append(
            -(-shape[axis] // step) if padding == 0 else (shape[axis] - effective + step) // step)
    return sizes


def product(name, seed, input_type, filter_type, bias, input_shape=(3, 20), filter_shape=(9, 20),
            activation=0, bias_type=0, asymmetric=False, keep=False, version=9, tolerance=1e-6,
            refused=False, **more):
    layer = Layer(seed, input_type, input_shape, filter_type, filter_shape, bias=bias, **more)
    rows = int(np.prod(input_shape[:-1] if filter_shape[1] == 0 else input_shape)) // max(
        filter_shape[1], 1)
    shape = list(input_shape[:-1]) + [filter_shape[0]] if keep else [rows, filter_shape[0]]
    y = layer.output(shape)
    layer.model.operator(
        "FULLY_CONNECTED", layer.operands, [y], version=version, options="FullyConnectedOptions",
        fusedActivationFunction=activation, keepNumDims=keep, quantizedBiasType=bias_type,
        asymmetricQuantizeInputs=asymmetric)
    return Case(name, layer.model, [layer.run], tolerance=tolerance, refused=refused)


@operator("CONV_2D")
def conv2d():
    f = "float32"
    yield convolution("float32", 1, f, f, f)
    yield convolution("float32_stride_dilation", 2, f, f, f, dilation=(2, 1), activation=3)
    yield convolution("float32_groups", 3, f, f, f, filter_shape=(8, 3, 3, 2), stride=(2, 2))
    yield convolution("float32_computed_filter", 4, f, f, f, computed_filter=True)
    yield convolution("float32_computed_bias", 5, f, f, f, computed_bias=True, padding=1)
    yield convolution("float32_empty", 6, f, f, f, input_shape=(0, 6, 5, 4))
    for type in ("int8", "int4"):
        scale = 0.4 if type == "int8" else 0.2
        more = dict(zeros=(3, 0, -7), output_scale=scale)
        yield convolution(f"int8_{type}", 10, "int8", type, "int32", per_channel=True, **more)
        yield convolution(f"int8_{type}_tensor", 11, "int8", type, "int32", activation=1, **more)
        yield convolution(f"int8_{type}_groups", 12, "int8", type, "int32",
                          filter_shape=(8, 3, 3, 2), per_channel=True, **more)
        yield convolution(f"int8_{type}_pointwise", 13, "int8", type, "int32",
                          filter_shape=(17, 1, 1, 4), per_channel=True, **more)
        yield convolution(f"int8_{type}_tanh", 14, "int8", type, "int32", activation=4, **more)
        yield convolution(f"int8_{type}_computed_bias", 15, "int8", type, "int32",
                          computed_bias=True, per_channel=True, **more)
    yield convolution("int8_computed_filter", 16, "int8", "int8", "int32", computed_filter=True,
                      zeros=(3, 0, -7), stride=(2, 1), padding=1)
    more = dict(zeros=(100, 120, 90))
    yield convolution("uint8", 17, "uint8", "uint8", "int32", **more)
    yield convolution("uint8_computed_filter", 18, "uint8", "uint8", "int32",
                      computed_filter=True, **more)
    for bias in ("int64", "int32"):
        number = {"int64": 4, "int32": 2}[bias]
        more = dict(bias_type=number, version=8)
        yield convolution(f"int16_{bias}", 20, "int16", "int8", bias, per_channel=True, **more)
        yield convolution(f"int16_{bias}_tensor", 21, "int16", "int8", bias, activation=3, **more)
        yield convolution(f"int16_{bias}_groups", 22, "int16", "int8", bias,
                          filter_shape=(8, 3, 3, 2), per_channel=True, **more)
        yield convolution(f"int16_{bias}_pointwise", 23, "int16", "int8", bias,
                          filter_shape=(17, 1, 1, 4), **more)
        yield convolution(f"int16_{bias}_int4", 24, "int16", "int4", bias, per_channel=True,
                          **more)
    yield convolution("int16_deep", 25, "int16", "int8", "int64", input_shape=(1, 3, 3, 130),
                      filter_shape=(1, 3, 3, 130), padding=1, output_scale=0.05)
    yield convolution("int16_computed_bias", 26, "int16", "int8", "int64", computed_bias=True)
    for type in ("int8", "int4"):
        batch = dict(input_shape=(2, 5, 4, 4))
        yield convolution(f"hybrid_{type}", 30, f, type, f, per_channel=True, **batch)
        yield convolution(f"hybrid_{type}_tensor", 31, f, type, f, activation=3, **batch)
        yield convolution(f"hybrid_{type}_pointwise", 32, f, type, f, per_channel=True,
                          filter_shape=(17, 1, 1, 4), **batch)
        yield convolution(f"hybrid_{type}_pointwise_stride", 33, f, type, f, per_channel=True,
                          filter_shape=(17, 1, 1, 4), stride=(2, 2), **batch)
        yield convolution(f"hybrid_{type}_groups", 34, f, type, f, per_channel=True,
                          filter_shape=(8, 3, 3, 2), **batch)
        yield convolution(f"hybrid_{type}_tanh", 35, f, type, f, activation=4, per_channel=True)
        yield convolution(f"hybrid_{type}_computed_bias", 36, f, type, f, computed_bias=True)
    yield convolution("hybrid_computed_filter", 37, f, "int8", f, computed_filter=True,
                      per_channel=True)
    zeros = convolution("hybrid_zeros", 38, f, "int8", f, per_channel=True)
    zeros.runs = [[np.zeros((1, 5, 4, 4), np.float32)], zeros.runs[0],
                  [np.full((1, 5, 4, 4), 3, np.float32)], [-np.abs(zeros.runs[0][0])]]
    yield zeros
    yield convolution("no_bias", 40, f, f, None, refused=True)
    yield convolution("int16_wrong_bias", 41, "int16", "int8", "int32", bias_type=4, version=8,
                      refused=True)
    yield convolution("half_bias", 42, f, f, "float16", refused=True)
    yield convolution("int8_int2", 43, "int8", "int2", "int32", refused=True)


@operator("DEPTHWISE_CONV_2D")
def depthwise_conv2d():
    f = "float32"
    yield depthwise("float32", 1, f, f, f)
    yield depthwise("float32_multiplier", 2, f, f, f, input_shape=(1, 6, 5, 3), stride=(2, 2))
    yield depthwise("float32_one_channel", 3, f, f, f, input_shape=(1, 6, 5, 1), activation=3)
    yield depthwise("float32_one_channel_row", 6, f, f, f, input_shape=(2, 6, 5, 1),
                    filter_shape=(1, 1, 4, 1))
    yield depthwise("float32_computed_filter", 4, f, f, f, computed_filter=True)
    yield depthwise("float32_empty", 5, f, f, f, input_shape=(0, 6, 5, 9))
    more = dict(zeros=(3, 0, -7))
    wide = dict(input_shape=(1, 4, 5, 19), filter_shape=(1, 3, 3, 19))
    yield depthwise("int8", 10, "int8", "int8", "int32", per_channel=True, **wide, **more)
    yield depthwise("int8_tanh", 11, "int8", "int8", "int32", activation=4, **wide, **more)
    yield depthwise("int8_computed_filter", 12, "int8", "int8", "int32", computed_filter=True,
                    **wide, **more)
    yield depthwise("int8_computed_bias", 13, "int8", "int8", "int32", computed_bias=True,
                    per_channel=True, **wide, **more)
    yield depthwise("int8_int4", 14, "int8", "int4", "int32", per_channel=True,
                    output_scale=0.2, **wide, **more)
    yield depthwise("uint8_computed_filter", 15, "uint8", "uint8", "int32", computed_filter=True,
                    zeros=(100, 120, 90), **wide)
    for bias in ("int64", None):
        name = f"int16_{bias}" if bias else "int16"
        yield depthwise(name, 20, "int16", "int8", bias, per_channel=True)
        yield depthwise(f"{name}_multiplier", 21, "int16", "int8", bias,
                        input_shape=(1, 6, 5, 3), stride=(2, 1), activation=1)
        yield depthwise(f"{name}_one_channel", 22, "int16", "int8", bias,
                        input_shape=(1, 6, 5, 1), padding=1)
    yield depthwise("int16_wide_window", 23, "int16", "int8", "int64",
                    input_shape=(1, 24, 23, 2), filter_shape=(1, 24, 23, 2), padding=1,
                    output_scale=0.02)
    yield depthwise("hybrid", 30, f, "int8", f, per_channel=True, **wide)
    yield depthwise("hybrid_batches", 31, f, "int8", f, per_channel=True, activation=3,
                    input_shape=(3, 4, 5, 9))
    yield depthwise("hybrid_multiplier", 32, f, "int8", f, per_channel=True,
                    input_shape=(1, 6, 5, 3), stride=(2, 2), padding=1)
    yield depthwise("hybrid_one_channel", 33, f, "int8", f, per_channel=True,
                    input_shape=(1, 6, 5, 1))
    yield depthwise("hybrid_dilation", 34, f, "int8", f, per_channel=True, dilation=(2, 2))
    yield depthwise("hybrid_computed_filter", 35, f, "int8", f, per_channel=True,
                    computed_filter=True)
    yield depthwise("int16_narrow_bias", 40, "int16", "int8", "int32", refused=True)
    yield depthwise("hybrid_int4", 41, f, "int4", f, per_channel=True, refused=True)


def shuffled(name, seed, rows, depth, units, activation=0, zero=0):
    """Weights in blocks of 4 by 16 with flipped sign bits."""
    random = rng("shuffled", seed)
    model = Model()
    x = model.input("uint8", (rows, depth), 1 / 128, 128)
    values = random.integers(0, 256, (units, depth), np.uint8)
    blocks = values.reshape(units // 4, 4, depth // 16, 16).transpose(0, 2, 1, 3) ^ 0x80
    w = model.constant(np.ascontiguousarray(blocks).reshape(units, depth), scale=0.01, zero=128)
    b = model.constant(random.integers(-900, 900, units).astype(np.int32), scale=0.01 / 128, zero=0)
    y = model.output("int16", (rows, units), 1 / 4096, zero)
    workspace = model.output("uint8", (rows, depth), 1 / 128, 128)
    model.operator("FULLY_CONNECTED", [x, w, b], [y, workspace], version=2,
                   options="FullyConnectedOptions", weightsFormat=1,
                   fusedActivationFunction=activation)
    return Case(name, model, [[random.integers(0, 256, (rows, depth), np.uint8)]])


def blockwise(name, seed, rows, depth, units, block, bias=True, activation=0):
    """Weights of 4 bits with a scale for each block of a row.

    The peer's reference kernel ignores these scales; its optimised one ignores the activation.
    """
    random = rng("blockwise", seed)
    model = Model()
    x = model.input("float32", (rows, depth))
    scales = random.uniform(0.001, 0.05, (units, depth // block)).astype(np.float16)
    s = model.constant(scales)
    weights = random.integers(-8, 8, (units, depth))
    w = model.constant(peer.pack_nibbles(weights), "int4", (units, depth))
    quantization = schema.QuantizationParametersT()
    quantization.details = schema.BlockwiseQuantizationT()
    quantization.details.scales, quantization.details.blockSize = s, block
    quantization.details.zeroPoints = -1
    quantization.detailsType = schema.QuantizationDetails.BlockwiseQuantization
    model.table.tensors[w].quantization = quantization
    operands = [x, w]
    if bias:
        operands.append(model.constant(random.normal(size=units).astype(np.float32)))
    y = model.output("float32", (rows, units))
    model.operator("FULLY_CONNECTED", operands, [y], version=12,
                   options="FullyConnectedOptions", fusedActivationFunction=activation)
    run = [random.normal(size=(rows, depth)).astype(np.float32)]
    return Case(name, model, [run], distrusted=True,
                remark="the reference kernel ignores the scales of blocks")


def depthless():
    """Products of nothing, which LiteRT fills with bytes of zero."""
    more = dict(input_shape=(3, 0), filter_shape=(4, 0))
    for type, filter, bias, zeros in (
            ("float32", "float32", "float32", (0, 0, 0)), ("float32", "int8", "float32", (0, 0, 0)),
            ("int8", "int8", "int32", (3, 0, -7)), ("uint8", "uint8", "int32", (100, 120, 90)),
            ("int16", "int8", "int64", (0, 0, 0))):
        yield product(f"{type}_{filter}_depth_0", 24, type, filter, bias, zeros=zeros, version=9,
                      bias_type=4 if bias == "int64" else 0, **more)


def extreme_filters():
    """Hybrid filters with the lowest number of their type, whose products LiteRT gets wrong."""
    for type, low, high, scale, how in (
            ("int8", -128, 127, 0.01, dict(computed_filter=True)),
            ("int4", -8, 7, 0.1, dict(computed_bias=True, bias="float32"))):
        filter = rng("extreme", type).integers(low, high, (4, 48), endpoint=True)
        filter[:, ::3] = low
        case = product(f"hybrid_{type}_extreme", 71, "float32", type, how.pop("bias", None),
                       input_shape=(3, 48), filter_shape=(4, 48), filter_values=filter, version=10,
                       **how)
        x = case.runs[0][0]
        largest = np.abs(x).max(axis=1, keepdims=True)
        steps = x * (np.float32(127) / largest)
        integers = np.trunc(steps + np.copysign(np.float32(0.5), steps)).astype(np.int32)
        real = integers @ filter.T * (largest / 127 * scale)
        if type == "int4":
            real += case.runs[0][1]
        case.expected = [[real.astype(np.float32)]]
        case.remark = (
            "LiteRT's kernel for SSE gives -128 times a negative number the wrong sign"
            if type == "int8" else "LiteRT's built-in kernel takes -8 for 8, and a neighbour with it")
        yield case


def index_vector(values, width):
    """A vector of sparse indices and the member of the union that holds it."""
    kind = {8: "Uint8Vector", 16: "Uint16Vector", 32: "Int32Vector"}[width]
    vector = getattr(schema, kind + "T")()
    vector.values = [int(value) for value in values]
    return getattr(schema.SparseIndexVector, kind), vector


def dense_level(size):
    level = schema.DimensionMetadataT()
    level.format, level.denseSize = 0, size
    return level


def sparse(dense, blocks, axes, width=32):
    """A matrix in compressed rows of blocks: its layout and stored values.

    `axes` is the order of both axes; the first level is dense, the second compressed.
    """
    tiles = dense.reshape(dense.shape[0] // blocks[0], blocks[0], dense.shape[1] // blocks[1],
                          blocks[1]).transpose(0, 2, 1, 3)
    outer = tiles if axes == (0, 1) else tiles.transpose(1, 0, 2, 3)
    segments, indices, values = [0], [], []
    for line in outer:
        for index, tile in enumerate(line):
            if np.any(tile):
                indices.append(index)
                values.append(tile.reshape(-1))
        segments.append(len(indices))
    layout = schema.SparsityParametersT()
    level = schema.DimensionMetadataT()
    level.format = 1
    level.arraySegmentsType, level.arraySegments = index_vector(segments, width)
    level.arrayIndicesType, level.arrayIndices = index_vector(indices, width)
    layout.dimMetadata = [dense_level(outer.shape[0]), level]
    layout.traversalOrder, layout.blockMap = list(axes), []
    for axis in (0, 1):
        if blocks[axis] > 1:
            layout.traversalOrder.append(2 + len(layout.blockMap))
            layout.blockMap.append(axis)
            layout.dimMetadata.append(dense_level(blocks[axis]))
    return layout, np.concatenate(values)


def sparse_product(name, seed, input_type, filter_type, blocks, width=32):
    random = rng("sparse", seed)
    model = Model()
    is_float = input_type == "float32"
    x = model.input(input_type, (3, 64), None if is_float else 0.05, None if is_float else 3)
    mask = np.repeat(random.random((8, 64 // blocks[1])) < 0.4, blocks[1], 1)
    filter = (random.integers(-127, 128, (8, 64)) if filter_type == "int8"
              else random.normal(size=(8, 64))) * mask
    layout, stored = sparse(filter.astype(peer.NUMPY[filter_type]), blocks, (0, 1), width)
    scale = None if filter_type == "float32" else 0.01 * random.uniform(0.5, 1.5, 8)
    w = model.constant(stored, filter_type, (8, 64), scale, None if scale is None else 0)
    model.table.tensors[w].sparsity = layout
    bias = (random.normal(size=8).astype(np.float32) if is_float
            else random.integers(-300, 300, 8).astype(np.int32))
    b = model.constant(bias, scale=None if is_float else 0.05 * scale)
    y = model.output(input_type, (3, 8), None if is_float else 0.4, None if is_float else -7)
    model.operator("FULLY_CONNECTED", [x, w, b], [y], version=8, options="FullyConnectedOptions")
    run = (random.normal(size=(3, 64)).astype(np.float32) if is_float
           else random.integers(-128, 128, (3, 64)).astype(np.int8))
    return Case(name, model, [[run]])


@operator("DENSIFY")
def densify():
    for type in ("float32", "float16", "int8"):
        for name, blocks, axes, width in (
                ("rows", (1, 1), (0, 1), 32), ("columns", (1, 1), (1, 0), 8),
                ("blocks", (2, 2), (0, 1), 16), ("row_blocks", (1, 4), (1, 0), 8)):
            random = rng("densify", type, name)
            dense = (random.random((6, 8)) < 0.3) * random.integers(1, 9, (6, 8))
            layout, stored = sparse(dense.astype(peer.NUMPY[type]), blocks, axes, width)
            model = Model()
            x = model.input("float32", (1,))
            w = model.constant(stored, type, (6, 8))
            model.table.tensors[w].sparsity = layout
            model.operator("DENSIFY", [w], [model.output(type, (6, 8))],
                           options="DensifyOptions")
            yield Case(f"{type}_{name}", model, [[np.zeros(1, np.float32)]])
    model = Model()
    x = model.input("float32", (2, 2))
    model.operator("DENSIFY", [x], [model.output("float32", (2, 2))], options="DensifyOptions")
    yield Case("not_constant", model, [[np.zeros((2, 2), np.float32)]], refused=True)


@operator("FULLY_CONNECTED")
def fully_connected():
    f = "float32"
    yield product("float32", 1, f, f, f)
    yield product("float32_keeps_rank", 2, f, f, None, input_shape=(2, 3, 20), keep=True)
    yield product("float32_computed_filter", 3, f, f, f, computed_filter=True, activation=1)
    yield product("float32_computed_bias", 4, f, f, f, computed_bias=True)
    yield product("float32_empty", 5, f, f, f, input_shape=(0, 20))
    more = dict(zeros=(3, 0, -7))
    for type in ("int8", "int4", "int2"):
        yield product(f"int8_{type}", 10, "int8", type, "int32", per_channel=True, version=12,
                      **more)
        yield product(f"int8_{type}_tensor", 11, "int8", type, None, version=12, **more)
        yield product(f"int8_{type}_odd", 12, "int8", type, "int32", per_channel=True,
                      input_shape=(3, 21), filter_shape=(9, 21), version=12, **more)
        yield product(f"int8_{type}_computed_bias", 13, "int8", type, "int32", version=12,
                      computed_bias=True, per_channel=True, activation=1, **more)
    yield product("int8_computed_filter", 14, "int8", "int8", "int32", computed_filter=True,
                  per_channel=True, **more)
    yield product("int8_filter_zero", 15, "int8", "int8", "int32", zeros=(3, 5, -7))
    yield product("int8_computed_filter_zero", 16, "int8", "int8", "int32", computed_filter=True,
                  zeros=(3, 5, -7))
    yield product("uint8", 17, "uint8", "uint8", "int32", zeros=(100, 120, 90))
    yield product("uint8_computed_filter", 18, "uint8", "uint8", "int32", computed_filter=True,
                  zeros=(100, 120, 90))
    yield product("uint8_int16", 19, "uint8", "uint8", "int32", output_type="int16",
                  zeros=(100, 120, 0))
    for activation in range(4):
        yield product(f"uint8_int16_zero_{activation}", 23, "uint8", "uint8", "int32",
                      output_type="int16", zeros=(100, 120, -900), activation=activation)
    yield from depthless()
    yield from extreme_filters()
    for type in ("int8", "int4", "int2", "int16"):
        for bias, number in (("int64", 4), ("int32", 2), (None, 0)):
            name = f"int16_{type}_{bias}" if bias else f"int16_{type}"
            scale = 0.2 if type == "int16" else None
            yield product(name, 20, "int16", type, bias, per_channel=True, bias_type=number,
                          version=14, output_scale=scale)
            yield product(f"{name}_tensor", 21, "int16", type, bias, bias_type=number,
                          version=14, activation=3, output_scale=scale)
    yield product("int16_deep", 22, "int16", "int8", "int64", input_shape=(1, 1100),
                  filter_shape=(2, 1100), bias_type=4, version=14, output_scale=0.05)
    for type in ("int8", "int4", "int2"):
        yield product(f"hybrid_{type}", 30, f, type, f, per_channel=True, version=12)
        yield product(f"hybrid_{type}_asymmetric", 31, f, type, f, asymmetric=True, version=12)
        yield product(f"hybrid_{type}_odd", 32, f, type, f, per_channel=True, version=12,
                      input_shape=(3, 21), filter_shape=(9, 21))
        yield product(f"hybrid_{type}_tanh", 33, f, type, f, activation=4, version=12)
        yield product(f"hybrid_{type}_sign", 34, f, type, f, activation=5, version=12)
        yield product(f"hybrid_{type}_computed_bias", 35, f, type, f, computed_bias=True,
                      per_channel=True, version=12)
    yield product("hybrid_int4_blocks_of_32", 36, f, "int4", f, computed_bias=True, version=12,
                  input_shape=(3, 64), filter_shape=(6, 64), per_channel=True)
    yield product("hybrid_computed_filter", 37, f, "int8", None, computed_filter=True)
    yield product("hybrid_keeps_rank", 38, f, "int8", f, input_shape=(2, 2, 20), keep=True,
                  per_channel=True, activation=1)
    zeros = product("hybrid_zeros", 39, f, "int8", f, input_shape=(2, 20))
    zeros.runs = [[np.zeros((2, 20), np.float32)], zeros.runs[0],
                  [np.stack([np.zeros(20), np.full(20, 5)]).astype(np.float32)]]
    yield zeros
    yield shuffled("shuffled_one_row", 40, 1, 32, 8)
    yield shuffled("shuffled_four_rows", 41, 4, 32, 12)
    yield shuffled("shuffled_relu", 42, 1, 32, 8, activation=1)
    yield shuffled("shuffled_zero", 43, 1, 32, 8, activation=3, zero=-700)
    yield blockwise("hybrid_blocks", 44, 3, 64, 9, 32)
    yield sparse_product("float32_sparse", 60, f, f, (1, 1))
    yield sparse_product("float32_sparse_blocks", 61, f, f, (1, 4), width=16)
    yield sparse_product("int8_sparse", 62, "int8", "int8", (1, 16), width=8)
    yield sparse_product("hybrid_sparse", 63, f, "int8", (1, 16))
    yield product("float32_tanh", 50, f, f, f, activation=4, refused=True)
    yield product("half_filter", 51, f, "float16", f, refused=True,
                  filter_values=np.zeros((9, 20)))
    yield product("wrong_depth", 52, f, f, f, input_shape=(3, 7), filter_shape=(9, 20, 1),
                  refused=True)
