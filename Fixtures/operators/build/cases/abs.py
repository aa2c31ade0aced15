"""ABS."""
import numpy as np

from peer import Model
from record import Case, operator, values


@operator("ABS")
def cases():
    for type, shape in [("float32", (2, 3, 5)), ("int32", (7,)), ("float32", (0, 3))]:
        model = Model()
        x = model.input(type, shape)
        y = model.output(type, shape)
        model.operator("ABS", [x], [y], version=5, options="AbsOptions")
        empty = "_empty" if 0 in shape else ""
        yield Case(type + empty, model, [[values(type, shape, 1)]])
    for type, zeros in [("int8", (3, -20)), ("int16", (0, 0))]:
        model = Model()
        x = model.input(type, (300,), 0.1, zeros[0])
        y = model.output(type, (300,), 0.07, zeros[1])
        model.operator("ABS", [x], [y], version=5, options="AbsOptions")
        yield Case(type + "_rescaled", model, [[values(type, (300,), 1)]])
    model = Model()
    x = model.input("int32", (3,))
    y = model.output("int32", (3,))
    model.operator("ABS", [x], [y], version=5, options="AbsOptions")
    yield Case("int32_extremes", model, [[np.array([-2**31, 2**31 - 1, -1], np.int32)]])
