"""Builds ../../fruit_detector_int8.tflite from the trained weights; README.md beside this file tells how.

    python convert.py [--stamps FOLDER] [--output FILE]
"""

import argparse
import hashlib
import pathlib
import sys

import network
import numpy as np
import scenes
import tensorflow as tf
import train
from ai_edge_litert import schema_py_generated as schema
from flatbuffers import flexbuffers
from tensorflow.python.framework.convert_to_constants import (
    convert_variables_to_constants_v2)

HERE = pathlib.Path(__file__).resolve().parent
sys.path.append(str(HERE.parent))
import metadata  # noqa: E402  (of the classifier's folder)

OUTPUT = HERE.parents[1] / "fruit_detector_int8.tflite"
CALIBRATION_SCENES = 200
SEED = 11

NAME = "Fruit detector (8-bit)"
DESCRIPTION = (
    "Finds thirteen kinds of drawn fruit in a picture. A small single-shot detector, trained by the "
    "Swiftlet authors on scenes that they composed of Nicu Buculei's public-domain drawings.")
AUTHOR = "The Swiftlet authors"
LICENSE = "CC0-1.0 https://creativecommons.org/publicdomain/zero/1.0/"


def quantised(weights: pathlib.Path, stamps: pathlib.Path) -> bytes:
    """Raw boxes and scores: uint8 picture in, float out, int8 in between."""
    trained = network.model(len(scenes.LABELS))
    trained.load_weights(weights)
    boxes, logits = trained.outputs
    model = tf.keras.Model(trained.inputs, [boxes, tf.keras.layers.Activation("sigmoid")(logits)])

    def calibration():
        random = np.random.default_rng(SEED)
        pictures, photos = scenes.stamps(stamps), train.photos(train.PHOTOS)
        for _ in range(CALIBRATION_SCENES):
            image, _ = scenes.scene(random, pictures, photos, network.SIZE, network.SIZE)
            yield [image[None].astype(np.float32)]

    # Frozen by hand: variables of a model that is handed over as such are lost on the way.
    shape = tf.TensorSpec([1, network.SIZE, network.SIZE, 3], tf.float32, name="image")
    function = convert_variables_to_constants_v2(
        tf.function(lambda image: model(image, training=False)).get_concrete_function(shape))
    converter = tf.lite.TFLiteConverter.from_concrete_functions([function])
    converter.optimizations = [tf.lite.Optimize.DEFAULT]
    converter.representative_dataset = calibration
    converter.target_spec.supported_ops = [tf.lite.OpsSet.TFLITE_BUILTINS_INT8]
    converter.inference_input_type = tf.uint8
    return converter.convert()


def with_post_process(model: bytes) -> bytes:
    """The model with TFLite_Detection_PostProcess behind it, and its four outputs."""
    tree = schema.ModelT.InitFromPackedBuf(model)
    graph = tree.subgraphs[0]
    shapes = {tuple(graph.tensors[o].shape)[-1]: o for o in graph.outputs}
    boxes, scores = shapes[4], shapes[len(scenes.LABELS)]
    cells = network.anchors()
    tree.buffers.append(metadata.AlignedBuffer(data=np.frombuffer(cells.tobytes(), np.uint8)))

    def tensor(name, shape, buffer=0):
        made = schema.TensorT()
        made.name, made.shape, made.buffer = name, np.array(shape, np.int32), buffer
        made.type = schema.TensorType.FLOAT32
        graph.tensors.append(made)
        return len(graph.tensors) - 1

    anchors = tensor("anchors", cells.shape, len(tree.buffers) - 1)
    most = 10
    outputs = [
        tensor("location", [1, most, 4]), tensor("category", [1, most]),
        tensor("score", [1, most]), tensor("number of detections", [1])]
    builder = flexbuffers.Builder()
    with builder.Map():
        builder.Int("max_detections", most)
        builder.Int("max_classes_per_detection", 1)
        builder.Int("detections_per_class", most)
        builder.Bool("use_regular_nms", False)
        builder.Float("nms_score_threshold", 0.5)
        builder.Float("nms_iou_threshold", 0.5)
        builder.Int("num_classes", len(scenes.LABELS))
        for name, scale in zip(
                ["y_scale", "x_scale", "h_scale", "w_scale"], network.BOX_SCALES):
            builder.Float(name, scale)
    code = schema.OperatorCodeT()
    code.builtinCode = code.deprecatedBuiltinCode = schema.BuiltinOperator.CUSTOM
    code.customCode, code.version = "TFLite_Detection_PostProcess", 1
    tree.operatorCodes.append(code)
    operator = schema.OperatorT()
    operator.opcodeIndex = len(tree.operatorCodes) - 1
    operator.inputs = np.array([boxes, scores, anchors], np.int32)
    operator.outputs = np.array(outputs, np.int32)
    operator.customOptions = np.frombuffer(bytes(builder.Finish()), np.uint8)
    graph.operators.append(operator)
    graph.outputs = np.array(outputs, np.int32)
    graph.tensors[graph.inputs[0]].name = "image"
    tree.signatureDefs = None
    tree.metadata = None

    import flatbuffers
    packed = flatbuffers.Builder(len(model) + 65536)
    tree.buffers = [metadata.AlignedBuffer(data=buffer.data) for buffer in tree.buffers]
    packed.Finish(tree.Pack(packed), file_identifier=b"TFL3")
    return bytes(packed.Output())


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--stamps", type=pathlib.Path, default=scenes.STAMPS)
    parser.add_argument("--weights", type=pathlib.Path, default=HERE / "detector.weights.h5")
    parser.add_argument("--output", type=pathlib.Path, default=OUTPUT)
    arguments = parser.parse_args()
    model = with_post_process(quantised(arguments.weights, arguments.stamps))
    described = metadata.detector(
        name=NAME, description=DESCRIPTION, author=AUTHOR, license_text=LICENSE, version="1",
        size=network.SIZE, label_file="labels.txt")
    result = metadata.attach(model, metadata=described, description=NAME, files={
        "labels.txt": "".join(label + "\n" for label in scenes.LABELS)})
    arguments.output.write_bytes(result)
    digest = hashlib.sha256(result).hexdigest()
    print(f"{arguments.output}: {len(result)} bytes, SHA-256 {digest}")


if __name__ == "__main__":
    main()
