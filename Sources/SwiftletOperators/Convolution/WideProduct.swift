internal import SwiftletSIMD
internal import SwiftletTensor

/// FULLY_CONNECTED with activations and weights of 16 bits.
enum WideProduct {
  /// Lowers to sums of 64 bits, one row of weights after the other.
  static func lower(
    _ convolution: Convolution, in context: LoweringContext
  ) throws(OperatorError) -> Step {
    guard convolution.input.zeroPoint == 0, convolution.output.zeroPoint == 0 else {
      throw .invalid("has 16-bit activations with a zero point")
    }
    let geometry = convolution.geometry
    let (depth, units) = (geometry.inputChannels, geometry.outputChannels)
    let epilogue = PairIntegerEpilogue(
      requantization: try ChannelRequantization(convolution, arithmetic: context.arithmetic),
      bias: PairBias(convolution.bias), channels: units)
    let image = try PairOperand(convolution.input, index: 0, in: context)
    let weights = try PairOperand(convolution.filter, index: 1, in: context)
    let zeroPoint = Int64(convolution.filter.zeroPoint)
    let kernel = unsafe context.kernels.recurrent.dotRowsOfShorts
    let work = convolution.multiplyAccumulates
    let phase = Phase(
      units: geometry.pixels * units, nanoseconds: work / context.kernels.pairs.lanes
    ) { buffers, range in
      let rows = unsafe image.pointer(in: buffers).assumingMemoryBound(to: Int16.self)
      let filter = unsafe weights.pointer(in: buffers).assumingMemoryBound(to: Int16.self)
      let sums = unsafe buffers.scratch.assumingMemoryBound(to: Int64.self)
      var index = range.lowerBound
      while index < range.upperBound {
        let (row, unit) = index.quotientAndRemainder(dividingBy: units)
        let count = min(units - unit, range.upperBound - index, unitsAtOnce)
        let vector = unsafe rows + row * depth
        unsafe kernel(filter + unit * depth, count, depth, vector, sums)
        // `Σ x(w − z)`, where weights have a zero point.
        var correction: Int64 = 0
        if zeroPoint != 0 {
          for step in 0..<depth { correction &+= unsafe zeroPoint &* Int64(vector[step]) }
        }
        for place in 0..<count {
          unsafe epilogue.write(
            sums[place] &- correction, channel: unit + place, pixel: row, in: buffers)
        }
        index += count
      }
    }
    return Step(
      kernel: "gemm i16 i16", phases: [phase], scratchBytes: 8 * unitsAtOnce,
      multiplyAccumulates: work)
  }

  /// The sums that are kept in scratch.
  private static let unitsAtOnce = 256
}
