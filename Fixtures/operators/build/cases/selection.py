"""TOPK_V2, ONE_HOT, WHERE, UNIQUE, GATHER_ND, SCATTER_ND and SPARSE_TO_DENSE."""
import numpy as np

from peer import NUMPY, TYPES as SCHEMA_TYPES, Model, strings
from record import Case, operator, values

UNREADABLE = "LiteRT's Python interface cannot read an empty tensor whose shape the run tells"
TYPES = ("float32", "int32", "uint8", "int64", "int16", "int8")


def top(type, shape, k, version=1, k_type="int32", index_type="int32", computed=False):
    model = Model()
    x = model.input(type, shape)
    number = np.array(k, k_type)
    count = model.input(k_type, ()) if computed else model.constant(number)
    extent = max(k, 0) if not computed else 1
    y = model.output(type, (*shape[:-1], extent))
    indices = model.output(index_type, (*shape[:-1], extent))
    model.operator("TOPK_V2", [x, count], [y, indices], version, "TopKV2Options")
    return model


@operator("TOPK_V2")
def top_cases():
    for type in TYPES:
        runs = [[values(type, (3, 9), seed, -4, 4)] for seed in (1, 2)]
        yield Case(type, top(type, (3, 9), 4, 3 if type == "int16" else 1), runs)
    yield Case("ties", top("int32", (2, 40), 17), [[values("int32", (2, 40), 3, -2, 2)]])
    yield Case("whole_row", top("float32", (2, 3, 6), 6), [[values("float32", (2, 3, 6), 1)]])
    yield Case("vector", top("float32", (5,), 1), [[values("float32", (5,), 1)]])
    yield Case("nothing", top("float32", (2, 3), 0), [[values("float32", (2, 3), 1)]])
    yield Case("negative", top("float32", (2, 3), -1, 3), [[values("float32", (2, 3), 1)]])
    yield Case("empty", top("float32", (0, 3), 2), [[values("float32", (0, 3), 1)]])
    infinite = np.array([[np.inf, -np.inf, 0, -0.0, 3e38, -3e38, 1e-40]], np.float32)
    yield Case("extremes", top("float32", (1, 7), 7), [[infinite]])
    yield Case("int64_extremes", top("int64", (4,), 4), [
        [np.array([2**63 - 1, -2**63, 0, -1], np.int64)]])
    for index_type in ("int16", "int32"):
        for k_type in ("int16", "int32"):
            if (index_type, k_type) != ("int32", "int32"):
                yield Case(f"k_{k_type}_indices_{index_type}",
                           top("float32", (2, 7), 3, 3, k_type, index_type),
                           [[values("float32", (2, 7), 4)]])
    yield Case("computed_k", top("float32", (2, 7), 3, computed=True), [
        [values("float32", (2, 7), k), np.array(k, np.int32)] for k in (3, 1, 7, 3)])
    yield Case("computed_k_of_nothing", top("float32", (2, 7), 3, computed=True), [
        [values("float32", (2, 7), 1), np.array(0, np.int32)]], expected=[
            [np.zeros((2, 0), np.float32), np.zeros((2, 0), np.int32)]], remark=UNREADABLE)
    yield Case("more_than_there_are", top("float32", (2, 3), 4), [
        [values("float32", (2, 3), 1)]], refused=True)
    yield Case("computed_k_too_large", top("float32", (2, 3), 1, computed=True), [
        [values("float32", (2, 3), 1), np.array(4, np.int32)]], refused=True)


def hot(type, index_type, shape, depth, axis, on, off, computed=False):
    model = Model()
    x = model.input(index_type, shape)
    count = (model.input("int32", ()) if computed
             else model.constant(np.array(depth, np.int32)))
    values = [model.constant(np.array(v, NUMPY[type])) for v in (on, off)]
    place = len(shape) if axis == -1 else axis
    y = model.output(type, (*shape[:place], depth, *shape[place:]))
    model.operator("ONE_HOT", [x, count, *values], [y], 1, "OneHotOptions", axis=axis)
    return model


@operator("ONE_HOT")
def hot_cases():
    for type in (*TYPES, "bool"):
        on, off = (True, False) if type == "bool" else (5, 2)
        x = values("int32", (2, 3), 1, -1, 4)
        odd = {}
        if type == "int16":
            odd["expected"] = [[np.where(x[..., None] == np.arange(4), on, off).astype(type)]]
            odd["remark"] = "LiteRT accepts int16, and fails when it is run"
        yield Case(type, hot(type, "int32", (2, 3), 4, -1, on, off), [[x]], **odd)
    for axis in (0, 1, 2):
        yield Case(f"axis_{axis}", hot("float32", "int64", (2, 3), 4, axis, 1.5, -0.5), [
            [values("int64", (2, 3), 2, -2, 5)]])
    yield Case("scalar", hot("float32", "int32", (), 4, 0, 1, 0), [[np.array(2, np.int32)]])
    yield Case("no_depth", hot("float32", "int32", (2,), 0, -1, 1, 0), [
        [np.array([0, 1], np.int32)]])
    yield Case("empty", hot("float32", "int32", (0, 2), 3, 1, 1, 0), [
        [np.zeros((0, 2), np.int32)]])
    yield Case("computed_depth", hot("int32", "int32", (3,), 4, -1, 1, 0, computed=True), [
        [np.array([0, 2, 5], np.int32), np.array(depth, np.int32)] for depth in (4, 6, 1)])
    yield Case("wide_index", hot("int32", "int64", (4,), 3, -1, 1, 0), [
        [np.array([2**32, 2**32 + 1, -2**63, 2], np.int64)]], expected=[[
            np.array([[0, 0, 0], [0, 0, 0], [0, 0, 0], [0, 0, 1]], np.int32)]],
        remark="LiteRT cuts indices to 32 bits, so that 2^32 means 0")
    yield Case("negative_depth", hot("int32", "int32", (3,), 1, -1, 1, 0, computed=True), [
        [np.array([0, 2, 5], np.int32), np.array(-1, np.int32)]], refused=True)
    yield Case("axis_beyond", hot("int32", "int32", (3,), 4, 2, 1, 0), [
        [np.array([0, 2, 5], np.int32)]], refused=True)


@operator("WHERE")
def where_cases():
    def model(type, shape):
        model = Model()
        x = model.input(type, shape)
        y = model.output("int64", (1, len(shape)))
        model.operator("WHERE", [x], [y], 1, "WhereOptions")
        return model
    for type in ("bool", "float32", "int32", "uint8", "int64", "int8", "uint32"):
        yield Case(type, model(type, (3, 2, 4)), [
            [values("int32", (3, 2, 4), seed, 0, 1).astype(type)] for seed in (1, 2)])
    nothing = {"expected": [[np.zeros((0, 2), np.int64)]], "remark": UNREADABLE}
    yield Case("none", model("bool", (3, 2)), [[np.zeros((3, 2), np.bool_)]], **nothing)
    yield Case("empty", model("bool", (0, 2)), [[np.zeros((0, 2), np.bool_)]], **nothing)
    yield Case("scalar", model("bool", ()), [[np.array(True)]], refused=True)
    yield Case("not_zero", model("float32", (5,)), [
        [np.array([0, -0.0, np.nan, 1e-45, -np.inf], np.float32)]])
    model = Model()
    x = model.constant(np.array([[True, False], [True, True]]))
    y = model.output("int64", (3, 2))
    model.operator("WHERE", [x], [y], 1, "WhereOptions")
    yield Case("constant", model, [[]])


@operator("UNIQUE")
def unique_cases():
    def model(type, shape, index_type="int32"):
        model = Model()
        x = model.input(type, shape)
        y, indices = model.output(type, (1,)), model.output(index_type, shape)
        model.operator("UNIQUE", [x], [y, indices], 1, "UniqueOptions",
                       idxOutType=SCHEMA_TYPES[index_type])
        return model
    for type in TYPES:
        low = 0 if type == "uint8" else -3
        yield Case(type, model(type, (12,)), [
            [values("int32", (12,), seed, low, 3).astype(type)] for seed in (1, 2)])
    yield Case("wide_indices", model("int32", (12,), "int64"), [
        [values("int32", (12,), 1, -3, 3)]])
    yield Case("empty", model("int32", (0,)), [[np.zeros(0, np.int32)]], expected=[
        [np.zeros(0, np.int32)] * 2], remark=UNREADABLE)
    yield Case("signed_zero", model("float32", (4,)), [
        [np.array([0, -0.0, np.inf, -np.inf], np.float32)]])
    yield Case("not_a_number", model("float32", (7,)), [
        [np.array([3, np.nan, 1, np.nan, 2, -1, np.nan], np.float32)],
        [np.array([np.nan, 3, 1, np.nan, 2, -1, np.nan], np.float32)]])
    yield Case("matrix", model("int32", (2, 3)), [[values("int32", (2, 3), 1)]], refused=True)


def gather(type, shape, index_type, index_shape, version=1):
    model = Model()
    x, indices = model.input(type, shape), model.input(index_type, index_shape)
    y = model.output(type, (*index_shape[:-1], *shape[index_shape[-1]:]))
    model.operator("GATHER_ND", [x, indices], [y], version, "GatherNdOptions")
    return model


@operator("GATHER_ND")
def gather_cases():
    versions = {"bool": 4, "bfloat16": 6, "float16": 6}
    for type in (*TYPES, "bool", "float16", "bfloat16"):
        yield Case(type, gather(type, (3, 4, 2), "int32", (5, 2), versions.get(type, 1)), [
            [values(type, (3, 4, 2), 1), values("int32", (5, 2), 1, 0, 2)]])
    for index_type, version in (("int64", 1), ("int16", 5)):
        yield Case(f"indices_{index_type}",
                   gather("float32", (3, 4), index_type, (2, 2, 2), version), [
                       [values("float32", (3, 4), 1), values(index_type, (2, 2, 2), 1, 0, 2)]])
    whole = values("float32", (3, 2), 1)
    yield Case("whole_tensor", gather("float32", (3, 2), "int32", (1, 0)), [
        [whole, np.zeros((1, 0), np.int32)]], expected=[[whole[None]]],
        remark="LiteRT takes no indices at all for a fault")
    text = strings([b"a", b"", b"ccc", b"d", b"ee", b"f"], (3, 2))
    yield Case("string", gather("string", (3, 2), "int32", (4, 2)), [
        [text, np.array([[2, 1], [0, 0], [0, 1], [1, 1]], np.int32)]])
    yield Case("string_rows", gather("string", (3, 2), "int64", (2, 1)), [
        [text, np.array([[2], [0]], np.int64)]])
    yield Case("one_element", gather("float32", (3, 2), "int32", (2,)), [
        [values("float32", (3, 2), 1), np.array([2, 1], np.int32)]])
    yield Case("no_index", gather("float32", (3, 2), "int32", (0, 1)), [
        [values("float32", (3, 2), 1), np.zeros((0, 1), np.int32)]])
    yield Case("empty", gather("float32", (0, 2), "int32", (0, 1)), [
        [values("float32", (0, 2), 1), np.zeros((0, 1), np.int32)]])
    for name, index in (("negative", [[-1, 0]]), ("beyond", [[3, 0]])):
        yield Case(name, gather("float32", (3, 2), "int32", (1, 2)), [
            [values("float32", (3, 2), 1), np.array(index, np.int32)]], refused=True)
    yield Case("beyond_row", gather("float32", (3, 2), "int32", (1, 2)), [
        [values("float32", (3, 2), 1), np.array([[0, 2]], np.int32)]], refused=True)
    yield Case("index_too_deep", gather("float32", (3, 2), "int32", (1, 3)), [
        [values("float32", (3, 2), 1), np.zeros((1, 3), np.int32)]], refused=True)


def scatter(type, indices, updates, shape, computed=False):
    model = Model()
    x, u = model.input("int32", indices), model.input(type, updates)
    extents = (model.input("int32", (len(shape),)) if computed
               else model.constant(np.array(shape, np.int32)))
    y = model.output(type, shape)
    model.operator("SCATTER_ND", [x, u, extents], [y], 1, "ScatterNdOptions")
    return model


@operator("SCATTER_ND")
def scatter_cases():
    for type in ("float32", "int32", "uint8", "int64", "int8", "bool"):
        yield Case(type, scatter(type, (5, 2), (5, 2), (3, 4, 2)), [
            [values("int32", (5, 2), 1, 0, 2), values(type, (5, 2), 1)]])
    yield Case("elements", scatter("float32", (6, 1), (6,), (4,)), [
        [values("int32", (6, 1), seed, 0, 3), values("float32", (6,), seed)]
        for seed in (1, 2)])
    yield Case("wraps", scatter("int8", (3, 1), (3,), (2,)), [
        [np.zeros((3, 1), np.int32), np.array([100, 100, 100], np.int8)]])
    yield Case("wide_slices", scatter("float32", (2, 3, 1), (2, 3, 70), (4, 70)), [
        [values("int32", (2, 3, 1), 1, 0, 3), values("float32", (2, 3, 70), 1)]])
    yield Case("computed_shape", scatter("float32", (3, 1), (3, 2), (4, 2), computed=True), [
        [values("int32", (3, 1), n, 0, n - 1), values("float32", (3, 2), n),
         np.array([n, 2], np.int32)] for n in (4, 2, 5)])
    yield Case("no_update", scatter("float32", (0, 1), (0, 2), (4, 2)), [
        [np.zeros((0, 1), np.int32), np.zeros((0, 2), np.float32)]])
    yield Case("empty", scatter("float32", (0, 1), (0, 2), (0, 2)), [
        [np.zeros((0, 1), np.int32), np.zeros((0, 2), np.float32)]])
    for name, index in (("negative", [[-1]]), ("beyond", [[4]])):
        yield Case(name, scatter("float32", (1, 1), (1, 2), (4, 2)), [
            [np.array(index, np.int32), np.ones((1, 2), np.float32)]], refused=True)
    yield Case("beyond_row", scatter("float32", (1, 2), (1,), (4, 2)), [
        [np.array([[0, 2]], np.int32), np.ones(1, np.float32)]], refused=True)
    yield Case("other_slices", scatter("float32", (1, 1), (1, 3), (4, 2)), [
        [np.zeros((1, 1), np.int32), np.ones((1, 3), np.float32)]], refused=True)


def dense(type, index_type, indices, updates, shape, computed=False, shape_type="int32"):
    model = Model()
    x = model.input(index_type, indices)
    extents = (model.input(shape_type, (len(shape),)) if computed
               else model.constant(np.array(shape, shape_type)))
    v, d = model.input(type, updates), model.input(type, ())
    y = model.output(type, shape)
    model.operator("SPARSE_TO_DENSE", [x, extents, v, d], [y], 3, "SparseToDenseOptions")
    return model


@operator("SPARSE_TO_DENSE")
def dense_cases():
    for type in ("float32", "int32", "uint8", "int64", "int8"):
        yield Case(type, dense(type, "int32", (4, 2), (4,), (3, 5)), [
            [values("int32", (4, 2), 1, 0, 2), values(type, (4,), 1),
             np.array(7).astype(type)]])
    yield Case("vector", dense("float32", "int64", (3,), (3,), (6,), shape_type="int64"), [
        [np.array([1, 5, 1], np.int64), values("float32", (3,), 1), np.float32(-1)]])
    yield Case("one_value", dense("float32", "int32", (3, 1), (), (6,)), [
        [np.array([[1], [5], [2]], np.int32), np.float32(3), np.float32(-1)]])
    yield Case("scalar", dense("float32", "int32", (), (), (6,)), [
        [np.array(4, np.int32), np.float32(3), np.float32(-1)]])
    yield Case("four_axes", dense("int32", "int32", (5, 4), (5,), (2, 3, 2, 3)), [
        [values("int32", (5, 4), 1, 0, 1), values("int32", (5,), 1), np.int32(9)]])
    yield Case("computed_shape", dense("int32", "int32", (2, 2), (2,), (3, 5), computed=True), [
        [np.array([[0, 1], [1, 0]], np.int32), np.array(shape, np.int32),
         np.array([5, 6], np.int32), np.int32(-1)] for shape in ((3, 5), (2, 2), (4, 2))])
    yield Case("nothing", dense("int32", "int32", (0, 2), (0,), (2, 3)), [
        [np.zeros((0, 2), np.int32), np.zeros(0, np.int32), np.int32(4)]])
    for name, index in (("negative", -1), ("beyond", 6)):
        yield Case(name, dense("float32", "int32", (1,), (1,), (6,)), [
            [np.array([index], np.int32), np.ones(1, np.float32), np.float32(0)]],
            refused=True)
    yield Case("other_rank", dense("float32", "int32", (1, 2), (1,), (6,)), [
        [np.zeros((1, 2), np.int32), np.ones(1, np.float32), np.float32(0)]], refused=True)
