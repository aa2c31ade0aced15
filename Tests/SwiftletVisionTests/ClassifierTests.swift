import Foundation
import SwiftletImage
import SwiftletRuntime
import SwiftletTensor
import SwiftletTestSupport
import SwiftletVision
import Testing

@Suite("From scores to categories")
struct ClassifierTests {
  static let pixels: [UInt8] = [10, 20, 30, 40, 50, 60, 50, 80, 90, 100, 110, 120]

  static func categories(
    _ model: SampleModel, _ pixels: [UInt8] = ClassifierTests.pixels,
    _ edit: (ImageClassifierOptions) -> Void = { _ in }
  ) throws -> [ResultCategory] {
    try ImageClassifier(model, edit).classify(image: sampleImage(pixels))
      .classificationResult.classifications[0].categories
  }

  @Test("Categories are sorted, ties by index, and labelled")
  func sorted() throws {
    let found = try Self.categories(.labelled)
    #expect(found.map(\.index) == [11, 10, 9, 8, 7, 5, 4, 6, 3, 2, 1, 0])
    #expect(found.map(\.categoryName) == "lkjihfegdcba".map { String($0) })
    #expect(found[0].score == Float(120) / 256)
    #expect(found.allSatisfy { $0.displayName == nil })
    #expect(try Self.categories(SampleModel()).allSatisfy { $0.categoryName == nil })
  }

  @Test("At most maxResults, the same ones as in the full list", arguments: 1...13)
  func maxResults(_ count: Int) throws {
    let all = try Self.categories(SampleModel()).map(\.index)
    let some = try Self.categories(SampleModel()) { $0.maxResults = count }.map(\.index)
    #expect(some == Array(all.prefix(count)))
  }

  @Test("NaN scores come last, in order")
  func notANumber() throws {
    // 0 · ∞ is NaN: the calibration's slope makes NaN of black pixels only.
    let model = ErrorCatalogueTests.calibration(
      [String](repeating: "1,inf,0", count: 12).joined(separator: "\n"))
    let found = try Self.categories(model, [0, 5, 0, 6, 7, 8, 9, 0, 1, 2, 3, 4])
    #expect(found.map(\.index) == [1, 3, 4, 5, 6, 8, 9, 10, 11, 0, 2, 7])
    #expect(found.suffix(3).map(\.score.isNaN) == [true, true, true])
    let some = try Self.categories(model, [0, 5, 0, 6, 0, 0, 0, 0, 0, 0, 0, 0]) {
      $0.maxResults = 3
    }
    #expect(some.map(\.index) == [1, 3, 0])
  }

  @Test("Scores below the threshold are dropped, equal ones kept")
  func threshold() throws {
    let model = SampleModel.labelled.with {
      $0.outputs = [
        .tensor("p", units: [.threshold(90 / 256)], files: [.file("labels.txt", type: 2)])
      ]
    }
    #expect(try Self.categories(model).map(\.index) == [11, 10, 9, 8])
    #expect(try Self.categories(model) { $0.scoreThreshold = 110 / 256 }.map(\.index) == [11, 10])
    #expect(try Self.categories(model) { $0.scoreThreshold = 0 }.count == 12)
    #expect(try Self.categories(model) { $0.scoreThreshold = 2 }.isEmpty)
    #expect(try Self.categories(model) { $0.upstreamCompatible = true }.count == 12)
  }

  @Test("Negative scores are dropped only where upstream's threshold of 0 is asked for")
  func negativeScores() throws {
    let model = SampleModel.float.with {
      $0.inputs = [.tensor("image", units: [.normalization([55], [255])])]
    }
    #expect(try Self.categories(model).count == 12)
    #expect(try Self.categories(model) { $0.upstreamCompatible = true }.count == 6)
  }

  @Test("Allowed and denied names, before the cut")
  func lists() throws {
    func indices(_ edit: (ImageClassifierOptions) -> Void) throws -> [Int] {
      try Self.categories(.labelled, Self.pixels, edit).map(\.index)
    }
    #expect(try indices { $0.categoryAllowlist = ["a", "c", "a", "nothing"] } == [2, 0])
    #expect(try indices { $0.categoryAllowlist = ["nothing"] }.count == 12)
    #expect(try indices { $0.categoryAllowlist = ["A"] }.count == 12)
    #expect(try indices { $0.categoryDenylist = ["l", "j", "nothing"] }.prefix(3) == [10, 8, 7])
    #expect(
      try indices {
        $0.categoryDenylist = ["l", "k"]
        $0.maxResults = 2
      } == [9, 8])
  }

  @Test("Display names follow the locale, byte for byte")
  func locales() throws {
    let model = SampleModel.labelled.with {
      $0.outputs = [
        .tensor(
          "p",
          files: [
            .file("labels.txt", type: 2, locale: "la"),
            .file("labels_en.txt", type: 2, locale: "en"),
            .file("labels_de.txt", type: 2, locale: "de"),
          ])
      ]
      $0.files.append(("labels_en.txt", (0..<12).map { "en\($0)" }.joined(separator: "\r\n")))
      $0.files.append(("labels_de.txt", (0..<12).map { "de\($0)" }.joined(separator: "\r") + "\r"))
    }
    func names(_ locale: String?) throws -> String? {
      let best = try Self.categories(model) { $0.displayNamesLocale = locale }[0]
      #expect(best.categoryName == "l")
      return best.displayName
    }
    #expect(try names(nil) == "en11")
    #expect(try names("de") == "de11")
    #expect(try names("en-US") == nil)
    #expect(try names("") == "l")
  }

  @Test("Each output is a head of its own")
  func heads() throws {
    let model = SampleModel.labelled.with {
      $0.outputShapes = [[1, 12], [1, 3, 4], [12]]
      $0.outputs = [
        .tensor("first", units: [.threshold(0.4)], files: [.file("labels.txt", type: 2)]),
        .tensor(nil), .tensor("third", units: [.threshold(0.46)]),
      ]
    }
    let result = try ImageClassifier(model).classify(image: sampleImage(Self.pixels))
    let heads = result.classificationResult.classifications
    #expect(heads.map(\.headIndex) == [0, 1, 2])
    #expect(heads.map(\.headName) == ["first", "", "third"])
    #expect(heads.map(\.categories.count) == [2, 12, 1])
    #expect(heads[2].categories[0].categoryName == nil)
  }

  @Test("A model without metadata works when its input is bytes")
  func noMetadata() throws {
    for model in [
      SampleModel().with { $0.hasMetadata = false },
      SampleModel().with { $0.hasSubgraphMetadata = false },
    ] {
      let heads = try ImageClassifier(model).classify(image: sampleImage(Self.pixels))
        .classificationResult.classifications
      #expect(heads[0].headName == "")
      #expect(heads[0].categories.first?.index == 11)
    }
  }

  @Test("Another number of labels than scores fails at the first image")
  func labelCount() throws {
    let model = SampleModel.labelled.with { $0.files = [("labels.txt", "a\nb\n\nd")] }
    let classifier = try ImageClassifier(model)
    let error = #expect(throws: NSError.self) {
      try classifier.classify(image: sampleImage(Self.pixels))
    }
    #expect(error?.code == 13)
    #expect(
      error?.localizedDescription
        == "INTERNAL: The model's label file has 4 labels, but output 0 has 12 scores.")
  }

  @Test("The caller's labels replace the model's")
  func callersLabels() throws {
    let file = try TemporaryFile(
      Array("\u{FEFF}eins\r\nzwei\ndrei\n\n5\n6\n7\n8\n9\n10\n11\n12\n".utf8))
    let found = try Self.categories(.labelled) { $0.labelsPath = file.path }
    #expect(
      found.map(\.categoryName)
        == ["12", "11", "10", "9", "8", "6", "5", "7", "", "drei", "zwei", "eins"])
    let short = try TemporaryFile(Array("a\nb\n".utf8))
    let error = #expect(throws: NSError.self) {
      try ImageClassifier(.labelled) { $0.labelsPath = short.path }
    }
    #expect(error?.code == 3)
    #expect(
      error?.localizedDescription
        == "The labels file \(short.path) has 2 labels, but output 0 of the model has 12 classes; "
        + "give one label a line for each class.")
    let absent = #expect(throws: NSError.self) {
      try ImageClassifier(.labelled) { $0.labelsPath = "/no/labels.txt" }
    }
    #expect(absent?.localizedDescription == "NOT_FOUND: Unable to open file at /no/labels.txt")
  }

  @Test("Options are read once, and copies are independent")
  func options() throws {
    let options = ImageClassifierOptions()
    let receiver = OpeningTests.Receiver()
    options.baseOptions.modelAssetPath = "model"
    options.baseOptions.planOptions.threads = 2
    options.runningMode = .video
    options.imageClassifierLiveStreamDelegate = receiver
    options.displayNamesLocale = "de"
    options.maxResults = 4
    options.scoreThreshold = 0.5
    options.categoryAllowlist = ["a"]
    options.categoryDenylist = ["b"]
    options.labelsPath = "labels"
    options.inputMean = [1]
    options.inputStd = [2]
    options.upstreamCompatible = true
    let copy = try #require(options.copy() as? ImageClassifierOptions)
    options.baseOptions.modelAssetPath = "other"
    options.maxResults = 1
    #expect(copy.baseOptions.modelAssetPath == "model")
    #expect(copy.baseOptions.planOptions.threads == 2)
    #expect(copy.runningMode == .video)
    #expect(copy.imageClassifierLiveStreamDelegate === receiver)
    #expect(copy.displayNamesLocale == "de")
    #expect(copy.maxResults == 4)
    #expect(copy.scoreThreshold == 0.5)
    #expect(copy.categoryAllowlist == ["a"])
    #expect(copy.categoryDenylist == ["b"])
    #expect(copy.labelsPath == "labels")
    #expect(copy.inputMean == [1] && copy.inputStd == [2])
    #expect(copy.upstreamCompatible)
    let base = BaseOptions()
    options.baseOptions = base
    base.modelAssetPath = "later"
    #expect(options.baseOptions.modelAssetPath == "")
    #expect(ImageClassifierOptions().maxResults == -1)
    #expect(ImageClassifierOptions().scoreThreshold == 0)
  }

  @Test("A printed result has the shape of the guides")
  func description() throws {
    let model = SampleModel.labelled.with {
      $0.outputs = [
        .tensor(
          "p",
          files: [.file("labels.txt", type: 2), .file("en.txt", type: 2, locale: "en")])
      ]
      $0.files.append(("en.txt", (0..<12).map { "name \($0)" }.joined(separator: "\n")))
    }
    let result = try ImageClassifier(model) { $0.maxResults = 2 }
      .classify(image: sampleImage(Self.pixels))
    #expect(
      "\(result)" == """
        ImageClassifierResult:
         Classifications #0 (single classification head):
          head index: 0
          category #0:
           category name: "l"
           display name: "name 11"
           score: 0.46875
           index: 11
          category #1:
           category name: "k"
           display name: "name 10"
           score: 0.42969
           index: 10
        """)
  }
}
