internal import Foundation
internal import SwiftletFormat
internal import SwiftletImage
internal import SwiftletTensor

/// What the image input of a model takes, and how pixels become its elements.
struct ImageInput: Sendable {
  /// How an element is made from sampled pixels.
  enum Elements: Sendable {
    /// The bytes themselves.
    case bytes
    /// Normalised floats.
    case floats(PixelScaling)
    /// Normalised and quantised integers.
    case quantized(ElementType, PixelScaling, scale: Float, zeroPoint: Int)
  }

  let width: Int
  let height: Int
  let elements: Elements

  /// Checks the model's only input in upstream's order: rank, type, dimensions, colour space,
  /// normalisation.
  init(_ resources: ModelResources, _ options: TaskOptions) throws {
    let graph = resources.graph
    guard graph.inputs.count == 1 else {
      throw NSError.invalidModel("Image tflite models are assumed to have a single input.")
    }
    let tensor = graph.tensors[graph.inputs[0]]
    let metadata = try resources.inputMetadata(0)
    let given = try CallerNormalization(options)
    try Self.checkType(tensor, extended: given != nil)
    let channels = try Self.channels(of: tensor, extended: given != nil)
    width = tensor.shape[2]
    height = tensor.shape[1]
    try Self.checkColorSpace(metadata, tensor, extended: given != nil)
    if let given {
      let scaling = try given.scaling(for: channels)
      elements =
        tensor.type == .float32
        ? .floats(scaling)
        : .quantized(
          tensor.type, scaling, scale: tensor.quantization?.scales.first ?? 1,
          zeroPoint: tensor.quantization?.zeroPoints.first ?? 0)
    } else if tensor.type == .float32 {
      elements = .floats(try Self.scaling(from: metadata))
    } else {
      elements = .bytes
    }
  }

  private static func checkType(_ tensor: Tensor, extended: Bool) throws {
    guard tensor.shape.rank == 4 else {
      throw NSError.invalidModel("Only 4D tensors in BHWD layout are supported.")
    }
    switch tensor.type {
    case .uint8, .float32: return
    case .int8 where extended: return
    default:
      throw NSError.invalidModel(
        "Type mismatch for input tensor \(tensor.name). Requested one of these types: "
          + "uint8/float32, got \(tensor.type.schemaName).")
    }
  }

  private static func channels(
    of tensor: Tensor, extended: Bool
  ) throws -> PixelScaling.Channels {
    let shape = tensor.shape
    let isLuma = extended && shape[3] == 1
    guard shape[0] == 1, isLuma || shape[3] == 3 || shape[3] == 4 else {
      throw NSError.invalidModel(
        "The input tensor should have dimensions 1 x height x width x depth, where depth = 3 or "
          + "4. Got \(shape[0]) x \(shape[1]) x \(shape[2]) x \(shape[3]).")
    }
    guard shape[2] > 0 else {
      throw NSError.invalidModel("The input width should be positive.")
    }
    guard shape[1] > 0 else {
      throw NSError.invalidModel("The input height should be positive.")
    }
    // Upstream accepts such a model here and fails at the first image.
    guard shape[3] != 4 else {
      throw NSError.engine(
        .unimplementedError,
        "The input tensor has depth 4, but images are given as red, green and blue; convert the "
          + "model to depth 3.")
    }
    return isLuma ? .luma : .rgb
  }

  private static func checkColorSpace(
    _ metadata: TensorMetadata?, _ tensor: Tensor, extended: Bool
  ) throws {
    switch metadata?.content?.properties ?? .none {
    case .none: return
    case .image(let properties):
      guard properties.colorSpace == .rgb || extended else {
        throw NSError.invalidModel("Only RGB color space is supported for now.")
      }
    case let other:
      throw NSError.invalidModel(
        "Expected ImageProperties for tensor \(metadata?.name ?? "#0"), got \(other.schemaName).")
    }
  }

  /// The normalisation in the metadata, which a float input must have.
  private static func scaling(from metadata: TensorMetadata?) throws -> PixelScaling {
    let found = try metadata?.processUnit("NormalizationOptions") { unit in
      if case .normalization(let mean, let std) = unit { (mean, std) } else { nil }
    }
    guard let (mean, std) = found else {
      throw NSError.engine(
        .notFoundError,
        "Input tensor has type float32: it requires specifying NormalizationOptions metadata to "
          + "preprocess input images.")
    }
    guard mean.count == std.count else {
      throw NSError.invalidModel(
        "NormalizationOptions: expected mean and std of same dimension, got \(mean.count) and "
          + "\(std.count).")
    }
    guard mean.count == 1 || mean.count == 3 else {
      throw NSError.invalidModel(
        "NormalizationOptions: only 1 or 3 mean and std values are supported, got \(mean.count).")
    }
    guard std.allSatisfy({ !(abs($0) < .ulpOfOne) }) else {
      throw NSError.engine(
        .internalError,
        "NormalizationOptions.std_values can't be 0. Please check if the tensor metadata has been "
          + "populated correctly.")
    }
    guard mean.allSatisfy({ $0 == mean[0] }), std.allSatisfy({ $0 == std[0] }) else {
      throw NSError.engine(
        .unimplementedError, "Per-channel image normalization is not available.")
    }
    guard std[0] > 0 else {
      throw NSError.engine(
        .internalError, "NormalizationOptions.std_values must be positive, found \(std[0]).")
    }
    return PixelScaling(mean: mean[0], deviation: std[0])
  }
}

/// Mean and deviation that the caller gave.
private struct CallerNormalization {
  let mean: [Float]
  let std: [Float]

  /// Nil when the caller gave neither.
  init?(_ options: TaskOptions) throws {
    guard options.inputMean != nil || options.inputStd != nil else { return nil }
    guard let mean = options.inputMean, let std = options.inputStd else {
      throw NSError.task(
        .invalidArgumentError,
        "An input mean needs an input standard deviation and the other way round; give both.")
    }
    guard mean.allSatisfy(\.isFinite), std.allSatisfy({ $0.isFinite && $0 > 0 }) else {
      throw NSError.task(
        .invalidArgumentError,
        "Input mean and standard deviation must be numbers, and the latter above 0; the mean is "
          + "\(mean), the standard deviation \(std).")
    }
    self.mean = mean
    self.std = std
  }

  func scaling(for channels: PixelScaling.Channels) throws -> PixelScaling {
    let count = channels == .rgb ? 3 : 1
    for (name, values) in [("mean", mean), ("standard deviation", std)] {
      guard values.count == 1 || values.count == count else {
        throw NSError.task(
          .invalidArgumentError,
          "The input \(name) has \(values.count) values, but the model's input has \(count) "
            + "channel\(count == 1 ? "" : "s"); give one value for all or one for each.")
      }
    }
    // One pair for all channels is what metadata can say too, and gives the same bits.
    if mean.count == 1, std.count == 1, channels == .rgb {
      return PixelScaling(mean: mean[0], deviation: std[0])
    }
    return PixelScaling(mean: mean, deviation: std, channels: channels)
  }
}

extension ElementType {
  /// The name in the schema, as upstream's messages give it.
  var schemaName: String { name.uppercased() }
}
