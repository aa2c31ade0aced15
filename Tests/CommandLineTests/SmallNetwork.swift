import SwiftletFormat
import SwiftletTensor
import SwiftletTestSupport

/// A network of five operators: two convolutions, between them an addition that runs in place, then a
/// reshape that does nothing, and a softmax.
struct SmallNetwork: Hashable {
  /// What is added to one weight of the second convolution.
  var fault: Float = 0
  /// What stands before each name.
  var prefix = ""
  /// Whether tensors have names.
  var isNamed = true

  /// The names of results in the order of the steps.
  static let results = ["first", "sum", "second", "flat", "probabilities"]

  /// The file.
  func file() -> [UInt8] {
    var random = SplitMix64(seed: 3)
    var builder = ModelBuilder()
    func name(_ text: String) -> String { isNamed ? prefix + text : "" }
    let image = builder.tensor(name("image"), .float32, [1, 4, 4, 3])
    let first = builder.tensor(name("first"), .float32, [1, 4, 4, 8])
    let sum = builder.tensor(name("sum"), .float32, [1, 4, 4, 8])
    let second = builder.tensor(name("second"), .float32, [1, 4, 4, 8])
    let flat = builder.tensor(name("flat"), .float32, [1, 128])
    let probabilities = builder.tensor(name("probabilities"), .float32, [1, 128])
    func filter(_ text: String, depth: Int, fault: Float) -> [Int] {
      var weights = random.floats(8 * 3 * 3 * depth, -1, 1)
      weights[0] += fault
      return [
        builder.constant(name("\(text)/weights"), weights, [8, 3, 3, depth]),
        builder.constant(name("\(text)/bias"), random.floats(8, -1, 1), [8]),
      ]
    }
    let filters = [
      filter("first", depth: 3, fault: 0), filter("second", depth: 8, fault: fault),
    ]
    let offset = builder.constant(name("offset"), [Float(0.25)], [1])
    let shape = builder.constant(name("shape"), [Int32(1), 128], [2])
    func convolution(_ inputs: [Int], _ output: Int) {
      builder.operator(
        .conv2D, inputs: inputs, outputs: [output], options: Conv2DOptions()
      ) {
        $0.strideW = 1
        $0.strideH = 1
      }
    }
    convolution([image] + filters[0], first)
    builder.operator(.add, inputs: [first, offset], outputs: [sum], options: AddOptions())
    convolution([sum] + filters[1], second)
    builder.operator(
      .reshape, inputs: [second, shape], outputs: [flat], options: ReshapeOptions())
    builder.operator(
      .softmax, inputs: [flat], outputs: [probabilities], options: SoftmaxOptions()
    ) { $0.beta = 1 }
    return builder.build(inputs: [image], outputs: [probabilities])
  }
}
