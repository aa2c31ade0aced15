internal import SwiftletFormat
internal import SwiftletTensor

/// `RFFT2D`: the Fourier transform of the images in the last two dimensions, cut or filled with zeros
/// to a size that is an operand; of each row the first half of the results and one more.
struct Rfft2D: Operator {
  static let code = BuiltinOperator.rfft2D
  static let elementTypes: [ElementType] = [.float32]

  init(reading node: NodeReader) throws(OperatorError) {
    try node.require(inputs: 2...2)
    let (input, length) = (try node.input(0).type, try node.input(1).type)
    let output = try node.output().type
    guard input == .float32, length == .int32, output == .complex64 else {
      throw .unsupported(
        "has inputs of type \(input.name), \(length.name) and an output of \(output.name)")
    }
  }

  func outputShapes(for operands: Operands) throws(OperatorError) -> [Shape]? {
    guard let (height, width) = try size(operands) else { return nil }
    var shape = try operands.input(0).shape
    shape[shape.rank - 2] = height
    shape[shape.rank - 1] = width / 2 + 1
    return [shape]
  }

  func lower(_ operands: Operands, in context: LoweringContext) throws(OperatorError) -> Step {
    let shape = try operands.input(0).shape
    guard let (height, width) = try size(operands) else {
      throw .unsupported("has a size that is not known before the graph runs")
    }
    let images = Shape(Array(shape.dimensions.dropLast(2))).elementCount
    guard images > 0 else { return Step(kernel: "rfft2d", phases: []) }
    let transform = try ImageTransform(
      inputHeight: shape[shape.rank - 2], inputWidth: shape[shape.rank - 1], height: height,
      width: width, in: context)
    let points = images * height * transform.results
    return Step(
      kernel: "rfft2d \(height)×\(width)",
      phases: [
        Phase(units: images * height, nanoseconds: 20 * points) { buffers, rows in
          for row in rows {
            unsafe transform.row(
              row, from: buffers.input(0, as: Float.self), to: buffers.temporary(0))
          }
        },
        Phase(units: images * transform.blocks, nanoseconds: 20 * points) { buffers, blocks in
          for block in blocks {
            unsafe transform.columns(
              block, from: buffers.temporary(0), to: buffers.output(as: SIMD2<Float>.self),
              scratch: buffers.scratch)
          }
        },
      ], temporaries: [points * 16], scratchBytes: transform.scratchBytes)
  }

  private func size(
    _ operands: Operands
  ) throws(OperatorError) -> (height: Int, width: Int)? {
    let shape = try operands.input(0).shape
    guard shape.rank >= 2 else { throw .invalid("needs an input of at least two dimensions") }
    guard let size = try operands.integers(1) else { return nil }
    guard size.count == 2, size.allSatisfy({ $0 > 0 && $0 & ($0 - 1) == 0 }) else {
      throw .invalid("has the size \(size) instead of two powers of two")
    }
    return (size[0], size[1])
  }
}

/// The transform of an image: of its rows, then of the columns of the results.
private struct ImageTransform: Sendable {
  /// As many columns are transformed together as share a cache line of results.
  static let blockColumns = 4

  let inputHeight: Int
  let inputWidth: Int
  let rows: RealFourierTransform
  let columns: FourierTransform

  init(
    inputHeight: Int, inputWidth: Int, height: Int, width: Int, in context: LoweringContext
  ) throws(OperatorError) {
    self.inputHeight = inputHeight
    self.inputWidth = inputWidth
    rows = try RealFourierTransform(count: width, in: context)
    columns = try FourierTransform(count: height, in: context)
  }

  /// The results of a row.
  var results: Int { rows.count / 2 + 1 }
  /// The blocks of columns of an image.
  var blocks: Int { (results + Self.blockColumns - 1) / Self.blockColumns }
  var scratchBytes: Int { Self.blockColumns * columns.count * 16 }

  /// Transforms a row, counted over all images.
  func row(_ row: Int, from input: UnsafePointer<Float>, to output: UnsafeMutableRawPointer) {
    let (image, line) = row.quotientAndRemainder(dividingBy: columns.count)
    let points =
      unsafe output.assumingMemoryBound(to: SIMD2<Double>.self) + row * results
    unsafe points.update(repeating: SIMD2(), count: results)
    guard line < inputHeight else { return }
    let source = unsafe input + (image * inputHeight + line) * inputWidth
    for index in 0..<min(inputWidth, rows.count) {
      unsafe points[index / 2][index % 2] = Double(source[index])
    }
    unsafe rows.transform(points)
  }

  /// Transforms a block of columns, counted over all images.
  func columns(
    _ block: Int, from input: UnsafeMutableRawPointer,
    to output: UnsafeMutablePointer<SIMD2<Float>>,
    scratch: UnsafeMutableRawPointer
  ) {
    let (image, part) = block.quotientAndRemainder(dividingBy: blocks)
    let first = part * Self.blockColumns
    let count = min(Self.blockColumns, results - first)
    let start = image * columns.count * results + first
    let source = unsafe input.assumingMemoryBound(to: SIMD2<Double>.self) + start
    let target = unsafe output + start
    let points = unsafe scratch.assumingMemoryBound(to: SIMD2<Double>.self)
    for line in 0..<columns.count {
      for column in 0..<count {
        unsafe points[column * columns.count + line] = source[line * results + column]
      }
    }
    for column in 0..<count { unsafe columns.transform(points + column * columns.count) }
    for line in 0..<columns.count {
      for column in 0..<count {
        unsafe target[line * results + column] = SIMD2<Float>(
          points[column * columns.count + line])
      }
    }
  }
}
