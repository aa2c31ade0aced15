"""Pooling and resizing of images."""
import numpy as np

from peer import NUMPY, Model
from record import Case, operator, values

SAME, VALID = 0, 1
NONE, RELU, RELU_N1_TO_1, RELU6 = range(4)


def pool(name, operator_name, data, filter, stride=(1, 1), padding=SAME, activation=NONE,
         scheme=(None, None), version=1, **more):
    model = Model()
    type = {np.dtype(v): k for k, v in NUMPY.items()}[data.dtype]
    x = model.input(type, data.shape, *scheme)
    shape = []
    for extent, size, step in zip(data.shape[1:3], filter, stride):
        shape.append(-(-extent // step) if padding == SAME else max(extent - size + step, 0) // step)
    y = model.output(type, (data.shape[0], *shape, data.shape[3]), *scheme)
    model.operator(operator_name, [x], [y], version, "Pool2DOptions", padding=padding,
                   strideH=stride[0], strideW=stride[1], filterHeight=filter[0],
                   filterWidth=filter[1], fusedActivationFunction=activation)
    more.setdefault("tolerance", 2e-3 if type == "float16" else 1e-6)
    return Case(name, model, [[data]], **more)


def pools(name, types):
    image = (2, 5, 6, 3)
    for type in types:
        scheme, version = (None, None), 1
        if type in ("int8", "uint8"):
            scheme, version = (0.1, 3), 2
        elif type == "int16":
            scheme, version = (0.001, 0), 3
        more = {"scheme": scheme, "version": version}
        yield pool(f"{type}_same", name, values(type, image, 1), (3, 2), **more)
        yield pool(f"{type}_valid", name, values(type, image, 2), (2, 3), (2, 2), VALID, **more)
        yield pool(f"{type}_relu6", name, values(type, image, 3), (2, 2), (2, 1), SAME, RELU6, **more)
        yield pool(f"{type}_whole", name, values(type, (1, 5, 6, 19), 4), (5, 6), (5, 6), VALID,
                   **more)
        if type == "float16":  # XNNPACK takes no stride beyond the window.
            continue
        yield pool(f"{type}_relu1", name, values(type, image, 5), (1, 2), (3, 2), VALID,
                   RELU_N1_TO_1, **more)
    yield pool("float32_empty", name, np.zeros((0, 4, 4, 2), np.float32), (2, 2),
               expected=[[np.zeros((0, 4, 4, 2), np.float32)]],
               remark="LiteRT gives the maximum an arbitrary shape.")
    yield pool("float32_larger", name, values("float32", (1, 2, 2, 1), 1), (5, 5))


@operator("AVERAGE_POOL_2D")
def average():
    yield from pools("AVERAGE_POOL_2D", ["float32", "float16", "int8", "uint8", "int16"])
    # The order of the sums, to the bit.
    model = Model()
    x = model.input("float32", (1, 13, 12, 19))
    y = model.output("float32", (1, 3, 3, 19))
    model.operator("AVERAGE_POOL_2D", [x], [y], options="Pool2DOptions", padding=1,
                   filterHeight=5, filterWidth=4, strideH=4, strideW=4)
    yield Case("float32_to_the_bit", model, [[values("float32", (1, 13, 12, 19), 1)]],
               tolerance=0)


@operator("MAX_POOL_2D")
def maximum():
    yield from pools("MAX_POOL_2D", ["float32", "int8", "uint8", "int16"])


def resize(name, operator_name, data, size, corners=False, centers=False, scheme=(None, None),
           version=1, fixed=True, **more):
    model = Model()
    type = {np.dtype(v): k for k, v in NUMPY.items()}[data.dtype]
    x = model.input(type, data.shape, *scheme)
    extents = np.array(size, np.int32)
    s = model.constant(extents) if fixed else model.input("int32", (2,))
    y = model.output(type, (data.shape[0], *size, data.shape[3]), *scheme)
    options = {"RESIZE_BILINEAR": "ResizeBilinearOptions"}.get(
        operator_name, "ResizeNearestNeighborOptions")
    model.operator(operator_name, [x, s], [y], version, options, alignCorners=corners,
                   halfPixelCenters=centers)
    return Case(name, model, [[data] if fixed else [data, extents]], **more)


MODES = {"": (False, False), "_corners": (True, False), "_centers": (False, True)}


def resizes(name, types, versions):
    for type in types:
        scheme = {"int8": (0.1, 3), "uint8": (0.1, 130), "int16": (0.001, 0)}.get(type, (None, None))
        version = versions.get(type, 1)
        common = type in ("float32", "int8", "uint8", "int16")
        for label, (corners, centers) in MODES.items():
            if label and not common:
                continue
            mode = dict(corners=corners, centers=centers, scheme=scheme,
                        version=max(version, 3 if centers else 1))
            yield resize(f"{type}_up{label}", name, values(type, (2, 3, 4, 2), 1), (7, 9), **mode)
            if common:
                yield resize(f"{type}_down{label}", name, values(type, (1, 7, 9, 3), 2), (3, 4),
                             **mode)
                yield resize(f"{type}_one{label}", name, values(type, (1, 1, 5, 1), 3), (4, 1),
                             **mode)
    image = values("float32", (1, 3, 4, 2), 4)
    yield resize("float32_twice", name, image, (6, 8), True, False)
    yield resize("float32_size_input", name, image, (2, 5), fixed=False)
    for type in ["int8", "uint8"]:
        for label, (corners, centers) in MODES.items():
            yield resize(f"{type}_size_input{label}", name, values(type, (1, 3, 4, 2), 5), (5, 7),
                         corners=corners, centers=centers, scheme=(0.1, 3),
                         version=3 if centers else 2, fixed=False)
    if name == "RESIZE_BILINEAR":
        yield resize("uint8_size_input_eightfold", name, values("uint8", (1, 2, 2, 8), 6),
                     (16, 16), centers=True, scheme=(0.1, 3), version=3, fixed=False)
    yield resize("float32_empty", name, np.zeros((0, 3, 4, 2), np.float32), (5, 5))
    if name == "RESIZE_BILINEAR":
        yield resize("size", name, image, (0, 5), refused=True)
    yield resize("both_modes", name, image, (5, 5), True, True, version=3,
                 refused=name == "RESIZE_BILINEAR")


@operator("RESIZE_BILINEAR")
def bilinear():
    yield from resizes("RESIZE_BILINEAR", ["float32", "int8", "uint8", "int16"],
                       {"int8": 2, "int16": 4})


@operator("RESIZE_NEAREST_NEIGHBOR")
def nearest():
    yield from resizes(
        "RESIZE_NEAREST_NEIGHBOR",
        ["float32", "int8", "uint8", "int16", "float16", "bfloat16", "int32", "uint32", "uint16",
         "bool"], {"int8": 2, "int16": 4})
