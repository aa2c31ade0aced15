internal import SwiftletFormat
internal import SwiftletTensor

/// The variant for strings of an operator that moves or compares elements.
///
/// Every distinct string is given a number, the operator runs on these numbers as it would on int32
/// elements, and numbers become strings again: equal numbers are equal strings, and 0 is the empty
/// one.
struct StringVariant<Base: Operator>: InterpretedOperator {
  static var code: BuiltinOperator { Base.code }
  static var elementTypes: [ElementType] { [.string] }
  static var remarks: [String] { Base.remarks }

  private let base: Base
  /// The operands as the operator sees them, and what they are in the file.
  private let inputs: [TensorInfo?]
  private let outputs: [TensorInfo]
  private let outputTypes: [ElementType]

  init(reading node: NodeReader) throws(OperatorError) {
    inputs = node.inputs.map { $0.map(Self.numbered) }
    outputs = node.outputs.map(Self.numbered)
    outputTypes = node.outputs.map(\.type)
    base = try Base(
      reading: NodeReader(
        node: node.node, inputs: inputs, outputs: outputs, intermediates: node.intermediates,
        model: node.model))
  }

  func run(
    _ inputs: [TensorValue?], in host: any OperatorHost
  ) throws(OperatorError) -> [TensorValue] {
    var table = StringTable()
    var operands: [TensorValue?] = []
    for input in inputs {
      guard let input, input.type == .string else {
        operands.append(input)
        continue
      }
      operands.append(try table.numbers(of: input))
    }
    let results = try runBase(on: operands, byteLimit: host.resultByteLimit)
    var values: [TensorValue] = []
    for (result, type) in zip(results, outputTypes) {
      values.append(
        type == .string
          ? try table.strings(of: result, byteLimit: host.resultByteLimit) : result)
    }
    return values
  }

  private func runBase(
    on values: [TensorValue?], byteLimit: Int
  ) throws(OperatorError) -> [TensorValue] {
    var operands = Operands(
      inputs: zip(inputs, values).map { info, value in
        guard var info, let value else { return nil }
        info.shape = value.shape
        return info
      }, outputs: outputs, values: RuntimeValues(values.map { $0?.bytes }))
    guard let shapes = try base.outputShapes(for: operands), shapes.count == outputs.count else {
      throw .invalid("has no shape for its result")
    }
    var results: [TensorValue] = []
    for (index, shape) in shapes.enumerated() {
      operands.outputs[index].shape = shape
      guard shape.rank <= Shape.maximumRank, let count = shape.elementBound,
        count <= byteLimit / (outputTypes[index] == .string ? TensorValue.stringOverhead : 4)
      else { throw .invalid("gives a result of shape \(shape), which exceeds the limits") }
      results.append(try TensorValue(zeros: outputs[index].type, shape: shape))
    }
    let absent = AlignedMemory(byteCount: 0)
    let step = try base.lower(operands, in: LoweringContext())
    let fault = step.runAlone(
      inputs: values.map { $0?.memory ?? absent }, outputs: results.map(\.memory))
    if let fault { throw .invalid(fault.text) }
    return results
  }

  private static func numbered(_ info: TensorInfo) -> TensorInfo {
    guard info.type == .string else { return info }
    return TensorInfo(name: info.name, type: .int32, shape: info.shape)
  }
}

/// The distinct strings of some tensors, each with a number.
private struct StringTable {
  private var strings: [[UInt8]] = [[]]
  private var numbers: [[UInt8]: Int32] = [[]: 0]

  /// The number of each string of a tensor.
  mutating func numbers(of value: TensorValue) throws(OperatorError) -> TensorValue {
    guard let elements = value.strings, elements.count == value.elementCount else {
      throw .invalid("has a string operand whose bytes contradict its shape \(value.shape)")
    }
    var result: [Int32] = []
    result.reserveCapacity(elements.count)
    for element in elements {
      if let number = numbers[element] {
        result.append(number)
        continue
      }
      let number = Int32(clamping: strings.count)
      numbers[element] = number
      strings.append(element)
      result.append(number)
    }
    return TensorValue(result, type: .int32, shape: value.shape)
  }

  /// The strings that numbers stand for.
  func strings(of value: TensorValue, byteLimit: Int) throws(OperatorError) -> TensorValue {
    let elements = value.elements(as: Int32.self).prefix(value.elementCount)
      .map { strings[Int($0)] }
    var bytes = 0
    for element in elements { bytes += element.count + TensorValue.stringOverhead }
    // Offsets have 32 bits.
    guard bytes <= min(byteLimit, Int(Int32.max)) else {
      throw .invalid("gives strings of \(bytes) bytes, which exceeds the limits")
    }
    return TensorValue(strings: elements, shape: value.shape)
  }
}
