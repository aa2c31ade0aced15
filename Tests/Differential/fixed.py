#!/usr/bin/env python3
"""Makes the small fixed set of random graphs, with LiteRT's answers, in Fixtures/operators/random.

needs: pip install ai-edge-litert==2.3.0 numpy flatbuffers ml_dtypes
       a built `swiftlet` (swift build -c release)

    python3 Tests/Differential/fixed.py [--cli PATH]

Seeds are gone through from 0 on. A graph is taken if it is small, if it has an operator that few
of those before it have, and if Swiftlet gives the same integers in both arithmetics.
`RandomGraphTests` runs them.
"""
import argparse
import collections
import dataclasses
import pathlib
import shutil
import sys

import numpy as np

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))

import differential  # noqa: E402
import graph  # noqa: E402
from engines import (  # noqa: E402
    FLOAT_BOUND, NOT_FOLLOWED, ROOT, SMALLEST, Comparison, Setting)
from record import Case, record  # noqa: E402

FOLDER = ROOT / "Fixtures/operators/random"

COUNT, LARGEST, WANTED = 120, 7000, 2


def is_alike(comparison, made):
    """Whether the graph gives the same in both arithmetics, without an exception to the rule."""
    settings = [Setting(), Setting(isa="portable", threads=2)]
    settings += [dataclasses.replace(setting, arithmetic="reference") for setting in settings]
    return all(comparison.verdict(made, setting).kind == "equal" for setting in settings)


def has_reference(comparison, made):
    """Whether the reference kernels know all operators, and give finite floats, not tiny ones."""
    state, answers = comparison.litert.run(made.model.bytes(), made.runs, "reference")
    return state == "ok" and all(
        np.isfinite(value).all() and np.abs(value).max(initial=0) >= SMALLEST
        for run in answers for value in run if value.dtype.kind in "fc")


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cli", default=str(ROOT / ".build/release/swiftlet"))
    differential.load()
    comparison = Comparison(parser.parse_args().cli)
    shutil.rmtree(FOLDER, ignore_errors=True)
    FOLDER.mkdir(parents=True)
    seen, seed, taken = collections.Counter(), -1, 0
    while taken < COUNT and seed < 20000:
        seed += 1
        made = graph.make(seed)
        names = set(made.operators)
        if made.rough or NOT_FOLLOWED & names or min(seen[name] for name in names) >= WANTED:
            continue
        case = Case(f"seed_{seed}", made.model, made.runs, FLOAT_BOUND)
        if len(made.model.bytes()) > LARGEST // 2 or not (
                has_reference(comparison, made) and is_alike(comparison, made)):
            continue
        if not record("random", case, FOLDER):
            continue
        file = FOLDER / f"{case.name}.tflite"
        if file.stat().st_size > LARGEST:
            file.unlink()
            continue
        seen.update(names)
        taken += 1
    comparison.close()
    size = sum(file.stat().st_size for file in FOLDER.iterdir())
    print(f"{taken} graphs of {len(seen)} operators, {size / 1000:.0f} kB")


if __name__ == "__main__":
    main()
