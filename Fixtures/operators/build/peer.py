"""Small TensorFlow Lite models made in memory, and what LiteRT computes for them.

needs: pip install ai-edge-litert ml_dtypes numpy flatbuffers
"""
import base64
import json
import multiprocessing

import flatbuffers
import ml_dtypes
import numpy as np
from ai_edge_litert import schema_py_generated as schema

TYPES = {
    name.lower(): value for name, value in vars(schema.TensorType).items() if name.isupper()
}
NUMPY = {
    "float32": np.float32, "float16": np.float16, "float64": np.float64, "int8": np.int8,
    "uint8": np.uint8, "int16": np.int16, "uint16": np.uint16, "int32": np.int32,
    "uint32": np.uint32, "int64": np.int64, "uint64": np.uint64, "bool": np.bool_,
    "complex64": np.complex64, "complex128": np.complex128, "bfloat16": ml_dtypes.bfloat16,
}
CODES = {name: value for name, value in vars(schema.BuiltinOperator).items() if name.isupper()}


class Subgraph:
    """One graph; methods return tensor indices."""

    def __init__(self, model, name):
        self.model = model
        self.table = schema.SubGraphT()
        self.table.name = name
        self.table.tensors, self.table.operators = [], []
        self.table.inputs, self.table.outputs = [], []

    def tensor(self, type, shape, scale=None, zero=None, axis=0, data=None, variable=False,
               signature=None, name=None):
        """A tensor; `scale` is a number or a list, `data` a numpy array or the packed bytes."""
        tensor = schema.TensorT()
        tensor.name = name or f"t{len(self.table.tensors)}"
        tensor.shape, tensor.type = list(shape), TYPES[type]
        tensor.shapeSignature = signature
        tensor.hasRank, tensor.isVariable = True, variable
        tensor.buffer = 0 if data is None else self.model.buffer(data)
        if scale is not None:
            q = schema.QuantizationParametersT()
            q.scale = [float(v) for v in np.atleast_1d(scale)]
            zeros = np.atleast_1d(0 if zero is None else zero)
            q.zeroPoint = [int(v) for v in np.broadcast_to(zeros, len(q.scale))]
            q.quantizedDimension = axis
            tensor.quantization = q
        self.table.tensors.append(tensor)
        return len(self.table.tensors) - 1

    def input(self, type, shape, scale=None, zero=None, **more):
        """A tensor that the caller fills."""
        index = self.tensor(type, shape, scale, zero, **more)
        self.table.inputs.append(index)
        return index

    def constant(self, data, type=None, shape=None, scale=None, zero=None, axis=0, **more):
        """A constant from a numpy array, or from packed bytes with a type and shape."""
        if type is None:
            type = {np.dtype(v): k for k, v in NUMPY.items()}[data.dtype]
        shape = data.shape if shape is None else shape
        return self.tensor(type, shape, scale, zero, axis, data=data, **more)

    def output(self, type, shape, scale=None, zero=None, **more):
        """A tensor that the caller reads."""
        index = self.tensor(type, shape, scale, zero, **more)
        self.table.outputs.append(index)
        return index

    def operator(self, name, inputs, outputs, version=1, options=None, custom=None,
                 intermediates=None, **fields):
        """A node; `options` names the table (`AddOptions`), `fields` are its fields.

        A name that is no built-in operator is a custom one, with `custom` as bytes of options.
        """
        node = schema.OperatorT()
        node.opcodeIndex = self.model.code(name, version)
        node.inputs, node.outputs = list(inputs), list(outputs)
        node.intermediates = intermediates
        if custom is not None:
            node.customOptions = list(custom)
        if options is not None:
            table = getattr(schema, options + "T")()
            for key, value in fields.items():
                if not hasattr(table, key):
                    raise AttributeError(f"{options} has no {key}")
                setattr(table, key, value)
            if hasattr(schema.BuiltinOptions, options):
                node.builtinOptions = table
                node.builtinOptionsType = getattr(schema.BuiltinOptions, options)
            else:
                node.builtinOptions2 = table
                node.builtinOptions2Type = getattr(schema.BuiltinOptions2, options)
        self.table.operators.append(node)
        return node


class Model(Subgraph):
    """A model whose methods build the main graph; `subgraph()` adds others."""

    def __init__(self):
        self.file = schema.ModelT()
        self.file.version = 3
        self.file.description = "made by Swiftlet's Fixtures/operators/build"
        self.file.buffers = [schema.BufferT()]
        self.file.operatorCodes, self.file.metadata = [], []
        super().__init__(self, "main")
        self.file.subgraphs = [self.table]

    @property
    def model(self):
        return self

    @model.setter
    def model(self, _):
        pass

    def subgraph(self, name="other"):
        """Another graph, whose index is that of the call, from 1."""
        graph = Subgraph(self, name)
        self.file.subgraphs.append(graph.table)
        return graph

    def buffer(self, data):
        buffer = schema.BufferT()
        raw = data if isinstance(data, bytes) else np.ascontiguousarray(data).tobytes()
        buffer.data = np.frombuffer(raw, np.uint8)
        self.file.buffers.append(buffer)
        return len(self.file.buffers) - 1

    def code(self, name, version):
        code = schema.OperatorCodeT()
        value = CODES.get(name, CODES["CUSTOM"])
        code.builtinCode, code.deprecatedBuiltinCode = value, min(value, 127)
        code.customCode = name if value == CODES["CUSTOM"] else None
        code.version = version
        for index, old in enumerate(self.file.operatorCodes):
            if (old.builtinCode, old.customCode, old.version) == (
                    value, code.customCode, version):
                return index
        self.file.operatorCodes.append(code)
        return len(self.file.operatorCodes) - 1

    def metadata(self, name, data):
        entry = schema.MetadataT()
        entry.name, entry.buffer = name, self.buffer(data)
        self.file.metadata.append(entry)

    def bytes(self):
        """The file."""
        builder = flatbuffers.Builder(1024)
        builder.Finish(self.file.Pack(builder), b"TFL3")
        return bytes(builder.Output())


def pack_nibbles(values):
    """Signed or unsigned 4-bit numbers, two to a byte, the first in the low half."""
    flat = np.asarray(values).astype(np.int64).reshape(-1) & 15
    flat = np.append(flat, np.zeros(len(flat) % 2, np.int64))
    return (flat[0::2] | flat[1::2] << 4).astype(np.uint8).tobytes()


def pack_crumbs(values):
    """2-bit numbers, four to a byte, the first in the lowest bits."""
    flat = np.asarray(values).astype(np.int64).reshape(-1) & 3
    flat = np.append(flat, np.zeros(-len(flat) % 4, np.int64)).reshape(-1, 4)
    return (flat << [0, 2, 4, 6]).sum(1).astype(np.uint8).tobytes()


def strings(values, shape=None):
    """A string tensor for a run, from a list of bytes."""
    array = np.array(values, dtype=object)
    return array.reshape(shape) if shape is not None else array


class Fresh(list):
    """The inputs of a run before which variables get their initial values back."""


ENGINES = {
    "reference": "BUILTIN_REF",
    "optimized": "BUILTIN_WITHOUT_DEFAULT_DELEGATES",
    "litert": "AUTO",
}


def answers(data, runs, engine):
    """The outputs of runs on one interpreter in this process, or ("refused", text)."""
    from ai_edge_litert.interpreter import Interpreter, OpResolverType
    try:
        interpreter = Interpreter(
            model_content=data, num_threads=1,
            experimental_op_resolver_type=getattr(OpResolverType, ENGINES[engine]))
        interpreter.allocate_tensors()
        shapes, results = None, []
        for inputs in runs:
            details = interpreter.get_input_details()
            new = [list(value.shape) for value in inputs]
            if new != (shapes or [list(d["shape"]) for d in details]):
                for detail, shape in zip(details, new):
                    interpreter.resize_tensor_input(detail["index"], shape)
                interpreter.allocate_tensors()
            shapes = new
            for detail, value in zip(details, inputs):
                interpreter.set_tensor(detail["index"], value)
            if isinstance(inputs, Fresh):
                interpreter.reset_all_variables()
            interpreter.invoke()
            results.append(
                [interpreter.get_tensor(d["index"]) for d in interpreter.get_output_details()])
        return "ok", results
    except Exception as error:  # what the peer refuses is a result too
        return "refused", str(error)


def _run(data, runs, engine, queue):
    queue.put(answers(data, runs, engine))


def run(data, runs, engine):
    """The outputs of runs on one interpreter, ("refused", text) or ("crashed", "")."""
    context = multiprocessing.get_context("fork")
    queue = context.Queue()
    process = context.Process(target=_run, args=(data, runs, engine, queue))
    process.start()
    while True:
        try:
            answer = queue.get(timeout=0.2)
            break
        except Exception:
            if not process.is_alive():
                answer = ("crashed", "") if queue.empty() else queue.get()
                break
    process.join()
    return answer


def encoded(value, type=None):
    """A tensor as JSON: shape and base64, or a list of base64 for strings.

    LiteRT's interface spreads elements smaller than a byte; they are packed again.
    """
    value = np.asarray(value)
    if type in ("int4", "uint4", "int2"):
        pack = pack_crumbs if type == "int2" else pack_nibbles
        return {"shape": list(value.shape), "data": base64.b64encode(pack(value)).decode()}
    if value.dtype == object:
        data = [base64.b64encode(bytes(v)).decode() for v in value.reshape(-1)]
        return {"shape": list(value.shape), "strings": data}
    data = base64.b64encode(np.ascontiguousarray(value).tobytes()).decode()
    return {"shape": list(value.shape), "data": data}


def same(a, b):
    return json.dumps(a) == json.dumps(b)
