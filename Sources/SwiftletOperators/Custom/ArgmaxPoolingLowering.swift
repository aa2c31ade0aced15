internal import SwiftletFormat
internal import SwiftletTensor

/// Largest elements of windows, and where they were found.
struct ArgmaxPoolingLowering: Sendable {
  /// What the second result says.
  enum Place: Sendable {
    /// The position within the window as a float, plus 0.1: MediaPipe's.
    case inWindow
    /// The position within the image as an integer: LiteRT's.
    case inImage
  }

  let window: WindowOptions
  let place: Place

  init(
    reading node: NodeReader, _ window: WindowOptions, _ place: Place
  ) throws(OperatorError) {
    try node.require(inputs: 1...1, outputs: 2...2)
    let types = [try node.input(0).type, try node.output(0).type, try node.output(1).type]
    guard types == [.float32, .float32, place == .inWindow ? .float32 : .int32] else {
      throw .unsupported("has operands of types \(types.map(\.name).joined(separator: ", "))")
    }
    self.window = window
    self.place = place
  }

  private func geometry(_ operands: Operands) throws(OperatorError) -> ConvolutionGeometry {
    let shape = try operands.input(0).shape
    guard shape.rank == 4 else { throw .invalid("needs a 4-dimensional input, found \(shape)") }
    return try ConvolutionGeometry(
      input: shape, outputChannels: shape[3], kernel: window.filter, stride: window.stride,
      padding: window.padding)
  }

  func outputShapes(for operands: Operands) throws(OperatorError) -> [Shape]? {
    let shape = try geometry(operands).outputShape
    return [shape, shape]
  }

  func lower(_ operands: Operands) throws(OperatorError) -> Step {
    let geometry = try geometry(operands)
    let (channels, width) = (geometry.inputChannels, geometry.inputWidth)
    let limits = window.activation.floatLimits
    let place = place
    let elements = geometry.outputShape.elementCount
    let phase = Phase(
      units: elements == 0 ? 0 : geometry.batches * geometry.outputHeight,
      nanoseconds: elements * geometry.kernelHeight * geometry.kernelWidth
    ) { buffers, rows in
      for row in rows {
        let (batch, y) = row.quotientAndRemainder(dividingBy: geometry.outputHeight)
        let top = y * geometry.strideHeight - geometry.padTop
        let image =
          unsafe buffers.input(0, as: Float.self) + batch * geometry.inputHeight * width * channels
        for x in 0..<geometry.outputWidth {
          let left = x * geometry.strideWidth - geometry.padLeft
          let first = (row * geometry.outputWidth + x) * channels
          let values = unsafe buffers.output(0, as: Float.self) + first
          let taps = unsafe buffers.output(1, as: Int32.self) + first
          for channel in 0..<channels {
            unsafe values[channel] = -Float.greatestFiniteMagnitude
            unsafe taps[channel] = -1
          }
          for down in max(0, -top)..<min(geometry.kernelHeight, geometry.inputHeight - top) {
            for right in max(0, -left)..<min(geometry.kernelWidth, width - left) {
              let pixel = unsafe image + ((top + down) * width + left + right) * channels
              let tap = Int32(truncatingIfNeeded: down * geometry.kernelWidth + right)
              for channel in 0..<channels where unsafe pixel[channel] > values[channel] {
                unsafe values[channel] = pixel[channel]
                unsafe taps[channel] = tap
              }
            }
          }
          for channel in 0..<channels {
            unsafe values[channel] = min(max(values[channel], limits.lowerBound), limits.upperBound)
            let tap = Int(unsafe taps[channel])
            switch place {
            case .inWindow:
              unsafe buffers.output(1, as: Float.self)[first + channel] = Float(max(tap, 0)) + 0.1
            case .inImage:
              let (down, right) = max(tap, 0).quotientAndRemainder(dividingBy: geometry.kernelWidth)
              let pixel = tap < 0 ? 0 : (top + down) * width + left + right
              unsafe taps[channel] = Int32(truncatingIfNeeded: pixel * channels + channel)
            }
          }
        }
      }
    }
    return Step(kernel: "maximum pool with places", phases: [phase])
  }
}
