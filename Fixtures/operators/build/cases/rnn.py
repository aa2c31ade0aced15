"""RNN, UNIDIRECTIONAL_SEQUENCE_RNN and BIDIRECTIONAL_SEQUENCE_RNN."""
import numpy as np

import peer
from peer import Fresh, Model
from record import Case, operator, rng

RELU, RELU_N1_TO_1, RELU6, TANH, SIGN_BIT = 1, 2, 3, 4, 5


def matrix(model, r, weights, rows, depth):
    if weights == "float32":
        return model.constant(r.uniform(-1, 1, (rows, depth)).astype(np.float32) / depth ** 0.5)
    data = r.integers(-127, 127, (rows, depth), np.int8, endpoint=True)
    scale = float(np.float32(r.uniform(0.7, 1.3) / 127 / depth ** 0.5))
    return model.tensor(weights, (rows, depth), scale, 0, data=data)


def rnn(name, steps=None, batch=2, inputs=7, units=5, weights="float32", activation=TANH,
        asymmetric=False, time_major=True, runs=4, reset=None, tolerance=1e-6, low=-1.0):
    """A case of RNN (steps None) or UNIDIRECTIONAL_SEQUENCE_RNN."""
    model, r = Model(), rng("rnn", name)
    shape = (batch,) if steps is None else (steps, batch) if time_major else (batch, steps)
    x = model.input("float32", shape + (inputs,))
    ins = [x, matrix(model, r, weights, units, inputs), matrix(model, r, weights, units, units),
           model.constant(r.uniform(-0.5, 0.5, (units,)).astype(np.float32)),
           model.tensor("float32", (batch, units), variable=True)]
    y = model.output("float32", shape + (units,))
    version = 3 if asymmetric else 2 if weights != "float32" else 1
    if steps is None:
        model.operator("RNN", ins, [y], version=version, options="RNNOptions",
                       fusedActivationFunction=activation, asymmetricQuantizeInputs=asymmetric)
    else:
        model.operator(
            "UNIDIRECTIONAL_SEQUENCE_RNN", ins, [y], version=version, options="SequenceRNNOptions",
            fusedActivationFunction=activation, asymmetricQuantizeInputs=asymmetric,
            timeMajor=time_major)
    list_ = [[r.uniform(low, 1, shape + (inputs,)).astype(np.float32)] for _ in range(runs)]
    if reset is not None:
        list_[reset] = Fresh(list_[reset])
    return Case(name, model, list_, tolerance=tolerance)


def spoiled(case, change):
    """A case whose node or tensors are changed into something wrong."""
    change(case.model.table.operators[0], case.model.table.tensors)
    case.refused, case.runs = True, case.runs[:1]
    return case


def refusals(make, **own):
    """Cases that are wrong in the operands that all three operators begin with."""
    yield spoiled(make("refused_no_bias", **own),
                  lambda node, tensors: node.inputs.__setitem__(3, -1))
    yield spoiled(make("refused_state", **own),
                  lambda node, tensors: setattr(tensors[node.inputs[4]], "shape", [3, 3]))
    yield spoiled(make("refused_weights", **own),
                  lambda node, tensors: setattr(tensors[node.inputs[1]], "shape", [3, 7]))


def cases(steps, more):
    """Cases of both operators, more of them for one of the two."""
    yield rnn("float32", steps, runs=20, reset=14, inputs=4)
    yield rnn("float32_empty", steps, batch=0, runs=1)
    for name, activation in [("none", 0), ("relu", RELU), ("relu_n1_to_1", RELU_N1_TO_1),
                             ("relu6", RELU6), ("sign_bit", SIGN_BIT)] if more else []:
        yield rnn(f"float32_{name}", steps, activation=activation, inputs=3, units=4)
    if more:
        yield rnn("float32_wide", steps, inputs=37, units=11, batch=1)
    for weights, asymmetric in [("int8", False), ("int8", True), ("uint8", False)]:
        kind = f"{weights}_weights" + ("_asymmetric" if asymmetric else "")
        yield rnn(kind, steps, weights=weights, asymmetric=asymmetric, tolerance=1e-5,
                  runs=12 if weights == "int8" else 3, inputs=11, low=-0.4)


@operator("RNN")
def single_steps():
    yield from cases(None, more=True)
    yield from refusals(rnn)
    case = spoiled(rnn("refused_no_output"), lambda node, tensors: setattr(node, "outputs", [-1]))
    case.model.table.outputs = case.model.table.inputs
    yield case


@operator("UNIDIRECTIONAL_SEQUENCE_RNN")
def sequences():
    yield from cases(2, more=False)
    yield from refusals(rnn, steps=2)
    yield rnn("float32_batch_major", 4, batch=3, time_major=False)
    yield rnn("int8_weights_batch_major", 4, batch=3, time_major=False, weights="int8",
              tolerance=1e-5)


def bidirectional(name, steps=3, batch=2, inputs=6, units=(5, 4), weights="float32",
                  asymmetric=False, time_major=True, merged=False, auxiliary=None, linked=True,
                  runs=4, reset=None, tolerance=1e-6, expected=None, remark=""):
    """A case of BIDIRECTIONAL_SEQUENCE_RNN."""
    model, r = Model(), rng("both", name)
    shape = (steps, batch) if time_major else (batch, steps)
    x = model.input("float32", shape + (inputs,))
    extra = model.input("float32", shape + (auxiliary,)) if auxiliary else -1
    ins = [x]
    for direction in range(2):
        ins += [matrix(model, r, weights, units[direction], inputs),
                matrix(model, r, weights, units[direction], units[direction]),
                model.constant(r.uniform(-0.5, 0.5, (units[direction],)).astype(np.float32)),
                model.tensor("float32", (batch, units[direction]), variable=True)]
    ins.append(extra)
    ins += [matrix(model, r, weights, units[direction], auxiliary) if auxiliary and linked else -1
            for direction in range(2)]
    outs = [model.output("float32", shape + (width,))
            for width in ([sum(units)] if merged else units)]
    model.operator(
        "BIDIRECTIONAL_SEQUENCE_RNN", ins, outs,
        version=3 if asymmetric else 2 if weights != "float32" else 1,
        options="BidirectionalSequenceRNNOptions", fusedActivationFunction=TANH,
        timeMajor=time_major, mergeOutputs=merged, asymmetricQuantizeInputs=asymmetric)
    depths = [inputs] + ([auxiliary] if auxiliary else [])
    list_ = [[r.uniform(-1, 1, shape + (d,)).astype(np.float32) for d in depths]
             for _ in range(runs)]
    if reset is not None:
        list_[reset] = Fresh(list_[reset])
    return Case(name, model, list_, tolerance=tolerance, expected=expected, remark=remark)


def transposed(name, time_major, **own):
    """A case in which LiteRT is wrong, with its answers to the same in the other order of axes."""
    case = bidirectional(name, time_major=time_major, batch=3, steps=3, **own)
    other = bidirectional(name, time_major=not time_major, batch=3, steps=3, **own)
    for run, twin in zip(case.runs, other.runs):
        twin[:] = [value.swapaxes(0, 1) for value in run]
    state, answers = peer.run(other.model.bytes(), other.runs, "reference")
    assert state == "ok", answers
    case.expected = [[value.swapaxes(0, 1) for value in run] for run in answers]
    return case


@operator("BIDIRECTIONAL_SEQUENCE_RNN")
def both_directions():
    yield bidirectional("float32", runs=20, reset=9, inputs=3, units=(2, 3), steps=2)
    yield bidirectional("float32_batch_major_merged", time_major=False, merged=True)
    yield bidirectional("float32_auxiliary", auxiliary=6)
    yield bidirectional("float32_auxiliary_batch_major", auxiliary=9, time_major=False)
    yield bidirectional("float32_stacked", auxiliary=6, linked=False)
    yield bidirectional("float32_empty", batch=0, runs=1)
    for weights, asymmetric in [("int8", False), ("int8", True), ("uint8", True)]:
        kind = f"{weights}_weights" + ("_asymmetric" if asymmetric else "")
        own = dict(weights=weights, asymmetric=asymmetric, tolerance=1e-5)
        yield bidirectional(kind + "_batch_major", time_major=False, **own)
        # One step and one sequence: see `transposed`; LiteRT crashes on several merged ones.
        yield bidirectional(kind, steps=1, batch=1, merged=True, auxiliary=6, **own)
    yield transposed("int8_weights_time_major", True, weights="int8", tolerance=1e-5, remark=(
        "LiteRT goes as many times through a time-major sequence as it has steps"))
    yield transposed("float32_stacked_batch_major", False, auxiliary=6, linked=False, remark=(
        "LiteRT ignores the auxiliary input if the batch comes first"))
    yield from refusals(bidirectional)
