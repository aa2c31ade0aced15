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
    let strides = input.shape.strides
    let numbers = trueElements(of: input)
    guard numbers.count <= host.resultByteLimit / (8 * strides.count) else {
      throw .invalid("gives \(numbers.count) positions, which exceeds the limits")
    }
    var positions: [Int64] = []
    positions.reserveCapacity(numbers.count * strides.count)
    for number in numbers {
      var rest = number
      for stride in strides {
        positions.append(Int64(rest / stride))
        rest %= stride
      }
    }
    return [TensorValue(positions, type: .int64, shape: [numbers.count, strides.count])]
  }

  private func trueElements(of input: TensorValue) -> [Int] {
    switch input.type {
    // As a number, not as bits: −0 is zero and NaN is not.
    case .float32: numbers(input, as: Float.self) { $0 != 0 }
    case .int32, .uint32: numbers(input, as: UInt32.self) { $0 != 0 }
    case .int64: numbers(input, as: UInt64.self) { $0 != 0 }
    default: numbers(input, as: UInt8.self) { $0 != 0 }
    }
  }

  private func numbers<Element: BitwiseCopyable>(
    _ input: TensorValue, as type: Element.Type, where holds: (Element) -> Bool
  ) -> [Int] {
    let elements = input.elements(as: type)
    return elements.indices.filter { holds(elements[$0]) }
  }
}
