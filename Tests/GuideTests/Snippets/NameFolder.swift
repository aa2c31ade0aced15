import Swiftlet

/// The best name for each of many pictures, several at a time; nil where a picture cannot be read.
func bestNames(of pictures: [String], with classifier: ImageClassifier) async -> [String: String?] {
  await withTaskGroup(of: (String, String?).self) { group in
    for picture in pictures {
      group.addTask {
        let result = try? classifier.classify(image: MPImage(contentsOf: picture))
        let heads = result?.classificationResult.classifications ?? []
        return (picture, heads.first?.categories.first?.categoryName)
      }
    }
    return await group.reduce(into: [:]) { names, found in names[found.0] = .some(found.1) }
  }
}
