#!/usr/bin/env python3
"""Lists the operators that LiteRT's default resolver has, with the newest version of each.

usage: probe.py > ../registered.json
needs: pip install ai-edge-litert==2.3.0 numpy flatbuffers

A model of one operator is made for every code of the schema; the peer refuses to make an
interpreter for those that it has no kernel for.
"""
import json
import multiprocessing

import peer


def _attempt(data, queue):
    from ai_edge_litert.interpreter import Interpreter
    try:
        Interpreter(model_content=data)
        queue.put(True)
    except ValueError as error:
        text = str(error)
        queue.put("find op" not in text and "resolve" not in text.lower()
                  and "Registration" not in text)


def is_registered(name, version):
    model = peer.Model()
    x = model.input("float32", (1,))
    y = model.output("float32", (1,))
    model.operator(name, [x], [y], version=version)
    context = multiprocessing.get_context("fork")
    queue = context.Queue()
    process = context.Process(target=_attempt, args=(model.bytes(), queue))
    process.start()
    process.join()
    # A kernel that ends the process when it reads absent options is registered all the same.
    return True if queue.empty() else queue.get()


def main():
    registered = {}
    for name in sorted(peer.CODES):
        if name in ("CUSTOM", "DELEGATE", "PLACEHOLDER_FOR_GREATER_OP_CODES"):
            continue
        versions = [v for v in range(1, 20) if is_registered(name, v)]
        if versions:
            registered[name] = max(versions)
    print(json.dumps({"peer": "ai-edge-litert 2.3.0", "operators": registered}, indent=1))


if __name__ == "__main__":
    main()
