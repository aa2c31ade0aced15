internal import SwiftletFormat
internal import SwiftletTensor

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#else
internal import Darwin
#endif

/// REDUCE_ANY and REDUCE_ALL.
struct LogicalReduction: Sendable {
  private let isAll: Bool
  private let keepsAxes: Bool

  /// Checks the operands.
  init(reading node: NodeReader, isAll: Bool) throws(OperatorError) {
    try ReductionGeometry.check(node)
    let type = try node.input(0).type
    try node.require(type == .bool, "has an input of type \(type.name) instead of bool")
    self.isAll = isAll
    keepsAxes = node.options(as: ReducerOptions.self).keepDims
  }

  func outputShapes(for operands: Operands) throws(OperatorError) -> [Shape]? {
    guard let geometry = try ReductionGeometry(operands) else { return nil }
    return [geometry.outputShape(keepsAxes: keepsAxes)]
  }

  func lower(_ operands: Operands) throws(OperatorError) -> Step {
    guard let geometry = try ReductionGeometry(operands) else {
      throw .unsupported("has axes that are not constant")
    }
    let isAll = isAll
    let name = isAll ? "reduce all" : "reduce any"
    guard let (outer, reduced, inner) = geometry.block, inner == 1 else {
      // Any byte but 0 is true.
      return ReductionLowering.step(
        name, on: UInt8.self, geometry, initial: isAll ? 1 : 0,
        join: { isAll ? $0 & min($1, 1) : $0 | min($1, 1) }, finish: { $0 })
    }
    let phase = Phase(units: outer, nanoseconds: 20 * outer) { buffers, rows in
      for row in rows {
        let line = unsafe UnsafeRawBufferPointer(
          start: buffers.input(0) + row * reduced, count: reduced)
        let isTrue = unsafe isAll ? !Self.holdsZero(line) : Self.holdsOther(line)
        unsafe buffers.output(as: UInt8.self)[row] = isTrue ? 1 : 0
      }
    }
    return Step(kernel: name, phases: [phase])
  }

  private static func holdsZero(_ line: UnsafeRawBufferPointer) -> Bool {
    guard let first = line.baseAddress else { return false }
    return unsafe memchr(first, 0, line.count) != nil
  }

  /// Whether a byte is not 0, eight at a time.
  private static func holdsOther(_ line: UnsafeRawBufferPointer) -> Bool {
    var index = 0
    while index + 8 <= line.count {
      if unsafe line.loadUnaligned(fromByteOffset: index, as: UInt64.self) != 0 { return true }
      index += 8
    }
    while index < line.count {
      if unsafe line[index] != 0 { return true }
      index += 1
    }
    return false
  }
}
