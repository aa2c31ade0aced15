#!/usr/bin/env python3
"""Writes every tensor of a run of LiteRT's reference kernels as .npy, for `swiftlet compare`.

usage: dump.py MODEL FOLDER [INDEX=FILE.npy ...]     inputs by position; ones where none is given
needs: pip install -r requirements.txt
"""
import pathlib
import sys

import numpy as np
from ai_edge_litert.interpreter import Interpreter, OpResolverType


def main(model, folder, *inputs):
    run = Interpreter(model, experimental_preserve_all_tensors=True,
                      experimental_op_resolver_type=OpResolverType.BUILTIN_REF)
    run.allocate_tensors()
    given = dict(item.split("=", 1) for item in inputs)
    for position, tensor in enumerate(run.get_input_details()):
        file = given.get(str(position))
        value = np.load(file) if file else np.ones(tensor["shape"], tensor["dtype"])
        run.set_tensor(tensor["index"], value)
    run.invoke()
    target = pathlib.Path(folder)
    target.mkdir()
    for tensor in run.get_tensor_details():
        try:
            value = run.get_tensor(tensor["index"])
        except ValueError:
            continue  # not in use
        if value.dtype != object:  # texts and resources are no arrays
            np.save(target / f"{tensor['index']}.npy", value)


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    main(*sys.argv[1:])
