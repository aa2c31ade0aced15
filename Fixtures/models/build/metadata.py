"""Writes TFLite model metadata: the nested flatbuffer `TFLITE_METADATA` and the appended zip.

Slots are the field numbers of metadata_schema.fbs (identifier M001).  Only fields of its first
version are used, so `min_parser_version` is 1.0.0.
"""

import io
import zipfile

import flatbuffers
from ai_edge_litert import schema_py_generated as schema

PARSER_VERSION = "1.0.0"
FEATURE_PROPERTIES, IMAGE_PROPERTIES = 1, 2  # union ContentProperties
NORMALIZATION_OPTIONS = 1  # union ProcessUnitOptions
BOUNDING_BOX_PROPERTIES = 3  # union ContentProperties
TENSOR_AXIS_LABELS, TENSOR_VALUE_LABELS = 2, 3  # enum AssociatedFileType
BOUNDARIES = 1  # enum BoundingBoxType
RGB = 1  # enum ColorSpaceType
BUFFER_ALIGNMENT = 16  # force_align of Buffer.data in schema.fbs


class Writer:
    """A thin layer over flatbuffers.Builder: children are written before their parents."""

    def __init__(self):
        self.builder = flatbuffers.Builder(4096)

    def string(self, value: str) -> int:
        return self.builder.CreateString(value)

    def floats(self, values: list[float]) -> int:
        self.builder.StartVector(4, len(values), 4)
        for value in reversed(values):
            self.builder.PrependFloat32(value)
        return self.builder.EndVector()

    def words(self, values: list[int]) -> int:
        self.builder.StartVector(4, len(values), 4)
        for value in reversed(values):
            self.builder.PrependUint32(value)
        return self.builder.EndVector()

    def vector(self, offsets: list[int]) -> int:
        self.builder.StartVector(4, len(offsets), 4)
        for offset in reversed(offsets):
            self.builder.PrependUOffsetTRelative(offset)
        return self.builder.EndVector()

    def table(self, offsets: dict[int, int] | None = None, bytes_: dict[int, int] | None = None,
              words: dict[int, int] | None = None) -> int:
        """A table with child offsets, 8-bit scalars and unsigned 32-bit scalars by slot."""
        offsets, bytes_, words = offsets or {}, bytes_ or {}, words or {}
        self.builder.StartObject(1 + max([-1, *offsets, *bytes_, *words]))
        for slot, offset in offsets.items():
            self.builder.PrependUOffsetTRelativeSlot(slot, offset, 0)
        for slot, value in words.items():
            self.builder.PrependUint32Slot(slot, value, 0)
        for slot, value in bytes_.items():
            self.builder.PrependUint8Slot(slot, value, 0)
        return self.builder.EndObject()

    def finish(self, root: int) -> bytes:
        self.builder.Finish(root, file_identifier=b"M001")
        return bytes(self.builder.Output())


def classifier(*, name, description, author, license_text, version, size, mean, std,
               label_files: list[tuple[str, str, str | None]]) -> bytes:
    """The metadata of an image classifier with a uint8 RGB input and one head of probabilities.

    `label_files` holds (file name, description, locale or None).
    """
    w = Writer()

    image_size = w.table(words={0: size, 1: size})  # ImageSize: width, height
    image = w.table(offsets={1: image_size}, bytes_={0: RGB})  # ImageProperties
    content = w.table(offsets={1: image}, bytes_={0: IMAGE_PROPERTIES})
    options = w.table(offsets={0: w.floats([mean]), 1: w.floats([std])})  # NormalizationOptions
    unit = w.table(offsets={1: options}, bytes_={0: NORMALIZATION_OPTIONS})
    stats = w.table(offsets={0: w.floats([255.0]), 1: w.floats([0.0])})  # Stats: max, min
    input_tensor = w.table(offsets={
        0: w.string("image"),
        1: w.string(f"The picture to classify: RGB, {size} by {size} pixels, one byte a channel."),
        3: content, 4: w.vector([unit]), 5: stats})

    files = []
    for file_name, file_description, locale in label_files:
        fields = {0: w.string(file_name), 1: w.string(file_description)}
        if locale is not None:
            fields[3] = w.string(locale)
        files.append(w.table(offsets=fields, bytes_={2: TENSOR_AXIS_LABELS}))
    feature = w.table()
    content = w.table(offsets={1: feature}, bytes_={0: FEATURE_PROPERTIES})
    stats = w.table(offsets={0: w.floats([1.0]), 1: w.floats([0.0])})
    output_tensor = w.table(offsets={
        0: w.string("probability"),
        1: w.string("The probability of each class."),
        3: content, 5: stats, 6: w.vector(files)})

    subgraph = w.table(offsets={2: w.vector([input_tensor]), 3: w.vector([output_tensor])})
    return w.finish(w.table(offsets={
        0: w.string(name), 1: w.string(description), 2: w.string(version),
        3: w.vector([subgraph]), 4: w.string(author), 5: w.string(license_text),
        7: w.string(PARSER_VERSION)}))


def detector(*, name, description, author, license_text, version, size, label_file) -> bytes:
    """The metadata of a detector with a uint8 RGB input and TFLite_Detection_PostProcess's outputs."""
    w = Writer()

    image_size = w.table(words={0: size, 1: size})
    image = w.table(offsets={1: image_size}, bytes_={0: RGB})
    content = w.table(offsets={1: image}, bytes_={0: IMAGE_PROPERTIES})
    stats = w.table(offsets={0: w.floats([255.0]), 1: w.floats([0.0])})
    input_tensor = w.table(offsets={
        0: w.string("image"),
        1: w.string(f"The picture to search: RGB, {size} by {size} pixels, one byte a channel."),
        3: content, 5: stats})

    # The operator gives top, left, bottom, right; the index says where left, top, right, bottom are.
    box = w.table(offsets={0: w.words([1, 0, 3, 2])}, bytes_={1: BOUNDARIES})
    content = w.table(offsets={1: box}, bytes_={0: BOUNDING_BOX_PROPERTIES})
    outputs = [w.table(offsets={
        0: w.string("location"), 1: w.string("The boxes, in shares of the picture."), 3: content})]
    file = w.table(
        offsets={0: w.string(label_file), 1: w.string("The name of each class.")},
        bytes_={2: TENSOR_VALUE_LABELS})
    for output, about, files in [
            ("category", "The class of each box.", [file]),
            ("score", "How sure the detector is of each box.", []),
            ("number of detections", "How many boxes there are.", [])]:
        feature = w.table()
        content = w.table(offsets={1: feature}, bytes_={0: FEATURE_PROPERTIES})
        fields = {0: w.string(output), 1: w.string(about), 3: content}
        if files:
            fields[6] = w.vector(files)
        outputs.append(w.table(offsets=fields))

    subgraph = w.table(offsets={2: w.vector([input_tensor]), 3: w.vector(outputs)})
    return w.finish(w.table(offsets={
        0: w.string(name), 1: w.string(description), 2: w.string(version),
        3: w.vector([subgraph]), 4: w.string(author), 5: w.string(license_text),
        7: w.string(PARSER_VERSION)}))


def embedder(*, name, description, author, license_text, version, size) -> bytes:
    """The metadata of an embedder with a uint8 RGB input and one vector."""
    w = Writer()
    image_size = w.table(words={0: size, 1: size})
    image = w.table(offsets={1: image_size}, bytes_={0: RGB})
    content = w.table(offsets={1: image}, bytes_={0: IMAGE_PROPERTIES})
    stats = w.table(offsets={0: w.floats([255.0]), 1: w.floats([0.0])})
    input_tensor = w.table(offsets={
        0: w.string("image"),
        1: w.string(f"The picture to describe: RGB, {size} by {size} pixels, one byte a channel."),
        3: content, 5: stats})
    feature = w.table()
    content = w.table(offsets={1: feature}, bytes_={0: FEATURE_PROPERTIES})
    output_tensor = w.table(offsets={
        0: w.string("embedding"), 1: w.string("The numbers that describe it."), 3: content})
    subgraph = w.table(offsets={2: w.vector([input_tensor]), 3: w.vector([output_tensor])})
    return w.finish(w.table(offsets={
        0: w.string(name), 1: w.string(description), 2: w.string(version),
        3: w.vector([subgraph]), 4: w.string(author), 5: w.string(license_text),
        7: w.string(PARSER_VERSION)}))


class AlignedBuffer(schema.BufferT):
    """A buffer whose data starts at a multiple of 16, which the generated packer does not do."""

    def Pack(self, builder):
        data = bytes(self.data) if self.data is not None else b""
        if data:
            builder.StartVector(1, len(data), BUFFER_ALIGNMENT)
            builder.head -= len(data)
            builder.Bytes[builder.head:builder.head + len(data)] = data
            vector = builder.EndVector()
        schema.BufferStart(builder)
        if data:
            schema.BufferAddData(builder, vector)
        return schema.BufferEnd(builder)


def attach(model: bytes, *, metadata: bytes, description: str, files: dict[str, str]) -> bytes:
    """The model with the metadata as a buffer and the files in a stored zip behind it."""
    tree = schema.ModelT.InitFromPackedBuf(model)
    tree.description = description
    added = schema.MetadataT(name="TFLITE_METADATA", buffer=len(tree.buffers))
    tree.metadata = [*(tree.metadata or []), added]
    tree.buffers = [AlignedBuffer(data=buffer.data) for buffer in tree.buffers]
    tree.buffers.append(AlignedBuffer(data=metadata))
    builder = flatbuffers.Builder(len(model) + len(metadata) + 4096)
    builder.Finish(tree.Pack(builder), file_identifier=b"TFL3")

    stream = io.BytesIO(bytes(builder.Output()))
    if not files:
        return stream.getvalue()
    with zipfile.ZipFile(stream, "a", zipfile.ZIP_STORED) as archive:
        for name, text in files.items():
            # A fixed date: the same inputs give the same bytes.
            archive.writestr(zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0)), text)
    return stream.getvalue()
