internal import SwiftletTensor

/// Where a kernel that loads whole vectors reads the image of a convolution.
enum FloatImage: Sendable {
  /// The input as it is, with spare bytes behind it.
  case input
  /// A copy of a constant, or a temporary.
  case operand(FloatOperand)

  /// Takes the input, or copies a constant, which may end sharply.
  init(_ input: TensorInfo, in context: LoweringContext) throws(OperatorError) {
    guard let constant = input.constant else {
      self = .input
      return
    }
    self = .operand(.packed(try context.copy(of: constant)))
  }

  /// The first value.
  func pointer(in buffers: borrowing Buffers) -> UnsafePointer<Float> {
    switch self {
    case .input: unsafe buffers.input(0, as: Float.self)
    case .operand(let operand): unsafe operand.pointer(in: buffers)
    }
  }
}
