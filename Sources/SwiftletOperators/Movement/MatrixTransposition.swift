internal import SwiftletTensor

/// Exchanges the last two dimensions of a tensor.
struct MatrixTransposition: Sendable {
  private let matrices: Int
  private let rows: Int
  private let columns: Int
  private let elementSize: Int

  init(_ info: TensorInfo) throws(OperatorError) {
    let shape = info.shape
    rows = shape[shape.rank - 2]
    columns = shape[shape.rank - 1]
    matrices = Shape(Array(shape.dimensions.dropLast(2))).elementCount
    elementSize = try info.elementSize()
  }

  /// Writes the output by blocks of its rows, which are columns of the input.
  var phase: Phase {
    Phase(units: units, nanoseconds: matrices * rows * columns) { [self] buffers, range in
      for unit in range { unsafe transpose(unit, buffers.input(0), to: buffers.output()) }
    }
  }

  /// Writes the whole output.
  func transpose(_ source: UnsafeRawPointer, to target: UnsafeMutableRawPointer) {
    for unit in 0..<units { unsafe transpose(unit, source, to: target) }
  }

  private var blocks: Int { (columns + 15) / 16 }
  private var units: Int { rows == 0 ? 0 : matrices * blocks }

  private func transpose(
    _ unit: Int, _ source: UnsafeRawPointer, to target: UnsafeMutableRawPointer
  ) {
    let (matrix, block) = unit.quotientAndRemainder(dividingBy: blocks)
    let start = matrix * rows * columns * elementSize
    let part = 16 * block..<min(16 * block + 16, columns)
    let (source, target) = unsafe (source + start, target + start)
    switch elementSize {
    case 1: unsafe transpose(UInt8.self, part, source, target)
    case 2: unsafe transpose(UInt16.self, part, source, target)
    default: unsafe transpose(UInt32.self, part, source, target)
    }
  }

  @inline(__always)
  private func transpose<Element: BitwiseCopyable>(
    _ type: Element.Type, _ part: Range<Int>, _ source: UnsafeRawPointer,
    _ target: UnsafeMutableRawPointer
  ) {
    let size = MemoryLayout<Element>.size
    for row in 0..<rows {
      for column in part {
        unsafe target.storeBytes(
          of: source.loadUnaligned(fromByteOffset: (row * columns + column) * size, as: type),
          toByteOffset: (column * rows + row) * size, as: type)
      }
    }
  }
}
