internal import SwiftletFormat
internal import SwiftletTensor

extension Float {
  /// The nearest number with the significand of `bfloat16`, ties to even.
  fileprivate var roundedToUpperHalf: Float {
    let even = bitPattern >> 16 & 1
    return Float(bitPattern: (bitPattern &+ 0x7FFF &+ even) & 0xFFFF_0000)
  }
}

/// The weights and scales of a filter that is quantised by blocks.
struct WeightBlocks {
  let weights: TensorBytes
  let size: Int
  let units: Int
  let depth: Int
  /// The scales in the order of units, then blocks.
  private let values: [Float]

  /// Checks and reads a filter; XNNPACK keeps scales in `bfloat16`.
  init(_ convolution: Convolution, roundsScales: Bool) throws(OperatorError) {
    guard convolution.kind == .fullyConnected, convolution.filter.type == .int4,
      let info = convolution.filter.blockwise
    else {
      throw .unsupported(
        "has a filter of \(convolution.filter.type.name) with scales of blocks")
    }
    guard let weights = convolution.filter.constant, let bytes = info.bytes else {
      throw .unsupported("has a filter with scales of blocks that is not a constant")
    }
    units = convolution.geometry.outputChannels
    depth = convolution.geometry.inputChannels
    size = info.blockSize
    guard size > 0, size % 2 == 0, depth % size == 0 else {
      throw .unsupported("has blocks of \(size) weights in rows of \(depth)")
    }
    let stored: [Float]
    switch info.type {
    case .float16: stored = bytes.elements(as: UInt16.self).map { Float(halfBits: $0) }
    case .float32: stored = bytes.elements(as: Float.self)
    default: throw .unsupported("has scales of blocks of type \(info.type.name)")
    }
    values = roundsScales ? stored.map(\.roundedToUpperHalf) : stored
    self.weights = weights
    guard values.count >= units * (depth / size), weights.count >= units * depth / 2 else {
      throw .invalid(
        "has \(values.count) scales and \(weights.count) bytes for \(units) rows of \(depth)")
    }
  }

  /// The weights as bytes; the depth is even, so that rows have no padding.
  func expandedWeights() -> AlignedMemory {
    let memory = AlignedMemory(byteCount: units * depth)
    unsafe PackedIntegers.expand(.int4, weights.pointer, to: memory.pointer, count: units * depth)
    return memory
  }

  /// The scales in the order of blocks, then units with padding.
  func scales(
    padded: Int, in context: LoweringContext
  ) throws(OperatorError) -> AlignedMemory {
    let blocks = depth / size
    let memory = try context.memory(byteCount: 4 * blocks * padded)
    let floats = unsafe memory.pointer.assumingMemoryBound(to: Float.self)
    for unit in 0..<units {
      for block in 0..<blocks {
        unsafe floats[block * padded + unit] = values[unit * blocks + block]
      }
    }
    return memory
  }

  /// The number of blocks in a row.
  var count: Int { depth / size }

  /// The scale of a block of a unit.
  func scale(unit: Int, block: Int) -> Float { values[unit * count + block] }
}
