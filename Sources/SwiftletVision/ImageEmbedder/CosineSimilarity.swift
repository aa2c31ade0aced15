internal import Foundation

/// The cosine of the angle between two embeddings.
enum CosineSimilarity {
  /// The cosine, −1 to 1, accumulated in double precision.
  static func compute(_ a: Embedding, _ b: Embedding) throws -> Double {
    if let x = a.floatValues, let y = b.floatValues {
      return try compute(x.map(Double.init), y.map(Double.init))
    }
    if let x = a.quantizedValues, let y = b.quantizedValues {
      return try compute(x.map(Double.init), y.map(Double.init))
    }
    throw NSError.task(
      .invalidArgumentError,
      "Cannot compute cosine similarity between quantized and float embeddings.")
  }

  private static func compute(_ a: [Double], _ b: [Double]) throws -> Double {
    guard a.count == b.count else {
      throw NSError.task(
        .invalidArgumentError,
        "Cannot compute cosine similarity between embeddings of different sizes (\(a.count) vs "
          + "\(b.count)")
    }
    guard !a.isEmpty else {
      throw NSError.engine(
        .invalidArgumentError, "Cannot compute cosing similarity on empty embeddings")
    }
    var (product, left, right) = (0.0, 0.0, 0.0)
    for (x, y) in zip(a, b) {
      product += x * y
      left += x * x
      right += y * y
    }
    guard left != 0, right != 0 else {
      throw NSError.engine(
        .invalidArgumentError, "Cannot compute cosine similarity on embedding with 0 norm")
    }
    // One root, so that equal vectors give exactly 1. Squares of single precision neither overflow
    // nor vanish here: they stay within 10⁻⁹⁰ and 10⁸⁴.
    let cosine = product / (left * right).squareRoot()
    guard cosine.isFinite else {
      throw NSError.task(
        .invalidArgumentError,
        "Cannot compute cosine similarity on embeddings with elements that are not finite.")
    }
    return cosine
  }
}
