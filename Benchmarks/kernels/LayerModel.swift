import SwiftletFormat
import SwiftletTensor
import SwiftletTestSupport

/// A model of one layer with random weights.
struct LayerModel {
  private let shape: LayerShape
  private var builder = ModelBuilder()
  private var random = SplitMix64(seed: 7)

  init(_ shape: LayerShape) {
    self.shape = shape
  }

  /// Builds and loads the model.
  mutating func model() throws -> Model {
    let (height, width) = shape.outputSize
    let input = activation("input", [1, shape.height, shape.width, shape.channels])
    let output = activation("output", [1, height, width, shape.outputs])
    var inputs = [input]
    var result = output
    switch shape.kind {
    case .conv:
      let weights = weights([shape.outputs, shape.kernel, shape.kernel, shape.channels], axis: 0)
      builder.operator(
        .conv2D, inputs: [input, weights, bias()], outputs: [output], version: 3,
        options: Conv2DOptions()
      ) {
        $0.strideW = shape.stride
        $0.strideH = shape.stride
      }
    case .depthwise:
      let weights = weights([1, shape.kernel, shape.kernel, shape.outputs], axis: 3)
      builder.operator(
        .depthwiseConv2D, inputs: [input, weights, bias()], outputs: [output], version: 3,
        options: DepthwiseConv2DOptions()
      ) {
        $0.strideW = shape.stride
        $0.strideH = shape.stride
        $0.depthMultiplier = shape.outputs / shape.channels
      }
    case .dense:
      let depth = shape.height * shape.width * shape.channels
      let weights = weights([shape.outputs, depth], axis: 0)
      result = activation("flat", [1, shape.outputs])
      builder.operator(
        .fullyConnected, inputs: [input, weights, bias()], outputs: [result], version: 4,
        options: FullyConnectedOptions())
    case .transposed:
      let size = builder.constant(
        "size", [1, Int32(height), Int32(width), Int32(shape.outputs)], [4])
      let weights = weights([shape.outputs, shape.kernel, shape.kernel, shape.channels], axis: 0)
      builder.operator(
        .transposeConv, inputs: [size, weights, input], outputs: [output], version: 2,
        options: TransposeConvOptions()
      ) {
        $0.strideW = shape.stride
        $0.strideH = shape.stride
      }
    case .add, .multiply:
      let other = activation("other", [1, shape.height, shape.width, shape.channels])
      inputs.append(other)
      if shape.kind == .add {
        builder.operator(
          .add, inputs: inputs, outputs: [output], version: 2, options: AddOptions())
      } else {
        builder.operator(
          .mul, inputs: inputs, outputs: [output], version: 2, options: MulOptions())
      }
    case .averagePool, .maxPool:
      builder.operator(
        shape.kind == .maxPool ? .maxPool2D : .averagePool2D, inputs: [input], outputs: [output],
        version: 2, options: Pool2DOptions()
      ) {
        $0.filterWidth = shape.kernel
        $0.filterHeight = shape.kernel
        $0.strideW = shape.stride
        $0.strideH = shape.stride
      }
    case .mean:
      let axes = builder.constant("axes", [Int32(1), 2], [2])
      builder.operator(
        .mean, inputs: [input, axes], outputs: [output], version: 2, options: ReducerOptions()
      ) { $0.keepDims = true }
    case .softmax:
      result = probabilities(height, width)
      builder.operator(
        .softmax, inputs: [input], outputs: [result], version: 2, options: SoftmaxOptions()
      ) { $0.beta = 1 }
    case .logistic:
      result = probabilities(height, width)
      builder.operator(.logistic, inputs: [input], outputs: [result], version: 2)
    case .tanh: builder.operator(.tanh, inputs: [input], outputs: [output], version: 2)
    case .hardSwish: builder.operator(.hardSwish, inputs: [input], outputs: [output])
    case .resize:
      let size = builder.constant("size", [Int32(height), Int32(width)], [2])
      builder.operator(
        .resizeBilinear, inputs: [input, size], outputs: [output], version: 3,
        options: ResizeBilinearOptions()
      ) { $0.halfPixelCenters = true }
    case .argMax:
      let axis = builder.constant("axis", [Int32(3)], [1])
      result = builder.tensor("places", .int64, [1, height, width])
      builder.operator(
        .argMax, inputs: [input, axis], outputs: [result], version: 2, options: ArgMaxOptions()
      ) { $0.outputType = .int64 }
    }
    return try builder.model(inputs: inputs, outputs: [result])
  }

  private mutating func activation(_ name: String, _ extents: [Int]) -> Int {
    switch shape.numbers {
    case .float32: builder.tensor(name, .float32, extents)
    case .int8:
      builder.tensor(
        name, .int8, extents, quantization: Quantization(scales: [1 / 32], zeroPoints: [-3]))
    case .uint8:
      builder.tensor(
        name, .uint8, extents, quantization: Quantization(scales: [1 / 32], zeroPoints: [120]))
    }
  }

  /// The output of a function whose range is fixed.
  private mutating func probabilities(_ height: Int, _ width: Int) -> Int {
    let extents = [1, height, width, shape.outputs]
    switch shape.numbers {
    case .float32: return builder.tensor("probabilities", .float32, extents)
    case .int8:
      return builder.tensor(
        "probabilities", .int8, extents,
        quantization: Quantization(scales: [1 / 256], zeroPoints: [-128]))
    case .uint8:
      return builder.tensor(
        "probabilities", .uint8, extents,
        quantization: Quantization(scales: [1 / 256], zeroPoints: [0]))
    }
  }

  private mutating func weights(_ extents: [Int], axis: Int) -> Int {
    let count = extents.reduce(1, *)
    switch shape.numbers {
    case .float32:
      return builder.constant("weights", random.floats(count, -0.2, 0.2), extents)
    case .int8:
      let scales = [Float](repeating: 1 / 2_048, count: extents[axis])
      return builder.constant(
        "weights", random.integers(count, -127, 128) as [Int8], extents,
        quantization: Quantization(
          scales: scales, zeroPoints: scales.map { _ in 0 }, axis: axis))
    case .uint8:
      return builder.constant(
        "weights", random.integers(count, 0, 256) as [UInt8], extents,
        quantization: Quantization(scales: [1 / 2_048], zeroPoints: [131]))
    }
  }

  private mutating func bias() -> Int {
    switch shape.numbers {
    case .float32:
      builder.constant("bias", random.floats(shape.outputs, -1, 1), [shape.outputs])
    case .int8, .uint8:
      builder.constant(
        "bias", random.integers(shape.outputs, -1_000, 1_000) as [Int32], [shape.outputs],
        quantization: Quantization(scales: [1 / 65_536], zeroPoints: [0]))
    }
  }
}
