"""Operators on two operands that broadcast."""
import numpy as np

from peer import NUMPY, Model
from record import Case, operator, rng, values

OPTIONS = {
    "ADD": "AddOptions", "SUB": "SubOptions", "MUL": "MulOptions", "DIV": "DivOptions",
    "MAXIMUM": "MaximumMinimumOptions", "MINIMUM": "MaximumMinimumOptions",
    "SQUARED_DIFFERENCE": "SquaredDifferenceOptions",
}
TOLERANCE = {"float16": 1e-3, "bfloat16": 1e-2}
NONE, RELU, RELU_N1_TO_1, RELU6 = range(4)
SHAPES = {
    "": ((2, 3, 7), (2, 3, 7)), "scalar": ((3, 5), ()), "row": ((2, 3, 4, 5), (5,)),
    "column": ((4, 1), (1, 6)), "inner": ((2, 1, 3, 4), (2, 5, 1, 4)),
    "empty": ((0, 3), (1, 3)),
}


def binary(name, operator_name, a, b, schemes=((None, None),) * 3, version=1, fixed=None, **more):
    """A case of one node, with the scale and zero point of both inputs and the output."""
    model = Model()
    type = {np.dtype(v): k for k, v in NUMPY.items()}[a.dtype]
    x = model.input(type, a.shape, *schemes[0])
    y = model.input(type, b.shape, *schemes[1]) if fixed is None else model.constant(
        b, scale=schemes[1][0], zero=schemes[1][1])
    shape = a.shape if more.get("refused") else np.broadcast_shapes(a.shape, b.shape)
    z = model.output(type, shape, *schemes[2])
    fields = {k: more.pop(k) for k in list(more) if k in
              ("fusedActivationFunction", "potScaleInt16")}
    model.operator(operator_name, [x, y], [z], version=version,
                   options=OPTIONS.get(operator_name), **fields)
    more.setdefault("tolerance", TOLERANCE.get(type, 1e-6))
    return Case(name, model, [[a, b] if fixed is None else [a]], **more)


def plain(name, types, **more):
    """Plain numbers in every form of broadcasting; integers take their extremes."""
    for type in types:
        for label, (left, right) in SHAPES.items():
            if type != types[0] and label not in ("", "row"):
                continue
            a, b = values(type, left, "a"), values(type, right, "b")
            if not label and np.issubdtype(a.dtype, np.integer):
                limits = np.iinfo(a.dtype)
                a.reshape(-1)[:4] = [limits.min, limits.max, limits.min, limits.max]
                b.reshape(-1)[:4] = [limits.min, limits.max, limits.max, limits.min]
            yield binary("_".join(filter(None, [type, label])), name, a, b, **more)
    shapes = values(types[0], (2, 3), "a"), values(types[0], (2, 4), "b")
    yield binary("shapes", name, *shapes, refused=True, **more)


def infinities(name):
    """Floats that an operator without activation lets through."""
    a = np.array([np.inf, -np.inf, 3e38, -np.inf, -3e38], np.float32)
    b = np.array([1, 1, -3e38, np.inf, 3e38], np.float32)
    return binary("float32_infinite", name, a, b)


def activations(name, types):
    for label, value in [("relu", RELU), ("relu1", RELU_N1_TO_1), ("relu6", RELU6)]:
        for type in types:
            a, b = values(type, (33,), "a", -9, 9), values(type, (33,), "b", 1, 3)
            yield binary(f"{type}_{label}", name, a, b, fusedActivationFunction=value)


def scheme(type, seed):
    """Scales whose results fill most of the type, and zero points."""
    r = rng(type, seed)
    if type == "int16":
        return [(float(np.float32(s)), 0) for s in r.uniform(1e-4, 1e-3, 3)]
    low = -128 if type == "int8" else 0
    zeros = r.integers(low + 60, low + 200, 3)
    return [(float(np.float32(s)), int(z)) for s, z in zip(r.uniform(0.02, 0.1, 3), zeros)]


def quantized(name, types, seeds=2, coarser=1, **more):
    """Quantised elements with and without broadcasting, more than a vector and a rest."""
    for type in types:
        for seed in range(seeds):
            first, second, output = scheme(type, (name, seed))
            output = (output[0] * (coarser if type != "int16" else 1), output[1])
            schemes = (first, second, output)
            a, b = values(type, (3, 23), seed), values(type, (3, 23), seed + 50)
            yield binary(f"{type}_{seed}", name, a, b, schemes, **more)
        row, one = values(type, (17,), 8), values(type, (), 9)
        yield binary(f"{type}_by_column", name, a, b[:, :1], schemes, **more)
        yield binary(f"{type}_by_row", name, values(type, (2, 3, 17), 7), row, schemes, **more)
        yield binary(f"{type}_scalar_first", name, one, row, schemes, **more)
        yield binary(f"{type}_relu6", name, a[0], b[0], schemes, fusedActivationFunction=RELU6,
                     **more)
        yield binary(f"{type}_constant", name, a[0], b[0], schemes, fixed=True,
                     fusedActivationFunction=RELU, **more)


@operator("ADD")
def add():
    yield from plain("ADD", ["float32", "float16", "int32", "int64", "int16"])
    yield from activations("ADD", ["float32", "float16", "int32"])
    yield from quantized("ADD", ["int8", "uint8", "int16"], potScaleInt16=False)
    yield from magnified("ADD", 1 / 3000)
    yield from powers("ADD")
    yield refused_scale("ADD")


def powers(name):
    """16-bit operands whose scales are powers of two."""
    for label, (a, b, out) in [("same", (-12, -12, -12)), ("first", (-13, -12, -12)),
                               ("second", (-10, -13, -10))]:
        left, right = values("int16", (37,), label), values("int16", (37,), label + "b")
        schemes = [(2.0**e, 0) for e in (a, b, out)]
        yield binary(f"int16_power_{label}", name, left, right, schemes, version=2,
                     potScaleInt16=True)
        yield binary(f"int16_power_{label}_off", name, left, right, schemes, version=2,
                     potScaleInt16=False)


def refused_scale(name):
    a = values("int16", (5,), 1)
    return binary("int16_zero_point", name, a, a, ((0.1, 1), (0.1, 0), (0.1, 0)), refused=True)


@operator("SUB")
def subtract():
    yield from plain("SUB", ["float32", "float16", "int32", "int64"])
    yield from activations("SUB", ["float32", "float16", "int32"])
    yield from quantized("SUB", ["int8", "uint8", "int16"], potScaleInt16=False)
    yield from powers("SUB")
    yield refused_scale("SUB")


LOOPS = {
    "pairs": ((3, 19), (3, 19)), "scalar": ((), (37,)), "inner_pairs": ((2, 1, 17), (3, 17)),
    "inner_scalar": ((2, 3, 1), (3, 18)), "two_sided": ((3, 1, 20), (1, 2, 1)),
    "general": ((2, 1, 3, 1, 2), (1, 2, 1, 3, 2)),
}


def near_zero_points(type, shape, zero, seed):
    """Integers, half of them near the zero point, so that large multiples of some stay in range."""
    limits = np.iinfo(NUMPY[type])
    near = values("int8", shape, seed, -2, 2).astype(np.int32) + zero
    far = values(type, shape, seed)
    return np.where(values("bool", shape, seed), near.clip(limits.min, limits.max), far).astype(
        NUMPY[type])


def magnified(name, ratio):
    """Scales beyond XNNPACK's limits, for which LiteRT has loops of its own."""
    for type in ["int8", "uint8"]:
        zeros = (3, -5, 60) if type == "int8" else (130, 120, 200)
        for label, shapes in LOOPS.items():
            a, b = (near_zero_points(type, shape, zero, f"{label}{zero}")
                    for shape, zero in zip(shapes, zeros))
            scales = (0.5, 0.25, 0.125 / ratio) if name == "MUL" else (ratio * 0.1, 0.05, 0.1)
            yield binary(f"{type}_magnified_{label}", name, a, b, tuple(zip(scales, zeros)),
                         2 if type == "int8" else 1)


@operator("MUL")
def multiply():
    yield from magnified("MUL", 300)
    yield from plain("MUL", ["float32", "float16", "int32", "int64", "int16", "uint32",
                             "complex64"])
    yield from activations("MUL", ["float32", "float16", "int32"])
    yield from quantized("MUL", ["int8", "uint8", "int16"])
    yield refused_scale("MUL")


@operator("DIV")
def divide():
    for case in plain("DIV", ["float32", "float16", "int32"]):
        yield without_zero(case)
    yield from activations("DIV", ["float32", "float16", "int32"])
    for case in quantized("DIV", ["int8", "uint8", "int16"]):
        yield without_small(without_zero(case))
    a = np.array([1, -1, 2, 0, 100, -3], np.int8)
    yield binary("int8_small", "DIV", a, np.ones(6, np.int8), ((0.2, 0), (1.0, 0), (1.0, 0)),
                 expected=[[np.array([0, 0, 0, 0, 20, -1], np.int8)]],
                 remark="LiteRT gives 127 for 0.2 and -128 for -0.2.")
    a = np.array([5, 6], np.int32)
    yield binary("int32_zero", "DIV", a, np.array([1, 0], np.int32), refused=True)
    a = np.array([5, 6], np.int8)
    yield binary("int8_zero", "DIV", a, np.array([1, 3], np.int8), ((0.1, 0), (0.1, 3), (0.1, 0)),
                 refused=True)
    a = np.array([1, 0, -1, 0], np.float32)
    yield binary("float32_zero", "DIV", a, np.array([0, 0, 0, -0.0], np.float32))


def without_small(case):
    """The same case, whose dividends are no small numbers."""
    dividend = case.runs[0][0]
    zero = case.model.table.tensors[0].quantization.zeroPoint[0]
    near = np.abs(dividend.astype(np.int32) - zero) < 20
    dividend[near] = zero + 20
    return case


def without_zero(case):
    """The same case, whose divisors are no zeros and no −1 where that overflows."""
    divisor = case.runs[0][-1]
    if len(case.runs[0]) == 2 and divisor.dtype.kind in "iu":
        tensor = case.model.table.tensors[1]
        q = tensor.quantization
        zero = q.zeroPoint[0] if q else 0
        divisor[divisor == zero] += 1
        if q is None:
            divisor[divisor == -1] = 3
    return case


@operator("MAXIMUM")
def maximum():
    yield from extreme("MAXIMUM")


@operator("MINIMUM")
def minimum():
    yield from extreme("MINIMUM")


def extreme(name):
    yield from plain(name, ["float32", "float16", "bfloat16", "int32", "int64", "int16", "int8",
                            "uint8"])
    yield infinities(name)
    a = values("int8", (19,), 1)
    yield binary("int8_schemes", name, a, a[::-1].copy(), ((0.1, 3), (0.2, -7), (0.3, 0)))


@operator("SQUARED_DIFFERENCE")
def squared_difference():
    yield from plain("SQUARED_DIFFERENCE", ["float32", "float16", "int32"])
    yield infinities("SQUARED_DIFFERENCE")
    for seed in range(3):
        schemes = scheme("int8", seed)
        schemes[2] = (schemes[2][0] * 20, schemes[2][1])
        a, b = values("int8", (2, 45), seed), values("int8", (2, 45), seed + 50)
        yield binary(f"int8_{seed}", "SQUARED_DIFFERENCE", a, b, schemes, version=2)
        yield binary(f"int8_row_{seed}", "SQUARED_DIFFERENCE", a, b[1], schemes, version=2)


@operator("PRELU")
def prelu():
    shapes = {"": ((2, 3, 3, 5), (5,)), "_rows": ((2, 3, 4), (1, 3, 1)), "_whole": ((3, 4), (3, 4))}
    for label, (left, right) in shapes.items():
        yield binary(f"float32{label}", "PRELU", values("float32", left, 1),
                     values("float32", right, 2))
        for type in ["int8", "uint8"]:
            yield binary(f"{type}{label}", "PRELU", values(type, left, 3), values(type, right, 4),
                         scheme(type, label))
        yield words_by_bytes(label, left, right)
    yield words_by_words()
    yield infinities("PRELU")
    fixed = values("float32", (5,), 2)
    yield binary("float32_constant", "PRELU", values("float32", (2, 2, 3, 5), 1), fixed, fixed=True)
    yield binary("shapes", "PRELU", values("float32", (5,), 1), values("float32", (2, 5), 2),
                 refused=True)


def words_by_bytes(label, left, right):
    """16-bit elements whose alpha is an 8-bit one."""
    model = Model()
    a, b = values("int16", left, 5), values("int8", right, 6)
    x, alpha = model.input("int16", left, 0.001, 0), model.input("int8", right, 0.03, 0)
    y = model.output("int16", left, 0.0017, 0)
    model.operator("PRELU", [x, alpha], [y])
    return Case(f"int16_int8{label}", model, [[a, b]])


def words_by_words():
    a = np.array([-100, -3, 7, -32768, 2, -1], np.int16)
    alpha = np.array([1, 300, -5, 1, 500, -9], np.int16)
    return binary("int16", "PRELU", a, alpha, ((1.0, 0), (1.0, 0), (1.0, 0)),
                  expected=[[np.where(a >= 0, a, a * alpha)]],
                  remark="LiteRT reads alpha as int8.")
