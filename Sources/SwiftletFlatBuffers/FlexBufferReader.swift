extension FlexValue {
  /// Reads a whole FlexBuffer, checking every offset.
  ///
  /// - Parameters:
  ///   - bytes: The buffer, which is read from its end.
  ///   - limits: How much work it may cause.
  /// - Throws: A `FlexBufferError` where an offset or a size is broken.
  package init(
    reading bytes: RawSpan, limits: FlexBufferLimits = .init()
  ) throws(FlexBufferError) {
    guard bytes.byteCount >= 3 else {
      throw FlexBufferError(offset: 0, problem: "the \(bytes.byteCount) bytes have no root")
    }
    let end = bytes.byteCount - 2
    let reader = FlexBufferReader(bytes: bytes, budget: FlexBudget(limits: limits))
    let width = try reader.width(Int(bytes.byte(at: end + 1)), at: end + 1)
    guard width <= end else {
      throw FlexBufferError(offset: end + 1, problem: "the root of \(width) bytes has no room")
    }
    self = try reader.value(
      packedType: bytes.byte(at: end), at: end - width, width: width, depth: 1)
  }
}

/// The work done so far.
private final class FlexBudget {
  let limits: FlexBufferLimits
  var values = 0
  var bytes = 0

  init(limits: FlexBufferLimits) {
    self.limits = limits
  }
}

/// Follows the backward offsets of a FlexBuffer.
private struct FlexBufferReader: ~Escapable {
  let bytes: RawSpan
  let budget: FlexBudget

  @_lifetime(copy bytes)
  init(bytes: RawSpan, budget: FlexBudget) {
    self.bytes = bytes
    self.budget = budget
  }

  /// The value stored in `width` bytes at `position`; its type says whether that is the value
  /// itself or the distance back to it.
  func value(
    packedType: UInt8, at position: Int, width: Int, depth: Int
  ) throws(FlexBufferError) -> FlexValue {
    guard budget.values < budget.limits.values else {
      throw fault(position, "there are more than \(budget.limits.values) values")
    }
    budget.values += 1
    let type = Int(packedType >> 2)
    switch type {
    case 0: return .null
    case 1: return .int(try signed(at: position, width))
    case 2: return .uint(try unsigned(at: position, width))
    case 3: return .float(try float(at: position, width))
    case 26: return .bool(try unsigned(at: position, width) != 0)
    default: break
    }
    guard depth <= budget.limits.depth else {
      throw fault(position, "values are nested more than \(budget.limits.depth) deep")
    }
    let target = try target(at: position, width)
    let size = 1 << Int(packedType & 3)
    switch type {
    case 4: return .key(try key(at: target))
    case 5: return .string(try string(at: target, size))
    case 6: return .int(try signed(at: target, size))
    case 7: return .uint(try unsigned(at: target, size))
    case 8: return .float(try float(at: target, size))
    case 9: return .map(try map(at: target, size, depth))
    case 10: return .vector(try vector(at: target, size, depth))
    case 11...14, 36:
      let count = try count(at: target, size)
      let element = type == 36 ? 26 : type - 10
      return .vector(try typed(element, at: target, size, count: count, depth))
    case 16...24:
      return .vector(
        try typed(1 + (type - 16) % 3, at: target, size, count: 2 + (type - 16) / 3, depth))
    case 25:
      let count = try count(at: target, size)
      return .blob(try copy(from: target, count: count))
    default: throw fault(position, "the type \(type) is unknown")
    }
  }

  /// A width of 1, 2, 4 or 8 bytes.
  func width(_ stored: Int, at position: Int) throws(FlexBufferError) -> Int {
    guard [1, 2, 4, 8].contains(stored) else {
      throw fault(position, "\(stored) is no width of a value")
    }
    return stored
  }

  private func vector(
    at target: Int, _ size: Int, _ depth: Int
  ) throws(FlexBufferError) -> [FlexValue] {
    let count = try count(at: target, size)
    // One type for each element follows the elements.
    let types = target + count * size
    guard count <= (bytes.byteCount - target) / (size + 1) else {
      throw fault(target, "a vector of \(count) elements has no room")
    }
    var elements: [FlexValue] = []
    for index in 0..<count {
      elements.append(
        try value(
          packedType: bytes.byte(at: types + index), at: target + index * size, width: size,
          depth: depth + 1))
    }
    return elements
  }

  /// Elements of one type, whose own width is that of a byte where they are keys.
  private func typed(
    _ type: Int, at target: Int, _ size: Int, count: Int, _ depth: Int
  ) throws(FlexBufferError) -> [FlexValue] {
    guard count <= (bytes.byteCount - target) / size else {
      throw fault(target, "a vector of \(count) elements has no room")
    }
    var elements: [FlexValue] = []
    for index in 0..<count {
      elements.append(
        try value(
          packedType: UInt8(type << 2), at: target + index * size, width: size,
          depth: depth + 1))
    }
    return elements
  }

  /// A vector of values that is preceded by the way back to its keys and their width.
  private func map(
    at target: Int, _ size: Int, _ depth: Int
  ) throws(FlexBufferError) -> [String: FlexValue] {
    let prefix = target - 3 * size
    guard prefix >= 0 else { throw fault(target, "a map has no keys") }
    let keys = try self.target(at: prefix, size)
    let keyWidth = try width(
      Int(clamping: try unsigned(at: prefix + size, size)), at: prefix + size)
    let values = try vector(at: target, size, depth)
    guard try count(at: keys, keyWidth) == values.count else {
      throw fault(target, "a map has \(values.count) values but another number of keys")
    }
    let names = try typed(4, at: keys, keyWidth, count: values.count, depth)
    var entries: [String: FlexValue] = [:]
    for (name, value) in zip(names, values) { entries[name.text ?? ""] = value }
    return entries
  }

  private func key(at start: Int) throws(FlexBufferError) -> String {
    var end = start
    while end < bytes.byteCount, bytes.byte(at: end) != 0 { end += 1 }
    guard end < bytes.byteCount else { throw fault(start, "a key has no terminating zero") }
    return String(decoding: try copy(from: start, count: end - start), as: UTF8.self)
  }

  private func string(at start: Int, _ size: Int) throws(FlexBufferError) -> String {
    let count = try count(at: start, size)
    return String(decoding: try copy(from: start, count: count), as: UTF8.self)
  }

  private func copy(from start: Int, count: Int) throws(FlexBufferError) -> [UInt8] {
    guard count <= bytes.byteCount - start else {
      throw fault(start, "\(count) bytes have no room")
    }
    guard count <= budget.limits.bytes - budget.bytes else {
      throw fault(start, "texts take more than \(budget.limits.bytes) bytes")
    }
    budget.bytes += count
    return (start..<start + count).map { bytes.byte(at: $0) }
  }

  /// The number of elements, which stands before them in the width of one.
  private func count(at target: Int, _ size: Int) throws(FlexBufferError) -> Int {
    let count = Int(clamping: try unsigned(at: target - size, size))
    guard count <= bytes.byteCount else {
      throw fault(target - size, "\(count) elements have no room")
    }
    return count
  }

  /// Where the distance stored at `position` leads back to; zero where an empty vector, whose
  /// size lies before it, was the last thing written.
  private func target(at position: Int, _ width: Int) throws(FlexBufferError) -> Int {
    let distance = try unsigned(at: position, width)
    guard distance <= UInt64(position) else {
      throw fault(position, "the distance \(distance) leads outside")
    }
    return position - Int(distance)
  }

  private func unsigned(at position: Int, _ width: Int) throws(FlexBufferError) -> UInt64 {
    let value: UInt64? =
      switch width {
      case 1: (bytes.integer(at: position) as UInt8?).map { UInt64($0) }
      case 2: (bytes.integer(at: position) as UInt16?).map { UInt64($0) }
      case 4: (bytes.integer(at: position) as UInt32?).map { UInt64($0) }
      default: bytes.integer(at: position)
      }
    guard let value else { throw fault(position, "a value of \(width) bytes lies outside") }
    return value
  }

  private func signed(at position: Int, _ width: Int) throws(FlexBufferError) -> Int64 {
    let stored = try unsigned(at: position, width)
    let shift = 64 - 8 * width
    return (Int64(bitPattern: stored) << shift) >> shift
  }

  private func float(at position: Int, _ width: Int) throws(FlexBufferError) -> Double {
    let stored = try unsigned(at: position, width)
    switch width {
    case 8: return Double(bitPattern: stored)
    case 4: return Double(Float(bitPattern: UInt32(truncatingIfNeeded: stored)))
    default: throw fault(position, "a float of \(width) bytes is not defined")
    }
  }

  private func fault(_ offset: Int, _ problem: String) -> FlexBufferError {
    FlexBufferError(offset: offset, problem: problem)
  }
}
