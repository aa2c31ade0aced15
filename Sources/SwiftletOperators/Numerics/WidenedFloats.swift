internal import SwiftletTensor

/// Operators on 16-bit floats: the step on `float32` between conversions.
///
/// Each result is rounded once from `float32`, as LiteRT's kernels do.
enum WidenedFloats {
  /// The step of an operator with operands of 16-bit floats that it accepts, or nil for all others.
  static func step<Planned: Operator>(
    _ planned: Planned, _ operands: Operands, in context: LoweringContext
  ) throws(OperatorError) -> Step? {
    let infos = operands.inputs + operands.outputs
    let types = infos.map { info in
      info.flatMap {
        $0.type.isHalfPrecision && Planned.elementTypes.contains($0.type) ? $0.type : nil
      }
    }
    let narrow = types.indices.filter { types[$0] != nil }
    guard !narrow.isEmpty else { return nil }
    var wide = operands
    for index in narrow {
      if index < wide.inputs.count {
        wide.inputs[index]?.type = .float32
        wide.inputs[index]?.constant = nil
      } else {
        wide.outputs[index - wide.inputs.count].type = .float32
      }
    }
    let inner = try planned.lower(wide, in: context)
    let first = infos.count + inner.temporaries.count
    var places = Array(0..<first)
    for (number, index) in narrow.enumerated() { places[index] = first + number }
    var conversions: [Phase] = []
    var roundings: [Phase] = []
    for (number, index) in narrow.enumerated() {
      guard let type = types[index], let info = infos[index] else { continue }
      let temporary = inner.temporaries.count + number
      if index < operands.inputs.count {
        conversions.append(widening(index, type, info.elementCount, to: temporary))
      } else {
        let output = index - operands.inputs.count
        roundings.append(narrowing(output, type, info.elementCount, from: temporary))
      }
    }
    return Step(
      kernel: "\(inner.kernel) widened",
      phases: conversions + inner.phases.map { rearranged($0, places) } + roundings,
      temporaries: inner.temporaries + narrow.map { 4 * (infos[$0]?.elementCount ?? 0) },
      scratchBytes: inner.scratchBytes, multiplyAccumulates: inner.multiplyAccumulates,
      canFault: inner.canFault)
  }

  private static func rearranged(_ phase: Phase, _ places: [Int]) -> Phase {
    let body = phase.body
    return Phase(units: phase.units, grain: phase.grain, nanoseconds: phase.nanoseconds) {
      buffers, range in
      buffers.rearranged(places) { body($0, range) }
    }
  }

  private static func widening(
    _ input: Int, _ type: ElementType, _ count: Int, to temporary: Int
  ) -> Phase {
    Phase(units: count, grain: 64, nanoseconds: count / 2) { buffers, range in
      unsafe type.widen(
        buffers.input(input, as: UInt16.self) + range.lowerBound,
        buffers.temporary(temporary).assumingMemoryBound(to: Float.self) + range.lowerBound,
        count: range.count)
    }
  }

  private static func narrowing(
    _ output: Int, _ type: ElementType, _ count: Int, from temporary: Int
  ) -> Phase {
    Phase(units: count, grain: 64, nanoseconds: count / 2) { buffers, range in
      unsafe type.narrow(
        UnsafePointer(buffers.temporary(temporary).assumingMemoryBound(to: Float.self))
          + range.lowerBound,
        buffers.output(output, as: UInt16.self) + range.lowerBound, count: range.count)
    }
  }
}
