internal import SwiftletFormat
internal import SwiftletTensor

/// `COMPLEX_ABS`: `√(re² + im²)` without overflow on the way.
struct ComplexAbs: Operator {
  static let code = BuiltinOperator.complexAbs
  static let elementTypes: [ElementType] = [.complex64, .complex128]

  init(reading node: NodeReader) throws(OperatorError) { try ComplexLowering.check(node) }

  func outputShapes(for operands: Operands) throws(OperatorError) -> [Shape]? {
    [try operands.input(0).shape]
  }

  func lower(_ operands: Operands, in context: LoweringContext) throws(OperatorError) -> Step {
    let count = operands.outputs[0].elementCount
    let isDouble = try operands.input(0).type == .complex128
    let phase = Phase(units: count, grain: 16, nanoseconds: 4 * count) { buffers, range in
      if isDouble {
        let (source, target) = unsafe (buffers.input(0), buffers.output(as: Double.self))
        for index in range {
          let real = unsafe source.loadUnaligned(fromByteOffset: 16 * index, as: Double.self)
          let imaginary = unsafe source.loadUnaligned(
            fromByteOffset: 16 * index + 8, as: Double.self)
          unsafe target[index] = Double.hypotenuse(real, imaginary)
        }
      } else {
        let (source, target) = unsafe (buffers.input(0), buffers.output(as: Float.self))
        for index in range {
          let real = unsafe source.loadUnaligned(fromByteOffset: 8 * index, as: Float.self)
          let imaginary = unsafe source.loadUnaligned(
            fromByteOffset: 8 * index + 4, as: Float.self)
          unsafe target[index] = Float.hypotenuse(real, imaginary)
        }
      }
    }
    return Step(kernel: "complex abs", phases: [phase])
  }
}
