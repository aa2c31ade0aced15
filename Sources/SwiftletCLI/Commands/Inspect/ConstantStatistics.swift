internal import Foundation
internal import SwiftletFormat
internal import SwiftletTensor

/// What the values of a constant are like, as they are stored.
struct ConstantStatistics: Equatable {
  /// The number of values; of a sparse constant those that are stored.
  let count: Int
  /// The least, the largest and the mean value, those that are no numbers left out; nil where there
  /// are none.
  let minimum: JSON?
  let maximum: JSON?
  let mean: Double?
  /// How many values are zero.
  let zeros: Int
  /// How many integers are the least or largest of their type, or floats infinite; nil for booleans.
  let saturated: Int?
  /// How many floats are not a number.
  let notNumbers: Int

  /// Looks at all values; nil for types that have no order, such as strings and complex numbers.
  init?(_ tensor: Tensor, of model: Model) {
    guard let bytes = model.constant(tensor) else { return nil }
    // Loading has checked that there are as many.
    let count = tensor.sparsity.map(\.storedValueCount) ?? tensor.shape.elementCount
    switch tensor.type {
    case .float32: self.init(floats: Float.self, bytes, count) { $0 }
    case .float64: self.init(floats: Double.self, bytes, count) { $0 }
    case .float16: self.init(floats: UInt16.self, bytes, count) { Float(Float16(bitPattern: $0)) }
    case .bfloat16:
      self.init(floats: UInt16.self, bytes, count) { Float(bitPattern: UInt32($0) << 16) }
    case .int8: self.init(integers: Int8.self, bytes, count, Int.self)
    case .uint8: self.init(integers: UInt8.self, bytes, count, Int.self)
    case .int16: self.init(integers: Int16.self, bytes, count, Int.self)
    case .uint16: self.init(integers: UInt16.self, bytes, count, Int.self)
    case .int32: self.init(integers: Int32.self, bytes, count, Int.self)
    case .uint32: self.init(integers: UInt32.self, bytes, count, Int.self)
    // Sums of these may not fit 64 bits.
    case .int64: self.init(integers: Int64.self, bytes, count, Int128.self)
    case .uint64: self.init(integers: UInt64.self, bytes, count, Int128.self)
    case .bool: self.init(booleans: bytes, count)
    case .int4: self.init(packed: bytes, count, bits: 4, isSigned: true)
    case .uint4: self.init(packed: bytes, count, bits: 4, isSigned: false)
    case .int2: self.init(packed: bytes, count, bits: 2, isSigned: true)
    case .string, .complex64, .complex128, .resource, .variant, .float8E4M3FN, .float8E5M2:
      return nil
    }
  }

  private init(
    count: Int, minimum: JSON?, maximum: JSON?, mean: Double?, zeros: Int, saturated: Int?,
    notNumbers: Int = 0
  ) {
    self.count = count
    self.minimum = minimum
    self.maximum = maximum
    self.mean = mean
    self.zeros = zeros
    self.saturated = saturated
    self.notNumbers = notNumbers
  }

  private init<Value: FixedWidthInteger & BitwiseCopyable, Sum: FixedWidthInteger>(
    integers: Value.Type, _ bytes: TensorBytes, _ count: Int, _ sums: Sum.Type
  ) {
    let span = bytes.bytes
    var (least, most) = (Value.max, Value.min)
    var sum: Sum = 0
    var (zeros, saturated) = (0, 0)
    for index in 0..<count {
      // Loading has checked that the bytes are there, and every bit pattern is a value.
      let value = unsafe span.unsafeLoadUnaligned(
        fromByteOffset: index * MemoryLayout<Value>.size, as: Value.self)
      least = min(least, value)
      most = max(most, value)
      sum &+= Sum(truncatingIfNeeded: value)
      zeros += value == 0 ? 1 : 0
      saturated += value == .min || value == .max ? 1 : 0
    }
    func json(_ value: Value) -> JSON {
      Int(exactly: value).map(JSON.integer) ?? .unsigned(UInt64(clamping: value))
    }
    self.init(
      count: count, minimum: count > 0 ? json(least) : nil, maximum: count > 0 ? json(most) : nil,
      mean: count > 0 ? Double(sum) / Double(count) : nil, zeros: zeros,
      saturated: saturated)
  }

  private init<Stored: BitwiseCopyable, Value: BinaryFloatingPoint>(
    floats: Stored.Type, _ bytes: TensorBytes, _ count: Int, _ read: (Stored) -> Value
  ) {
    let span = bytes.bytes
    var (least, most) = (Value.infinity, -Value.infinity)
    var sum = 0.0
    var (zeros, infinite, notNumbers) = (0, 0, 0)
    for index in 0..<count {
      // As above.
      let value = read(
        unsafe span.unsafeLoadUnaligned(
          fromByteOffset: index * MemoryLayout<Stored>.size, as: Stored.self))
      guard !value.isNaN else {
        notNumbers += 1
        continue
      }
      least = min(least, value)
      most = max(most, value)
      sum += Double(value)
      zeros += value == 0 ? 1 : 0
      infinite += value.isInfinite ? 1 : 0
    }
    func json(_ value: Value) -> JSON {
      Value.self == Double.self ? .double(Double(value)) : .float(Float(value))
    }
    let numbers = count - notNumbers
    self.init(
      count: count, minimum: numbers > 0 ? json(least) : nil,
      maximum: numbers > 0 ? json(most) : nil, mean: numbers > 0 ? sum / Double(numbers) : nil,
      zeros: zeros, saturated: infinite, notNumbers: notNumbers)
  }

  private init(booleans bytes: TensorBytes, _ count: Int) {
    let zeros = bytes.elements(as: UInt8.self).prefix(count).count { $0 == 0 }
    self.init(
      count: count, minimum: count > 0 ? .integer(zeros > 0 ? 0 : 1) : nil,
      maximum: count > 0 ? .integer(zeros < count ? 1 : 0) : nil,
      mean: count > 0 ? Double(count - zeros) / Double(count) : nil, zeros: zeros, saturated: nil)
  }

  /// Integers narrower than a byte, the first in the lowest bits; they are counted value by value.
  private init(packed bytes: TensorBytes, _ count: Int, bits: Int, isSigned: Bool) {
    let perByte = 8 / bits
    let values = 1 << bits
    var occurrences = [Int](repeating: 0, count: values)
    let stored = bytes.elements(as: UInt8.self)
    for index in 0..<count {
      let pattern = Int(stored[index / perByte] >> UInt8(index % perByte * bits)) & (values - 1)
      occurrences[pattern] += 1
    }
    func value(_ pattern: Int) -> Int {
      isSigned && pattern >= values / 2 ? pattern - values : pattern
    }
    let present = occurrences.indices.filter { occurrences[$0] > 0 }.map(value)
    let sum = occurrences.indices.reduce(0) { $0 + value($1) * occurrences[$1] }
    let ends = isSigned ? [values / 2, values / 2 - 1] : [0, values - 1]
    self.init(
      count: count, minimum: present.min().map(JSON.integer),
      maximum: present.max().map(JSON.integer),
      mean: count > 0 ? Double(sum) / Double(count) : nil, zeros: occurrences[0],
      saturated: ends.reduce(0) { $0 + occurrences[$1] })
  }
}

extension ConstantStatistics {
  /// A part of all values.
  private func share(_ part: Int) -> Double { count > 0 ? Double(part) / Double(count) : 0 }

  /// The value of the key `statistics`.
  var json: JSON {
    [
      "count": .integer(count), "min": minimum ?? .null, "max": maximum ?? .null,
      "mean": mean.map(JSON.double) ?? .null, "zeroShare": .double(share(zeros)),
      "saturatedShare": saturated.map { .double(share($0)) } ?? .null,
      "notNumbers": .integer(notNumbers),
    ]
  }

  /// The same for people.
  var text: String {
    guard let minimum, let maximum, let mean else { return "no numbers" }
    var text =
      "\(minimum)…\(maximum), mean \(String(format: "%.4g", mean)), zero \(percent(share(zeros)))"
    if let saturated, saturated > 0 { text += ", saturated \(percent(share(saturated)))" }
    if notNumbers > 0 { text += ", \(notNumbers) not a number" }
    return text
  }

  private func percent(_ share: Double) -> String { "\((share * 1000).rounded() / 10) %" }
}
