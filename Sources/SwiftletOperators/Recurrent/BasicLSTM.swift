internal import SwiftletFormat
internal import SwiftletSIMD
internal import SwiftletTensor

/// The basic kernel of `LSTM`: one matrix `[4 · cells, inputs + cells]` for a row that joins the
/// input with the last output; its gates are input, cell, forget and output.
struct BasicLSTM: Sendable {
  /// The operands and results in the order of the file.
  private enum Place {
    static let input = 0
    static let lastOutput = 1
    static let weights = 2
    static let bias = 3
    static let lastCells = 4
    static let output = 0
    static let cells = 1
    static let joined = 2
    static let sums = 3
  }

  private let batches: Int
  private let inputs: Int
  private let cells: Int
  /// Whether the operands with the last output and the last cells are variables to be updated.
  private let isUpdated: (output: Bool, cells: Bool)

  private var depth: Int { inputs + cells }

  /// Throws unless numbers and types of operands are right.
  static func check(_ node: NodeReader) throws(OperatorError) {
    try node.require(inputs: 5...5, outputs: 4...4)
    let types = try (0..<5).map { index throws(OperatorError) in try node.input(index).type }
    let results = node.outputs.map(\.type)
    let isFloat = (types + results).allSatisfy { $0 == .float32 }
    let isQuantized =
      types == [.uint8, .uint8, .uint8, .int32, .int16]
      && results == [.uint8, .int16, .uint8, .int16]
    guard isFloat || isQuantized else {
      throw .unsupported(
        "has operands of the types " + types.map(\.name).joined(separator: ", "))
    }
  }

  init(_ operands: Operands) throws(OperatorError) {
    let shapes = try (0..<5).map { index throws(OperatorError) in try operands.input(index).shape }
    let (input, output) = (shapes[Place.input], shapes[Place.lastOutput])
    guard input.rank == 2, output.rank == 2 else {
      throw .invalid("needs matrices as inputs 0 and 1, found \(input) and \(output)")
    }
    (batches, inputs, cells) = (input[0], input[1], output[1])
    let (gates, overflow) = cells.multipliedReportingOverflow(by: 4)
    guard !overflow, output[0] == batches, shapes[Place.lastCells] == [batches, cells],
      shapes[Place.weights] == [gates, inputs + cells], shapes[Place.bias] == [gates]
    else {
      throw .invalid(
        "has inputs whose shapes contradict each other: "
          + shapes.map { "\($0)" }.joined(separator: ", "))
    }
    func isVariable(_ index: Int) throws(OperatorError) -> Bool {
      let info = try operands.input(index)
      return info.isVariable && info.constant == nil
    }
    isUpdated = (try isVariable(Place.lastOutput), try isVariable(Place.lastCells))
  }

  var outputShapes: [Shape] {
    [[batches, cells], [batches, cells], [batches, depth], [batches, 4 * cells]]
  }

  func lowered(_ operands: Operands, in context: LoweringContext) throws(OperatorError) -> Step {
    let products = Int.boundedProduct(batches, 4, cells, depth)
    let isFloat = try operands.input(Place.input).type == .float32
    let body: @Sendable (Int, borrowing Buffers) -> Void
    var plan = MemoryLayoutPlan()
    // Gates of a float memory; sums, then the joined row, of one in bytes.
    _ = try plan.reserve(4 * cells, bytes: 4)
    if isFloat {
      let kernels = context.kernels
      body = { batch, buffers in step(batch, kernels, in: buffers) }
    } else {
      _ = try plan.reserve(depth, bytes: 1)
      let quantized = try BasicByteLSTM(
        operands, weights: Place.weights, bias: Place.bias, cells: cells, depth: depth,
        cellScale: operands.outputs[Place.cells].scale, in: context)
      body = { batch, buffers in step(batch, quantized, in: buffers) }
    }
    return Step(
      kernel: isFloat ? "lstm f32 basic" : "lstm u8 basic",
      phases: [
        Phase(units: depth == 0 ? 0 : batches, nanoseconds: products / 8) { buffers, batches in
          for batch in batches { body(batch, buffers) }
        }
      ], scratchBytes: plan.byteCount, multiplyAccumulates: products)
  }

  /// Writes the row that joins input and last output.
  private func join<Element: BitwiseCopyable>(
    _ batch: Int, _ type: Element.Type, in buffers: borrowing Buffers
  ) -> UnsafeMutablePointer<Element> {
    let joined = unsafe buffers.output(Place.joined, as: type) + batch * depth
    unsafe joined.update(from: buffers.input(Place.input, as: type) + batch * inputs, count: inputs)
    unsafe (joined + inputs).update(
      from: buffers.input(Place.lastOutput, as: type) + batch * cells, count: cells)
    return unsafe joined
  }

  /// Writes results back to variables.
  private func update<Output: BitwiseCopyable, Cell: BitwiseCopyable>(
    _ batch: Int, _ output: Output.Type, _ cell: Cell.Type, in buffers: borrowing Buffers
  ) {
    let first = batch * cells
    if isUpdated.output {
      unsafe (buffers.variable(Place.lastOutput, as: output) + first).update(
        from: buffers.output(Place.output, as: output) + first, count: cells)
    }
    if isUpdated.cells {
      unsafe (buffers.variable(Place.lastCells, as: cell) + first).update(
        from: buffers.output(Place.cells, as: cell) + first, count: cells)
    }
  }

  private func step(_ batch: Int, _ kernels: KernelTable, in buffers: borrowing Buffers) {
    let joined = unsafe join(batch, Float.self, in: buffers)
    let sums = unsafe buffers.output(Place.sums, as: Float.self) + batch * 4 * cells
    unsafe sums.update(from: buffers.input(Place.bias, as: Float.self), count: 4 * cells)
    unsafe kernels.recurrent.addDotRows(
      buffers.input(Place.weights), 4 * cells, depth, UnsafeRawPointer(joined), sums)
    // The sums are a result of their own, so that the gates are computed elsewhere.
    let gates = unsafe buffers.scratch.assumingMemoryBound(to: Float.self)
    let unary = unsafe kernels.elementwise.unary
    for gate in 0..<4 {
      unsafe unary(
        gate == 1 ? .tanh : .logistic, UnsafePointer(sums + gate * cells), gates + gate * cells,
        cells, 0)
    }
    let last = unsafe buffers.input(Place.lastCells, as: Float.self) + batch * cells
    let next = unsafe buffers.output(Place.cells, as: Float.self) + batch * cells
    let output = unsafe buffers.output(Place.output, as: Float.self) + batch * cells
    for index in 0..<cells {
      let added = unsafe gates[index] * gates[cells + index]
      unsafe next[index] = added + gates[2 * cells + index] * last[index]
    }
    unsafe unary(.tanh, UnsafePointer(next), output, cells, 0)
    for index in 0..<cells { unsafe output[index] *= gates[3 * cells + index] }
    update(batch, Float.self, Float.self, in: buffers)
  }

  private func step(_ batch: Int, _ cell: BasicByteLSTM, in buffers: borrowing Buffers) {
    let joined = unsafe join(batch, UInt8.self, in: buffers)
    let first = batch * cells
    unsafe cell.step(
      UnsafePointer(joined), sums: buffers.output(Place.sums, as: Int16.self) + 4 * first,
      lastCells: buffers.input(Place.lastCells, as: Int16.self) + first,
      cells: buffers.output(Place.cells, as: Int16.self) + first,
      output: buffers.output(Place.output, as: UInt8.self) + first, scratch: buffers.scratch)
    update(batch, UInt8.self, Int16.self, in: buffers)
  }
}
