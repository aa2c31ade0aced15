"""LSTM, UNIDIRECTIONAL_SEQUENCE_LSTM and BIDIRECTIONAL_SEQUENCE_LSTM."""
import numpy as np

import peer
from peer import Fresh, Model
from record import Case, operator, rng

TANH, RELU6 = 4, 3


class Memory:
    """Draws the operands of one long short-term memory for a model."""

    def __init__(self, model, seed, weights="float32", integer=False, diagonal=False):
        self.model, self.weights, self.integer = model, weights, integer
        self.diagonal, self.r = diagonal, rng("lstm", seed)

    def matrix(self, rows, depth):
        if self.weights == "float32":
            return self.model.constant(
                self.r.uniform(-1, 1, (rows, depth)).astype(np.float32) / depth ** 0.5)
        data = self.r.integers(-127, 127, (rows, depth), np.int8, endpoint=True)
        scale = float(np.float32(self.r.uniform(0.7, 1.5) / 127 / depth ** 0.5))
        return self.model.tensor(self.weights, (rows, depth), scale, 0, data=data)

    def recurrent(self, cells, outputs):
        if self.diagonal:
            return self.model.constant(self.r.uniform(-1, 1, (cells,)).astype(np.float32))
        return self.matrix(cells, outputs)

    def list(self, count, low=-0.5, high=0.5):
        return self.model.constant(self.r.uniform(low, high, (count,)).astype(np.float32))

    def peephole(self, cells):
        if self.integer:
            data = self.r.integers(-32767, 32767, (cells,), np.int16, endpoint=True)
            return self.model.constant(data, scale=1 / 32768 * 0.9, zero=0)
        if self.weights == "float32":
            return self.list(cells)
        data = self.r.integers(-127, 127, (cells,), np.int8, endpoint=True)
        return self.model.tensor(self.weights, (cells,), 0.7 / 127, 0, data=data)

    def bias(self, cells, scale=1e-4):
        if not self.integer:
            return self.list(cells)
        data = self.r.integers(-4000, 4000, (cells,), np.int32, endpoint=True)
        return self.model.constant(data, scale=scale, zero=0)

    def norm(self, cells):
        if not self.integer:
            return self.list(cells, 0.3, 1.2)
        data = self.r.integers(6000, 32767, (cells,), np.int16, endpoint=True)
        return self.model.constant(data, scale=1.1 / 32768, zero=0)

    def operands(self, inputs, cells, outputs, cifg=False, peephole=False, norm=False,
                 projection=False, projection_bias=False, layers=True):
        """Weights, peepholes, biases and projection, and the coefficients of normalisation."""
        w = [self.matrix(cells, inputs) for _ in range(4)]
        u = [self.recurrent(cells, outputs) for _ in range(4)]
        p = [self.peephole(cells) if peephole else -1 for _ in range(3)]
        b = [self.bias(cells) for _ in range(4)]
        if cifg:
            w[0] = u[0] = b[0] = p[0] = -1
        q = [self.matrix(outputs, cells) if projection else -1,
             self.bias(outputs) if projection_bias else -1]
        n = [self.norm(cells) if norm else -1 for _ in range(4)]
        if cifg:
            n[0] = -1
        return w + u + p + b + q, n


def lstm(name, steps=3, batch=2, inputs=5, cells=4, outputs=None, weights="float32",
         integer=False, activation=TANH, cell_clip=0.0, projection_clip=0.0, time_major=True,
         asymmetric=False, diagonal=False, operands=24, seed=0, runs=4, version=None, cell_log2=-11,
         intermediates=5, reset=None, low=-1.0, tolerance=1e-6, remark="", expected=None,
         **parts):
    """A case of LSTM (steps None) or UNIDIRECTIONAL_SEQUENCE_LSTM."""
    sequence = steps is not None
    outputs = outputs or cells
    model = Model()
    memory = Memory(model, f"{name}/{seed}", "int8" if integer else weights, integer, diagonal)
    shape = ((steps, batch) if time_major else (batch, steps)) if sequence else (batch,)
    type = "int8" if integer else "float32"
    scheme = (0.0079, -3) if integer else (None, None)
    state = (0.0075, 5) if integer else (None, None)
    x = model.input(type, shape + (inputs,), *scheme)
    projected = outputs != cells or parts.get("projection", False)
    parts["projection"] = projected
    first, norm = memory.operands(inputs, cells, outputs, **parts)
    h = model.tensor(type, (batch, outputs), *state, variable=True)
    c = model.tensor("int16" if integer else "float32", (batch, cells),
                     2.0 ** cell_log2 if integer else None, 0 if integer else None, variable=True)
    y = model.output(type, shape + (outputs,), *state)
    carriers = None
    if integer:
        r = rng("intermediates", name, seed)
        if intermediates == 5:
            schemes = [(float(np.float32(r.uniform(1e-4, 4e-4))), 0) for _ in range(4)]
            schemes.append((0.0074, 2) if projected else state)
        else:
            schemes = [(float(np.float32(r.uniform(0.01, 0.02))), int(r.integers(-9, 9)))
                       for _ in range(12)]
            for gate in range(4):
                schemes[3 * gate] = (float(np.float32(r.uniform(1e-4, 4e-4))), 0)
        carriers = [model.tensor("int16", (0,), *s) for s in schemes]
    ins = [x] + first + [h, c] + (norm if operands == 24 else [])
    options = dict(fusedActivationFunction=activation, cellClip=cell_clip,
                   projClip=projection_clip, asymmetricQuantizeInputs=asymmetric)
    if sequence:
        model.operator("UNIDIRECTIONAL_SEQUENCE_LSTM", ins, [y], version=version or (
            3 if integer or asymmetric else 2 if weights != "float32" else 1),
            options="UnidirectionalSequenceLSTMOptions", intermediates=carriers,
            timeMajor=time_major, diagonalRecurrentTensors=diagonal, **options)
    else:
        model.operator("LSTM", ins, [y], version=version or (
            4 if integer or asymmetric else 3 if weights != "float32" else 1),
            options="LSTMOptions", kernelType=0, intermediates=carriers, **options)
    r = rng("inputs", name, seed)

    def draw():
        if integer:
            return r.integers(-128, 127, shape + (inputs,), np.int8, endpoint=True)
        return r.uniform(low, 1, shape + (inputs,)).astype(np.float32)

    list_ = [[draw()] for _ in range(runs)]
    if reset is not None:
        list_[reset] = Fresh(list_[reset])
    return Case(name, model, list_, tolerance=tolerance, remark=remark, expected=expected)


def plain(name, steps=3, batch=2, inputs=5, cells=4, runs=4, clip=2.0):
    """A memory without activation, of which LiteRT's kernels use unfinished values."""
    case = lstm(name, steps, batch, inputs, cells, activation=0, cell_clip=clip, runs=runs)
    graph, buffers = case.model.table, case.model.file.buffers

    def array(index):
        tensor = graph.tensors[graph.operators[0].inputs[index]]
        data = np.asarray(buffers[tensor.buffer].data, np.uint8).tobytes()
        return np.frombuffer(data, np.float32).reshape(tensor.shape).astype(np.float64)

    w, u, b = ([array(first + gate) for gate in range(4)] for first in (1, 5, 12))
    h, c = np.zeros((batch, cells)), np.zeros((batch, cells))
    case.expected, case.remark = [], "LiteRT's kernels use unfinished values without activation"
    for (x,) in case.runs:
        rows = []
        for row in x if steps else [x]:
            z = [row @ w[g].T + h @ u[g].T + b[g] for g in range(4)]
            i, f, o = (1 / (1 + np.exp(-z[g])) for g in (0, 1, 3))
            c = np.clip(f * c + i * z[2], -clip, clip)
            h = o * c
            rows.append(h.astype(np.float32))
        case.expected.append([np.stack(rows) if steps else rows[0]])
    return case


def variants(**common):
    """The parts that a memory may have, in several sizes."""
    yield lstm("float32", runs=20, reset=13, steps=2, inputs=3, **common)
    yield lstm("float32_cifg", cifg=True, batch=1, cells=7, **common)
    yield lstm("float32_peephole_clip", peephole=True, cell_clip=0.3, cells=9, **common)
    yield lstm("float32_projection", cells=6, outputs=3, projection_bias=True,
               projection_clip=0.2, **common)
    yield lstm("float32_projection_wide", cells=3, outputs=5, peephole=True, cifg=True, **common)
    yield lstm("float32_norm", norm=True, cells=9, inputs=17, batch=1, **common)
    yield lstm("float32_norm_all", norm=True, peephole=True, cells=6, outputs=4, cell_clip=0.5,
               projection_bias=True, **common)
    yield lstm("float32_norm_cifg", norm=True, cifg=True, **common)
    yield lstm("float32_relu6", activation=RELU6, operands=20, **common)
    yield plain("float32_plain", **common)
    yield lstm("float32_empty", batch=0, runs=1, **common)


def hybrids(**common):
    for weights, asymmetric in [("int8", False), ("int8", True), ("uint8", True)]:
        kind = f"{weights}_weights" + ("_asymmetric" if asymmetric else "")
        own = dict(weights=weights, asymmetric=asymmetric, tolerance=1e-5, **common)
        if weights == "uint8":
            yield lstm(kind, runs=3, **own)
            continue
        yield lstm(kind, runs=20, reset=11, steps=2, cells=6, inputs=11, **own)
        yield lstm(kind + "_parts", peephole=True, cifg=True, cells=6, outputs=5,
                   projection_bias=True, cell_clip=0.6, low=0.1, **own)
        yield lstm(kind + "_norm", norm=True, cells=7, batch=1, **own)


def integers(**common):
    own = dict(integer=True, **common)
    yield lstm("int8", runs=20, reset=12, cells=8, steps=2, **own)
    yield lstm("int8_cifg", cifg=True, cells=5, inputs=17, cell_log2=-12, **own)
    yield lstm("int8_peephole", peephole=True, cells=19, cell_clip=1.5, **own)
    yield lstm("int8_projection", cells=6, outputs=4, projection_bias=True, projection_clip=0.5,
               **own)
    yield lstm("int8_projection_wide", cells=3, outputs=5, **own)
    yield lstm("int8_projection_peephole", peephole=True, cells=9, outputs=4, **own)
    yield lstm("int8_norm", norm=True, cells=16, **own)
    yield lstm("int8_norm_all", norm=True, peephole=True, cifg=True, cells=20, projection=True,
               projection_bias=True, cell_log2=-9, **own)
    yield lstm("int8_empty", batch=0, runs=1, **own)


@operator("LSTM")
def single_steps():
    one = dict(steps=None)
    yield lstm("float32", runs=20, reset=13, **one)
    yield lstm("float32_norm_all", norm=True, peephole=True, cells=6, outputs=4, cell_clip=0.5,
               projection_bias=True, projection_clip=0.3, **one)
    yield lstm("float32_projection_wide", cells=3, outputs=5, peephole=True, cifg=True, **one)
    yield lstm("float32_relu6", activation=RELU6, operands=20, **one)
    yield plain("float32_plain", **one)
    yield lstm("float32_empty", batch=0, runs=1, **one)
    for asymmetric in (False, True):
        yield lstm("int8_weights" + ("_asymmetric" if asymmetric else ""), weights="int8",
                   asymmetric=asymmetric, cells=7, inputs=11, runs=8, tolerance=1e-5, **one)
    yield lstm("uint8_weights_parts", peephole=True, cifg=True, norm=True, cells=6, outputs=5,
               weights="uint8", tolerance=1e-5, **one)
    own = dict(integer=True, **one)
    yield lstm("int8", runs=20, reset=12, **own)
    yield lstm("int8_parts", norm=True, peephole=True, cifg=True, cells=20, outputs=17,
               projection_bias=True, projection_clip=0.6, cell_log2=-9, **own)
    yield lstm("int8_empty", batch=0, runs=1, **own)
    yield lstm("int8_bytes", steps=None, integer=True, intermediates=12, cifg=True, norm=True,
               cells=8, outputs=6, projection_bias=True, cell_log2=-15, runs=10, reset=6,
               cell_clip=0.7, projection_clip=0.6)


@operator("LSTM")
def basic():
    for type in ("float32", "uint8"):
        for variable in (True, False):
            r = rng("basic", type)
            model = Model()
            batch, inputs, cells = 2, 11, 5
            quantized = type == "uint8"
            scheme = (1 / 128, 128) if quantized else (None, None)
            word = ("int16", (2.0 ** -11, 0)) if quantized else ("float32", (None, None))
            x = model.input(type, (batch, inputs), *scheme)
            make = model.tensor if variable else model.input
            more = dict(variable=True) if variable else {}
            h = make(type, (batch, cells), *scheme, **more)
            shape = (4 * cells, inputs + cells)
            if quantized:
                data = r.integers(0, 255, shape, np.uint8, endpoint=True)
                w = model.constant(data, scale=0.006, zero=119)
                b = model.constant(r.integers(-9000, 9000, (4 * cells,), np.int32),
                                   scale=0.006 / 128, zero=0)
            else:
                w = model.constant(r.uniform(-0.5, 0.5, shape).astype(np.float32))
                b = model.constant(r.uniform(-0.5, 0.5, (4 * cells,)).astype(np.float32))
            c = make(word[0], (batch, cells), *word[1], **more)
            outs = [model.output(type, (batch, cells), *scheme),
                    model.output(word[0], (batch, cells), *word[1]),
                    model.output(type, (batch, inputs + cells), *scheme),
                    model.output(word[0], (batch, 4 * cells), 2.0 ** -12 if quantized else None,
                                 0 if quantized else None)]
            model.operator("LSTM", [x, h, w, b, c], outs, version=2, options="LSTMOptions",
                           kernelType=1, fusedActivationFunction=TANH)
            runs = []
            for _ in range(6):
                run = [r.integers(0, 255, (batch, inputs), np.uint8, endpoint=True) if quantized
                       else r.uniform(-1, 1, (batch, inputs)).astype(np.float32)]
                if not variable:
                    if quantized:
                        run += [r.integers(0, 255, (batch, cells), np.uint8, endpoint=True),
                                r.integers(-9000, 9000, (batch, cells), np.int16)]
                    else:
                        run += [r.uniform(-1, 1, (batch, cells)).astype(np.float32)
                                for _ in range(2)]
                runs.append(run)
            yield Case(f"{type}_basic" + ("" if variable else "_given"), model, runs)


@operator("UNIDIRECTIONAL_SEQUENCE_LSTM")
def sequences():
    yield from variants()
    yield from hybrids()
    yield from integers()
    for kind in (dict(), dict(weights="int8", tolerance=1e-5), dict(integer=True)):
        name = "int8" if "integer" in kind else "int8_weights" if kind else "float32"
        yield lstm(f"{name}_batch_major", time_major=False, batch=3, cells=5, **kind)
    yield lstm("float32_diagonal", diagonal=True, version=4)
    yield lstm("int8_weights_diagonal", diagonal=True, weights="int8", version=4, tolerance=1e-5)
    yield lstm("float32_no_steps", steps=0, runs=1)


def spoiled(case, change):
    """A case whose node or tensors are changed into something wrong."""
    change(case.model.table.operators[0], case.model.table.tensors)
    case.refused, case.runs = True, case.runs[:1]
    return case


def refusals(steps, integer):
    own = dict(steps=steps, cells=3, inputs=2, batch=1)

    def changed(name, change, **more):
        return spoiled(lstm(f"refused_{name}", **own, **more), change)

    def shape(position, value):
        return lambda node, tensors: setattr(tensors[node.inputs[position]], "shape", value)

    def left_out(*positions):
        def change(node, tensors):
            for position in positions:
                node.inputs[position] = -1
        return change

    yield changed("no_variable", lambda node, tensors: node.inputs.__setitem__(18, node.inputs[13]))
    yield changed("weights_shape", shape(6, [2, 3]))
    yield changed("state_shape", shape(19, [1, 4]))
    yield changed("half_coupled", left_out(1))
    yield changed("half_peephole", left_out(10), peephole=True)
    yield changed("no_bias", left_out(13))
    yield changed("too_few", lambda node, tensors: node.inputs.pop())
    yield changed("negative_clip", lambda node, tensors: None, cell_clip=-1.0)
    if integer:
        yield changed("intermediates", lambda node, tensors: node.intermediates.pop(),
                      integer=True)
        yield changed("cell_scale", lambda node, tensors: setattr(
            tensors[node.inputs[19]].quantization, "scale", [0.0007]), integer=True)


@operator("UNIDIRECTIONAL_SEQUENCE_LSTM")
def refused_sequences():
    yield from refusals(2, integer=True)


@operator("LSTM")
def refused_steps():
    yield from refusals(None, integer=False)


def bidirectional(name, steps=3, batch=2, inputs=5, cells=(4, 4), outputs=None, merged=False,
                  weights="float32", time_major=True, asymmetric=False, auxiliary=None,
                  linked=True, cell_clip=0.0, runs=4, reset=None, tolerance=1e-6, expected=None,
                  remark="", **parts):
    """A case of BIDIRECTIONAL_SEQUENCE_LSTM."""
    model = Model()
    memory = Memory(model, f"both/{name}", weights)
    shape = (steps, batch) if time_major else (batch, steps)
    outputs = outputs or cells
    ins = [model.input("float32", shape + (inputs,))]
    extra = model.input("float32", shape + (auxiliary,)) if auxiliary else -1
    for direction in range(2):
        width = inputs if direction == 0 or linked or not auxiliary else auxiliary
        projected = dict(parts, projection=outputs[direction] != cells[direction])
        ins += memory.operands(width, cells[direction], outputs[direction], **projected)[0]
    for direction in range(2):
        ins += [model.tensor("float32", (batch, width), variable=True)
                for width in (outputs[direction], cells[direction])]
    ins.append(extra)
    for direction in range(2):
        for gate in range(4):
            there = auxiliary and linked and not (gate == 0 and parts.get("cifg"))
            ins.append(memory.matrix(cells[direction], auxiliary) if there else -1)
    widths = [sum(outputs)] if merged else outputs
    outs = [model.output("float32", shape + (width,)) for width in widths]
    model.operator(
        "BIDIRECTIONAL_SEQUENCE_LSTM", ins, outs,
        version=3 if asymmetric else 2 if weights != "float32" else 1,
        options="BidirectionalSequenceLSTMOptions", fusedActivationFunction=TANH,
        mergeOutputs=merged, timeMajor=time_major, cellClip=cell_clip,
        asymmetricQuantizeInputs=asymmetric)
    r = rng("both", name)
    depths = [inputs] + ([auxiliary] if auxiliary else [])
    list_ = [[r.uniform(-1, 1, shape + (d,)).astype(np.float32) for d in depths]
             for _ in range(runs)]
    if reset is not None:
        list_[reset] = Fresh(list_[reset])
    return Case(name, model, list_, tolerance=tolerance, expected=expected, remark=remark)


def transposed(name, **own):
    """A batch-major case in which LiteRT is wrong, with its answers to the time-major twin."""
    case = bidirectional(name, time_major=False, batch=3, **own)
    twin = bidirectional(name, time_major=True, batch=3, **own)
    for run, other in zip(case.runs, twin.runs):
        other[:] = [value.swapaxes(0, 1) for value in run]
    state, answers = peer.run(twin.model.bytes(), twin.runs, "reference")
    assert state == "ok", answers
    case.expected = [[value.swapaxes(0, 1) for value in run] for run in answers]
    case.remark = "LiteRT writes outside the states of merged outputs if the batch comes first"
    return case


@operator("BIDIRECTIONAL_SEQUENCE_LSTM")
def both_directions():
    yield transposed("float32_batch_major_merged_sequences", merged=True)
    yield bidirectional("float32", runs=20, reset=9, steps=2, cells=(3, 3), inputs=3)
    yield bidirectional("float32_merged", merged=True, peephole=True, cell_clip=0.4)
    yield bidirectional("float32_projection", cells=(5, 5), outputs=(4, 4), projection_bias=True,
                        time_major=False, cifg=True)
    yield bidirectional("float32_auxiliary", auxiliary=7, merged=True)
    yield bidirectional("float32_stacked", auxiliary=5, linked=False)
    yield bidirectional("float32_empty", batch=0, runs=1)
    for asymmetric in (False, True):
        kind = "int8_weights" + ("_asymmetric" if asymmetric else "")
        own = dict(weights="int8", asymmetric=asymmetric, tolerance=1e-5)
        yield bidirectional(kind, merged=True, peephole=True, **own)
        yield bidirectional(kind + "_auxiliary", auxiliary=6, time_major=False, cifg=True, **own)
