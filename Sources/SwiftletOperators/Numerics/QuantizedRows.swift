internal import SwiftletSIMD
internal import SwiftletTensor

/// How a quantised matrix product finds the rows that stand for the windows of a convolution.
enum QuantizedRows: Sendable {
  /// Each pixel of the input is a row.
  case pixels
  /// Blocks of windows are gathered in scratch (im2col).
  case gathered
  /// Each window is a few runs of the input, line by line of the output.
  case runs
  /// The same in a copy of the input with a border.
  case paddedRuns(QuantizedPadding)

  /// Chooses the way with the least copying.
  init(_ layer: QuantizedLayer, groups: Int, kernels: QuantizedKernels) {
    let geometry = layer.convolution.geometry
    let multipliesBytes = kernels.activationsPerWord == 4
    if multipliesBytes && geometry.isPointwise {
      self = .pixels
      return
    }
    let padding = QuantizedPadding(geometry, elementBytes: multipliesBytes ? 1 : 2)
    guard Self.paysByRuns(layer, groups, kernels) else {
      self = .gathered
      return
    }
    self = multipliesBytes && padding.fits(geometry) ? .runs : .paddedRuns(padding)
  }

  /// Narrow outputs leave tiles of lines short, and short runs fill their words badly.
  private static func paysByRuns(
    _ layer: QuantizedLayer, _ groups: Int, _ kernels: QuantizedKernels
  ) -> Bool {
    let geometry = layer.convolution.geometry
    let perWord = kernels.activationsPerWord
    if geometry.kernelHeight == 1 && geometry.kernelWidth == 1 && perWord == 2 { return false }
    let taps = geometry.kernelHeight * geometry.kernelWidth
    let (runs, length) = runs(geometry, groups: groups)
    let words = runs * ((length + perWord - 1) / perWord)
    let gathered = (taps * geometry.inputChannels / groups + perWord - 1) / perWord
    return geometry.outputWidth >= 8 && 2 * words <= 3 * gathered
  }

  /// The runs of one window and their elements: one for each kernel row, or one for each tap where
  /// taps are not neighbours.
  static func runs(
    _ geometry: ConvolutionGeometry, groups: Int
  ) -> (count: Int, length: Int) {
    let channels = geometry.inputChannels / groups
    if groups == 1 && (geometry.dilationWidth == 1 || geometry.kernelWidth == 1) {
      return (geometry.kernelHeight, geometry.kernelWidth * channels)
    }
    return (geometry.kernelHeight * geometry.kernelWidth, channels)
  }

  /// The copy with a border, where there is one.
  var padding: QuantizedPadding? {
    if case .paddedRuns(let padding) = self { return padding }
    return nil
  }

  /// Whether rows are multiplied where the input has them.
  var areInPlace: Bool {
    if case .pixels = self { true } else { false }
  }

  /// Whether the units of the work are lines of the output.
  var isByLine: Bool {
    switch self {
    case .pixels, .gathered: false
    case .runs, .paddedRuns: true
    }
  }
}

/// The size of a copy of the input with a border, just large enough for all windows.
struct QuantizedPadding: Sendable {
  let batches: Int
  let height: Int
  let width: Int
  let channels: Int
  /// 1 for bytes, 2 for 16-bit integers less their zero point.
  let elementBytes: Int

  init(_ geometry: ConvolutionGeometry, elementBytes: Int) {
    batches = geometry.batches
    height =
      max(geometry.outputHeight - 1, 0) * geometry.strideHeight
      + (geometry.kernelHeight - 1) * geometry.dilationHeight + 1
    width =
      max(geometry.outputWidth - 1, 0) * geometry.strideWidth
      + (geometry.kernelWidth - 1) * geometry.dilationWidth + 1
    channels = geometry.inputChannels
    self.elementBytes = elementBytes
  }

  var lineBytes: Int { width * channels * elementBytes }
  var byteCount: Int { batches * height * lineBytes }

  /// Whether all windows lie inside the image, so that no copy is needed.
  func fits(_ geometry: ConvolutionGeometry) -> Bool {
    geometry.padTop == 0 && geometry.padLeft == 0 && height <= geometry.inputHeight
      && width <= geometry.inputWidth
  }

  /// Makes the copy in temporary 0.
  func phase(
    _ layer: QuantizedLayer, _ input: QuantizedInput, _ kernels: QuantizedKernels
  ) -> Phase {
    let geometry = layer.convolution.geometry
    return Phase(
      units: batches * height, nanoseconds: byteCount / 16
    ) { buffers, lines in
      var padded = unsafe PaddedImage(
        input: input.pointer(in: buffers), inputHeight: geometry.inputHeight,
        inputWidth: geometry.inputWidth, channels: channels, height: height, width: width,
        padTop: geometry.padTop, padLeft: geometry.padLeft, flip: layer.inputFlip,
        zeroPoint: UInt8(layer.unsignedInputZeroPoint), output: buffers.temporary(0))
      unsafe kernels.padLines(&padded, lines.lowerBound, lines.count)
    }
  }
}
