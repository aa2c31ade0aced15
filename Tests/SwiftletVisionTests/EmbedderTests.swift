import Foundation
import SwiftletFormat
import SwiftletImage
import SwiftletTensor
import SwiftletTestSupport
import SwiftletVision
import Testing

@Suite("From outputs to embeddings, and how similar they are")
struct EmbedderTests {
  static func embeddings(
    _ model: SampleModel, _ pixels: [UInt8] = ClassifierTests.pixels,
    _ edit: (ImageEmbedderOptions) -> Void = { _ in }
  ) throws -> [Embedding] {
    try ImageEmbedder(model, edit).embed(image: sampleImage(pixels)).embeddingResult.embeddings
  }

  @Test("Elements are the output's, dequantised")
  func plain() throws {
    let found = try Self.embeddings(SampleModel())
    #expect(found.count == 1)
    #expect(found[0].floatValues == ClassifierTests.pixels.map { Float($0) / 256 })
    #expect(
      found[0].floatEmbedding == ClassifierTests.pixels.map { NSNumber(value: Float($0) / 256) })
    #expect(found[0].quantizedValues == nil && found[0].quantizedEmbedding == nil)
    #expect(found[0].headIndex == 0 && found[0].headName == "probability")
    let float = try Self.embeddings(.float)
    #expect(float[0].floatValues == ClassifierTests.pixels.map { Float($0) * (Float(1) / 255) })
  }

  @Test("One embedding for each output of any shape, with its name if there is one")
  func heads() throws {
    let model = SampleModel().with {
      $0.outputShapes = [[1, 12], [1, 1, 1, 12], [3, 4]]
      $0.outputs = [.tensor("a"), .tensor(nil)]
    }
    let found = try Self.embeddings(model)
    #expect(found.map(\.headIndex) == [0, 1, 2])
    #expect(found.map(\.headName) == ["a", nil, nil])
    #expect(found.allSatisfy { $0.floatValues?.count == 12 })
    let bare = try Self.embeddings(SampleModel().with { $0.hasMetadata = false })
    #expect(bare[0].headName == nil)
  }

  @Test("Length 1 on request, unless the model does so itself or the vector is zero")
  func normalized() throws {
    let unit = try #require(
      try Self.embeddings(SampleModel()) { $0.l2Normalize = true }[0].floatValues)
    #expect(abs(unit.reduce(0) { $0 + $1 * $1 } - 1) < 1e-6)
    let length = sqrt(ClassifierTests.pixels.reduce(0.0) { $0 + Double($1) * Double($1) })
    for (value, pixel) in zip(unit, ClassifierTests.pixels) {
      #expect(abs(Double(value) - Double(pixel) / length) < 1e-6)
    }
    let zero = [UInt8](repeating: 0, count: 12)
    #expect(
      try Self.embeddings(SampleModel(), zero) { $0.l2Normalize = true }[0].floatValues
        == [Float](repeating: 0, count: 12))
    // The model's own normalisation, along rows of three, is left as it is.
    var builder = ModelBuilder()
    let input = builder.tensor("image", .float32, [1, 2, 2, 3])
    let output = builder.tensor("unit", .float32, [1, 2, 2, 3])
    builder.operator(.l2Normalization, inputs: [input], outputs: [output])
    let file = try TemporaryFile(builder.build(inputs: [input], outputs: [output]))
    let options = ImageEmbedderOptions()
    options.baseOptions.modelAssetPath = file.path
    options.l2Normalize = true
    options.inputMean = [0]
    options.inputStd = [255]
    let own = try ImageEmbedder(options: options).embed(image: sampleImage(ClassifierTests.pixels))
    let square = own.embeddingResult.embeddings[0].floatValues?.reduce(0) { $0 + $1 * $1 } ?? 0
    #expect(abs(square - 4) < 1e-5)
  }

  @Test("Signed bytes: 128 to the unit, halves away from zero, saturated")
  func quantized() throws {
    let model = SampleModel.float.with {
      $0.inputs = [.tensor("image", units: [.normalization([128], [64])])]
    }
    let pixels: [UInt8] = [128, 64, 192, 0, 255, 129, 127, 100, 191, 65, 66, 160]
    let found = try Self.embeddings(model, pixels) { $0.quantize = true }[0]
    let expected = pixels.map { pixel -> Int8 in
      Int8(max(-128, min(127, (Double(pixel) - 128) / 64 * 128)))
    }
    #expect(found.quantizedValues == expected)
    #expect(found.quantizedEmbedding?.map(\.intValue) == expected.map(Int.init))
    #expect(found.floatValues == nil)
    // 1/512 steps: halves.
    let halves = SampleModel.float.with {
      $0.inputs = [.tensor("image", units: [.normalization([128], [256])])]
    }
    let steps: [UInt8] = [127, 129, 126, 130, 125, 131, 128, 128, 128, 128, 128, 128]
    #expect(
      try Self.embeddings(halves, steps) { $0.quantize = true }[0].quantizedValues
        == [-1, 1, -1, 1, -2, 2, 0, 0, 0, 0, 0, 0])
    let both = try #require(
      try Self.embeddings(SampleModel()) {
        $0.quantize = true
        $0.l2Normalize = true
      }[0].quantizedValues)
    let length = sqrt(ClassifierTests.pixels.reduce(0.0) { $0 + Double($1) * Double($1) })
    #expect(both == ClassifierTests.pixels.map { Int8((Double($0) / length * 128).rounded()) })
  }

  @Test("Regions and rotations choose the pixels")
  func region() throws {
    let embedder = try ImageEmbedder(SampleModel())
    let pixels = (0..<4 * 2 * 3).map { UInt8($0) }
    let image = try sampleImage(pixels, width: 4, height: 2)
    func values(_ processing: ImageProcessingOptions) throws -> [UInt8] {
      try embedder.embed(image: image, processing: processing).embeddingResult.embeddings[0]
        .floatValues?.map { UInt8($0 * 256) } ?? []
    }
    let left = Region(left: 0, top: 0, right: 0.5, bottom: 1)
    #expect(
      try values(ImageProcessingOptions(regionOfInterest: left))
        == [0, 1, 2, 3, 4, 5, 12, 13, 14, 15, 16, 17])
    let right = try embedder.embed(
      image: image, regionOfInterest: CGRect(x: 0.5, y: 0, width: 0.5, height: 1))
    #expect(
      right.embeddingResult.embeddings[0].floatValues?.map { UInt8($0 * 256) }
        == [6, 7, 8, 9, 10, 11, 18, 19, 20, 21, 22, 23])
    let turned = try MPImage(image.pixels, orientation: .left)
    #expect(
      try embedder.embed(image: turned).embeddingResult.embeddings[0].floatValues
        == embedder.embed(image: image, processing: ImageProcessingOptions(rotationDegrees: -90))
        .embeddingResult.embeddings[0].floatValues)
    for bad in [
      CGRect(x: 0.5, y: 0, width: 0.6, height: 1), CGRect(x: 0, y: 0, width: 0, height: 1),
    ] {
      let error = #expect(throws: NSError.self) {
        try embedder.embed(image: image, regionOfInterest: bad)
      }
      #expect(error?.code == 3)
    }
  }

  @Test("Cosine similarity in double precision")
  func cosine() throws {
    func cosine(_ a: [Float], _ b: [Float]) throws -> Double {
      try ImageEmbedder.cosineSimilarity(
        embedding1: Embedding(floatValues: a, head: 0),
        embedding2: Embedding(floatValues: b, head: 1)
      ).doubleValue
    }
    #expect(try cosine([1, 2, 3], [1, 2, 3]) == 1)
    #expect(try cosine([1, 0], [0, 5]) == 0)
    #expect(try cosine([1, 1], [-2, -2]) == -1)
    #expect(abs(try cosine([1, 2, 3], [4, 5, 6]) - 32 / sqrt(14 * 77)) < 1e-15)
    // Products of these would vanish or overflow in single precision.
    #expect(try cosine([1e-30, 0], [1e-30, 0]) == 1)
    #expect(try cosine([1e30, 0], [1e30, 1e30]) > 0.7)
    let bytes = try ImageEmbedder.cosineSimilarity(
      embedding1: Embedding(floatValues: nil, quantizedValues: [-128, 127], head: 0),
      embedding2: Embedding(floatValues: nil, quantizedValues: [-128, 127], head: 0))
    #expect(bytes.doubleValue == 1)
  }

  @Test("Embeddings that cannot be compared")
  func cosineErrors() throws {
    let float = Embedding(floatValues: [1, 2], head: 0)
    let bytes = Embedding(floatValues: nil, quantizedValues: [1, 2], head: 0)
    let neither = Embedding(floatEmbedding: nil, quantizedEmbedding: nil, head: 0, headName: nil)
    let mixed = "Cannot compute cosine similarity between quantized and float embeddings."
    let cases: [(Embedding, Embedding, String)] = [
      (float, bytes, mixed), (bytes, float, mixed), (neither, neither, mixed),
      (
        float, Embedding(floatValues: [1, 2, 3], head: 0),
        "Cannot compute cosine similarity between embeddings of different sizes (2 vs 3"
      ),
      (
        float, Embedding(floatValues: [0, 0], head: 0),
        "INVALID_ARGUMENT: Cannot compute cosine similarity on embedding with 0 norm"
      ),
      (
        Embedding(floatValues: [], head: 0), Embedding(floatValues: [], head: 0),
        "INVALID_ARGUMENT: Cannot compute cosing similarity on empty embeddings"
      ),
    ]
    for (a, b, text) in cases {
      let error = #expect(throws: NSError.self) {
        try ImageEmbedder.cosineSimilarity(embedding1: a, embedding2: b)
      }
      #expect(error?.domain == "com.google.mediapipe.tasks" && error?.code == 3)
      #expect(error?.localizedDescription == text)
    }
    #expect(throws: NSError.self) {
      try ImageEmbedder.cosineSimilarity(
        embedding1: float, embedding2: Embedding(floatValues: [.nan, 1], head: 0))
    }
  }

  @Test("The printed form is the guide's")
  func description() {
    let long = Embedding(floatValues: [0, 0, 1, 9, 9, 9, 0, 1, 0, 0, 2], head: 0)
    let result = ImageEmbedderResult(
      embeddingResult: EmbeddingResult(embeddings: [long], timestampInMilliseconds: 5),
      timestampInMilliseconds: 5)
    #expect(
      result.description == """
        ImageEmbedderResult:
          Embedding #0 (sole embedding head):
            float_embedding: {0.0, 0.0, 1.0, ..., 0.0, 1.0, 0.0, 0.0, 2.0}
            head_index: 0
        """)
  }
}
