internal import SwiftletFlatBuffers
internal import SwiftletFormat
internal import SwiftletTensor

/// The window of a custom pooling operator: a structure of 32-bit integers after the name, as C++ has it
/// in memory.
struct WindowOptions: Sendable {
  let padding: Padding
  let stride: (height: Int, width: Int)
  let filter: (height: Int, width: Int)
  let activation: ActivationFunction

  /// Reads padding (1 same, 2 valid), the stride's width and height, the filter's width and height,
  /// and the activation; computed paddings may follow.
  init(structureOf node: NodeReader) throws(OperatorError) {
    let words = node.optionWords()
    guard words.count >= 5, 1...2 ~= words[0] else {
      throw .invalid("has no window in its \(words.count) words of options")
    }
    try self.init(
      padding: words[0] == 1 ? .same : .valid, stride: (words[2], words[1]),
      filter: (words[4], words[3]),
      activation: words.count > 5
        ? Int8(exactly: words[5]).flatMap { ActivationFunction(rawValue: $0) }
        : ActivationFunction.none)
  }

  /// Reads a map with `ksize` and `strides`, of which only the middle two may differ from 1, and the
  /// padding's name.
  init(mapOf node: NodeReader) throws(OperatorError) {
    let map = try node.optionMap()
    func pair(_ key: String) throws(OperatorError) -> (Int, Int) {
      let numbers = (map[key]?.elements ?? []).map { $0.integer ?? 0 }
      guard numbers.count == 4, numbers[0] == 1, numbers[3] == 1 else {
        throw .invalid("has \(key) of \(numbers)")
      }
      return (numbers[1], numbers[2])
    }
    let padding: Padding? =
      switch map["padding"]?.text {
      case "SAME": .same
      case "VALID": .valid
      default: nil
      }
    guard let padding else { throw .invalid("has no padding that is SAME or VALID") }
    guard map["include_batch_in_index"]?.bool != true else {
      throw .unsupported("counts indices over the whole batch")
    }
    try self.init(
      padding: padding, stride: try pair("strides"), filter: try pair("ksize"),
      activation: ActivationFunction.none)
  }

  private init(
    padding: Padding, stride: (height: Int, width: Int), filter: (height: Int, width: Int),
    activation: ActivationFunction?
  ) throws(OperatorError) {
    let range = 1...Int(Int16.max)
    guard [stride.height, stride.width, filter.height, filter.width].allSatisfy(range.contains),
      let activation
    else { throw .invalid("has a window, a stride or an activation out of range") }
    self.padding = padding
    self.stride = stride
    self.filter = filter
    self.activation = activation
  }
}
