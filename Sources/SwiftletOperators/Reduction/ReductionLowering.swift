internal import SwiftletFormat
internal import SwiftletSIMD
internal import SwiftletTensor

/// Steps that join elements along axes and finish each result.
enum ReductionLowering {
  /// Joins floats; `finish` makes the output of a result.
  static func floatStep(
    _ name: String, _ reduction: Reduction, _ geometry: ReductionGeometry,
    in context: LoweringContext, finish: @escaping @Sendable (Float) -> Float
  ) -> Step {
    let kernels = context.kernels.reduction
    guard let (outer, reduced, inner) = geometry.block else {
      return unsafe scatteredStep(name, on: Float.self, geometry) { input, kept, index, _ in
        var result: Float =
          switch reduction {
          case .sum: 0
          case .maximum: -Float.infinity
          case .minimum: Float.infinity
          }
        for number in 0..<index.count {
          let value = unsafe input[kept + index.offset(of: number)]
          switch reduction {
          case .sum: result += value
          case .maximum: result = value > result ? value : result
          case .minimum: result = value < result ? value : result
          }
        }
        return finish(result)
      }
    }
    return blockStep("\(name) f32", outer, reduced, inner, bytes: 4) { buffers, row, first, count in
      let source = unsafe buffers.input(0, as: Float.self) + row * reduced * inner + first
      let target = unsafe buffers.output(as: Float.self) + row * inner + first
      if inner == 1 {
        unsafe target[0] = finish(kernels.line(reduction, source, reduced))
      } else {
        unsafe kernels.rows(reduction, source, target, reduced, inner, count)
        for index in 0..<count { unsafe target[index] = finish(target[index]) }
      }
    }
  }

  /// Joins bytes into 32-bit integers of the tensor's own numbers; `finish` makes the output, whose
  /// number it gets as well.
  static func byteStep(
    _ name: String, _ reduction: Reduction, _ geometry: ReductionGeometry, isSigned: Bool,
    in context: LoweringContext, finish: @escaping @Sendable (Int32, Int) -> UInt8
  ) -> Step {
    let kernels = context.kernels.reduction
    let xor: UInt8 = isSigned ? 0x80 : 0
    let addends = reduction == .sum ? geometry.reducedCount : 1
    let offset = isSigned ? Int32(truncatingIfNeeded: 128 * addends) : 0
    guard let (outer, reduced, inner) = geometry.block else {
      return unsafe scatteredStep(name, on: UInt8.self, geometry) { input, kept, index, number in
        var result: Int32 = reduction == .minimum ? 255 : 0
        for place in 0..<index.count {
          let value = unsafe Int32(input[kept + index.offset(of: place)] ^ xor)
          switch reduction {
          case .sum: result &+= value
          case .maximum: result = max(result, value)
          case .minimum: result = min(result, value)
          }
        }
        return finish(result &- offset, number)
      }
    }
    var step = blockStep("\(name) q8", outer, reduced, inner, bytes: 1) {
      buffers, row, first, count in
      let source = unsafe buffers.input(0, as: UInt8.self) + row * reduced * inner + first
      let target = unsafe buffers.output(as: UInt8.self) + row * inner + first
      if inner == 1 {
        let sum = unsafe kernels.byteLine(reduction, source, reduced, xor) &- offset
        unsafe target[0] = finish(sum, row)
      } else {
        let sums = unsafe buffers.scratch.assumingMemoryBound(to: Int32.self)
        unsafe kernels.byteRows(reduction, source, sums, reduced, inner, count, xor)
        for index in 0..<count {
          unsafe target[index] = finish(sums[index] &- offset, row * inner + first + index)
        }
      }
    }
    step.scratchBytes = inner == 1 ? 0 : 4 * min(inner, columnsPerUnit)
    return step
  }

  /// Joins elements of one type, one after the other: for types that are rare.
  static func step<Element: BitwiseCopyable & Sendable, Total: BitwiseCopyable & Sendable>(
    _ name: String, on type: Element.Type, _ geometry: ReductionGeometry, initial: Total,
    join: @escaping @Sendable (Total, Element) -> Total,
    finish: @escaping @Sendable (Total) -> Element
  ) -> Step {
    unsafe scatteredStep(name, on: type, geometry) { input, kept, index, _ in
      var result = initial
      for number in 0..<index.count {
        result = join(result, unsafe input[kept + index.offset(of: number)])
      }
      return finish(result)
    }
  }

  private static let columnsPerUnit = 256

  /// Units of an outer index and up to 256 neighbouring results.
  private static func blockStep(
    _ kernel: String, _ outer: Int, _ reduced: Int, _ inner: Int, bytes: Int,
    body: @escaping @Sendable (borrowing Buffers, _ row: Int, _ first: Int, _ count: Int) -> Void
  ) -> Step {
    let pieces = max((inner + columnsPerUnit - 1) / columnsPerUnit, 1)
    let width = columnsPerUnit
    let isEmpty = outer == 0 || inner == 0
    let phase = Phase(
      units: isEmpty ? 0 : outer * pieces, nanoseconds: outer * reduced * inner * bytes / 16
    ) { buffers, range in
      for unit in range {
        let (row, piece) = unit.quotientAndRemainder(dividingBy: pieces)
        let first = piece * width
        body(buffers, row, first, min(width, inner - first))
      }
    }
    return Step(kernel: kernel, phases: [phase])
  }

  private static func scatteredStep<Element: BitwiseCopyable & Sendable>(
    _ name: String, on type: Element.Type, _ geometry: ReductionGeometry,
    body: @escaping @Sendable (UnsafePointer<Element>, Int, StridedIndex, Int) -> Element
  ) -> Step {
    let (kept, reduced) = geometry.scattered
    let phase = Phase(
      units: kept.count, nanoseconds: 4 * kept.count * reduced.count
    ) { buffers, range in
      let output = unsafe buffers.output(as: Element.self)
      for number in range {
        unsafe output[number] = body(
          buffers.input(0, as: Element.self), kept.offset(of: number), reduced, number)
      }
    }
    return Step(kernel: "\(name) \(type)", phases: [phase])
  }
}
