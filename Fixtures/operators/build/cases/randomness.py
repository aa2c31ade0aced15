"""Random numbers; runs of a case follow one another on one interpreter."""
import numpy as np
from flatbuffers import flexbuffers

from peer import Model, strings
from record import Case, operator, values

UNREADABLE = "LiteRT's Python interface cannot read an empty tensor whose shape the run tells"


def numbers(name, shape, seeds=(1, 2), computed=False):
    model = Model()
    s = (model.input("int32", (len(shape),)) if computed
         else model.constant(np.array(shape, np.int32)))
    y = model.output("float32", shape)
    model.operator(name, [s], [y], 1, "RandomOptions", seed=seeds[0], seed2=seeds[1])
    return model


def distribution(name):
    for seeds in ((1, 2), (-5, 2**40 + 3), (0, 7), (2**63 - 1, -2**63)):
        title = f"seeds_{seeds[0]}_{seeds[1]}".replace("-", "m")
        yield Case(title, numbers(name, (3, 5), seeds), [[], [], []])
    yield Case("long", numbers(name, (401,)), [[], []])
    yield Case("empty", numbers(name, (0, 3)), [[]])
    yield Case("scalar", numbers(name, (1,)), [[], []])
    yield Case("computed_shape", numbers(name, (2, 2), computed=True), [
        [np.array(shape, np.int32)] for shape in ((2, 2), (3, 3), (1, 5), (2, 2), (2, 2))])
    yield Case("negative_shape", numbers(name, (2, 2), computed=True), [
        [np.array([2, -2], np.int32)]], refused=True)
    model = Model()
    for number in range(2):
        s = model.constant(np.array([2, 3], np.int32))
        y = model.output("float32", (2, 3))
        model.operator(name, [s], [y], 1, "RandomOptions", seed=3, seed2=number)
    yield Case("two_nodes", model, [[], []])


@operator("RANDOM_UNIFORM")
def uniform():
    yield from distribution("RANDOM_UNIFORM")


@operator("RANDOM_STANDARD_NORMAL")
def normal():
    yield from distribution("RANDOM_STANDARD_NORMAL")


@operator("MULTINOMIAL")
def multinomial():
    def model(batch, classes, count, type="int64", computed=False, seeds=(1, 2)):
        model = Model()
        x = model.input("float32", (batch, classes))
        n = model.input("int32", ()) if computed else model.constant(np.array(count, np.int32))
        y = model.output(type, (batch, count))
        model.operator("MULTINOMIAL", [x, n], [y], 1, "RandomOptions", seed=seeds[0],
                       seed2=seeds[1])
        return model
    for type in ("int32", "int64"):
        yield Case(type, model(3, 5, 7, type), [
            [values("float32", (3, 5), seed)] for seed in (1, 1, 2)])
    yield Case("many", model(2, 3, 300, "int32"), [[values("float32", (2, 3), 1)]] * 2)
    yield Case("seeds", model(2, 3, 9, "int32", seeds=(-4, 2**50)), [
        [values("float32", (2, 3), 1)]] * 2)
    yield Case("computed_count", model(2, 4, 3, "int64", True), [
        [values("float32", (2, 4), 1), np.array(n, np.int32)] for n in (3, 6, 3)])
    odd = np.array([[np.nan, 1, -np.inf, 2], [-np.inf] * 4, [np.inf, 0, 0, 0], [88, -88, 88, 0]],
                   np.float32)
    yield Case("odd_logits", model(4, 4, 6), [[odd], [odd]])
    yield Case("no_batch", model(0, 4, 6), [[np.zeros((0, 4), np.float32)]], expected=[
        [np.zeros((0, 6), np.int64)]], remark=UNREADABLE)
    yield Case("no_sample", model(2, 4, 0), [[values("float32", (2, 4), 1)]], expected=[
        [np.zeros((2, 0), np.int64)]], remark=UNREADABLE)
    yield Case("no_class", model(2, 0, 3), [[np.zeros((2, 0), np.float32)]], refused=True)
    yield Case("negative_count", model(2, 4, 1, "int64", True), [
        [values("float32", (2, 4), 1), np.array(-1, np.int32)]], refused=True)


@operator("STABLEHLO_RNG_BIT_GENERATOR")
def bits():
    def model(algorithm, words, type, shape):
        model = Model()
        s = model.input("uint64", (words,))
        t, y = model.output("uint64", (words,)), model.output(type, shape)
        model.operator("STABLEHLO_RNG_BIT_GENERATOR", [s], [t, y], 1,
                       "StablehloRngBitGeneratorOptions", algorithm=algorithm)
        return model
    states = {2: [[1, 2], [2**64 - 1, 2**64 - 1], [5, 2**32 - 2]],
              3: [[1, 2, 3], [2**64 - 1, 2**64 - 1, 7]]}
    for algorithm, name, lengths in ((0, "default", (2, 3)), (1, "philox", (2, 3)),
                                     (2, "threefry", (2,))):
        for words in lengths:
            for type in ("int32", "int64", "uint32", "uint64"):
                if name == "default" and type != "int32":
                    continue
                yield Case(f"{name}_{words}_{type}", model(algorithm, words, type, (3, 5)), [
                    [np.array(state, np.uint64)] for state in states[words]])
        yield Case(f"{name}_empty", model(algorithm, 2, "int32", (0, 2)), [
            [np.array([1, 2], np.uint64)]])
    yield Case("long", model(1, 2, "uint32", (403,)), [[np.array([1, 2**32 - 3], np.uint64)]])
    yield Case("threefry_3", model(2, 3, "int32", (4,)), [
        [np.array([1, 2, 3], np.uint64)]], refused=True)
    yield Case("philox_4", model(1, 4, "int32", (4,)), [
        [np.array([1, 2, 3, 4], np.uint64)]], refused=True)


def shaken(graph, x, name, stated=(3,)):
    """The operand and random numbers."""
    y, z = graph.tensor("float32", stated), graph.tensor("float32", stated)
    shape = graph.constant(np.array([3], np.int32))
    graph.operator(name, [shape], [y], 1, "RandomOptions", seed=5, seed2=7)
    graph.operator("ADD", [x, y], [z], options="AddOptions")
    return z


@operator("RANDOM_UNIFORM")
def in_calls():
    """Generators begin anew in each call, but not in each iteration."""
    x = np.zeros(3, np.float32)

    def branch(model):
        graph = model.subgraph()
        graph.table.outputs.append(shaken(graph, graph.input("float32", (3,)), "RANDOM_UNIFORM"))

    model = Model()
    condition, operand = model.input("bool", (1,)), model.input("float32", (3,))
    branch(model)
    branch(model)
    for _ in range(2):
        model.operator("IF", [condition, operand], [model.output("float32", (3,))],
                       options="IfOptions", thenSubgraphIndex=1, elseSubgraphIndex=2)
    yield Case("in_if", model, [[np.array([c]), x] for c in (True, True, False, True)])

    model = Model()
    index, operand = model.input("int32", ()), model.input("float32", (3,))
    branch(model)
    branch(model)
    model.operator("STABLEHLO_CASE", [index, operand], [model.output("float32", (3,))],
                   options="StablehloCaseOptions", branchSubgraphIndices=[1, 2])
    yield Case("in_case", model, [[np.array(i, np.int32), x] for i in (0, 0, 1, 0)])

    model = Model()
    operand = model.input("float32", (3,))
    branch(model)
    for _ in range(2):
        node = model.operator(
            "STABLEHLO_COMPOSITE", [operand], [model.output("float32", (3,))],
            options="StableHLOCompositeOptions", decompositionSubgraphIndex=1)
        node.builtinOptions2.name = "test.composite"
        node.builtinOptions2.compositeAttributes = list(flexbuffers.Dumps({"axis": 1}))
    yield Case("in_composite", model, [[x]] * 3)

    model = Model()
    count, operand = model.input("int32", (1,)), model.input("float32", (3,))
    condition, body = model.subgraph(), model.subgraph()
    first = condition.input("int32", (1,))
    condition.input("float32", (3,))
    limit = condition.constant(np.array([4], np.int32))
    condition.operator("LESS", [first, limit], [condition.output("bool", (1,))],
                       options="LessOptions")
    first, y = body.input("int32", (1,)), body.input("float32", (3,))
    following = body.tensor("int32", (1,))
    body.operator("ADD", [first, body.constant(np.array([1], np.int32))], [following],
                  options="AddOptions")
    body.table.outputs += [following, shaken(body, y, "RANDOM_UNIFORM")]
    outputs = [model.output("int32", (1,)), model.output("float32", (3,))]
    model.operator("WHILE", [count, operand], outputs, options="WhileOptions",
                   condSubgraphIndex=1, bodySubgraphIndex=2)
    yield Case("in_while", model, [[np.array([n], np.int32), x] for n in (3, 2, 0, 4, 3)])


@operator("RANDOM_UNIFORM")
def behind_new_shapes():
    """Behind a result that has another shape than before they begin anew, before it they go on."""
    model = Model()
    x = model.input("float32", (4,))
    before = model.output("float32", (3,))
    shape = model.constant(np.array([3], np.int32))
    model.operator("RANDOM_UNIFORM", [shape], [before], 1, "RandomOptions", seed=1, seed2=2)
    model.operator("WHERE", [x], [model.output("int64", (1, 1))])
    after = model.output("float32", (3,))
    model.operator("RANDOM_UNIFORM", [shape], [after], 1, "RandomOptions", seed=1, seed2=2)
    marks = ([1, 0, 0, 0], [0, 1, 0, 0], [1, 1, 0, 0], [0, 1, 0, 1], [0, 0, 0, 1])
    yield Case("behind_where", model, [[np.array(v, np.float32)] for v in marks])


@operator("RANDOM_UNIFORM")
def behind_skip_gram():
    """Of SKIP_GRAM's results LiteRT does not notice that they have another shape."""
    model = Model()
    text = model.input("string", (1,))
    model.operator("SKIP_GRAM", [text], [model.output("string", (1,))], 1, "SkipGramOptions",
                   ngramSize=1)
    shape = model.constant(np.array([3], np.int32))
    model.operator("RANDOM_UNIFORM", [shape], [model.output("float32", (3,))], 1, "RandomOptions",
                   seed=1, seed2=2)
    yield Case("behind_skip_gram", model, [
        [strings([words])] for words in (b"one two three", b"four", b"five", b"six seven")])
