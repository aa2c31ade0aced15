"""L2_NORMALIZATION, LOCAL_RESPONSE_NORMALIZATION and L2_POOL_2D."""
import numpy as np

from record import operator, values
from single import Of, single


@operator("L2_NORMALIZATION")
def norms():
    def case(title, x, output=None, version=1, **more):
        type = "float32" if output is None else output[0]
        value = x.value if isinstance(x, Of) else x
        return single(title, "L2_NORMALIZATION", [x],
                      [(type, value.shape, *(output or (0,))[1:])], version,
                      options="L2NormOptions", **more)

    for title, shape in [("float32", (3, 5, 7)), ("rank_4", (1, 2, 2, 33)), ("vector", (19,)),
                         ("one", (4, 1)), ("empty", (0, 4)), ("no_depth", (3, 0))]:
        yield case(title, values("float32", shape, 1))
    small = np.array([[0, 0, 0], [1e-7, 0, 1e-8], [1e-30, 0, 0], [3e18, 4e18, 0]], np.float32)
    yield case("small", small)
    # The reference kernel divides by the norm, whose square overflows here.
    yield case("overflow", np.array([[3e30, 4e30]], np.float32))
    outputs = {"int8": ("int8", 1 / 128, 0), "uint8": ("uint8", 1 / 128, 128)}
    for type, zero in (("int8", -7), ("uint8", 121), ("int8", 127), ("uint8", 0)):
        version = 2 if type == "int8" else 1
        title = f"{type}_{zero}".replace("-", "minus_")
        yield case(title, Of(values(type, (4, 3, 11), 1), 0.1, zero), outputs[type], version)
        near = values(type, (20, 3), 2, max(zero - 2, -128 if type == "int8" else 0),
                      min(zero + 2, 127 if type == "int8" else 255))
        yield case(title + "_near", Of(near, 0.1, zero), outputs[type], version)
    yield case("int8_empty", Of(np.zeros((0, 4), np.int8), 0.1, 3), outputs["int8"], 2)
    yield case("activation", values("float32", (2, 3), 1), refused=True,
               fields={"fusedActivationFunction": 1})
    yield case("wrong_scale", Of(values("int8", (2, 3), 1), 0.1, 3), ("int8", 1 / 64, 0), 2,
               refused=True)
    yield case("wrong_type", values("int16", (2, 3), 1), ("int16",), refused=True)


@operator("LOCAL_RESPONSE_NORMALIZATION")
def responses():
    def case(title, shape, radius, bias, alpha, beta, **more):
        x = values("float32", shape, 1)
        expected = None
        if len(shape) == 4:
            # Computed here, since the reference kernel's windows lack their last channel.
            total = np.stack([
                np.sum(x[..., max(c - radius, 0):c + radius + 1].astype(np.float64) ** 2, -1)
                for c in range(shape[3])], -1) if shape[3] else x
            expected = [[(x * (bias + alpha * total) ** -beta).astype(np.float32)]]
        return single(
            title, "LOCAL_RESPONSE_NORMALIZATION", [x], [("float32", shape)],
            options="LocalResponseNormalizationOptions", expected=expected,
            remark="LiteRT's reference kernel leaves out the last channel of each window.",
            fields={"radius": radius, "bias": bias, "alpha": alpha, "beta": beta}, **more)

    yield case("float32", (1, 3, 4, 9), 2, 1.0, 0.5, 0.75)
    yield case("imagenet", (1, 2, 2, 16), 5, 2.0, 1e-4, 0.75)
    yield case("root", (2, 1, 3, 4), 1, 1.0, 1.0, 0.5)
    yield case("inverse", (2, 1, 3, 4), 1, 1.0, 1.0, 1.0)
    yield case("no_radius", (1, 2, 2, 3), 0, 0.5, 2.0, 0.9)
    yield case("wide", (1, 2, 2, 3), 100, 0.5, 2.0, 0.9)
    yield case("empty", (1, 0, 2, 3), 1, 1.0, 1.0, 0.5)
    yield case("rank_2", (2, 3), 1, 1.0, 1.0, 0.5, refused=True)


@operator("L2_POOL_2D")
def pools():
    def case(title, shape, kernel, stride, padding, output, activation=0, **more):
        return single(
            title, "L2_POOL_2D", [values("float32", shape, 1)], [("float32", output)],
            options="Pool2DOptions", fields={
                "filterHeight": kernel[0], "filterWidth": kernel[1], "strideH": stride[0],
                "strideW": stride[1], "padding": padding,
                "fusedActivationFunction": activation}, **more)

    yield case("float32", (1, 6, 6, 3), (2, 2), (2, 2), 1, (1, 3, 3, 3))
    yield case("same", (2, 5, 7, 2), (3, 2), (2, 1), 0, (2, 3, 7, 2))
    yield case("relu6", (1, 4, 4, 5), (2, 2), (1, 1), 1, (1, 3, 3, 5), 3)
    yield case("relu_n1_to_1", (1, 4, 4, 5), (2, 2), (1, 1), 1, (1, 3, 3, 5), 2)
    yield case("whole", (1, 3, 4, 9), (3, 4), (1, 1), 1, (1, 1, 1, 9))
    yield case("empty", (0, 4, 4, 2), (2, 2), (2, 2), 1, (0, 2, 2, 2))
    yield case("no_stride", (1, 4, 4, 2), (2, 2), (0, 0), 1, (1, 2, 2, 2), refused=True)
    yield case("rank_3", (4, 4, 2), (2, 2), (1, 1), 1, (3, 3, 2), refused=True)
