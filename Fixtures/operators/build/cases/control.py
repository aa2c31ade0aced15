"""IF, WHILE, CALL_ONCE and resource variables."""
import numpy as np

from peer import Model
from record import Case, operator, values


def binary(graph, name, a, b, type, shape, **how):
    y = graph.tensor(type, shape)
    graph.operator(name, [a, b], [y], **how)
    return y


def branch(model, type, shape, build, out=None):
    """A subgraph of one input; `build` gives the tensor that is its output."""
    graph = model.subgraph()
    x = graph.input(type, shape)
    graph.table.outputs.append(build(graph, x))
    return graph


def add(graph, x, type, shape, data):
    c = graph.constant(data)
    return binary(graph, "ADD", x, c, type, shape, options="AddOptions")


@operator("IF")
def if_cases():
    for type in ("float32", "int32", "int64"):
        model = Model()
        condition = model.input("bool", ())
        x = model.input(type, (2, 3))
        y = model.output(type, (2, 3))
        dtype = values(type, (1,), 0).dtype
        branch(model, type, (2, 3), lambda g, x: add(g, x, type, (2, 3), np.array([1], dtype)))
        branch(model, type, (2, 3), lambda g, x: add(g, x, type, (2, 3), np.array([[7], [9]], dtype)))
        model.operator("IF", [condition, x], [y], options="IfOptions",
                       thenSubgraphIndex=1, elseSubgraphIndex=2)
        yield Case(type, model, [[np.array(c), values(type, (2, 3), i, -9, 9)]
                                 for i, c in enumerate([True, False, True])])
    model = Model()
    condition = model.input("bool", (1,))
    x = model.input("int8", (2, 2))
    y = model.output("int8", (2, 2))
    branch(model, "int8", (2, 2), lambda g, x: x)

    def doubled(graph, x):
        y = graph.tensor("int8", (4, 2))
        graph.operator("CONCATENATION", [x, x], [y], options="ConcatenationOptions", axis=0)
        return y
    branch(model, "int8", (2, 2), doubled)
    model.operator("IF", [condition, x], [y], options="IfOptions",
                   thenSubgraphIndex=1, elseSubgraphIndex=2)
    yield Case("branches_of_other_shapes", model,
               [[np.array([c]), values("int8", (2, 2), 1)] for c in (True, False)])
    model = Model()
    condition = model.input("bool", (2,))
    x = model.input("float32", (2,))
    y = model.output("float32", (2,))
    branch(model, "float32", (2,), lambda g, x: x)
    branch(model, "float32", (2,), lambda g, x: add(g, x, "float32", (2,), np.ones(1, np.float32)))
    model.operator("IF", [condition, x], [y], options="IfOptions",
                   thenSubgraphIndex=1, elseSubgraphIndex=2)
    yield Case("two_conditions", model,
               [[np.array([True, False]), np.ones(2, np.float32)]], refused=True)


def loop(type, shape, limit, step, body=None):
    """while (i < limit) { i += 1; x = body(x) }."""
    model = Model()
    i = model.input("int32", (1,))
    x = model.input(type, shape)
    outputs = [model.output("int32", (1,)), model.output(type, shape)]
    condition = model.subgraph("condition")
    ci = condition.input("int32", (1,))
    condition.input(type, shape)
    flag = condition.output("bool", (1,))
    condition.operator("LESS", [ci, condition.constant(np.array([limit], np.int32))], [flag],
                       options="LessOptions")
    graph = model.subgraph("body")
    bi = graph.input("int32", (1,))
    bx = graph.input(type, shape)
    one = graph.constant(np.array([step], np.int32))
    graph.table.outputs += [
        binary(graph, "ADD", bi, one, "int32", (1,), options="AddOptions"), body(graph, bx)]
    model.operator("WHILE", [i, x], outputs, options="WhileOptions",
                   condSubgraphIndex=1, bodySubgraphIndex=2)
    return model


@operator("WHILE")
def while_cases():
    for type in ("float32", "int64"):
        dtype = values(type, (1,), 0).dtype
        model = loop(type, (3,), 10, 3,
                     lambda g, x: add(g, x, type, (3,), np.array([1, 2, 3], dtype)))
        yield Case(f"{type}_iterations", model,
                   [[np.array([start], np.int32), values(type, (3,), 4, -9, 9)]
                    for start in (0, 9, 10, 50)])

    def doubled(graph, x):
        y = graph.tensor("float32", (2, 2))
        graph.operator("CONCATENATION", [x, x], [y], options="ConcatenationOptions", axis=0)
        return y
    yield Case("growing_shape", loop("float32", (1, 2), 3, 1, doubled),
               [[np.array([start], np.int32), values("float32", (1, 2), 5)] for start in (1, 3, 0)])


@operator("IF")
def repeated_results():
    """Branches that give one tensor as both results."""
    model = Model()
    condition, x = model.input("bool", (1,)), model.input("int32", (3,))
    outputs = [model.output("int32", (3,)) for _ in range(2)]
    for number in (1, 2):
        graph = model.subgraph()
        y = add(graph, graph.input("int32", (3,)), "int32", (3,), np.array([number], np.int32))
        graph.table.outputs += [y, y]
    model.operator("IF", [condition, x], outputs, options="IfOptions", thenSubgraphIndex=1,
                   elseSubgraphIndex=2)
    x = np.array([4, 5, 6], np.int32)
    yield Case("repeated_results", model, [[np.array([True]), x], [np.array([False]), x]],
               expected=[[x + 1] * 2, [x + 2] * 2], remark="LiteRT leaves one result unwritten")


@operator("WHILE")
def handed_on():
    """A body that gives its inputs in the other order."""
    model = Model()
    operands = [model.constant(np.array([0], np.int32))]
    operands += [model.input("int32", (2,)) for _ in range(2)]
    condition, body = model.subgraph("condition"), model.subgraph("body")
    first = condition.input("int32", (1,))
    condition.input("int32", (2,))
    condition.input("int32", (2,))
    three = condition.constant(np.array([3], np.int32))
    condition.operator("LESS", [first, three], [condition.output("bool", (1,))],
                       options="LessOptions")
    first = body.input("int32", (1,))
    a, b = body.input("int32", (2,)), body.input("int32", (2,))
    body.table.outputs += [add(body, first, "int32", (1,), np.array([1], np.int32)), b, a]
    outputs = [model.tensor("int32", (1,))] + [model.output("int32", (2,)) for _ in range(2)]
    model.operator("WHILE", operands, outputs, options="WhileOptions", condSubgraphIndex=1,
                   bodySubgraphIndex=2)
    x, y = np.array([1, 2], np.int32), np.array([3, 4], np.int32)
    yield Case("handed_on", model, [[x, y]], expected=[[y, x]],
               remark="LiteRT overwrites an input before it hands it on")


def variable(graph, name, container=""):
    handle = graph.tensor("resource", ())
    graph.operator("VAR_HANDLE", [], [handle], options="VarHandleOptions",
                   sharedName=name, container=container)
    return handle


def accumulator(type, shape, initial, initialised=True):
    """v += x in each run, where a subgraph that is called once sets v."""
    model = Model()
    x = model.input(type, shape)
    y = model.output(type, shape)
    if initialised:
        graph = model.subgraph("initial")
        graph.operator("ASSIGN_VARIABLE", [variable(graph, "v"), graph.constant(initial)], [],
                       options="AssignVariableOptions")
        model.operator("CALL_ONCE", [], [], options="CallOnceOptions", initSubgraphIndex=1)
    handle = variable(model, "v")
    old = model.tensor(type, shape)
    model.operator("READ_VARIABLE", [handle], [old], options="ReadVariableOptions")
    model.operator("ADD", [old, x], [y], options="AddOptions")
    model.operator("ASSIGN_VARIABLE", [handle, y], [], options="AssignVariableOptions")
    return model


def accumulated(type):
    dtype = values(type, (1,), 0).dtype
    return Case(f"{type}_accumulator", accumulator(type, (2,), np.array([100, -5], dtype)),
                [[values(type, (2,), run, -9, 9)] for run in range(20)])


@operator("CALL_ONCE")
def call_once_cases():
    yield accumulated("float32")
    yield accumulated("int32")


@operator("VAR_HANDLE")
def var_handle_cases():
    # One variable by two handles, and another one of the same name in another container.
    model = Model()
    x = model.input("float32", (2,))
    first, second = model.output("float32", (2,)), model.output("float32", (2,))
    model.operator("ASSIGN_VARIABLE", [variable(model, "v"), x], [],
                   options="AssignVariableOptions")
    negative = model.tensor("float32", (2,))
    model.operator("NEG", [x], [negative], options="NegOptions")
    model.operator("ASSIGN_VARIABLE", [variable(model, "v", "other"), negative], [],
                   options="AssignVariableOptions")
    model.operator("READ_VARIABLE", [variable(model, "v")], [first], options="ReadVariableOptions")
    model.operator("READ_VARIABLE", [variable(model, "v", "other")], [second],
                   options="ReadVariableOptions")
    yield Case("containers", model, [[values("float32", (2,), run)] for run in range(3)])


@operator("READ_VARIABLE")
def read_cases():
    yield accumulated("float32")
    yield accumulated("int64")
    yield accumulated("int32")
    yield Case("unassigned", accumulator("float32", (2,), None, initialised=False),
               [[np.ones(2, np.float32)]], refused=True)


@operator("ASSIGN_VARIABLE")
def assign_cases():
    for type in ("float32", "int8", "bool", "int64"):
        model = Model()
        x = model.input(type, (2, 2))
        y = model.output(type, (2, 2))
        handle = variable(model, "v")
        model.operator("ASSIGN_VARIABLE", [handle, x], [], options="AssignVariableOptions")
        model.operator("READ_VARIABLE", [handle], [y], options="ReadVariableOptions")
        yield Case(type, model, [[values(type, (2, 2), run)] for run in range(3)])
