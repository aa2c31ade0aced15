"""REDUCE_PROD, REDUCE_ANY, REDUCE_ALL and CUMSUM."""
import numpy as np

from record import operator, values
from single import Of, constant, single


def reduced(shape, axes, keep):
    axes = {axis % len(shape) for axis in axes} if shape else set()
    return tuple(1 if axis in axes else extent for axis, extent in enumerate(shape)
                 if keep or axis not in axes)


SHAPES = [("all", (2, 3, 4), (0, 1, 2)), ("first", (3, 5), (0,)), ("last", (3, 5), (-1,)),
          ("middle", (2, 3, 4), (1,)), ("outer", (3, 2, 4), (0, 2)), ("repeated", (3, 4), (1, -1)),
          ("none", (3, 2), ()), ("scalar", (), ()), ("empty", (0, 3), (1,)),
          ("over_nothing", (0, 3), (0,)), ("rank_5", (2, 1, 3, 1, 2), (1, 2, -1))]


def reductions(name, type, make):
    for title, shape, axes in SHAPES:
        for keep in (False, True) if len(axes) > 1 else (False,):
            yield single(title + "_kept" * keep, name, [make(shape), constant(*axes)],
                         [(type, reduced(shape, axes, keep))], options="ReducerOptions",
                         fields={"keepDims": keep})
    yield single("outside", name, [make((2, 3)), constant(2)], [(type, (2,))],
                 options="ReducerOptions", refused=True)
    yield single("axes_while_running", name,
                 [make((2, 3, 2)), Of(np.array([0, -1], np.int32))], [(type, (3,))],
                 options="ReducerOptions")


@operator("REDUCE_ANY")
def any_of():
    yield from reductions("REDUCE_ANY", "bool", lambda shape: values("int32", shape, 1, 0, 9) > 8)
    yield single("bool", "REDUCE_ANY", [values("bool", (40, 3), 1), constant(1)],
                 [("bool", (40,))], options="ReducerOptions")
    yield single("wrong_type", "REDUCE_ANY", [values("int32", (4, 3), 1), constant(1)],
                 [("int32", (4,))], options="ReducerOptions", refused=True)


@operator("REDUCE_ALL")
def all_of():
    yield from reductions("REDUCE_ALL", "bool", lambda shape: values("int32", shape, 1, 0, 9) > 1)
    yield single("bool", "REDUCE_ALL", [values("bool", (40, 3), 1), constant(1)],
                 [("bool", (40,))], options="ReducerOptions")
    yield single("wrong_type", "REDUCE_ALL", [values("int32", (4, 3), 1), constant(1)],
                 [("int32", (4,))], options="ReducerOptions", refused=True)


@operator("REDUCE_PROD")
def products():
    name = "REDUCE_PROD"

    def case(title, x, axes, type, quantisation=(), output=(), **more):
        value = Of(x, *quantisation)
        return single(title, name, [value, constant(*axes)],
                      [(type, reduced(x.shape, axes, False), *(output or quantisation))],
                      options="ReducerOptions", **more)

    yield from reductions(name, "float32", lambda shape: values("float32", shape, 1, -2, 2))
    yield case("float32", values("float32", (9, 17), 1, -2, 2), (1,), "float32")
    yield case("special", np.array([[np.nan, 1, 2], [np.inf, 0, 1], [1e30, 1e30, 1e30]],
                                   np.float32), (1,), "float32")
    for type in ("int8", "uint8", "int16", "int32", "int64"):
        limits = np.iinfo(type)
        yield case(type, values(type, (4, 6), 1, limits.min, limits.max), (1,), type)
        yield case(type + "_small", values(type, (5, 4), 1, 0, 4), (0,), type)
    for type, zeros in (("int8", (-5, 30)), ("int16", (0, 0))):
        low, high = (-128, 127) if type == "int8" else (-32768, 32767)
        for number, (scale, output, axes) in enumerate([
                (0.05, 0.05, (1,)), (0.02, 0.3, (1,)), (0.3, 0.01, (0,)), (0.01, 0.01, (0, 1)),
                (0.011, 0.007, (0,))]):
            scale, output = (scale, output) if type == "int8" else (scale / 100, output / 100)
            yield case(f"{type}_scaled_{number}", values(type, (3, 20), number, low, high), axes,
                       type, (scale, zeros[0]), (output, zeros[1]))
    yield case("int8_scaled_same", values("int8", (5, 3), 3), (1,), "int8", (0.08, 2), (0.08, 2))
    for type in ("int8", "int16"):
        for title, axes in (("one", (1,)), ("none", ())):
            yield case(f"{type}_scaled_over_{title}", values(type, (5, 1), 4), axes, type,
                       (0.25, 0), (0.5, 0))
    yield single("int8_scaled_over_nothing", name,
                 [Of(np.zeros((0, 3), np.int8), 0.25, 3), constant(0)],
                 [("int8", (3,), 0.25, 3)], options="ReducerOptions",
                 expected=[[np.array([7, 7, 7], np.int8)]],
                 remark="LiteRT leaves the output as it was.")
    yield case("wrong_type", values("bool", (2, 3), 1), (1,), "float32", refused=True)


@operator("CUMSUM")
def sums():
    def case(title, x, axis, exclusive=False, reverse=False, **more):
        type = {"f": "float32", "i": x.dtype.name}[x.dtype.kind]
        return single(title, "CUMSUM", [x, axis], [(type, x.shape)], options="CumsumOptions",
                      fields={"exclusive": exclusive, "reverse": reverse}, **more)

    for type in ("float32", "int32", "int64"):
        x = values(type, (2, 3, 4), 1)
        yield case(type, x, constant(2))
        for axis in (0, 1, -1) if type == "float32" else (1,):
            for exclusive in (False, True):
                for reverse in (False, True):
                    title = f"{type}_axis_{axis % 3}{'_exclusive' * exclusive}" \
                            f"{'_reverse' * reverse}"
                    yield case(title, x, constant(axis), exclusive, reverse)
    x = values("int32", (5,), 2, -2**31, 2**31 - 1)
    yield case("int32_wraps", x, constant(0))
    yield case("wide", values("float32", (1, 2, 260), 3), constant(1), True, True)
    yield case("one_element_axis", x, Of(np.array(0, np.int32), constant=True))
    yield case("axis_while_running", values("float32", (3, 4), 1),
               Of(np.array(1, np.int32)), more_runs=[[values("float32", (3, 4), 2),
                                                      np.array(0, np.int32)]])
    for title, shape, axis in [("empty", (0, 3), 1), ("over_nothing", (3, 0), 1),
                               ("single", (4, 1), 1)]:
        yield case(title, values("float32", shape, 1), constant(axis), True)
    yield case("outside", x, constant(1), refused=True)
    yield case("scalar", values("float32", (), 1), constant(0), refused=True)
    yield single("wrong_type", "CUMSUM", [values("int16", (3,), 1), constant(0)],
                 [("int16", (3,))], options="CumsumOptions", refused=True)
