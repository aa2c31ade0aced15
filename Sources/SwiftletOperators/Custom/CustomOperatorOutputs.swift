public import SwiftletTensor

/// The results of one run of a custom operator.
@safe public struct CustomOperatorOutputs: ~Copyable, ~Escapable {
  /// Where the results lie.
  enum Target {
    /// In a session's arena; shapes are fixed.
    case arena(Buffers)
    /// As values, in a graph that is run node by node; nil for a result without a shape so far.
    case values([TensorValue?])
  }

  private let tensors: [CustomOperatorTensor]
  private var target: Target
  private let byteLimit: Int

  @_lifetime(immortal)
  @unsafe init(_ tensors: [CustomOperatorTensor], _ target: Target, byteLimit: Int) {
    self.tensors = tensors
    self.target = target
    self.byteLimit = byteLimit
  }

  /// The number of results.
  public var count: Int { tensors.count }

  /// The shape of a result; that of the file where it has none so far.
  ///
  /// - Precondition: `index` is that of one of the results.
  public func shape(_ index: Int) -> Shape {
    guard case .values(let values) = target, let value = values[index] else {
      return tensors[index].shape
    }
    return value.shape
  }

  /// Gives a result the shape that `CustomOperator.prepare(_:)` left open, and zeros as elements.
  ///
  /// - Precondition: `index` is that of one of the results.
  /// - Throws: `CustomOperatorError` where the shape was fixed or is too large.
  public mutating func setShape(_ index: Int, to shape: Shape) throws(CustomOperatorError) {
    guard case .values(var values) = target else {
      guard shape == tensors[index].shape else {
        throw CustomOperatorError(
          "Output \(index) has the shape \(tensors[index].shape), which cannot become \(shape).")
      }
      return
    }
    guard shape.rank <= Shape.maximumRank, let count = shape.checkedElementCount,
      let bytes = tensors[index].type.byteCount(elements: count), bytes <= byteLimit
    else {
      throw CustomOperatorError(
        "Output \(index) cannot have the shape \(shape); at most \(byteLimit) bytes are possible.")
    }
    values[index] = TensorValue(
      type: tensors[index].type, shape: shape, memory: AlignedMemory(byteCount: bytes),
      byteCount: bytes)
    target = .values(values)
  }

  /// Gives a result of type `string` its strings.
  ///
  /// - Precondition: `index` is that of one of the results.
  /// - Throws: `CustomOperatorError` where the result has another type or the shape another count.
  public mutating func setStrings(
    _ index: Int, _ strings: [[UInt8]], shape: Shape
  ) throws(CustomOperatorError) {
    guard case .values(var values) = target, tensors[index].type == .string,
      shape.rank <= Shape.maximumRank, shape.checkedElementCount == strings.count
    else {
      throw CustomOperatorError(
        "Output \(index) of type \(tensors[index].type.name) and shape \(shape) cannot have "
          + "\(strings.count) strings.")
    }
    values[index] = TensorValue(strings: strings, shape: shape)
    target = .values(values)
  }

  /// The bytes of a result.
  ///
  /// - Precondition: `index` is that of a result that has a shape.
  @_lifetime(&self)
  public mutating func bytes(_ index: Int) -> MutableRawSpan {
    let (start, count) = unsafe memory(index)
    let span = unsafe MutableRawSpan(_unsafeStart: start, byteCount: count)
    return unsafe _overrideLifetime(span, mutating: &self)
  }

  /// The elements of a result.
  ///
  /// - Precondition: `index` is that of a result that has a shape, and its elements are as wide as
  ///   `Element`.
  @_lifetime(&self)
  public mutating func elements<Element: BitwiseCopyable>(
    _ index: Int, as type: Element.Type
  ) -> MutableSpan<Element> {
    let span = unsafe span(index, as: type)
    return unsafe _overrideLifetime(span, mutating: &self)
  }

  /// Calls a closure with the elements of two results at once.
  ///
  /// - Precondition: As for `elements(_:as:)`, and the results are different ones.
  public mutating func withElements<First: BitwiseCopyable, Second: BitwiseCopyable>(
    _ first: Int, as firstType: First.Type, _ second: Int, as secondType: Second.Type,
    _ body: (inout MutableSpan<First>, inout MutableSpan<Second>) throws -> Void
  ) rethrows {
    precondition(first != second, "A result cannot be changed in two ways at once.")
    var firstSpan = unsafe span(first, as: firstType)
    var secondSpan = unsafe span(second, as: secondType)
    try body(&firstSpan, &secondSpan)
  }

  /// The values of a graph that is run node by node; nil for a result that got none.
  var values: [TensorValue?] {
    guard case .values(let values) = target else { return [] }
    return values
  }

  @_lifetime(immortal)
  @unsafe private func span<Element: BitwiseCopyable>(
    _ index: Int, as type: Element.Type
  ) -> MutableSpan<Element> {
    precondition(
      tensors[index].type.holds(type),
      "Output \(index) has elements of \(tensors[index].type.name).")
    let (start, count) = unsafe memory(index)
    let span = unsafe MutableSpan<Element>(
      _unsafeStart: start.assumingMemoryBound(to: type), count: count / MemoryLayout<Element>.stride
    )
    return unsafe _overrideLifetime(span, borrowing: ())
  }

  private func memory(_ index: Int) -> (start: UnsafeMutableRawPointer, count: Int) {
    switch target {
    case .arena(let buffers):
      let tensor = tensors[index]
      let count = tensor.type.byteCount(elements: tensor.shape.elementCount) ?? 0
      return unsafe (buffers.output(index), count)
    case .values(let values):
      guard let value = values[index] else {
        preconditionFailure("Output \(index) has no shape so far; call setShape.")
      }
      return unsafe (value.memory.pointer, value.byteCount)
    }
  }
}
