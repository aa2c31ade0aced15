internal import SwiftletFormat
internal import SwiftletTensor

/// `WHERE`: the positions of all elements that are not zero, in row-major order.
struct Where: InterpretedOperator {
  static let code = BuiltinOperator.where
  static let elementTypes: [ElementType] = [
    .float32, .int32, .uint8, .int64, .bool, .int8, .uint32,
  ]

  init(reading node: NodeReader) throws(OperatorError) {
    try node.require(inputs: 1...1)
    let (input, output) = (try node.input(0), try node.output())
    guard Self.elementTypes.contains(input.type) else {
      throw .unsupported("has an input of type \(input.type.name)")
    }
    try node.require(output.type == .int64, "has an output of type \(output.type.name)")
  }

  func run(
    _ inputs: [TensorValue?], in host: any OperatorHost
  ) throws(OperatorError) -> [TensorValue] {
    let input = try operand(0, of: inputs)
    guard input.shape.rank > 0 else { throw .invalid("has a scalar as input") }
    return switch input.type {
    // As a number, not as bits: −0 is zero and NaN is not.
    case .float32: [try positions(in: input, as: Float.self, host) { $0 != 0 }]
    case .int32, .uint32: [try positions(in: input, as: UInt32.self, host) { $0 != 0 }]
    case .int64: [try positions(in: input, as: UInt64.self, host) { $0 != 0 }]
    default: [try positions(in: input, as: UInt8.self, host) { $0 != 0 }]
    }
  }

  /// Goes through the elements twice, so that nothing but the result takes memory.
  private func positions<Element: BitwiseCopyable>(
    in input: TensorValue, as type: Element.Type, _ host: any OperatorHost,
    where holds: (Element) -> Bool
  ) throws(OperatorError) -> TensorValue {
    let strides = input.shape.strides
    let elements = unsafe UnsafeBufferPointer(
      start: input.memory.pointer.assumingMemoryBound(to: type), count: input.elementCount)
    var count = 0
    for index in elements.indices where unsafe holds(elements[index]) { count += 1 }
    guard count <= host.resultByteLimit / (8 * strides.count) else {
      throw .invalid("gives \(count) positions, which exceeds the limits")
    }
    let result = try TensorValue(zeros: .int64, shape: [count, strides.count])
    var next = unsafe result.memory.pointer.assumingMemoryBound(to: Int64.self)
    for index in elements.indices where unsafe holds(elements[index]) {
      var rest = index
      for stride in strides {
        unsafe next.pointee = Int64(rest / stride)
        unsafe next += 1
        rest %= stride
      }
    }
    return result
  }
}
