import MediaPipeTasksVision
import Testing

/// The calls of a client of the embedder, through the drop-in module alone.
@Suite("Embedder calls of a client")
struct EmbedderCallsTests {
  static func options(_ mode: RunningMode) -> ImageEmbedderOptions {
    let options = ImageEmbedderOptions()
    let path: String? = Sample.classifier
    options.baseOptions.modelAssetPath = path
    options.runningMode = mode
    options.quantize = true
    options.l2Normalize = true
    return options
  }

  @Test("Two still images and how alike they are")
  func image() throws {
    let options = Self.options(.image)
    #expect(ImageEmbedderOptions().runningMode == .image)
    let embedder = try ImageEmbedder(options: options)
    let image = try MPImage(uiImage: Sample.photo())
    let result = try embedder.embed(image: image)
    let part = try embedder.embed(
      image: image, regionOfInterest: CGRect(x: 0.1, y: 0.1, width: 0.8, height: 0.8))
    let first = result.embeddingResult.embeddings[0]
    #expect(first.floatEmbedding == nil)
    #expect(first.quantizedEmbedding?.count == 1000)
    let same = try ImageEmbedder.cosineSimilarity(embedding1: first, embedding2: first)
    #expect(abs(same.doubleValue - 1) < 1e-12)
    let similarity: NSNumber = try ImageEmbedder.cosineSimilarity(
      embedding1: first, embedding2: part.embeddingResult.embeddings[0])
    #expect(similarity.doubleValue < 1 && similarity.doubleValue > 0.5)
  }

  @Test("Floats by default, printed as in the guide")
  func floats() throws {
    let embedder = try ImageEmbedder(modelPath: Sample.classifier)
    let result = try embedder.embed(image: MPImage(uiImage: Sample.photo()))
    #expect(result.embeddingResult.embeddings[0].floatEmbedding?.count == 1000)
    let lines = result.description.split(separator: "\n")
    #expect(lines[0] == "ImageEmbedderResult:")
    #expect(lines[1] == "  Embedding #0 (sole embedding head):")
    #expect(lines[2].hasPrefix("    float_embedding: {"))
    #expect(lines[3] == "    head_index: 0")
  }

  @Test("Frames of a video, with their times")
  func video() throws {
    let embedder = try ImageEmbedder(options: Self.options(.video))
    let frame = try MPImage(pixelBuffer: Sample.buffer())
    let first = try embedder.embed(videoFrame: frame, timestampInMilliseconds: 3)
    #expect(first.timestampInMilliseconds == 3)
    let second = try embedder.embed(
      videoFrame: frame, timestampInMilliseconds: 4, regionOfInterest: .zero)
    #expect(
      second.embeddingResult.embeddings[0].quantizedEmbedding
        == first.embeddingResult.embeddings[0].quantizedEmbedding)
  }

  final class Receiver: NSObject, ImageEmbedderLiveStreamDelegate {
    let results = Mailbox<(Int?, Int)>()

    func imageEmbedder(
      _ imageEmbedder: ImageEmbedder,
      didFinishEmbedding result: ImageEmbedderResult?,
      timestampInMilliseconds: Int,
      error: Error?
    ) {
      results.put(
        (result?.embeddingResult.embeddings[0].quantizedEmbedding?.count, timestampInMilliseconds))
    }
  }

  @Test("A live stream, with a delegate")
  func liveStream() throws {
    let options = Self.options(.liveStream)
    let receiver = Receiver()
    options.imageEmbedderLiveStreamDelegate = receiver
    let embedder = try ImageEmbedder(options: options)
    let frame = try MPImage(sampleBuffer: Sample.sampleBuffer(), orientation: .right)
    try embedder.embedAsync(image: frame, timestampInMilliseconds: 11)
    let found = try #require(receiver.results.take())
    #expect(found.0 == 1000 && found.1 == 11)
  }

  @Test("Callable from a task of Swift concurrency")
  func concurrency() async throws {
    let embedder = try ImageEmbedder(options: Self.options(.image))
    let image = try MPImage(uiImage: Sample.photo())
    let count = try await Task.detached {
      try embedder.embed(image: image).embeddingResult.embeddings.count
    }.value
    #expect(count == 1)
  }
}
