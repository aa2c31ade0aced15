"""What MediaPipe computes for the custom operators that it registers and LiteRT does not.

needs: pip install mediapipe==1.2.3 numpy, in the environment whose interpreter the variable
MEDIAPIPE_PYTHON names (that of `record.py` if it is not set)

MediaPipe runs models only within its tasks. An image embedder takes any model that has an image for
an input and rows of floats for outputs, so one is made that leaves the image alone and applies
the operator to constants.
"""
import io
import os
import subprocess
import sys

import numpy as np


def run(name, version, inputs, shapes, custom):
    """The float outputs of a custom operator of MediaPipe for arrays."""
    from peer import Model  # which the process that runs MediaPipe lacks
    model = Model()
    model.input("uint8", (1, 2, 2, 3), 1 / 255, 0)
    results = [model.tensor("float32", shape) for shape in shapes]
    model.operator(name, [model.constant(value) for value in inputs], results, version,
                   custom=custom)
    for result, shape in zip(results, shapes):
        row = (1, int(np.prod(shape)))
        model.operator("RESHAPE", [result, model.constant(np.array(row, np.int32))],
                       [model.output("float32", row)])
    python = os.environ.get("MEDIAPIPE_PYTHON", sys.executable)
    process = subprocess.run([python, __file__], input=model.bytes(), capture_output=True)
    if process.returncode != 0:
        raise RuntimeError(process.stderr.decode(errors="replace"))
    rows = np.load(io.BytesIO(process.stdout))
    return [rows[f"arr_{index}"].reshape(shape) for index, shape in enumerate(shapes)]


def main():
    import mediapipe
    from mediapipe.tasks.python import BaseOptions, vision
    options = vision.ImageEmbedderOptions(
        base_options=BaseOptions(model_asset_buffer=sys.stdin.buffer.read()))
    with vision.ImageEmbedder.create_from_options(options) as embedder:
        image = mediapipe.Image(
            image_format=mediapipe.ImageFormat.SRGB, data=np.zeros((2, 2, 3), np.uint8))
        heads = embedder.embed(image).embeddings
    rows = [np.array(head.embedding, np.float32)
            for head in sorted(heads, key=lambda head: head.head_index)]
    answer = io.BytesIO()
    np.savez(answer, *rows)
    sys.stdout.buffer.write(answer.getvalue())


if __name__ == "__main__":
    main()
