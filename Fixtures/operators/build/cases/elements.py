"""ZEROS_LIKE, RANK, BITCAST, ADD_N and FAKE_QUANT."""
import numpy as np

import peer
from record import Case, operator, values
from single import single

SIZES = {type: np.dtype(value).itemsize for type, value in peer.NUMPY.items()}


@operator("ZEROS_LIKE")
def zeros():
    for type in ("float32", "int32", "int64"):
        yield single(type, "ZEROS_LIKE", [values(type, (3, 7), 1)], [(type, (3, 7))],
                     options="ZerosLikeOptions")
    for title, shape in [("scalar", ()), ("empty", (2, 0))]:
        yield single(title, "ZEROS_LIKE", [values("float32", shape, 1)], [("float32", shape)],
                     options="ZerosLikeOptions")
    yield single("wrong_type", "ZEROS_LIKE", [values("int8", (3,), 1)], [("int8", (3,))],
                 options="ZerosLikeOptions", refused=True)


@operator("RANK")
def ranks():
    for type in peer.NUMPY:
        yield single(type, "RANK", [np.ones((2, 1, 3), peer.NUMPY[type])], [("int32", ())],
                     options="RankOptions")
    for type, data in [("int4", peer.pack_nibbles([1, 2, 3])), ("uint4", b"\x11\x01"),
                       ("int2", peer.pack_crumbs([1, 0, 1])), ("float8_e4m3fn", b"\1\2\3"),
                       ("float8_e5m2", b"\1\2\3")]:
        if type in peer.TYPES:
            model = peer.Model()
            x = model.constant(data, type, (3, 1))
            y = model.output("int32", ())
            model.operator("RANK", [x], [y], options="RankOptions")
            yield Case(type, model, [[]])
    words = np.array([[b"a", b"bc"]], dtype=object)
    yield single("string", "RANK", [words], [("int32", ())], options="RankOptions")
    for title, shape in [("scalar", ()), ("empty", (0, 2)), ("rank_6", (1, 1, 1, 2, 1, 1))]:
        yield single(title, "RANK", [values("float32", shape, 1)], [("int32", ())],
                     options="RankOptions")
    yield single("wrong_output", "RANK", [values("float32", (2,), 1)], [("int64", ())],
                 options="RankOptions", refused=True)


@operator("BITCAST")
def bitcasts():
    def case(title, value, type, shape, **more):
        return single(title, "BITCAST", [value], [(type, shape)], options="BitcastOptions",
                      **more)

    for type, size in SIZES.items():
        value = values(type, (3, 2), 1, *((0, 100) if type not in ("bool",) else ()))
        same = {1: "uint8", 2: "uint16", 4: "int32", 8: "int64", 16: "complex128"}[size]
        yield case(type, value, same, (3, 2))
    yield case("to_float32", values("int32", (5,), 1, -2**31, 2**31 - 1), "float32", (5,))
    yield case("to_bfloat16", values("int16", (2, 3), 1, 0, 20000), "bfloat16", (2, 3))
    yield case("split", values("int32", (2, 3), 1), "int16", (2, 3, 2))
    yield case("split_bytes", values("float64", (2, 3), 1), "uint8", (2, 3, 8))
    yield case("split_scalar", values("float32", (), 1), "int8", (4,))
    yield case("join", values("uint8", (3, 4), 1), "float32", (3,))
    yield case("join_to_scalar", values("int16", (4,), 1), "int64", ())
    yield case("empty", values("int32", (0, 3), 1), "int16", (0, 3, 2))
    yield case("wrong_extent", values("uint8", (3, 3), 1), "float32", (3,), refused=True)
    yield case("scalar_too_small", values("uint8", (), 1), "float32", (), refused=True)


@operator("ADD_N")
def sums():
    def case(title, inputs, shape, type="float32", **more):
        return single(title, "ADD_N", inputs, [(type, shape)], options="AddNOptions", **more)

    for count in (2, 3, 7):
        inputs = [values("float32", (3, 41), seed) for seed in range(count)]
        yield case(f"float32_{count}", inputs, (3, 41))
    yield case("float32", [values("float32", (67,), 1), values("float32", (67,), 2)], (67,))
    x = values("float32", (4,), 1)
    yield case("scalars", [x[0], x[1], x[2]], ())
    yield case("int32", [values("int32", (2, 5), seed, -2**31, 2**31 - 1) for seed in range(4)],
               (2, 5), "int32")
    yield case("empty", [np.zeros((0, 2), np.float32)] * 3, (0, 2))
    yield Case("operand_twice", *of_tensors_that_end_here())
    yield case("one_input", [x], (4,), refused=True)
    yield case("shapes_differ", [x, x[:3]], (4,), refused=True)
    yield case("wrong_type", [values("int16", (3,), 1)] * 2, (3,), "int16", refused=True)
    yield case("types_differ", [x, values("int32", (4,), 1)], (4,), refused=True)


def of_tensors_that_end_here():
    """A sum whose first operand, which nothing else needs, comes again after another one."""
    model = peer.Model()
    x = model.input("float32", (37,))
    y = model.tensor("float32", (37,))
    model.operator("NEG", [x], [y], options="NegOptions")
    model.operator("ADD_N", [y, x, x, y], [model.output("float32", (37,))], options="AddNOptions")
    return model, [[values("float32", (37,), 1)]]


@operator("FAKE_QUANT")
def quantised():
    def case(title, low, high, bits, narrow=False, value=None, **more):
        x = values("float32", (3, 33), 1, -5, 5) if value is None else value
        if narrow:
            # The peer refuses a narrow range; this is its formula with 1 as the smallest integer.
            scale = np.float32(high - low) / np.float32(2**bits - 2)
            zero = np.clip(1 - np.float32(low) / scale, 1, 2**bits - 1)
            ends = (np.array([1, 2**bits - 1]) - np.floor(zero + 0.5)).astype(np.float32) * scale
            steps = (np.clip(x, *ends) - ends[0]) * (1 / scale)
            more["expected"] = [[np.floor(steps + np.float32(0.5)) * scale + ends[0]]]
            more["remark"] = "LiteRT refuses a narrow range."
        return single(title, "FAKE_QUANT", [x], [("float32", x.shape)],
                      options="FakeQuantOptions",
                      fields={"min": low, "max": high, "numBits": bits, "narrowRange": narrow},
                      **more)

    yield case("float32", -1.0, 1.0, 8)
    yield case("asymmetric", -0.3, 2.9, 8)
    yield case("narrow", -2.0, 2.0, 8, True)
    yield case("narrow_asymmetric", -1.3, 4.0, 6, True)
    yield case("positive", 0.5, 3.0, 8)
    yield case("negative", -4.0, -0.25, 8)
    for bits in (2, 4, 16):
        yield case(f"bits_{bits}", -3.1, 2.7, bits)
    yield case("special", -1.0, 1.0, 8,
               value=np.array([np.nan, np.inf, -np.inf, 0.0, -0.0, 1e30], np.float32))
    yield case("scalar", -1.0, 1.0, 8, value=np.array(0.3, np.float32))
    yield case("empty", -1.0, 1.0, 8, value=np.zeros((0, 2), np.float32))
