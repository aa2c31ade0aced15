import Swiftlet

/// What a picture shows, best guess first.
func names(for picture: String, model: String) throws -> [String] {
  let options = ImageClassifierOptions()
  options.baseOptions.modelAssetPath = model
  options.maxResults = 3

  let classifier = try ImageClassifier(options: options)
  let result = try classifier.classify(image: MPImage(contentsOf: picture))
  let categories = result.classificationResult.classifications[0].categories
  return categories.map { "\($0.categoryName ?? "class \($0.index)") \($0.score)" }
}
