internal import SwiftletFormat
internal import SwiftletSIMD
internal import SwiftletTensor

/// A function of one byte as a table of 256 results, made while planning.
struct LookupTable: Sendable {
  private let memory: AlignedMemory

  /// Tabulates a function from the numbers of `input` to those of `output`, which are clamped.
  init(
    from input: ElementType, to output: ElementType, function: (Int32) -> Int32
  ) {
    memory = AlignedMemory(byteCount: 256)
    let range = output.quantizedRange ?? 0...255
    for byte in 0...UInt8.max {
      let element = input == .int8 ? Int32(Int8(bitPattern: byte)) : Int32(byte)
      let result = min(max(function(element), range.lowerBound), range.upperBound)
      unsafe memory.pointer.storeBytes(
        of: UInt8(truncatingIfNeeded: result), toByteOffset: Int(byte), as: UInt8.self)
    }
  }

  /// Tabulates a real function as LiteRT does: the result is multiplied by the reciprocal of the
  /// output's scale and rounded half away from zero.
  init(from input: QuantizedElements, to output: QuantizedElements, real: (Float) -> Float) {
    let inverse = 1 / output.scale
    self.init(from: input.type, to: output.type) { element in
      let argument = input.scale * Float(element - input.zeroPoint)
      let steps = (real(argument) * inverse).rounded(.toNearestOrAwayFromZero)
      // Wide enough for every clamp, narrow enough for the sum.
      return Int32(saturating: min(max(steps, -0x1p24), 0x1p24)) + output.zeroPoint
    }
  }

  /// Tabulates a real function as XNNPACK does: one rounding half to even, with the zero point added.
  init(
    delegatedFrom input: QuantizedElements, to output: QuantizedElements,
    limits: ClosedRange<Int32>? = nil, real: (Float) -> Float
  ) {
    let inverse = 1 / output.scale
    self.init(from: input.type, to: output.type) { element in
      let argument = input.scale * Float(element - input.zeroPoint)
      let steps = real(argument) * inverse + Float(output.zeroPoint)
      let value = Int32(saturating: steps.rounded(.toNearestOrEven))
      return limits.map { min(max(value, $0.lowerBound), $0.upperBound) } ?? value
    }
  }

  /// A step that looks every byte up.
  func step(
    _ name: String, _ operands: Operands, in context: LoweringContext
  ) -> Step {
    let kernel = unsafe context.kernels.quantized.lookUp
    let count = operands.outputs[0].elementCount
    let memory = memory
    let phase = Phase(units: count, grain: 64, nanoseconds: count / 4) { buffers, range in
      unsafe look(buffers, range, memory, kernel)
    }
    return Step(kernel: "\(name) table", phases: [phase], inPlaceInputs: [0])
  }

  /// A step that looks the first bytes up in another table.
  func step(
    _ name: String, _ operands: Operands, blocks: LookupTable, blockEnd: Int,
    in context: LoweringContext
  ) -> Step {
    let kernel = unsafe context.kernels.quantized.lookUp
    let count = operands.outputs[0].elementCount
    let (first, rest) = (blocks.memory, memory)
    let phase = Phase(units: count, grain: 64, nanoseconds: count / 4) { buffers, range in
      let border = min(max(blockEnd, range.lowerBound), range.upperBound)
      unsafe look(buffers, range.lowerBound..<border, first, kernel)
      unsafe look(buffers, border..<range.upperBound, rest, kernel)
    }
    return Step(kernel: "\(name) table", phases: [phase], inPlaceInputs: [0])
  }

  /// A phase that looks up rows of bytes of an input, which lie apart in the output.
  func phase(
    rows: Int, count: Int, input: Int, inputStride: Int, first: Int, outputStride: Int,
    in context: LoweringContext
  ) -> Phase {
    let kernel = unsafe context.kernels.quantized.lookUp
    let memory = memory
    return Phase(units: rows, nanoseconds: rows * count / 4) { buffers, range in
      for row in range {
        unsafe kernel(
          buffers.input(input, as: UInt8.self) + row * inputStride,
          buffers.output(as: UInt8.self) + (first + row * outputStride), count,
          UnsafePointer(memory.pointer.assumingMemoryBound(to: UInt8.self)))
      }
    }
  }
}

private func look(
  _ buffers: borrowing Buffers, _ range: Range<Int>, _ table: AlignedMemory,
  _ kernel: (UnsafePointer<UInt8>, UnsafeMutablePointer<UInt8>, Int, UnsafePointer<UInt8>) -> Void
) {
  unsafe kernel(
    buffers.input(0, as: UInt8.self) + range.lowerBound,
    buffers.output(as: UInt8.self) + range.lowerBound, range.count,
    UnsafePointer(table.pointer.assumingMemoryBound(to: UInt8.self)))
}
