internal import SwiftletFormat
internal import SwiftletTensor

/// From floats to integers one element at a time: several scales, or several elements in a byte.
extension Quantize {
  /// A step for a tensor with a scale for each channel.
  func channelStep(
    _ operands: Operands, in context: LoweringContext
  ) throws(OperatorError) -> Step {
    let output = operands.outputs[0]
    let channels = try ChannelScales(output, "output")
    guard channels.scales.allSatisfy({ $0.isFinite && $0 > 0 }) else {
      throw .invalid("has an output with a scale that is not positive")
    }
    switch output.type {
    case .int8: return channelStep(Int8.self, channels, operands)
    case .uint8: return channelStep(UInt8.self, channels, operands)
    default: return channelStep(Int16.self, channels, operands)
    }
  }

  private func channelStep<Target: FixedWidthInteger & BitwiseCopyable & Sendable>(
    _ target: Target.Type, _ channels: ChannelScales, _ operands: Operands
  ) -> Step {
    UnaryArithmetic.step("quantize channels", operands, nanosecondsFor64: 192) {
      buffers, first, count in
      let input = unsafe buffers.input(0, as: Float.self)
      let output = unsafe buffers.output(as: Target.self)
      for index in first..<first + count {
        let channel = channels.channel(of: index)
        let steps = unsafe (input[index] / channels.scales[channel])
          .rounded(.toNearestOrAwayFromZero)
        let value = Int(Int32(saturating: steps)) + Int(channels.zeroPoints[channel])
        unsafe output[index] = Target(clamping: value)
      }
    }
  }

  /// A step for a tensor whose elements share bytes.
  func packedStep(
    _ operands: Operands, in context: LoweringContext
  ) throws(OperatorError) -> Step {
    let output = operands.outputs[0]
    let channels = try ChannelScales(output, "output")
    guard let range = output.type.packedRange, channels.scales.count == 1,
      channels.scales[0].isFinite, channels.scales[0] > 0
    else { throw .invalid("has an \(output.type.name) output without one positive scale") }
    let (scale, zeroPoint) = (channels.scales[0], channels.zeroPoints[0])
    return try PackedElements.step("quantize f32 to \(output.type.name)", operands) {
      buffers, index in
      let steps = unsafe (buffers.input(0, as: Float.self)[index] / scale)
        .rounded(.toNearestOrAwayFromZero)
      let value = Int(Int32(saturating: steps)) + Int(zeroPoint)
      return min(max(Int32(clamping: value), range.lowerBound), range.upperBound)
    }
  }
}
