internal import SwiftletFormat
internal import SwiftletTensor

/// The variant for strings of an operator that moves or compares elements.
///
/// Every string is given a number, the operator runs on these numbers as it would on int32 elements,
/// and numbers become strings again. Equal strings have one number where the operator compares;
/// 0 is the empty one.
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
    inputs = node.inputs.map { $0.map { Self.numbered($0) } }
    outputs = node.outputs.map { Self.numbered($0) }
    outputTypes = node.outputs.map(\.type)
    try node.require(
      !outputTypes.contains(.string) || node.inputs.contains { $0?.type == .string },
      "gives strings, but has none")
    func read(_ inputs: [TensorInfo?], _ outputs: [TensorInfo]) throws(OperatorError) -> Base {
      try Base(
        reading: NodeReader(
          node: node.node, inputs: inputs, outputs: outputs, intermediates: node.intermediates,
          model: node.model))
    }
    base = try read(inputs, outputs)
    // Numbers of strings are no int32 elements: neither may stand where the other belongs. Floats, which
    // all these operators move or compare and none takes for a place, show it.
    do throws(OperatorError) {
      _ = try read(
        node.inputs.map { $0.map { Self.numbered($0, as: .float32) } },
        node.outputs.map { Self.numbered($0, as: .float32) })
    } catch {
      throw .invalid(
        "mixes strings and numbers: what it moves or compares has to be of one type, and places are "
          + "integers")
    }
  }

  func run(
    _ inputs: [TensorValue?], in host: any OperatorHost
  ) throws(OperatorError) -> [TensorValue] {
    var table = StringTable(areEqualOnesJoined: !outputTypes.contains(.string))
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

  private static func numbered(
    _ info: TensorInfo, as type: ElementType = .int32
  ) -> TensorInfo {
    guard info.type == .string else { return info }
    return TensorInfo(name: info.name, type: type, shape: info.shape)
  }
}

/// The strings of some tensors, each with a number.
private struct StringTable {
  /// Whether equal strings have the same number; else numbers follow their order.
  let areEqualOnesJoined: Bool
  private var operands: [(firstNumber: Int, bytes: TensorBytes)] = []
  private var numbers: [[UInt8]: Int32] = [[]: 0]
  private var nextNumber = 1

  init(areEqualOnesJoined: Bool) {
    self.areEqualOnesJoined = areEqualOnesJoined
  }

  /// The number of each string of a tensor.
  mutating func numbers(of value: TensorValue) throws(OperatorError) -> TensorValue {
    let count = value.elementCount
    guard value.bytes.stringCount == count, nextNumber <= Int(Int32.max) - count else {
      throw .invalid("has a string operand whose bytes contradict its shape \(value.shape)")
    }
    let first = nextNumber
    guard areEqualOnesJoined, let strings = value.strings else {
      operands.append((first, value.bytes))
      nextNumber += count
      let result = (0..<count).map { Int32(first + $0) }
      return TensorValue(result, type: .int32, shape: value.shape)
    }
    let result = strings.map { string in
      if let number = numbers[string] { return number }
      let number = Int32(nextNumber)
      numbers[string] = number
      nextNumber += 1
      return number
    }
    return TensorValue(result, type: .int32, shape: value.shape)
  }

  /// The strings that numbers stand for.
  func strings(of value: TensorValue, byteLimit: Int) throws(OperatorError) -> TensorValue {
    let numbers = value.elements(as: Int32.self).prefix(value.elementCount)
    var bytes = 0
    for number in numbers {
      guard let source = unsafe string(Int(number)) else {
        throw .invalid("gives an element that is none of its operands' strings")
      }
      bytes += source.count
    }
    let (header, total) = (
      4 * (numbers.count + 2), bytes + numbers.count * TensorValue.stringOverhead
    )
    // Offsets have 32 bits.
    guard total <= min(byteLimit, Int(Int32.max)) else {
      throw .invalid("gives strings of \(total) bytes, which exceeds the limits")
    }
    let memory = AlignedMemory(byteCount: header + bytes)
    let words = unsafe memory.pointer.assumingMemoryBound(to: UInt32.self)
    unsafe words[0] = UInt32(numbers.count).littleEndian
    unsafe words[1] = UInt32(header).littleEndian
    var end = header
    for (index, number) in numbers.enumerated() {
      guard let source = unsafe string(Int(number)) else { continue }
      if let start = source.baseAddress {
        unsafe (memory.pointer + end).copyMemory(from: start, byteCount: source.count)
      }
      end += source.count
      unsafe words[index + 2] = UInt32(end).littleEndian
    }
    return TensorValue(
      type: .string, shape: value.shape, memory: memory, byteCount: header + bytes)
  }

  /// The bytes of the string with a number; nil if none has it.
  private func string(_ number: Int) -> UnsafeRawBufferPointer? {
    if number == 0 { return unsafe UnsafeRawBufferPointer(start: nil, count: 0) }
    guard (1..<nextNumber).contains(number),
      let operand = operands.last(where: { $0.firstNumber <= number })
    else { return nil }
    return unsafe operand.bytes.string(at: number - operand.firstNumber)
  }
}
