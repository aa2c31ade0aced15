"""Strings, and tables that are looked up."""
import numpy as np

from cases.text import hash_model, packed
from engines import peer
from graph import Skip, step


@step("text", 3)
def table(g):
    """A table that each run fills and asks; keys come several times or not at all."""
    key, value = g.choice(("int64", "string"), ("string", "int64"))
    entries, asked = g.random.randint(1, 6), g.random.randint(1, 5)
    model = hash_model(key, value, entries, entries, g.choice(1, 2), True, (asked,))

    def numbers(type, count):
        return g.array("int64", (count,), -4, 5) if type == "int64" else g.array(
            "string", (count,))
    runs = [[numbers(key, entries), numbers(value, entries), numbers(key, asked),
             numbers(value, 1)] for _ in range(g.choice(1, 2, 3))]
    g.replace(model, runs)


@step("text", 2)
def lookup(g):
    """HASHTABLE_LOOKUP, whose keys are sorted."""
    keys = sorted(g.random.sample(range(-20, 20), g.random.randint(1, 8)))
    rows, width = len(keys), g.random.randint(1, 5)
    type = g.choice("float32", "int32", "int64", "int16", "bool")
    ids = g.input("int32", (g.random.randint(1, 7),), None,
                  lambda s: g.array("int32", s, -20, 20))
    table = g.constant(g.array(type, (rows, width)))
    g.add("HASHTABLE_LOOKUP", [ids, g.ints(*keys), table],
          [g.new(type, (ids.shape[0], width), (None, None)),
           g.new("uint8", (ids.shape[0],), (None, None))])


@step("text", 2)
def movement(g):
    """Operators that move strings."""
    x = g.take(("string",), (1, 2), lambda t: t.size)
    name = g.choice("RESHAPE", "GATHER", "SLICE", "TILE", "EXPAND_DIMS", "GATHER_ND",
                    "STRIDED_SLICE", "FILL", "EQUAL", "NOT_EQUAL")
    shape, more, fields = x.shape, [], {}
    if name == "RESHAPE":
        shape = (x.size,)
        more = [g.ints(*shape)]
    elif name == "GATHER":
        count = g.random.randint(1, 4)
        more = [g.ints(*(g.random.randrange(shape[0]) for _ in range(count)))]
        shape, fields = (count,) + shape[1:], dict(options="GatherOptions", axis=0)
    elif name == "SLICE":
        begin = [g.random.randrange(v) for v in shape]
        more = [g.ints(*begin), g.ints(*[-1] * x.rank)]
        shape = tuple(v - b for v, b in zip(shape, begin))
    elif name == "STRIDED_SLICE":
        zeros, twos = [0] * x.rank, [2] * x.rank
        more, fields = [g.ints(*zeros), g.ints(*shape), g.ints(*twos)], dict(
            options="StridedSliceOptions")
        shape = tuple(-(-v // 2) for v in shape)
    elif name == "TILE":
        more, shape = [g.ints(*[2] * x.rank)], tuple(2 * v for v in shape)
    elif name == "EXPAND_DIMS":
        more, shape = [g.int(0)], (1,) + shape
    elif name == "GATHER_ND":
        more = [g.constant(np.array([[g.random.randrange(shape[0])]], np.int32))]
        shape = (1,) + shape[1:]
    elif name == "FILL":
        # LiteRT's Python interface cannot set a string that is a scalar.
        word = g.constant(packed([g.choice(b"", b"word", "é".encode())]), type="string", shape=())
        g.add(name, [g.ints(2, 3), word], [g.new("string", (2, 3))])
        return
    elif "EQUAL" in name:
        y = g.input("string", shape)
        g.add(name, [x, y], [g.new("bool", shape)])
        return
    g.add(name, [x, *more], [g.new("string", shape)], **fields)


@step("text")
def skip_grams(g):
    """SKIP_GRAM."""
    words = [b"The quick\t brown fox", b"one", b"", b" a  b ", b"a b c d e f g"]
    x = g.input("string", (1,), None,
                lambda s: peer.strings([g.random.choice(words) for _ in range(1)], (1,)))
    grams = g.new("string", (1,), dynamic=True)
    g.add("SKIP_GRAM", [x], [grams], "SkipGramOptions", ngramSize=g.choice(1, 2, 3),
          maxSkipSize=g.choice(0, 1, 2), includeAllNgrams=g.chance(0.5))
    # LiteRT prepares what follows for the shape of the run before.
    g.pool.remove(grams)
    g.ends.append(grams)


@step("text", 2)
def projection(g):
    """LSH_PROJECTION."""
    kind, seeds = g.choice(1, 2), (g.random.randint(1, 4), g.random.randint(1, 8))
    h = g.constant(g.array("float32", seeds))
    x = g.take(("float32", "int32", "int64"), (1, 2), lambda t: t.size and not t.inexact)
    if g.chance(0.5):
        more = [g.input("float32", x.shape[:1])]
    else:
        more = []
    count = seeds[0] * (seeds[1] if kind == 2 else 1)
    if count > 20000:
        raise Skip
    g.add("LSH_PROJECTION", [h, x, *more], [g.new("int32", (count,))], "LSHProjectionOptions",
          type=kind)
