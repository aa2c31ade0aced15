"""RFFT2D, REAL, IMAG and COMPLEX_ABS."""
import numpy as np

from peer import Model
from record import Case, operator, values


def transform(name, input, size, constant=True, **more):
    model = Model()
    x = model.input("float32", input)
    feeds = [values("float32", input, 1)]
    if constant:
        length = model.constant(np.array(size, np.int32))
    else:
        length = model.input("int32", (2,))
        feeds.append(np.array(size, np.int32))
    y = model.output("complex64", (*input[:-2], size[0], size[1] // 2 + 1))
    model.operator("RFFT2D", [x, length], [y], options="Rfft2dOptions")
    return Case(name, model, [feeds], **more)


@operator("RFFT2D")
def rfft2d():
    yield transform("square", (2, 8, 8), (8, 8))
    yield transform("wide", (4, 16), (4, 16))
    yield transform("tall", (1, 1, 16, 4), (16, 4))
    yield transform("cropped", (5, 11), (4, 8))
    yield transform("padded", (3, 5), (8, 16))
    yield transform("smallest", (2, 2, 2), (2, 2))
    yield transform("row", (3, 1, 64), (1, 64))
    yield transform("variable_size", (3, 5), (4, 8), constant=False)
    yield transform("empty", (0, 4, 4), (4, 4))
    yield transform("no_power_of_two", (4, 4), (4, 6), refused=True)


def parts(name):
    for type, result in (("complex64", "float32"), ("complex128", "float64")):
        for shape in ((3, 5), (0, 2)):
            model = Model()
            x, y = model.input(type, shape), model.output(result, shape)
            model.operator(name, [x], [y])
            yield Case(f"{type}{'_empty' if 0 in shape else ''}", model, [[values(type, shape, 1)]])
        model = Model()
        x, y = model.input(type, (6,)), model.output(result, (6,))
        model.operator(name, [x], [y])
        largest = float(np.finfo(result).max)
        data = np.array([complex(largest / 2, largest / 2), complex(-np.inf, 0), complex(0, -3),
                         complex(3, 4), complex(np.nan, 1), complex(0, 0)])
        yield Case(f"{type}_extremes", model, [[data.astype(type)]])


@operator("REAL")
def real():
    yield from parts("REAL")


@operator("IMAG")
def imag():
    yield from parts("IMAG")


@operator("COMPLEX_ABS")
def complex_abs():
    yield from parts("COMPLEX_ABS")
