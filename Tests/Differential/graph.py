"""Builds random graphs out of the steps of the domains.

A step adds one operator, or a few that belong together, to a `Graph`. It takes operands out of the
pool of tensors so far, or lets the graph make new inputs, and raises `Skip` where what it needs is
not there. A graph of one step is a test of that operator alone at an odd size; one of ten is a
network in which engines fold, fuse and share memory.
"""
import dataclasses
import math
import random

import numpy as np

from engines import peer
from facts import FLOATS, INEXACT, JUMPING, LIMITS, REFERENCE_VERSIONS, VERSIONS

STEPS = {}


def step(domain, weight=1):
    """Marks a function that adds to a graph as a step of a domain."""
    def mark(function):
        STEPS.setdefault(domain, []).append((weight, function))
        return function
    return mark


class Skip(Exception):
    """Raised by a step that cannot be taken in this graph."""


@dataclasses.dataclass(eq=False)
class Tensor:
    """A tensor of a graph, and what is known about it in the first run.

    scale, zero: Of quantised activations, else None.
    inexact: Whether approximated floats went into it.
    rough: Whether its integers were rounded from such floats.
    dynamic: Whether LiteRT knows its shape only while it runs.
    value: The numbers of a list of integers that a graph computes from shapes, else None.
    """
    index: int
    type: str
    shape: tuple
    scale: float | None = None
    zero: int | None = None
    inexact: bool = False
    rough: bool = False
    dynamic: bool = False
    constant: bool = False
    value: tuple | None = None

    @property
    def size(self):
        return math.prod(self.shape)

    @property
    def rank(self):
        return len(self.shape)

    @property
    def scheme(self):
        return self.scale, self.zero


@dataclasses.dataclass
class Made:
    """A whole graph, ready to run.

    runs: A list of arrays for each run, one array for each input.
    rough: The positions of outputs whose integers were rounded from approximated floats.
    count: The position of the output that tells how many entries of the others' second axis mean
        something, or None.
    """
    model: peer.Model
    runs: list
    rough: set = dataclasses.field(default_factory=set)
    count: int | None = None

    @property
    def operators(self):
        """The names of all operators, those of inner graphs included."""
        names = {value: name for name, value in peer.CODES.items()}
        codes = self.model.file.operatorCodes
        return [codes[node.opcodeIndex].customCode or names[codes[node.opcodeIndex].builtinCode]
                for graph in self.model.file.subgraphs for node in graph.operators]


class Graph:
    """A graph that grows; inner graphs share model and random numbers with the one around them."""

    def __init__(self, seed, parent=None, odd=False):
        """`odd` makes what no converter writes; the rest of a seed's graph stays the same."""
        self.seed, self.parent = seed, parent
        self.oddities = parent.oddities if parent else random.Random(f"odd/{seed}") if odd else None
        self.random = parent.random if parent else random.Random(seed)
        self.model = parent.model if parent else peer.Model()
        self.graph = self.model.subgraph("inner") if parent else self.model
        self.number = len(self.model.file.subgraphs) - 1
        self.depth = parent.depth + 1 if parent else 0
        self.pool, self.ends, self.inputs, self.wants = [], [], [], ()
        self.is_closed, self.made = False, None
        self.root = parent.root if parent else self
        if parent is None:
            self.runs_resized, self.fixed_extents = True, set()

    @property
    def is_resizable(self):
        """Whether inputs may change their shapes in later runs; inner graphs decide for all."""
        return self.root.runs_resized

    @is_resizable.setter
    def is_resizable(self, value):
        self.root.runs_resized = value

    # Random numbers

    def chance(self, probability):
        return self.random.random() < probability

    def is_odd(self, probability=0.3):
        return self.oddities is not None and self.oddities.random() < probability

    def choice(self, *values):
        return self.random.choice(values)

    def uniform(self, low, high):
        """A number that 32-bit floats hold."""
        return float(np.float32(self.random.uniform(low, high)))

    def array(self, type, shape, low=None, high=None):
        """Random numbers: floats between -3 and 3 and whole ranges of 8 bits unless it is said."""
        r = np.random.default_rng(self.random.getrandbits(64))
        if type == "string":
            words = [b"a", b"bb", b"", b"ccc", "é".encode(), b"d" * 40, b"one two", b"B\tc d"]
            return peer.strings([self.random.choice(words) for _ in range(math.prod(shape))], shape)
        dtype = peer.NUMPY[type]
        if type in FLOATS:
            return r.uniform(-3 if low is None else low, 3 if high is None else high,
                             shape).astype(dtype)
        if type.startswith("complex"):
            return (r.uniform(-3, 3, shape) + 1j * r.uniform(-3, 3, shape)).astype(dtype)
        if type == "bool":
            return r.integers(0, 2, shape).astype(dtype)
        limits = LIMITS.get(type, (0 if type[0] == "u" else -50, 50))
        low = limits[0] if low is None else low
        return r.integers(low, (limits[1] if high is None else high) + 1, shape).astype(dtype)

    def extents(self, ranks=(1, 2, 3, 4), largest=8):
        """A shape of at most some hundred elements; once in forty it is empty."""
        r = self.random
        shape = [r.choice([1, 1, 2, 3, 4, 5, 7, 8]) for _ in range(r.choice(ranks))]
        shape = [min(v, largest, 3 if len(shape) > 4 else 9) for v in shape]
        if shape and r.random() < 0.2:
            shape[-1] = min(largest, r.choice([1, 9, 16, 17, 33]))
        if shape and r.random() < 0.025:
            shape[r.randrange(len(shape))] = 0
        return tuple(shape)

    def scheme(self, type):
        """A scale and a zero point, often those of another tensor."""
        if type not in LIMITS:
            return None, None
        old = [t for t in self.pool if t.type == type and t.scale]
        if old and self.chance(0.5):
            return self.random.choice(old).scheme
        scale = self.choice(0.05, 0.1, 0.0234, 0.5, 1 / 128, self.uniform(0.004, 0.2))
        return scale, 0 if type == "int16" or self.chance(0.3) else self.random.randint(
            *LIMITS[type])

    # Tensors

    def input(self, type, shape, scheme=None, fill=None):
        """A new input; `fill(shape)` draws its numbers, and is called for each run."""
        if self.is_closed:
            raise Skip
        scale, zero = self.scheme(type) if scheme is None else scheme
        tensor = Tensor(self.graph.input(type, shape, scale, zero), type, tuple(shape), scale, zero)
        self.inputs.append((tensor, fill or (lambda shape: self.array(type, shape))))
        self._offer(tensor)
        return tensor

    def constant(self, data, scheme=(None, None), type=None, shape=None, axis=0):
        """A constant of numbers, or of packed bytes with a type and a shape."""
        data = data if isinstance(data, bytes) else np.asarray(data)
        index = self.graph.constant(data, type, shape, *scheme, axis=axis)
        if type is None:
            type = next(k for k, v in peer.NUMPY.items() if np.dtype(v) == data.dtype)
        shape = data.shape if shape is None else shape
        scale = scheme[0] if isinstance(scheme[0], (float, int)) else None
        return Tensor(index, type, tuple(shape), scale, scheme[1], constant=True)

    def ints(self, *values, type=np.int32):
        """A constant list of integers."""
        tensor = self.constant(np.array(values, type))
        tensor.value = values
        return tensor

    def int(self, value, type=np.int32):
        """A constant integer."""
        return self.constant(np.array(value, type))

    def new(self, type, shape, scheme=None, dynamic=False):
        """A result; of one that is `dynamic`, the file may not tell all of the shape."""
        scale, zero = self.scheme(type) if scheme is None else scheme
        shape = tuple(int(v) for v in shape)
        told = self.told(shape) if dynamic else list(shape)
        signature = [-1] * len(told) if dynamic and told and self.chance(0.5) else None
        index = self.graph.tensor(type, told, scale, zero, signature=signature)
        return Tensor(index, type, shape, scale, zero, dynamic=dynamic)

    def told(self, shape):
        """What the file may state for a tensor whose shape a run tells."""
        ones = [1] * len(shape)
        return self.choice(ones, [], ones[1:] + list(shape[-1:]), list(shape))

    def like(self, tensor, shape=None, **more):
        """A result of the type and quantisation of another tensor."""
        return self.new(tensor.type, tensor.shape if shape is None else shape, tensor.scheme,
                        **more)

    def take(self, types, ranks=None, when=None, fresh=0.2, shape=None):
        """A tensor of the pool, or a new input, of one of the types that fulfils a condition."""
        def fits(t):
            return (t.type in types and (ranks is None or t.rank in ranks)
                    and (when is None or when(t)))
        old = [t for t in self.pool if fits(t)]
        if old and not self.chance(fresh):
            return self.random.choice(old[-3:] if self.chance(0.6) else old)
        liked = [t for t in types if t in self.wants] or list(types)
        type = self.random.choice(liked)
        shape = self.extents(ranks or (1, 2, 3, 4)) if shape is None else shape
        trial = Tensor(-1, type, shape, *self.scheme(type))
        if len(self.inputs) < 6 and self.parent is None and fits(trial):
            return self.input(type, shape, trial.scheme)
        if old:
            return self.random.choice(old)
        raise Skip

    def image(self, types, when=None, **more):
        """A tensor of batch, height, width and channels that is not empty."""
        return self.take(types, (4,), lambda t: t.size and (when is None or when(t)), **more)

    def partner(self, tensor, types=None, same_scheme=False):
        """Another operand that broadcasts with a tensor: of the pool, a constant, or the same."""
        types = types or (tensor.type,)

        def fits(t):
            return t.type in types and broadcast(t.shape, tensor.shape) is not None and (
                not same_scheme or t.scheme == tensor.scheme)
        old = [t for t in self.pool if fits(t)]
        if old and self.chance(0.55):
            return self.random.choice(old)
        shape = [1 if self.chance(0.25) else v for v in tensor.shape]
        shape = shape[self.random.randint(0, len(shape)) if self.chance(0.3) else 0:]
        type = self.random.choice(types)
        scheme = tensor.scheme if same_scheme or type not in LIMITS else self.scheme(type)
        if self.chance(0.4) and len(self.inputs) < 6 and self.parent is None:
            return self.input(type, shape, scheme)
        return self.constant(self.array(type, shape), scheme, type)

    # Operators

    def add(self, name, inputs, outputs, options=None, custom=None, version=None, **fields):
        """Adds an operator, and puts its results into the pool.

        Integers that approximated floats would decide are skipped, but for those of QUANTIZE: they
        may be off by one, so that nothing is built upon them.
        """
        outputs = list(outputs)
        used = [t for t in inputs if isinstance(t, Tensor)]
        inexact = any(t.inexact for t in used)
        rough = inexact and any(t.type not in FLOATS and t.type != "complex64" for t in outputs)
        if inexact and (name in JUMPING or rough and name != "QUANTIZE"):
            raise Skip
        if sum(t.size for t in outputs) > 20000:
            raise Skip
        self.graph.operator(
            name, [t.index if isinstance(t, Tensor) else t for t in inputs],
            [t.index for t in outputs], options=options, custom=custom,
            version=version or REFERENCE_VERSIONS.get(name) or VERSIONS.get(name, 1), **fields)
        for t in outputs:
            t.dynamic |= any(v.dynamic for v in used)
            t.inexact = inexact or (name in INEXACT and t.type in FLOATS + ("complex64",))
        for t in outputs:
            t.rough = rough
            self._offer(t)
        return outputs[0] if outputs else None

    def _offer(self, tensor):
        """Puts a tensor into the pool, or among those that are only good as outputs: integers that
        may be off by one, and bytes without a scale."""
        plain = tensor.type in LIMITS and tensor.scale is None
        (self.ends if plain or tensor.rough else self.pool).append(tensor)

    # Growth

    def grow(self, steps, count):
        """Takes `count` steps out of a list of weighted ones, as far as they can be taken."""
        self.is_closed = self.parent is not None
        functions = [function for _, function in steps]
        weights = [weight for weight, _ in steps]
        done = 0
        for _ in range(6 * count + 20):
            if done == count or self.made:
                break
            mark = [len(list_) for list_ in self._lists()]
            try:
                self.random.choices(functions, weights)[0](self)
                done += 1
            except Skip:
                for list_, length in zip(self._lists(), mark):
                    del list_[length:]

    def _lists(self):
        """What a step adds to, and what is taken back if it cannot be finished."""
        table, file = self.graph.table, self.model.file
        return (self.pool, self.ends, self.inputs, table.tensors, table.operators, table.inputs,
                file.subgraphs, file.buffers, file.operatorCodes)

    def whole(self, case):
        """Makes the graph that of a recorded case."""
        self.replace(case.model, case.runs)

    def replace(self, model, runs, **more):
        """Makes the graph a whole model, if nothing else was added to it."""
        if self.parent or self.graph.table.operators or self.inputs:
            raise Skip
        self.made = Made(model, [list(run) for run in runs], **more)

    def finish(self):
        """Chooses outputs, and draws the numbers of some runs."""
        if self.made:
            return self.made
        r = self.random

        def computed(tensors):
            return [t for t in tensors if not any(t is i for i, _ in self.inputs)]
        made = computed(self.pool)
        outputs = [t for t in made[:-1] if self.chance(0.4)] + made[-1:] + computed(self.ends)
        if self.inputs and self.chance(0.08):
            outputs.append(r.choice(self.inputs)[0])
        if outputs and self.chance(0.08):
            outputs.append(r.choice(outputs))
        outputs.sort(key=lambda t: t.index)
        if self.chance(0.3):
            r.shuffle(outputs)
        if not outputs:
            raise Skip
        self.graph.table.outputs = [t.index for t in outputs]
        shapes = [t.shape for t, _ in self.inputs]
        runs = [self._run(shapes) for _ in range(r.choice([1, 1, 2, 3]))]
        if self.inputs and self.is_resizable and self.chance(0.2):
            old = r.choice([v for s in shapes for v in s
                            if v not in self.fixed_extents] or [-1])
            new = r.choice([1, 2, 3, 5])
            runs.append(self._run([tuple(new if v == old else v for v in s) for s in shapes]))
            runs.append(self._run(shapes))
        return Made(self.model, runs, {i for i, t in enumerate(outputs) if t.rough})

    def _run(self, shapes):
        return [fill(shape) for shape, (_, fill) in zip(shapes, self.inputs)]


def broadcast(*shapes):
    """The shape that operands of these shapes give, or None."""
    result = []
    for extents in zip(*([1] * (max(map(len, shapes)) - len(s)) + list(s) for s in shapes)):
        wide = {v for v in extents if v != 1}
        if len(wide) > 1:
            return None
        result.append(wide.pop() if wide else 1)
    return tuple(result)


WANTS = (("float32",), ("float32",), ("int8",), ("int8",), ("float32", "int8"), ("uint8",),
         ("int16",), ("float32", "uint8"), ("int32", "float32"), ("int32", "int64"))


def make(seed, only=None, odd=False):
    """The graph of a seed, out of one domain or of all."""
    for attempt in range(20):
        graph = Graph(f"{seed}/{only}/{attempt}", odd=odd)
        graph.wants = graph.random.choice(WANTS)
        domain = only or graph.random.choice(sorted(STEPS))
        steps = list(STEPS[domain])
        # Mostly one domain at a time, so that rare operators come up; the rest is mixtures.
        if only is None and graph.chance(0.45):
            steps = [pair for name in sorted(STEPS) for pair in STEPS[name]]
        count = graph.choice(1, 1, 2, 3, 4, 6, 9)
        graph.grow(steps, count)
        try:
            return graph.finish()
        except Skip:
            continue
    raise RuntimeError(f"seed {seed} gives no graph")
