"""Small networks with states: in loops, node by node, and read by other operators."""
import numpy as np

from peer import Fresh, Model
from record import Case, operator, rng, values

UNITS = 3


def layer(graph, x, batch, depth, state=None):
    """An RNN on `[batch, depth]`; returns its result and its state."""
    r = rng("stream", batch, depth)
    if state is None:
        state = graph.tensor("float32", (batch, UNITS), variable=True)
    y = graph.tensor("float32", (batch, UNITS))
    graph.operator(
        "RNN", [x] + [graph.constant(r.uniform(-1, 1, shape).astype(np.float32))
                      for shape in [(UNITS, depth), (UNITS, UNITS), (UNITS,)]] + [state], [y],
        options="RNNOptions", fusedActivationFunction=4)
    return y, state


def looped():
    """A loop of as many steps as an input says, with the state in its body."""
    model = Model()
    i, n, x = model.input("int32", (1,)), model.input("int32", (1,)), model.input(
        "float32", (2, UNITS))
    outputs = [model.output("int32", (1,)), model.output("int32", (1,)),
               model.output("float32", (2, UNITS))]
    condition = model.subgraph("condition")
    ci, cn = condition.input("int32", (1,)), condition.input("int32", (1,))
    condition.input("float32", (2, UNITS))
    flag = condition.output("bool", (1,))
    condition.operator("LESS", [ci, cn], [flag], options="LessOptions")
    body = model.subgraph("body")
    bi, bn = body.input("int32", (1,)), body.input("int32", (1,))
    bx = body.input("float32", (2, UNITS))
    next_ = body.tensor("int32", (1,))
    body.operator("ADD", [bi, body.constant(np.array([1], np.int32))], [next_],
                  options="AddOptions")
    y, _ = layer(body, bx, 2, UNITS)
    body.table.outputs = [next_, bn, y]
    model.operator("WHILE", [i, n, x], outputs, options="WhileOptions", condSubgraphIndex=1,
                   bodySubgraphIndex=2)
    return model


def branched():
    """A branch with a state."""
    model = Model()
    condition, x = model.input("bool", ()), model.input("float32", (2, UNITS))
    y = model.output("float32", (2, UNITS))
    for name in ("then", "else"):
        branch = model.subgraph(name)
        bx = branch.input("float32", (2, UNITS))
        branch.table.outputs = [layer(branch, bx, 2, UNITS)[0]]
    model.operator("IF", [condition, x], [y], options="IfOptions", thenSubgraphIndex=1,
                   elseSubgraphIndex=2)
    return model


def reshaped():
    """A result whose shape is an input, so that the graph is run node by node."""
    model = Model()
    x, shape = model.input("float32", (2, 4)), model.input("int32", (2,))
    y, _ = layer(model, x, 2, 4)
    out = model.output("float32", (2, UNITS))
    model.operator("RESHAPE", [y, shape], [out], options="ReshapeOptions")
    return model


def remembered(with_shape):
    """The state before the step, taken by RESHAPE, is added after it."""
    model = Model()
    x = model.input("float32", (2, 4))
    shape = model.input("int32", (2,)) if with_shape else model.constant(
        np.array([2, UNITS], np.int32))
    state = model.tensor("float32", (2, UNITS), variable=True)
    before = model.tensor("float32", (2, UNITS))
    model.operator("RESHAPE", [state, shape], [before], options="ReshapeOptions",
                   newShape=None if with_shape else [2, UNITS])
    y, _ = layer(model, x, 2, 4, state)
    out = model.output("float32", (2, UNITS))
    model.operator("ADD", [y, before], [out], options="AddOptions")
    return model


@operator("networks")
def states():
    count = [3, 0, 1, 5, 2]
    runs = [[np.zeros(1, np.int32), np.array([n], np.int32), values("float32", (2, UNITS), n, -1, 1)]
            for n in count]
    runs[3] = Fresh(runs[3])
    yield Case("state_in_loop", looped(), runs)
    yield Case("state_in_branch", branched(), [
        [np.array(n != 1), values("float32", (2, UNITS), n, -1, 1)] for n in range(3)])
    flat = [[values("float32", (2, 4), n, -1, 1)] for n in range(6)]
    shaped = [run + [np.array([2, UNITS] if n % 2 else [3, 2], np.int32)]
              for n, run in enumerate(flat)]
    shaped[4] = Fresh(shaped[4])
    yield Case("state_node_by_node", reshaped(), shaped)
    yield Case("state_read_before", remembered(False), flat)
    yield Case("state_read_node_by_node", remembered(True), [
        run + [np.array([2, UNITS], np.int32)] for run in flat])
