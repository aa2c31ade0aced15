"""Branches, loops, calls and variables."""
import random

import numpy as np
from flatbuffers import flexbuffers

from graph import STEPS, Graph, Skip, step

TYPES = ("float32", "int8", "int32", "uint8", "bool", "int64", "int16")

# What grows inside an inner graph: operators of fixed shape.
INNER = ("elementwise", "movement", "products", "quantisation", "reduction")


def inside(g, operands, steps):
    """An inner graph with inputs like the operands, grown by some steps."""
    inner = Graph(g.seed, parent=g)
    hides = inner.chance(0.2)
    for t in operands:
        own = inner.input(t.type, t.shape, t.scheme)
        if hides:
            # LiteRT's delegate takes what the file states for the shapes of calls.
            own.dynamic = True
            inner.graph.table.tensors[own.index].shape = inner.told(t.shape)
    inner.wants = g.wants
    pairs = [pair for name in INNER for pair in STEPS[name]]
    if g.depth < 1:
        pairs = pairs + STEPS["control"]
    inner.grow(pairs, steps)
    return inner


def results_of(inner, wanted):
    """Tensors of an inner graph that are like the wanted ones, mostly computed ones.

    Each only once: LiteRT leaves all but one of the results unwritten where an inner graph lists a
    tensor several times.
    """
    results = []
    for w in wanted:
        old = [t for t in inner.pool if t not in results
               and (t.type, t.shape, t.scheme) == (w.type, w.shape, w.scheme)]
        if not old:
            raise Skip
        results.append(inner.random.choice(old[-2:]))
    return results


def operands_of(g, count):
    """Exact tensors that inner graphs begin with."""
    return [g.take(TYPES, (1, 2, 3, 4), lambda t: t.size and t.value is None and not t.inexact)
            for _ in range(count)]


def finish(g, operator, inputs, inners, outputs, options, **fields):
    inexact = any(t.inexact for inner in inners for t in inner.pool)
    for out in outputs:
        out.inexact = inexact and out.type == "float32"
    node = g.graph.operator(operator, [t.index for t in inputs], [t.index for t in outputs],
                            version=1, options=options, **fields)
    if inexact and any(o.type != "float32" for o in outputs):
        # Which of the integers come from floats is not followed into branches.
        g.ends += [o for o in outputs]
    else:
        g.pool += outputs
    return node


def exact(inners):
    """Integers that come from approximated floats do not leave an inner graph."""
    if any(t.rough for inner in inners for t in inner.ends):
        raise Skip


@step("control", 3)
def branch(g):
    """IF, whose branches give results of the same shapes."""
    if g.depth > 1:
        raise Skip
    operands = operands_of(g, g.choice(1, 2))
    flag = g.take(("bool",), shape=(1,), when=lambda t: t.size == 1 and t.rank <= 1)
    inners = [inside(g, operands, g.choice(0, 1, 2, 4)) for _ in range(2)]
    exact(inners)
    wanted = [g.random.choice(operands) for _ in range(g.choice(1, 2))]
    for inner in inners:
        inner.graph.table.outputs = [t.index for t in results_of(inner, wanted)]
    finish(g, "IF", [flag, *operands], inners, [g.like(t) for t in wanted], "IfOptions",
           thenSubgraphIndex=inners[0].number, elseSubgraphIndex=inners[1].number)


@step("control", 3)
def loop(g):
    """A body that is run for 0 to 3 times."""
    if g.depth > 1:
        raise Skip
    operands = operands_of(g, g.choice(1, 2))
    counter = g.constant(np.array([0], np.int32))
    count, step_ = g.random.randint(0, 6), g.choice(1, 2)
    condition = Graph(g.seed, parent=g)
    i = condition.input("int32", (1,))
    for t in operands:
        condition.input(t.type, t.shape, t.scheme)
    less = condition.new("bool", (1,))
    condition.add("LESS", [i, condition.ints(count)], [less], "LessOptions")
    condition.graph.table.outputs = [less.index]
    body = Graph(g.seed, parent=g)
    i = body.input("int32", (1,))
    body.pool.remove(i)
    for t in operands:
        body.input(t.type, t.shape, t.scheme)
    body.wants = g.wants
    body.grow([pair for name in INNER for pair in STEPS[name]], g.choice(0, 1, 2, 3))
    exact([body])
    if any(t.inexact for t in body.pool):
        raise Skip  # A second round would start from approximations.
    following = body.new("int32", (1,))
    results = results_of(body, operands)
    state = [t for t, _ in body.inputs[1:]]
    if any(t in state and t is not state[i] for i, t in enumerate(results)):
        raise Skip  # LiteRT gives the next round the new value; see the remark.
    body.add("ADD", [i, body.ints(step_)], [following], "AddOptions")
    body.graph.table.outputs = [following.index] + [t.index for t in results]
    outs = [g.new("int32", (1,))] + [g.like(t) for t in operands]
    finish(g, "WHILE", [counter, *operands], [body], outs, "WhileOptions",
           condSubgraphIndex=condition.number, bodySubgraphIndex=body.number)


@step("control", 2)
def composite(g):
    """STABLEHLO_COMPOSITE."""
    if g.depth > 1:
        raise Skip
    operands = operands_of(g, g.choice(1, 2))
    inner = inside(g, operands, g.choice(1, 2, 4))
    exact([inner])
    made = [t for t in inner.pool if not any(t is i for i, _ in inner.inputs)]
    if not made:
        raise Skip
    wanted = [made[-1]]
    inner.graph.table.outputs = [wanted[0].index]
    node = finish(g, "STABLEHLO_COMPOSITE", operands, [inner], [g.like(t) for t in wanted],
                  "StableHLOCompositeOptions", decompositionSubgraphIndex=inner.number)
    node.builtinOptions2.name = "made.up"
    node.builtinOptions2.compositeAttributes = list(flexbuffers.Dumps({}))


@step("control")
def cases(g):
    """STABLEHLO_CASE, whose branches reverse axes."""
    if len(g.model.file.subgraphs) > 1:
        raise Skip  # LiteRT takes its branches for those behind the main graph.
    x = g.take(("int32", "int64", "bool"), (1, 2, 3), lambda t: t.size and t.value is None)
    index = g.input("int32", (), None, lambda s: g.array("int32", s, -1, 3))
    inners = []
    for _ in range(g.choice(1, 2, 3)):
        inner = Graph(g.seed, parent=g)
        a = inner.input(x.type, x.shape, x.scheme)
        b = inner.like(a)
        inner.add("REVERSE_V2", [a, inner.ints(g.random.randrange(x.rank))], [b],
                  "ReverseV2Options")
        inner.graph.table.outputs = [b.index]
        inners.append(inner)
    finish(g, "STABLEHLO_CASE", [index, x], inners, [g.like(x)], "StablehloCaseOptions",
           branchSubgraphIndices=[inner.number for inner in inners])


def handle(g, name):
    tensor = g.new("resource", (), (None, None))
    g.graph.operator("VAR_HANDLE", [], [tensor.index], options="VarHandleOptions",
                     sharedName=name, container="")
    return tensor


@step("control", 2)
def variable(g):
    """A variable that is written, and read by another handle."""
    if g.depth:
        raise Skip
    x = g.take(TYPES, (0, 1, 2, 3, 4), lambda t: t.value is None)
    g.is_resizable = False  # LiteRT reads a variable in the shape that the file tells.
    name = f"v{g.random.randint(0, 2)}{x.type}{x.shape}{x.scheme}"
    g.graph.operator("ASSIGN_VARIABLE", [handle(g, name).index, x.index], [],
                     options="AssignVariableOptions")
    y = g.like(x)
    g.graph.operator("READ_VARIABLE", [handle(g, name).index], [y.index],
                     options="ReadVariableOptions")
    y.inexact = x.inexact
    g.pool.append(y)


@step("control", 2)
def accumulator(g):
    """What CALL_ONCE begins and each run adds to."""
    if g.depth:
        raise Skip
    type, shape = g.choice("float32", "int32", "int64"), g.extents((1, 2, 3))
    g.is_resizable = False
    name = f"sum{g.random.getrandbits(30)}"
    inner = Graph(g.seed, parent=g)
    start = inner.constant(g.array(type, shape))
    inner.graph.operator("ASSIGN_VARIABLE", [handle(inner, name).index, start.index], [],
                         options="AssignVariableOptions")
    g.graph.operator("CALL_ONCE", [], [], options="CallOnceOptions",
                     initSubgraphIndex=inner.number)
    old = g.new(type, shape)
    g.graph.operator("READ_VARIABLE", [handle(g, name).index], [old.index],
                     options="ReadVariableOptions")
    x = g.input(type, shape)
    total = g.new(type, shape)
    g.add("ADD", [old, x], [total], "AddOptions")
    g.graph.operator("ASSIGN_VARIABLE", [handle(g, name).index, total.index], [],
                     options="AssignVariableOptions")


@step("control", 2)
def random_numbers(g):
    """The generators, whose numbers follow from their seeds in run after run."""
    names = ["RANDOM_UNIFORM", "RANDOM_STANDARD_NORMAL"]
    if not g.depth:  # The others need inputs of their own.
        names += ["MULTINOMIAL", "STABLEHLO_RNG_BIT_GENERATOR"]
    name = g.choice(*names)
    seeds = dict(seed=g.random.randint(1, 1 << 40), seed2=g.random.randint(0, 99))
    if name == "MULTINOMIAL":
        x = g.input("float32", (g.random.randint(1, 3), g.random.randint(1, 5)))
        count = g.random.randint(1, 9)
        g.add(name, [x, g.int(count)], [g.new("int64", (x.shape[0], count))], "RandomOptions",
              **seeds)
    elif name == "STABLEHLO_RNG_BIT_GENERATOR":
        r = random.Random(g.random.getrandbits(64))
        x = g.input("uint64", (2,), None, lambda s: np.array(
            [r.getrandbits(64) for _ in range(2)], np.uint64))
        type = g.choice("int32", "uint32", "int64", "uint64")
        g.add(name, [x], [g.new("uint64", (2,)), g.new(type, (3, 5))],
              "StablehloRngBitGeneratorOptions", algorithm=g.choice(0, 1, 2))
    else:
        out = g.new("float32", (3, 5))
        g.add(name, [g.ints(3, 5)], [out], "RandomOptions", **seeds)
        out.inexact = True
