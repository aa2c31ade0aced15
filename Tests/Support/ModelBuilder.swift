package import SwiftletFormat
package import SwiftletTensor

/// Builds `.tflite` files in tests.
///
///     var b = ModelBuilder()
///     let x = b.tensor("x", .float32, [1, 4, 4, 3])
///     let w = b.constant("w", weights, [8, 3, 3, 3])
///     let bias = b.constant("bias", [Float](repeating: 0, count: 8), [8])
///     let y = b.tensor("y", .float32, [1, 4, 4, 8])
///     b.operator(.conv2D, inputs: [x, w, bias], outputs: [y], options: Conv2DOptions()) {
///       $0.padding = .same
///       $0.strideW = 1
///       $0.strideH = 1
///     }
///     let bytes = b.build(inputs: [x], outputs: [y])
///
/// All parts are plain records with raw numbers, which a test may spoil before it builds the file.
package struct ModelBuilder: Sendable {
  /// The schema's version.
  package var version = 3
  /// The free text; nil leaves it out.
  package var description: String?
  /// Constants by buffer index; buffer 0 is empty by convention.
  package var buffers: [BufferRecord] = [BufferRecord()]
  /// Which operators nodes refer to.
  package var operatorCodes: [OperatorCodeRecord] = []
  /// The graphs; the first is the main one.
  package var subgraphs: [SubgraphRecord] = [SubgraphRecord(name: "main")]
  /// Named entry points.
  package var signatures: [SignatureRecord] = []
  /// Named buffers: name and buffer index.
  package var metadata: [(name: String?, buffer: Int)] = []
  /// The bytes of the identifier.
  package var identifier = "TFL3"
  /// Fields of the root table that replace what the builder would write; `.some(nil)` leaves one out.
  package var rootFields: [Int: FlatValue?] = [:]
  private var current = 0

  /// Starts an empty model.
  package init(description: String? = nil) {
    self.description = description
  }

  /// The graph that tensors and operators are added to.
  ///
  /// Changing it through here copies it.
  package var graph: SubgraphRecord {
    get { subgraphs[current] }
    set { subgraphs[current] = newValue }
  }

  /// Adds a tensor without data.
  @discardableResult
  package mutating func tensor(
    _ name: String = "", _ type: ElementType, _ shape: [Int],
    quantization: Quantization? = nil, signature: [Int]? = nil, isVariable: Bool = false
  ) -> Int {
    var record = TensorRecord(name: name, type: Int(type.rawValue), shape: shape)
    record.quantization = quantization.map(QuantizationRecord.init)
    record.shapeSignature = signature
    record.isVariable = isVariable
    subgraphs[current].tensors.append(record)
    return subgraphs[current].tensors.count - 1
  }

  /// Adds a constant of numbers; their type is the tensor's, unless another one of the same layout
  /// is given.
  @discardableResult
  package mutating func constant<Element: TensorElement>(
    _ name: String = "", _ values: [Element], _ shape: [Int], type: ElementType? = nil,
    quantization: Quantization? = nil
  ) -> Int {
    constant(
      name, bytes: values.flatMap(\.littleEndianBytes), type ?? Element.elementType, shape,
      quantization: quantization)
  }

  /// Adds a constant of raw bytes.
  @discardableResult
  package mutating func constant(
    _ name: String = "", bytes: [UInt8], _ type: ElementType, _ shape: [Int],
    quantization: Quantization? = nil
  ) -> Int {
    let index = tensor(name, type, shape, quantization: quantization)
    buffers.append(BufferRecord(data: bytes))
    subgraphs[current].tensors[index].buffer = buffers.count - 1
    return index
  }

  /// Adds a constant of strings.
  @discardableResult
  package mutating func strings(_ name: String = "", _ values: [String], _ shape: [Int]) -> Int {
    constant(name, bytes: Self.stringBytes(values.map { Array($0.utf8) }), .string, shape)
  }

  /// The bytes of a string tensor.
  package static func stringBytes(_ values: [[UInt8]]) -> [UInt8] {
    var offset = 4 * (values.count + 2)
    var words = [values.count, offset]
    for value in values {
      offset += value.count
      words.append(offset)
    }
    return words.flatMap { UInt32($0).littleEndianBytes } + values.flatMap { $0 }
  }

  /// Adds an operator with options.
  package mutating func `operator`<Options: CodedOptions>(
    _ code: BuiltinOperator, inputs: [Int], outputs: [Int], version: Int = 1, options: Options,
    _ edit: (inout Options) -> Void = { _ in }
  ) {
    var options = options
    edit(&options)
    add(code, "", version, inputs, outputs, WrittenOptions(options))
  }

  /// Adds an operator without options.
  package mutating func `operator`(
    _ code: BuiltinOperator, inputs: [Int], outputs: [Int], version: Int = 1
  ) {
    add(code, "", version, inputs, outputs, nil)
  }

  /// Adds an operator with a raw table of options.
  package mutating func `operator`(
    _ code: BuiltinOperator, inputs: [Int], outputs: [Int], version: Int = 1,
    written: WrittenOptions
  ) {
    add(code, "", version, inputs, outputs, written)
  }

  /// Adds a custom operator.
  package mutating func custom(
    _ name: String, inputs: [Int], outputs: [Int], version: Int = 1, options: [UInt8]? = nil
  ) {
    add(.custom, name, version, inputs, outputs, nil)
    subgraphs[current].operators[subgraphs[current].operators.count - 1].customOptions = options
  }

  /// Adds a subgraph: what the body adds goes into it, and what it returns are its inputs and
  /// outputs.
  ///
  /// The result is the subgraph's index.
  @discardableResult
  package mutating func subgraph(
    _ name: String, _ body: (inout ModelBuilder) -> (inputs: [Int], outputs: [Int])
  ) -> Int {
    let outer = current
    subgraphs.append(SubgraphRecord(name: name))
    let index = subgraphs.count - 1
    current = index
    let ends = body(&self)
    subgraphs[index].inputs = ends.inputs
    subgraphs[index].outputs = ends.outputs
    current = outer
    return index
  }

  /// Adds a signature.
  package mutating func signature(
    _ key: String, subgraph: Int = 0, inputs: [(String, Int)], outputs: [(String, Int)]
  ) {
    signatures.append(
      SignatureRecord(
        key: key, subgraph: subgraph, inputs: inputs.map { ($0.0, $0.1) },
        outputs: outputs.map { ($0.0, $0.1) }))
  }

  /// Adds a named buffer.
  package mutating func metadata(_ name: String, _ bytes: [UInt8]) {
    buffers.append(BufferRecord(data: bytes))
    metadata.append((name, buffers.count - 1))
  }

  private mutating func add(
    _ code: BuiltinOperator, _ name: String, _ version: Int, _ inputs: [Int], _ outputs: [Int],
    _ options: WrittenOptions?
  ) {
    let entry = OperatorCodeRecord(code: Int(code.rawValue), customName: name, version: version)
    let index = operatorCodes.firstIndex(of: entry) ?? operatorCodes.count
    if index == operatorCodes.count { operatorCodes.append(entry) }
    subgraphs[current].operators.append(
      OperatorRecord(code: index, inputs: inputs, outputs: outputs, options: options))
  }

  /// The file with inputs and outputs of the main graph.
  package func build(inputs: [Int], outputs: [Int]) -> [UInt8] {
    var copy = self
    copy.subgraphs[0].inputs = inputs
    copy.subgraphs[0].outputs = outputs
    return copy.build()
  }

  /// The loaded model.
  package func model(inputs: [Int], outputs: [Int]) throws(ModelError) -> Model {
    try Model(bytes: build(inputs: inputs, outputs: outputs))
  }
}
