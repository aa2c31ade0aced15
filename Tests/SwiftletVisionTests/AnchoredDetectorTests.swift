import Foundation
import SwiftletImage
import SwiftletTestSupport
import SwiftletVision
import Testing

@Suite("From raw boxes and anchors to objects")
struct AnchoredDetectorTests {
  /// `TensorsDecodingOptions`.
  static func decoding(
    boxes: Int, classes: Int = 4, keypoints: Int = 0, exponential: Bool = true,
    sigmoid: Bool = false, scales: [Float] = [10, 10, 5, 5]
  ) -> FlatTable {
    FlatTable([
      0: .int32(Int32(classes)), 1: .int32(Int32(boxes)), 2: .int32(Int32(4 + 2 * keypoints)),
      3: .int32(4), 4: .int32(Int32(keypoints)), 5: .int32(2), 6: .float(scales[0]),
      7: .float(scales[1]), 8: .float(scales[2]), 9: .float(scales[3]), 10: .bool(exponential),
      11: .bool(sigmoid),
    ])
  }

  /// Boxes that are their anchors: centre x, centre y, width, height.
  static func plain(
    _ anchors: [[Float]], _ scores: [[Float]], sigmoid: Bool = false
  ) -> DetectorModel {
    DetectorModel.raw(
      anchors.map { _ in [0, 0, 0, 0] }, scores: scores, anchors: anchors,
      decoding: decoding(boxes: anchors.count, classes: scores[0].count, sigmoid: sigmoid))
  }

  static let anchors: [[Float]] = [
    [0.25, 0.5, 0.25, 0.5], [0.75, 0.5, 0.25, 0.25], [0.25, 0.5, 0.25, 0.375],
  ]

  @Test("Boxes are decoded relative to their anchors", arguments: [false, true])
  func decoded(exponential: Bool) throws {
    let anchor: [Float] = [0.4, 0.6, 0.3, 0.2]
    let raw: [Float] = [0.7, -1.3, 1.5, 2.5]
    let scales: [Float] = [8, 10, 4, 5]
    let model = DetectorModel.raw(
      [raw], scores: [[0, 0.5, 0.25, 0]], anchors: [anchor],
      decoding: Self.decoding(boxes: 1, exponential: exponential, scales: scales))
    let found = try DetectorTests.detect(model)
    let r = raw.map { Double($0) }
    let s = scales.map { Double($0) }
    let y = r[0] / s[1] * 0.2 + 0.6
    let x = r[1] / s[0] * 0.3 + 0.4
    let h = (exponential ? exp(r[2] / s[3]) : r[2] / s[3]) * 0.2
    let w = (exponential ? exp(r[3] / s[2]) : r[3] / s[2]) * 0.3
    let expected = [(x - w / 2) * 200, (y - h / 2) * 100, w * 200, h * 100]
    let box = try #require(DetectorTests.rectangles(found).first)
    for (a, b) in zip(box, expected) { #expect(abs(Double(a) - b) <= 1) }
    #expect(found[0].categories.map(\.index) == [1])
    #expect(found[0].categories[0].categoryName == "one")
    #expect(found[0].categories[0].score == 0.5)
  }

  @Test("Of a box's classes the best counts, the first of equals, among those allowed")
  func bestClass() throws {
    let model = Self.plain(
      Self.anchors, [[1, 3, 3, 0], [-1, -2, -3, -4], [9, 9, 9, 9]], sigmoid: true)
    let found = try DetectorTests.detect(model)
    #expect(found.map { $0.categories[0].index } == [0, 0])
    #expect(found.map { $0.categories[0].score } == [9, -1].map { 1 / (1 + exp(-Float($0))) })
    let denied = try DetectorTests.detect(model) { $0.categoryDenylist = ["zero"] }
    #expect(denied.map { $0.categories[0].index } == [1, 1])
  }

  @Test("Boxes that share more than three tenths of the union with a better one are left out")
  func suppression() throws {
    // A strip beside its copy, shifted by a share of its width.
    func count(shift: Float) throws -> Int {
      let model = Self.plain(
        [[0.25, 0.5, 0.25, 0.5], [0.25 + shift, 0.5, 0.25, 0.5]], [[0.9], [0.8]])
      return try DetectorTests.detect(model).count
    }
    // The overlap is (w − s) / (w + s): above 0.3 for s < 7/13 w.
    #expect(try count(shift: 0.25 * 7 / 13 - 0.001) == 1)
    #expect(try count(shift: 0.25 * 7 / 13 + 0.001) == 2)
    // A box inside another one of a third of its area, and of classes that differ.
    let nested = Self.plain(
      [[0.5, 0.5, 0.6, 0.5], [0.5, 0.5, 0.2, 0.5]], [[0.5, 0], [0, 0.9]])
    let found = try DetectorTests.detect(nested)
    #expect(found.map { $0.categories[0].index } == [1])
  }

  @Test("The best come first, as many as are asked for")
  func order() throws {
    let model = Self.plain(
      [[0.1, 0.5, 0.1, 0.1], [0.3, 0.5, 0.1, 0.1], [0.5, 0.5, 0.1, 0.1], [0.7, 0.5, 0.1, 0.1]],
      [[0.2], [0.9], [0.9], [0.4]])
    func lefts(_ edit: (ObjectDetectorOptions) -> Void) throws -> [Double] {
      try DetectorTests.detect(model, edit).map { Double($0.boundingBox.midX).rounded() }
    }
    #expect(try lefts { _ in } == [60, 100, 140, 20])
    #expect(try lefts { $0.maxResults = 2 } == [60, 100])
    #expect(try lefts { $0.scoreThreshold = 0.3 } == [60, 100, 140])
    #expect(try lefts { $0.scoreThreshold = 0.95 }.isEmpty)
  }

  @Test("Keypoints are decoded, and turned with the image")
  func keypoints() throws {
    let model = DetectorModel.raw(
      [[0, 0, 0, 0, 2, -4, 1, 3]], scores: [[1, 0, 0, 0]], anchors: [[0.5, 0.25, 0.5, 0.25]],
      decoding: Self.decoding(boxes: 1, keypoints: 2))
    // y before x, in tenths of the anchor's size.
    let expected = [(0.3, 0.3), (0.65, 0.275)]
    func check(_ orientation: ImageOrientation, _ map: (Double, Double) -> (Double, Double)) throws
    {
      let found = try ObjectDetector(model).detect(image: DetectorTests.image(orientation))
      let points = try #require(found.detections.first?.keypoints)
      #expect(points.count == 2)
      for (point, place) in zip(points, expected) {
        let (x, y) = map(place.0, place.1)
        #expect(abs(Double(point.location.x) - x) < 1e-5)
        #expect(abs(Double(point.location.y) - y) < 1e-5)
        #expect(point.label == nil && point.score == 0)
      }
    }
    try check(.up) { ($0, $1) }
    try check(.left) { (1 - $1, $0) }
    try check(.right) { ($1, 1 - $0) }
    try check(.down) { (1 - $0, 1 - $1) }
  }

  @Test("Nothing found is an empty result")
  func nothing() throws {
    let model = Self.plain(Self.anchors, [[0.1], [0.1], [0.1]])
    #expect(try DetectorTests.detect(model) { $0.scoreThreshold = 0.5 }.isEmpty)
    let negative = Self.plain([[0.5, 0.5, -0.5, 0.5]], [[0.9]])
    #expect(try DetectorTests.detect(negative).isEmpty)
    let notANumber = Self.plain([[.nan, 0.5, 0.5, 0.5]], [[0.9]])
    #expect(try DetectorTests.detect(notANumber).isEmpty)
  }

  @Test("Boxes are mapped back to the image as stored, whatever its orientation and the region")
  func projection() throws {
    // Centre, width and height in the model's input.
    let anchor: [Float] = [0.3, 0.4, 0.2, 0.5]
    let detector = try ObjectDetector(Self.plain([anchor], [[0.9]]))
    let corners = [(0.2, 0.15), (0.4, 0.65)]
    let maps: [(ImageOrientation, (Double, Double) -> (Double, Double))] = [
      (.up, { ($0, $1) }), (.left, { (1 - $1, $0) }), (.down, { (1 - $0, 1 - $1) }),
      (.right, { ($1, 1 - $0) }),
    ]
    for (orientation, map) in maps {
      for region in [Region.whole, Region(left: 0.25, top: 0.1, right: 0.85, bottom: 0.7)] {
        let found = try detector.detect(
          image: DetectorTests.image(orientation),
          processing: ImageProcessingOptions(regionOfInterest: region))
        let box = try #require(DetectorTests.rectangles(found.detections).first)
        let points = corners.map { map($0.0, $0.1) }.map { x, y in
          (
            (Double(region.left) + x * Double(region.right - region.left)) * 200,
            (Double(region.top) + y * Double(region.bottom - region.top)) * 100
          )
        }
        let (left, right) = (min(points[0].0, points[1].0), max(points[0].0, points[1].0))
        let (top, bottom) = (min(points[0].1, points[1].1), max(points[0].1, points[1].1))
        for (a, b) in zip(box, [left, top, right - left, bottom - top]) {
          #expect(abs(Double(a) - b) <= 1.001, "\(orientation) \(region)")
        }
      }
    }
  }

  @Test("A rotation of the call comes on top of the image's")
  func rotation() throws {
    let detector = try ObjectDetector(Self.plain([[0.3, 0.4, 0.2, 0.5]], [[0.9]]))
    func boxes(_ orientation: ImageOrientation, _ degrees: Int) throws -> [[Int]] {
      DetectorTests.rectangles(
        try detector.detect(
          image: DetectorTests.image(orientation),
          processing: ImageProcessingOptions(rotationDegrees: degrees)
        ).detections)
    }
    #expect(try boxes(.left, 0) == boxes(.up, -90))
    #expect(try boxes(.right, 0) == boxes(.up, -270))
    #expect(try boxes(.left, -90) == boxes(.down, 0))
    #expect(try boxes(.right, 270) == boxes(.up, 0))
  }
}
