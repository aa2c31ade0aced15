internal import SwiftletFormat
internal import SwiftletTensor

/// `LSH_PROJECTION`: bits that items which are much alike have in common (locality-sensitive hashing).
///
/// A bit is the sign of the weighted sum of hashes of all items, with a number of the first operand
/// as seed.
struct LSHProjection: Operator {
  static let code = BuiltinOperator.lshProjection
  static let elementTypes: [ElementType] = [.float32, .int32, .uint8, .int64]
  private let isSparse: Bool

  init(reading node: NodeReader) throws(OperatorError) {
    try node.require(inputs: 2...3)
    let (seeds, output) = (try node.input(0), try node.output())
    _ = try node.input(1).elementSize()
    try node.require(
      seeds.type == .float32 && (node.optionalInput(2)?.type ?? .float32) == .float32,
      "has seeds or weights that are not float32")
    try node.require(output.type == .int32, "has an output of type \(output.type.name)")
    switch node.options(as: LSHProjectionOptions.self).type {
    case .sparse: isSparse = true
    case .dense: isSparse = false
    case .unknown: throw .invalid("does not say whether its result is sparse or dense")
    }
  }

  func outputShapes(for operands: Operands) throws(OperatorError) -> [Shape]? {
    let (seeds, items) = (try operands.input(0).shape, try operands.input(1).shape)
    guard seeds.rank == 2, seeds[1] <= 32, items.rank > 0, items[0] > 0,
      operands.optionalInput(2).map({ $0.shape == [items[0]] }) ?? true
    else { throw .invalid("has seeds of \(seeds) and items of \(items)") }
    let (count, overflow) = seeds[0].multipliedReportingOverflow(by: isSparse ? 1 : seeds[1])
    guard !overflow else { throw .invalid("has seeds of \(seeds)") }
    return [[count]]
  }

  func lower(_ operands: Operands, in context: LoweringContext) throws(OperatorError) -> Step {
    let items = try operands.input(1)
    let count = items.shape[0]
    let bits = isSparse ? try operands.input(0).shape[1] : 1
    let isSparse = isSparse
    let projection = Projection(
      items: count, itemBytes: items.byteCount / count,
      isWeighted: operands.optionalInput(2) != nil)
    let units = operands.outputs[0].elementCount
    let phase = Phase(units: units, nanoseconds: 16 * units * bits * count) { buffers, range in
      let seeds = unsafe buffers.input(0, as: Float.self)
      for unit in range {
        var signature: Int32 = 0
        for bit in 0..<bits {
          let isSet = projection.bit(seed: unsafe seeds[unit * bits + bit], buffers)
          signature = signature &<< 1 | (isSet ? 1 : 0)
        }
        if isSparse {
          // Signatures of different functions are kept apart; of 32 bits nothing is left for that.
          signature &+= Int32(truncatingIfNeeded: unit) &* (1 &<< Int32(bits))
        }
        unsafe buffers.output(as: Int32.self)[unit] = signature
      }
    }
    return Step(
      kernel: "lsh projection", phases: [phase], scratchBytes: projection.itemBytes + 4)
  }
}

/// How items become one bit.
private struct Projection: Sendable {
  let items: Int
  let itemBytes: Int
  let isWeighted: Bool

  func bit(seed: Float, _ buffers: borrowing Buffers) -> Bool {
    let key = unsafe buffers.scratch
    unsafe key.storeBytes(of: seed, as: Float.self)
    var score = 0.0
    for item in 0..<items {
      unsafe (key + 4).copyMemory(
        from: buffers.input(1) + item * itemBytes, byteCount: itemBytes)
      let hash = unsafe FarmHash.fingerprint(key, count: itemBytes + 4)
      let value = Double(Int64(bitPattern: hash))
      score += isWeighted ? Double(unsafe buffers.input(2, as: Float.self)[item]) * value : value
    }
    return score > 0
  }
}
