internal import SwiftletSIMD
internal import SwiftletTensor

/// The last outputs of a transposed convolution of unsigned bytes, one by one.
///
/// The peer's built-in kernel requantises 16 outputs at a time, rounding up, whatever pixel and channel
/// they are; what is left over at the end of the tensor it rounds otherwise.
struct TransposedTail: Sendable {
  /// The outputs that are requantised at a time.
  static let block = 16

  private let rows: TransposedAxis
  private let columns: TransposedAxis
  private let inputs: Int
  private let outputs: Int
  private let inputZeroPoint: Int
  private let filterZeroPoint: Int
  private let filter: PairOperand
  private let bias: PairBias
  private let requantization: ChannelRequantization
  /// The numbers of the outputs.
  private let range: Range<Int>

  /// `convolution` is a part of the whole with all of its output channels.
  init(
    _ whole: TransposedConvolution, convolution: Convolution, in context: LoweringContext
  ) throws(OperatorError) {
    rows = whole.rows
    columns = whole.columns
    outputs = whole.filter.shape[0]
    inputs = whole.filter.shape[3]
    inputZeroPoint = whole.input.zeroPoint
    filterZeroPoint = whole.filter.zeroPoint
    filter = try PairOperand(whole.filter, index: 1, in: context)
    bias = PairBias(whole.bias)
    requantization = try ChannelRequantization(convolution, arithmetic: .reference)
    let count = whole.output.elementCount
    range = count - count % Self.block..<count
  }

  /// Overwrites the outputs; inputs are those of a convolution.
  var phase: Phase {
    let taps = rows.kernel * columns.kernel * inputs
    return Phase(units: range.count, nanoseconds: 4 * range.count * taps) { [self] buffers, units in
      for unit in units {
        let index = range.lowerBound + unit
        let (pixel, channel) = index.quotientAndRemainder(dividingBy: outputs)
        let sum = product(pixel: pixel, channel: channel, in: buffers)
        unsafe buffers.output(as: UInt8.self)[index] = UInt8(
          truncatingIfNeeded: requantization.element(
            of: sum &+ bias.value(channel, in: buffers), channel: channel))
      }
    }
  }

  private func product(pixel: Int, channel: Int, in buffers: borrowing Buffers) -> Int64 {
    let (line, column) = pixel.quotientAndRemainder(dividingBy: columns.output)
    let (image, row) = line.quotientAndRemainder(dividingBy: rows.output)
    let weights = unsafe filter.pointer(in: buffers).assumingMemoryBound(to: UInt8.self)
    var sum: Int64 = 0
    for rowTap in 0..<rows.kernel {
      guard let inputRow = rows.input(of: row, tap: rowTap) else { continue }
      for columnTap in 0..<columns.kernel {
        guard let inputColumn = columns.input(of: column, tap: columnTap) else { continue }
        let source = ((image * rows.input + inputRow) * columns.input + inputColumn) * inputs
        let tap = ((channel * rows.kernel + rowTap) * columns.kernel + columnTap) * inputs
        for index in 0..<inputs {
          let value = unsafe Int(buffers.input(0, as: UInt8.self)[source + index]) - inputZeroPoint
          let weight = unsafe Int(weights[tap + index]) - filterZeroPoint
          sum &+= Int64(value * weight)
        }
      }
    }
    return sum
  }
}

extension TransposedAxis {
  /// The input that reaches an output through a tap, or nil for none.
  fileprivate func input(of output: Int, tap: Int) -> Int? {
    let (index, rest) = (output + padding - tap * dilation).quotientAndRemainder(
      dividingBy: stride)
    return rest == 0 && index >= 0 && index < input ? index : nil
  }
}
