#!/usr/bin/env python3
"""Makes Fixtures/models/smallest.tflite: one addition, in as few bytes as the format lets it be.

needs: pip install ai-edge-litert ml_dtypes numpy flatbuffers
"""
import pathlib
import sys

import numpy as np

FIXTURES = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(FIXTURES / "operators" / "build"))
import peer

model = peer.Model()
x = model.input("float32", (2,), name="x")
c = model.constant(np.array([1, 2], np.float32), name="c")
y = model.output("float32", (2,), name="y")
model.operator("ADD", [x, c], [y], options="AddOptions", fusedActivationFunction=1)
model.file.description = model.table.name = None
for tensor in model.table.tensors:
    tensor.hasRank = False
(FIXTURES / "models" / "smallest.tflite").write_bytes(model.bytes())
