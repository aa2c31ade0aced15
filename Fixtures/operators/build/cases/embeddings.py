"""Lookups in tables: EMBEDDING_LOOKUP, EMBEDDING_LOOKUP_SPARSE and HASHTABLE_LOOKUP."""
import numpy as np
from ai_edge_litert import schema_py_generated as schema

from peer import Model, pack_crumbs, pack_nibbles, strings
from record import Case, operator, rng, values

BITS = {"int4": 4, "uint4": 4, "int2": 2}


def table(model, type, shape, scale=None, zero=None, constant=True, seed=1):
    """The tensor of a table, and its numbers."""
    if type in BITS:
        bits = BITS[type]
        low = 0 if type[0] == "u" else -(1 << bits - 1)
        numbers = rng(type, shape, seed).integers(low, low + (1 << bits), shape)
        pack = pack_nibbles if bits == 4 else pack_crumbs
        return model.constant(pack(numbers), type, shape, scale, zero), numbers
    numbers = values(type, shape, seed)
    if constant:
        return model.constant(numbers, None, None, scale, zero), numbers
    return model.input(type, shape, scale, zero), numbers


def lookup(type, shape, ids, output=None, scale=None, zero=None, version=1, constant=True):
    model = Model()
    i = model.input("int32", (len(ids),))
    t, numbers = table(model, type, shape, scale, zero, constant)
    same = output is None
    y = model.output(type if same else output, (len(ids), *shape[1:]),
                     scale if same else None, zero if same else None)
    model.operator("EMBEDDING_LOOKUP", [i, t], [y], version)
    run = [np.array(ids, np.int32)]
    return model, [run if constant else [*run, numbers]], numbers


def blocks(output, ids, width, size):
    """A lookup in a table of int4 with a scale for each block of a row."""
    model = Model()
    i = model.input("int32", (len(ids),))
    t, _ = table(model, "int4", (5, width))
    scales = rng("scales", width, size).uniform(0.01, 2, (5, width // size))
    details = schema.BlockwiseQuantizationT()
    details.scales, details.blockSize = model.constant(scales.astype(np.float16)), size
    details.zeroPoints = -1
    quantization = schema.QuantizationParametersT()
    quantization.detailsType = schema.QuantizationDetails.BlockwiseQuantization
    quantization.details = details
    model.table.tensors[t].quantization = quantization
    y = model.output(output, (len(ids), width))
    model.operator("EMBEDDING_LOOKUP", [i, t], [y], 4)
    return model, [[np.array(ids, np.int32)]]


@operator("EMBEDDING_LOOKUP")
def lookups():
    ids = [3, 0, 0, 4, 1]
    for type in ("float32", "int32", "uint8", "int64", "bool", "int16", "int8", "float16"):
        model, runs, _ = lookup(type, (5, 3), ids, version=2 if type == "int8" else 1)
        yield Case(type, model, runs)
    model, runs, _ = lookup("float32", (5, 2, 3), ids, constant=False)
    yield Case("computed_table", model, runs)
    for type, version in (("int8", 3), ("uint8", 1)):
        model, runs, _ = lookup(type, (5, 7), ids, "float32", 0.037, 0, version)
        yield Case(f"{type}_to_float32", model, runs)
    scales = [0.5, 0.013, 2.1, 0.07, 0.9]
    for type, version in (("int8", 3), ("int4", 4), ("int2", 5)):
        width = 8
        model, runs, _ = lookup(type, (5, width), ids, "float32", scales, 0, version)
        yield Case(f"{type}_rows_to_float32", model, runs)
        if type != "int8":
            model, runs, _ = lookup(type, (5, width), ids, "float32", 0.013, 0, version)
            yield Case(f"{type}_to_float32", model, runs)
            odd = 5 if type == "int4" else 7
            model, runs, numbers = lookup(type, (5, odd), ids, "float32", scales, 0, version)
            rows = np.array(scales, np.float32)[:, None] * numbers.astype(np.float32)
            yield Case(f"{type}_odd_rows_to_float32", model, runs, expected=[[rows[ids]]],
                       remark="LiteRT reads the row from a whole byte on")
    model, runs, _ = lookup("int4", (5, 2, 4), ids, "float32", scales, 0, 4)
    yield Case("int4_three_axes", model, runs)
    model, runs, _ = lookup("int8", (5, 6), ids, "float16", scales, 0, 5)
    yield Case("int8_rows_to_float16", model, runs)
    model, runs, _ = lookup("int8", (5, 6), ids, "float16", 0.011, 0, 5)
    yield Case("int8_to_float16", model, runs)
    for output in ("float32", "float16"):
        yield Case(f"int4_blocks_to_{output}", *blocks(output, ids, 12, 4))
    yield Case("int4_blocks_that_do_not_fit", *blocks("float32", ids, 10, 4), refused=True)
    model, runs, _ = lookup("float32", (5, 3), [])
    yield Case("no_id", model, runs)
    model, runs, _ = lookup("float32", (5, 0), ids)
    yield Case("empty_rows", model, runs)
    for name, index in (("negative", -1), ("beyond", 5)):
        model, runs, _ = lookup("float32", (5, 3), [0, index])
        yield Case(name, model, runs, refused=True)
    model, runs, _ = lookup("int8", (5, 3), ids, "float32", 0.1, 3, 3)
    yield Case("zero_point", model, runs, refused=True)


def sparse(combiner, rank=2, shape=(5, 3), count=4):
    model = Model()
    ids = model.input("int32", (count,))
    indices = model.input("int32", (count, rank))
    extents = model.input("int32", (rank,))
    weights = model.input("float32", (count,))
    t = model.constant(values("float32", shape, 1))
    y = model.output("float32", (3, *shape[1:]))
    model.operator("EMBEDDING_LOOKUP_SPARSE", [ids, indices, extents, weights, t], [y], 1,
                   "EmbeddingLookupSparseOptions", combiner=combiner)
    return model


@operator("EMBEDDING_LOOKUP_SPARSE")
def sparse_lookups():
    def run(indices, extents, ids=(1, 3, 0, 1), weights=(2, 0.5, 1, 3)):
        return [np.array(ids, np.int32), np.array(indices, np.int32),
                np.array(extents, np.int32), np.array(weights, np.float32)]
    usual = run([[0, 0], [0, 1], [1, 0], [2, 3]], [3, 4])
    gap = run([[0, 0], [2, 1], [2, 2], [2, 3]], [4, 5], weights=(-1, 2, -2, 7))
    mixed = run([[2, 0], [0, 1], [2, 0], [0, 3]], [3, 4])
    for number, name in enumerate(("sum", "mean", "sqrtn")):
        yield Case(name, sparse(number), [usual, gap, mixed])
        yield Case(name + "_three_axes", sparse(number, 3, (5, 2, 2)), [
            run([[0, 0, 0], [0, 0, 1], [0, 1, 0], [1, 2, 3]], [2, 3, 4])])
    yield Case("vector", sparse(0, 1), [run([[0], [1], [2], [3]], [4])])
    nothing = [np.zeros(0, np.int32), np.zeros((0, 2), np.int32), np.array([2, 3], np.int32),
               np.zeros(0, np.float32)]
    yield Case("nothing", sparse(1, count=0), [nothing])
    yield Case("zero_weights", sparse(1), [
        run([[0, 0], [0, 1], [1, 0], [2, 3]], [3, 4], weights=(0, 0, 1, 0))])
    yield Case("beyond_table", sparse(0), [
        run([[0, 0], [0, 1], [1, 0], [2, 3]], [3, 4], (1, 3, 0, 5))], refused=True)
    yield Case("beyond_shape", sparse(0), [
        run([[0, 0], [0, 1], [1, 0], [3, 3]], [3, 4])], refused=True)


@operator("HASHTABLE_LOOKUP")
def hash_lookups():
    def model(type, shape, count, keys):
        model = Model()
        ids = model.input("int32", (count,))
        k = model.constant(np.array(keys, np.int32))
        if type == "string":
            t = model.input(type, shape)
        else:
            t = model.constant(values(type, shape, 1))
        y = model.output(type, (count, *shape[1:]))
        hits = model.output("uint8", (count,))
        model.operator("HASHTABLE_LOOKUP", [ids, k, t], [y, hits])
        return model
    keys = [-11, 0, 1234, 2**31 - 1]
    ids = [np.array(v, np.int32) for v in ([1234, -292, -11, 0], [2**31 - 1, 1, -11, -11])]
    for type in ("float32", "int32", "uint8", "int64", "bool", "int16", "int8"):
        yield Case(type, model(type, (4, 2), 4, keys), [[v] for v in ids])
    yield Case("vector", model("float32", (4,), 4, keys), [[ids[0]]])
    text = strings([b"Hello", b"", b"Hi", "ß".encode()])
    yield Case("string", model("string", (4,), 4, keys), [[ids[0], text], [ids[1], text]])
    yield Case("repeated_keys", model("int32", (7,), 4, [1, 2, 2, 2, 2, 3, 3]), [
        [np.array([1, 2, 3, 4], np.int32)]])
    yield Case("no_id", model("float32", (4, 2), 0, keys), [[np.zeros(0, np.int32)]])
    yield Case("other_count", model("float32", (3, 2), 4, keys), [[ids[0]]], refused=True)
