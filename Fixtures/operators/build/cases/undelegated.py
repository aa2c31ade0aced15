"""Nodes of bytes that LiteRT's delegate leaves to the built-in kernels, or takes against their rules.

Its bias has scales although it does not use them; bytes have a scale although they are only blended;
activations are those that XNNPACK knows.
"""
import numpy as np

from peer import Model
from record import Case, operator, rng

IN, OUT = dict(scale=0.02, zero=-8), dict(scale=0.05, zero=-7)
CHANNELS = 9
FILTERS = [0.003 * (1 + k / 9) for k in range(CHANNELS)]


def scheme(type, of):
    """The quantisation of activations; unsigned bytes stand for the same reals."""
    return dict(of, zero=of["zero"] + (128 if type == "uint8" else 0))


def bytes_like(type, shape, *seed):
    signed = rng("undelegated", shape, *seed).integers(-127, 127, shape, np.int8, endpoint=True)
    return signed if type == "int8" else (signed.astype(int) + 128).astype(np.uint8)


def layer(operator_name, type, name, scales, zeros=None):
    """A layer with weights; `scales` are those of its bias, as many as it has or one."""
    model = Model()
    shape = (1, 6, 7, 8) if operator_name != "FULLY_CONNECTED" else (30, 8)
    depth = CHANNELS if operator_name == "DEPTHWISE_CONV_2D" else 8
    shape = shape[:-1] + (depth,)
    x = model.input(type, shape, **scheme(type, IN))
    axis = 3 if operator_name == "DEPTHWISE_CONV_2D" else 0
    extents = {"DEPTHWISE_CONV_2D": (1, 3, 3, CHANNELS), "FULLY_CONNECTED": (CHANNELS, 8)}.get(
        operator_name, (CHANNELS, 3, 3, 8))
    channels = type == "int8" and name != "tensor"
    weights = model.constant(
        bytes_like(type, extents, "weights"), scale=FILTERS if channels else FILTERS[0],
        zero=0 if type == "int8" else 128, axis=axis)
    bias = model.constant(rng("bias").integers(-500, 500, CHANNELS).astype(np.int32), scale=scales,
                          zero=zeros)
    rows = dict(padding=0, strideW=1, strideH=1, fusedActivationFunction=1)
    dilation = dict(dilationWFactor=1, dilationHFactor=1)
    if operator_name == "TRANSPOSE_CONV":
        result = (1, 12, 14, CHANNELS)
        size = model.constant(np.array(result, np.int32))
        operands, options, version = [size, weights, x, bias], "TransposeConvOptions", 3
        rows = dict(padding=0, strideW=2, strideH=2)
        dilation = {}
    else:
        result = shape[:-1] + (CHANNELS,)
        operands, version = [x, weights, bias], 3 if type == "int8" else 1
        options = {"CONV_2D": "Conv2DOptions", "DEPTHWISE_CONV_2D": "DepthwiseConv2DOptions",
                   "FULLY_CONNECTED": "FullyConnectedOptions"}[operator_name]
        if operator_name == "DEPTHWISE_CONV_2D":
            dilation["depthMultiplier"] = 1
        if operator_name == "FULLY_CONNECTED":
            rows, dilation, version = dict(fusedActivationFunction=1), {}, 4
    y = model.output(type, result, **scheme(type, OUT))
    model.operator(operator_name, operands, [y], options=options, version=version, **rows,
                   **dilation)
    return Case(f"bias_{operator_name.lower()}_{type}_{name}", model,
                [[bytes_like(type, shape, "input")]])


@operator("delegation")
def biases():
    tensor = IN["scale"] * FILTERS[0]
    channels = [IN["scale"] * s for s in FILTERS]
    for name in ("CONV_2D", "DEPTHWISE_CONV_2D", "TRANSPOSE_CONV", "FULLY_CONNECTED"):
        yield layer(name, "uint8", "plain", None)
        yield layer(name, "int8", "plain", None)
        yield layer(name, "int8", "scaled", channels, 0)
        yield layer(name, "int8", "zero", channels[:-1] + [0.0], 0)
        yield layer(name, "int8", "tensor", None)
    yield layer("CONV_2D", "int8", "other", [3 * s for s in channels], 0)
    yield layer("CONV_2D", "int8", "denormal", channels[:-1] + [1e-40], 0)
    case = layer("FULLY_CONNECTED", "int8", "tensor", tensor, 5)
    case.name = "bias_fully_connected_int8_zero_point"
    yield case


@operator("delegation")
def depthwise_zero_points():
    """No kernel uses the zero points of signed depthwise filters, and the delegate takes only 0."""
    channels = [IN["scale"] * s for s in FILTERS]
    for name, scales, zero in (("plain", None, 3), ("scaled", channels, 3), ("low", None, -128)):
        case = layer("DEPTHWISE_CONV_2D", "int8", name, scales, 0)
        case.model.table.tensors[1].quantization.zeroPoint = [zero] * CHANNELS
        case.name = f"depthwise_zero_point_{name}"
        yield case
    case = layer("DEPTHWISE_CONV_2D", "int8", "tensor", None)
    case.model.table.tensors[1].quantization.zeroPoint = [3]
    case.name = "depthwise_zero_point_tensor"
    yield case


@operator("delegation")
def blended():
    for type in ("uint8", "int8"):
        for name, first, second in (("both", {}, {}), ("input", {}, OUT), ("output", IN, {})):
            model = Model()
            x = model.input(type, (1, 6, 6, 5), **(scheme(type, first) if first else {}))
            size = model.constant(np.array([11, 9], np.int32))
            y = model.output(type, (1, 11, 9, 5), **(scheme(type, second) if second else {}))
            model.operator("RESIZE_BILINEAR", [x, size], [y], version=3,
                           options="ResizeBilinearOptions", halfPixelCenters=True)
            yield Case(f"resize_{type}_plain_{name}", model, [[bytes_like(type, (1, 6, 6, 5))]])


@operator("delegation")
def activations():
    """The built-in kernels take TANH and SIGN_BIT, and do nothing for them."""
    for name in ("ADD", "SUB", "MUL"):
        for type in ("int8", "uint8"):
            for label, activation in (("relu1", 2), ("tanh", 4), ("sign_bit", 5)):
                model = Model()
                shape = (1, 5, 5, 9)
                x = model.input(type, shape, **scheme(type, dict(scale=0.02, zero=3)))
                y = model.input(type, shape, **scheme(type, dict(scale=0.03, zero=-5)))
                z = model.output(type, shape, **scheme(type, dict(scale=0.04, zero=4)))
                model.operator(name, [x, y], [z], options=f"{name.title()}Options", version=2,
                               fusedActivationFunction=activation)
                yield Case(f"{name.lower()}_{type}_{label}", model,
                           [[bytes_like(type, shape, 1), bytes_like(type, shape, 2)]])
