"""SKIP_GRAM, LSH_PROJECTION and hash tables."""
import numpy as np

from peer import TYPES, Model, strings
from record import Case, operator, values


@operator("SKIP_GRAM")
def grams():
    def model(size, skip, every):
        model = Model()
        x = model.input("string", (1,))
        y = model.output("string", (1,))
        model.operator("SKIP_GRAM", [x], [y], 1, "SkipGramOptions", ngramSize=size,
                       maxSkipSize=skip, includeAllNgrams=every)
        return model
    text = [strings([v]) for v in (
        b"The quick\t brown fox\n jumps over\n the lazy dog!", b"one", b"", b" a  b ", b"   ",
        "été \xa0 ß".encode(), b"a b\0c d")]
    for size, skip, every in ((2, 0, False), (2, 1, False), (3, 2, True), (1, 0, False),
                              (3, 5, False), (0, 1, True), (-1, 1, True), (2, -1, True)):
        yield Case(f"size_{size}_skip_{skip}" + ("_all" if every else ""),
                   model(size, skip, every), [[v] for v in text])


@operator("LSH_PROJECTION")
def projections():
    def model(kind, hashes, type, shape, weighted=False):
        model = Model()
        h = model.input("float32", hashes)
        x = model.input(type, shape)
        w = [model.input("float32", shape[:1])] if weighted else []
        count = hashes[0] * (hashes[1] if kind == 2 else 1)
        y = model.output("int32", (count,))
        model.operator("LSH_PROJECTION", [h, x, *w], [y], 1, "LSHProjectionOptions", type=kind)
        return model
    for kind, name in ((1, "sparse"), (2, "dense")):
        for type in ("int32", "float32", "uint8", "int64"):
            yield Case(f"{name}_{type}", model(kind, (3, 4), type, (5, 3), True), [
                [values("float32", (3, 4), 1), values(type, (5, 3), 1),
                 values("float32", (5,), 1)]])
        yield Case(f"{name}_unweighted", model(kind, (3, 32 if kind == 1 else 5), "int32", (7,)),
                   [[values("float32", (3, 32 if kind == 1 else 5), 2),
                     values("int32", (7,), 2)]])
    # The hash has a form of its own for each range of lengths: 4 bytes of seed come on top.
    for count in (0, 1, 3, 4, 7, 12, 13, 20, 28, 29, 45, 60, 61, 124, 125, 200):
        yield Case(f"bytes_{count}", model(2, (4, 8), "uint8", (2, count), True), [
            [values("float32", (4, 8), count), values("uint8", (2, count), count),
             values("float32", (2,), count)]])
    yield Case("no_item", model(2, (2, 2), "int32", (0,)), [
        [values("float32", (2, 2), 1), np.zeros(0, np.int32)]], refused=True)
    yield Case("too_many_bits", model(1, (1, 33), "int32", (2,)), [
        [values("float32", (1, 33), 1), values("int32", (2,), 1)]], refused=True)
    yield Case("unknown", model(0, (1, 3), "int32", (2,)), [
        [values("float32", (1, 3), 1), values("int32", (2,), 1)]], refused=True)


def hash_model(key, value, keys, entries, finds=1, imports=True, find=(3,)):
    """A table that is filled in each run and then asked."""
    model = Model()
    handle = model.tensor("resource", (1,))
    model.operator("HASHTABLE", [], [handle], 1, "HashtableOptions", tableId=7,
                   keyDtype=TYPES[key], valueDtype=TYPES[value])
    k, v = model.input(key, (keys,)), model.input(value, (entries,))
    if imports:
        model.operator("HASHTABLE_IMPORT", [handle, k, v], [], 1, "HashtableImportOptions")
    q, d = model.input(key, find), model.input(value, (1,))
    for _ in range(finds):
        y = model.output(value, find)
        model.operator("HASHTABLE_FIND", [handle, q, d], [y], 1, "HashtableFindOptions")
    size = model.output("int64", (1,))
    model.operator("HASHTABLE_SIZE", [handle], [size], 1, "HashtableSizeOptions")
    return model


def to_strings(*more):
    """Numbers to strings."""
    keys, text = np.array([5, -1, 5, 2**62], np.int64), strings([b"five", b"", b"cinq", b"big"])
    return [[keys, text, np.array(q, np.int64).reshape(*more or (3,)), strings([b"?"])]
            for q in ([5, 0, -1], [2**62, 2**62, 1])]


def to_integers():
    """Strings to numbers."""
    text, numbers = strings([b"a", b"b", b"", b"a"]), np.array([1, -2, 3, 4], np.int64)
    return [[text, numbers, strings(q), np.array([-9], np.int64)]
            for q in ([b"a", b"", b"c"], [b"b", b"B", b"b\0"])]


@operator("HASHTABLE")
def tables():
    yield Case("int64_to_string", hash_model("int64", "string", 4, 4), to_strings())
    yield Case("string_to_int64", hash_model("string", "int64", 4, 4), to_integers())
    for key, value in (("int32", "string"), ("int64", "int64"), ("string", "string")):
        model = Model()
        handle = model.tensor("resource", (1,))
        model.operator("HASHTABLE", [], [handle], 1, "HashtableOptions", tableId=1,
                       keyDtype=TYPES[key], valueDtype=TYPES[value])
        size = model.output("int64", (1,))
        model.operator("HASHTABLE_SIZE", [handle], [size], 1, "HashtableSizeOptions")
        yield Case(f"{key}_to_{value}", model, [[]], refused=True)


@operator("HASHTABLE_IMPORT")
def imports():
    runs = to_integers()
    runs[1][:2] = strings([b"x", b"y", b"z", b"b"]), np.array([7, 8, 9, 10], np.int64)
    yield Case("int64", hash_model("string", "int64", 4, 4), runs)
    runs = to_strings()
    runs[1][0] = np.array([1, 2, 3, 4], np.int64)
    yield Case("string", hash_model("int64", "string", 4, 4), runs)
    yield Case("other_count", hash_model("string", "int64", 4, 3), [
        [strings([b"a", b"b", b"c", b"d"]), np.array([1, 2, 3], np.int64), *run[2:]]
        for run in to_integers()], refused=True)


@operator("HASHTABLE_FIND")
def finds():
    yield Case("string", hash_model("int64", "string", 4, 4, 2), to_strings())
    yield Case("int64", hash_model("string", "int64", 4, 4, 2), to_integers())
    yield Case("matrix", hash_model("int64", "string", 4, 4, 1, find=(1, 3)), to_strings(1, 3))
    yield Case("not_filled", hash_model("int64", "string", 4, 4, 1, False), to_strings(),
               refused=True)


def packed(words):
    """A string tensor as the file stores it: a count, offsets, then the bytes."""
    offset = 4 * (len(words) + 2)
    numbers = [len(words), offset]
    for word in words:
        offset += len(word)
        numbers.append(offset)
    return np.array(numbers, np.int32).tobytes() + b"".join(words)


@operator("HASHTABLE_FIND")
def filled_once():
    """What converters write: a subgraph fills the table before the first run."""
    words = [b"zero", b"one", b"two"]
    for key in ("string", "int64"):
        value = "int64" if key == "string" else "string"
        model = Model()
        graphs = [model, model.subgraph("init")]
        model.operator("CALL_ONCE", [], [], 1, "CallOnceOptions", initSubgraphIndex=1)
        handles = []
        for graph in graphs:
            handles.append(graph.tensor("resource", (1,)))
            graph.operator("HASHTABLE", [], [handles[-1]], 1, "HashtableOptions", tableId=3,
                           keyDtype=TYPES[key], valueDtype=TYPES[value])
        text = graphs[1].constant(packed(words), "string", (3,))
        numbers = graphs[1].constant(np.array([0, 1, 2], np.int64))
        pair = [text, numbers] if key == "string" else [numbers, text]
        graphs[1].operator("HASHTABLE_IMPORT", [handles[1], *pair], [], 1,
                           "HashtableImportOptions")
        asked = model.input(key, (2,))
        default = (model.constant(np.array([-1], np.int64)) if key == "string"
                   else model.constant(packed([b"many"]), "string", (1,)))
        y = model.output(value, (2,))
        model.operator("HASHTABLE_FIND", [handles[0], asked, default], [y], 1,
                       "HashtableFindOptions")
        runs = [[strings([words[n], b"none"])] if key == "string" else
                [np.array([n, 9 - n], np.int64)] for n in (2, 0)]
        yield Case(f"filled_once_{value}", model, runs)


@operator("HASHTABLE_SIZE")
def sizes():
    yield Case("not_filled", hash_model("int64", "string", 4, 4, 0, False), to_strings())
    yield Case("filled", hash_model("int64", "string", 4, 4, 0), to_strings())
