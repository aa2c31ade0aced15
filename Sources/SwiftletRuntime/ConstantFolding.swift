internal import SwiftletOperators
internal import SwiftletTensor

/// Runs a step while planning when everything that it reads is known.
enum ConstantFolding {
  /// A step with more work than this (seconds) is left to the runs.
  private static let workLimit = 1 << 32
  /// The nanoseconds that all folded steps of a plan may take, by their own estimates.
  ///
  /// A sound model takes less than one second for a gigabyte of weights; windows as large as their
  /// image would take days.
  static let timeLimit = 1 << 33

  /// Whether all that the step reads is known, the results have sizes, and the work is bearable.
  static func applies(
    to operands: Operands, _ step: Step, of type: any Operator.Type
  ) -> Bool {
    mayApply(to: operands, of: type) && step.multiplyAccumulates <= workLimit
  }

  /// The nanoseconds that a step takes by its own estimate.
  static func nanoseconds(_ step: Step) -> Int {
    step.phases.reduce(0) { sum, phase in
      let (result, overflow) = sum.addingReportingOverflow(max(phase.nanoseconds, 0))
      return overflow ? .max : result
    }
  }

  /// The same without the work, which only the step tells.
  static func mayApply(to operands: Operands, of type: any Operator.Type) -> Bool {
    let areConstant = operands.inputs.allSatisfy { $0.map { $0.constant != nil } ?? true }
    return type.isPure && (areConstant || type.readsShapesOnly)
      && operands.inputs.contains { $0 != nil }
      && operands.outputs.allSatisfy { $0.type.bitWidth != nil }
  }

  /// The results of a step on constant operands.
  static func run(_ step: Step, on operands: Operands) throws(OperatorError) -> [AlignedMemory] {
    let absent = AlignedMemory(byteCount: 0)
    // Kernels may read past the end of a buffer, which a constant in the file does not allow.
    let inputs = operands.inputs.map { info -> AlignedMemory in
      guard let constant = info?.constant else { return absent }
      return AlignedMemory(copying: constant)
    }
    let outputs = operands.outputs.map { AlignedMemory(byteCount: $0.byteCount) }
    if let fault = step.runAlone(inputs: inputs, outputs: outputs) {
      throw .invalid("fails on its constants: \(fault.text)")
    }
    return outputs
  }
}
