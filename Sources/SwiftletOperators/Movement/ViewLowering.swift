internal import SwiftletTensor

/// Operators that give the same bytes another shape: RESHAPE, SQUEEZE, EXPAND_DIMS.
enum ViewLowering {
  /// A step that copies, unless input and output share storage.
  static func step(_ operands: Operands) throws(OperatorError) -> Step {
    let input = try operands.input(0)
    let output = operands.outputs[0]
    guard input.type == output.type else {
      throw .invalid(
        "has an input of type \(input.type.name) and an output of type \(output.type.name)")
    }
    guard input.elementCount == output.elementCount else {
      throw .invalid("cannot give \(input.shape) the shape \(output.shape)")
    }
    guard let byteCount = input.type.byteCount(elements: input.elementCount) else {
      throw .unsupported("has elements of type \(input.type.name)")
    }
    return step(byteCount: byteCount)
  }

  /// A step that copies bytes, whatever they stand for, unless input and output share storage.
  static func step(byteCount: Int) -> Step {
    Step(
      kernel: "copy", phases: [copying(byteCount: byteCount)], inPlaceInputs: [0], isCopy: true)
  }

  /// A phase that copies input 0, unless the output shares its storage.
  static func copying(byteCount: Int) -> Phase {
    Phase(units: byteCount, grain: 4096, nanoseconds: byteCount / 32) {
      buffers, range in
      let source = unsafe buffers.input(0) + range.lowerBound
      let target = unsafe buffers.output() + range.lowerBound
      guard unsafe source != UnsafeRawPointer(target) else { return }
      unsafe target.copyMemory(from: source, byteCount: range.count)
    }
  }
}
