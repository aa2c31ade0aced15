internal import SwiftletFormat
internal import SwiftletTensor

/// What is asked of two elements.
enum Comparison: Sendable {
  case equal, notEqual, less, lessOrEqual, greater, greaterOrEqual
}

/// EQUAL, LESS and the others: types, and the rescaling of quantised operands.
struct ComparisonLowering: Sendable {
  /// Types whose elements have an order.
  static let orderedTypes: [ElementType] = [
    .float32, .float16, .int32, .uint8, .int64, .int16, .int8, .bfloat16,
  ]
  /// Types whose elements are equal or not; strings come as numbers, by `StringVariant`.
  static let equatableTypes: [ElementType] = [
    .float32, .float16, .int32, .uint8, .int64, .string, .bool, .int16, .int8, .bfloat16,
  ]

  /// Where elements are compared otherwise than their reals.
  static let orderRemarks = ["Elements of `int16` are compared as they are, whatever their scales."]

  private let comparison: Comparison

  /// Checks the operands.
  init(
    reading node: NodeReader, _ comparison: Comparison, on types: [ElementType]
  ) throws(OperatorError) {
    try node.require(inputs: 2...2)
    self.comparison = comparison
    let (a, b, output) = (try node.input(0), try node.input(1), try node.output())
    try node.require(
      a.type == b.type,
      "has operands of types \(a.type.name) and \(b.type.name), which must be the same")
    try node.require(
      output.type == .bool, "has an output of type \(output.type.name) instead of bool")
    guard types.contains(a.type) else {
      throw .unsupported("has operands of type \(a.type.name)")
    }
  }

  func lower(_ operands: Operands) throws(OperatorError) -> Step {
    let (a, b) = (try operands.input(0), try operands.input(1))
    switch a.type {
    case .float32: return try step(on: Float.self, operands)
    case .float16: return try step(on: Float16.self, operands)
    case .bfloat16: return try step(on: BFloat16.self, operands)
    case .int16 where a.scale != nil && isEquality: return try rescaledWordStep(operands)
    case .int16: return try step(on: Int16.self, operands)
    case .int32: return try step(on: Int32.self, operands)
    case .int64: return try step(on: Int64.self, operands)
    case .bool: return try step(on: TruthValue.self, operands)
    case .int8 where a.scale == nil && b.scale == nil:
      return try step(on: Int8.self, operands)
    case .uint8 where a.scale == nil && b.scale == nil:
      return try step(on: UInt8.self, operands)
    default: return try rescaledStep(operands)
    }
  }

  private var isEquality: Bool { comparison == .equal || comparison == .notEqual }

  private func step<Element: Comparable & BitwiseCopyable & Sendable>(
    on type: Element.Type, _ operands: Operands
  ) throws(OperatorError) -> Step {
    let comparison = comparison
    return try unsafe step("\(type)", operands) { buffers, offsets, steps, target, count in
      let left = unsafe buffers.input(0, as: type) + offsets[0]
      let right = unsafe buffers.input(1, as: type) + offsets[1]
      unsafe compare(
        comparison, left, steps[0], { $0 }, right, steps[1], { $0 }, target, count)
    }
  }

  /// Bytes of any scales, which are brought to a common one first.
  private func rescaledStep(_ operands: Operands) throws(OperatorError) -> Step {
    let comparison = comparison
    let scales = try CommonScale(operands)
    let memory = AlignedMemory(byteCount: 2 * 256 * MemoryLayout<Int32>.stride)
    let isSigned = scales.type == .int8
    for byte in 0...UInt8.max {
      let element = isSigned ? Int32(Int8(bitPattern: byte)) : Int32(byte)
      let table = unsafe memory.pointer.assumingMemoryBound(to: Int32.self) + Int(byte)
      unsafe table[0] = scales.left(element)
      unsafe table[256] = scales.right(element)
    }
    return try unsafe step("q8", operands) { buffers, offsets, steps, target, count in
      let left = unsafe buffers.input(0, as: UInt8.self) + offsets[0]
      let right = unsafe buffers.input(1, as: UInt8.self) + offsets[1]
      let table = unsafe memory.pointer.assumingMemoryBound(to: Int32.self)
      unsafe compare(
        comparison, left, steps[0], { unsafe table[Int($0)] }, right, steps[1],
        { unsafe table[256 + Int($0)] }, target, count)
    }
  }

  private func rescaledWordStep(_ operands: Operands) throws(OperatorError) -> Step {
    let comparison = comparison
    let scales = try CommonScale(operands)
    return try unsafe step("q16", operands) { buffers, offsets, steps, target, count in
      let left = unsafe buffers.input(0, as: Int16.self) + offsets[0]
      let right = unsafe buffers.input(1, as: Int16.self) + offsets[1]
      unsafe compare(
        comparison, left, steps[0], { scales.left(Int32($0)) }, right, steps[1],
        { scales.right(Int32($0)) }, target, count)
    }
  }

  private func step(
    _ type: String, _ operands: Operands,
    body:
      @escaping @Sendable (
        borrowing Buffers, Broadcast.Offsets, _ steps: Broadcast.Offsets,
        UnsafeMutablePointer<Bool>, _ count: Int
      ) -> Void
  ) throws(OperatorError) -> Step {
    let broadcast = try BinaryArithmetic.broadcast(operands)
    let steps = broadcast.steps
    let phase = broadcast.phase(
      nanoseconds: operands.outputs[0].elementCount
    ) { buffers, offsets, output, count in
      unsafe body(buffers, offsets, steps, buffers.output(as: Bool.self) + output, count)
    }
    return Step(kernel: "\(comparison) \(type)", phases: [phase])
  }
}

/// Compares neighbours; the loops are apart so that each has one comparison.
@inline(__always)
private func compare<Element, Key: Comparable>(
  _ comparison: Comparison, _ a: UnsafePointer<Element>, _ aStep: Int, _ aKey: (Element) -> Key,
  _ b: UnsafePointer<Element>, _ bStep: Int, _ bKey: (Element) -> Key,
  _ target: UnsafeMutablePointer<Bool>, _ count: Int
) {
  switch comparison {
  case .equal:
    for i in 0..<count { unsafe target[i] = aKey(a[i &* aStep]) == bKey(b[i &* bStep]) }
  case .notEqual:
    for i in 0..<count { unsafe target[i] = aKey(a[i &* aStep]) != bKey(b[i &* bStep]) }
  case .less:
    for i in 0..<count { unsafe target[i] = aKey(a[i &* aStep]) < bKey(b[i &* bStep]) }
  case .lessOrEqual:
    for i in 0..<count { unsafe target[i] = aKey(a[i &* aStep]) <= bKey(b[i &* bStep]) }
  case .greater:
    for i in 0..<count { unsafe target[i] = aKey(a[i &* aStep]) > bKey(b[i &* bStep]) }
  case .greaterOrEqual:
    for i in 0..<count { unsafe target[i] = aKey(a[i &* aStep]) >= bKey(b[i &* bStep]) }
  }
}

/// A byte, of which any but 0 is true.
private struct TruthValue: Comparable, BitwiseCopyable, Sendable {
  private let byte: UInt8

  static func == (a: TruthValue, b: TruthValue) -> Bool { (a.byte == 0) == (b.byte == 0) }

  static func < (a: TruthValue, b: TruthValue) -> Bool { a.byte == 0 && b.byte != 0 }
}

/// What elements of two operands stand for in a common scale, as LiteRT rounds it: the number is
/// shifted by 8 and multiplied by the operand's own scale in flavour D.
///
/// Small scales make different numbers equal.
private struct CommonScale: Sendable {
  private let a: QuantizedElements
  private let b: QuantizedElements
  private let aMultiplier: FixedPointMultiplier
  private let bMultiplier: FixedPointMultiplier

  init(_ operands: Operands) throws(OperatorError) {
    a = try QuantizedElements(try operands.input(0), "input")
    b = try QuantizedElements(try operands.input(1), "input")
    // LiteRT's kernel aborts for scales from 1 on; a common factor changes no comparison.
    let largest = Double(max(a.scale, b.scale))
    let unit = largest < 1 ? 1 : 2 * largest
    aMultiplier = FixedPointMultiplier(Double(a.scale) / unit)
    bMultiplier = FixedPointMultiplier(Double(b.scale) / unit)
  }

  var type: ElementType { a.type }

  func left(_ element: Int32) -> Int32 { aMultiplier.applied(to: (element - a.zeroPoint) << 8) }

  func right(_ element: Int32) -> Int32 { bMultiplier.applied(to: (element - b.zeroPoint) << 8) }
}
