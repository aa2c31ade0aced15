internal import SwiftletSIMD
internal import SwiftletTensor

/// Weights or a bias in the layout of a kernel: packed at planning, or at each run into a
/// temporary where the operand is no constant.
enum FloatOperand: Sendable {
  case packed(AlignedMemory)
  case temporary(Int)

  /// The first value.
  func pointer(in buffers: borrowing Buffers) -> UnsafePointer<Float> {
    switch self {
    case .packed(let memory):
      unsafe UnsafePointer(memory.pointer.assumingMemoryBound(to: Float.self))
    case .temporary(let index):
      unsafe UnsafePointer(buffers.temporary(index).assumingMemoryBound(to: Float.self))
    }
  }
}

/// The packed operands of a float convolution, and the phase that packs what is no constant.
struct FloatWeights: Sendable {
  /// How a filter becomes packed weights, in pieces that can be packed in any order.
  @safe struct Packing: Sendable {
    /// Names the layout with all that changes its bytes.
    var layout: String
    /// The packed values.
    var count: Int
    /// The number of pieces.
    var pieces: Int
    /// Writes one piece.
    var pack:
      @Sendable (_ source: UnsafeRawPointer, _ target: UnsafeMutablePointer<Float>, Int) -> Void
  }

  let weights: FloatOperand
  let bias: FloatOperand
  /// Packs operands that are computed by the model; empty where all are constants.
  let phases: [Phase]
  let temporaries: [Int]

  /// Packs constants now, and plans the packing of the rest.
  ///
  /// The bias is padded with zeros behind each run: `count` runs of `length` values, each `padded`
  /// values apart.
  init(
    _ convolution: Convolution, packing: Packing,
    biasRuns: (count: Int, length: Int, padded: Int), in context: LoweringContext
  ) throws(OperatorError) {
    var phases: [Phase] = []
    var temporaries: [Int] = []
    if let constant = convolution.filter.constant {
      weights = .packed(
        try context.packedWeights(
          of: constant, layout: packing.layout, byteCount: 4 * packing.count
        ) {
          memory in
          let target = unsafe memory.pointer.assumingMemoryBound(to: Float.self)
          for piece in 0..<packing.pieces {
            unsafe packing.pack(constant.pointer, target, piece)
          }
        })
    } else {
      let temporary = temporaries.count
      temporaries.append(4 * packing.count)
      weights = .temporary(temporary)
      phases.append(
        Phase(units: packing.pieces, nanoseconds: packing.count) { buffers, pieces in
          let target = unsafe buffers.temporary(temporary).assumingMemoryBound(to: Float.self)
          for piece in pieces { unsafe packing.pack(buffers.input(1), target, piece) }
        })
    }
    let biasBytes = 4 * biasRuns.count * biasRuns.padded
    switch convolution.bias {
    case nil: bias = .packed(try context.memory(byteCount: biasBytes))
    case let info?:
      if let constant = info.constant {
        let layout = "bias f32 \(biasRuns.count) \(biasRuns.length) \(biasRuns.padded)"
        bias = .packed(
          try context.packedWeights(of: constant, layout: layout, byteCount: biasBytes) {
            unsafe Self.copyBias(from: constant.pointer, to: $0.pointer, biasRuns)
          })
      } else {
        let temporary = temporaries.count
        temporaries.append(biasBytes)
        bias = .temporary(temporary)
        phases.append(
          Phase(units: 1, nanoseconds: biasBytes) { buffers, _ in
            unsafe Self.copyBias(
              from: buffers.input(2), to: buffers.temporary(temporary), biasRuns)
          })
      }
    }
    self.phases = phases
    self.temporaries = temporaries
  }

  private static func copyBias(
    from source: UnsafeRawPointer, to target: UnsafeMutableRawPointer,
    _ runs: (count: Int, length: Int, padded: Int)
  ) {
    for run in 0..<runs.count {
      let first = unsafe target + 4 * run * runs.padded
      let length = 4 * runs.length
      unsafe first.copyMemory(from: source + run * length, byteCount: length)
      unsafe (first + length).initializeMemory(
        as: UInt8.self, repeating: 0, count: 4 * runs.padded - length)
    }
  }
}
