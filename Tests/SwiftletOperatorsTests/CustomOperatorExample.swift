import Swiftlet

/// Multiplies floats by the `factor` of its options.
struct Scale: CustomOperator {
  let name = "Scale"

  func prepare(_ node: CustomOperatorNode) throws -> [Shape]? {
    guard node.inputs.count == 1, let input = node.inputs[0], input.type == .float32 else {
      throw CustomOperatorError("Scale takes one float32 tensor.")
    }
    guard node.options?["factor"]?.double != nil else {
      throw CustomOperatorError("Scale needs the option factor.")
    }
    return [input.shape]
  }

  func run(
    _ node: CustomOperatorNode, inputs: borrowing CustomOperatorInputs,
    outputs: inout CustomOperatorOutputs
  ) throws {
    let factor = Float(node.options?["factor"]?.double ?? 1)
    let x = inputs.elements(0, as: Float.self)
    var y = outputs.elements(0, as: Float.self)
    for index in x.indices {
      guard x[index].isFinite else { throw CustomOperatorError("Element \(index) is not finite.") }
      y[index] = factor * x[index]
    }
  }
}

/// Leaves out the strings that are empty; how many remain is known only while running.
struct DropEmpty: CustomOperator {
  let name = "DropEmpty"

  func prepare(_ node: CustomOperatorNode) throws -> [Shape]? { nil }

  func run(
    _ node: CustomOperatorNode, inputs: borrowing CustomOperatorInputs,
    outputs: inout CustomOperatorOutputs
  ) throws {
    let kept = try inputs.strings(0).filter { !$0.isEmpty }
    try outputs.setStrings(0, kept, shape: [kept.count])
  }
}
