#!/usr/bin/env python3
"""Makes the models of single operators in Fixtures/operators and records LiteRT's answers in them.

usage: record.py [OPERATOR ...]        (all of them unless some are named, such as ABS)
needs: pip install ai-edge-litert==2.3.0 ml_dtypes numpy flatbuffers

Every file of cases/ defines functions decorated with `operator(NAME)`, which yield `Case`s. A case
becomes Fixtures/operators/NAME/CASE.tflite; inputs and answers lie in its metadata entry
`swiftlet.recorded`, so that one file is a whole test.
"""
import argparse
import dataclasses
import importlib
import json
import pathlib
import shutil
import sys
import zlib

import numpy as np

import peer

HERE = pathlib.Path(__file__).resolve().parent
GENERATORS = {}


def operator(name):
    """Marks a generator of cases for an operator."""
    def mark(function):
        GENERATORS.setdefault(name, []).append(function)
        return function
    return mark


@dataclasses.dataclass
class Case:
    """A model and the inputs of consecutive runs on one interpreter.

    name: Words joined by `_`, such as `int8_broadcast`.
    model: A `peer.Model`.
    runs: For each run a list of arrays, one for each input; a `peer.Fresh` of them resets
        variables first.
    tolerance: What a float may differ, relative to the largest magnitude of its tensor; integers
        and booleans are always compared bit for bit.
    refused: Whether the model or the data is wrong and an error is the right answer.
    refuses_reference: Whether only the peer's default path takes the model, so that an error is
        the right answer of the reference kernels.
    expected: The outputs of each run where the peer is known to be wrong, with `remark`.
    distrusted: Whether the peer's reference kernel is known to be wrong, so that the optimised one
        counts, with `remark`.
    remark: Why the peer is not followed.
    """
    name: str
    model: peer.Model
    runs: list
    tolerance: float = 1e-6
    refused: bool = False
    refuses_reference: bool = False
    expected: list | None = None
    distrusted: bool = False
    remark: str = ""


def rng(*parts):
    """A generator that is the same whenever the script runs."""
    return np.random.default_rng(zlib.crc32("/".join(map(str, parts)).encode()))


def values(type, shape, seed, low=-4, high=4):
    """Reproducible values: floats from a range, integers of the whole type unless it is given."""
    r = rng(type, shape, seed)
    if type.startswith("float") or type == "bfloat16":
        return r.uniform(low, high, shape).astype(peer.NUMPY[type])
    if type.startswith("complex"):
        return (r.uniform(low, high, shape) + 1j * r.uniform(low, high, shape)).astype(
            peer.NUMPY[type])
    if type == "bool":
        return r.integers(0, 2, shape).astype(np.bool_)
    limits = np.iinfo(peer.NUMPY[type])
    if type in ("int8", "uint8", "int16") and (low, high) == (-4, 4):
        low, high = limits.min, limits.max
    low, high = max(low, limits.min), min(high, limits.max)
    return r.integers(low, high, shape, peer.NUMPY[type], endpoint=True)


def record(name, case, folder):
    names = {value: key for key, value in peer.TYPES.items()}

    def encoded(values, tensors):
        return [peer.encoded(v, names[case.model.table.tensors[i].type])
                for v, i in zip(values, tensors, strict=True)]

    data = case.model.bytes()
    inputs, outputs = case.model.table.inputs, case.model.table.outputs
    recorded = {
        "peer": "ai-edge-litert 2.3.0", "tolerance": case.tolerance, "refused": case.refused,
        "remark": case.remark, "runs": [{"inputs": encoded(run, inputs)} for run in case.runs],
    }
    if case.refuses_reference:
        recorded["refusesReference"] = True
    for run, inputs in zip(recorded["runs"], case.runs):
        if isinstance(inputs, peer.Fresh):
            run["resets"] = True
    notes = []
    answers = {engine: peer.run(data, case.runs, engine) for engine in peer.ENGINES}
    good = {engine: value for engine, (state, value) in answers.items() if state == "ok"}
    for engine, (state, value) in answers.items():
        if state != "ok":
            notes.append(f"{engine} {state}: {value.strip().splitlines()[-1:]}")
    if case.distrusted:
        good.pop("reference", None)
    if case.refuses_reference and "reference" in good:
        notes.append("not refused by reference")
    if case.expected is not None:
        good = {"reference": case.expected, "litert": case.expected}
    if case.refused:
        if good:
            notes.append(f"not refused by {', '.join(good)}")
    elif not good:
        print(f"{name}/{case.name}: NOT RECORDED: " + "; ".join(notes))
        return False
    else:
        # The reference resolver lacks some operators and versions; then the built-in kernels count.
        reference = good.get("reference", good.get("optimized", good.get("litert")))
        litert = good.get("litert", good.get("optimized", reference))
        for index, run in enumerate(recorded["runs"]):
            run["reference"] = encoded(reference[index], outputs)
            other = encoded(litert[index], outputs)
            if not peer.same(other, run["reference"]):
                run["litert"] = other
    if notes:
        print(f"{name}/{case.name}: " + "; ".join(notes))
    case.model.metadata("swiftlet.recorded", json.dumps(recorded).encode())
    (folder / f"{case.name}.tflite").write_bytes(case.model.bytes())
    return True


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("operators", nargs="*")
    wanted = parser.parse_args().operators
    sys.modules["record"] = sys.modules[__name__]
    for file in sorted((HERE / "cases").glob("*.py")):
        importlib.import_module(f"cases.{file.stem}")
    complete = True
    for name in wanted or sorted(GENERATORS):
        folder = HERE.parent / name
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        count = 0
        for function in GENERATORS[name]:
            for case in function():
                if (folder / f"{case.name}.tflite").exists():
                    raise ValueError(f"{name} has two cases {case.name}")
                complete &= record(name, case, folder)
                count += 1
        print(f"{name}: {count} cases")
    return 0 if complete else 1


if __name__ == "__main__":
    sys.exit(main())
