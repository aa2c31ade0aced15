internal import SwiftletTensor

/// The scales of a table of integers, each of which counts for a run of neighbouring elements.
struct TableScales: Sendable {
  let values: [Float]
  /// The elements that share a scale; at least 1.
  let run: Int

  /// Takes the one scale of a table, or those of its rows.
  init(_ table: TensorInfo) throws(OperatorError) {
    guard let quantization = table.quantization, !quantization.scales.isEmpty,
      quantization.details == .none
    else { throw .unsupported("has a table without scales of its own") }
    guard quantization.zeroPoints.allSatisfy({ $0 == 0 }) else {
      throw .invalid("has a table with a zero point")
    }
    values = quantization.scales
    guard quantization.isPerChannel else {
      run = max(table.elementCount, 1)
      return
    }
    guard quantization.axis == 0, values.count == table.shape.dimensions.first else {
      throw .invalid(
        "has \(values.count) scales along axis \(quantization.axis) of a table of \(table.shape)")
    }
    run = max(table.shape.dimensions.dropFirst().reduce(1, *), 1)
  }
}
