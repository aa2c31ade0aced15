"""Models of one operator, from the arrays that go into it."""
import dataclasses

import numpy as np

import peer
from record import Case

TYPE_OF = {np.dtype(value): key for key, value in peer.NUMPY.items()}


@dataclasses.dataclass
class Of:
    """An operand: an array, its quantisation, and whether it is a constant of the model."""
    value: np.ndarray
    scale: float | None = None
    zero: int | None = None
    constant: bool = False

    @property
    def type(self):
        return "string" if self.value.dtype == object else TYPE_OF[self.value.dtype]


def constant(*values, type=np.int32):
    """A constant list of integers, such as axes."""
    return Of(np.array(values, type), constant=True)


def single(name, operator, inputs, outputs, version=1, options=None, more_runs=(), fields=None,
           **case):
    """A case of one operator.

    inputs: Arrays or `Of`s.
    outputs: For each a type and a shape, and possibly a scale and a zero point.
    more_runs: Arrays for runs after the first one.
    fields: Those of the table `options`.
    case: More fields of `Case`.
    """
    model = peer.Model()
    operands = [value if isinstance(value, Of) else Of(value) for value in inputs]
    indices = [
        model.constant(of.value, of.type, of.value.shape, of.scale, of.zero) if of.constant
        else model.input(of.type, of.value.shape, of.scale, of.zero) for of in operands]
    results = [model.output(*output) for output in outputs]
    model.operator(operator, indices, results, version=version, options=options, **(fields or {}))
    first = [of.value for of in operands if not of.constant]
    return Case(name, model, [first, *more_runs], **case)
