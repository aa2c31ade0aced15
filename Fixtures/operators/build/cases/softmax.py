"""SOFTMAX and LOG_SOFTMAX."""
import numpy as np

from peer import NUMPY, Model
from record import Case, operator, values

OUTPUTS = {"int8": (1 / 256, -128), "uint8": (1 / 256, 0), "int16": (1 / 32768, 0)}
LOG_OUTPUTS = {"int8": (16 / 256, 127), "uint8": (16 / 256, 255)}
WIDE = (1 / 65536, -32768)


def normalised(name, operator_name, data, scheme=(None, None), output=(None, None), out=None,
               beta=1.0, version=1, **more):
    model = Model()
    type = {np.dtype(v): k for k, v in NUMPY.items()}[data.dtype]
    x = model.input(type, data.shape, *scheme)
    y = model.output(out or type, data.shape, *output)
    if operator_name == "SOFTMAX":
        model.operator(operator_name, [x], [y], version, "SoftmaxOptions", beta=beta)
    else:
        model.operator(operator_name, [x], [y], version, "LogSoftmaxOptions")
    more.setdefault("tolerance", 1e-3 if type == "float16" else 2e-6)
    return Case(name, model, [[data]], **more)


SHAPES = {"": (3, 10), "_rows": (2, 2, 3, 21), "_vector": (37,), "_one": (4, 1)}


@operator("SOFTMAX")
def softmax():
    for type in ["float32", "float16"]:
        for label, shape in SHAPES.items():
            yield normalised(f"{type}{label}", "SOFTMAX", values(type, shape, 1, -9, 9))
        yield normalised(f"{type}_beta", "SOFTMAX", values(type, (2, 9), 2), beta=0.5)
    yield normalised("float32_large", "SOFTMAX", values("float32", (2, 9), 3, -900, 900))
    yield normalised("float32_empty", "SOFTMAX", np.zeros((0, 3), np.float32))
    for type, output in OUTPUTS.items():
        for label, shape in SHAPES.items():
            scheme = (0.1, 0 if type == "int16" else 3)
            if type == "int16":
                scheme = (0.0004, 0)
            yield normalised(f"{type}{label}", "SOFTMAX", values(type, shape, 4), scheme, output,
                             version=2)
        for label, scale, beta in [("fine", 0.002, 1.0), ("coarse", 1.0, 1.0), ("beta", 0.05, 2.5)]:
            scale /= 256 if type == "int16" else 1
            yield normalised(f"{type}_{label}", "SOFTMAX", values(type, (3, 33), 5), (scale, 0),
                             output, beta=beta, version=2)
    for type in ["int8", "uint8"]:
        for label, scale in [("", 0.1), ("_fine", 0.01)]:
            yield normalised(f"{type}_int16{label}", "SOFTMAX", values(type, (3, 21), 6),
                             (scale, 3), WIDE, out="int16", version=2)
    yield normalised("scalar", "SOFTMAX", np.array(1.0, np.float32), refused=True)


@operator("LOG_SOFTMAX")
def log_softmax():
    for label, shape in SHAPES.items():
        yield normalised(f"float32{label}", "LOG_SOFTMAX", values("float32", shape, 1, -9, 9))
    yield normalised("float32_large", "LOG_SOFTMAX", values("float32", (2, 9), 3, -900, 900))
    for type, output in LOG_OUTPUTS.items():
        for label, shape in SHAPES.items():
            yield normalised(f"{type}{label}", "LOG_SOFTMAX", values(type, shape, 4), (0.1, 3),
                             output, version=2)
        for label, scale in [("fine", 0.002), ("coarse", 1.0), ("middle", 0.03)]:
            yield normalised(f"{type}_{label}", "LOG_SOFTMAX", values(type, (3, 33), 5),
                             (scale, 0), output, version=2)
    yield normalised("int8_scale", "LOG_SOFTMAX", values("int8", (3, 5), 4), (0.1, 3), (0.1, 127),
                     version=2, refused=True)
