internal import Foundation
internal import SwiftletFormat
internal import SwiftletImage
internal import SwiftletRuntime
internal import SwiftletTensor

/// An embedder's model with everything before and after it.
struct EmbedderGraph: TaskGraph {
  private let runner: TaskRunner
  private let heads: [Head]
  private let normalizes: Bool
  private let quantizes: Bool

  /// One output.
  private struct Head: Sendable {
    let reader: RealReader
    let name: String?
  }

  /// Opens and checks the model in upstream's order.
  init(_ options: ImageEmbedderOptions) throws {
    let resources = try ModelResources(options.baseOptions)
    let input = try ImageInput(resources, options)
    let graph = resources.graph
    try OutputTensors.checkTypes(graph, [.uint8, .float32], extended: options.inputMean != nil)
    heads = graph.outputs.enumerated().map { index, output in
      Head(reader: RealReader(graph.tensors[output]), name: resources.outputMetadata(index)?.name)
    }
    let hasNormalization = graph.operators.contains { $0.code == .l2Normalization }
    normalizes = options.l2Normalize && !hasNormalization
    quantizes = options.quantize
    runner = try TaskRunner(resources, input, options.baseOptions.planOptions)
  }

  func result(
    _ image: any PixelSource, _ framing: Framing, time: Int
  ) throws -> ImageEmbedderResult {
    let vectors = try runner.run(image, framing) { session in
      heads.indices.map { heads[$0].reader.read(session.outputBytes($0)) }
    }
    let embeddings = vectors.enumerated().map { index, vector in
      let scaled = normalizes ? Self.normalized(vector) : vector
      return Embedding(
        floatValues: quantizes ? nil : scaled,
        quantizedValues: quantizes ? scaled.map(Self.quantized) : nil, head: index,
        headName: heads[index].name)
    }
    return ImageEmbedderResult(
      embeddingResult: EmbeddingResult(embeddings: embeddings, timestampInMilliseconds: time),
      timestampInMilliseconds: time)
  }

  /// The vector at length 1; a zero vector stays.
  private static func normalized(_ vector: [Float]) -> [Float] {
    let square = vector.reduce(Float(0)) { $0 + $1 * $1 }
    let inverse = square > 0 ? 1 / square.squareRoot() : 1
    return vector.map { $0 * inverse }
  }

  /// An element of −1…1 as a signed byte, halves away from zero; others saturate.
  private static func quantized(_ value: Float) -> Int8 {
    let scaled = (value * 128).rounded(.toNearestOrAwayFromZero)
    return scaled.isNaN ? 0 : Int8(max(-128, min(127, scaled)))
  }
}
