internal import SwiftletFormat
internal import SwiftletTensor

/// `HASHTABLE_LOOKUP`: the entries with given keys, and which of the keys there are.
struct HashtableLookup: Operator {
  static let code = BuiltinOperator.hashtableLookup
  static let elementTypes: [ElementType] = [
    .float32, .int32, .uint8, .int64, .bool, .int16, .int8,
  ]

  init(reading node: NodeReader) throws(OperatorError) {
    try node.require(inputs: 3...3, outputs: 2...2)
    let (wanted, keys) = (try node.input(0), try node.input(1))
    try MovementLowering.checkTypes(try node.input(2), try node.output())
    try node.require(
      wanted.type == .int32 && keys.type == .int32,
      "has keys of types \(wanted.type.name) and \(keys.type.name)")
    let hits = try node.output(1)
    try node.require(hits.type == .uint8, "has hits of type \(hits.type.name)")
  }

  func outputShapes(for operands: Operands) throws(OperatorError) -> [Shape]? {
    let (wanted, keys) = (try operands.input(0).shape, try operands.input(1).shape)
    let entries = try operands.input(2).shape
    guard wanted.rank == 1, keys.rank == 1, entries.rank > 0, entries[0] == keys[0] else {
      throw .invalid("looks up \(wanted) keys among \(keys) for entries of \(entries)")
    }
    return [Shape(wanted.dimensions + entries.dimensions.dropFirst()), wanted]
  }

  func lower(_ operands: Operands, in context: LoweringContext) throws(OperatorError) -> Step {
    let table = try operands.input(2)
    let keyCount = table.shape[0]
    let size = table.shape.dimensions.dropFirst().reduce(1, *) * (try table.elementSize())
    let count = operands.outputs[1].elementCount
    let phase = Phase(units: count, nanoseconds: count * (32 + size / 32)) { buffers, range in
      let keys = unsafe buffers.input(1, as: Int32.self)
      for row in range {
        let wanted = unsafe buffers.input(0, as: Int32.self)[row]
        let place = unsafe Self.find(wanted, in: keys, count: keyCount)
        let target = unsafe buffers.output() + row * size
        unsafe buffers.output(1, as: UInt8.self)[row] = place == nil ? 0 : 1
        if let place {
          unsafe target.copyMemory(from: buffers.input(2) + place * size, byteCount: size)
        } else {
          unsafe target.initializeMemory(as: UInt8.self, repeating: 0, count: size)
        }
      }
    }
    return Step(kernel: "hashtable lookup", phases: [phase])
  }

  /// The place of a key in an ascending list; of equal ones that which the C library's binary search
  /// meets first.
  @unsafe private static func find(
    _ key: Int32, in keys: UnsafePointer<Int32>, count: Int
  ) -> Int? {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      let other = unsafe keys[middle]
      if key == other { return middle }
      if key < other { high = middle } else { low = middle + 1 }
    }
    return nil
  }
}
