import Foundation
import Swiftlet

/// The pictures of a folder, found by what they look like.
struct PictureIndex {
  private let embedder: ImageEmbedder
  private var entries: [(path: String, embedding: Embedding)] = []

  /// Describes every picture in a folder; files that are no pictures are passed over.
  init(folder: String, model: String) throws {
    let options = ImageEmbedderOptions()
    options.baseOptions.modelAssetPath = model
    options.l2Normalize = true
    options.quantize = true
    embedder = try ImageEmbedder(options: options)
    for name in try FileManager.default.contentsOfDirectory(atPath: folder).sorted() {
      let path = "\(folder)/\(name)"
      guard let picture = try? MPImage(contentsOf: path) else { continue }
      entries.append((path, try describe(picture)))
    }
  }

  /// The pictures that are most like another one, with how alike they are: 1 for the same.
  func search(_ picture: String, count: Int) throws -> [(path: String, similarity: Double)] {
    let wanted = try describe(MPImage(contentsOf: picture))
    let found = try entries.map { entry in
      let cosine = try ImageEmbedder.cosineSimilarity(
        embedding1: wanted, embedding2: entry.embedding)
      return (path: entry.path, similarity: cosine.doubleValue)
    }
    return Array(found.sorted { $0.similarity > $1.similarity }.prefix(count))
  }

  private func describe(_ picture: MPImage) throws -> Embedding {
    try embedder.embed(image: picture).embeddingResult.embeddings[0]
  }
}
