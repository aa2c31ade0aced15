internal import SwiftletSIMD
internal import SwiftletTensor

/// Convolutions of integers to integers beyond products of bytes with constants: activations of
/// 16 bits, filters and biases that the model computes, bytes that become 16-bit integers.
enum PairIntegers {
  /// Chooses kernels, and packs what is constant.
  static func lower(
    _ convolution: Convolution, in context: LoweringContext
  ) throws(OperatorError) -> Step {
    let requantization = try ChannelRequantization(convolution, arithmetic: context.arithmetic)
    var step = Step(kernel: "", phases: [])
    var unshuffled = convolution
    if convolution.isShuffled {
      unshuffled.filter = try ShuffledWeights.unshuffled(convolution, in: context)
      step.phases.append(try ShuffledWeights.workspacePhase(convolution, in: context))
    }
    let image = try image(of: convolution, &step, in: context)
    let epilogue = PairIntegerEpilogue(
      requantization: requantization, bias: PairBias(convolution.bias),
      channels: convolution.geometry.outputChannels)
    try PairConvolution.append(
      to: &step, unshuffled, image: image,
      filterZeroPoint: convolution.isShuffled
        ? 128 : try QuantizedLayer.filterZeroPoint(of: convolution),
      isWide: convolution.input.type == .int16
        && requantization.flavours.contains { $0 == .wide || $0 == .away },
      epilogue: epilogue, in: context)
    return step
  }

  /// The input less its zero point, as it is where it has 16 bits.
  static func image(
    of convolution: Convolution, _ step: inout Step, in context: LoweringContext
  ) throws(OperatorError) -> PairOperand {
    let input = convolution.input
    if input.type == .int16 {
      guard input.zeroPoint == 0, convolution.output.zeroPoint == 0 else {
        throw .invalid("has 16-bit activations with a zero point")
      }
      return try PairOperand(input, index: 0, in: context)
    }
    // Shuffled products take zero points of 128 for granted.
    let zeroPoint =
      convolution.isShuffled ? 128 : try QuantizedLayer.zeroPoint(of: input, "input")
    let isSigned = input.type == .int8
    let offset = Int16(zeroPoint + (isSigned ? 128 : 0))
    let source = try PairOperand(input, index: 0, in: context)
    let temporary = step.temporaries.count
    let count = input.elementCount
    step.temporaries.append(2 * count)
    let kernel = unsafe context.kernels.pairs.widen
    step.phases.append(
      Phase(units: count, grain: 64, nanoseconds: count / 4) { buffers, range in
        let bytes = unsafe source.pointer(in: buffers).assumingMemoryBound(to: UInt8.self)
        let target = unsafe buffers.temporary(temporary).assumingMemoryBound(to: Int16.self)
        unsafe kernel(
          bytes + range.lowerBound, target + range.lowerBound, range.count,
          isSigned ? 0x80 : 0, offset)
      })
    return .temporary(temporary)
  }
}

/// The bias of each output channel, as a constant or as the model computes it.
enum PairBias: Sendable {
  case none
  case constant([Int64])
  case narrow
  case wide

  /// Reads a bias of 32 or 64 bits.
  init(_ info: TensorInfo?) {
    guard let info else {
      self = .none
      return
    }
    guard let constant = info.constant else {
      self = info.type == .int64 ? .wide : .narrow
      return
    }
    self = .constant(
      info.type == .int64
        ? constant.elements(as: Int64.self)
        : constant.elements(as: Int32.self).map(Int64.init))
  }

  /// The bias of a channel.
  func value(_ channel: Int, in buffers: borrowing Buffers) -> Int64 {
    switch self {
    case .none: 0
    case .constant(let values): values[channel]
    case .narrow: unsafe Int64(buffers.input(2, as: Int32.self)[channel])
    case .wide: unsafe buffers.input(2, as: Int64.self)[channel]
    }
  }
}

/// Requantises sums to the output's type.
struct PairIntegerEpilogue: PairEpilogue {
  let requantization: ChannelRequantization
  let bias: PairBias
  /// The output channels of a pixel.
  let channels: Int

  func finish(_ sums: PairSums, in buffers: borrowing Buffers) {
    for (position, channel) in sums.channels.enumerated() {
      write(sums[position], channel: channel, pixel: sums.pixel, in: buffers)
    }
  }

  /// Writes the element of one sum, to which the bias is not yet added.
  func write(_ sum: Int64, channel: Int, pixel: Int, in buffers: borrowing Buffers) {
    let element = requantization.element(
      of: sum &+ bias.value(channel, in: buffers), channel: channel)
    let index = pixel * channels + channel
    if requantization.outputType == .int16 {
      unsafe buffers.output(as: Int16.self)[index] = Int16(element)
    } else {
      unsafe buffers.output(as: UInt8.self)[index] = UInt8(truncatingIfNeeded: element)
    }
  }
}
