"""Times `swiftlet benchmark` against LiteRT in alternation and prints a Markdown table.

    python compare.py [MODEL…] [--threads 1,2] [--rounds R] [--runs N] [--swiftlet PATH] [--opencv]

In each round the engines run each model once, each in a process of its own that loads, warms up
and takes the median of N runs; odd rounds change the order.  Slow drifts of the machine thus meet
all alike.  README.md beside this file says how to read the table, plot.py draws it.
"""

import argparse
import functools
import importlib.util
import json
import math
import os
import pathlib
import platform
import shlex
import statistics
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
DEFAULT_MODEL = ROOT / "Fixtures" / "models" / "efficientnet_lite0_int8.tflite"
DEFAULT_SWIFTLET = ROOT / ".build" / "release" / "swiftlet"
TIMEOUT = 600  # seconds for one process


class Failure(Exception):
    """One engine could not run one model; the text is its own."""


# --- The peers, in worker processes ---------------------------------------------------------------

def splitmix(seed: int, count: int):
    """`count` values in 0..<1, element i from seed + (i + 1) · 0x9E3779B97F4A7C15."""
    import numpy as np

    z = np.uint64(seed) + np.arange(1, count + 1, dtype=np.uint64) * np.uint64(0x9E3779B97F4A7C15)
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return ((z ^ (z >> np.uint64(31))) >> np.uint64(40)).astype(np.float64) / 2**24


def seeded(detail: dict, seed: int):
    """What `swiftlet run` gives an input without a file: noise over the type's usual range."""
    import numpy as np

    dtype, shape = np.dtype(detail["dtype"]), tuple(detail["shape"])
    u = splitmix(seed, math.prod(shape))
    if dtype.kind == "f":
        values = 2 * u - 1
    elif dtype.kind == "b":
        values = u >= 0.5
    elif dtype.kind in "iu" and dtype.itemsize <= 2:
        limits = np.iinfo(dtype)
        values = limits.min + np.floor(u * (int(limits.max) - int(limits.min) + 1))
    elif dtype.kind in "iu":
        values = np.floor(10 * u)
    else:
        raise Failure(f"input {detail['name']} has type {dtype}, which is not timed here")
    return values.astype(dtype).reshape(shape)


def timed(body, warmup: int, runs: int) -> dict:
    for _ in range(warmup):
        body()
    times = []
    for _ in range(runs):
        start = time.perf_counter_ns()
        body()
        times.append((time.perf_counter_ns() - start) / 1e6)
    return {"median_ms": statistics.median(times), "min_ms": min(times)}


def litert_worker(model: str, threads: int, warmup: int, runs: int) -> dict:
    from ai_edge_litert.interpreter import Interpreter

    interpreter = Interpreter(model_path=model, num_threads=threads)
    interpreter.allocate_tensors()
    for seed, detail in enumerate(interpreter.get_input_details()):
        interpreter.set_tensor(detail["index"], seeded(detail, seed))
    return timed(interpreter.invoke, warmup, runs)


def opencv_worker(model: str, threads: int, warmup: int, runs: int) -> dict:
    """OpenCV's importer takes one image in NCHW order; quantised models run as floats there."""
    import cv2
    import numpy as np
    from ai_edge_litert.interpreter import Interpreter

    details = Interpreter(model_path=model).get_input_details()
    if len(details) != 1 or len(details[0]["shape"]) != 4:
        raise Failure("OpenCV is given models of one image only")
    _, height, width, channels = details[0]["shape"]
    cv2.setNumThreads(threads)
    try:
        net = cv2.dnn.readNetFromTFLite(model)
        u = splitmix(0, channels * height * width).astype(np.float32)
        net.setInput(u.reshape(1, channels, height, width))
        return timed(lambda: net.forward(net.getUnconnectedOutLayersNames()), warmup, runs)
    except cv2.error as error:
        raise Failure(str(error).strip().splitlines()[0]) from None


WORKERS = {"LiteRT": litert_worker, "OpenCV": opencv_worker}


# --- Processes -----------------------------------------------------------------------------------

def run(command: list[str]) -> dict:
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=TIMEOUT)
    except subprocess.TimeoutExpired:
        raise Failure(f"no answer within {TIMEOUT} s") from None
    lines = done.stdout.strip().splitlines()
    if done.returncode != 0 or not lines:
        reason = done.stderr.strip().splitlines() or [f"exit status {done.returncode}"]
        raise Failure(reason[-1])
    return json.loads(lines[-1])


def time_swiftlet(options, model: pathlib.Path, threads: int) -> float:
    command = [str(options.swiftlet), "benchmark", str(model), "--json",
               "--threads", str(threads), "--runs", str(options.runs),
               "--warmup", str(options.warmup), *shlex.split(options.swiftlet_arguments)]
    return float(run(command)["median_ms"])


def time_peer(engine: str, options, model: pathlib.Path, threads: int) -> float:
    command = [sys.executable, __file__, "--worker", engine, str(model), "--threads", str(threads),
               "--runs", str(options.runs), "--warmup", str(options.warmup)]
    return float(run(command)["median_ms"])


def engines(options) -> dict:
    """What times a model, by engine."""
    peers = ["LiteRT", "OpenCV"] if options.opencv else ["LiteRT"]
    return {"Swiftlet": time_swiftlet,
            **{peer: functools.partial(time_peer, peer) for peer in peers}}


def compare(options, model: pathlib.Path, threads: int) -> dict:
    """The medians of every round by engine; an engine that fails once is not asked again."""
    timers = engines(options)
    medians = {engine: [] for engine in timers}
    failures = {}
    for number in range(options.rounds):
        order = list(timers) if number % 2 == 0 else list(reversed(timers))
        for engine in order:
            if engine in failures:
                continue
            try:
                medians[engine].append(timers[engine](options, model, threads))
            except Failure as failure:
                failures[engine] = str(failure)
        progress(f"{model.name}, threads {threads}, round {number + 1} of {options.rounds}")
    progress("")
    return {"model": model.name, "threads": threads, "medians_ms": medians, "failures": failures}


def progress(text: str):
    if sys.stderr.isatty():
        print(f"\r\033[K{text}", end="", file=sys.stderr, flush=True)


# --- The table -----------------------------------------------------------------------------------

def ratios(result: dict, peer: str) -> list[float]:
    """The peer's time divided by Swiftlet's, round by round; empty if one of them failed."""
    medians = result["medians_ms"]
    if {"Swiftlet", peer} & set(result["failures"]):
        return []
    return [theirs / ours for ours, theirs in zip(medians["Swiftlet"], medians[peer])]


def row(result: dict) -> str:
    """A row of the table."""
    cells = [result["model"], str(result["threads"])]
    for engine, medians in result["medians_ms"].items():
        failed = engine in result["failures"]
        cells.append("failed" if failed else f"{statistics.median(medians):.3f}")
        if engine != "Swiftlet":
            found = ratios(result, engine)
            cells.append(f"{statistics.median(found):.2f}" if found else "–")
            cells.append(f"{min(found):.2f} … {max(found):.2f}" if found else "–")
    return "| " + " | ".join(cells) + " |"


def processor() -> str:
    try:
        for line in pathlib.Path("/proc/cpuinfo").read_text().splitlines():
            if line.startswith("model name"):
                return line.split(":", 1)[1].strip()
    except OSError:
        pass
    return platform.machine()


def commit() -> str:
    command = ["git", "-C", str(ROOT), "describe", "--always", "--dirty"]
    done = subprocess.run(command, capture_output=True, text=True)
    return done.stdout.strip() or "unknown"


def report(options, results: list[dict]):
    from importlib.metadata import version

    print(f"Swiftlet {commit()} and ai-edge-litert {version('ai-edge-litert')}, {processor()}, "
          f"{os.cpu_count()} logical processors, {options.rounds} rounds of {options.runs} runs.\n")
    peers = [engine for engine in engines(options) if engine != "Swiftlet"]
    head = ["model", "threads", "Swiftlet, ms"]
    for peer in peers:
        head += [f"{peer}, ms", f"{peer} ÷ Swiftlet", "lowest … highest round"]
    print("| " + " | ".join(head) + " |")
    print("|---" * len(head) + "|")
    for result in results:
        print(row(result))
    for threads in options.threads:
        cells = ["", str(threads), ""]
        for peer in peers:
            values = [statistics.median(found) for result in results
                      if result["threads"] == threads and (found := ratios(result, peer))]
            cells += ["", f"{statistics.geometric_mean(values):.2f}" if values else "–",
                      f"geometric mean of {len(values)}"]
        print("| " + " | ".join(cells) + " |")
    for result in results:
        for engine, reason in result["failures"].items():
            print(f"\n{engine} on {result['model']}, threads {result['threads']}: {reason}")


def positive(text: str) -> int:
    value = int(text)
    if value < 1:
        raise argparse.ArgumentTypeError("must be at least 1")
    return value


def counts(text: str) -> list[int]:
    return [positive(item) for item in text.split(",")]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("models", nargs="*", type=pathlib.Path, default=[DEFAULT_MODEL])
    parser.add_argument("--threads", type=counts, default=[1, 2], help="comma-separated")
    parser.add_argument("--rounds", type=positive, default=5)
    parser.add_argument("--runs", type=positive, default=50, help="timed runs in each process")
    parser.add_argument("--warmup", type=int, default=5)
    parser.add_argument("--swiftlet", type=pathlib.Path, default=DEFAULT_SWIFTLET)
    parser.add_argument("--swiftlet-arguments", default="", help='such as "--isa avx2"')
    parser.add_argument("--json", type=pathlib.Path, help="also write every round's medians here")
    parser.add_argument("--opencv", action="store_true", help="time OpenCV's importer as well")
    parser.add_argument("--worker", choices=WORKERS, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.worker:
        try:
            threads = options.threads[0]
            work = WORKERS[options.worker]
            model = str(options.models[0])
            print(json.dumps(work(model, threads, options.warmup, options.runs)))
        except (Failure, RuntimeError, ValueError) as error:
            sys.exit(f"{error}".strip() or type(error).__name__)
        return

    needed = {"ai_edge_litert": "ai-edge-litert", **({"cv2": "opencv"} if options.opencv else {})}
    for module, name in needed.items():
        if importlib.util.find_spec(module) is None:
            sys.exit(f"the package {name} is missing; run `pip install -r requirements.txt`")
    if not options.swiftlet.is_file():
        sys.exit(f"{options.swiftlet} is missing; run `swift build -c release` or give --swiftlet")
    results = [compare(options, model, count)
               for model in options.models for count in options.threads]
    if options.json:
        heading = f"Swiftlet {commit()}, {processor()}"
        options.json.write_text(
            json.dumps({"heading": heading, "results": results}, indent=1) + "\n")
    report(options, results)
    if any("Swiftlet" in result["failures"] for result in results):
        sys.exit(1)


if __name__ == "__main__":
    main()
