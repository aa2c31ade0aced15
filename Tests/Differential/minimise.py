"""Makes a graph smaller while both engines still disagree about it, and writes it down."""
import copy
import pathlib
import shlex
import time

import numpy as np

from engines import peer, write_runs
from facts import LIMITS

ARRAYS = {peer.TYPES[name] for name in peer.NUMPY}


class Minimiser:
    """Tries simplifications one by one and keeps those after which the mismatch remains.

    seconds: When to stop trying.
    """

    def __init__(self, comparison, setting, seconds=60):
        self.comparison, self.setting = comparison, setting
        self.deadline = time.monotonic() + seconds

    def minimise(self, made):
        """The smallest graph that was found, and its verdict."""
        self.best = made
        self.verdict = self.comparison.verdict(made, self.setting)
        self.kind = _kind(self.verdict)
        changed = self.verdict.kind == "mismatch"
        while changed:
            changed = False
            for simplify in (runs_dropped, outputs_dropped, operators_bypassed, starts_cut,
                             shapes_shrunk, numbers_cleared, schemes_simplified,
                             options_cleared):
                changed |= self._try(simplify)
        return self.best, self.verdict

    def _try(self, simplify):
        changed = False
        tried = simplify(self.best, self.comparison)
        for candidate in tried:
            if time.monotonic() > self.deadline:
                return False
            if candidate is None:
                continue
            verdict = self.comparison.verdict(candidate, self.setting)
            if verdict.kind == "mismatch" and _kind(verdict) == self.kind:
                self.best, self.verdict, changed = candidate, verdict, True
                # What was proposed about the former graph may not fit the smaller one.
                if simplify is not numbers_cleared:
                    return self._try(simplify) or True
        return changed


def _kind(verdict):
    return verdict.text.split(":")[0] if verdict.text.startswith("Swiftlet") else "numbers"


def runs_dropped(made, _):
    for number in range(len(made.runs)):
        if len(made.runs) > 1:
            candidate = copy.deepcopy(made)
            del candidate.runs[number]
            yield candidate


def outputs_dropped(made, _):
    """One output only; then without each one."""
    if made.count is not None:
        return
    outputs = made.model.table.outputs
    choices = [[i] for i in range(len(outputs))] if len(outputs) > 1 else []
    if len(outputs) > 2:
        choices += [[j for j in range(len(outputs)) if j != i] for i in range(len(outputs))]
    for kept in choices:
        candidate = copy.deepcopy(made)
        candidate.model.table.outputs = [outputs[i] for i in kept]
        candidate.rough = {kept.index(i) for i in made.rough if i in kept}
        yield pruned(candidate)


def operators_bypassed(made, _):
    """Without an operator, also of an inner graph, whose result is like its operand."""
    for place, whole in enumerate(made.model.file.subgraphs):
        for number, node in enumerate(whole.operators):
            for source in node.inputs:
                if source < 0 or len(node.outputs) != 1:
                    continue
                a, b = whole.tensors[source], whole.tensors[node.outputs[0]]
                if (a.type, list(a.shape), _scheme(a)) != (b.type, list(b.shape), _scheme(b)):
                    continue
                candidate = copy.deepcopy(made)
                graph = candidate.model.file.subgraphs[place]
                del graph.operators[number]
                for other in graph.operators:
                    other.inputs = [source if i == node.outputs[0] else i for i in other.inputs]
                graph.outputs = [source if i == node.outputs[0] else i for i in graph.outputs]
                yield pruned(candidate)


def _scheme(tensor):
    q = tensor.quantization
    return None if q is None or q.scale is None else (list(q.scale), list(q.zeroPoint))


def starts_cut(made, comparison):
    """Beginning at a tensor in the middle, with the numbers that LiteRT gives it."""
    graph = made.model.table
    for node in graph.operators[::-1]:
        for index in node.outputs:
            tensor = graph.tensors[index]
            if index in graph.outputs or tensor.type not in ARRAYS:
                continue
            probe = copy.deepcopy(made)
            probe.model.table.outputs = [index]
            state, answers = comparison.litert.run(probe.model.bytes(), probe.runs, "litert")
            if state != "ok" or any(not answer[0].size for answer in answers):
                continue
            candidate = copy.deepcopy(made)
            inner = candidate.model.table
            inner.operators = [n for n in inner.operators if index not in n.outputs]
            inner.inputs = list(inner.inputs) + [index]
            inner.tensors[index].shape = list(answers[0][0].shape)
            inner.tensors[index].shapeSignature = None
            for run, answer in zip(candidate.runs, answers):
                run.append(answer[0])
            yield pruned(candidate)


INNER = ("thenSubgraphIndex", "elseSubgraphIndex", "condSubgraphIndex", "bodySubgraphIndex",
         "initSubgraphIndex", "decompositionSubgraphIndex", "updateComputationSubgraphIndex",
         "branchSubgraphIndices")


def _keep_needed(graph):
    """Leaves the operators that outputs need, and those without results; tells whether any are."""
    needed, kept = set(graph.outputs), []
    for node in reversed(graph.operators):
        if not node.outputs or needed & set(node.outputs):
            kept.append(node)
            needed |= {i for i in node.inputs if i >= 0}
    graph.operators = kept[::-1]
    return needed if kept else None


def _clear_unreachable(file):
    """Empties inner graphs that nothing calls any more."""
    reached, todo = set(), [0]
    while todo:
        number = todo.pop()
        if number in reached or not 0 <= number < len(file.subgraphs):
            continue
        reached.add(number)
        if number:
            _keep_needed(file.subgraphs[number])
        for node in file.subgraphs[number].operators:
            for options in (node.builtinOptions, node.builtinOptions2):
                for name in INNER:
                    todo += np.atleast_1d(getattr(options, name, [])).astype(int).tolist()
    for number, graph in enumerate(file.subgraphs):
        if number not in reached:
            graph.inputs, graph.outputs, graph.operators, graph.tensors = [], [], [], []


def pruned(made):
    """Without the operators, inputs and tensors that no output needs; None if nothing is left."""
    graph, file = made.model.table, made.model.file
    needed = _keep_needed(graph)
    if needed is None:
        return None
    _clear_unreachable(file)
    used = [i for i, index in enumerate(graph.inputs) if index in needed]
    graph.inputs = [graph.inputs[i] for i in used]
    made.runs = [[run[i] for i in used] for run in made.runs]
    for node in graph.operators:
        needed |= set(node.outputs) | set(node.intermediates or [])
    order = sorted(needed)
    place = {old: new for new, old in enumerate(order)} | {-1: -1}
    graph.tensors = [graph.tensors[i] for i in order]
    graph.inputs = [place[i] for i in graph.inputs]
    graph.outputs = [place[i] for i in graph.outputs]
    for node in graph.operators:
        node.inputs = [place[i] for i in node.inputs]
        node.outputs = [place[i] for i in node.outputs]
        if node.intermediates is not None:
            node.intermediates = [place[i] for i in node.intermediates]
    buffers = [file.buffers[0]]
    for inner in file.subgraphs:
        for tensor in inner.tensors:
            if tensor.buffer:
                buffers.append(file.buffers[tensor.buffer])
                tensor.buffer = len(buffers) - 1
    file.buffers = buffers
    nodes = [node for inner in file.subgraphs for node in inner.operators]
    codes = sorted({node.opcodeIndex for node in nodes})
    for node in nodes:
        node.opcodeIndex = codes.index(node.opcodeIndex)
    file.operatorCodes = [file.operatorCodes[i] for i in codes]
    return made


def shapes_shrunk(made, _):
    """Inputs of one element, or of half as many, along an axis."""
    for key, value in enumerate(made.runs[0]):
        if value.dtype == object:
            continue
        for axis, extent in enumerate(value.shape):
            for less in sorted({1, extent // 2, extent - 1}):
                if 0 < less < extent and all(run[key].ndim > axis for run in made.runs):
                    candidate = copy.deepcopy(made)
                    for run in candidate.runs:
                        run[key] = np.ascontiguousarray(run[key].take(range(
                            min(less, run[key].shape[axis])), axis))
                    tensors = candidate.model.table
                    tensors.tensors[tensors.inputs[key]].shape = list(
                        candidate.runs[0][key].shape)
                    yield candidate


def numbers_cleared(made, _):
    """Zeros instead of parts of the inputs."""
    for number, run in enumerate(made.runs):
        for key, value in enumerate(run):
            if value.dtype == object or not value.any():
                continue
            parts = 4 if value.size >= 4 else 1
            for part in np.array_split(np.arange(value.size), parts):
                candidate = copy.deepcopy(made)
                candidate.runs[number][key].reshape(-1)[part] = 0
                yield candidate


def schemes_simplified(made, _):
    """Round scales, and no zero points."""
    limits = {peer.TYPES[name]: value for name, value in LIMITS.items()}
    for index, tensor in enumerate(made.model.table.tensors):
        if _scheme(tensor) is None or tensor.type not in limits:
            continue
        q = tensor.quantization
        for scales, zeros in (([0.5] * len(q.scale), list(q.zeroPoint)),
                              (list(q.scale), [0] * len(q.scale))):
            if (scales, zeros) != _scheme(tensor):
                candidate = copy.deepcopy(made)
                changed = candidate.model.table.tensors[index].quantization
                changed.scale, changed.zeroPoint = scales, zeros
                yield candidate


def options_cleared(made, _):
    """Without fused activations."""
    for number, node in enumerate(made.model.table.operators):
        if getattr(node.builtinOptions, "fusedActivationFunction", 0):
            candidate = copy.deepcopy(made)
            candidate.model.table.operators[number].builtinOptions.fusedActivationFunction = 0
            yield candidate


def write(made, verdict, setting, cli, folder):
    """Writes model, inputs, the answers of LiteRT and a line to run it; returns that line."""
    folder = pathlib.Path(folder).resolve()
    folder.mkdir(parents=True, exist_ok=True)
    data = made.model.bytes()
    (folder / "model.tflite").write_bytes(data)
    shapes = [list(made.model.table.tensors[i].shape) for i in made.model.table.inputs]
    write_runs(folder, made.runs, shapes)
    state, answers = peer.run(data, made.runs, setting.arithmetic)
    if state == "ok":
        for number, run in enumerate(answers):
            for key, value in enumerate(run):
                if value.dtype != object:
                    np.save(folder / f"expected{number}_{key}.npy", value)
    command = shlex.join([cli, "run", str(folder / "model.tflite"), "--cases",
                          str(folder / "cases.json"), *setting.flags])
    (folder / "reproduce.txt").write_text(
        f"{command}\n\n{verdict.text}\n{' '.join(made.operators)}\n")
    return command
