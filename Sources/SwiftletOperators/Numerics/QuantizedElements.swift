internal import SwiftletFormat
internal import SwiftletSIMD
internal import SwiftletTensor

/// The affine scheme of a tensor of 8- or 16-bit integers: one scale, one zero point.
struct QuantizedElements: Sendable {
  let type: ElementType
  let scale: Float
  let zeroPoint: Int32
  /// The range of the type.
  let range: ClosedRange<Int32>

  /// Reads the scheme of a tensor; `role` is the word for it in messages.
  init(_ info: TensorInfo, _ role: String) throws(OperatorError) {
    guard let range = info.type.quantizedRange else {
      throw .unsupported("has an \(role) of type \(info.type.name)")
    }
    guard let scale = info.scale else {
      throw .invalid("has an \(role) of type \(info.type.name) without one scale")
    }
    guard scale.isFinite, scale > 0 else {
      throw .invalid("has an \(role) with the scale \(scale), which must be positive")
    }
    guard let zeroPoint = Int32(exactly: info.zeroPoint), range.contains(zeroPoint) else {
      throw .invalid(
        "has an \(role) with the zero point \(info.zeroPoint), outside \(info.type.name)")
    }
    type = info.type
    self.scale = scale
    self.zeroPoint = zeroPoint
    self.range = range
  }

  /// The integers that an activation lets through.
  func limits(of activation: ActivationFunction) throws(OperatorError) -> ClosedRange<Int32> {
    switch activation {
    case .relu: try limits(from: 0, through: nil)
    case .reluN1To1: try limits(from: -1, through: 1)
    case .relu6: try limits(from: 0, through: 6)
    case .none, .tanh, .signBit: range
    }
  }

  /// The integers between two reals; nil is the end of the type's range.
  func limits(from low: Float?, through high: Float?) throws(OperatorError) -> ClosedRange<Int32> {
    var lowest = range.lowerBound
    var highest = range.upperBound
    if let low { lowest = max(lowest, try quantized(low)) }
    if let high { highest = min(highest, try quantized(high)) }
    // A range that the type cannot show leaves its nearest end.
    let first = min(lowest, range.upperBound)
    return first...max(highest, first)
  }

  private func quantized(_ real: Float) throws(OperatorError) -> Int32 {
    let steps = (real / scale).rounded(.toNearestOrAwayFromZero)
    guard abs(steps) < 0x1p30 else {
      throw .invalid("has the scale \(scale), too small for its activation")
    }
    return zeroPoint + Int32(steps)
  }
}

// MARK: Bytes

extension QuantizedElements {
  /// What kernels on bytes add to a number of an element.
  var unsignedOffset: Int32 { type == .int8 ? 128 : 0 }

  /// What makes an element an unsigned byte.
  var xor: UInt8 { type == .int8 ? 0x80 : 0 }

  /// Zero point and limits for kernels on bytes.
  func byteRange(_ limits: ClosedRange<Int32>) -> ByteRange {
    ByteRange(
      zeroPoint: zeroPoint + unsignedOffset, low: limits.lowerBound + unsignedOffset,
      high: limits.upperBound + unsignedOffset, xor: xor)
  }
}

extension ElementType {
  /// The integers of a type that stands for reals, or nil for other types.
  var quantizedRange: ClosedRange<Int32>? {
    switch self {
    case .int8: -128...127
    case .uint8: 0...255
    case .int16: -32768...32767
    default: nil
    }
  }

  /// Whether elements are 8-bit integers that stand for reals.
  package var isQuantizedByte: Bool { self == .int8 || self == .uint8 }
}

extension ActivationFunction {
  /// The floats that the activation lets through.
  var floatLimits: ClosedRange<Float> {
    switch self {
    case .relu: 0...Float.infinity
    case .reluN1To1: -1...1
    case .relu6: 0...6
    case .none, .tanh, .signBit: -Float.infinity...Float.infinity
    }
  }

  /// Whether XNNPACK takes nodes with the activation.
  var isDelegable: Bool { self != .tanh && self != .signBit }

  /// The floats that the activation of an operator on two operands lets through; LiteRT's own
  /// kernels let none pass that is infinite.
  func floatLimits(isDelegated: Bool) -> ClosedRange<Float> {
    let largest = Float.greatestFiniteMagnitude
    return isDelegated ? floatLimits : floatLimits.clamped(to: -largest...largest)
  }

  /// The integers that the activation lets through where integers are plain numbers.
  func limits<Integer: FixedWidthInteger>(of type: Integer.Type) -> ClosedRange<Integer> {
    switch self {
    case .relu: 0...Integer.max
    case .reluN1To1: Integer(clamping: -1)...1
    case .relu6: 0...6
    case .none, .tanh, .signBit: Integer.min...Integer.max
    }
  }
}
