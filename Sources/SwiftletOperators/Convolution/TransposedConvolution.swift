internal import SwiftletFormat
internal import SwiftletTensor

/// A two-dimensional transposed convolution: every input pixel adds its channels, times the filter,
/// to a window of the output.
///
/// Outputs at one distance of a stride from each other are an ordinary convolution with stride 1 and
/// those taps that reach them. The step computes these convolutions and interleaves their pixels, so
/// that no sum is scattered and every kernel for convolutions serves.
struct TransposedConvolution {
  var rows: TransposedAxis
  var columns: TransposedAxis
  /// NHWC.
  var input: TensorInfo
  var inputPlace: ComposedStep.Place
  /// `[outputs, height, width, inputs]`.
  var filter: TensorInfo
  var filterPlace: ComposedStep.Place
  var bias: TensorInfo?
  var biasPlace: ComposedStep.Place
  /// The whole output, of which `frames` are computed.
  var output: TensorInfo
  var activation: ActivationFunction
  var origin: Convolution.Origin
  /// The type of the bias that the options name; `float32` for none.
  var biasType = ElementType.float32
  var frames = Frames()

  /// Which frames of the output the images of the input give: image `b` gives frame
  /// `b / period · pitch + first + b % period · step`.
  struct Frames: Sendable, Hashable {
    var period = 1
    var pitch = 1
    var first = 0
    var step = 0

    func frame(of image: Int) -> Int {
      image / period * pitch + first + image % period * step
    }
  }

  var outputs: Int { filter.shape[0] }

  /// What rows and columns consist of.
  struct Parts {
    let rows: [TransposedAxis.Part]
    let columns: [TransposedAxis.Part]

    /// Finds them, without taps where there is no filter.
    init(
      _ rows: TransposedAxis, _ columns: TransposedAxis, in context: LoweringContext
    ) throws(OperatorError) {
      self.rows = try rows.parts(in: context)
      self.columns = try columns.parts(in: context)
      // Each place has a description, and its lists of taps are one.
      try context.reserve(byteCount: 256, times: self.rows.count, self.columns.count)
    }
  }

  /// The whole as a step.
  func lowered(in context: LoweringContext) throws(OperatorError) -> Step {
    var whole = ComposedStep()
    let parts = try Parts(rows, columns, in: context)
    if needsFilling(parts) { try appendFilling(to: &whole, in: context) }
    try append(parts, to: &whole, in: context)
    if context.arithmetic == .litert, input.type == .uint8, !isDelegated {
      try appendTail(to: &whole, in: context)
    }
    return whole.step("transposed")
  }

  private var isDelegated: Bool {
    if case .transposed(_, let isDelegated) = origin { return isDelegated }
    return false
  }

  /// Appends a phase for the outputs that the peer requantises one by one.
  private func appendTail(
    to whole: inout ComposedStep, in context: LoweringContext
  ) throws(OperatorError) {
    let convolution = try convolution(
      input: input, filter: filter, bias: bias, repetitions: 1, height: 1, width: 1)
    let tail = try TransposedTail(self, convolution: convolution, in: context)
    whole.append(tail.phase, inputs: [inputPlace, filterPlace, biasPlace], output: .output(0))
  }

  /// Whether some outputs have no tap.
  func needsFilling(_ parts: Parts) -> Bool {
    output.elementCount > 0
      && (filter.elementCount == 0 || !rows.isCovered(by: parts.rows)
        || !columns.isCovered(by: parts.columns))
  }

  /// Appends the convolutions; outputs without a tap are left as they are.
  func append(
    _ parts: Parts, to whole: inout ComposedStep, in context: LoweringContext
  ) throws(OperatorError) {
    guard filter.elementCount > 0, output.elementCount > 0, input.shape[0] > 0 else { return }
    let joint = try TransposedPart(
      joining: parts.rows, parts.columns, channels: outputs, in: context)
    if let joint {
      try append(joint, named: "joined", to: &whole, in: context)
      return
    }
    for row in parts.rows {
      for column in parts.columns {
        try append(
          TransposedPart(row, column), named: "\(row.offset) \(column.offset)", to: &whole,
          in: context)
      }
    }
  }

  /// Appends phases that give every output what it has without a tap: the activated bias.
  func appendFilling(
    to whole: inout ComposedStep, in context: LoweringContext
  ) throws(OperatorError) {
    try context.reserve(byteCount: Self.stepBytes + 16 * outputs)
    try context.reserve(channels: outputs)
    // It is the convolution of one pixel that stands for 0 with weights that do so. The pixel is
    // read from memory, where anything else could be no number.
    let zero = input.zeros([1, 1, 1, 1])
    let zeroPlace = zero.constant.map { ComposedStep.Place.memory(AlignedMemory(copying: $0)) }
    var convolution = try convolution(
      input: zero, filter: filter.zeros([outputs, 1, 1, 1]), bias: bias, repetitions: 1, height: 1,
      width: 1)
    convolution.output.shape = [1, 1, 1, outputs]
    let pixelBytes = outputs * (try output.elementSize())
    let pixel = whole.value(byteCount: pixelBytes)
    whole.append(
      try convolution.lowered(in: context), inputs: [zeroPlace ?? .nowhere, .nowhere, biasPlace],
      output: pixel)
    let pixels = output.elementCount / outputs
    whole.append(
      Phase(units: pixels, grain: 64, nanoseconds: pixels * (2 + pixelBytes / 16)) {
        buffers, range in
        for pixel in range {
          unsafe (buffers.output() + pixel * pixelBytes).copyMemory(
            from: buffers.input(0), byteCount: pixelBytes)
        }
      }, inputs: [pixel], output: .output(0))
  }

  /// What a step within a step takes at least.
  private static let stepBytes = 1 << 15

  /// Appends a part; its name tells it from others of the same axes.
  private func append(
    _ part: TransposedPart, named name: String, to whole: inout ComposedStep,
    in context: LoweringContext
  ) throws(OperatorError) {
    let (height, width) = (part.rows.count, part.columns.count)
    guard height > 0, width > 0 else { return }
    let repetitions = part.places.count
    try context.reserve(byteCount: Self.stepBytes)
    try context.reserve(channels: repetitions * outputs)
    try context.reserve(
      byteCount: BlockCopies.bytesPerBlock, times: repetitions, outputs, part.rows.window,
      part.columns.window)
    let (filter, filterPlace) = try part.blocks(of: self).rearranged(
      self.filter, at: self.filterPlace,
      shape: [repetitions * outputs, part.rows.window, part.columns.window, self.filter.shape[3]],
      name: "transposed filter \(self.filter.shape) zero=\(self.filter.zeroPoint) \(rows) "
        + "\(columns) \(name)",
      adding: &whole, in: context)
    var (bias, biasPlace) = (self.bias, self.biasPlace)
    if let info = bias, repetitions > 1 {
      let copies = BlockCopies(
        blockBytes: info.byteCount, sources: Array(repeating: 0, count: repetitions))
      (bias, biasPlace) = try copies.rearranged(
        info, at: biasPlace, shape: [repetitions * outputs], name: "bias \(repetitions) times",
        adding: &whole, in: context)
    }
    var convolution = try convolution(
      input: input, filter: filter, bias: bias, repetitions: repetitions, height: height,
      width: width)
    convolution.geometry.place(part)
    let interleaving = PixelInterleaving(
      part, frames: frames, images: input.shape[0], rows: rows, columns: columns,
      pixelBytes: outputs * (try output.elementSize()))
    let isWhole = interleaving.isIdentity && frames == Frames()
    let target = isWhole ? .output(0) : whole.value(byteCount: interleaving.byteCount)
    whole.append(
      try convolution.lowered(in: context), inputs: [inputPlace, filterPlace, biasPlace],
      output: target)
    if !isWhole { whole.append(interleaving.phase, inputs: [target], output: .output(0)) }
  }

  /// The convolution of an image with a filter whose output channels are so many times those of the
  /// whole.
  private func convolution(
    input: TensorInfo, filter: TensorInfo, bias: TensorInfo?, repetitions: Int, height: Int,
    width: Int
  ) throws(OperatorError) -> Convolution {
    var geometry = ConvolutionGeometry(
      rows: 1, depth: input.shape[3], columns: repetitions * outputs)
    geometry.batches = input.shape[0]
    geometry.inputHeight = input.shape[1]
    geometry.inputWidth = input.shape[2]
    geometry.outputHeight = height
    geometry.outputWidth = width
    var result = output
    result.shape = geometry.outputShape
    var filter = filter
    if let quantization = filter.quantization, quantization.isPerChannel {
      filter.quantization?.scales = Self.repeated(quantization.scales, repetitions)
      filter.quantization?.zeroPoints = Self.repeated(quantization.zeroPoints, repetitions)
    }
    var convolution = Convolution(
      kind: .dense(groups: 1), geometry: geometry, input: input, filter: filter, bias: bias,
      output: result, activation: activation)
    convolution.origin = origin
    convolution.biasType = biasType
    return convolution
  }

  private static func repeated<Element>(_ values: [Element], _ times: Int) -> [Element] {
    Array(repeatElement(values, count: times).joined())
  }
}

extension ConvolutionGeometry {
  /// Takes the window of a part of a transposed convolution.
  fileprivate mutating func place(_ part: TransposedPart) {
    kernelHeight = part.rows.window
    kernelWidth = part.columns.window
    dilationHeight = part.rows.dilation
    dilationWidth = part.columns.dilation
    padTop = part.rows.padding
    padLeft = part.columns.padding
  }
}

extension TensorInfo {
  /// A constant of the same kind whose elements all stand for 0.
  fileprivate func zeros(_ shape: Shape) -> TensorInfo {
    var info = self
    info.shape = shape
    let memory = AlignedMemory(byteCount: info.byteCount)
    if type == .int8 || type == .uint8 {
      unsafe memory.pointer.initializeMemory(
        as: UInt8.self, repeating: UInt8(truncatingIfNeeded: zeroPoint), count: info.byteCount)
    }
    info.constant = TensorBytes(memory)
    return info
  }
}
