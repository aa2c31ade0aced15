"""Reads the weights of a PyTorch checkpoint in the pre-1.6 ("legacy") format with NumPy alone.

The file is five pickles (magic number, protocol version, system description, the dictionary of
tensors, the list of storage keys) followed by the storages in the order of the keys, each an
int64 element count and the raw little-endian elements.  Unpickling is restricted to the four
names that such a dictionary needs, so the file cannot run code.
"""

import collections
import io
import pickle
from typing import NamedTuple

import numpy as np

MAGIC_NUMBER = 0x1950A86A20F9469CFC6C
PROTOCOL_VERSION = 1001
ELEMENT_TYPES = {"FloatStorage": np.dtype("<f4"), "LongStorage": np.dtype("<i8")}


class Storage(NamedTuple):
    key: str
    dtype: np.dtype
    count: int


class Tensor(NamedTuple):
    storage: Storage
    offset: int
    shape: tuple
    strides: tuple


def rebuild_tensor(storage, offset, shape, strides, *_ignored):
    return Tensor(storage, offset, tuple(shape), tuple(strides))


class Unpickler(pickle.Unpickler):
    def find_class(self, module, name):
        if (module, name) == ("collections", "OrderedDict"):
            return collections.OrderedDict
        if (module, name) == ("torch._utils", "_rebuild_tensor_v2"):
            return rebuild_tensor
        if module == "torch" and name in ELEMENT_TYPES:
            return ELEMENT_TYPES[name]
        raise pickle.UnpicklingError(f"{module}.{name} has no place in a dictionary of tensors")

    def persistent_load(self, pid):
        kind, dtype, key, _device, count, view = pid
        if kind != "storage" or view is not None:
            raise pickle.UnpicklingError(f"unknown persistent object {pid}")
        return Storage(key, dtype, count)


def read(data: bytes) -> dict[str, np.ndarray]:
    """Every tensor of the checkpoint by its name."""
    stream = io.BytesIO(data)
    if Unpickler(stream).load() != MAGIC_NUMBER or Unpickler(stream).load() != PROTOCOL_VERSION:
        raise ValueError("not a PyTorch checkpoint of the legacy format")
    if not Unpickler(stream).load()["little_endian"]:
        raise ValueError("the checkpoint was written on a big-endian machine")
    tensors = Unpickler(stream).load()
    dtypes = {tensor.storage.key: tensor.storage.dtype for tensor in tensors.values()}

    storages = {}
    for key in Unpickler(stream).load():
        count = int.from_bytes(stream.read(8), "little")
        size = count * dtypes[key].itemsize
        storages[key] = np.frombuffer(stream.read(size), dtypes[key], count)

    arrays = {}
    for name, tensor in tensors.items():
        elements = storages[tensor.storage.key][tensor.offset:]
        last = sum((n - 1) * step for n, step in zip(tensor.shape, tensor.strides))
        if last >= len(elements):
            raise ValueError(f"tensor {name} reaches outside its storage")
        strides = [step * elements.itemsize for step in tensor.strides]
        arrays[name] = np.lib.stride_tricks.as_strided(elements, tensor.shape, strides).copy()
    return arrays
