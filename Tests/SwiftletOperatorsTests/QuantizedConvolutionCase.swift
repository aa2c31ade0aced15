import SwiftletFormat
import SwiftletKernels
import SwiftletOperators
import SwiftletTensor
import SwiftletTestSupport

/// An 8-bit convolution with data, to be lowered and run in several ways.
struct QuantizedConvolutionCase {
  var kind: Convolution.Kind
  var geometry: ConvolutionGeometry
  /// `int8` or `uint8`, for input, filter and output.
  var type = ElementType.int8
  var activation = ActivationFunction.none
  var inputScale: Float = 0.02
  var inputZeroPoint = 3
  var filterScales: [Float] = [0.01]
  var filterZeroPoint = 0
  var outputScale: Float = 1
  var outputZeroPoint = -5
  var hasConstantInput = false
  /// Bytes as they lie in the tensors.
  var input: [UInt8]
  var filter: [UInt8]
  /// Nil for no bias.
  var bias: [Int32]?

  /// Random data for a geometry, seeded.
  ///
  /// With zero points from the whole range, the sum of `n` products of two uniform bytes has a
  /// deviation of about `5400 · √n`; the output scale spreads it over a few hundred steps.
  init(
    kind: Convolution.Kind, geometry: ConvolutionGeometry, type: ElementType,
    perChannel: Bool = false, seed: UInt64
  ) {
    var random = SplitMix64(seed: seed)
    self.kind = kind
    self.geometry = geometry
    self.type = type
    input = []
    filter = []
    let counts = reference
    input = random.bytes(counts.inputCount)
    filter = random.bytes(counts.filterCount)
    let low = type == .int8 ? -128 : 0
    inputZeroPoint = low + random.integer(90, 166)
    outputZeroPoint = low + random.integer(60, 196)
    if type == .uint8 { filterZeroPoint = random.integer(100, 156) }
    inputScale = random.uniform(0.01, 0.05)
    filterScales = (0..<(perChannel ? geometry.outputChannels : 1)).map { _ in
      random.uniform(0.002, 0.008)
    }
    let terms = Double(counts.filterCount) / Double(max(geometry.outputChannels, 1))
    let deviation = 5400 * terms.squareRoot()
    outputScale = inputScale * 0.005 * Float(deviation / 50)
    let spread = Int(deviation)
    bias = (0..<geometry.outputChannels).map { _ in Int32(random.integer(-spread, spread)) }
  }

  var reference: ReferenceConvolution {
    var reference = ReferenceConvolution()
    reference.batches = geometry.batches
    reference.input = (geometry.inputHeight, geometry.inputWidth, geometry.inputChannels)
    reference.output = (geometry.outputHeight, geometry.outputWidth, geometry.outputChannels)
    reference.kernel = (geometry.kernelHeight, geometry.kernelWidth)
    reference.stride = (geometry.strideHeight, geometry.strideWidth)
    reference.dilation = (geometry.dilationHeight, geometry.dilationWidth)
    reference.padding = (geometry.padTop, geometry.padLeft)
    switch kind {
    case .dense(let groups): reference.groups = groups
    case .depthwise:
      reference.groups = max(geometry.inputChannels, 1)
      reference.isDepthwise = true
    case .fullyConnected: break
    }
    return reference
  }

  private func integer(_ byte: UInt8) -> Int {
    type == .int8 ? Int(Int8(bitPattern: byte)) : Int(byte)
  }

  /// The 32-bit sums by definition.
  func sums() -> [Int] {
    reference.integerSums(
      input: input.map { integer($0) - inputZeroPoint },
      filter: filter.map { integer($0) - filterZeroPoint }, bias: bias?.map(Int.init) ?? [])
  }

  /// The outputs by definition, with the rounding of each channel.
  func expected(_ rounding: (Int) -> ReferenceRequantization, singleProduct: Bool) -> [UInt8] {
    let channels = geometry.outputChannels
    let (low, high) = type == .int8 ? (-128, 127) : (0, 255)
    func steps(_ real: Float) -> Int {
      Int((real / outputScale).rounded(.toNearestOrAwayFromZero))
    }
    let limits =
      switch activation {
      case .relu: (max(low, outputZeroPoint), high)
      case .relu6: (max(low, outputZeroPoint), min(high, outputZeroPoint + steps(6)))
      case .reluN1To1:
        (max(low, outputZeroPoint + steps(-1)), min(high, outputZeroPoint + steps(1)))
      default: (low, high)
      }
    return sums().enumerated().map { index, sum in
      let channel = index % channels
      let scale = filterScales.count == 1 ? filterScales[0] : filterScales[channel]
      let real =
        singleProduct
        ? Double(inputScale * scale) / Double(outputScale)
        : Double(inputScale) * Double(scale) / Double(outputScale)
      let value =
        rounding(channel).rounded(sum, real: real, single: inputScale * scale / outputScale)
        + outputZeroPoint
      return UInt8(truncatingIfNeeded: min(max(value, limits.0), limits.1))
    }
  }

  /// The outputs by definition with one rounding for all channels.
  func expected(_ rounding: ReferenceRequantization) -> [UInt8] {
    let single: Bool
    switch (kind, rounding) {
    case (_, .away): single = false
    case (.fullyConnected, _): single = filterScales.count == 1
    default: single = type == .uint8
    }
    return expected({ _ in rounding }, singleProduct: single)
  }

  /// Lowers the case and runs it, its units cut as told.
  func run(in context: LoweringContext, cut: StepHarness.Cut = .whole) throws -> [UInt8] {
    let inputs = [input, filter, []].map { AlignedMemory(bytes: $0) }
    return try StepHarness.run(
      QuantizedConvolution.lower(convolution, in: context), inputs: inputs,
      outputBytes: reference.outputCount, cut: cut)
  }

  /// The convolution as an operator would describe it.
  var convolution: Convolution {
    let filterShape: Shape =
      switch kind {
      case .dense(let groups):
        [
          geometry.outputChannels, geometry.kernelHeight, geometry.kernelWidth,
          geometry.inputChannels / groups,
        ]
      case .depthwise: [1, geometry.kernelHeight, geometry.kernelWidth, geometry.outputChannels]
      case .fullyConnected: [geometry.outputChannels, geometry.inputChannels]
      }
    let inputShape: Shape = [
      geometry.batches, geometry.inputHeight, geometry.inputWidth, geometry.inputChannels,
    ]
    let isDepthwise = if case .depthwise = kind { true } else { false }
    return Convolution(
      kind: kind, geometry: geometry,
      input: TensorInfo(
        name: "input", type: type, shape: inputShape,
        quantization: Quantization(scale: inputScale, zeroPoint: inputZeroPoint),
        constant: hasConstantInput ? TensorBytes(AlignedMemory(bytes: input)) : nil),
      filter: TensorInfo(
        name: "filter", type: type, shape: filterShape,
        quantization: Quantization(
          scales: filterScales,
          zeroPoints: filterScales.map { _ in filterZeroPoint },
          axis: filterScales.count > 1 && isDepthwise ? 3 : 0),
        constant: TensorBytes(AlignedMemory(bytes: filter))),
      bias: bias.map { values in
        TensorInfo(
          name: "bias", type: .int32, shape: [values.count],
          // Any scale will do; without one LiteRT's delegate leaves the node alone.
          quantization: Quantization(scale: 1, zeroPoint: 0),
          constant: TensorBytes(AlignedMemory(words: values)))
      },
      output: TensorInfo(
        name: "output", type: type, shape: geometry.outputShape,
        quantization: Quantization(scale: outputScale, zeroPoint: outputZeroPoint)),
      activation: activation)
  }
}

extension AlignedMemory {
  /// A copy of bytes; the spare bytes hold a pattern, so that a result that depends on them shows.
  convenience init(bytes: [UInt8]) {
    self.init(byteCount: bytes.count)
    for (index, value) in bytes.enumerated() {
      pointer.storeBytes(of: value, toByteOffset: index, as: UInt8.self)
    }
    RedZones.paint(pointer + byteCount)
  }

  /// A copy of 32-bit integers.
  convenience init(words: [Int32]) {
    self.init(byteCount: 4 * words.count)
    for (index, value) in words.enumerated() {
      pointer.storeBytes(of: value, toByteOffset: 4 * index, as: Int32.self)
    }
  }
}
