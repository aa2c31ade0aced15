internal import SwiftletSIMD
internal import SwiftletTensor

/// A matrix of signed bytes by which rows of bytes are multiplied, and how sums are rescaled.
struct IntegerProduct: Sendable {
  let operand: Int
  let rows: Int
  let depth: Int
  let multiplier: FixedPointMultiplier
  /// What each sum starts with: the bias, less the zero point times the sum of the weights.
  let biases: [Int32]
  let outputZeroPoint: Int32

  init(
    _ list: Operands, _ index: Int, rows: Int, depth: Int, multiplier: Float, zeroPoint: Int32,
    bias: Int?, outputZeroPoint: Int32 = 0
  ) throws(OperatorError) {
    let info = try list.input(index)
    guard info.shape == [rows, depth] else {
      throw .invalid(
        "has weights \(info.shape) as input \(index) where it needs [\(rows), \(depth)]")
    }
    operand = index
    self.rows = rows
    self.depth = depth
    self.multiplier = FixedPointMultiplier(Double(multiplier))
    self.outputZeroPoint = outputZeroPoint
    var biases = [Int32](repeating: 0, count: rows)
    if let bias { biases = try list.constantIntegers(bias, count: rows) }
    let sums = try RecurrentMatrix.rowSums(of: info, rows, depth)
    for row in 0..<rows { biases[row] &-= sums[row] &* zeroPoint }
    self.biases = biases
  }

  /// Adds the rescaled product with a row to numbers, with saturation.
  func add<Number: FixedWidthInteger & BitwiseCopyable>(
    _ row: UnsafeRawPointer, to numbers: UnsafeMutablePointer<Number>,
    accumulators: UnsafeMutablePointer<Int32>, _ kernels: RecurrentKernels,
    in buffers: borrowing Buffers
  ) {
    unsafe kernels.dotRowsOfBytes(buffers.input(operand), rows, depth, row, accumulators)
    for index in 0..<rows {
      let scaled = unsafe multiplier.applied(to: accumulators[index] &+ biases[index])
      let sum = unsafe Int64(scaled) + Int64(outputZeroPoint) + Int64(numbers[index])
      unsafe numbers[index] = Number(clamping: sum)
    }
  }
}

extension Operands {
  /// The numbers of a constant list of 32-bit integers.
  func constantIntegers(_ index: Int, count: Int) throws(OperatorError) -> [Int32] {
    let info = try input(index)
    guard info.shape == [count], let constant = info.constant, constant.count >= 4 * count else {
      throw .unsupported("needs a constant of \(count) numbers as input \(index)")
    }
    return Array(constant.elements(as: Int32.self).prefix(count))
  }

  /// The numbers of a constant list of 16-bit integers.
  func constantWords(_ index: Int, count: Int) throws(OperatorError) -> [Int16] {
    let info = try input(index)
    guard info.shape == [count], let constant = info.constant, constant.count >= 2 * count else {
      throw .unsupported("needs a constant of \(count) numbers as input \(index)")
    }
    return Array(constant.elements(as: Int16.self).prefix(count))
  }
}
