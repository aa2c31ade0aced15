internal import SwiftletSIMD
internal import SwiftletTensor

/// An SVDF on `int8` with a state of 16 bits.
struct IntegerSVDF: Sendable {
  private let geometry: SVDFGeometry
  /// What each sum over features starts with, for the zero point of the input.
  private let corrections: [Int32]
  private let featureMultiplier: FixedPointMultiplier
  private let times: [Int16]
  private let timeMultiplier: FixedPointMultiplier
  private let biases: [Int32]?
  private let outputZeroPoint: Int32
  private let kernels: RecurrentKernels

  init(
    _ operands: Operands, _ geometry: SVDFGeometry, in context: LoweringContext
  ) throws(OperatorError) {
    self.geometry = geometry
    kernels = context.kernels.recurrent
    let input = try QuantizedElements(try operands.input(0), "input")
    let state = try QuantizedElements(try operands.input(4), "state")
    let output = try QuantizedElements(operands.outputs[0], "output")
    let features = try operands.input(1)
    let time = try operands.input(2)
    let featureScale = Double(try RecurrentMatrix.scale(of: features))
    let timeScale = Double(try RecurrentMatrix.scale(of: time))
    featureMultiplier = FixedPointMultiplier(
      Double(input.scale) * featureScale / Double(state.scale))
    timeMultiplier = FixedPointMultiplier(
      Double(state.scale) * timeScale / Double(output.scale))
    outputZeroPoint = output.zeroPoint
    guard let constant = time.constant, constant.count >= 2 * time.elementCount else {
      throw .unsupported("has quantised weights \"\(time.name)\" that are no constant")
    }
    // Of the matrix, only rows are counted with the constant.
    try context.reserve(byteCount: 2, times: time.elementCount)
    times = Array(constant.elements(as: Int16.self).prefix(time.elementCount))
    corrections = try RecurrentMatrix.rowSums(of: features, geometry.filters, geometry.depth).map {
      0 &- $0 &* input.zeroPoint
    }
    biases =
      operands.optionalInput(3) == nil
      ? nil : try operands.constantIntegers(3, count: geometry.units)
  }

  /// Units are independent.
  func step() -> Step {
    Step(
      kernel: "svdf s8",
      phases: [
        Phase(
          units: geometry.batches * geometry.units,
          nanoseconds: geometry.multiplyAccumulates / 4
        ) { buffers, units in
          for unit in units { compute(unit, in: buffers) }
        }
      ], multiplyAccumulates: geometry.multiplyAccumulates)
  }

  private func compute(_ unit: Int, in buffers: borrowing Buffers) {
    let batch = unit / geometry.units
    let memory = geometry.memory
    let depth = geometry.depth
    let first = unit % geometry.units * geometry.rank
    var total: Int32 = biases?[unit % geometry.units] ?? 0
    for filter in first..<first + geometry.rank {
      var sum: Int32 = 0
      unsafe kernels.dotRowsOfBytes(
        buffers.input(1) + filter * depth, 1, depth, buffers.input(0) + batch * depth, &sum)
      let line =
        unsafe buffers.variable(4, as: Int16.self) + (batch * geometry.filters + filter) * memory
      unsafe line.update(from: line + 1, count: memory - 1)
      unsafe line[memory - 1] = Int16(
        clamping: featureMultiplier.applied(to: sum &+ corrections[filter]))
      for step in 0..<memory {
        total &+= unsafe Int32(line[step]) * Int32(times[filter * memory + step])
      }
    }
    let scaled = Int64(timeMultiplier.applied(to: total))
    unsafe buffers.output(as: Int8.self)[unit] = Int8(
      clamping: scaled + Int64(outputZeroPoint))
  }
}
