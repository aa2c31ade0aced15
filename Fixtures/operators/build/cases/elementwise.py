"""Operators on one operand."""
import numpy as np

from peer import NUMPY, Model
from record import Case, operator, values

OPTIONS = {
    "ABS": "AbsOptions", "NEG": "NegOptions", "EXP": "ExpOptions", "SQUARE": "SquareOptions",
    "HARD_SWISH": "HardSwishOptions", "LEAKY_RELU": "LeakyReluOptions",
}
TOLERANCE = {"float16": 1e-3, "bfloat16": 1e-2}


def unary(name, operator_name, data, input=(None, None), output=None, version=1, out_type=None,
          **more):
    """A case of one node, with the scale and zero point of its input and output."""
    model = Model()
    type = {np.dtype(v): k for k, v in NUMPY.items()}[data.dtype]
    x = model.input(type, data.shape, *input)
    y = model.output(out_type or type, data.shape, *(input if output is None else output))
    fields = {k: more.pop(k) for k in list(more) if k == "alpha"}
    model.operator(operator_name, [x], [y], version=version, options=OPTIONS.get(operator_name),
                   **fields)
    more.setdefault("tolerance", TOLERANCE.get(type, 1e-6))
    return Case(name, model, [[data]], **more)


def floats(name, low=-6, high=6, types=("float32", "float16"), extremes=(), tolerance=1e-6, **more):
    """Cases of floats: an odd count with extremes, an empty tensor, a scalar.

    Where only XNNPACK takes half precision it turns what is no number into one.
    """
    for type in types:
        data = values(type, (2, 3, 11), name, low, high)
        plain = type == "float16" and "bfloat16" not in types
        chosen = [v for v in extremes if not plain or abs(v) < 60000]
        with np.errstate(over="ignore"):
            data.reshape(-1)[:len(chosen)] = chosen
        rough = 4e-3 if name == "EXP" else TOLERANCE.get(type, 0)
        yield unary(type, name, data, tolerance=max(tolerance, rough if type != "float32" else 0),
                    **more)
    yield unary("float32_empty", name, np.zeros((0, 3), np.float32), **more)
    yield unary("float32_scalar", name, np.array(1.5, np.float32), tolerance=tolerance, **more)


def every_byte(type):
    return np.arange(256).astype(np.uint8).view(NUMPY[type]).reshape(2, 128)


def words(seed, count=301):
    data = values("int16", (count,), seed)
    data[:7] = [-32768, -32767, -1, 0, 1, 32766, 32767]
    return data


def integers(name, data, **more):
    type = str(data.dtype)
    return unary(f"{type}_plain", name, data, **more)


INFINITIES = (0, -0.0, np.inf, -np.inf, np.nan, 1e-40, 3e38, -3e38)


@operator("ABS")
def absolute():
    yield from floats("ABS", extremes=INFINITIES)
    yield integers("ABS", np.array([-2**31, 2**31 - 1, -1, 0, 5], np.int32))
    yield integers("ABS", words("ABS"))
    for type, data in [("int8", every_byte("int8")), ("int16", words("ABS", 300))]:
        zero = 0 if type == "int16" else -7
        yield unary(f"{type}_same", "ABS", data, (0.1, zero), version=2)
        yield unary(f"{type}_rescaled", "ABS", data, (0.1, zero), (0.07, zero // 2), version=2)
        yield unary(f"{type}_finer", "ABS", data, (0.1, zero), (0.003, zero // 3), version=2)
    yield unary("int16_zero_point", "ABS", words("ABS", 9), (0.1, 1), refused=True)
    yield unary("int8_plain", "ABS", every_byte("int8"), refused=True)


@operator("NEG")
def negation():
    yield from floats("NEG", types=("float32", "float16", "bfloat16"), extremes=INFINITIES)
    for type in ["int8", "int16", "int32", "int64"]:
        limits = np.iinfo(type)
        yield integers("NEG", np.array([limits.min, limits.max, -1, 0, 7], type))
    yield unary("int8_quantized", "NEG", every_byte("int8"), (0.1, 3), (0.2, -5))


@operator("EXP")
def exponential():
    yield from floats("EXP", -20, 10, extremes=(0, -np.inf, np.inf, -87, 88),
                      tolerance=2e-6)
    for name, input, output in [("", (0.03, 5), (0.1, -128)), ("_small", (0.001, -128), (0.01, 0)),
                                ("_wide", (1.0, -100), (1.0, -128))]:
        yield unary(f"int8{name}", "EXP", every_byte("int8"), input, output, version=2)
    for name, input, output in [("", 10 / 32768, 1.0), ("_small", 1e-5, 4e-5), ("_wide", 0.002, 1e24)]:
        yield unary(f"int16{name}", "EXP", words("EXP"), (input, 0), (output, 0), version=2)


@operator("LOG")
def logarithm():
    yield from floats("LOG", 0.01, 20, extremes=(1, np.inf, np.nan, 1e-30, 1e30), tolerance=2e-6)
    for name, input, output in [("", (0.03, -128), (0.03, 5)), ("_negative", (0.1, 0), (0.05, -3)),
                                ("_wide", (20.0, -100), (0.1, -128))]:
        yield unary(f"int8{name}", "LOG", every_byte("int8"), input, output, version=2)
    for name, input, output in [("", 10 / 32768, 8 / 32768), ("_wide", 100.0, 0.001)]:
        yield unary(f"int16{name}", "LOG", words("LOG"), (input, 0), (output, 0), version=2)


@operator("SQRT")
def square_root():
    yield from floats("SQRT", 0, 20, extremes=(0, np.inf, np.nan, 1e-30, 1e30))
    for name, input, output in [("", (0.03, -128), (0.02, -128)), ("_fine", (0.3, 0), (0.01, 5))]:
        data = np.arange(input[1], 128).astype(np.int8)
        yield unary(f"int8{name}", "SQRT", data, input, output, version=2)
    for name, input, output in [("", 0.01, 0.001), ("_fine", 1.0, 0.001)]:
        yield unary(f"int16{name}", "SQRT", np.maximum(words("SQRT"), 0), (input, 0), (output, 0),
                    version=2)
    yield unary("int8_negative", "SQRT", every_byte("int8"), (0.1, 0), refused=True)
    yield unary("int16_negative", "SQRT", words("SQRT"), (0.1, 0), refused=True)
    yield unary("int16_zero_point", "SQRT", words("SQRT", 9), (0.1, 1), refused=True)


@operator("RSQRT")
def inverse_root():
    yield from floats("RSQRT", 0.01, 20, extremes=(1, np.inf, np.nan, 1e-30, 1e30),
                      tolerance=2e-6)
    for name, input, output in [("", (0.03, -128), (0.02, -128)), ("_fine", (0.3, 0), (0.01, 5)),
                                ("_coarse", (0.001, -20), (1.0, 3))]:
        data = np.arange(input[1], 128).astype(np.int8)
        yield unary(f"int8{name}", "RSQRT", data, input, output, version=2)
    for name, input, output in [("", 0.01, 0.001), ("_fine", 1.0, 1e-5)]:
        yield unary(f"int16{name}", "RSQRT", np.maximum(words("RSQRT"), 0), (input, 0),
                    (output, 0), version=3)
    yield unary("int8_negative", "RSQRT", every_byte("int8"), (0.1, 0), refused=True)
    yield unary("int16_negative", "RSQRT", words("RSQRT"), (0.1, 0), refused=True)


@operator("SQUARE")
def square():
    yield from floats("SQUARE", extremes=INFINITIES)


@operator("ELU")
def elu():
    yield from floats("ELU", extremes=INFINITIES)
    for name, input, output in [("", (0.03, 5), (0.03, 3)), ("_fine", (0.3, 0), (0.01, 5)),
                                ("_ties", (0.25, 11), (0.5, -5))]:
        yield unary(f"int8{name}", "ELU", every_byte("int8"), input, output)


@operator("FLOOR")
def floor():
    yield from floats("FLOOR", types=("float32", "float16", "bfloat16"), extremes=INFINITIES)


def sigmoid(name, low, byte_outputs):
    # LiteRT's own engines differ by 1e-6 here.
    yield from floats(name, -9, 9, types=("float32", "float16", "bfloat16"),
                      extremes=INFINITIES, tolerance=3e-6)
    for type, output in byte_outputs.items():
        zero = 5 if type == "int8" else 130
        for label, scale in [("", 0.05), ("_fine", 0.003), ("_coarse", 2.0)]:
            yield unary(f"{type}{label}", name, every_byte(type), (scale, zero), output, version=2)
    powers = [2.0**-12, 2.0**-11, 2.0**-10, 2.0**-13]
    for index, scale in enumerate(powers + [0.0003, 0.01, 3e-5, 1.0]):
        yield unary(f"int16_{index}", name, words(name), (scale, 0), (1 / 32768, 0), version=3)
    yield unary("int16_scale", name, words(name, 9), (0.01, 0), (1 / 16384, 0), version=3,
                refused=True)
    yield unary("int16_zero_point", name, words(name, 9), (0.01, 1), (1 / 32768, 0), version=3,
                refused=True)


@operator("LOGISTIC")
def logistic():
    yield from sigmoid("LOGISTIC", 0, {"int8": (1 / 256, -128), "uint8": (1 / 256, 0)})
    # Only XNNPACK takes other scales.
    yield unary("int8_scale", "LOGISTIC", every_byte("int8"), (0.1, 0), (1 / 128, -128))


@operator("TANH")
def tanh():
    yield from sigmoid("TANH", -1, {"int8": (1 / 128, 0), "uint8": (1 / 128, 128)})
    yield unary("int8_other", "TANH", every_byte("int8"), (0.05, 0), (0.011, 20), version=2)


def rectifier(name, words_too, **fields):
    tolerance = 1e-6
    halves = ("float32",) if name == "RELU_0_TO_1" else ("float32", "float16")
    yield from floats(name, -9, 9, types=halves, extremes=INFINITIES, tolerance=tolerance, **fields)
    for type in ["int8", "uint8"]:
        middle = 0 if type == "int8" else 128
        for label, input, output in [
                ("", (0.05, middle), (0.05, middle)),
                ("_finer", (0.05, middle + 7), (0.02, middle - 9)),
                ("_coarser", (0.05, middle - 100), (0.3, middle + 99))]:
            yield unary(f"{type}{label}", name, every_byte(type), input, output, version=2, **fields)
    if words_too:
        for label, input, output in [("", 0.001, 0.001), ("_finer", 0.001, 0.0003),
                                     ("_coarser", 0.001, 0.07)]:
            yield unary(f"int16{label}", name, words(name), (input, 0), (output, 0),
                        version=2, **fields)
        yield unary("int16_zero_point", name, words(name, 9), (0.01, 1), version=2, refused=True,
                    **fields)


@operator("RELU")
def relu():
    yield from rectifier("RELU", True)


@operator("RELU6")
def relu6():
    yield from rectifier("RELU6", True)


@operator("RELU_N1_TO_1")
def relu_n1_to_1():
    for case in rectifier("RELU_N1_TO_1", False):
        yield lowest(case)


@operator("RELU_0_TO_1")
def relu_0_to_1():
    for case in rectifier("RELU_0_TO_1", False):
        yield lowest(case)


def lowest(case):
    """The same case under version 1, the only one of some operators."""
    for code in case.model.file.operatorCodes:
        code.version = 1
    return case


@operator("LEAKY_RELU")
def leaky_relu():
    yield from rectifier("LEAKY_RELU", True, alpha=0.2)
    for label, alpha in [("negative", -0.3), ("steep", 3.5), ("flat", 0.001)]:
        yield unary(f"float32_{label}", "LEAKY_RELU", values("float32", (17,), label), alpha=alpha)
        yield unary(f"int8_{label}", "LEAKY_RELU", every_byte("int8"), (0.05, 5), (0.04, -9),
                    version=2, alpha=alpha)
        yield unary(f"int16_{label}", "LEAKY_RELU", words(label, 99), (0.05, 0), (0.04, 0),
                    version=2, alpha=alpha)
    for label, alpha in [("nan", np.nan), ("infinite", -np.inf)]:
        yield unary(f"float32_{label}", "LEAKY_RELU",
                    np.append(values("float32", (17,), label), np.float32([0, -0.0])), alpha=alpha)
    yield unary("int16_halves", "LEAKY_RELU", words("halves", 499), (0.05, 0), (0.05, 0), version=2,
                alpha=-0.5)


@operator("HARD_SWISH")
def hard_swish():
    yield from floats("HARD_SWISH", extremes=(0, 3, -3, 1e-40, 100, -100))
    for type in ["int8", "uint8"]:
        middle = 0 if type == "int8" else 128
        for label, input, output in [("", (0.05, middle), (0.05, middle)),
                                     ("_finer", (0.05, middle + 7), (0.02, middle - 99)),
                                     ("_coarse", (1.0, middle - 100), (1.5, middle + 9))]:
            yield unary(f"{type}{label}", "HARD_SWISH", every_byte(type), input, output)
