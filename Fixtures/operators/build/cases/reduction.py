"""Reductions along axes, and the index of an extreme element."""
import numpy as np

from peer import NUMPY, Model
from record import Case, operator, rng, values

TOLERANCE = {"float16": 2e-3}


def kept(shape, axes, keep):
    axes = {a % max(len(shape), 1) for a in axes}
    return [1 if i in axes else n for i, n in enumerate(shape) if keep or i not in axes]


def reduction(name, operator_name, data, axes, keep=False, input=(None, None), output=None,
              version=1, fixed=True, **more):
    """A case of one node; the axes are a constant or an input."""
    model = Model()
    type = {np.dtype(v): k for k, v in NUMPY.items()}[data.dtype]
    x = model.input(type, data.shape, *input)
    list = np.array(axes, np.int32)
    a = model.constant(list) if fixed else model.input("int32", list.shape)
    shape = [] if more.get("refused") else kept(data.shape, np.atleast_1d(list).tolist(), keep)
    y = model.output(type, shape, *(output or input))
    model.operator(operator_name, [x, a], [y], version=version, options="ReducerOptions",
                   keepDims=keep)
    more.setdefault("tolerance", TOLERANCE.get(type, 1e-6))
    return Case(name, model, [[data] if fixed else [data, list]], **more)


SHAPE = (2, 3, 4, 5)
AXES = {"hw": [1, 2], "last": [3], "first": [0], "negative": [-1, 1], "all": [0, 1, 2, 3],
        "repeated": [1, 1, -3], "none": []}


def plain(name, types):
    for type in types:
        low, high = (-4, 4) if type not in ("int32", "int64") else (-1000, 1000)
        for label, axes in AXES.items():
            if type != "float32" and label not in ("hw", "last"):
                continue
            yield reduction(f"{type}_{label}", name, values(type, SHAPE, label, low, high), axes,
                            keep=label in ("hw", "negative"))
    data = values("float32", (3, 1, 7), "one")
    yield reduction("float32_one", name, data, [1])
    yield reduction("float32_scalar_axis", name, data, -1)
    yield reduction("float32_axes_input", name, data, [2, 0], fixed=False)
    yield reduction("axis", name, data, [3], refused=True)
    yield reduction("float32_empty", name, np.zeros((0, 3, 2), np.float32), [1])


def extremes(name):
    yield from plain(name, ["float32", "float16", "int32", "int64"])
    for type in ["int8", "uint8", "int16"]:
        for label in ["hw", "last", "negative", "all"]:
            scheme = (0.1, 0 if type == "int16" else 7)
            yield reduction(f"{type}_{label}", name, values(type, SHAPE, label), AXES[label],
                            keep=label == "hw", input=scheme, version=2)
    yield reduction("int8_plain", name, values("int8", (3, 5), 1), [1])
    # XNNPACK copies the integer, whatever it stands for; the built-in kernels refuse the node.
    for type in ["int8", "uint8"]:
        for label, output in [("scales", (0.2, 3)), ("zero_points", (0.1, 90))]:
            yield reduction(f"{type}_unequal_{label}", name, values(type, (3, 4, 5), 1), [1],
                            input=(0.1, 3), output=output, version=2, refuses_reference=True)
    yield reduction("int8_unequal_input", name, values("int8", (3, 5), 1), [1], input=(0.1, 0),
                    output=(0.2, 0), fixed=False, refused=True)
    yield reduction("int16_unequal", name, values("int16", (3, 5), 1), [1], input=(0.1, 0),
                    output=(0.2, 0), version=3, refused=True)
    data = values("float32", (2, 6), "nan")
    data[0, 0], data[1, 3], data[0, 2] = np.inf, -np.inf, -np.inf
    yield reduction("float32_infinite", name, data, [1])


@operator("REDUCE_MAX")
def reduce_max():
    yield from extremes("REDUCE_MAX")


@operator("REDUCE_MIN")
def reduce_min():
    yield from extremes("REDUCE_MIN")


def schemes(type, label, gain):
    """Scales of the input and output that fill the type, with zero points."""
    r = rng(type, label)
    scale = float(np.float32(r.uniform(0.01, 0.1)))
    ratio = r.uniform(0.5, 2) * gain
    if type == "int16":
        return (scale, 0), (float(np.float32(scale * ratio)), 0)
    low = -128 if type == "int8" else 0
    return ((scale, int(r.integers(low + 70, low + 190))),
            (float(np.float32(scale * ratio)), int(r.integers(low + 70, low + 190))))


def sums(name, gain):
    yield from plain(name, ["float32", "float16", "int32", "int64"])
    for type in ["int8", "uint8", "int16"]:
        for label, axes in AXES.items():
            if label in ("repeated", "first"):
                continue
            count = np.prod([SHAPE[a] for a in {a % 4 for a in axes}]) if axes else 1
            input, output = schemes(type, label, count if gain else 1)
            case = reduction(f"{type}_{label}", name, values(type, SHAPE, label), axes,
                             keep=label == "hw", input=input, output=output, version=2)
            yield trusted(case, gain)
        input, output = schemes(type, "same", 1)
        case = reduction(f"{type}_same", name, values(type, (1, 7, 5, 19), 5, *narrow(type)), [1, 2],
                         keep=True, input=input, output=input, version=2)
        yield trusted(case, gain)
        scheme = (0.1, 0 if type == "int16" else 7)
        if not gain:
            # The sum of nothing is what LiteRT finds in memory.
            yield reduction(f"{type}_nothing", name, np.zeros((2, 0), NUMPY[type]), [1],
                            input=scheme, version=2)


def trusted(case, is_sum):
    """The same case; the reference kernel sums signed integers in a sum of the wrong width."""
    if is_sum and not case.name.startswith("uint8"):
        case.distrusted = True
        case.remark = "The reference kernel gives arbitrary numbers."
    return case


def narrow(type):
    return {"int8": (-90, 60), "uint8": (10, 200), "int16": (-9000, 9000)}[type]


@operator("MEAN")
def mean():
    yield from sums("MEAN", False)
    for type in ["int8", "uint8"]:
        for keep in [False, True]:
            input, output = schemes(type, "input", 1)
            yield reduction(f"{type}_axes_input{'_keep' * keep}", "MEAN",
                            values(type, (2, 3, 3, 21), 6, *narrow(type)), [1, 2], keep=keep,
                            input=input, output=output, version=2, fixed=False)


@operator("SUM")
def sum():
    yield from sums("SUM", True)


def index(name, operator_name, data, axis, out="int32", scheme=(None, None), version=1, fixed=True,
          **more):
    model = Model()
    type = {np.dtype(v): k for k, v in NUMPY.items()}[data.dtype]
    x = model.input(type, data.shape, *scheme)
    number = np.array(axis, np.int32)
    a = model.constant(number) if fixed else model.input("int32", ())
    rank = data.ndim
    shape = [n for i, n in enumerate(data.shape) if i != axis % rank]
    y = model.output(out, shape)
    options = operator_name.title().replace("_", "") + "Options"
    model.operator(operator_name, [x, a], [y], version=version, options=options,
                   outputType={"int32": 2, "int64": 4}[out])
    return Case(name, model, [[data] if fixed else [data, number]], **more)


def indices(name):
    for type in ["float32", "int8", "uint8", "int32", "bool"]:
        low, high = (-4, 4) if type == "float32" else (0, 5)
        for label, axis in [("last", -1), ("middle", 1), ("first", 0)]:
            data = values(type, (3, 6, 17), label, low, high)
            scheme = (0.1, 3) if type in ("int8", "uint8") else (None, None)
            yield index(f"{type}_{label}", name, data, axis, "int64" if label == "first" else "int32",
                        scheme)
    ties = np.array([[1, 3, 3, 1], [1, np.nan, 2, 5], [np.nan] * 4, [-np.inf, -0.0, 0.0, 1],
                     [2, np.nan, 3, np.nan]], np.float32)
    yield index("float32_ties", name, ties, -1)
    yield index("float32_ties_middle", name, ties.T.copy(), 0)
    yield index("float32_long", name, values("float32", (2, 259), 1), 1)
    yield index("int8_long", name, values("int8", (2, 259), 1), 1)
    yield index("float32_axis_input", name, values("float32", (3, 4), 1), 0, fixed=False)
    yield index("axis", name, values("float32", (3, 4), 1), 2, refused=True)
    yield index("float32_empty", name, np.zeros((0, 3), np.float32), 1)


@operator("ARG_MAX")
def arg_max():
    yield from indices("ARG_MAX")


@operator("ARG_MIN")
def arg_min():
    yield from indices("ARG_MIN")
