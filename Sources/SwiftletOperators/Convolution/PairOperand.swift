internal import SwiftletSIMD
internal import SwiftletTensor

/// Where a product of 16-bit integers finds its image or its packed weights.
enum PairOperand: Sendable {
  case input(Int)
  case packed(AlignedMemory)
  case temporary(Int)

  /// The first byte.
  func pointer(in buffers: borrowing Buffers) -> UnsafeRawPointer {
    switch self {
    case .input(let index): unsafe buffers.input(index)
    case .packed(let memory): unsafe UnsafeRawPointer(memory.pointer)
    case .temporary(let index): unsafe UnsafeRawPointer(buffers.temporary(index))
    }
  }

  /// An operand that kernels read as it is, or a copy of a constant with spare bytes behind it.
  init(
    _ info: TensorInfo, index: Int, in context: LoweringContext
  ) throws(OperatorError) {
    self =
      if let constant = info.constant {
        .packed(try context.sharedCopy(of: constant))
      } else {
        .input(index)
      }
  }
}

extension Convolution {
  /// Where the bias is found; nil where there is none.
  func bias(in context: LoweringContext) throws(OperatorError) -> PairOperand? {
    guard let bias else { return nil }
    return try PairOperand(bias, index: 2, in: context)
  }
}

/// How a filter is packed for products of 16-bit integers, in pieces that any thread can do.
@safe struct PairFilter: Sendable {
  /// Names the layout with all that changes its bytes.
  var layout: String
  var byteCount: Int
  var pieces: Int
  /// Writes one piece from the filter's bytes.
  var pack:
    @Sendable (_ source: UnsafePointer<UInt8>, _ target: UnsafeMutableRawPointer, Int) -> Void

  /// Packs a constant now, or adds phases that pack what the model computes.
  func operand(
    of filter: TensorInfo, adding step: inout Step, in context: LoweringContext
  ) throws(OperatorError) -> PairOperand {
    let count = filter.elementCount
    if let constant = filter.constant {
      return .packed(
        try context.packedWeights(
          of: constant, layout: "\(layout) \(filter.type.name)", byteCount: byteCount
        ) {
          memory in
          let bytes = PackedIntegers.bytes(of: constant, filter.type, count: count)
          withExtendedLifetime(bytes) {
            for piece in 0..<pieces {
              unsafe pack(
                bytes.pointer.assumingMemoryBound(to: UInt8.self), memory.pointer, piece)
            }
          }
        })
    }
    let source = Self.bytes(of: filter, adding: &step)
    let target = step.temporaries.count
    step.temporaries.append(byteCount)
    step.phases.append(
      Phase(units: pieces, nanoseconds: byteCount / 2) { buffers, range in
        for piece in range {
          unsafe self.pack(
            source.pointer(in: buffers).assumingMemoryBound(to: UInt8.self),
            buffers.temporary(target), piece)
        }
      })
    return .temporary(target)
  }

  /// A computed filter with a byte for each weight, expanded at each run where weights share bytes.
  private static func bytes(of filter: TensorInfo, adding step: inout Step) -> PairOperand {
    guard filter.type.isPackedSigned else { return .input(1) }
    let (count, type) = (filter.elementCount, filter.type)
    let target = step.temporaries.count
    step.temporaries.append(count)
    step.phases.append(
      Phase(units: 1, nanoseconds: count) { buffers, _ in
        unsafe PackedIntegers.expand(
          type, buffers.input(1), to: buffers.temporary(target), count: count)
      })
    return .temporary(target)
  }
}
