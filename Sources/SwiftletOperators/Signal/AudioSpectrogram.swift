internal import SwiftletFlatBuffers
internal import SwiftletFormat
internal import SwiftletTensor

/// `AudioSpectrogram`: squared magnitudes, or magnitudes, of the Fourier transforms of windows of sound
/// under Hann's curve.
struct AudioSpectrogram: Operator {
  static let code = BuiltinOperator.custom
  static let customName: String? = "AudioSpectrogram"
  static let elementTypes: [ElementType] = [.float32]
  private let windowSize: Int
  private let stride: Int
  private let isSquared: Bool

  init(reading node: NodeReader) throws(OperatorError) {
    try node.require(inputs: 1...1)
    let types = [try node.input(0).type, try node.output().type]
    guard types == [.float32, .float32] else {
      throw .unsupported("has operands of types \(types.map(\.name).joined(separator: ", "))")
    }
    let map = try node.optionMap()
    windowSize = map["window_size"]?.integer ?? 0
    stride = map["stride"]?.integer ?? 0
    isSquared = map["magnitude_squared"]?.bool ?? false
    guard 2...1 << 24 ~= windowSize, 1...Int(Int32.max) ~= stride else {
      throw .invalid("has windows of \(windowSize) samples every \(stride)")
    }
  }

  /// The points of one transform, a power of two.
  private var pointCount: Int { 1 << (Int.bitWidth - (windowSize - 1).leadingZeroBitCount) }

  func outputShapes(for operands: Operands) throws(OperatorError) -> [Shape]? {
    let shape = try operands.input(0).shape
    guard shape.rank == 2 else { throw .invalid("needs a 2-dimensional input, found \(shape)") }
    let frames = shape[0] < windowSize ? 0 : 1 + (shape[0] - windowSize) / stride
    return [[shape[1], frames, pointCount / 2 + 1]]
  }

  func lower(_ operands: Operands, in context: LoweringContext) throws(OperatorError) -> Step {
    let (channels, output) = (try operands.input(0).shape[1], operands.outputs[0].shape)
    let (frames, bins) = (output[1], output[2])
    let (windowSize, stride, isSquared, count) = (windowSize, stride, isSquared, pointCount)
    let transform = try RealFourierTransform(count: count, in: context)
    let curve = try Self.curve(windowSize, in: context)
    let phase = Phase(
      units: frames * channels, nanoseconds: frames * channels * count * 24
    ) { buffers, range in
      let points = unsafe buffers.scratch.assumingMemoryBound(to: SIMD2<Double>.self)
      let samples = unsafe buffers.scratch.assumingMemoryBound(to: Double.self)
      let weights = unsafe curve.pointer.assumingMemoryBound(to: Double.self)
      for unit in range {
        let (channel, frame) = unit.quotientAndRemainder(dividingBy: frames)
        let sound =
          unsafe buffers.input(0, as: Float.self) + (frame * stride * channels + channel)
        for index in 0..<windowSize {
          unsafe samples[index] = Double(sound[index * channels]) * weights[index]
        }
        for index in windowSize..<count { unsafe samples[index] = 0 }
        unsafe transform.transform(points)
        let target = unsafe buffers.output(as: Float.self) + unit * bins
        for bin in 0..<bins {
          let point = unsafe points[bin]
          let square = Float(point.x * point.x + point.y * point.y)
          unsafe target[bin] = isSquared ? square : square.squareRoot()
        }
      }
    }
    return Step(
      kernel: "spectrogram", phases: [phase],
      scratchBytes: (count / 2 + 1) * MemoryLayout<SIMD2<Double>>.stride)
  }

  /// `½ − ½ · cos(2π · k / n)`.
  private static func curve(
    _ count: Int, in context: LoweringContext
  ) throws(OperatorError) -> AlignedMemory {
    let memory = try context.memory(byteCount: 8 * count)
    let weights = unsafe memory.pointer.assumingMemoryBound(to: Double.self)
    for index in 0..<count {
      unsafe weights[index] =
        0.5 - 0.5 * Double.cosine(2 * Double.pi * Double(index) / Double(count))
    }
    return memory
  }
}
