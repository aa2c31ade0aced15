import SwiftletFormat
import SwiftletTensor
import SwiftletTestSupport

/// Small models that tests spoil.
enum SampleModels {
  /// A quantised convolution and a reshape: tensors 0 input, 1 weights, 2 bias, 3 convolved,
  /// 4 shape, 5 output; operators 0 CONV_2D and 1 RESHAPE.
  static func convolution() -> ModelBuilder {
    var b = ModelBuilder(description: "sample")
    let x = b.tensor(
      "image", .int8, [1, 4, 4, 2], quantization: Quantization(scale: 0.5, zeroPoint: -1),
      signature: [-1, 4, 4, 2])
    let weights = b.constant(
      "weights", [Int8](repeating: 1, count: 3 * 1 * 1 * 2), [3, 1, 1, 2],
      quantization: Quantization(scales: [0.1, 0.2, 0.3], zeroPoints: [0, 0, 0]))
    let bias = b.constant(
      "bias", [Int32](repeating: 0, count: 3), [3],
      quantization: Quantization(scales: [0.05, 0.1, 0.15], zeroPoints: [0, 0, 0]))
    let convolved = b.tensor(
      "convolved", .int8, [1, 4, 4, 3], quantization: Quantization(scale: 0.25, zeroPoint: 0))
    let shape = b.constant("shape", [1, 48] as [Int32], [2])
    let y = b.tensor(
      "result", .int8, [1, 48], quantization: Quantization(scale: 0.25, zeroPoint: 0))
    b.operator(
      .conv2D, inputs: [x, weights, bias], outputs: [convolved], version: 3,
      options: Conv2DOptions()
    ) {
      $0.padding = .valid
      $0.strideW = 1
      $0.strideH = 1
      $0.fusedActivation = .relu
    }
    b.operator(.reshape, inputs: [convolved, shape], outputs: [y], options: ReshapeOptions()) {
      $0.newShape = [1, 48]
    }
    b.subgraphs[0].inputs = [x]
    b.subgraphs[0].outputs = [y]
    b.signature("serving_default", inputs: [("image", x)], outputs: [("result", y)])
    b.metadata("min_runtime_version", Array("1.14.0".utf8))
    return b
  }

  /// A loop that adds one until a limit is reached: subgraphs 1 condition and 2 body.
  static func loop() -> ModelBuilder {
    var b = ModelBuilder()
    let x = b.tensor("x", .int32, [])
    let y = b.tensor("y", .int32, [])
    let condition = b.subgraph("condition") { b in
      let value = b.tensor("value", .int32, [])
      let limit = b.constant("limit", [10] as [Int32], [])
      let goesOn = b.tensor("goes on", .bool, [])
      b.operator(.less, inputs: [value, limit], outputs: [goesOn])
      return ([value], [goesOn])
    }
    let body = b.subgraph("body") { b in
      let value = b.tensor("value", .int32, [])
      let one = b.constant("one", [1] as [Int32], [])
      let next = b.tensor("next", .int32, [])
      b.operator(.add, inputs: [value, one], outputs: [next], options: AddOptions())
      return ([value], [next])
    }
    b.operator(.while, inputs: [x], outputs: [y], options: WhileOptions()) {
      $0.condSubgraphIndex = condition
      $0.bodySubgraphIndex = body
    }
    b.subgraphs[0].inputs = [x]
    b.subgraphs[0].outputs = [y]
    return b
  }
}
