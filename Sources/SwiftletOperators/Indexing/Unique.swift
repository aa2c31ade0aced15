internal import SwiftletFormat
internal import SwiftletTensor

/// `UNIQUE`: the different elements of a list in the order of their first appearance, and for each
/// element which of them it is.
struct Unique: InterpretedOperator {
  static let code = BuiltinOperator.unique
  static let elementTypes: [ElementType] = .numbers
  private let indexType: ElementType

  init(reading node: NodeReader) throws(OperatorError) {
    try node.require(inputs: 1...1, outputs: 2...2)
    let (input, indices) = (try node.input(0), try node.output(1))
    try MovementLowering.checkTypes(input, try node.output())
    guard Self.elementTypes.contains(input.type) else {
      throw .unsupported("has an input of type \(input.type.name)")
    }
    indexType = indices.type
    try node.require(
      indexType == .int32 || indexType == .int64, "has indices of type \(indexType.name)")
    try node.require(
      node.options(as: UniqueOptions.self).idxOutType == indexType,
      "has indices of another type than its options say")
  }

  func run(
    _ inputs: [TensorValue?], in host: any OperatorHost
  ) throws(OperatorError) -> [TensorValue] {
    let input = try operand(0, of: inputs)
    guard input.shape.rank == 1 else { throw .invalid("has an input of \(input.shape)") }
    guard input.elementCount <= host.entryLimit else {
      throw .invalid("has an input of \(input.shape), more than \(host.entryLimit) elements")
    }
    switch input.type {
    case .float32: return floats(input)
    case .int32: return integers(input, as: Int32.self)
    case .int64: return integers(input, as: Int64.self)
    case .int16: return integers(input, as: Int16.self)
    default: return integers(input, as: UInt8.self)
    }
  }

  private func integers<Element: BitwiseCopyable & Hashable>(
    _ input: TensorValue, as type: Element.Type
  ) -> [TensorValue] {
    var numbers: [Element: Int] = [:]
    var unique: [Element] = []
    let indices = input.elements(as: type).map { element in
      if let number = numbers[element] { return number }
      numbers[element] = unique.count
      unique.append(element)
      return unique.count - 1
    }
    return results(unique, indices, input)
  }

  /// Floats, among which LiteRT's ordered map cannot tell NaN from the smallest one so far.
  private func floats(_ input: TensorValue) -> [TensorValue] {
    var numbers: [Float: Int] = [:]
    var unique: [Float] = []
    var smallest = 0
    let indices = input.elements(as: Float.self).map { element in
      if let first = unique.first {
        if first.isNaN || element.isNaN { return smallest }
        if let number = numbers[element] { return number }
        if element < unique[smallest] { smallest = unique.count }
      }
      numbers[element] = unique.count
      unique.append(element)
      return unique.count - 1
    }
    return results(unique, indices, input)
  }

  private func results<Element: BitwiseCopyable>(
    _ unique: [Element], _ indices: [Int], _ input: TensorValue
  ) -> [TensorValue] {
    let values = TensorValue(unique, type: input.type, shape: [unique.count])
    guard indexType == .int64 else {
      let narrow = indices.map { Int32(truncatingIfNeeded: $0) }
      return [values, TensorValue(narrow, type: .int32, shape: input.shape)]
    }
    return [values, TensorValue(indices, type: .int64, shape: input.shape)]
  }
}
