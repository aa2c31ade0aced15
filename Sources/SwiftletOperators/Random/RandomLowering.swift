internal import SwiftletFormat
internal import SwiftletTensor

/// What operators have in common that fill a tensor from a generator of their own.
///
/// Each session has its generator, which goes on where the last run left it, and begins anew where
/// LiteRT prepares the node anew; without seeds each starts somewhere else.
struct RandomLowering: Sendable {
  /// Remarks on all of them.
  static let remarks = [
    "The same numbers as LiteRT's for the same seeds, in run after run. As there, they begin anew in "
      + "each call of a graph, and behind an operator whose result has another shape than before."
  ]

  private let options: RandomOptions

  /// Reads the seeds.
  init(_ options: RandomOptions) {
    self.options = options
  }

  /// Reads the seeds of an operator whose one operand is the shape of its floats.
  init(reading node: NodeReader) throws(OperatorError) {
    try node.require(inputs: 1...1)
    let (shape, output) = (try node.input(0), try node.output())
    guard output.type == .float32 else {
      throw .unsupported("has an output of type \(output.type.name)")
    }
    try node.require(
      shape.type == .int32, "has a shape of type \(shape.type.name) instead of int32")
    options = node.options(as: RandomOptions.self)
  }

  /// The shape that operand 0 has as its value.
  func outputShapes(for operands: Operands) throws(OperatorError) -> [Shape]? {
    let list = try operands.input(0).shape
    guard list.rank == 1 else { throw .invalid("has a shape of shape \(list)") }
    guard let extents = try operands.integers(0) else { return nil }
    let shape = Shape(extents)
    guard shape.checkedElementCount != nil else {
      throw .invalid("gives a result of \(shape)")
    }
    return [shape]
  }

  /// A step that makes four floats of each block of random numbers.
  func step(
    _ name: String, _ operands: Operands, nanoseconds: Int,
    floats: @escaping @Sendable (SIMD4<UInt32>) -> SIMD4<Float>
  ) -> Step {
    let count = operands.outputs[0].elementCount
    let blocks = (count + 3) / 4
    let filling = Phase(
      units: blocks, grain: 4, nanoseconds: nanoseconds * blocks
    ) { buffers, range in
      let generator = unsafe Self.generator(buffers.temporary(0))
      for block in range {
        let values = floats(generator.skipping(UInt64(block)).block)
        let target = unsafe buffers.output(as: Float.self) + 4 * block
        for index in 0..<min(4, count - 4 * block) { unsafe target[index] = values[index] }
      }
    }
    return step(name, filling: filling, blocks: UInt64(blocks))
  }

  /// A step of one phase, after which the generator, the step's only temporary, goes on.
  ///
  /// - Parameters:
  ///   - name: The kernel in words.
  ///   - filling: Makes the results, without a change of the generator.
  ///   - blocks: How far the generator is moved then.
  ///   - scratchBytes: The scratch that the phase needs.
  /// - Returns: The step.
  func step(
    _ name: String, filling: Phase, blocks: UInt64, scratchBytes: Int = 0
  ) -> Step {
    let moving = Phase(units: 1, nanoseconds: 8) { buffers, _ in
      let memory = unsafe buffers.temporary(0)
      let moved = unsafe Self.generator(memory).skipping(blocks)
      unsafe memory.storeBytes(of: moved, as: Philox.self)
    }
    let options = options
    let makeState: @Sendable () -> AlignedMemory = {
      // LiteRT cuts seeds to 32 bits.
      var seed = Int(Int32(truncatingIfNeeded: options.seed))
      var seed2 = Int(Int32(truncatingIfNeeded: options.seed2))
      if seed == 0, seed2 == 0 {
        seed = .random(in: .min ... .max)
        seed2 = .random(in: .min ... .max)
      }
      let memory = AlignedMemory(byteCount: MemoryLayout<Philox>.size)
      unsafe memory.pointer.storeBytes(of: Philox(seed: seed, seed2: seed2), as: Philox.self)
      return memory
    }
    return Step(
      kernel: name, phases: [filling, moving], makeState: makeState, scratchBytes: scratchBytes)
  }

  /// The generator in a step's state.
  @unsafe static func generator(_ state: UnsafeMutableRawPointer) -> Philox {
    unsafe state.load(as: Philox.self)
  }
}
