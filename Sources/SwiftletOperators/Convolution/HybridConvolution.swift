internal import SwiftletFormat
internal import SwiftletSIMD
internal import SwiftletTensor

/// Convolutions of floats with quantised weights: the input is brought to 8 bits while the model
/// runs, and sums of integers are scaled to floats.
enum HybridConvolution {
  /// Chooses how the input is quantised, and packs what is constant.
  static func lower(
    _ convolution: Convolution, in context: LoweringContext
  ) throws(OperatorError) -> Step {
    let scheme = try HybridScheme(convolution, arithmetic: context.arithmetic)
    var convolution = convolution
    // Peers read the bytes as signed ones, whatever their type says.
    if convolution.filter.type == .uint8 { convolution.filter.type = .int8 }
    let geometry = convolution.geometry
    var step = Step(kernel: "", phases: [])
    let channels = geometry.inputChannels
    let lines = geometry.batches * geometry.inputHeight
    // Images are quantised by lines, so that threads can share one.
    let input =
      scheme.isByPixel
      ? try HybridInput(
        convolution.input, groups: lines * geometry.inputWidth, linesPerGroup: 1,
        lineLength: channels, quantizer: scheme.quantizer, adding: &step, in: context)
      : try HybridInput(
        convolution.input, groups: geometry.batches, linesPerGroup: geometry.inputHeight,
        lineLength: geometry.inputWidth * channels, quantizer: scheme.quantizer, adding: &step,
        in: context)
    let epilogue = try HybridEpilogue(
      convolution, scheme, scales: input.scales,
      pixelsPerScale: scheme.isByPixel ? 1 : geometry.outputHeight * geometry.outputWidth,
      in: context)
    try PairConvolution.append(
      to: &step, convolution, image: input.image, filterZeroPoint: 0, isWide: false,
      epilogue: epilogue, in: context)
    return step
  }
}

/// How a peer computes a hybrid convolution.
struct HybridScheme: Sendable {
  let quantizer: HybridQuantizer
  /// Whether each pixel has a scale of its own, or each image.
  let isByPixel: Bool
  let order: PairScalingOrder
  /// One scale for each output channel.
  let scales: [Float]

  init(_ convolution: Convolution, arithmetic: Arithmetic) throws(OperatorError) {
    let channels = convolution.geometry.outputChannels
    let stored = try ChannelRequantization.filterScales(of: convolution, channels: channels)
    let isProduct = convolution.kind == .fullyConnected
    let isUniform = stored.count == 1 || convolution.filter.type == .uint8 && !isProduct
    scales = isUniform ? Array(repeating: stored[0], count: channels) : stored
    switch convolution.origin {
    case .kind: break
    case .transposed:
      quantizer = HybridQuantizer(kind: .asymmetric)
      isByPixel = false
      order = .columnFirst
      return
    case .batchProduct(let isDelegated):
      let isForeign = arithmetic == .litert && isDelegated
      quantizer = HybridQuantizer(
        kind: isForeign
          ? .delegated : convolution.quantizesAsymmetrically ? .asymmetric : .symmetric)
      isByPixel = true
      order = isForeign ? .rowFirst : .joined
      return
    }
    if arithmetic == .litert, convolution.isDelegatedHybrid {
      quantizer = HybridQuantizer(kind: .delegated)
      isByPixel = isProduct || convolution.geometry.isPointwise && convolution.groups == 1
      order = .rowFirst
      return
    }
    isByPixel = isProduct
    switch convolution.kind {
    case .fullyConnected:
      let isNibbles = arithmetic == .litert && convolution.packsNibbles
      quantizer = HybridQuantizer(
        kind: isNibbles
          ? .nibbles : convolution.quantizesAsymmetrically ? .asymmetric : .symmetric)
      order = .joined
    case .dense(let groups):
      let differs = scales.contains { $0 != stored[0] }
      quantizer = HybridQuantizer(kind: differs || groups > 1 ? .asymmetric : .symmetric)
      order = (differs && arithmetic == .reference) || groups > 1 ? .columnFirst : .joined
    case .depthwise:
      quantizer = HybridQuantizer(kind: .asymmetric)
      order = arithmetic == .reference ? .joined : .columnFirst
    }
  }
}

extension Convolution {
  /// The groups of a dense convolution.
  var groups: Int {
    if case .dense(let groups) = kind { return groups }
    return 1
  }

  /// Whether LiteRT's default path gives a hybrid node to XNNPACK.
  var isDelegatedHybrid: Bool {
    guard hasDelegableWeights, statesDelegableShapes,
      filter.quantization?.zeroPoints.allSatisfy({ $0 == 0 }) ?? true
    else { return false }
    switch kind {
    case .depthwise: return false
    case .dense: return filter.type == .int8
    case .fullyConnected:
      switch filter.type {
      case .int8: return !filter.isSparse
      case .int4, .int2: return hasDelegatedPacking
      default: return false
      }
    }
  }

  /// Whether the built-in kernel for weights of 4 bits applies.
  fileprivate var packsNibbles: Bool {
    filter.type == .int4 && filter.constant != nil && geometry.inputChannels % 2 == 0
      && geometry.outputChannels >= 4 && geometry.inputChannels >= 32
  }
}

/// Scales sums to floats, adds the bias and applies the activation.
@safe struct HybridEpilogue: PairEpilogue {
  private let activation: ActivationFunction
  private let channels: Int
  private let order: PairScalingOrder
  private let columns: AlignedMemory
  private let bias: PairOperand
  /// The temporary with the scale of each group of pixels.
  private let scales: Int
  private let pixelsPerScale: Int
  private let kernel:
    @Sendable (UnsafePointer<Int32>, UnsafeMutablePointer<Float>, Int, PairScaling) -> Void

  init(
    _ convolution: Convolution, _ scheme: HybridScheme, scales: Int, pixelsPerScale: Int,
    in context: LoweringContext
  ) throws(OperatorError) {
    // Convolutions know limits only.
    let isLimit = convolution.activation != .tanh && convolution.activation != .signBit
    activation =
      isLimit || convolution.kind == .fullyConnected ? convolution.activation : .none
    channels = convolution.geometry.outputChannels
    order = scheme.order
    columns = try context.memory(floats: scheme.scales)
    bias =
      if let bias = try convolution.bias(in: context) {
        bias
      } else {
        .packed(try context.memory(byteCount: 4 * channels))
      }
    self.scales = scales
    self.pixelsPerScale = pixelsPerScale
    unsafe kernel = context.kernels.pairs.scale
  }

  func finish(_ sums: PairSums, in buffers: borrowing Buffers) {
    let first = sums.channels.lowerBound
    let output = unsafe buffers.output(as: Float.self) + (sums.pixel * channels + first)
    let limits = activation.floatLimits
    let rows = unsafe buffers.temporary(scales).assumingMemoryBound(to: Float.self)
    let scaling = unsafe PairScaling(
      row: rows[sums.pixel / pixelsPerScale],
      columns: UnsafePointer(columns.pointer.assumingMemoryBound(to: Float.self)) + first,
      biases: bias.pointer(in: buffers).assumingMemoryBound(to: Float.self) + first,
      order: order, low: limits.lowerBound, high: limits.upperBound)
    unsafe kernel(sums.narrow, output, sums.channels.count, scaling)
    switch activation {
    case .tanh:
      for index in 0..<sums.channels.count {
        unsafe output[index] = Float.hyperbolicTangent(output[index])
      }
    case .signBit:
      for index in 0..<sums.channels.count {
        unsafe output[index] = output[index].sign == .minus ? 1 : 0
      }
    case .none, .relu, .reluN1To1, .relu6: break
    }
  }
}

extension LoweringContext {
  /// A copy of floats that a step keeps.
  fileprivate func memory(floats: [Float]) throws(OperatorError) -> AlignedMemory {
    let memory = try memory(byteCount: 4 * floats.count)
    unsafe floats.withUnsafeBytes { source in
      guard let first = source.baseAddress else { return }
      unsafe memory.pointer.copyMemory(from: first, byteCount: source.count)
    }
    return memory
  }
}
