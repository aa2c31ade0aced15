internal import SwiftletFormat
internal import SwiftletTensor

/// `BUCKETIZE`: for each element the number of boundaries that are not larger.
struct Bucketize: Operator {
  static let code = BuiltinOperator.bucketize
  static let elementTypes: [ElementType] = [.float32, .int32, .int64, .float64]
  private let boundaries: [Float]

  init(reading node: NodeReader) throws(OperatorError) {
    try node.require(inputs: 1...1)
    let (input, output) = (try node.input(0), try node.output())
    guard Self.elementTypes.contains(input.type) else {
      throw .unsupported("has an input of type \(input.type.name)")
    }
    try node.require(output.type == .int32, "has an output of type \(output.type.name)")
    boundaries = node.options(as: BucketizeOptions.self).boundaries
    try node.require(
      !zip(boundaries, boundaries.dropFirst()).contains { $1 < $0 },
      "has boundaries that do not ascend")
  }

  func outputShapes(for operands: Operands) throws(OperatorError) -> [Shape]? {
    [try operands.input(0).shape]
  }

  func lower(_ operands: Operands, in context: LoweringContext) throws(OperatorError) -> Step {
    // As C compares them, integers are rounded to floats first, and floats widened to doubles.
    switch try operands.input(0).type {
    case .float32: step(on: Float.self, operands) { $0 < $1 }
    case .int32: step(on: Int32.self, operands) { Float($0) < $1 }
    case .int64: step(on: Int64.self, operands) { Float($0) < $1 }
    default: step(on: Double.self, operands) { $0 < Double($1) }
    }
  }

  private func step<Element: BitwiseCopyable & Sendable>(
    on type: Element.Type, _ operands: Operands,
    isLess: @escaping @Sendable (Element, Float) -> Bool
  ) -> Step {
    let boundaries = boundaries
    let count = operands.outputs[0].elementCount
    let phase = Phase(units: count, grain: 16, nanoseconds: 16 * count) { buffers, range in
      for index in range {
        let element = unsafe buffers.input(0, as: type)[index]
        var (low, high) = (0, boundaries.count)
        while low < high {
          let middle = (low + high) / 2
          if isLess(element, boundaries[middle]) { high = middle } else { low = middle + 1 }
        }
        unsafe buffers.output(as: Int32.self)[index] = Int32(truncatingIfNeeded: low)
      }
    }
    return Step(kernel: "bucketize \(type)", phases: [phase])
  }
}
