"""Operators that make or rearrange elements: broadcasts, ranges, reversals, updates."""
import numpy as np

import peer
from record import Case, operator
from cases.movement import MOVABLE, PADDED, Node, data, i32, i64, string_bytes

WHOLE = MOVABLE + ["complex128"]


@operator("DYNAMIC_UPDATE_SLICE")
def dynamic_update_slice():
    def case(name, type, shape, update, starts, out=None, indices="int32", runs=None, **more):
        n = Node(type, shape, update)
        start = n.numbers(starts[0], indices)
        runs = [[data(type, shape, 3 * i), data(type, update, 3 * i + 1),
                 np.array(s, peer.NUMPY[indices])] for i, s in enumerate(starts)]
        return n.case(name, "DYNAMIC_UPDATE_SLICE", n.inputs + [start], [shape], 2,
                      "DynamicUpdateSliceOptions", runs=runs, **more)
    for type in WHOLE + ["int4"]:
        yield case(type, type, (3, 5), (2, 3), [[1, 1]])
    yield case("clamped", "float32", (3, 5), (2, 3), [[-1, 9], [2, 0], [0, -7]])
    yield case("int64_start", "int8", (3, 5), (1, 5), [[2, 0], [2**40, -2**40]], indices="int64")
    yield case("rank4", "float32", (1, 2, 4, 3), (1, 2, 1, 3), [[0, 0, 2, 0], [0, 0, 3, 0]])
    yield case("whole", "int16", (3, 5), (3, 5), [[0, 0]])
    yield case("scalar", "float32", (), (), [[]])
    yield case("empty_update", "float32", (3, 5), (0, 3), [[1, 1]])
    yield case("empty", "float32", (0, 5), (0, 3), [[1, 1]])
    yield case("too_large", "float32", (3, 5), (4, 3), [[0, 0]], refused=True)
    yield case("ranks_differ", "float32", (3, 5), (3,), [[0, 0]], refused=True)


@operator("REVERSE_V2")
def reverse_v2():
    def case(name, type, shape, axes, given=False, **more):
        n = Node(type, shape)
        axes = n.numbers(axes) if given else i32(n.model, axes)
        return n.case(name, "REVERSE_V2", n.inputs + [axes], [shape], 1, "ReverseV2Options",
                      **more)
    for type in PADDED:
        yield case(type, type, (2, 3, 2), [1])
    yield case("last", "float32", (3, 7), [-1])
    yield case("neighbours", "int8", (2, 3, 4, 2), [1, 2])
    yield case("all", "int16", (2, 3, 4), [2, 0, 1])
    n = Node("int32", (2, 3, 2))
    yield n.case("apart", "REVERSE_V2", n.inputs + [i32(n.model, [2, 0])], [(2, 3, 2)], 1,
                 "ReverseV2Options", expected=[[n.run[0][::-1, :, ::-1]]],
                 remark="LiteRT refuses axes that are not neighbours.")
    yield case("given", "int32", (2, 3), [0], given=True)
    yield case("empty", "float32", (0, 3), [1])
    yield case("too_large", "float32", (2, 3), [2], refused=True)
    yield case("twice", "float32", (2, 3), [1, 1], refused=True)


@operator("REVERSE_SEQUENCE")
def reverse_sequence():
    def case(name, type, shape, lengths, sequence=1, batch=0, indices="int32", **more):
        n = Node(type, shape)
        return n.case(name, "REVERSE_SEQUENCE", n.inputs + [n.numbers(lengths, indices)], [shape],
                      1, "ReverseSequenceOptions", seqDim=sequence, batchDim=batch, **more)
    for type in ["float32", "int32", "uint8", "int64", "int16"]:
        yield case(type, type, (3, 4, 2), [2, 0, 4])
    yield case("batch_after", "float32", (4, 3, 2), [3, 1, 4], 0, 1)
    yield case("apart", "float32", (2, 3, 2, 4), [3, 1], 3, 0)
    yield case("last_batch", "int32", (4, 2, 3), [3, 1, 4], 0, 2)
    yield case("int64_lengths", "float32", (3, 4), [1, 2, 3], indices="int64")
    yield case("negative_length", "float32", (2, 4), [-1, 2])
    yield case("empty", "float32", (0, 4), [], expected=[[np.zeros((0, 4), np.float32)]],
               remark="LiteRT's kernel crashes.")
    yield case("too_long", "float32", (2, 4), [5, 1], refused=True)
    yield case("wrong_count", "float32", (2, 4), [1, 1, 1], refused=True)
    yield case("one_axis", "float32", (2, 4), [1, 1], 0, 0, refused=True)


@operator("BROADCAST_TO")
def broadcast_to():
    def case(name, type, shape, out, given=False, make=i32, **more):
        n = Node(type, shape)
        target = n.numbers(out) if given else make(n.model, np.array(out, int))
        return n.case(name, "BROADCAST_TO", n.inputs + [target], [out], 2, "BroadcastToOptions",
                      **more)
    for type in WHOLE:
        yield case(type, type, (3, 1), (2, 3, 4))
    yield case("scalar", "float32", (), (2, 3))
    yield case("rows", "int8", (1, 5), (3, 5))
    yield case("same", "float32", (2, 3), (2, 3))
    yield case("rank8", "int16", (2, 1, 3, 1, 2, 1, 1), (2, 2, 1, 3, 2, 2, 1, 2))
    yield case("int64_target", "float32", (3, 1), (3, 2), make=i64)
    yield case("given", "float32", (3, 1), (3, 2), given=True)
    yield case("empty", "float32", (1, 3), (0, 3))
    yield case("shrinks", "float32", (3, 2), (3, 1), refused=True)
    yield case("differs", "float32", (3, 2), (3, 4), refused=True)
    yield case("lower_rank", "float32", (1, 3, 2), (3, 2), refused=True)


@operator("DILATE")
def dilate():
    def case(name, type, shape, dilations, out, **more):
        n = Node(type, shape, ())
        return n.case(name, "DILATE", [n.inputs[0], i32(n.model, dilations), n.inputs[1]], [out],
                      1, "DilateOptions", **more)
    for type in WHOLE:
        yield case(type, type, (2, 3), [3, 2], (4, 5))
    yield case("one_axis", "float32", (2, 3, 2), [1, 3, 1], (2, 7, 2))
    yield case("none", "int32", (2, 3), [1, 1], (2, 3))
    yield case("rank4", "int8", (1, 2, 2, 2), [4, 1, 2, 2], (1, 2, 3, 3))
    yield case("zero", "float32", (2, 3), [0, 1], (2, 3), refused=True)
    yield case("wrong_count", "float32", (2, 3), [2], (3, 3), refused=True)


@operator("FILL")
def fill():
    def case(name, type, shape, given=False, make=i32, **more):
        n = Node(type)
        target = n.numbers(shape) if given else make(n.model, np.array(shape, int))
        return n.case(name, "FILL", [target, n.input((), seed=4)], [np.abs(shape)], 1, "FillOptions",
                      **more)
    for type in MOVABLE:
        yield case(type, type, (2, 3))
    for name, target in [("string", i32), ("string_int64_shape", i64)]:
        n = Node("string")
        value = n.model.constant(string_bytes([b"caf\xc3\xa9"]), "string", ())
        yield n.case(name, "FILL", [target(n.model, [2, 3]), value], [(2, 3)], 1, "FillOptions")
    yield case("int64_shape", "float32", (2, 3), make=i64)
    yield case("given", "int8", (2, 3), given=True)
    yield case("scalar", "float32", ())
    yield case("empty", "float32", (2, 0))
    yield case("negative", "float32", (2, -1), refused=True)
    n = Node("float32")
    yield n.case("value_in_a_list", "FILL", [i32(n.model, [2]), n.input((1,))], [(2,)], 1,
                 "FillOptions", refused=True)


@operator("RANGE")
def range_():
    def case(name, type, *runs, constant=False, **more):
        n = Node(type)
        runs = [[np.array(v, peer.NUMPY[type]) for v in run] for run in runs]
        if constant:
            inputs = [n.model.constant(v) for v in runs[0]]
        else:
            inputs = [n.input((), value=v) for v in runs[0]]
        return n.case(name, "RANGE", inputs, [(1,)], 1, "RangeOptions",
                      runs=[[]] if constant else runs, **more)
    for type in ["float32", "int32", "int64"]:
        yield case(type, type, (0, 10, 3), (7, -4, -2), (0, 10, 3))
    yield case("fractions", "float32", (0.1, 6, 0.1), (0, 1, 0.3), (1, -1, -0.7))
    yield case("constant", "int32", (2, 9, 2), constant=True)
    yield case("zero_step", "int32", (0, 5, 0), refused=True)
    yield case("wrong_direction", "int32", (0, 5, -1), refused=True)
    yield case("wrong_direction_float", "float32", (1, 0, 1), refused=True)
    yield case("nan", "float32", (0, np.nan, 1), refused=True)
    yield case("infinite", "float32", (0, np.inf, 1), refused=True)


@operator("BROADCAST_ARGS")
def broadcast_args():
    def case(name, type, a, b, constant=False, **more):
        n = Node(type)
        make = (lambda v: n.model.constant(np.array(v, peer.NUMPY[type]))) if constant else (
            lambda v: n.numbers(v, type))
        return n.case(name, "BROADCAST_ARGS", [make(a), make(b)], [(max(len(a), len(b)),)], 1,
                      **more)
    for type in ["int32", "int64"]:
        yield case(type, type, [1, 4, 2], [3, 1, 2])
    yield case("ranks_differ", "int32", [5], [3, 4, 1])
    yield case("with_zero", "int32", [1, 4], [0, 4])
    yield case("constant", "int64", [1, 4], [6, 1], constant=True)
    yield case("differ", "int32", [2, 4], [3, 4], refused=True)
