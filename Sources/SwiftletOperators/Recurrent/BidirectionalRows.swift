internal import SwiftletTensor

/// The results of an operator that goes through sequences in both directions.
struct BidirectionalRows: Sendable {
  /// The width of the results with time and against time.
  let widths: (forward: Int, backward: Int)
  /// Whether both share the rows of one output.
  let isMerged: Bool

  init(forward: Int, backward: Int, isMerged: Bool) throws(OperatorError) {
    widths = (forward, backward)
    self.isMerged = isMerged
    guard !forward.addingReportingOverflow(backward).overflow else {
      throw .invalid("has too many outputs")
    }
  }

  /// The shapes of one output or two, for the input's shape.
  func outputShapes(for input: Shape) -> [Shape] {
    var (first, second) = (input, input)
    first[2] = isMerged ? widths.forward + widths.backward : widths.forward
    second[2] = widths.backward
    return isMerged ? [first] : [first, second]
  }

  /// Where the results with time go.
  var forward: FloatLSTM.Target {
    FloatLSTM.Target(stride: isMerged ? widths.forward + widths.backward : widths.forward)
  }

  /// Where the results against time go.
  var backward: FloatLSTM.Target {
    isMerged
      ? FloatLSTM.Target(stride: widths.forward + widths.backward, column: widths.forward)
      : FloatLSTM.Target(output: 1, stride: widths.backward)
  }

  /// The input of the direction against time: the auxiliary input where it has no weights of its
  /// own, as where layers are stacked without links between the directions.
  static func backwardInput(
    _ operands: Operands, auxiliary: (input: Int, weights: Int)?
  ) -> Int {
    guard let auxiliary, operands.optionalInput(auxiliary.input) != nil,
      operands.optionalInput(auxiliary.weights) == nil
    else { return 0 }
    return auxiliary.input
  }
}
