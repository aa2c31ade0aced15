internal import SwiftletTensor

/// What operators that take complex numbers apart have in common.
enum ComplexLowering {
  /// Throws unless the input is complex and the output has floats of the same precision.
  static func check(_ node: NodeReader) throws(OperatorError) {
    try node.require(inputs: 1...1)
    let (input, output) = (try node.input(0).type, try node.output().type)
    switch (input, output) {
    case (.complex64, .float32), (.complex128, .float64): break
    default:
      throw .unsupported("has an input of type \(input.name) and an output of \(output.name)")
    }
  }

  /// A step that copies every real (0) or imaginary (1) part.
  static func part(
    _ part: Int, _ name: String, _ operands: Operands
  ) throws(OperatorError) -> Step {
    let output = operands.outputs[0]
    let size = try output.elementSize()
    let axis = StridedCopy.Axis(extent: output.elementCount, source: 2 * size, target: size)
    let copy = StridedCopy([axis], elementSize: size, source: part * size)
    return Step(kernel: "\(name) parts", phases: [copy.phase()])
  }
}
