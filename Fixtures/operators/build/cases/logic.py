"""LOGICAL_AND, LOGICAL_OR, LOGICAL_NOT, BITWISE_XOR, RIGHT_SHIFT, SELECT and SELECT_V2."""
import numpy as np

from record import operator, values
from single import single

INTEGERS = ["int8", "uint8", "int16", "uint16", "int32", "uint32"]
MOVED = ["float32", "float16", "bfloat16", "float64", "bool", "int8", "uint8", "int16", "uint16",
         "int32", "uint32", "int64", "uint64", "complex64"]


def logical(name, options):
    def case(title, a, b, shape, **more):
        return single(title, name, [a, b], [("bool", shape)], options=options, **more)

    yield case("bool", values("bool", (3, 40), 1), values("bool", (3, 40), 2), (3, 40))
    yield case("broadcast", values("bool", (4, 1, 3), 1), values("bool", (2, 1), 2), (4, 2, 3))
    yield case("scalar", values("bool", (), 1), values("bool", (5,), 2), (5,))
    yield case("empty", values("bool", (0, 3), 1), values("bool", (3,), 2), (0, 3))
    yield case("wrong_type", values("int32", (3,), 1), values("int32", (3,), 2), (3,),
               refused=True)
    yield case("shapes_differ", values("bool", (3,), 1), values("bool", (4,), 2), (4,),
               refused=True)


operator("LOGICAL_AND")(lambda: logical("LOGICAL_AND", "LogicalAndOptions"))
operator("LOGICAL_OR")(lambda: logical("LOGICAL_OR", "LogicalOrOptions"))


@operator("LOGICAL_NOT")
def negations():
    for title, shape in [("bool", (5, 21)), ("scalar", ()), ("empty", (2, 0))]:
        yield single(title, "LOGICAL_NOT", [values("bool", shape, 1)], [("bool", shape)],
                     options="LogicalNotOptions")
    yield single("wrong_type", "LOGICAL_NOT", [values("float32", (3,), 1)], [("bool", (3,))],
                 options="LogicalNotOptions", refused=True)


def bits(name, options, second):
    for type in INTEGERS:
        limits = np.iinfo(type)
        a = values(type, (6, 5), 1, limits.min, limits.max)
        yield single(type, name, [a, second(type, (6, 5))], [(type, (6, 5))], options=options)
    for title, left, right, shape in [
            ("broadcast", (2, 1, 4), (3, 1), (2, 3, 4)), ("scalar", (7,), (), (7,)),
            ("empty", (0, 2), (1, 2), (0, 2))]:
        yield single(title, name, [values("int32", left, 1, -2**31, 2**31 - 1),
                                   second("int32", right)], [("int32", shape)], options=options)
    yield single("wrong_type", name, [values("float32", (3,), 1), values("float32", (3,), 2)],
                 [("float32", (3,))], options=options, refused=True)
    yield single("types_differ", name, [values("int32", (3,), 1), values("int16", (3,), 2)],
                 [("int32", (3,))], options=options, refused=True)


@operator("BITWISE_XOR")
def exclusive():
    def whole(type, shape):
        limits = np.iinfo(type)
        return values(type, shape, 2, limits.min, limits.max)

    yield from bits("BITWISE_XOR", "BitwiseXorOptions", whole)


@operator("RIGHT_SHIFT")
def shifts():
    def counts(type, shape):
        return values(type, shape, 2, -3 if np.iinfo(type).min < 0 else 0, 35)

    yield from bits("RIGHT_SHIFT", "RightShiftOptions", counts)
    ends = np.array([-2**31, -1, 0, 1, 2**31 - 1], np.int32)
    yield single("extremes", "RIGHT_SHIFT", [ends.reshape(5, 1), ends], [("int32", (5, 5))],
                 options="RightShiftOptions")


def select(name, options, title, condition, a, b, shape, type="float32", **more):
    return single(title, name, [condition, a, b], [(type, shape)], options=options, **more)


def common(name, options):
    for type in MOVED:
        a, b = values(type, (3, 5), 1), values(type, (3, 5), 2)
        yield select(name, options, type, values("bool", (3, 5), 3), a, b, (3, 5), type)
    a, b = values("float32", (3, 2, 4), 1), values("float32", (3, 2, 4), 2)
    for truth in (False, True):
        yield select(name, options, f"scalar_{truth}".lower(), np.array(truth), a, b, (3, 2, 4))
    empty = np.zeros((0, 4), np.float32)
    yield select(name, options, "empty", values("bool", (0, 4), 1), empty, empty, (0, 4))
    yield select(name, options, "wrong_condition", values("int32", (3, 2, 4), 1), a, b, (3, 2, 4),
                 refused=True)
    yield select(name, options, "types_differ", values("bool", (3, 2, 4), 1), a,
                 values("int32", (3, 2, 4), 1), (3, 2, 4), refused=True)


@operator("SELECT")
def selections():
    name, options = "SELECT", "SelectOptions"
    yield from common(name, options)
    a, b = values("float32", (4, 3, 2), 1), values("float32", (4, 3, 2), 2)
    yield select(name, options, "rows", values("bool", (4,), 5), a, b, (4, 3, 2))
    yield select(name, options, "one_row", np.array([True]), a[:1], b[:1], (1, 3, 2))
    yield select(name, options, "vector", values("bool", (4,), 5), a[:, 0, 0], b[:, 0, 0], (4,))
    yield select(name, options, "wrong_rows", values("bool", (3,), 5), a, b, (4, 3, 2),
                 refused=True)
    yield select(name, options, "column", values("bool", (4, 1, 1), 5), a, b, (4, 3, 2),
                 refused=True)
    yield select(name, options, "shapes_differ", values("bool", (4,), 5), a, b[:, :1], (4, 3, 2),
                 refused=True)


@operator("SELECT_V2")
def broadcast_selections():
    name, options = "SELECT_V2", "SelectV2Options"
    yield from common(name, options)
    for number, (condition, a, b, shape) in enumerate([
            ((4, 1), (3,), (4, 3), (4, 3)), ((2, 1, 3), (4, 1), (1,), (2, 4, 3)),
            ((3,), (), (2, 3), (2, 3)), ((1,), (5,), (5,), (5,)), ((4,), (), (), (4,)),
            ((2, 1, 1, 3, 1), (2, 1, 1, 1), (1, 4), (2, 2, 1, 3, 4)),
            ((1, 0), (2, 1), (1,), (2, 0))]):
        yield select(name, options, f"broadcast_{number}", values("bool", condition, 7),
                     values("int8", a, 1), values("int8", b, 2), shape, "int8")
    yield select(name, options, "shapes_differ", values("bool", (4,), 5),
                 values("float32", (3,), 1), values("float32", (3,), 2), (4,), refused=True)
