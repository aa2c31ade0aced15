internal import SwiftletOperators
internal import SwiftletRuntime
internal import SwiftletTensor

/// One tensor of a run, as the manifest of a dump lists it.
struct DumpedTensor {
  /// How the tensor came to its value.
  enum Kind: String {
    case input
    case result
    case variable
    case constant
  }

  /// The step that wrote a tensor.
  struct Writer {
    /// The position among the steps of the graph.
    let position: Int
    let operatorName: String
    let kernel: String
    /// The tensors that the step read; −1 for an operand that is left out.
    let inputs: [Int]
  }

  let kind: Kind
  let subgraph: Int
  /// How often the subgraph was entered before.
  let call: Int
  let index: Int
  let name: String
  let type: ElementType
  let shape: [Int]
  let quantization: Quantization?
  let writer: Writer?
  /// The operand in whose memory the result was written.
  let sharedWith: Int?
  let isElided: Bool
}

extension DumpedTensor {
  init(_ tensor: ObservedTensor, of step: ObservedStep) {
    kind = step.step == nil ? .input : tensor.info.isVariable ? .variable : .result
    subgraph = step.subgraph
    call = step.call
    index = tensor.index
    name = tensor.info.name
    type = tensor.info.type
    shape = tensor.info.shape.dimensions
    quantization = tensor.info.quantization
    writer = step.step.map {
      Writer(
        position: step.position ?? 0, operatorName: $0.place.operatorName, kernel: $0.kernel,
        inputs: step.inputs)
    }
    sharedWith = tensor.sharedWith
    isElided = step.step?.isElided ?? false
  }

  init(constant info: TensorInfo, index: Int, subgraph: Int) {
    kind = .constant
    self.subgraph = subgraph
    call = 0
    self.index = index
    name = info.name
    type = info.type
    shape = info.shape.dimensions
    quantization = info.quantization
    writer = nil
    sharedWith = nil
    isElided = false
  }

  /// The file's name without extension; plain in the graph that the caller runs.
  func stem(in main: Int) -> String {
    if subgraph == main, call == 0 { return "\(index)" }
    return kind == .constant
      ? "subgraph\(subgraph)-\(index)" : "subgraph\(subgraph)-call\(call)-\(index)"
  }

  /// The file that holds a value: an array, or a list of texts; nil where none can hold the type.
  func file(of bytes: [UInt8]) -> (content: [UInt8], suffix: String)? {
    if type == .string {
      return StringTensor.texts(in: bytes).map {
        (Array(JSON.strings($0).description.utf8), "json")
      }
    }
    return TensorConversion.array(bytes, type: type, shape: shape).map { ($0.file, "npy") }
  }

  /// The entry in the manifest.
  func json(file: String) -> JSON {
    [
      "kind": .string(kind.rawValue), "subgraph": .integer(subgraph), "call": .integer(call),
      "index": .integer(index), "name": .string(name), "type": .string(type.name),
      "shape": .integers(shape), "quantization": quantization.map(Self.json) ?? .null,
      "step": writer.map { .integer($0.position) } ?? .null,
      "op": .optional(writer?.operatorName), "kernel": .optional(writer?.kernel),
      "inputs": writer.map { .integers($0.inputs) } ?? .null, "elided": .bool(isElided),
      "sharesMemoryOf": sharedWith.map(JSON.integer) ?? .null, "file": .string(file),
    ]
  }

  private static func json(_ quantization: Quantization) -> JSON {
    [
      "scales": .array(quantization.scales.map(JSON.float)),
      "zeroPoints": .integers(quantization.zeroPoints), "axis": .integer(quantization.axis),
    ]
  }
}
