"""CAST, QUANTIZE and DEQUANTIZE."""
import numpy as np

import peer
from peer import Model
from record import Case, operator, rng
from cases.movement import data

CASTABLE = ["float32", "float16", "int32", "uint8", "int64", "bool", "int16", "complex64", "int8",
            "float64", "uint32", "uint16", "bfloat16"]


def numbers(type):
    """Ordinary values, the ends of all types, and what no integer can be."""
    if type == "bool":
        return np.array([False, True, True, False])
    if type in ("int4", "uint4"):
        return np.arange(16, dtype=np.uint8) if type == "uint4" else np.arange(-8, 8, dtype=np.int8)
    ends = [0, 1, -1, 2, 100]
    for bits in (7, 8, 15, 16, 31, 32, 63, 64):
        ends += [2**bits - 1, 2**bits, -2**bits, -2**bits - 1]
    dtype = np.dtype(peer.NUMPY[type])
    if dtype.kind in "iu":
        limits = np.iinfo(dtype)
        return np.array([v for v in ends if limits.min <= v <= limits.max], dtype)
    reals = ends + [0.5, -0.5, 1.5, -1.5, 0.99, -0.99, 1e-40, -0.0, 65504, 65519, 65520, 1e30,
                    2049, 257, 3.3e38, -3.4e38, 1e300, np.inf, -np.inf, np.nan, 254.6, -128.9]
    with np.errstate(over="ignore"):
        if type == "complex64":
            parts = np.array(reals, np.float64).astype(np.float32)
            return (parts + 1j * np.float32(3)).astype(np.complex64)[parts != np.inf]
        return np.array(reals, np.float64).astype(dtype)


def cast(name, source, targets, values=None, shape=None, **more):
    model = Model()
    if values is None:
        values = numbers(source)
    x = model.input(source, shape or values.shape)
    for target in targets:
        y = model.output(target, shape or values.shape)
        model.operator("CAST", [x], [y], 1, "CastOptions", inDataType=peer.TYPES[source],
                       outDataType=peer.TYPES[target])
    return Case(name, model, [[values]], tolerance=0, **more)


@operator("CAST")
def casts():
    for source in CASTABLE:
        yield cast(source, source, CASTABLE)
    small = np.array([0, 1, -1, 0.5, 1.5, -1.5, 2.5, 7, 7.4, 7.6, 8, -8, -8.6, -9, 15, 15.6, 16, 100,
                      -100, 1.9, -2, -2.9], np.float32)
    yield cast("float32_to_packed", "float32", ["int4", "uint4", "int2"], small)
    for source in ["int4", "uint4"]:
        yield cast(source, source, ["float32"])
    model = Model()
    x = model.constant(peer.pack_crumbs([0, 1, -2, -1, 1, 0]), "int2", (6,))
    y = model.output("float32", (6,))
    model.operator("CAST", [x], [y], 1, "CastOptions", inDataType=peer.TYPES["int2"],
                   outDataType=peer.TYPES["float32"])
    yield Case("int2", model, [[]])
    yield cast("empty", "float32", ["int32", "bool"], np.zeros((0, 3), np.float32))
    yield cast("to_string", "float32", ["string"], small, refused=True)
    yield cast("int32_to_int4", "int32", ["int4"], np.arange(3, dtype=np.int32), refused=True)


def conversion(name, code, source, target, values, shape, before=(None, None), after=(None, None),
               axis=0, version=1, **more):
    model = Model()
    if source == "int2":
        x = model.constant(peer.pack_crumbs(values), source, shape, *before, axis)
    else:
        x = model.input(source, shape, *before, axis=axis)
    y = model.output(target, shape, *after, axis=axis)
    options = "QuantizeOptions" if code == "QUANTIZE" else "DequantizeOptions"
    model.operator(code, [x], [y], version, options)
    runs = [[]] if source == "int2" else [[values.reshape(shape)]]
    return Case(name, model, runs, **more)


@operator("QUANTIZE")
def quantize():
    reals = np.concatenate([np.arange(-20, 20) * 0.25, [63.5, -64, 64.2, 1e6, -1e6, 31.75, 0.24999],
                            rng("quantize").uniform(-70, 70, 30)]).astype(np.float32)
    for target, zero in [("int8", -3), ("uint8", 100), ("int16", 0), ("int4", 1), ("uint4", 5)]:
        for scale in ([0.5, 0.3] if target in ("int8", "uint8") else [0.5]):
            name = f"float32_to_{target}" + ("_by_0.3" if scale == 0.3 else "")
            yield conversion(name, "QUANTIZE", "float32", target, reals, reals.shape,
                             after=(scale, zero))
    yield conversion("float32_to_int16_zero_point", "QUANTIZE", "float32", "int16", reals,
                     reals.shape, after=(0.01, 12))
    for target in ["int8", "uint8", "int16"]:
        for axis, scales in [(0, [0.5, 0.3]), (1, [0.5, 0.3, 0.07]), (2, [0.5, 0.3, 0.07, 1.1])]:
            zeros = [0] * len(scales) if target == "int16" else list(range(3, 3 + len(scales)))
            yield conversion(f"float32_to_{target}_axis{axis}", "QUANTIZE", "float32", target,
                             reals[:24], (2, 3, 4), after=(scales, zeros), axis=axis)
    limits = {"int8": (-128, 127), "uint8": (0, 255), "int16": (-32768, 32767),
              "int32": (-200000, 200000)}
    zeros = {"int8": 5, "uint8": 131, "int16": 0, "int32": 0}
    for source, target in [
            ("int8", "int8"), ("int8", "uint8"), ("int8", "int16"), ("uint8", "int8"),
            ("uint8", "uint8"), ("uint8", "int16"), ("int16", "int8"), ("int16", "int16"),
            ("int16", "int32"), ("int32", "int8"), ("int32", "int16")]:
        low, high = limits[source]
        elements = np.linspace(low, high, 261).round().astype(peer.NUMPY[source])
        model = Model()
        x = model.input(source, (261,), 0.5, zeros[source])
        for scale in [1.0, 0.7, 0.37, 0.001, 400]:
            y = model.output(target, (261,), scale, zeros[target])
            model.operator("QUANTIZE", [x], [y], 1, "QuantizeOptions")
        yield Case(f"{source}_to_{target}", model, [[elements]])
    every = np.arange(-128, 128).astype(np.int8)
    for zero in [-128, 3, -1]:
        yield conversion(f"int8_to_uint8_flip_{zero}", "QUANTIZE", "int8", "uint8", every, (256,),
                         (0.1, zero), (0.1, zero + 128))
        yield conversion(f"uint8_to_int8_flip_{zero}", "QUANTIZE", "uint8", "int8",
                         np.arange(256).astype(np.uint8), (256,), (0.1, zero + 128), (0.1, zero))
    yield conversion("empty", "QUANTIZE", "float32", "int8", np.zeros(0, np.float32), (0, 3),
                     after=(0.5, 0))
    yield conversion("no_scale", "QUANTIZE", "float32", "int8", reals[:4], (4,), refused=True)
    yield conversion("int32_to_uint8", "QUANTIZE", "int32", "uint8", np.arange(4, dtype=np.int32),
                     (4,), (0.5, 0), (0.5, 0), refused=True)


@operator("DEQUANTIZE")
def dequantize():
    for source, zero in [("int8", -3), ("uint8", 100), ("int16", 0), ("int4", 1), ("uint4", 5),
                         ("int2", 1)]:
        yield conversion(source, "DEQUANTIZE", source, "float32", data(source, (3, 7, 2)),
                         (3, 7, 2), (0.3, zero), version=2 if source in ("int8", "int16") else 1)
    elements = np.concatenate([np.linspace(0, 0x7C01, 60), [0x8000, 0xFC00, 0x03FF, 0x8001]])
    yield conversion("float16", "DEQUANTIZE", "float16", "float32",
                     elements.astype(np.uint16).view(np.float16), (64,), version=3, tolerance=0)
    for source in ["int8", "uint8", "int4", "uint4", "int2"]:
        for axis, scales in [(0, [0.5, 0.3]), (1, [0.5, 0.3, 0.07]), (2, [0.5, 0.3, 0.07, 1.1, 2])]:
            zeros = list(range(len(scales))) if source != "int2" else [0] * len(scales)
            yield conversion(f"{source}_axis{axis}", "DEQUANTIZE", source, "float32",
                             data(source, (2, 3, 5)), (2, 3, 5), (scales, zeros), axis=axis,
                             version=5)
    yield conversion("empty", "DEQUANTIZE", "int8", "float32", np.zeros(0, np.int8), (0, 3),
                     (0.5, 0), version=2)
    yield conversion("int32", "DEQUANTIZE", "int32", "float32", np.arange(4, dtype=np.int32), (4,),
                     (0.5, 0), refused=True)
    yield conversion("int16_zero_point", "DEQUANTIZE", "int16", "float32",
                     np.arange(4, dtype=np.int16), (4,), (0.5, 3), version=3, refused=True)
