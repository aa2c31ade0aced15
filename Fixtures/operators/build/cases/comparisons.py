"""EQUAL, NOT_EQUAL, LESS, LESS_EQUAL, GREATER and GREATER_EQUAL."""
import numpy as np

import peer
from record import operator, values
from single import Of, single

FUNCTIONS = {
    "EQUAL": ("EqualOptions", np.equal), "NOT_EQUAL": ("NotEqualOptions", np.not_equal),
    "LESS": ("LessOptions", np.less), "LESS_EQUAL": ("LessEqualOptions", np.less_equal),
    "GREATER": ("GreaterOptions", np.greater),
    "GREATER_EQUAL": ("GreaterEqualOptions", np.greater_equal),
}
NUMBERS = ["float32", "float16", "bfloat16", "int8", "uint8", "int16", "int32", "int64"]


def near(type, shape, seed):
    """Values among which equal ones are frequent."""
    if type in ("int8", "uint8", "int16", "int32", "int64"):
        return values(type, shape, seed, 0, 3)
    if type == "bool":
        return values(type, shape, seed)
    return np.round(values(type, shape, seed, -2, 2).astype(np.float32)).astype(peer.NUMPY[type])


def cases(name):
    options, function = FUNCTIONS[name]

    def case(title, a, b, **more):
        shape = np.broadcast_shapes(np.shape(getattr(a, "value", a)),
                                    np.shape(getattr(b, "value", b)))
        return single(title, name, [a, b], [("bool", shape)], options=options, **more)

    is_equality = "EQUAL" in name and "_EQUAL" not in name or name == "NOT_EQUAL"
    for type in NUMBERS + (["bool"] if is_equality else []):
        a, b = near(type, (3, 7), 1), near(type, (3, 7), 2)
        if type in ("int8", "uint8"):
            # The peer aborts on bytes without a scale.
            yield case(type, a, b, expected=[[function(a, b)]],
                       remark="LiteRT aborts on bytes without a scale.")
            continue
        if type == "bfloat16" and name not in ("LESS", "GREATER"):
            yield case(type, a, b, expected=[[function(a, b)]],
                       remark="LiteRT compares bfloat16 only by LESS and GREATER.")
            continue
        if type == "int16" and name == "NOT_EQUAL":
            yield case(type, a, b, expected=[[function(a, b)]],
                       remark="LiteRT writes nothing for int16 without a scale.")
            continue
        yield case(type, a, b)
    yield case("broadcast", near("float32", (2, 1, 3), 1), near("float32", (4, 1), 2))
    yield case("broadcast_scalar", near("int32", (), 1), near("int32", (2, 3, 1, 1, 2), 2))
    yield case("empty", near("float32", (0, 3), 1), near("float32", (1, 3), 2))
    special = np.array([np.nan, np.inf, -np.inf, 0.0, -0.0, 1e-45, 1], np.float32)
    yield case("special", special.reshape(7, 1), special)
    for type in ("int32", "int64", "int16"):
        limits = np.iinfo(type)
        ends = np.array([limits.min, -1, 0, 1, limits.max], type)
        if type != "int16" or name != "NOT_EQUAL":
            yield case(f"{type}_extremes", ends.reshape(5, 1), ends)
    for type, zeros in (("int8", (-100, 5)), ("uint8", (0, 200))):
        every = np.arange(256).astype(np.uint8).view(type)
        shuffled = np.roll(every, 100)
        for title, scales in (("coarse", (0.9, 0.7)), ("fine", (0.002, 0.00031))):
            if name not in ("EQUAL", "LESS") and title == "fine":
                continue
            yield case(f"{type}_{title}", Of(every, scales[0], zeros[0]),
                       Of(shuffled, scales[1], zeros[1]))
        yield case(f"{type}_rescaled_broadcast", Of(every[:90:7], 0.03, zeros[0]),
                   Of(every[5::50].reshape(-1, 1), 0.05, zeros[1]))
    a, b = values("int16", (40,), 1), values("int16", (40,), 1) // 2
    yield case("int16_scaled", Of(a, 0.25, 0), Of(b.astype(np.int16), 0.5, 0))
    yield case("int16_fine", Of(a, 0.001, 0), Of((a + a % 3).astype(np.int16), 0.001, 5))
    yield case("int8_large_scale", Of(np.array([2, 3, 4], np.int8), 2.0, 0),
               Of(np.array([4, 6, 7], np.int8), 1.0, 0),
               expected=[[function(np.array([4, 6, 8]), np.array([4, 6, 7]))]],
               remark="LiteRT aborts on scales from 1 on.")
    if is_equality:
        words = np.array([b"ab", b"", b"abc", b"ab", b"\xff\x00"], dtype=object)
        other = np.array([b"ab", b"", b"abd", b"b", b"\xff\x00"], dtype=object)
        yield case("string", words, other)
        yield case("string_broadcast", words.reshape(5, 1), other[:3])
    yield single("types_differ", name, [near("float32", (3,), 1), near("int32", (3,), 2)],
                 [("bool", (3,))], options=options, refused=True)
    yield single("shapes_differ", name, [near("float32", (3,), 1), near("float32", (2,), 2)],
                 [("bool", (3,))], options=options, refused=True)


for each in FUNCTIONS:
    operator(each)(lambda each=each: cases(each))
