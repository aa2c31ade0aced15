internal import SwiftletFormat
internal import SwiftletSIMD
internal import SwiftletTensor

/// How the sums of a quantised convolution become elements of its output: rounding and multiplier of
/// each output channel, zero point and clamp.
struct ChannelRequantization: Sendable {
  /// How a product with the multiplier is rounded; the letters are those of `docs/numerics.md`.
  enum Flavour: Sendable {
    /// D: fixed point, rounded twice.
    case twice
    /// U: fixed point, rounded up twice.
    case twiceUp
    /// E: `float32`, ties to even.
    case even
    /// A: `float64`, ties away from zero.
    case away
    /// Q15: fixed point with a significand of 16 bits, for sums of 64 bits.
    case wide
  }

  /// One flavour for each output channel.
  let flavours: [Flavour]
  /// `in · filter / out` of each channel in `float64`; empty where all channels are `even`.
  private let reals: [Double]
  /// The same as fixed-point multipliers.
  private let multipliers: [FixedPointMultiplier]
  /// The same in `float32`.
  let scales: [Float]
  /// The zero point of the output in its type.
  let zeroPoint: Int
  /// What the fused activation leaves of the range of the output's type.
  let range: ClosedRange<Int>
  /// Whether the output is `int8`.
  var isSigned: Bool { outputType == .int8 }
  /// The type of the output.
  let outputType: ElementType

  /// Reads scales and zero points, and chooses the flavour that the peer uses for the node.
  init(_ convolution: Convolution, arithmetic: Arithmetic) throws(OperatorError) {
    let channels = convolution.geometry.outputChannels
    let input = try Self.scale(of: convolution.input, "input")
    let output = try Self.scale(of: convolution.output, "output")
    let filters = try Self.filterScales(of: convolution, channels: channels)
    outputType = convolution.output.type
    // The kernels that turn bytes into words limit sums without having added the zero point: those
    // for shuffled weights, and the optimised one.
    let isUnmoved =
      convolution.input.type == .uint8 && outputType == .int16
      && (convolution.isShuffled || arithmetic == .litert)
    zeroPoint = isUnmoved ? 0 : convolution.output.zeroPoint
    // The optimised kernel for shuffled weights ignores the activation.
    let isUnlimited = convolution.isShuffled && arithmetic == .litert
    range =
      isUnlimited
      ? -32768...32767 : try Self.range(of: convolution, scale: output)

    flavours = Self.flavours(convolution, arithmetic, filters)
    let rounds = Self.roundsScaleProduct(convolution)
    let isEven = flavours.allSatisfy { $0 == .even }
    var reals: [Double] = []
    var scales: [Float] = []
    scales.reserveCapacity(channels)
    for channel in 0..<channels {
      let filter = filters.count == 1 ? filters[0] : filters[channel]
      scales.append(input * filter / output)
      guard !isEven else { continue }
      reals.append(
        rounds && flavours[channel] != .away
          ? Double(input * filter) / Double(output)
          : Double(input) * Double(filter) / Double(output))
    }
    self.reals = reals
    self.scales = scales
    multipliers = reals.map { FixedPointMultiplier($0) }
    if let channel = scales.firstIndex(where: { !($0 < 256) }), flavours[channel] == .even {
      throw .unsupported(
        "has input times filter scale over output scale \(scales[channel]) in channel \(channel); "
          + "the litert arithmetic needs less than 256, reference has no limit")
    }
  }

  /// The byte, as it lies in the tensor, that a sum gives.
  func byte(of sum: Int32, channel: Int) -> UInt8 {
    UInt8(truncatingIfNeeded: element(of: Int64(sum), channel: channel))
  }

  /// The element that a sum gives; flavours for sums of 32 bits wrap wider ones.
  func element(of sum: Int64, channel: Int) -> Int {
    let narrow = Int32(truncatingIfNeeded: sum)
    let product: Int32
    switch flavours[channel] {
    case .twice: product = multipliers[channel].applied(to: narrow)
    case .twiceUp: product = multipliers[channel].appliedRoundingUp(to: narrow)
    case .even:
      product = Int32(saturating: (Float(narrow) * scales[channel]).rounded(.toNearestOrEven))
    case .away:
      product = Int32(
        saturating: (Double(sum) * reals[channel]).rounded(.toNearestOrAwayFromZero))
    case .wide: product = multipliers[channel].appliedInWords(to: sum)
    }
    return min(max(Int(product) + zeroPoint, range.lowerBound), range.upperBound)
  }

  /// The vectorised epilogue that is exact for all sums within the bounds, or `raw` for none.
  ///
  /// `scaled` needs products that fit 32 bits; `fixed` needs shifts to the right and sums below
  /// 2^30, so that adding half a unit does not overflow.
  func epilogue(bounds: [Int]) -> Epilogue {
    let channels = flavours.indices
    if channels.allSatisfy({
      flavours[$0] == .even && Double(bounds[$0]) * Double(scales[$0]) < 0x1p31
    }) {
      return .scaled
    }
    let isFixed = channels.allSatisfy { channel in
      // Where all channels are `even`, there are no multipliers.
      guard flavours[channel] == .twice, bounds[channel] < 1 << 30 else { return false }
      let multiplier = multipliers[channel]
      let shifts = multiplier.value == 0 || (-31 ... -1).contains(multiplier.exponent)
      return shifts && multiplier.value >= 0
    }
    return isFixed ? .fixed : .raw
  }

  /// The parameters of one channel for a vectorised epilogue.
  func parameters(
    for epilogue: Epilogue, channel: Int
  ) -> (factor: Int32, half: Int32, shift: Int32) {
    switch epilogue {
    case .scaled: return (Int32(bitPattern: scales[channel].bitPattern), 0, 0)
    case .fixed:
      // A multiplier of 0 gives 0 under any shift.
      let shift = max(-multipliers[channel].exponent, 1)
      return (multipliers[channel].value, 1 << Int32(shift - 1), Int32(shift))
    case .raw: return (0, 0, 0)
    }
  }
}

// MARK: Reading

extension ChannelRequantization {
  private static func scale(of info: TensorInfo, _ role: String) throws(OperatorError) -> Float {
    guard let scale = info.scale else {
      throw .invalid("has an \(role) of type \(info.type.name) without one scale")
    }
    guard scale.isFinite, scale > 0 else {
      throw .invalid("has an \(role) with the scale \(scale), which must be positive")
    }
    return scale
  }

  static func filterScales(
    of convolution: Convolution, channels: Int
  ) throws(OperatorError) -> [Float] {
    guard let quantization = convolution.filter.quantization, !quantization.scales.isEmpty else {
      throw .invalid("has a filter of type \(convolution.filter.type.name) without scales")
    }
    let scales = quantization.scales
    guard scales.count == 1 || scales.count == channels else {
      throw .invalid("has \(scales.count) filter scales for \(channels) output channels")
    }
    guard scales.allSatisfy({ $0.isFinite && $0 >= 0 }) else {
      throw .invalid("has a filter scale that is negative or not finite")
    }
    if scales.count > 1 {
      let axis = convolution.kind.channelAxis
      guard quantization.axis == axis else {
        throw .invalid("has filter scales along axis \(quantization.axis) instead of \(axis)")
      }
    }
    return scales
  }

  private static func range(
    of convolution: Convolution, scale: Float
  ) throws(OperatorError) -> ClosedRange<Int> {
    let type: ClosedRange<Int>
    switch convolution.output.type {
    case .int8: type = -128...127
    case .uint8: type = 0...255
    case .int16: type = -32768...32767
    default: throw .unsupported("has an output of type \(convolution.output.type.name)")
    }
    let zero = convolution.output.zeroPoint
    guard type.contains(zero) else {
      throw .invalid(
        "has an output zero point of \(zero), outside the range of \(convolution.output.type.name)")
    }
    func quantized(_ real: Float) throws(OperatorError) -> Int {
      let steps = (real / scale).rounded(.toNearestOrAwayFromZero)
      guard abs(steps) < 0x1p31 else {
        throw .invalid("has an output scale of \(scale), too small for its activation")
      }
      return zero + Int(steps)
    }
    switch convolution.activation {
    case .relu: return zero...type.upperBound
    case .relu6: return zero...max(zero, min(type.upperBound, try quantized(6)))
    case .reluN1To1:
      return max(type.lowerBound, try quantized(-1))...min(type.upperBound, try quantized(1))
    case .none, .tanh, .signBit: return type
    }
  }

  /// The flavour of each channel.
  private static func flavours(
    _ convolution: Convolution, _ arithmetic: Arithmetic, _ filters: [Float]
  ) -> [Flavour] {
    let channels = convolution.geometry.outputChannels
    func all(_ flavour: Flavour) -> [Flavour] { Array(repeating: flavour, count: channels) }
    if let flavours = originFlavours(of: convolution, arithmetic, filters) { return flavours }
    if convolution.input.type == .int16 { return all(wideFlavour(convolution, arithmetic)) }
    // Shuffled and sparse products have kernels of their own, which XNNPACK does not replace.
    let isSparse = convolution.filter.isSparse && convolution.kind == .fullyConnected
    if convolution.isShuffled || isSparse { return all(.twice) }
    switch (arithmetic, convolution.kind) {
    case (.reference, .fullyConnected): return all(.away)
    case (.reference, _): return all(.twice)
    case (.litert, _) where convolution.isDelegated && filters.allSatisfy(\.isNormal):
      return all(.even)
    case (.litert, .dense(let groups)): return all(groups > 1 ? .twice : .twiceUp)
    case (.litert, .fullyConnected): return all(.twiceUp)
    case (.litert, .depthwise):
      // The built-in kernel does blocks of eight channels with vectors, which round up.
      let blocks = convolution.input.type == .int8 ? channels / 8 * 8 : 0
      return (0..<channels).map { $0 < blocks ? .twiceUp : .twice }
    }
  }

  /// The flavour of all channels where activations have 16 bits.
  private static func wideFlavour(
    _ convolution: Convolution, _ arithmetic: Arithmetic
  ) -> Flavour {
    switch convolution.kind {
    case .depthwise: return .wide
    case .dense(let groups):
      guard convolution.bias?.type == .int32 else { return .wide }
      return arithmetic == .reference || groups > 1 ? .twice : .twiceUp
    case .fullyConnected:
      if convolution.filter.type == .int16 { return .wide }
      return arithmetic == .reference || convolution.hasWideSums ? .away : .twiceUp
    }
  }

  /// Whether the product of both scales is rounded to `float32` on the way to a fixed-point
  /// multiplier.
  private static func roundsScaleProduct(_ convolution: Convolution) -> Bool {
    switch convolution.kind {
    case .dense, .depthwise: convolution.input.type == .uint8
    case .fullyConnected: !(convolution.filter.quantization?.isPerChannel ?? false)
    }
  }
}

extension Convolution {
  /// Whether XNNPACK takes the quantisation of the operands; it looks at no axis of an int8 filter
  /// with one scale.
  var isDelegable: Bool {
    input.isDelegable && output.isDelegable && (filter.type != .uint8 || filter.isDelegable)
  }

  /// Whether XNNPACK takes the activation, and filter and bias for weights.
  var hasDelegableWeights: Bool {
    filter.isStaticWeight && bias?.isStaticWeight ?? true && bias?.isDelegableBias ?? true
      && activation.isDelegable
  }

  /// Whether XNNPACK takes the shapes of images that the file states; of rows it takes any.
  var statesDelegableShapes: Bool {
    let areImages = input.statesImage && output.statesImage
    switch kind {
    case .fullyConnected: return true
    case .depthwise: return areImages
    // It counts groups by what the file states.
    case .dense: return areImages && input.statedShape[3] >= filter.shape[3]
    }
  }

  /// Whether sums of 16-bit activations have 64 bits in every peer.
  fileprivate var hasWideSums: Bool {
    bias.map { $0.type == .int64 } ?? (biasType == .int64)
  }

  /// Whether XNNPACK takes weights that share bytes in rows of this depth.
  var hasDelegatedPacking: Bool {
    filter.type == .int4
      ? geometry.inputChannels % 2 == 0
      : geometry.inputChannels % 4 == 0 && filter.quantization?.isPerChannel ?? false
  }

  /// Whether LiteRT's default path gives the node to XNNPACK.
  fileprivate var isDelegated: Bool {
    guard hasDelegableWeights, statesDelegableShapes, output.type == input.type, isDelegable
    else { return false }
    switch kind {
    case .dense, .depthwise:
      return bias != nil && filter.type == input.type
        && (filter.type == .uint8 || filter.quantization?.zeroPoints.allSatisfy { $0 == 0 } ?? true)
    case .fullyConnected:
      switch filter.type {
      case .int4, .int2: return hasDelegatedPacking
      default: return filter.type == .uint8 || filter.zeroPoint == 0
      }
    }
  }
}

extension Convolution.Kind {
  /// The axis of the filter that counts output channels.
  var channelAxis: Int {
    if case .depthwise = self { return 3 }
    return 0
  }
}
