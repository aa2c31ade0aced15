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
    let image = PairOperand(convolution.input, index: 0)
    let weights = PairOperand(convolution.filter, index: 1)
    let zeroPoint = Int64(convolution.filter.zeroPoint)
    return Step(
      kernel: "gemm i16 i16",
      phases: [
        Phase(
          units: geometry.pixels * units, nanoseconds: convolution.multiplyAccumulates
        ) { buffers, range in
          let rows = unsafe image.pointer(in: buffers).assumingMemoryBound(to: Int16.self)
          let filter = unsafe weights.pointer(in: buffers).assumingMemoryBound(to: Int16.self)
          for index in range {
            let (row, unit) = index.quotientAndRemainder(dividingBy: units)
            var sum: Int64 = 0
            for step in 0..<depth {
              let weight = unsafe Int64(filter[unit * depth + step]) &- zeroPoint
              sum &+= unsafe weight &* Int64(rows[row * depth + step])
            }
            epilogue.write(sum, channel: unit, pixel: row, in: buffers)
          }
        }
      ], multiplyAccumulates: convolution.multiplyAccumulates)
  }
}
