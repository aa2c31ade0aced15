"""Operators that work element by element."""
import math

import numpy as np

from facts import LIMITS
from graph import Skip, broadcast, step

NUMBERS = ("float32", "int8", "uint8", "int16", "int32", "int64")
RANKS = (0, 1, 1, 2, 3, 4, 4, 5, 6)

ARITHMETIC = {
    "ADD": NUMBERS, "SUB": NUMBERS, "MUL": NUMBERS, "DIV": ("float32", "int32"),
    "MAXIMUM": NUMBERS, "MINIMUM": NUMBERS,
    "SQUARED_DIFFERENCE": ("float32", "int32", "int8"),
}


@step("elementwise", 6)
def arithmetic(g):
    """Sums, products, quotients and extremes, with broadcasting and fused activations."""
    name = g.choice("ADD", "ADD", "MUL", "SUB", "MAXIMUM", "MINIMUM", "SQUARED_DIFFERENCE", "DIV")
    x = g.take(ARITHMETIC[name], RANKS)
    extreme = name in ("MAXIMUM", "MINIMUM")
    if name == "DIV":
        y = g.constant(np.where(g.array(x.type, ()) < 0, -1, 1).astype(x.type) * np.asarray(
            g.choice(1, 2, 3, 7), x.type))
    else:
        y = x if g.chance(0.1) else g.partner(x, same_scheme=extreme)
    if broadcast(x.shape, y.shape) is None:
        raise Skip
    shape = broadcast(x.shape, y.shape)
    # Byte operands of more than four axes are refused by LiteRT's kernels.
    if len(shape) > 6 or x.type in LIMITS and len(shape) > 4:
        raise Skip
    out = g.new(x.type, shape, x.scheme if extreme else None)
    fields = {}
    options = {"ADD": "AddOptions", "SUB": "SubOptions", "MUL": "MulOptions",
               "DIV": "DivOptions", "SQUARED_DIFFERENCE": "SquaredDifferenceOptions"}.get(
                   name, "MaximumMinimumOptions")
    if name in ("ADD", "SUB", "MUL") and x.type not in ("int32", "int64"):
        fields["fusedActivationFunction"] = g.choice(0, 0, 0, 1, 2, 3)
        if x.type in LIMITS and g.is_odd():
            fields["fusedActivationFunction"] = g.oddities.choice((4, 5))
    if name in ("ADD", "SUB"):
        fields["potScaleInt16"] = False
    pair = [x, y] if name == "DIV" or g.chance(0.6) else [y, x]
    g.add(name, pair, [out], options, **fields)


UNARY = {
    **{name: ("float32",) for name in (
        "CEIL", "COS", "FLOOR", "ROUND", "SIN", "SQUARE", "GELU", "SIGN", "ELU", "EXP", "LOG",
        "SQRT", "RSQRT")},
    "ABS": ("float32", "int32", "int8", "int16"), "NEG": ("float32", "int32", "int64"),
    "RELU": ("float32", "int8", "uint8", "int16"), "RELU6": ("float32", "int8", "uint8"),
    "RELU_N1_TO_1": ("float32", "int8", "uint8"), "RELU_0_TO_1": ("float32", "int8", "uint8"),
    "LEAKY_RELU": ("float32", "int8", "uint8", "int16"),
    "LOGISTIC": ("float32", "int8", "uint8", "int16"),
    "TANH": ("float32", "int8", "uint8", "int16"),
    "HARD_SWISH": ("float32", "int8", "uint8"), "ZEROS_LIKE": ("float32", "int32", "int64"),
}

# Byte kernels of functions that are tables of 256 entries.
UNARY["EXP"] = UNARY["ELU"] = ("float32", "int8")
UNARY["GELU"] = ("float32", "int8", "uint8")

FIXED = {
    ("LOGISTIC", "int8"): (1 / 256, -128), ("LOGISTIC", "uint8"): (1 / 256, 0),
    ("LOGISTIC", "int16"): (1 / 32768, 0), ("TANH", "int8"): (1 / 128, 0),
    ("TANH", "uint8"): (1 / 128, 128), ("TANH", "int16"): (1 / 32768, 0),
}


@step("elementwise", 6)
def unary(g):
    """Functions of one operand, which is brought into their domain where they have one."""
    name = g.random.choice(sorted(UNARY))
    x = g.take(UNARY[name], RANKS)
    # SQRT, LOG and RSQRT of positive numbers, exponentials of small ones.
    if x.type == "float32" and name in ("SQRT", "LOG", "RSQRT"):
        positive = g.like(x)
        g.add("ABS", [x], [positive])
        x = g.like(x)
        g.add("ADD", [positive, g.constant(np.float32(0.25))], [x], "AddOptions")
    elif x.type == "float32" and name == "EXP":
        small = g.like(x)
        g.add("TANH", [x], [small])
        x = small
    scheme = FIXED.get((name, x.type))
    if name == "RELU" and x.scale and g.chance(0.5):
        scheme = x.scheme
    if name == "ABS" and x.type == "int16":
        scheme = x.scheme
    fields = {}
    if name == "LEAKY_RELU":
        fields = dict(options="LeakyReluOptions", alpha=g.choice(0.1, 0.3, 0.01, -0.5, 1.5))
    elif name == "GELU":
        fields = dict(options="GeluOptions", approximate=g.chance(0.5))
    g.add(name, [x], [g.new(x.type, x.shape, scheme)], **fields)


@step("elementwise")
def byte_roots(g):
    """RSQRT, SQRT and LOG of bytes, whose inputs must not be negative."""
    name = g.choice("RSQRT", "SQRT", "LOG")
    low = 1 if name != "SQRT" else 0
    scale = g.uniform(0.01, 0.2)
    x = g.input("int8", g.extents(), (scale, -128),
                lambda shape: g.array("int8", shape, -128 + low, 127))
    g.add(name, [x], [g.new("int8", x.shape)])


@step("elementwise", 2)
def comparison(g):
    """EQUAL, NOT_EQUAL, LESS, LESS_EQUAL, GREATER, GREATER_EQUAL."""
    name = g.choice("EQUAL", "NOT_EQUAL", "LESS", "LESS_EQUAL", "GREATER", "GREATER_EQUAL")
    types = NUMBERS[:3] + ("int32", "int64") + (("bool",) if "EQUAL" in name[-5:] else ())
    if "EQUAL" not in (name, name[4:]):
        types = tuple(t for t in types if t != "bool")
    x = g.take(types, (0, 1, 2, 3, 4))
    y = g.partner(x)
    shape = broadcast(x.shape, y.shape)
    title = name.title().replace("_", "")
    g.add(name, [x, y] if g.chance(0.5) else [y, x], [g.new("bool", shape)], title + "Options")


@step("elementwise")
def logic(g):
    """LOGICAL_AND, LOGICAL_OR, LOGICAL_NOT."""
    name = g.choice("LOGICAL_AND", "LOGICAL_OR", "LOGICAL_NOT")
    x = g.take(("bool",), (0, 1, 2, 3, 4))
    operands = [x] if name == "LOGICAL_NOT" else [x, g.partner(x)]
    shape = broadcast(*(t.shape for t in operands))
    g.add(name, operands, [g.new("bool", shape)], name.title().replace("_", "") + "Options")


@step("elementwise")
def bits(g):
    """BITWISE_XOR, RIGHT_SHIFT."""
    name = g.choice("BITWISE_XOR", "RIGHT_SHIFT")
    type = g.choice("int8", "int16", "int32", "uint8", "uint16", "uint32")
    shape = g.extents()
    x = g.input(type, shape, (None, None))
    most = np.iinfo(type).bits - 1
    y = g.input(type, shape, (None, None), lambda s: g.array(type, s, 0, most))
    g.add(name, [x, y], [g.new(type, shape, (None, None))])


@step("elementwise")
def division_with_floor(g):
    """FLOOR_DIV, FLOOR_MOD."""
    name = g.choice("FLOOR_DIV", "FLOOR_MOD")
    x = g.take(("float32", "int32") + (("int64",) if name == "FLOOR_MOD" else ()), (1, 2, 3, 4))
    low = g.choice(1, 2, 3, 5, 9)
    divisor = np.full([1 if g.chance(0.5) else v for v in x.shape], low) * g.choice(1, 1, -1)
    y = g.constant(divisor.astype(x.type))
    g.add(name, [x, y], [g.new(x.type, x.shape)])


@step("elementwise")
def power(g):
    """POW."""
    if g.chance(0.5):
        x = g.input("int32", g.extents(), None, lambda s: g.array("int32", s, -5, 5))
        y = g.constant(g.array("int32", x.shape if g.chance(0.5) else (), 0, 4))
    else:
        x = g.input("float32", g.extents(), None, lambda s: g.array("float32", s, 0.2, 3))
        y = g.constant(g.array("float32", x.shape if g.chance(0.5) else ()))
    g.add("POW", [x, y], [g.new(x.type, x.shape)], "PowOptions")


@step("elementwise")
def angle(g):
    """ATAN2."""
    x = g.take(("float32",))
    y = g.take(("float32",), shape=x.shape, when=lambda t: t.shape == x.shape)
    g.add("ATAN2", [x, y], [g.like(x)])


@step("elementwise")
def sum_of_many(g):
    """ADD_N."""
    x = g.take(("float32", "int32"))
    same = [t for t in g.pool if t.type == x.type and t.shape == x.shape]
    others = [g.random.choice(same) for _ in range(g.choice(1, 2, 3))]
    g.add("ADD_N", [x, *others], [g.like(x)])


@step("elementwise")
def parametric_relu(g):
    """PRELU."""
    x = g.take(("float32", "int8", "uint8"), (2, 3, 4))
    shape = [1] * (x.rank - 2) + [x.shape[-1]]
    alpha = g.constant(g.array(x.type, shape), g.scheme(x.type), x.type)
    g.add("PRELU", [x, alpha], [g.new(x.type, x.shape)])


@step("elementwise", 2)
def selection(g):
    """SELECT, SELECT_V2."""
    x = g.take(NUMBERS + ("bool",), (0, 1, 2, 3, 4, 5))
    if g.chance(0.4):
        condition = g.input("bool", x.shape)
        y = g.constant(g.array(x.type, x.shape), x.scheme, x.type)
        g.add("SELECT", [condition, x, y], [g.like(x)], "SelectOptions")
        return
    condition = g.partner(x, ("bool",))
    y = g.partner(x, same_scheme=True)
    shape = broadcast(x.shape, y.shape, condition.shape)
    if shape is None:
        raise Skip
    g.add("SELECT_V2", [condition, x, y], [g.like(x, shape)], "SelectV2Options")


@step("elementwise", 2)
def cast(g):
    """CAST."""
    source = g.choice("float32", "int32", "int64", "bool", "uint8", "int8", "int16", "float16")
    target = g.choice("float32", "int32", "int64", "bool", "float32", "int32")
    scheme = (None, None)
    x = g.take((source,), RANKS, lambda t: t.scale is None)
    if x.type in LIMITS:
        raise Skip
    g.add("CAST", [x], [g.new(target, x.shape, scheme)], "CastOptions")


@step("elementwise")
def cast_of_plain_bytes(g):
    """CAST of bytes without quantisation."""
    types = ("int8", "uint8", "int16", "uint16", "uint32")
    x = g.input(g.choice(*types), g.extents(), (None, None))
    target = g.choice("float32", "int32", "int64")
    g.add("CAST", [x], [g.new(target, x.shape, (None, None))], "CastOptions")


@step("elementwise")
def complex_parts(g):
    """REAL, IMAG, COMPLEX_ABS."""
    name = g.choice("REAL", "IMAG", "COMPLEX_ABS")
    x = g.take(("complex64",))
    g.add(name, [x], [g.new("float32", x.shape)])


@step("elementwise")
def bitcast(g):
    """BITCAST."""
    source, target = g.choice(("float32", "int32"), ("int32", "float32"), ("int64", "int32"),
                              ("int16", "int8"), ("uint32", "int32"))
    x = g.input(source, g.extents(), (None, None), lambda s: g.array(source, s, 0, 50))
    ratio = np.dtype(source).itemsize // np.dtype(target).itemsize
    shape = x.shape + ((ratio,) if ratio > 1 else ())
    if math.prod(shape) == 0:
        raise Skip
    g.add("BITCAST", [x], [g.new(target, shape, (None, None))])
