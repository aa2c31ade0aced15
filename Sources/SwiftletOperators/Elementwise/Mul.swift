internal import SwiftletFormat
internal import SwiftletSIMD
internal import SwiftletTensor

/// `MUL`: `a · b`, broadcast, then the activation.
struct Mul: Operator {
  static let code = BuiltinOperator.mul
  static let elementTypes: [ElementType] = [
    .float32, .float16, .int32, .uint8, .int64, .int16, .complex64, .int8, .uint32,
  ]
  private let activation: ActivationFunction
  /// Whether both factors are one tensor.
  private let squares: Bool

  init(reading node: NodeReader) throws(OperatorError) {
    try BinaryArithmetic.check(node)
    activation = node.options(as: MulOptions.self).fusedActivation
    squares = Set(node.node.inputs).count == 1
  }

  func outputShapes(for operands: Operands) throws(OperatorError) -> [Shape]? {
    try BinaryArithmetic.outputShapes(for: operands)
  }

  func elementwiseNodes(_ operands: Operands) -> Int {
    guard operands.outputs[0].type.isQuantizedByte else {
      return ElementwiseNodes.count(operands, activation: activation)
    }
    let product = try? RescaledProduct(operands, activation: activation)
    return operands.areDelegableElements && product?.isDelegable == true
      ? ElementwiseNodes.nodes(with: activation) : 0
  }

  func lower(_ operands: Operands, in context: LoweringContext) throws(OperatorError) -> Step {
    if let step = try WidenedFloats.step(self, operands, in: context) { return step }
    let info = operands.outputs[0]
    switch info.type {
    case .float32:
      return try BinaryArithmetic.step(.multiply, operands, activation: activation, in: context)
    case .int32: return try integerStep(on: Int32.self, operands)
    case .int64: return try integerStep(on: Int64.self, operands)
    case .uint32: return try integerStep(on: UInt32.self, operands)
    case .complex64:
      return try BinaryArithmetic.step("multiply", on: SIMD2<Float>.self, operands) { a, b, _ in
        SIMD2(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x)
      }
    case .int16 where info.scale == nil: return try integerStep(on: Int16.self, operands)
    case .int16:
      let product = try RescaledProduct(operands, activation: activation)
      guard product.a.zeroPoint == 0, product.b.zeroPoint == 0, product.output.zeroPoint == 0
      else { throw .invalid("has int16 operands whose zero point is not 0") }
      return try product.step(on: Int16.self, operands, nil)
    case .int8, .uint8: return try byteStep(operands, in: context)
    default: throw .unsupported("has operands of type \(info.type.name)")
    }
  }

  /// Plain numbers: the product wraps, then the activation.
  private func integerStep<Integer: FixedWidthInteger & BitwiseCopyable & Sendable>(
    on type: Integer.Type, _ operands: Operands
  ) throws(OperatorError) -> Step {
    let limits = activation.limits(of: type)
    return try BinaryArithmetic.step("multiply", on: type, operands) { a, b, _ in
      min(max(a &* b, limits.lowerBound), limits.upperBound)
    }
  }

  private func byteStep(
    _ operands: Operands, in context: LoweringContext
  ) throws(OperatorError) -> Step {
    let product = try RescaledProduct(operands, activation: activation)
    let broadcast = try BinaryArithmetic.broadcast(operands)
    let isDelegated =
      context.arithmetic == .litert && operands.areDelegableElements && activation.isDelegable
      && product.isDelegable
    if isDelegated, squares, !operands.isInTable {
      return product.squareTable.step("square", operands, in: context)
    }
    guard let arguments = product.arguments(in: context.arithmetic, isDelegated: isDelegated)
    else {
      let narrowing = context.arithmetic == .litert ? product.narrowing(broadcast) : nil
      return operands.outputs[0].type == .int8
        ? try product.step(on: Int8.self, operands, narrowing)
        : try product.step(on: UInt8.self, operands, narrowing)
    }
    let kernel = unsafe context.kernels.elementwise.product
    let time = operands.outputs[0].elementCount / 8
    return try unsafe BinaryArithmetic.byteStep("multiply q8", operands, nanoseconds: time) {
      unsafe kernel($0, $1, $2, $3, $4, $5, arguments)
    }
  }
}

/// The product of two quantised tensors.
private struct RescaledProduct: Sendable {
  let a: QuantizedElements
  let b: QuantizedElements
  let output: QuantizedElements
  private let limits: ClosedRange<Int32>
  private let scale: Float
  private let multiplier: FixedPointMultiplier

  init(_ operands: Operands, activation: ActivationFunction) throws(OperatorError) {
    a = try QuantizedElements(try operands.input(0), "input")
    b = try QuantizedElements(try operands.input(1), "input")
    output = try QuantizedElements(operands.outputs[0], "output")
    limits = try output.limits(of: activation)
    scale = a.scale * b.scale / output.scale
    multiplier = FixedPointMultiplier(Double(scale))
  }

  /// Whether XNNPACK takes the scales.
  var isDelegable: Bool { scale >= 1 / 65536 && scale < 256 }

  /// The squares of the first factor.
  ///
  /// XNNPACK makes a square of a tensor that is multiplied by itself, and rounds in another way. In
  /// the tables of chains it does not, and rounds like any product.
  var squareTable: LookupTable {
    LookupTable(delegatedFrom: a, to: output, limits: limits) { $0 * $0 }
  }

  /// The arguments of the vectorised kernel, or nil for the forms that only scalar code has.
  func arguments(in arithmetic: Arithmetic, isDelegated: Bool) -> ByteProduct? {
    // Shifts to the left, and LiteRT's own kernel where XNNPACK refuses the node.
    guard isDelegated || (arithmetic == .reference && multiplier.exponent <= 0) else { return nil }
    return ByteProduct(
      aZero: a.zeroPoint + a.unsignedOffset, bZero: b.zeroPoint + b.unsignedOffset, scale: scale,
      multiplier: isDelegated
        ? nil : ByteMultiplier(value: multiplier.value, shift: Int32(-multiplier.exponent)),
      range: output.byteRange(limits))
  }

  /// What LiteRT's built-in kernel does with whole blocks of neighbouring elements: products pass
  /// through 16 bits on their way to bytes.
  struct Narrowing: Sendable {
    /// The elements of a block.
    let block: Int
    /// Whether what exceeds 16 bits is cut off instead of limited.
    let wraps: Bool
  }

  /// How the built-in kernel narrows, or nil where it goes element by element.
  func narrowing(_ broadcast: Broadcast) -> Narrowing? {
    let loop = broadcast.builtInLoop
    if loop == .general { return nil }
    return output.type == .int8
      ? Narrowing(block: 16, wraps: false) : Narrowing(block: 8, wraps: loop == .scalar)
  }

  /// A step in flavour D.
  func step<Element: FixedWidthInteger & BitwiseCopyable & Sendable>(
    on type: Element.Type, _ operands: Operands, _ narrowing: Narrowing?
  ) throws(OperatorError) -> Step {
    guard let narrowing else {
      return try BinaryArithmetic.step("multiply", on: type, operands) { [self] x, y, _ in
        Element(truncatingIfNeeded: clamp(product(Int32(x), Int32(y)) &+ output.zeroPoint))
      }
    }
    return try BinaryArithmetic.step("multiply", on: type, operands, block: narrowing.block) {
      [self] x, y, isInBlock in
      let value = product(Int32(x), Int32(y))
      let moved = isInBlock ? narrowed(value, narrowing) : value &+ output.zeroPoint
      return Element(truncatingIfNeeded: clamp(moved))
    }
  }

  private func narrowed(_ value: Int32, _ narrowing: Narrowing) -> Int32 {
    let word = narrowing.wraps ? Int16(truncatingIfNeeded: value) : Int16(clamping: value)
    return Int32(word &+ Int16(output.zeroPoint))
  }

  private func product(_ x: Int32, _ y: Int32) -> Int32 {
    multiplier.applied(to: (x - a.zeroPoint) * (y - b.zeroPoint))
  }

  private func clamp(_ value: Int32) -> Int32 {
    min(max(value, limits.lowerBound), limits.upperBound)
  }
}
