#!/usr/bin/env python3
"""Runs random graphs in LiteRT and in Swiftlet and tells where they differ.

needs: pip install ai-edge-litert==2.3.0 numpy flatbuffers ml_dtypes
       a built `swiftlet` (swift build -c release)

    python3 Tests/Differential/differential.py --seeds 0:2000
    python3 Tests/Differential/differential.py --seeds 7:8 --keep /tmp/found

A seed always gives the same graph, inputs, instruction set, threads and arithmetic. Integers have
to be equal to the bit; `engines.py` states the bounds of floats and why. With `--keep` each
mismatch is made as small as it gets and written to a folder of its own, with a line that runs it.
"""
import argparse
import collections
import concurrent.futures
import functools
import importlib
import json
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))

import graph  # noqa: E402
import minimise  # noqa: E402
from engines import KINDS, ROOT, Comparison, Setting, Verdict  # noqa: E402
from facts import VERSIONS  # noqa: E402

MODULES = sorted(file.stem for file in (pathlib.Path(__file__).parent / "domains").glob("*.py")
                 if file.stem != "__init__")


@functools.cache
def comparison(cli):
    """Both engines, once in each process."""
    return Comparison(cli)


def load():
    """Registers the steps of all domains."""
    for module in MODULES:
        importlib.import_module(f"domains.{module}")


def work(seeds, only, odd, cli, keep):
    """What became of the graphs of some seeds: for each the seed, operators and verdict."""
    load()
    results = []
    for seed in seeds:
        try:
            made = graph.make(seed, only, odd)
        except RuntimeError as error:
            results.append((seed, [], Verdict("no graph", str(error))))
            continue
        setting = Setting.drawn(seed)
        verdict = comparison(cli).verdict(made, setting)
        operators = made.operators
        if verdict.kind == "mismatch" and keep:
            small, found = minimise.Minimiser(comparison(cli), setting).minimise(made)
            command = minimise.write(small, found, setting, cli, pathlib.Path(keep) / str(seed))
            verdict.text += f"\n  {found.text}\n  {' '.join(small.operators)}\n  {command}"
        results.append((seed, operators, verdict))
    return results


class Tally:
    """Counts of graphs, runs and operators; a file adds the pieces of a long run up."""

    def __init__(self, file=None):
        self.file = pathlib.Path(file) if file else None
        stored = json.loads(self.file.read_text()) if file and self.file.exists() else {}
        self.kinds = collections.Counter(stored.get("kinds"))
        self.operators = collections.Counter(stored.get("operators"))
        self.compared = collections.Counter(stored.get("compared"))
        self.runs = stored.get("runs", 0)
        self.mismatches = stored.get("mismatches", {})

    def add(self, seed, operators, verdict):
        self.kinds[verdict.kind] += 1
        self.runs += verdict.runs
        self.operators.update(set(operators))
        if verdict.runs or verdict.kind == "mismatch":
            self.compared.update(set(operators))
        if verdict.kind == "mismatch":
            self.mismatches[str(seed)] = verdict.text

    def save(self):
        if self.file:
            self.file.write_text(json.dumps(vars(self) | {"file": None}, indent=1))

    def print(self, registered):
        print(f"\n{self.kinds.total()} graphs, {self.runs} runs compared")
        for kind in (*KINDS, "no graph"):
            if self.kinds[kind]:
                print(f"  {kind:16} {self.kinds[kind]:6}")
        print("\ngraphs with an operator, and those of them that both engines ran:")
        names = sorted(self.operators)
        for row in range(0, len(names), 3):
            print("  " + "  ".join(f"{n:28} {self.operators[n]:5} {self.compared[n]:5}"
                                   for n in names[row:row + 3]))
        missing = sorted(set(registered) - {n for n in names if self.compared[n]})
        print(f"\noperators of LiteRT that were not compared: {', '.join(missing) or 'none'}")
        print(f"mismatches: {', '.join(self.mismatches) or 'none'}")


def pieces(first, last, size=25):
    return [range(a, min(a + size, last)) for a in range(first, last, size)]


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seeds", default="0:1000",
                        help="the first one and the one behind the last")
    load()
    parser.add_argument("--only", choices=sorted(graph.STEPS), help="one domain of operators")
    parser.add_argument("--odd", action="store_true",
                        help="also biases without scales, and activations that XNNPACK refuses")
    parser.add_argument("--cli", default=str(ROOT / ".build/release/swiftlet"))
    parser.add_argument("--keep", metavar="DIR", help="where minimised mismatches go")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--tally", metavar="FILE", help="adds the counts to those of earlier runs")
    arguments = parser.parse_args()
    if not pathlib.Path(arguments.cli).exists():
        parser.error(f"there is no {arguments.cli}; build it, or name another with --cli")
    first, _, last = arguments.seeds.partition(":")
    tally = Tally(arguments.tally)
    todo = functools.partial(work, only=arguments.only, odd=arguments.odd, cli=arguments.cli,
                             keep=arguments.keep)
    with concurrent.futures.ProcessPoolExecutor(arguments.jobs) as pool:
        for results in pool.map(todo, pieces(int(first), int(last or int(first) + 1))):
            for seed, operators, verdict in results:
                tally.add(seed, operators, verdict)
                if verdict.kind == "mismatch":
                    print(f"{seed}: {verdict.text}", flush=True)
    tally.save()
    tally.print(VERSIONS)
    return 1 if tally.mismatches else 0


if __name__ == "__main__":
    sys.exit(main())
