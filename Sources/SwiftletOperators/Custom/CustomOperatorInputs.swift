public import SwiftletTensor

/// The operands of one run of a custom operator.
@safe public struct CustomOperatorInputs: ~Copyable, ~Escapable {
  /// Where the operands lie.
  enum Source {
    /// In a session's arena, or as aligned copies of constants.
    case arena(Buffers, constants: [AlignedMemory?])
    /// As values, in a graph that is run node by node.
    case values([TensorValue?])
  }

  private let tensors: [CustomOperatorTensor?]
  private let source: Source

  @_lifetime(immortal)
  @unsafe init(_ tensors: [CustomOperatorTensor?], _ source: Source) {
    self.tensors = tensors
    self.source = source
  }

  /// The number of operands, with those that are left out.
  public var count: Int { tensors.count }

  /// Whether an operand is there.
  public func isPresent(_ index: Int) -> Bool {
    tensors.indices.contains(index) && tensors[index] != nil
  }

  /// The shape of an operand.
  ///
  /// - Precondition: The operand is there.
  public func shape(_ index: Int) -> Shape { tensor(index).shape }

  /// The bytes of an operand.
  ///
  /// - Precondition: The operand is there.
  @_lifetime(borrow self)
  public func bytes(_ index: Int) -> RawSpan {
    let (start, count) = unsafe memory(index)
    return unsafe _overrideLifetime(
      RawSpan(_unsafeStart: start, byteCount: count), borrowing: self)
  }

  /// The elements of an operand.
  ///
  /// - Precondition: The operand is there, and its elements are as wide as `Element`.
  @_lifetime(borrow self)
  public func elements<Element: BitwiseCopyable>(
    _ index: Int, as type: Element.Type
  ) -> Span<Element> {
    let tensor = tensor(index)
    precondition(tensor.type.holds(type), "Input \(index) has elements of \(tensor.type.name).")
    let (start, count) = unsafe memory(index)
    return unsafe _overrideLifetime(
      Span(
        _unsafeStart: start.assumingMemoryBound(to: type),
        count: count / MemoryLayout<Element>.stride), borrowing: self)
  }

  /// The strings of an operand of type `string`.
  ///
  /// - Precondition: The operand is there.
  /// - Throws: `CustomOperatorError` where the bytes are no strings.
  public func strings(_ index: Int) throws(CustomOperatorError) -> [[UInt8]] {
    guard case .values(let values) = source, tensor(index).type == .string,
      let strings = values[index]?.strings
    else { throw CustomOperatorError("Input \(index) has no strings.") }
    return strings
  }

  private func tensor(_ index: Int) -> CustomOperatorTensor {
    guard tensors.indices.contains(index), let tensor = tensors[index] else {
      preconditionFailure("There is no input \(index).")
    }
    return tensor
  }

  private func memory(_ index: Int) -> (start: UnsafeRawPointer, count: Int) {
    let tensor = tensor(index)
    switch source {
    case .arena(let buffers, let constants):
      let count = tensor.type.byteCount(elements: tensor.shape.elementCount) ?? 0
      guard let constant = constants[index] else { return unsafe (buffers.input(index), count) }
      return unsafe (UnsafeRawPointer(constant.pointer), count)
    case .values(let values):
      guard let value = values[index] else { preconditionFailure("There is no input \(index).") }
      return unsafe (UnsafeRawPointer(value.memory.pointer), value.byteCount)
    }
  }
}

extension ElementType {
  /// Whether elements are as wide as those of a Swift type.
  func holds<Element: BitwiseCopyable>(_ type: Element.Type) -> Bool {
    bitWidth == MemoryLayout<Element>.size * 8
      && MemoryLayout<Element>.stride == MemoryLayout<Element>.size
  }
}
