"""FLOOR_DIV, FLOOR_MOD, POW, ATAN2, SIN, COS, CEIL, ROUND, SIGN and GELU."""
import numpy as np

from record import operator, values
from single import Of, single

# Half a unit in the last place of the type, relative to the largest number of a tensor.
TOLERANCE = {"float16": 1e-3, "bfloat16": 1e-2}


def nonzero(type, shape, seed, low=-9, high=9):
    numbers = values(type, shape, seed, low, high)
    numbers[numbers == 0] = 3
    return numbers


def divisions(name, options, types):
    for type in types:
        if type == "float32":
            a, b = values(type, (6, 9), 1, -50, 50), nonzero(type, (6, 9), 2)
        else:
            limits = np.iinfo(type)
            a = values(type, (6, 9), 1, limits.min, limits.max)
            b = nonzero(type, (6, 9), 2)
        yield single(type, name, [a, b], [(type, (6, 9))], options=options)
        if type == "float32":
            special = np.array([np.inf, -np.inf, np.nan, 0.0, -0.0, 1e38, -7.5], np.float32)
            divisors = np.array([2, -3, np.inf, -np.inf, 1e-3], np.float32)
            yield single("special", name, [special.reshape(7, 1), divisors], [(type, (7, 5))],
                         options=options)
            continue
        ends = np.array([limits.min, limits.min + 1, -1, 0, 1, limits.max], type)
        divisors = ends[ends != 0].reshape(5, 1)
        if name == "FLOOR_MOD" and type in ("int32", "int64"):
            divisors = divisors[divisors[:, 0] != -1]  # the peer dies of the smallest integer
        yield single(f"{type}_extremes", name, [ends, divisors], [(type, (len(divisors), 6))],
                     options=options)
        zero = np.array([4, 0, 5], type)
        yield single(f"{type}_zero", name, [a[0, :3], zero], [(type, (3,))], options=options,
                     refused=True)
    for title, left, right, shape in [
            ("broadcast", (2, 1, 4), (3, 1), (2, 3, 4)), ("scalar", (7,), (), (7,)),
            ("scalar_first", (), (2, 3), (2, 3)), ("empty", (0, 2), (1, 2), (0, 2))]:
        yield single(title, name, [values("int32", left, 3, -40, 40),
                                   np.asarray(nonzero("int32", right or (1,), 4)).reshape(right)],
                     [("int32", shape)], options=options)
    yield single("int8_scaled", name, [Of(values("int8", (50,), 5), 0.5, 3),
                                       Of(nonzero("int8", (50,), 6), 0.25, 1)],
                 [("int8", (50,), 0.1, 7)], options=options)
    yield single("wrong_type", name, [values("uint8", (3,), 1), nonzero("uint8", (3,), 2)],
                 [("uint8", (3,))], options=options, refused=True)


@operator("FLOOR_DIV")
def floor_div():
    yield from divisions("FLOOR_DIV", "FloorDivOptions", ["float32", "int8", "int16", "int32"])
    yield single("float32_zero", "FLOOR_DIV", [np.array([1, 2], np.float32),
                                               np.array([1, 0], np.float32)],
                 [("float32", (2,))], options="FloorDivOptions", refused=True)


@operator("FLOOR_MOD")
def floor_mod():
    yield from divisions("FLOOR_MOD", "FloorModOptions",
                         ["float32", "int8", "int16", "int32", "int64"])
    yield single("float32_zero", "FLOOR_MOD", [np.array([1, 2, -3], np.float32),
                                               np.array([1, 0, -0.0], np.float32)],
                 [("float32", (3,))], options="FloorModOptions")
    yield single("int32_overflow", "FLOOR_MOD", [np.array([-2**31, 7], np.int32),
                                                 np.array([-1, -1], np.int32)],
                 [("int32", (2,))], options="FloorModOptions",
                 expected=[[np.array([0, 0], np.int32)]],
                 remark="LiteRT dies of the overflow of the quotient.")


@operator("POW")
def powers():
    def case(title, base, exponent, shape, type="float32", **more):
        return single(title, "POW", [base, exponent], [(type, shape)], options="PowOptions",
                      **more)

    positive = values("float32", (5, 8), 1, 0.01, 6)
    yield case("float32", positive, values("float32", (5, 8), 2), (5, 8))
    signed = values("float32", (5, 8), 3)
    for exponent in (1, 2, 3, 7, 0, -1, -2, 0.5, 2.5):
        title = f"exponent_{exponent}".replace("-", "minus_").replace(".", "_")
        base = positive if exponent in (0.5, 2.5) else signed
        yield case(title, base, np.array(exponent, np.float32), (5, 8))
    yield case("exponent_one_element", signed, np.array([3], np.float32), (5, 8))
    yield case("same_shape", signed[0, :1], np.array([3], np.float32), (1,))
    special = np.array([0.0, -0.0, 1, -1, np.inf, -np.inf, np.nan, 2, 1e30, -8], np.float32)
    exponents = np.array([0, 1, 2, -1, 0.5, np.inf, -np.inf, np.nan, 3], np.float32)
    yield case("special", special.reshape(-1, 1), exponents, (10, 9))
    for exponent in (2, 3, 64):
        yield case(f"special_exponent_{exponent}", special, np.array(exponent, np.float32), (10,))
    yield case("broadcast", positive[:, :1], signed[0], (5, 8))
    small = values("int32", (4, 9), 1, -9, 9)
    yield case("int32", small, values("int32", (4, 9), 2, 0, 8), (4, 9), "int32")
    yield case("int32_overflow", np.array([3, 2, -2, -2, 7, 46341, -46341], np.int32),
               np.array([25, 31, 31, 32, 20, 2, 2], np.int32), (7,), "int32")
    for exponent in (0, 1, 2, 5, 33):
        yield case(f"int32_exponent_{exponent}",
                   np.array([300000, -200000, 7, -3, 0, 1, -1, 2, -2**31], np.int32),
                   np.array(exponent, np.int32), (9,), "int32")
    yield case("int32_broadcast", small[:, :1], np.arange(5, dtype=np.int32), (4, 5), "int32")
    yield case("int32_negative_exponent", np.array([1, 2], np.int32),
               np.array([2, -1], np.int32), (2,), "int32", refused=True)
    yield case("empty", np.zeros((0, 2), np.float32), np.zeros((1, 2), np.float32), (0, 2))
    yield case("wrong_type", values("int16", (3,), 1), values("int16", (3,), 2), (3,), "int16",
               refused=True)


@operator("ATAN2")
def angles():
    for type in ("float32", "float64", "float16", "bfloat16"):
        y, x = values(type, (6, 9), 1), values(type, (6, 9), 2)
        yield single(type, "ATAN2", [y, x], [(type, (6, 9))], options="ATan2Options",
                     tolerance=TOLERANCE.get(type, 1e-6))
    ends = np.array([0.0, -0.0, 1, -1, np.inf, -np.inf, np.nan, 1e-45], np.float32)
    y, x = (part.reshape(-1) for part in np.meshgrid(ends, ends))
    yield single("special", "ATAN2", [y.copy(), x.copy()], [("float32", (64,))],
                 options="ATan2Options")
    for title, left, right in [("scalar", (), ()), ("empty", (0, 2), (0, 2))]:
        yield single(title, "ATAN2", [values("float32", left, 1), values("float32", right, 2)],
                     [("float32", left)], options="ATan2Options")
    yield single("shapes_differ", "ATAN2", [values("float32", (2, 3), 1),
                                            values("float32", (1, 3), 2)],
                 [("float32", (2, 3))], options="ATan2Options", refused=True)
    yield single("wrong_type", "ATAN2", [values("int32", (3,), 1), values("int32", (3,), 2)],
                 [("int32", (3,))], options="ATan2Options", refused=True)


def unary(name, types, options=None, low=-6, high=6, special=True, **more):
    for type in types:
        x = values(type, (3, 5, 7), 1, low, high)
        yield single(type, name, [x], [(type, (3, 5, 7))], options=options,
                     **{"tolerance": TOLERANCE.get(type, 1e-6), **more})
    for title, shape in [("scalar", ()), ("empty", (0, 3)), ("one", (1,)), ("odd", (67,))]:
        x = np.abs(values("float32", shape, 2, low, high))
        yield single(title, name, [x], [("float32", shape)], options=options, **more)
    yield single("types_differ", name, [values("float32", (3,), 1)], [("int32", (3,))],
                 options=options, refused=True)
    yield single("wrong_type", name, [values("bool", (3,), 1)], [("bool", (3,))],
                 options=options, refused=True)
    if special:
        ends = np.array([np.nan, np.inf, -np.inf, 0.0, -0.0, 1e-45, 1e30, -1e30, 8388609.0,
                         4194304.5, -4194304.5], np.float32)
        yield single("special", name, [ends], [("float32", (11,))], options=options)


@operator("SIN")
def sines():
    yield from unary("SIN", ["float32", "float16"], low=-9, high=9, special=False)
    yield single("large", "SIN", [values("float32", (60,), 3, -2000, 2000)],
                 [("float32", (60,))])


@operator("COS")
def cosines():
    yield from unary("COS", ["float32", "float16"], "CosOptions", -9, 9, special=False)
    yield single("large", "COS", [values("float32", (60,), 3, -2000, 2000)],
                 [("float32", (60,))], options="CosOptions")


HALVES = np.arange(-8, 9).astype(np.float32) / 2


@operator("CEIL")
def ceilings():
    yield from unary("CEIL", ["float32", "float16"])
    x = values("bfloat16", (3, 5, 7), 1, -6, 6)
    yield single("bfloat16", "CEIL", [x], [("bfloat16", x.shape)], expected=[[np.ceil(x)]],
                 remark="LiteRT refuses bfloat16 here, though not for ROUND.")
    yield single("halves", "CEIL", [HALVES], [("float32", HALVES.shape)])


@operator("ROUND")
def rounds():
    yield from unary("ROUND", ["float32", "float16", "bfloat16"])
    yield single("halves", "ROUND", [HALVES], [("float32", HALVES.shape)])


@operator("SIGN")
def signs():
    yield from unary("SIGN", ["float32", "float64", "int32"], "SignOptions")
    yield single("int32_extremes", "SIGN", [np.array([-2**31, 2**31 - 1, 0, -1], np.int32)],
                 [("int32", (4,))], options="SignOptions")


@operator("GELU")
def gelus():
    for approximate in (False, True):
        suffix = "_approximate" if approximate else ""
        fields = {"approximate": approximate}
        for case in unary("GELU", ["float32", "float16"], "GeluOptions", -5, 5, special=False,
                          fields=fields):
            case.name += suffix
            yield case
        yield single("tails" + suffix, "GELU",
                     [np.array([-30, -9, -6, -5, -0.001, 0, 1e-6, 9, 30], np.float32)],
                     [("float32", (9,))], options="GeluOptions", fields=fields)
        for type, zeros in (("int8", (-20, 90)), ("uint8", (128, 10))):
            every = np.arange(256).astype(np.uint8).view(type)
            yield single(type + suffix, "GELU", [Of(every, 0.05, zeros[0])],
                         [(type, (256,), 0.03, zeros[1])], options="GeluOptions", fields=fields)
    yield single("int8_other", "GELU", [Of(every.view(np.int8), 0.0123, 7)],
                 [("int8", (256,), 0.0071, -100)], options="GeluOptions")
