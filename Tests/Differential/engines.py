"""Runs a graph in LiteRT and in Swiftlet, and compares what they give."""
import collections
import dataclasses
import json
import multiprocessing
import os
import pathlib
import random
import subprocess
import sys
import tempfile

import numpy as np

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "Fixtures/operators/build"))

import peer  # noqa: E402  (it lies beside the recorded cases)

# How far a float may be off, relative to the largest magnitude of its tensor. Sums of a few hundred
# products in another order differ by some tens of units of 2^-24 = 6e-8, approximations of
# exponentials by two or three units each, and graphs have up to ten nodes.
FLOAT_BOUND = 1e-5

# The least magnitude that counts as the largest of a tensor: inputs lie between -3 and 3, so that
# smaller results are what is left of differences of them.
SMALLEST = 1e-3

# The same for half precision: two units in the last place of the largest number.
HALF_BOUND = 2.0 ** -9

# A float that is further off counts as ill-conditioned instead of wrong if LiteRT's own sets of
# kernels, which differ in nothing but the order of roundings, are this much of the distance apart.
CONDITION = 4

# A LiteRT process is replaced after so many graphs, as a faulty kernel may have spoilt its memory.
GRAPHS_PER_PROCESS = 200


def _serve(pipe):
    null = os.open(os.devnull, os.O_WRONLY)
    os.dup2(null, 1)
    os.dup2(null, 2)
    while True:
        try:
            pipe.send(peer.answers(*pipe.recv()))
        except EOFError:
            return


class LiteRT:
    """The peer in a process that may crash."""

    def __init__(self):
        self.process = None

    def run(self, data, runs, engine, timeout=60):
        """("ok", outputs of each run), ("refused", text), ("crashed", "") or ("hung", "")."""
        if self.process is None or self.graphs == GRAPHS_PER_PROCESS:
            self._start()
        self.graphs += 1
        try:
            self.pipe.send((data, runs, engine))
            if self.pipe.poll(timeout):
                return self.pipe.recv()
            self.close()
            return "hung", ""
        except (EOFError, ConnectionError):
            self.close()
            return "crashed", ""

    def run_alone(self, data, runs, engine):
        """The same in a process that has run nothing before."""
        self.close()
        result = self.run(data, runs, engine)
        self.close()
        return result

    def _start(self):
        self.close()
        context = multiprocessing.get_context("fork")
        self.pipe, theirs = context.Pipe()
        self.process = context.Process(target=_serve, args=(theirs,), daemon=True)
        self.process.start()
        theirs.close()
        self.graphs = 0

    def close(self):
        if self.process is not None:
            self.pipe.close()
            self.process.kill()
            self.process.join()
            self.process = None


@dataclasses.dataclass(frozen=True)
class Setting:
    """How a graph is run by Swiftlet, and by which of LiteRT's kernels."""
    arithmetic: str = "litert"
    isa: str = "avx512"
    threads: int = 1
    more: tuple = ()

    @property
    def flags(self):
        return ["--arithmetic", self.arithmetic, "--isa", self.isa, "--threads",
                str(self.threads), *self.more]

    @staticmethod
    def drawn(seed):
        """A setting for a graph; the default arithmetic is what most users get."""
        r = random.Random(f"setting {seed}")
        return Setting(
            r.choice(["litert", "litert", "litert", "reference"]),
            r.choice(["portable", "avx2", "avx512", "avx512"]), r.choice([1, 2]),
            r.choice([(), (), ("--gemm", "own"), ("--winograd", "off")]))


class Swiftlet:
    """The built command."""

    def __init__(self, path):
        self.path = str(path)
        self.folder = tempfile.TemporaryDirectory(prefix="differential-")

    def run(self, data, runs, shapes, setting, timeout=60):
        """The outputs of each run; `shapes` are those of the inputs in the file."""
        folder = pathlib.Path(self.folder.name)
        (folder / "model.tflite").write_bytes(data)
        write_runs(folder, runs, shapes)
        command = [self.path, "run", str(folder / "model.tflite"), "--cases",
                   str(folder / "cases.json"), "--json", *setting.flags]
        try:
            done = subprocess.run(command, capture_output=True, text=True, timeout=timeout)
        except subprocess.TimeoutExpired:
            return "hung", ""
        if done.returncode != 0:
            text = done.stderr.strip()[-300:]
            return ("refused" if done.returncode in (1, 2) else "crashed"), text
        results = []
        for line in done.stdout.splitlines():
            if not line.startswith("{"):
                return "crashed", f"printed {line}"
            outputs = json.loads(line)["outputs"]
            results.append([_read(output) for output in outputs])
        return "ok", results


def write_runs(folder, runs, shapes):
    """The inputs of runs, and `cases.json` that lists them."""
    cases = []
    for number, run in enumerate(runs):
        case = {"inputs": {}, "outputDir": str(folder / f"out{number}")}
        for key, value in enumerate(run):
            if value.dtype == object:
                file = folder / f"{number}_{key}.json"
                file.write_text(json.dumps([v.decode() for v in value.reshape(-1)]))
            else:
                file = folder / f"{number}_{key}.npy"
                np.save(file, value)
            case["inputs"][str(key)] = str(file)
        new = [list(value.shape) for value in run]
        if new != shapes:
            case["resize"] = {str(key): shape for key, shape in enumerate(new)}
        shapes = new
        cases.append(case)
    (folder / "cases.json").write_text(json.dumps(cases))


def _read(output):
    if output["file"].endswith(".json"):
        words = json.loads(pathlib.Path(output["file"]).read_text())
        return peer.strings([word.encode() for word in words], output["shape"])
    return np.load(output["file"])


@dataclasses.dataclass(frozen=True)
class Difference:
    """How an output differs; `one` if it is an integer that is off by one."""
    text: str
    one: bool = False
    distance: float = 0.0


def difference(ours, theirs):
    """The difference between an output of both engines, or None if it is within the bounds."""
    if ours.shape != theirs.shape:
        return Difference(f"shape {ours.shape} instead of {theirs.shape}")
    if theirs.dtype == object:
        return None if (ours == theirs).all() else Difference("other strings")
    kind = theirs.dtype.kind
    if kind in "iub":
        if np.array_equal(ours, theirs):
            return None
        wrong = int((ours != theirs).sum())
        wide = np.abs(ours.astype(np.float64) - theirs.astype(np.float64)).max()
        return Difference(f"{wrong} of {ours.size} integers, by up to {wide:g}", wide <= 1)
    bound = HALF_BOUND if theirs.dtype.itemsize == 2 else FLOAT_BOUND
    distance = relative_distance(ours, theirs)
    if distance <= bound:
        return None
    return Difference(f"floats off by {distance:.3g} of the largest", distance=distance)


def relative_distance(ours, theirs):
    """The largest distance, relative to the largest finite magnitude; NaN and infinity are equal
    only to themselves."""
    if theirs.dtype.kind == "c":
        ours, theirs = (np.stack([v.real, v.imag]) for v in (ours, theirs))
    a, b = ours.astype(np.float64), theirs.astype(np.float64)
    odd = ~(np.isfinite(a) & np.isfinite(b))
    if not np.array_equal(a[odd], b[odd], equal_nan=True):
        return np.inf
    a, b = a[~odd], b[~odd]
    if not a.size or np.array_equal(a, b):
        return 0.0
    return float(np.abs(a - b).max() / max(np.abs(b).max(), SMALLEST))


@dataclasses.dataclass
class Verdict:
    """What became of a graph: `kind` is one of KINDS."""
    kind: str
    text: str = ""
    runs: int = 0


KINDS = ("equal", "off by one", "ill-conditioned", "both refuse", "LiteRT refuses",
         "LiteRT crashes", "mismatch")


# Operators whose reference kernels are wrong, as remarks of `docs/operators.md` say; graphs with
# them are compared in the default arithmetic only.
NOT_FOLLOWED = {"LOCAL_RESPONSE_NORMALIZATION", "SUM"}


class Comparison:
    """Both engines side by side."""

    def __init__(self, path):
        self.litert, self.swiftlet = LiteRT(), Swiftlet(path)

    def close(self):
        self.litert.close()
        self.swiftlet.folder.cleanup()

    def verdict(self, graph, setting):
        """Runs a `Made` in both engines, and once more before a mismatch is told."""
        verdict = self._verdict(graph, setting, self.litert.run)
        if verdict.kind == "mismatch":
            verdict = self._verdict(graph, setting, self.litert.run_alone)
        return verdict

    def _verdict(self, graph, setting, run):
        data = graph.model.bytes()
        if NOT_FOLLOWED & set(graph.operators):
            setting = dataclasses.replace(setting, arithmetic="litert")
        state, theirs = run(data, graph.runs, setting.arithmetic)
        if state == "refused" and setting.arithmetic == "reference" and _lacks_kernel(theirs):
            setting = dataclasses.replace(setting, arithmetic="litert")
            state, theirs = run(data, graph.runs, "litert")
        engine = setting.arithmetic
        shapes = [list(graph.model.table.tensors[i].shape) for i in graph.model.table.inputs]
        ours_state, ours = self.swiftlet.run(data, graph.runs, shapes, setting)
        if ours_state in ("crashed", "hung"):
            return Verdict("mismatch", f"Swiftlet {ours_state}: {ours}")
        if state != "ok":
            if state != "refused":
                return Verdict("LiteRT crashes", state)
            kind = "both refuse" if ours_state == "refused" else "LiteRT refuses"
            return Verdict(kind, str(theirs).strip()[-300:])
        if ours_state == "refused":
            # Where only one set of LiteRT's kernels runs a graph, it leaves out a check.
            others = [self.litert.run(data, graph.runs, other)[0]
                      for other in peer.ENGINES if other != engine]
            if "refused" in others:
                return Verdict("both refuse", ours)
            return Verdict("mismatch", f"Swiftlet refuses: {ours}")
        return self._compare(graph, ours, theirs, data, engine)

    def _compare(self, graph, ours, theirs, data, engine):
        kinds = collections.Counter()
        for number, (mine, other) in enumerate(zip(ours, theirs, strict=True)):
            if graph.count is not None:
                mine, other = (_counted(list_, graph.count) for list_ in (mine, other))
            for index, (a, b) in enumerate(zip(mine, other, strict=True)):
                found = difference(a, b)
                if found is None:
                    continue
                if found.one and index in graph.rough:
                    kinds["off by one"] += 1
                elif found.distance and self._is_ill_conditioned(
                        graph, data, engine, number, index, b, found.distance):
                    kinds["ill-conditioned"] += 1
                else:
                    return Verdict("mismatch", f"run {number}, output {index}: {found.text}")
        kind = "ill-conditioned" if kinds["ill-conditioned"] else (
            "off by one" if kinds["off by one"] else "equal")
        return Verdict(kind, runs=len(theirs))

    def _is_ill_conditioned(self, graph, data, engine, number, index, answer, distance):
        """Whether LiteRT's own kernels are as far apart."""
        for other in peer.ENGINES:
            if other != engine:
                state, answers = self.litert.run(data, graph.runs, other)
                if state == "ok" and answers[number][index].shape == answer.shape and (
                        CONDITION * relative_distance(answers[number][index], answer) >= distance):
                    return True
        return False


def _counted(outputs, count):
    """The outputs without the entries that the counting one leaves out."""
    number = int(outputs[count].reshape(-1)[0])
    return [value if index == count else value[:, :number] for index, value in enumerate(outputs)]


def _lacks_kernel(text):
    return any(words in text for words in ("Registration", "find op", "builtin_code"))
