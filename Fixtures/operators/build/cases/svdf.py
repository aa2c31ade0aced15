"""SVDF."""
import numpy as np

from peer import Fresh, Model
from record import Case, operator, rng

RELU, TANH = 1, 4


def svdf(name, batch=2, inputs=7, units=4, rank=1, memory=5, weights="float32", integer=False,
         activation=None, asymmetric=False, bias=True, runs=8, reset=None, tolerance=1e-6,
         time_scale=1 / 3000, zero=-4, low=-1.0):
    model, r = Model(), rng("svdf", name)
    filters = units * rank
    if activation is None:
        # LiteRT refuses anything else for integers, and then does not apply it.
        activation = RELU if integer else 0
    type = "int8" if integer else "float32"
    x = model.input(type, (batch, inputs), *((0.02, zero) if integer else ()))
    if weights == "float32" and not integer:
        feature = model.constant(r.uniform(-1, 1, (filters, inputs)).astype(np.float32))
        time = model.constant(r.uniform(-1, 1, (filters, memory)).astype(np.float32))
    else:
        kind = "int8" if integer else weights
        data = r.integers(-127, 127, (filters, inputs), np.int8, endpoint=True)
        feature = model.tensor(kind, (filters, inputs), 0.0083, 0, data=data)
        if integer:
            data = r.integers(-3000, 3000, (filters, memory), np.int16, endpoint=True)
            time = model.tensor("int16", (filters, memory), time_scale, 0, data=data)
        else:
            data = r.integers(-127, 127, (filters, memory), np.int8, endpoint=True)
            time = model.tensor(kind, (filters, memory), 0.0061, 0, data=data)
    constant = -1
    if bias and integer:
        constant = model.constant(r.integers(-20000, 20000, (units,), np.int32),
                                  scale=1e-6, zero=0)
    elif bias:
        constant = model.constant(r.uniform(-1, 1, (units,)).astype(np.float32))
    state = model.tensor("int16" if integer else "float32", (batch, memory * filters),
                         *((1 / 4096, 0) if integer else ()), variable=True)
    y = model.output(type, (batch, units), *((0.05, 9) if integer else ()))
    model.operator(
        "SVDF", [x, feature, time, constant, state], [y],
        version=3 if integer else 4 if asymmetric else 2 if weights != "float32" else 1,
        options="SVDFOptions", rank=rank, fusedActivationFunction=activation,
        asymmetricQuantizeInputs=asymmetric)
    list_ = [[r.integers(-128, 127, (batch, inputs), np.int8, endpoint=True) if integer
              else r.uniform(low, 1, (batch, inputs)).astype(np.float32)] for _ in range(runs)]
    if reset is not None:
        list_[reset] = Fresh(list_[reset])
    case = Case(name, model, list_, tolerance=tolerance)
    if batch == 0:
        case.expected = [[np.zeros((0, units), np.int8 if integer else np.float32)]]
        case.remark = "LiteRT crashes without a batch"
    return case


@operator("SVDF")
def cases():
    yield svdf("float32", runs=20, reset=12)
    yield svdf("float32_rank", rank=3, inputs=33, memory=10, batch=1, activation=RELU,
               tolerance=2e-6)
    yield svdf("float32_no_bias", bias=False, rank=2, memory=1, activation=TANH)
    yield svdf("float32_empty", batch=0, runs=1)
    for weights in ("int8", "uint8"):
        for asymmetric in (False, True):
            kind = f"{weights}_weights" + ("_asymmetric" if asymmetric else "")
            yield svdf(kind, weights=weights, asymmetric=asymmetric, rank=2, inputs=19,
                       tolerance=1e-5, runs=20 if weights == "int8" else 4,
                       reset=8 if weights == "int8" else None, activation=RELU, low=-0.3)
    yield svdf("int8", integer=True, runs=20, reset=11)
    yield svdf("int8_rank", integer=True, rank=4, inputs=40, memory=9, batch=1)
    yield svdf("int8_no_bias", integer=True, bias=False, rank=2, activation=RELU)
    yield svdf("int8_saturated", integer=True, inputs=60, rank=2, time_scale=1 / 100, zero=127)
    yield svdf("int8_empty", integer=True, batch=0, runs=1)

    def spoiled(name, change, **own):
        case = svdf(f"refused_{name}", **own)
        change(case.model.table.operators[0], case.model.table.tensors)
        case.refused, case.runs = True, case.runs[:1]
        return case

    yield spoiled("rank", lambda node, tensors: setattr(node.builtinOptions, "rank", 0))
    yield spoiled("rank_of_filters", lambda node, tensors: setattr(node.builtinOptions, "rank", 3))
    yield spoiled("state", lambda node, tensors: setattr(tensors[node.inputs[4]], "shape", [2, 9]))
    yield spoiled("activation", lambda node, tensors: setattr(
        node.builtinOptions, "fusedActivationFunction", 0), integer=True)
    yield spoiled("no_weights", lambda node, tensors: node.inputs.__setitem__(2, -1))
