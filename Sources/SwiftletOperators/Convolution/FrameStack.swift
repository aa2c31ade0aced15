internal import SwiftletTensor

/// Frames of a sequence of images laid side by side as channels of one image, for each position of a
/// window along the sequence.
struct FrameStack: Sendable {
  /// `[batch, depth, height, width, channels]`.
  let volume: Shape
  /// The positions of the window.
  let frames: Int
  /// Frames from one position to the next.
  let step: Int
  /// The frames under the window at its first position; those outside the sequence are zero.
  let taps: [Int]

  /// The shape of the images.
  private var shape: Shape {
    [volume[0] * frames, volume[2], volume[3], taps.count * volume[4]]
  }

  /// An operand with its frames stacked, and where it lies.
  func stacked(
    _ info: TensorInfo, at place: ComposedStep.Place, adding whole: inout ComposedStep
  ) throws(OperatorError) -> (info: TensorInfo, place: ComposedStep.Place) {
    guard let count = shape.checkedElementCount, count < 1 << 40 else {
      throw .unsupported("has windows over \(taps.count) frames of \(volume), which are too large")
    }
    var result = info
    result.shape = shape
    // Every frame by itself: the operand as it is.
    if taps == [0], step == 1, frames == volume[1] { return (result, place) }
    result.constant = nil
    let target = whole.value(byteCount: 4 * count)
    let lines = shape[0] * shape[1]
    let phase = Phase(
      units: lines * taps.count, nanoseconds: count / 4
    ) { [self] buffers, units in
      for unit in units {
        let (line, tap) = unit.quotientAndRemainder(dividingBy: taps.count)
        unsafe copy(line, tap, from: buffers.input(0), to: buffers.output())
      }
    }
    whole.append(phase, inputs: [place], output: target)
    return (result, target)
  }

  /// Copies one line of the frame under one tap.
  private func copy(
    _ line: Int, _ tap: Int, from source: UnsafeRawPointer, to target: UnsafeMutableRawPointer
  ) {
    let (image, row) = line.quotientAndRemainder(dividingBy: volume[2])
    let (batch, position) = image.quotientAndRemainder(dividingBy: frames)
    let frame = position * step + taps[tap]
    let (width, bytes) = (volume[3], 4 * volume[4])
    let pitch = taps.count * bytes
    var to = unsafe target + (line * width * pitch + tap * bytes)
    guard frame >= 0, frame < volume[1] else {
      for _ in 0..<width {
        unsafe to.initializeMemory(as: UInt8.self, repeating: 0, count: bytes)
        unsafe to += pitch
      }
      return
    }
    var from =
      unsafe source
      + ((batch * volume[1] + frame) * volume[2] + row) * width * bytes
    for _ in 0..<width {
      unsafe to.copyMemory(from: from, byteCount: bytes)
      unsafe to += pitch
      unsafe from += bytes
    }
  }
}

/// Which element types operators on sequences of images take together.
enum VolumeTypes {
  /// Throws unless the data, the filter and the bias are floats.
  static func check(_ node: NodeReader, data: Int) throws(OperatorError) {
    for index in [data, 1, data + (data == 0 ? 2 : 1)] {
      guard let info = node.optionalInput(index) else {
        if index <= max(data, 1) { _ = try node.input(index) }
        continue
      }
      guard info.type == .float32 else {
        throw .unsupported("has an input \(index) of type \(info.type.name)")
      }
    }
    let type = try node.output().type
    guard type == .float32 else { throw .unsupported("has an output of type \(type.name)") }
  }
}
