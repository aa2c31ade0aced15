internal import SwiftletFormat
internal import SwiftletTensor

/// Elements put back where a pooling found them, zeros elsewhere.
///
/// Places are either MediaPipe's, floats within a window, or LiteRT's, integers within the image.
struct UnpoolingLowering: Sendable {
  private let window: WindowOptions
  private let isInWindow: Bool

  init(reading node: NodeReader) throws(OperatorError) {
    try node.require(inputs: 2...2)
    window = try WindowOptions(structureOf: node)
    let (input, places, output) = (try node.input(0), try node.input(1), try node.output())
    guard input.type == .float32, output.type == .float32,
      [.float32, .int32].contains(places.type)
    else {
      throw .unsupported(
        "has operands of types \(input.type.name), \(places.type.name) and \(output.type.name)")
    }
    isInWindow = places.type == .float32
  }

  func outputShapes(for operands: Operands) throws(OperatorError) -> [Shape]? {
    let (shape, places) = (try operands.input(0).shape, try operands.input(1).shape)
    guard shape.rank == 4, shape == places else {
      throw .invalid("has an input of \(shape) and places of \(places)")
    }
    let (height, width) = (shape[1], shape[2])
    let extents: (Int, Int) =
      switch (isInWindow, window.padding) {
      case (true, _): (height * window.filter.height, width * window.filter.width)
      case (false, .same): (height * window.stride.height, width * window.stride.width)
      case (false, .valid):
        (
          (height - 1) * window.stride.height + window.filter.height,
          (width - 1) * window.stride.width + window.filter.width
        )
      }
    guard extents.0 >= 0, extents.1 >= 0 else {
      throw .invalid("has an input of \(shape), which leaves nothing")
    }
    return [[shape[0], extents.0, extents.1, shape[3]]]
  }

  func lower(_ operands: Operands, in context: LoweringContext) throws(OperatorError) -> Step {
    let (shape, output) = (try operands.input(0).shape, operands.outputs[0].shape)
    let bytes = operands.outputs[0].byteCount
    let fill = Phase(units: bytes, grain: 4096, nanoseconds: bytes / 32) { buffers, range in
      unsafe (buffers.output() + range.lowerBound).initializeMemory(
        as: UInt8.self, repeating: 0, count: range.count)
    }
    let count = shape.elementCount
    let batch = shape.dimensions.dropFirst().reduce(1, *)
    let image = output.dimensions.dropFirst().reduce(1, *)
    let isInWindow = isInWindow
    let target = WindowTarget(shape, output, window)
    // Places may repeat within an image, where the last one counts.
    let scatter = Phase(units: count == 0 ? 0 : shape[0], nanoseconds: count * 8) {
      buffers, range in
      for index in range.lowerBound * batch..<range.upperBound * batch {
        let value = unsafe buffers.input(0, as: Float.self)[index]
        let base = index / batch * image
        if isInWindow {
          let place = unsafe buffers.input(1, as: Float.self)[index]
          guard let inside = target.place(of: index % batch, at: place) else { continue }
          unsafe buffers.output(as: Float.self)[base + inside] = value
        } else {
          let place = Int(unsafe buffers.input(1, as: Int32.self)[index])
          guard 0..<image ~= place else {
            buffers.fail(.indexOutOfRange)
            continue
          }
          unsafe buffers.output(as: Float.self)[base + place] = value
        }
      }
    }
    return Step(kernel: "unpool", phases: [fill, scatter], canFault: !isInWindow)
  }

  /// Where positions within windows lie in the result of an image.
  private struct WindowTarget: Sendable {
    private let width: Int
    private let channels: Int
    private let extents: (height: Int, width: Int)
    private let stride: (height: Int, width: Int)
    private let filterWidth: Int
    private let before: (height: Int, width: Int)

    init(_ input: Shape, _ output: Shape, _ window: WindowOptions) {
      width = input[2]
      channels = input[3]
      extents = (output[1], output[2])
      stride = window.stride
      filterWidth = window.filter.width
      func before(_ count: Int, _ stride: Int, _ filter: Int, _ extent: Int) -> Int {
        max(0, ((count - 1) * stride + filter - extent) / 2)
      }
      self.before = (
        before(input[1], stride.height, window.filter.height, output[1]),
        before(input[2], stride.width, window.filter.width, output[2])
      )
    }

    /// The place of an element within its image's result, or nil outside.
    func place(of index: Int, at position: Float) -> Int? {
      guard abs(position) < 0x1p31 else { return nil }
      let (down, right) = Int(position).quotientAndRemainder(dividingBy: filterWidth)
      let (pixel, channel) = index.quotientAndRemainder(dividingBy: channels)
      let y = pixel / width * stride.height - before.height + down
      let x = pixel % width * stride.width - before.width + right
      guard 0..<extents.height ~= y, 0..<extents.width ~= x else { return nil }
      return (y * extents.width + x) * channels + channel
    }
  }
}
