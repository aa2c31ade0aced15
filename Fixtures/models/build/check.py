"""Compares the 8-bit model with the original PyTorch network in float, photo by photo.

    python check.py [--photos FOLDER]… [--crops N] [--names]

Photos: those of the conversion, those held out, and every folder given.  Each photo counts as a
whole and in N seeded crops.  Prints a Markdown table; with --names also the five best names of
each whole photo from both networks.
"""

import argparse
import pathlib

import numpy as np
import torch
from ai_edge_litert.interpreter import Interpreter
from efficientnet_lite_pytorch import EfficientNet

import convert
import labels
import network
import packages
import photos

SEED = 1000  # no crop of the conversion is seen again


class Original:
    """The PyTorch port with its own loader of its own file."""

    def __init__(self):
        path = str(packages.file(*convert.WEIGHTS))
        self.model = EfficientNet.from_pretrained("efficientnet-lite0", weights_path=path).eval()

    def probabilities(self, pixels: np.ndarray) -> np.ndarray:
        image = torch.from_numpy(network.normalised(pixels).transpose(2, 0, 1)[None].copy())
        with torch.no_grad():
            return torch.softmax(self.model(image)[0], 0).numpy()


class Quantised:
    def __init__(self, path: pathlib.Path):
        self.interpreter = Interpreter(model_path=str(path))
        self.interpreter.allocate_tensors()
        self.input = self.interpreter.get_input_details()[0]["index"]
        self.output = self.interpreter.get_output_details()[0]["index"]

    def probabilities(self, pixels: np.ndarray) -> np.ndarray:
        self.interpreter.set_tensor(self.input, pixels[None])
        self.interpreter.invoke()
        return self.interpreter.get_tensor(self.output)[0].astype(np.float32) / 256


def best(probabilities: np.ndarray, names: list[str]) -> str:
    order = np.argsort(-probabilities, kind="stable")[:5]
    return ", ".join(f"{names[i]} {probabilities[i]:.3f}" for i in order)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--model", type=pathlib.Path, default=convert.OUTPUT)
    parser.add_argument("--photos", type=pathlib.Path, action="append", default=[])
    parser.add_argument("--crops", type=int, default=10)
    parser.add_argument("--names", action="store_true")
    arguments = parser.parse_args()

    sets = [("calibration", photos.from_packages(photos.CALIBRATION)),
            ("held out", photos.from_packages(photos.HELD_OUT))]
    for folder in arguments.photos:
        files = sorted(path for path in folder.iterdir() if path.is_file())
        sets.append((folder.name, [(path.name, photos.load(path)) for path in files]))

    original, quantised = Original(), Quantised(arguments.model)
    names = labels.names(labels.synonyms())
    rows = []
    for title, entries in sets:
        pairs = []
        for index, (name, photo) in enumerate(entries):
            for crop in photos.crops(photo, network.SIZE, arguments.crops, SEED + index):
                pairs.append((original.probabilities(crop), quantised.probabilities(crop)))
            if arguments.names:
                for kind, result in zip(("float", "8-bit"), pairs[-1 - arguments.crops]):
                    print(f"{name} {kind}: {best(result, names)}")
        equal = np.array([a.argmax() == b.argmax() for a, b in pairs])
        sure = np.array([a.max() >= 0.5 for a, _ in pairs])
        shift = np.mean([abs(a.max() - b[a.argmax()]) for a, b in pairs])
        in_five = np.mean([a.argmax() in np.argsort(-b, kind="stable")[:5] for a, b in pairs])
        rows.append(f"| {title} | {len(entries)} | {len(pairs)} | {equal.mean():.1%} | "
                    f"{in_five:.1%} | {equal[sure].mean():.1%} of {sure.sum()} | {shift:.3f} |")
    print("| photos | n | with crops | same first name | float's first among 8-bit's five | "
          "same first name where float ≥ 0.5 | mean shift of the first score |")
    print("|---|---|---|---|---|---|---|")
    print("\n".join(rows))


if __name__ == "__main__":
    main()
