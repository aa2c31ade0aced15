#!/usr/bin/env python3
"""Compares what `swiftlet inspect --json` tells of models with what other readers find in them.

The PyPI package `tflite` reads the model, MediaPipe's generated schema reads the block TFLITE_METADATA,
and Python's `zipfile`, as MediaPipe's reader does, the archive of associated files. Compared are
subgraphs, operators but for their options, tensors, signatures, metadata and where data lie; and the
file map must tell each byte of the file exactly once.

    python3 inspect_facts.py SWIFTLET MODEL...

Prints each difference, and at the end what was compared; the exit status is 1 if anything differs that
a finding of `inspect` does not tell: scales of a tensor with one axis change along that one, whatever
the file says (`channel-axis`). Such differences are counted by themselves.

needs: pip install tflite mediapipe numpy
"""
import collections
import io
import json
import pathlib
import re
import subprocess
import sys
import zipfile

import numpy as np
import tflite
from mediapipe.tasks.metadata import metadata_schema_py_generated as schema
from mediapipe.tasks.metadata import schema_py_generated as later

METADATA = "TFLITE_METADATA"


def text(raw):
    """A string of the `tflite` package, which gives bytes, or of MediaPipe's."""
    return raw.decode("utf-8", "replace") if isinstance(raw, bytes) else raw


def items(table, field):
    """All elements of a vector of tables or numbers."""
    get, count = getattr(table, field), getattr(table, field + "Length")()
    return [get(i) for i in range(count)]


def floats(values):
    """Floats as the file stores them, however they are spelled; `None` is the empty list."""
    return [np.float32(x) for x in ([] if values is None else values)]


def names(enumeration):
    """The names of an enumeration by number."""
    return {number: name for name, number in vars(enumeration).items() if isinstance(number, int)}


def camel(name):
    """TENSOR_AXIS_LABELS as tensorAxisLabels."""
    first, *rest = name.lower().split("_")
    return first + "".join(word.capitalize() for word in rest)


# MediaPipe's copy of the schema knows later values than that of `tflite`.
TYPES, DETAILS = names(later.TensorType), names(later.QuantizationDetails)
CONTENTS, UNITS = names(schema.ContentProperties), names(schema.ProcessUnitOptions)


class Reference:
    """The facts of a model as the other readers find them, in the members that `inspect` has."""

    def __init__(self, data):
        self.data = data
        self.model = tflite.Model.GetRootAsModel(data, 0)

    def facts(self):
        model = self.model
        return {
            "bytes": len(self.data),
            "description": text(model.Description()),
            "subgraphs": [self.subgraph(graph) for graph in items(model, "Subgraphs")],
            "signatures": [self.signature(signature) for signature in items(model, "SignatureDefs")],
            "metadata": self.metadata(),
            "metadataEntries": [
                {"name": text(entry.Name()), "data": self.buffer(entry.Buffer()),
                 "buffer": entry.Buffer()} for entry in items(model, "Metadata")],
            "associatedFiles": self.archive(),
        }

    def buffer(self, index):
        """The bytes of a buffer, which may lie behind the FlatBuffer."""
        buffer = self.model.Buffers(index)
        if buffer.Offset() > 1:
            return self.data[buffer.Offset():buffer.Offset() + buffer.Size()]
        return b"" if buffer.DataIsNone() else buffer.DataAsNumpy().tobytes()

    def subgraph(self, graph):
        return {
            "name": text(graph.Name()) or "", "inputs": items(graph, "Inputs"),
            "outputs": items(graph, "Outputs"),
            "operators": [self.operator(i, op) for i, op in enumerate(items(graph, "Operators"))],
            "tensors": [self.tensor(i, tensor) for i, tensor in enumerate(items(graph, "Tensors"))],
        }

    def operator(self, index, operator):
        code = self.model.OperatorCodes(operator.OpcodeIndex())
        # Old files number operators by a byte, new ones by a field that is 0 in old ones.
        number = max(code.BuiltinCode(), code.DeprecatedBuiltinCode())
        options = None if operator.CustomOptionsIsNone() else operator.CustomOptionsAsNumpy().tobytes()
        if operator.LargeCustomOptionsOffset() > 1:
            start = operator.LargeCustomOptionsOffset()
            options = self.data[start:start + operator.LargeCustomOptionsSize()]
        return {
            "index": index,
            "op": ("CUSTOM:" + text(code.CustomCode()) if number == tflite.BuiltinOperator.CUSTOM
                   else tflite.opcode2name(number)),
            "version": code.Version(), "inputs": items(operator, "Inputs"),
            "outputs": items(operator, "Outputs"),
            "intermediates": items(operator, "Intermediates"), "customOptions": options or b"",
        }

    def tensor(self, index, tensor):
        return {
            "index": index, "name": text(tensor.Name()) or "",
            "type": TYPES.get(tensor.Type(), str(tensor.Type())).lower(),
            "shape": items(tensor, "Shape"),
            "shapeSignature": items(tensor, "ShapeSignature"),
            "quantization": self.quantization(tensor.Quantization()),
            "hasRank": bool(tensor.HasRank()), "buffer": tensor.Buffer(),
            "isVariable": bool(tensor.IsVariable()),
            "isConstant": len(self.buffer(tensor.Buffer())) > 0,
        }

    @staticmethod
    def quantization(table):
        """Scales and what belongs to them; a table without scales tells no more than none."""
        if table is None or table.ScaleLength() == 0 and table.DetailsType() == 0:
            return None
        return {
            "scales": floats(items(table, "Scale")), "zeroPoints": items(table, "ZeroPoint"),
            "axis": table.QuantizedDimension(), "minimum": floats(items(table, "Min")),
            "maximum": floats(items(table, "Max")),
            "details": Reference.details(table),
        }

    @staticmethod
    def details(table):
        kind, found = DETAILS.get(table.DetailsType()), table.Details()
        if kind == "BlockwiseQuantization":
            blocks = later.BlockwiseQuantization()
            blocks.Init(found.Bytes, found.Pos)
            return {"kind": "blockwise", "scales": blocks.Scales(), "zeroPoints": blocks.ZeroPoints(),
                    "blockSize": blocks.BlockSize()}
        if kind == "CustomQuantization":
            custom = later.CustomQuantization()
            custom.Init(found.Bytes, found.Pos)
            return {"kind": "custom", "length": custom.CustomLength()}
        return None if kind == "NONE" else {"kind": kind}

    def signature(self, signature):
        def aliases(field):
            return [{"name": text(alias.Name()), "tensor": alias.TensorIndex()}
                    for alias in items(signature, field)]
        return {"key": text(signature.SignatureKey()), "subgraph": signature.SubgraphIndex(),
                "inputs": aliases("Inputs"), "outputs": aliases("Outputs")}

    def archive(self):
        """Names and contents of the files behind the model."""
        try:
            with zipfile.ZipFile(io.BytesIO(self.data)) as archive:
                return [{"name": name, "data": archive.read(name)} for name in archive.namelist()]
        except zipfile.BadZipFile:
            return []

    def metadata(self):
        for entry in items(self.model, "Metadata"):
            if text(entry.Name()) == METADATA:
                table = schema.ModelMetadata.GetRootAs(self.buffer(entry.Buffer()), 0)
                return self.model_metadata(schema.ModelMetadataT.InitFromObj(table))
        return None

    def model_metadata(self, found):
        return {
            "name": text(found.name), "description": text(found.description),
            "version": text(found.version), "author": text(found.author),
            "license": text(found.license), "minimumParserVersion": text(found.minParserVersion),
            "associatedFiles": self.files(found.associatedFiles),
            "subgraphs": [{
                "name": text(graph.name), "description": text(graph.description),
                "inputs": [self.described(x) for x in graph.inputTensorMetadata or []],
                "outputs": [self.described(x) for x in graph.outputTensorMetadata or []],
                "associatedFiles": self.files(graph.associatedFiles),
                "inputProcessUnits": [self.unit(x) for x in graph.inputProcessUnits or []],
                "outputProcessUnits": [self.unit(x) for x in graph.outputProcessUnits or []],
                "inputGroups": [self.group(x) for x in graph.inputTensorGroups or []],
                "outputGroups": [self.group(x) for x in graph.outputTensorGroups or []],
                "customMetadata": [
                    {"name": text(x.name),
                     "data": b"" if x.data is None else np.array(x.data, np.uint8).tobytes()}
                    for x in graph.customMetadata or []],
            } for graph in found.subgraphMetadata or []],
        }

    @staticmethod
    def files(found):
        return [{"name": text(file.name), "description": text(file.description),
                 "type": camel(names(schema.AssociatedFileType)[file.type]),
                 "locale": text(file.locale), "version": text(file.version)} for file in found or []]

    @staticmethod
    def group(found):
        return {"name": text(found.name), "tensorNames": [text(x) for x in found.tensorNames or []]}

    def described(self, tensor):
        content, stats = tensor.content, tensor.stats
        known = content is not None and content.range is not None
        return {
            "name": text(tensor.name), "description": text(tensor.description),
            "dimensionNames": [text(x) for x in tensor.dimensionNames or []],
            "content": content and self.content(content),
            "contentRange": [content.range.min, content.range.max] if known else None,
            "processUnits": [self.unit(x) for x in tensor.processUnits or []],
            "minimum": floats(stats and stats.min), "maximum": floats(stats and stats.max),
            "associatedFiles": self.files(tensor.associatedFiles),
        }

    @staticmethod
    def content(content):
        kind, found = CONTENTS[content.contentPropertiesType], content.contentProperties
        if kind == "ImageProperties":
            size = found.defaultSize
            return {"kind": kind, "colorSpace": names(schema.ColorSpaceType)[found.colorSpace].lower(),
                    "defaultSize": size and [size.width, size.height]}
        if kind == "BoundingBoxProperties":
            return {"kind": kind, "index": [int(x) for x in found.index],
                    "type": names(schema.BoundingBoxType)[found.type],
                    "coordinateType": names(schema.CoordinateType)[found.coordinateType]}
        if kind == "AudioProperties":
            return {"kind": kind, "sampleRate": found.sampleRate, "channels": found.channels}
        return {"kind": kind}

    def unit(self, unit):
        kind, found = UNITS[unit.optionsType], unit.options
        values = {
            "NormalizationOptions": lambda: {"mean": floats(found.mean), "std": floats(found.std)},
            "ScoreCalibrationOptions": lambda: {
                "transformation": camel(
                    names(schema.ScoreTransformationType)[found.scoreTransformation]),
                "defaultScore": np.float32(found.defaultScore)},
            "ScoreThresholdingOptions": lambda: {
                "threshold": np.float32(found.globalScoreThreshold)},
            "BertTokenizerOptions": lambda: {"vocabularies": self.files(found.vocabFile)},
            "SentencePieceTokenizerOptions": lambda: {
                "models": self.files(found.sentencePieceModel),
                "vocabularies": self.files(found.vocabFile)},
            "RegexTokenizerOptions": lambda: {
                "delimiter": text(found.delimRegexPattern),
                "vocabularies": self.files(found.vocabFile)},
        }.get(kind, dict)()
        return {"kind": kind, **values}


class Told:
    """The same facts out of the line of JSON, floats rounded and places turned into their bytes."""

    FLOATS = {"scales", "minimum", "maximum", "mean", "std", "defaultScore", "threshold"}

    def __init__(self, line, data):
        self.line, self.data = line, data

    def facts(self):
        line = self.line
        told = {key: line[key] for key in ("bytes", "description", "signatures")}
        told["subgraphs"] = [{
            **{key: graph[key] for key in ("name", "inputs", "outputs")},
            "operators": [self.operator(operator) for operator in graph["operators"]],
            "tensors": [self.tensor(tensor) for tensor in graph["tensors"]],
        } for graph in line["subgraphs"]]
        told["metadata"] = self.rounded(line["metadata"])
        for graph in (told["metadata"] or {"subgraphs": []})["subgraphs"]:
            graph["customMetadata"] = [
                {"name": x["name"], "data": self.bytes(x)} for x in graph["customMetadata"]]
        told["metadataEntries"] = [
            {"name": x["name"], "buffer": x["buffer"], "data": self.bytes(x)}
            for x in line["metadataEntries"]]
        told["associatedFiles"] = [
            {"name": x["name"], "data": self.bytes(x)} for x in line["associatedFiles"]]
        return told

    def bytes(self, place):
        return self.data[place["offset"]:place["offset"] + place["length"]]

    def operator(self, operator):
        told = {key: operator[key] for key in ("index", "op", "version", "inputs", "outputs")}
        options = operator.get("customOptions")
        return {**told, "intermediates": operator.get("intermediates", []),
                "customOptions": self.bytes(options) if options else b""}

    def tensor(self, tensor):
        told = {key: tensor[key] for key in (
            "index", "name", "type", "shape", "shapeSignature", "hasRank", "buffer", "isVariable",
            "isConstant")}
        told["shapeSignature"] = told["shapeSignature"] or []
        told["quantization"] = self.rounded(tensor["quantization"])
        return told

    @classmethod
    def rounded(cls, value, key=None):
        if isinstance(value, dict):
            return {key: cls.rounded(inner, key) for key, inner in value.items()}
        if isinstance(value, list):
            return [cls.rounded(inner, key) for inner in value]
        # Scales of blocks are a tensor, which is an integer.
        return np.float32(value) if key in cls.FLOATS and isinstance(value, float) else value


def differences(expected, told, place="", counts=None):
    """Yields place, expected and told value of all that differs; counts["values"] are compared."""
    if isinstance(expected, dict) and isinstance(told, dict):
        for key in [*expected, *(told.keys() - expected.keys())]:
            lacking = "(nothing)"
            yield from differences(
                expected.get(key, lacking), told.get(key, lacking), f"{place}.{key}", counts)
    elif isinstance(expected, list) and isinstance(told, list) and len(expected) == len(told):
        for index, pair in enumerate(zip(expected, told)):
            yield from differences(*pair, f"{place}[{index}]", counts)
    else:
        counts["values"] += 1
        both_nan = expected != expected and told != told
        if not both_nan and (expected != told or (expected is None) != (told is None)):
            yield place, expected, told


def unmapped(regions, size):
    """Yields what is wrong with a file map: each byte must lie in exactly one region."""
    end = 0
    for region in regions:
        if region["offset"] != end or region["length"] <= 0:
            yield ".fileMap", f"a region at {end}", f"{region['length']} at {region['offset']}"
        end = region["offset"] + region["length"]
    if end != size or sum(region["length"] for region in regions) != size:
        yield ".fileMap", f"{size} bytes", f"{end} bytes"


def findings(line):
    """Places of differences that a finding tells."""
    places = set()
    for finding in line["findings"]:
        match = re.fullmatch(
            r"tensor (\d+)(?: \".*\")?(?: of subgraph (\d+))?", finding["place"] or "", re.DOTALL)
        if finding["code"] == "channel-axis" and match:
            tensor, graph = match.groups("0")
            places.add(f".subgraphs[{graph}].tensors[{tensor}].quantization.axis")
    return places


def compare(swiftlet, path, counts):
    """All differences of one model."""
    done = subprocess.run([swiftlet, "inspect", "--json", path], capture_output=True)
    if done.returncode != 0:
        yield "", "a line of JSON", f"status {done.returncode}: {done.stderr.decode().strip()}"
        return
    data, line = pathlib.Path(path).read_bytes(), json.loads(done.stdout)
    expected = Reference(data).facts()
    told = Told(line, data).facts()
    for graph in expected["subgraphs"]:
        for kind in ("operators", "tensors"):
            counts[kind] += len(graph[kind])
    for kind in ("subgraphs", "signatures", "associatedFiles"):
        counts[kind] += len(expected[kind])
    counts["blocks of metadata"] += expected["metadata"] is not None
    counts["regions"] += len(line["fileMap"])
    counts["bytes"] += len(data)
    yield from unmapped(line["fileMap"], len(data))
    explained = findings(line)
    for place, *values in differences(expected, told, counts=counts):
        if place in explained:
            counts["differences that a finding tells"] += 1
        else:
            yield place, *values


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    swiftlet, *models = sys.argv[1:]
    counts, differing, total = collections.Counter(), 0, 0
    for path in models:
        found = list(compare(swiftlet, path, counts))
        for place, expected, told in found:
            print(f"{path}: {place.lstrip('.')}: expected {expected!r:.100}, told {told!r:.100}")
        differing, total = differing + bool(found), total + len(found)
    values = counts.pop("values", 0)
    print(", ".join(f"{count:,} {name}" for name, count in counts.items()))
    print(f"{len(models)} models, {values:,} values compared, "
          f"{total} differences in {differing} models")
    sys.exit(1 if total else 0)


if __name__ == "__main__":
    main()
