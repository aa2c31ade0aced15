internal import SwiftletFormat
internal import SwiftletTensor

/// `CAST`: from one type of number to another.
///
/// Floats lose their fraction and saturate; integers wrap; a complex number is its real part.
struct Cast: Operator {
  static let code = BuiltinOperator.cast
  static let elementTypes: [ElementType] = [
    .float32, .float16, .int32, .uint8, .int64, .bool, .int16, .complex64, .int8, .float64,
    .uint32, .uint16, .int4, .bfloat16, .int2, .uint4,
  ]
  static let remarks = ["From and to 4- and 2-bit integers only float32 can be cast."]

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
    case .float32:
      if let range = target.packedRange { return try packedStep(range, operands) }
      return try fromReal(Float.self, to: target, operands) { $0 }
    case .float64: return try fromReal(Double.self, to: target, operands) { $0 }
    case .float16: return try fromReal(Float16.self, to: target, operands) { $0.widened }
    case .bfloat16: return try fromReal(BFloat16.self, to: target, operands) { $0.widened }
    case .complex64: return try fromReal(SIMD2<Float>.self, to: target, operands) { $0.x }
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
    case .int4, .uint4, .int2:
      guard target == .float32 else { throw Self.unsupported(output: target) }
      return UnaryArithmetic.step("cast \(source.name)", operands, nanosecondsFor64: 128) {
        buffers, first, count in
        let output = unsafe buffers.output(as: Float.self)
        for index in first..<first + count {
          unsafe output[index] = Float(
            PackedElements.integer(index, of: source, buffers.input(0)))
        }
      }
    default: throw .unsupported("has an input of type \(source.name)")
    }
  }

  private func fromReal<
    Source: BitwiseCopyable & Sendable, Real: BinaryFloatingPoint & BitwiseCopyable & Sendable
  >(
    _ type: Source.Type, to target: ElementType, _ operands: Operands,
    reading: @escaping @Sendable (Source) -> Real
  ) throws(OperatorError) -> Step {
    switch target {
    case .float32: return step(type, operands) { Float(reading($0)) }
    case .float64: return step(type, operands) { Double(reading($0)) }
    case .float16: return step(type, operands) { Float16(Float(reading($0))) }
    case .bfloat16: return step(type, operands) { BFloat16(Float(reading($0))) }
    case .complex64: return step(type, operands) { SIMD2(Float(reading($0)), 0) }
    case .int8: return step(type, operands) { Int8(castFrom: reading($0)) }
    case .uint8: return step(type, operands) { UInt8(castFrom: reading($0)) }
    case .int16: return step(type, operands) { Int16(castFrom: reading($0)) }
    case .uint16: return step(type, operands) { UInt16(castFrom: reading($0)) }
    case .int32: return step(type, operands) { Int32(castFrom: reading($0)) }
    case .uint32: return step(type, operands) { UInt32(castFrom: reading($0)) }
    case .int64: return step(type, operands) { Int64(castFrom: reading($0)) }
    case .bool: return step(type, operands) { reading($0) != 0 }
    default: throw Self.unsupported(output: target)
    }
  }

  private func fromInteger<Integer: FixedWidthInteger & BitwiseCopyable & Sendable>(
    _ type: Integer.Type, to target: ElementType, _ operands: Operands,
    reading: @escaping @Sendable (Integer) -> Integer = { $0 }
  ) throws(OperatorError) -> Step {
    switch target {
    case .float32: return step(type, operands) { Float(reading($0)) }
    case .float64: return step(type, operands) { Double(reading($0)) }
    case .float16: return step(type, operands) { Float16(Float(reading($0))) }
    case .bfloat16: return step(type, operands) { BFloat16(Float(reading($0))) }
    case .complex64: return step(type, operands) { SIMD2(Float(reading($0)), 0) }
    case .int8: return step(type, operands) { Int8(truncatingIfNeeded: reading($0)) }
    case .uint8: return step(type, operands) { UInt8(truncatingIfNeeded: reading($0)) }
    case .int16: return step(type, operands) { Int16(truncatingIfNeeded: reading($0)) }
    case .uint16: return step(type, operands) { UInt16(truncatingIfNeeded: reading($0)) }
    case .int32: return step(type, operands) { Int32(truncatingIfNeeded: reading($0)) }
    case .uint32: return step(type, operands) { UInt32(truncatingIfNeeded: reading($0)) }
    case .int64: return step(type, operands) { Int64(truncatingIfNeeded: reading($0)) }
    case .bool: return step(type, operands) { reading($0) != 0 }
    default: throw Self.unsupported(output: target)
    }
  }

  private func packedStep(
    _ range: ClosedRange<Int32>, _ operands: Operands
  ) throws(OperatorError) -> Step {
    try PackedElements.step("cast to \(operands.outputs[0].type.name)", operands) {
      buffers, index in
      let value = unsafe buffers.input(0, as: Float.self)[index]
      return min(max(Int32(saturating: value), range.lowerBound), range.upperBound)
    }
  }

  private static func unsupported(output type: ElementType) -> OperatorError {
    .unsupported("has an output of type \(type.name)")
  }

  // Inlined, so that each pair of types gets a loop of its own.
  @inline(__always)
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
