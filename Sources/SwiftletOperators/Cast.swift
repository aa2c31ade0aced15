internal import SwiftletFormat
internal import SwiftletTensor

/// `CAST`: from one type of number to another.
///
/// Floats lose their fraction and saturate; integers wrap.
struct Cast: Operator {
  static let code = BuiltinOperator.cast
  static let elementTypes: [ElementType] = .fixedSize

  init(reading node: NodeReader) throws(OperatorError) {
    try node.require(inputs: 1...1)
  }

  func outputShapes(for operands: Operands) throws(OperatorError) -> [Shape]? {
    try UnaryArithmetic.outputShapes(for: operands)
  }

  func lower(_ operands: Operands, in context: LoweringContext) throws(OperatorError) -> Step {
    let (source, target) = (try operands.input(0).type, operands.outputs[0].type)
    if source == target { return try ViewLowering.step(operands) }
    switch source {
    case .float32: return try fromReal(Float.self, to: target, operands)
    case .float64: return try fromReal(Double.self, to: target, operands)
    case .int8: return try fromInteger(Int8.self, to: target, operands)
    case .uint8: return try fromInteger(UInt8.self, to: target, operands)
    case .int16: return try fromInteger(Int16.self, to: target, operands)
    case .uint16: return try fromInteger(UInt16.self, to: target, operands)
    case .int32: return try fromInteger(Int32.self, to: target, operands)
    case .uint32: return try fromInteger(UInt32.self, to: target, operands)
    case .int64: return try fromInteger(Int64.self, to: target, operands)
    case .bool:
      // Any byte but 0 is true.
      return try fromInteger(UInt8.self, to: target, operands) { $0 == 0 ? 0 : 1 }
    default: throw .unsupported("has an input of type \(source.name)")
    }
  }

  private func fromReal<Real: BinaryFloatingPoint & BitwiseCopyable & Sendable>(
    _ type: Real.Type, to target: ElementType, _ operands: Operands
  ) throws(OperatorError) -> Step {
    switch target {
    case .float32: return step(type, operands) { Float($0) }
    case .float64: return step(type, operands) { Double($0) }
    case .int8: return step(type, operands) { Int8(castFrom: $0) }
    case .uint8: return step(type, operands) { UInt8(castFrom: $0) }
    case .int16: return step(type, operands) { Int16(castFrom: $0) }
    case .uint16: return step(type, operands) { UInt16(castFrom: $0) }
    case .int32: return step(type, operands) { Int32(castFrom: $0) }
    case .uint32: return step(type, operands) { UInt32(castFrom: $0) }
    case .int64: return step(type, operands) { Int64(castFrom: $0) }
    case .bool: return step(type, operands) { $0 != 0 }
    default: throw .unsupported("has an output of type \(target.name)")
    }
  }

  private func fromInteger<Integer: FixedWidthInteger & BitwiseCopyable & Sendable>(
    _ type: Integer.Type, to target: ElementType, _ operands: Operands,
    reading: @escaping @Sendable (Integer) -> Integer = { $0 }
  ) throws(OperatorError) -> Step {
    switch target {
    case .float32: return step(type, operands) { Float(reading($0)) }
    case .float64: return step(type, operands) { Double(reading($0)) }
    case .int8: return step(type, operands) { Int8(truncatingIfNeeded: reading($0)) }
    case .uint8: return step(type, operands) { UInt8(truncatingIfNeeded: reading($0)) }
    case .int16: return step(type, operands) { Int16(truncatingIfNeeded: reading($0)) }
    case .uint16: return step(type, operands) { UInt16(truncatingIfNeeded: reading($0)) }
    case .int32: return step(type, operands) { Int32(truncatingIfNeeded: reading($0)) }
    case .uint32: return step(type, operands) { UInt32(truncatingIfNeeded: reading($0)) }
    case .int64: return step(type, operands) { Int64(truncatingIfNeeded: reading($0)) }
    case .bool: return step(type, operands) { reading($0) != 0 }
    default: throw .unsupported("has an output of type \(target.name)")
    }
  }

  private func step<Source: BitwiseCopyable & Sendable, Target: BitwiseCopyable & Sendable>(
    _ source: Source.Type, _ operands: Operands,
    function: @escaping @Sendable (Source) -> Target
  ) -> Step {
    UnaryArithmetic.step(
      "cast \(source) to \(Target.self)", operands, nanosecondsFor64: 64
    ) { buffers, first, count in
      let input = unsafe buffers.input(0, as: Source.self) + first
      let output = unsafe buffers.output(as: Target.self) + first
      for index in 0..<count { unsafe output[index] = function(input[index]) }
    }
  }
}

extension FixedWidthInteger {
  /// The integer part; outside the range the nearest bound, and the largest integer for NaN.
  fileprivate init<Real: BinaryFloatingPoint>(castFrom real: Real) {
    self = real.isNaN ? .max : Self(saturating: real)
  }
}
