"""Sums and other joins over segments, BUCKETIZE, and matrices with a given diagonal."""
import numpy as np

from peer import Model
from record import Case, operator, values

UNREADABLE = "LiteRT's Python interface cannot read an empty tensor whose shape the run tells"


@operator("SEGMENT_SUM")
def segment_sums():
    def model(type, shape, ids, constant=False):
        model = Model()
        x = model.input(type, shape)
        i = model.constant(ids) if constant else model.input("int32", ids.shape)
        y = model.output(type, (3, *shape[1:]))
        model.operator("SEGMENT_SUM", [x, i], [y], 1, "SegmentSumOptions")
        return model
    lists = [np.array(v, np.int32) for v in ([0, 0, 1, 2, 2], [0, 1, 1, 1, 1], [0] * 5)]
    for type in ("float32", "int32"):
        yield Case(type, model(type, (5, 3), lists[0]), [
            [values(type, (5, 3), n), ids] for n, ids in enumerate(lists)])
    yield Case("constant_ids", model("float32", (5, 2), lists[0], True), [
        [values("float32", (5, 2), 1)]])
    yield Case("vector", model("int32", (5,), lists[0]), [[values("int32", (5,), 1), lists[0]]])
    yield Case("wraps", model("int32", (5,), lists[0]), [
        [np.full(5, 2**31 - 1, np.int32), lists[0]]])
    yield Case("empty", model("float32", (0, 2), np.zeros(0, np.int32)), [
        [np.zeros((0, 2), np.float32), np.zeros(0, np.int32)]], expected=[
            [np.zeros((0, 2), np.float32)]], remark=UNREADABLE)
    for name, ids in (("gap", [0, 0, 2, 2, 3]), ("unsorted", [0, 1, 0, 1, 1]),
                      ("late", [1, 1, 2, 2, 2]), ("negative", [-1, 0, 0, 0, 0])):
        yield Case(name, model("float32", (5, 2), lists[0]), [
            [values("float32", (5, 2), 1), np.array(ids, np.int32)]], refused=True)
    yield Case("too_few_ids", model("float32", (5, 2), lists[0][:4]), [
        [values("float32", (5, 2), 1), lists[0][:4]]], refused=True)


def unsorted(name):
    def model(type, shape, count, ids=None, number=None):
        model = Model()
        x = model.input(type, shape)
        i = model.constant(ids) if ids is not None else model.input("int32", (shape[0],))
        n = (model.constant(np.array(number, np.int32)) if number is not None
             else model.input("int32", (1,)))
        y = model.output(type, (count, *shape[1:]))
        options = "UnsortedSegment" + name.split("_")[-1].title() + "Options"
        model.operator(name, [x, i, n], [y], 1, options)
        return model

    @operator(name)
    def cases():
        ids = [np.array(v, np.int32) for v in ([2, 0, -1, 2, 0], [3, 3, 1, -7, 0])]
        for type in ("float32", "int32"):
            yield Case(type, model(type, (5, 3), 4), [
                [values(type, (5, 3), n, -5, 5), ids[n % 2], np.array([4 + n], np.int32)]
                for n in range(3)])
        yield Case("constant_ids", model("float32", (5, 2, 2), 4, ids[0], 4), [
            [values("float32", (5, 2, 2), 1)]])
        yield Case("constant_count", model("int32", (5, 2), 4, None, [4]), [
            [values("int32", (5, 2), 1), ids[0]]])
        yield Case("extremes", model("int32", (5,), 4, ids[0], 4), [
            [np.array([2**31 - 1, -2**31, 7, 2**31 - 1, -2**31], np.int32)]])
        yield Case("floats", model("float32", (5,), 4, ids[0], 4), [
            [np.array([np.nan, -np.inf, 7, 1, np.inf], np.float32)],
            [np.array([1, 0.0, 7, np.nan, -0.0], np.float32)]])
        yield Case("nothing", model("float32", (0, 2), 3, None, 3), [
            [np.zeros((0, 2), np.float32), np.zeros(0, np.int32)]])
        yield Case("no_segment", model("float32", (2, 2), 0, None, 0), [
            [np.ones((2, 2), np.float32), np.array([-1, -1], np.int32)]], expected=[
                [np.zeros((0, 2), np.float32)]], remark=UNREADABLE)
        yield Case("beyond", model("float32", (2, 2), 3, None, 3), [
            [np.ones((2, 2), np.float32), np.array([0, 3], np.int32)]], refused=True)
        yield Case("two_counts", model("float32", (2, 2), 3, None, [3, 3]), [
            [np.ones((2, 2), np.float32), np.array([0, 1], np.int32)]], refused=True)


for _name in ("SUM", "PROD", "MIN", "MAX"):
    unsorted("UNSORTED_SEGMENT_" + _name)


@operator("BUCKETIZE")
def buckets():
    def model(type, shape, boundaries):
        model = Model()
        x = model.input(type, shape)
        y = model.output("int32", shape)
        model.operator("BUCKETIZE", [x], [y], 1, "BucketizeOptions", boundaries=boundaries)
        return model
    for type in ("float32", "int32", "int64", "float64"):
        borders = [-3, -1, -1, 0, 0.5, 2, 3]
        x = np.arange(-8, 9) / (2 if type.startswith("float") else 1)
        yield Case(type, model(type, (17,), borders), [[x.astype(type)]])
    yield Case("no_border", model("float32", (2, 2), []), [[values("float32", (2, 2), 1)]])
    yield Case("not_a_number", model("float32", (4,), [0, 1]), [
        [np.array([np.nan, np.inf, -np.inf, 1], np.float32)]])
    yield Case("wide", model("int64", (4,), [2.0**24, 2.0**53, 2.0**62]), [
        [np.array([2**24 + 1, 2**53 + 1, 2**62 - 1, -2**63], np.int64)]])
    yield Case("rounded", model("int32", (3,), [2.0**24, 2.0**31]), [
        [np.array([2**24 - 1, 2**24 + 1, 2**31 - 1], np.int32)]])
    yield Case("double", model("float64", (3,), [0.1, 0.3]), [
        [np.array([0.1, 0.1 + 2e-9, 0.3], np.float64)]])
    yield Case("empty", model("float32", (0, 2), [0, 1]), [[np.zeros((0, 2), np.float32)]])
    yield Case("unsorted", model("float32", (2,), [1, 0]), [
        [np.zeros(2, np.float32)]], refused=True)


DIAGONALS = ("float32", "int32", "uint8", "int64", "int16", "int8")


@operator("MATRIX_DIAG")
def diagonals():
    def model(type, shape):
        model = Model()
        x = model.input(type, shape)
        y = model.output(type, (*shape, shape[-1]))
        model.operator("MATRIX_DIAG", [x], [y], 1, "MatrixDiagOptions")
        return model
    for type in DIAGONALS:
        yield Case(type, model(type, (2, 3)), [[values(type, (2, 3), 1)]])
    yield Case("vector", model("float32", (4,)), [[values("float32", (4,), 1)]])
    yield Case("batches", model("int8", (2, 2, 5)), [[values("int8", (2, 2, 5), 1)]])
    yield Case("empty", model("float32", (2, 0)), [[np.zeros((2, 0), np.float32)]])
    yield Case("no_batch", model("float32", (0, 2)), [[np.zeros((0, 2), np.float32)]])


@operator("MATRIX_SET_DIAG")
def set_diagonals():
    def model(type, shape):
        model = Model()
        x = model.input(type, shape)
        d = model.input(type, (*shape[:-2], min(shape[-2:])))
        y = model.output(type, shape)
        model.operator("MATRIX_SET_DIAG", [x, d], [y], 1, "MatrixSetDiagOptions")
        return model
    for type in DIAGONALS:
        yield Case(type, model(type, (2, 3, 3)), [
            [values(type, (2, 3, 3), 1), values(type, (2, 3), 2)]])
    for shape in ((2, 5), (5, 2), (3, 1, 4, 3), (2, 0), (0, 2, 2)):
        yield Case("shape_" + "_".join(map(str, shape)), model("float32", shape), [
            [values("float32", shape, 1), values("float32", (*shape[:-2], min(shape[-2:])), 2)]])
