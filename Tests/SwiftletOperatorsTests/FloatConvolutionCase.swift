import SwiftletFormat
import SwiftletKernels
import SwiftletOperators
import SwiftletTensor
import SwiftletTestSupport

/// A float convolution with data, to be lowered and run in several ways.
struct FloatConvolutionCase {
  var kind: Convolution.Kind
  var geometry: ConvolutionGeometry
  var activation = ActivationFunction.none
  var input: [Float]
  var filter: [Float]
  var bias: [Float]
  /// Which operands are constants of the model.
  var hasConstantInput = false
  var hasConstantFilter = true
  var hasConstantBias = true

  /// The window of the definition.
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

  /// Random data for a geometry, seeded.
  init(
    kind: Convolution.Kind, geometry: ConvolutionGeometry, seed: UInt64, hasBias: Bool = true
  ) {
    self.kind = kind
    self.geometry = geometry
    input = []
    filter = []
    bias = []
    var random = SplitMix64(seed: seed)
    input = random.floats(reference.inputCount, -1, 1)
    filter = random.floats(reference.filterCount, -1, 1)
    if hasBias { bias = random.floats(geometry.outputChannels, -1, 1) }
  }

  /// Each output of the definition with the error that a float sum of its length may have.
  func expected() -> [(value: Double, bound: Double, magnitude: Double)] {
    let reference = reference
    let terms = Double(
      reference.kernel.height * reference.kernel.width
        * (reference.input.channels / max(reference.groups, 1)))
    let limits = clampLimits
    return reference.sums(input: input, filter: filter, bias: bias).map { sum in
      // A sum of n rounded products is off by at most (n + 1) half units of its magnitude.
      let bound = (terms + 2) * Double(Float.ulpOfOne) / 2 * sum.magnitude
      return (min(max(sum.value, limits.low), limits.high), bound, sum.magnitude)
    }
  }

  /// The limits of the activation, by its definition.
  private var clampLimits: (low: Double, high: Double) {
    switch activation {
    case .relu: (0, .infinity)
    case .reluN1To1: (-1, 1)
    case .relu6: (0, 6)
    default: (-.infinity, .infinity)
    }
  }

  /// Lowers the case and runs it, its units cut as told.
  func run(
    in context: LoweringContext, cut: StepHarness.Cut = .whole
  ) throws -> [Float] {
    try StepHarness.run(
      FloatConvolution.lower(convolution, in: context), inputs: [input, filter, bias],
      outputCount: reference.outputCount, cut: cut)
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
      case .depthwise:
        [1, geometry.kernelHeight, geometry.kernelWidth, geometry.outputChannels]
      case .fullyConnected: [geometry.outputChannels, geometry.inputChannels]
      }
    let inputShape: Shape = [
      geometry.batches, geometry.inputHeight, geometry.inputWidth, geometry.inputChannels,
    ]
    return Convolution(
      kind: kind, geometry: geometry,
      input: info("input", inputShape, hasConstantInput ? input : nil),
      filter: info("filter", filterShape, hasConstantFilter ? filter : nil),
      bias: bias.isEmpty
        ? nil : info("bias", [bias.count], hasConstantBias ? bias : nil),
      output: info("output", geometry.outputShape, nil), activation: activation)
  }

  private func info(_ name: String, _ shape: Shape, _ values: [Float]?) -> TensorInfo {
    TensorInfo(
      name: name, type: .float32, shape: shape,
      constant: values.map { TensorBytes(AlignedMemory(floats: $0)) })
  }
}

extension AlignedMemory {
  /// A copy of floats; the spare bytes hold NaN, so that a result that depends on them shows.
  convenience init(floats: [Float]) {
    self.init(byteCount: 4 * floats.count)
    let values = pointer.assumingMemoryBound(to: Float.self)
    for (index, value) in floats.enumerated() { values[index] = value }
    RedZones.paint(pointer + byteCount)
  }
}
