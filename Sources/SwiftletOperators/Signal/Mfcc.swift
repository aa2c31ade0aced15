internal import SwiftletFlatBuffers
internal import SwiftletFormat
internal import SwiftletTensor

/// `Mfcc`: cepstral coefficients of a spectrogram, the cosine transform of the logarithms of its mel
/// channels.
struct Mfcc: Operator {
  static let code = BuiltinOperator.custom
  static let customName: String? = "Mfcc"
  static let elementTypes: [ElementType] = [.float32]
  private let channelCount: Int
  private let coefficientCount: Int
  private let low: Double
  private let high: Double

  init(reading node: NodeReader) throws(OperatorError) {
    try node.require(inputs: 2...2)
    let types = [try node.input(0).type, try node.input(1).type, try node.output().type]
    guard types == [.float32, .int32, .float32] else {
      throw .unsupported("has operands of types \(types.map(\.name).joined(separator: ", "))")
    }
    let map = try node.optionMap()
    // The limits are read as integers, as LiteRT does.
    high = Double(map["upper_frequency_limit"]?.integer ?? 0)
    low = Double(map["lower_frequency_limit"]?.integer ?? 0)
    channelCount = map["filterbank_channel_count"]?.integer ?? 0
    coefficientCount = map["dct_coefficient_count"]?.integer ?? 0
    guard 1...1 << 16 ~= channelCount, 1...channelCount ~= coefficientCount, low >= 0, high > low
    else {
      throw .invalid(
        "has \(coefficientCount) coefficients of \(channelCount) channels from \(low) to \(high)")
    }
  }

  func outputShapes(for operands: Operands) throws(OperatorError) -> [Shape]? {
    let (shape, rate) = (try operands.input(0).shape, try operands.input(1).shape)
    guard shape.rank == 3, !shape.dimensions.contains(0), shape[2] >= 2, rate.elementCount == 1
    else { throw .invalid("has a spectrogram of \(shape) and a rate of \(rate)") }
    return [[shape[0], shape[1], coefficientCount]]
  }

  func lower(_ operands: Operands, in context: LoweringContext) throws(OperatorError) -> Step {
    let shape = try operands.input(0).shape
    let (frames, bins) = (shape[0] * shape[1], shape[2])
    let (channels, coefficients) = (channelCount, coefficientCount)
    let design = MelFilterbank.Design(
      frequencyCount: bins, channelCount: channels, low: low, high: high)
    let cosines = try Self.cosines(channels, coefficients, in: context)
    let prepare = Phase(units: 1, nanoseconds: bins * 40) { buffers, _ in
      let rate = unsafe buffers.input(1, as: Int32.self)[0]
      guard rate > 0 else {
        buffers.fail(.outsideDomain)
        return
      }
      unsafe MelFilterbank.prepare(buffers.temporary(0), design, sampleRate: rate)
    }
    let compute = Phase(
      units: frames, nanoseconds: frames * (bins * 4 + channels * (coefficients + 20))
    ) { buffers, range in
      guard unsafe buffers.input(1, as: Int32.self)[0] > 0 else { return }
      let bank = unsafe MelFilterbank(buffers.temporary(0), design)
      let sums = unsafe buffers.scratch.assumingMemoryBound(to: Double.self)
      let table = unsafe cosines.pointer.assumingMemoryBound(to: Double.self)
      for frame in range {
        let target = unsafe buffers.output(as: Float.self) + frame * coefficients
        guard bank.isEmpty || bank.range.upperBound < bins else {
          // The spectrum does not reach the upper limit.
          for index in 0..<coefficients { unsafe target[index] = 0 }
          continue
        }
        unsafe bank.apply(
          buffers.input(0, as: Float.self) + frame * bins, to: sums, channelCount: channels)
        for channel in 0..<channels {
          unsafe sums[channel] = Double.logarithm(max(sums[channel], 1e-12))
        }
        for index in 0..<coefficients {
          var sum = 0.0
          for channel in 0..<channels {
            unsafe sum += table[index * channels + channel] * sums[channel]
          }
          unsafe target[index] = Float(sum)
        }
      }
    }
    return Step(
      kernel: "mfcc", phases: [prepare, compute], temporaries: [design.byteCount],
      scratchBytes: 8 * channels, canFault: true)
  }

  /// `√(2 / n) · cos(π / n · i · (j + ½))` by row.
  private static func cosines(
    _ channels: Int, _ coefficients: Int, in context: LoweringContext
  ) throws(OperatorError) -> AlignedMemory {
    let memory = try context.memory(byteCount: 8 * channels * coefficients)
    let table = unsafe memory.pointer.assumingMemoryBound(to: Double.self)
    let (norm, turn) = ((2 / Double(channels)).squareRoot(), Double.pi / Double(channels))
    for index in 0..<coefficients {
      for channel in 0..<channels {
        let angle = Double(index) * turn * (Double(channel) + 0.5)
        unsafe table[index * channels + channel] = norm * Double.cosine(angle)
      }
    }
    return memory
  }
}
