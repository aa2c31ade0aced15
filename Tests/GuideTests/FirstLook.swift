import Swiftlet

/// The program in `README.md`, whose paths begin at the root of the repository.
func firstLook() throws {
  let classifier = try ImageClassifier(modelPath: "Fixtures/models/efficientnet_lite0_int8.tflite")
  let result = try classifier.classify(image: MPImage(contentsOf: "Fixtures/images/coffee.jpg"))
  for category in result.classificationResult.classifications[0].categories.prefix(5) {
    print(category.categoryName ?? "", category.score)
  }
}
