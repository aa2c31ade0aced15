import Foundation
import SwiftletFormat
import SwiftletImage
import SwiftletTensor
import SwiftletTestSupport
import SwiftletVision
import Testing

@Suite("From a model's four outputs to objects")
struct DetectorTests {
  /// Two hundred by a hundred pixels of black.
  static func image(_ orientation: ImageOrientation = .up) throws -> MPImage {
    let pixels = [UInt8](repeating: 0, count: 200 * 100 * 3)
    return MPImage(
      try Image(width: 200, height: 100, format: .rgb, bytes: pixels), orientation: orientation)
  }

  /// Boxes as top, left, bottom, right.
  static let boxes: [[Float]] = [
    [0.1, 0.2, 0.5, 0.4], [0.5, 0.5, 1, 1], [0, 0, 0.25, 0.25], [0.3, 0.6, 0.9, 0.75],
  ]
  static let sample = DetectorModel.decoded(
    boxes, classes: [2, 0, 3, 1], scores: [0.9, 0.8, 0.7, 0.6])

  static func detect(
    _ model: DetectorModel, _ edit: (ObjectDetectorOptions) -> Void = { _ in }
  ) throws -> [Detection] {
    try ObjectDetector(model, edit).detect(image: image()).detections
  }

  static func rectangles(_ detections: [Detection]) -> [[Int]] {
    detections.map(\.boundingBox).map {
      [Int($0.origin.x), Int($0.origin.y), Int($0.size.width), Int($0.size.height)]
    }
  }

  static let rectangles = [
    [40, 10, 40, 40], [100, 50, 100, 50], [0, 0, 50, 25], [120, 30, 30, 59],
  ]

  @Test("Boxes are cut to whole pixels, in the model's order, and classes are named")
  func plain() throws {
    let found = try Self.detect(Self.sample)
    // 0.4 − 0.2 is a little less than 0.2 in single precision, and so on.
    for (box, expected) in zip(Self.rectangles(found), Self.rectangles) {
      for (a, b) in zip(box, expected) { #expect(abs(a - b) <= 1) }
    }
    #expect(found.map { $0.categories.map(\.index) } == [[2], [0], [3], [1]])
    #expect(found.map { $0.categories[0].categoryName } == ["two", "zero", "three", "one"])
    #expect(found.map { $0.categories[0].score } == [0.9, 0.8, 0.7, 0.6])
    #expect(found.allSatisfy { $0.categories[0].displayName == nil && $0.keypoints == nil })
  }

  @Test("Outputs are found by name in any order", arguments: 0..<24)
  func order(_ number: Int) throws {
    var (rest, number) = (Self.sample.outputs, number)
    var outputs: [DetectorModel.Output] = []
    for count in stride(from: 4, to: 0, by: -1) {
      outputs.append(rest.remove(at: number % count))
      number /= count
    }
    let model = Self.sample.with { $0.outputs = outputs }
    let found = try Self.detect(model)
    #expect(Self.rectangles(found) == Self.rectangles(try Self.detect(Self.sample)))
    #expect(found.map { $0.categories[0].index } == [2, 0, 3, 1])
  }

  @Test("A name that is missing leaves the order of the outputs to decide")
  func unnamed() throws {
    let model = Self.sample.with { $0.outputs[3].metadata[0] = .string("count") }
    #expect(try Self.detect(model).count == 4)
    let wrong = model.with { $0.outputs.swapAt(0, 2) }
    #expect(throws: NSError.self) { try Self.detect(wrong) }
  }

  @Test("The metadata says where left, top, right and bottom are")
  func boxOrder() throws {
    for index: [UInt32]? in [nil, [0, 1, 2, 3], [3, 2, 1, 0], [2, 3, 0, 1]] {
      let order = (index ?? [0, 1, 2, 3]).map { Int($0) }
      let model = Self.sample.with { model in
        model.outputs[0].metadata = .tensor("location", content: DetectorModel.box(index))
        model.outputs[0].values = Self.boxes.flatMap { box in
          var values = [Float](repeating: 0, count: 4)
          for (place, value) in zip(order, [box[1], box[0], box[3], box[2]]) {
            values[place] = value
          }
          return values
        }
      }
      #expect(
        Self.rectangles(try Self.detect(model)) == Self.rectangles(try Self.detect(Self.sample)))
    }
  }

  @Test("Threshold and lists come before the cut")
  func selection() throws {
    func classes(_ edit: (ObjectDetectorOptions) -> Void) throws -> [Int] {
      try Self.detect(Self.sample, edit).flatMap { $0.categories.map(\.index) }
    }
    #expect(try classes { $0.scoreThreshold = 0.7 } == [2, 0, 3])
    #expect(try classes { $0.scoreThreshold = 0.7001 } == [2, 0])
    #expect(try classes { $0.maxResults = 2 } == [2, 0])
    #expect(try classes { $0.categoryDenylist = ["two", "three", "seven"] } == [0, 1])
    #expect(try classes { $0.categoryAllowlist = ["one", "three", "one"] } == [3, 1])
    #expect(try classes { $0.categoryAllowlist = ["seven"] } == [2, 0, 3, 1])
    #expect(
      try classes {
        $0.categoryDenylist = ["two"]
        $0.maxResults = 2
      } == [0, 3])
    let stored = Self.sample.with {
      $0.outputs[2].metadata = .tensor("score", units: [.threshold(0.75)])
    }
    #expect(try Self.detect(stored).count == 2)
    #expect(try Self.detect(stored) { $0.scoreThreshold = 0.65 }.count == 3)
    #expect(try Self.detect(stored) { $0.upstreamCompatible = true }.count == 4)
  }

  @Test("Numbers that make no sense are left out")
  func damaged() throws {
    func count(_ edit: (inout DetectorModel) -> Void) throws -> Int {
      try Self.detect(Self.sample.with(edit)).count
    }
    #expect(try count { $0.outputs[3].values = [2.9] } == 2)
    #expect(try count { $0.outputs[3].values = [900] } == 4)
    #expect(try count { $0.outputs[3].values = [-1] } == 0)
    #expect(try count { $0.outputs[3].values = [.nan] } == 0)
    #expect(try count { $0.outputs[3].values = [.infinity] } == 0)
    // Bottom above top, right before left, and no number at all.
    #expect(try count { $0.outputs[0].values[2] = 0.05 } == 3)
    #expect(try count { $0.outputs[0].values[3] = 0.1 } == 3)
    #expect(try count { $0.outputs[0].values[0] = .nan } == 3)
    let huge = try Self.detect(
      Self.sample.with { $0.outputs[0].values[0..<4] = [-1e30, -1e30, 1e30, 1e30] })
    #expect(Self.rectangles(huge)[0] == [0, 0, 200, 100])
    let unknown = try Self.detect(Self.sample.with { $0.outputs[1].values = [7, -1, .nan, 1e20] })
    #expect(unknown.allSatisfy { $0.categories[0].categoryName == nil })
    #expect(unknown[0].categories[0].index == 7)
  }

  @Test("Upstream's index beside a label, on request")
  func upstreamIndex() throws {
    let model = Self.sample.with { $0.outputs[1].values[3] = 9 }
    func indices(_ isCompatible: Bool) throws -> [Int] {
      try Self.detect(model) { $0.upstreamCompatible = isCompatible }
        .map { $0.categories[0].index }
    }
    #expect(try indices(false) == [2, 0, 3, 9])
    #expect(try indices(true) == [-1, -1, -1, 9])
  }

  @Test("Display names of the language that is asked for")
  func locales() throws {
    func names(_ locale: String?) throws -> [String?] {
      try Self.detect(Self.sample) { $0.displayNamesLocale = locale }
        .map { $0.categories[0].displayName }
    }
    #expect(try names("de") == ["zwei", "null", "drei", "eins"])
    #expect(try names("DE") == [nil, nil, nil, nil])
    #expect(try names("") == ["two", "zero", "three", "one"])
    #expect(try names(nil) == [nil, nil, nil, nil])
  }

  @Test("Objects in equal boxes become one")
  func merged() throws {
    let model = DetectorModel.decoded(
      [Self.boxes[0], Self.boxes[1], Self.boxes[0]], classes: [1, 2, 3], scores: [0.9, 0.8, 0.7])
    let found = try Self.detect(model)
    #expect(found.map { $0.categories.map(\.index) } == [[1, 3], [2]])
  }

  @Test("Outputs of bytes are dequantised")
  func quantized() throws {
    let model = Self.sample.with { model in
      let scales: [Float] = [1 / 256, 1, 1 / 256, 1]
      for (index, scale) in scales.enumerated() {
        model.outputs[index].values = model.outputs[index].values.map { ($0 / scale).rounded() }
          .map { min($0, 255) }
        model.outputs[index].quantization = Quantization(scale: scale, zeroPoint: 0)
      }
    }
    let found = try Self.detect(model)
    #expect(found.map { $0.categories[0].index } == [2, 0, 3, 1])
    #expect(found.map { $0.categories[0].score * 256 } == [230, 205, 179, 154])
    #expect(Self.rectangles(found)[1] == [100, 50, 99, 49])
  }

  @Test("Calibration goes by class, not by place, and comes before the threshold")
  func calibration() throws {
    let model = Self.sample.with {
      $0.outputs[2].metadata = .tensor(
        "score", units: [.calibration(0, defaultScore: 0.125)],
        files: [.file("calibration.txt", type: 4)])
      $0.files.append(("calibration.txt", "0.5,0,0\n\n1,0,0\n1,8,-4"))
    }
    let found = try Self.detect(model)
    // Class 2: ½; class 0: half of 0.5; class 3: the logistic function of 8·0.7 − 4; class 1: nothing.
    let expected: [Float] = [0.5, 0.25, Float(1 / (1 + exp(-1.6))), 0.125]
    for (detection, score) in zip(found, expected) {
      #expect(abs(detection.categories[0].score - score) < 1e-6)
    }
    #expect(try Self.detect(model) { $0.scoreThreshold = 0.3 }.count == 2)
  }

  @Test("A box may have several classes, as many as the model says")
  func severalClasses() throws {
    var model = DetectorModel.decoded(
      [[Float]](repeating: [0, 0, 0, 0], count: 4), classes: [0, 0, 0, 0], scores: [0, 0, 0, 0])
    model.postProcess = DetectorModel.PostProcess(
      anchors: [[0.5, 0.25, 0.5, 0.25], [0.25, 0.75, 0.25, 0.25]],
      scores: [[0.1, 0.7, 0.2, 0.6], [0.9, 0.3, 0.8, 0.05]], classesPerBox: 2)
    let found = try Self.detect(model)
    #expect(found.map { $0.categories.map(\.index) } == [[0, 2], [1, 3]])
    #expect(Self.rectangles(found) == [[125, 12, 50, 25], [25, 25, 50, 50]])
    let few = try Self.detect(model) { $0.scoreThreshold = 0.65 }
    #expect(few.map { $0.categories.map(\.index) } == [[0, 2], [1]])
    let one = try Self.detect(model) { $0.categoryAllowlist = ["three"] }
    #expect(one.map { $0.categories.map(\.index) } == [[3]])
    // The labels of the caller's are counted against the classes.
    let file = try TemporaryFile(Array("a\nb\nc\n".utf8))
    let error = #expect(throws: NSError.self) {
      try Self.detect(model) { $0.labelsPath = file.path }
    }
    #expect(
      error?.localizedDescription
        == "The labels file \(file.path) has 3 labels, but the model has 4 classes; give one label a "
        + "line for each class.")
    let right = try TemporaryFile(Array("a\nb\nc\nd\n".utf8))
    let named = try Self.detect(model) { $0.labelsPath = right.path }
    #expect(named.map { $0.categories[0].categoryName } == ["a", "b"])
  }

  @Test("Callers' labels are counted against the model's own where it says nothing else")
  func labelCount() throws {
    let file = try TemporaryFile(Array("a\nb\nc\nd\ne\n".utf8))
    let error = #expect(throws: NSError.self) {
      try Self.detect(Self.sample) { $0.labelsPath = file.path }
    }
    #expect(
      error?.localizedDescription.contains("has 5 labels, but the model has 4 classes") == true)
    let silent = Self.sample.with { $0.outputs[1].metadata = .tensor("category") }
    let found = try Self.detect(silent) { $0.labelsPath = file.path }
    #expect(found.map { $0.categories[0].categoryName } == ["c", "a", "d", "b"])
  }

  @Test("The printed form is the guide's")
  func description() throws {
    let result = ObjectDetectorResult(
      detections: [
        Detection(
          categories: [
            ResultCategory(index: 17, score: 0.73828, categoryName: "dog", displayName: nil)
          ], boundingBox: CGRect(x: 355, y: 133, width: 190, height: 206), keypoints: nil),
        Detection(
          categories: [
            ResultCategory(index: 17, score: 0.73047, categoryName: "dog", displayName: nil)
          ], boundingBox: CGRect(x: 103, y: 15, width: 138, height: 369), keypoints: nil),
      ], timestampInMilliseconds: 0)
    #expect(
      result.description == """
        ObjectDetectorResult:
         Detection #0:
          Box: (x: 355, y: 133, w: 190, h: 206)
          Categories:
           index       : 17
           score       : 0.73828
           class name  : dog
         Detection #1:
          Box: (x: 103, y: 15, w: 138, h: 369)
          Categories:
           index       : 17
           score       : 0.73047
           class name  : dog
        """)
  }
}
