"""TRANSPOSE_CONV, CONV_3D, CONV_3D_TRANSPOSE, BATCH_MATMUL and Convolution2DTransposeBias."""
import struct

import numpy as np

import peer
from peer import Model
from record import Case, operator, rng, values

PADDING = {"same": 0, "valid": 1}
ACTIVATION = {"none": 0, "relu": 1, "relu_n1_to_1": 2, "relu6": 3}


def scales(count, seed, low=0.002, high=0.02):
    return rng("scales", count, seed).uniform(low, high, count).astype(np.float32)


def transposed(name, input, kernel, outputs, stride=(2, 2), padding="same", size=None,
               type="float32", filter="float32", bias=None, activation="none", channels=True,
               constant_shape=True, constant_filter=True, constant_bias=True, zero=5,
               output_scale=0.05, version=None, filter_zero=0, bias_type=0, seed=1, runs=1):
    """A TRANSPOSE_CONV; without `size` the output is as large as the padding suggests."""
    n, h, w, c = input
    if size is None:
        size = [i * s if padding == "same" else (i - 1) * s + k
                for i, s, k in zip((h, w), stride, kernel)]
    shape = np.array([n, *size, outputs], np.int32)
    quantized = type != "float32"
    symmetric = type == "int16"
    model = Model()
    feeds = []
    if constant_shape:
        shape_index = model.constant(shape)
    else:
        shape_index = model.input("int32", (4,))
        feeds.append(lambda run: shape)
    weights = values(filter, (outputs, *kernel, c), seed, -1, 1) if filter == "float32" else \
        values(filter, (outputs, *kernel, c), seed, *((-127, 127) if filter == "int8" else (0, 255)))
    scale = None
    if filter != "float32":
        scale = scales(outputs, seed) if channels else [0.0123]
    if constant_filter:
        w_index = model.constant(weights, scale=scale, zero=filter_zero, axis=0)
    else:
        w_index = model.input(filter, weights.shape, scale, filter_zero)
        feeds.append(lambda run: values(filter, weights.shape, run, -1, 1))
    x_index = model.input(type, input, 0.03 if quantized else None,
                          (0 if symmetric else zero) if quantized else None)
    feeds.append(lambda run: values(type, input, 100 + run))
    inputs = [shape_index, w_index, x_index]
    if bias:
        data = values(bias, (outputs,), seed, *((-1, 1) if bias == "float32" else (-3000, 3000)))
        bias_scale = None
        if quantized:
            bias_scale = (np.asarray(scale, np.float64) * np.float32(0.03)).astype(np.float32)
        if constant_bias:
            inputs.append(model.constant(data, scale=bias_scale))
        else:
            inputs.append(model.input(bias, data.shape, bias_scale))
            feeds.append(lambda run: values(bias, (outputs,), run, -1, 1))
    y = model.output(type, shape.tolist(), output_scale if quantized else None,
                     (0 if symmetric else -3 if type == "int8" else 120) if quantized else None)
    if version is None:
        version = 4 if activation != "none" else 3 if bias else 2 if quantized else 1
    model.operator("TRANSPOSE_CONV", inputs, [y], version=version, options="TransposeConvOptions",
                   padding=PADDING[padding], strideH=stride[0], strideW=stride[1],
                   fusedActivationFunction=ACTIVATION[activation], quantizedBiasType=bias_type)
    return Case(name, model, [[feed(run) for feed in feeds] for run in range(runs)])


@operator("TRANSPOSE_CONV")
def transpose_conv():
    f = transposed
    yield f("float32_same_2x2", (1, 4, 5, 6), (2, 2), 3)
    yield f("float32_same_3x3", (2, 3, 4, 5), (3, 3), 2, bias="float32")
    yield f("float32_valid_4x4", (1, 3, 4, 4), (4, 4), 1, padding="valid", bias="float32")
    yield f("float32_odd_size", (1, 3, 4, 3), (3, 3), 20, size=(5, 7))
    yield f("float32_stride_1", (1, 5, 4, 3), (3, 2), 4, stride=(1, 1))
    yield f("float32_stride_beyond_filter", (1, 3, 3, 2), (2, 1), 3, stride=(3, 2), bias="float32",
            activation="relu6")
    yield f("float32_unequal_strides", (1, 2, 3, 9), (5, 4), 17, stride=(3, 1), padding="valid")
    yield f("float32_relu", (1, 4, 4, 3), (4, 4), 2, activation="relu", bias="float32")
    yield f("float32_variable_shape", (1, 3, 4, 3), (3, 3), 2, constant_shape=False)
    yield f("float32_variable_filter", (1, 3, 4, 3), (3, 3), 2, constant_filter=False,
            bias="float32", constant_bias=False)
    yield f("float32_empty", (0, 3, 4, 3), (3, 3), 2)
    yield f("int8_same", (1, 4, 5, 6), (3, 3), 5, type="int8", filter="int8")
    yield f("int8_valid_bias", (2, 3, 4, 4), (4, 4), 3, padding="valid", type="int8",
            filter="int8", bias="int32")
    yield f("int8_tensor", (1, 3, 4, 4), (2, 2), 18, type="int8", filter="int8", channels=False,
            bias="int32")
    yield f("int8_stride_beyond_filter", (1, 3, 3, 2), (1, 2), 3, stride=(2, 3), type="int8",
            filter="int8", bias="int32")
    yield f("int8_relu6", (1, 4, 4, 3), (3, 3), 4, type="int8", filter="int8", activation="relu6",
            bias="int32")
    yield f("int8_variable_shape", (1, 3, 4, 3), (3, 3), 2, type="int8", filter="int8",
            constant_shape=False)
    yield f("uint8_same", (1, 4, 5, 6), (3, 3), 5, type="uint8", filter="uint8", channels=False,
            zero=131, filter_zero=117, output_scale=0.2)
    yield f("uint8_bias", (1, 3, 4, 4), (4, 4), 3, padding="valid", type="uint8", filter="uint8",
            channels=False, zero=131, filter_zero=117, bias="int32", output_scale=0.2)
    yield f("int16_same", (1, 4, 5, 6), (3, 3), 5, type="int16", filter="int8", version=3,
            output_scale=0.4)
    yield f("int16_bias64", (1, 3, 4, 4), (4, 4), 3, padding="valid", type="int16", filter="int8",
            bias="int64", output_scale=0.4)
    yield f("int16_bias32", (1, 3, 4, 4), (3, 3), 19, type="int16", filter="int8", bias="int32",
            bias_type=2, output_scale=0.2, version=4)
    yield f("int16_bias_type32", (1, 3, 4, 4), (3, 3), 3, type="int16", filter="int8",
            bias_type=2, output_scale=0.2, version=4)
    yield f("int16_relu", (1, 3, 4, 4), (2, 2), 3, type="int16", filter="int8", bias="int64",
            activation="relu", output_scale=0.4)
    yield f("hybrid", (2, 3, 4, 5), (3, 3), 3, filter="int8", version=5)
    yield f("hybrid_bias", (1, 4, 4, 6), (4, 4), 2, filter="int8", bias="float32", version=5,
            activation="relu")
    yield f("hybrid_tensor", (1, 4, 4, 6), (2, 2), 2, filter="int8", channels=False, version=5)
    case = f("wrong_channels", (1, 3, 4, 3), (3, 3), 2, constant_shape=False, runs=1)
    case.runs[0][0] = np.array([1, 6, 8, 2], np.int32)
    case.runs[0][1] = values("float32", (2, 3, 4, 3), 1)
    case.refused = True
    yield case


@operator("Convolution2DTransposeBias")
def transpose_bias():
    """MediaPipe's operator, which only the XNNPACK delegate knows."""
    for name, input, kernel, stride, padding in [
            ("same", (1, 4, 5, 6), (2, 2), (2, 2), 1), ("valid", (2, 3, 4, 3), (3, 4), (2, 3), 2),
            ("same_3x3", (1, 3, 5, 3), (3, 3), (2, 2), 1),
            ("same_stride_3", (1, 3, 4, 3), (4, 2), (3, 1), 1)]:
        pads = [max(0, k - (i - 1) % s - 1) if padding == 1 else 0
                for k, i, s in zip(kernel, input[1:3], stride)]
        size = [s * (i - 1) + k - p for s, i, k, p in zip(stride, input[1:3], kernel, pads)]
        model = Model()
        x = model.input("float32", input)
        weights = model.constant(values("float32", (2, *kernel, input[3]), 1, -1, 1))
        bias = model.constant(values("float32", (2,), 2, -1, 1))
        model.operator("Convolution2DTransposeBias", [x, weights, bias],
                       [model.output("float32", (input[0], *size, 2))],
                       custom=struct.pack("<3i", padding, stride[1], stride[0]))
        yield Case(name, model, [[values("float32", input, 3)]])


def volume(name, input, kernel, outputs, stride=(1, 1, 1), padding="same", dilation=(1, 1, 1),
           bias=False, activation="none", constant=True):
    model = Model()
    feeds = [values("float32", input, 1)]
    x = model.input("float32", input)
    weights = values("float32", (*kernel, input[4], outputs), 2, -1, 1)
    if constant:
        operands = [x, model.constant(weights)]
    else:
        operands = [x, model.input("float32", weights.shape)]
        feeds.append(weights)
    operands.append(model.constant(values("float32", (outputs,), 3, -1, 1)) if bias else -1)
    size = [-(-i // s) if padding == "same" else (i - (k - 1) * d + s - 1) // s
            for i, s, k, d in zip(input[1:4], stride, kernel, dilation)]
    y = model.output("float32", (input[0], *size, outputs))
    model.operator("CONV_3D", operands, [y], options="Conv3DOptions", padding=PADDING[padding],
                   strideD=stride[0], strideH=stride[1], strideW=stride[2],
                   dilationDFactor=dilation[0], dilationHFactor=dilation[1],
                   dilationWFactor=dilation[2], fusedActivationFunction=ACTIVATION[activation])
    return Case(name, model, [feeds])


@operator("CONV_3D")
def conv_3d():
    yield volume("same", (1, 4, 3, 5, 3), (2, 2, 2), 4)
    yield volume("valid_strides", (2, 5, 5, 4, 2), (3, 2, 3), 3, (2, 1, 2), "valid", bias=True)
    yield volume("dilated", (1, 5, 6, 7, 2), (2, 3, 2), 2, dilation=(2, 2, 3), bias=True,
                 activation="relu")
    yield volume("frames_apart", (2, 3, 4, 4, 3), (1, 3, 3), 2)
    yield volume("strided_frames", (1, 5, 4, 4, 3), (1, 1, 1), 2, (2, 2, 2), activation="relu6")
    yield volume("variable_filter", (1, 3, 3, 3, 2), (2, 2, 2), 2, constant=False)
    yield volume("empty", (0, 3, 3, 3, 2), (2, 2, 2), 2)


def transposed_volume(name, input, kernel, outputs, stride=(2, 2, 2), padding="same",
                      dilation=(1, 1, 1), bias=True, activation="none", size=None, constant=True):
    if size is None:
        size = [i * s if padding == "same" else (i - 1) * s + (k - 1) * d + 1
                for i, s, k, d in zip(input[1:4], stride, kernel, dilation)]
    shape = np.array([input[0], *size, outputs], np.int32)
    model = Model()
    feeds = []
    if constant:
        operands = [model.constant(shape)]
    else:
        operands = [model.input("int32", (5,))]
        feeds.append(shape)
    weights = values("float32", (*kernel, outputs, input[4]), 2, -1, 1)
    operands += [model.constant(weights), model.input("float32", input)]
    feeds.append(values("float32", input, 1))
    operands.append(model.constant(values("float32", (outputs,), 3, -1, 1)) if bias else -1)
    y = model.output("float32", shape.tolist())
    model.operator("CONV_3D_TRANSPOSE", operands, [y], options="Conv3DOptions",
                   padding=PADDING[padding], strideD=stride[0], strideH=stride[1],
                   strideW=stride[2], dilationDFactor=dilation[0], dilationHFactor=dilation[1],
                   dilationWFactor=dilation[2], fusedActivationFunction=ACTIVATION[activation])
    return Case(name, model, [feeds])


@operator("CONV_3D_TRANSPOSE")
def conv_3d_transpose():
    f = transposed_volume
    yield f("same", (1, 2, 3, 2, 3), (3, 3, 3), 2)
    yield f("valid", (2, 2, 3, 2, 2), (2, 3, 4), 3, padding="valid", activation="relu")
    yield f("stride_1", (1, 3, 3, 4, 2), (2, 3, 2), 3, (1, 1, 1))
    yield f("no_bias", (1, 2, 2, 3, 2), (2, 2, 2), 4, bias=False)
    yield f("odd_size", (1, 2, 3, 2, 2), (3, 3, 2), 2, size=(3, 5, 4))
    yield f("stride_beyond_filter", (1, 2, 2, 2, 2), (1, 2, 1), 3, (3, 3, 2), activation="relu6")
    yield f("dilated", (1, 3, 3, 4, 2), (2, 2, 3), 2, (1, 2, 3), dilation=(2, 3, 2))
    yield f("variable_shape", (1, 2, 2, 2, 2), (2, 2, 2), 2, constant=False)


def product(name, a, b, y, adj=(False, False), type=("float32",) * 3, scale=(0.05, 0.02, 0.11),
            zero=(3, -7, 5), constant=(False, False), channels=None, asymmetric=False, version=1,
            low=None, runs=1, **more):
    """A BATCH_MATMUL of shapes; `channels` is the axis of scales on the right."""
    model = Model()
    feeds, operands = [], []

    def quantization(place):
        if type[place] in ("float32", "int32"):
            return None, None
        return scale[place], zero[place]

    for place, shape in enumerate((a, b)):
        s, z = quantization(place)
        axis = 0
        if place == 1 and channels is not None:
            s, z, axis = scales(shape[channels], 1), 0, channels
        data = lambda run, place=place, shape=shape: values(
            type[place], shape, 10 * place + run, *(low or (-4, 4)))
        if constant[place]:
            operands.append(model.constant(data(0), scale=s, zero=z, axis=axis))
        else:
            operands.append(model.input(type[place], shape, s, z, axis=axis))
            feeds.append(data)
    s, z = quantization(2)
    output = model.output(type[2], y, s, z)
    model.operator("BATCH_MATMUL", operands, [output], version=version,
                   options="BatchMatMulOptions", adjX=adj[0], adjY=adj[1],
                   asymmetricQuantizeInputs=asymmetric)
    return Case(name, model, [[feed(run) for feed in feeds] for run in range(runs)], **more)


@operator("BATCH_MATMUL")
def batch_matmul():
    f = product
    yield f("float32", (5, 7), (7, 9), (5, 9))
    yield f("float32_batch", (2, 3, 4, 5), (2, 3, 5, 6), (2, 3, 4, 6))
    yield f("float32_adj_x", (3, 6, 4), (3, 6, 5), (3, 4, 5), (True, False))
    yield f("float32_adj_y", (3, 4, 6), (3, 5, 6), (3, 4, 5), (False, True))
    yield f("float32_adj_both", (6, 4), (5, 6), (4, 5), (True, True))
    yield f("float32_broadcast", (2, 1, 3, 4, 5), (3, 1, 5, 2), (2, 3, 3, 4, 2))
    yield f("float32_broadcast_left", (4, 5), (3, 5, 2), (3, 4, 2))
    yield f("float32_broadcast_right", (3, 4, 5), (5, 2), (3, 4, 2))
    yield f("float32_constant_right", (3, 4, 5), (5, 17), (3, 4, 17), constant=(False, True))
    yield f("float32_constant_batch", (3, 4, 5), (3, 5, 2), (3, 4, 2), constant=(False, True))
    yield f("float32_constant_left", (4, 5), (3, 5, 2), (3, 4, 2), constant=(True, False))
    yield f("float32_one_row", (3, 1, 33), (3, 33, 20), (3, 1, 20))
    yield f("float32_one_column", (5, 33), (33, 1), (5, 1), constant=(False, True))
    yield f("float32_empty", (3, 0, 4), (3, 4, 2), (3, 0, 2), runs=1)
    yield f("float32_no_depth", (2, 3, 0), (2, 0, 2), (2, 3, 2), runs=1)
    yield f("float32_wrong_depth", (3, 4), (5, 2), (3, 2), runs=1, refused=True)
    bytes_, pairs = ("int8",) * 3, ("int16",) * 3
    g = dict(type=bytes_, version=2, scale=(0.05, 0.02, 0.3))
    yield f("int8", (9, 33), (33, 21), (9, 21), **g)
    yield f("int8_symmetric_right", (9, 33), (33, 21), (9, 21), zero=(3, 0, 5), **g)
    yield f("int8_constant_right", (3, 5, 17), (17, 20), (3, 5, 20), zero=(3, 0, 5),
            constant=(False, True), **g)
    yield f("int8_asymmetric_constant", (5, 17), (20, 17), (5, 20), (False, True),
            constant=(False, True), **g)
    yield f("int8_constant_left", (5, 17), (2, 17, 6), (2, 5, 6), zero=(3, 0, 5),
            constant=(True, False), **g)
    yield f("int8_constant_batch", (2, 5, 17), (2, 17, 6), (2, 5, 6), zero=(3, 0, 5),
            constant=(False, True), **g)
    yield f("int8_adj_broadcast", (2, 1, 17, 4), (3, 6, 17), (2, 3, 4, 6), (True, True), **g)
    yield f("int8_channels", (5, 9), (9, 6), (5, 6), channels=1, constant=(False, True), **g)
    sums = dict(type=("int8", "int8", "int32"), version=3)
    yield f("int8_to_int32", (2, 4, 19), (2, 19, 6), (2, 4, 6), **sums)
    yield f("int8_to_int32_constant", (4, 19), (6, 19), (4, 6), (False, True),
            constant=(False, True), **sums)
    h = dict(zero=(0, 0, 0))
    yield f("int16", (2, 5, 33), (2, 33, 9), (2, 5, 9), type=pairs, version=3,
            scale=(0.01, 0.01, 20), **h)
    yield f("int16_wraps", (5, 300), (300, 3), (5, 3), type=pairs, version=3,
            scale=(0.01, 0.01, 0.0001), low=(30000, 32767), **h)
    yield f("int16_int8", (5, 33), (33, 9), (5, 9), type=("int16", "int8", "int16"), version=4,
            scale=(0.01, 0.01, 0.1), **h)
    yield f("int16_int8_channels", (5, 9), (9, 4), (5, 4), type=("int16", "int8", "int16"),
            version=4, scale=(0.01, 0, 0.1), channels=1, constant=(False, True), **h)
    for asymmetric in (False, True):
        h = dict(type=("float32", "int8", "float32"), version=4, scale=(0, 0.01, 0),
                 zero=(0, 0, 0), asymmetric=asymmetric)
        kind = "hybrid_asymmetric" if asymmetric else "hybrid"
        yield f(kind, (5, 33), (33, 9), (5, 9), constant=(False, True), **h)
        yield f(f"{kind}_channels", (2, 5, 9), (2, 4, 9), (2, 5, 4), (False, True), channels=1,
                constant=(False, True), **h)
        case = f(f"{kind}_variable", (2, 5, 33), (33, 9), (2, 5, 9), **h)
        case.expected = peer.run(case.model.bytes(), case.runs, "optimized")[1]
        case.remark = "The delegate reads the right operand too early."
        yield case
