import Foundation
import SwiftletImage
import SwiftletTensor
import SwiftletTestSupport
import SwiftletVision
import Testing

@Suite("From images to the model's input")
struct ImageInputTests {
  static let pixels = ClassifierTests.pixels

  /// Scores by class, which are the input's elements.
  static func elements(
    _ model: SampleModel, _ image: MPImage, _ processing: ImageProcessingOptions = .init(),
    _ edit: (ImageClassifierOptions) -> Void = { _ in }
  ) throws -> [Float] {
    try ImageClassifier(model, edit).classify(image: image, processing: processing)
      .classificationResult.classifications[0].categories
      .sorted { $0.index < $1.index }.map(\.score)
  }

  @Test("Metadata's normalisation")
  func metadata() throws {
    let model = SampleModel.float.with {
      $0.inputs = [
        .tensor("image", units: [.normalization([127.5, 127.5, 127.5], [127.5, 127.5, 127.5])])
      ]
    }
    let found = try Self.elements(model, sampleImage(Self.pixels))
    #expect(found == Self.pixels.map { Float($0) * (2 / Float(255)) + -1 })
  }

  @Test("The caller's normalisation replaces it, one value or one for each channel")
  func callers() throws {
    let plain = try Self.elements(.float, sampleImage(Self.pixels)) {
      $0.inputMean = [127.5]
      $0.inputStd = [127.5]
    }
    #expect(plain == Self.pixels.map { Float($0) * (2 / Float(255)) + -1 })
    let mean: [Float] = [10, 20, 30]
    let std: [Float] = [3, 7, 11]
    let none = SampleModel.float.with { $0.hasMetadata = false }
    let found = try Self.elements(none, sampleImage(Self.pixels)) {
      $0.inputMean = mean
      $0.inputStd = std
    }
    #expect(
      found == Self.pixels.enumerated().map { (Float($1) - mean[$0 % 3]) / std[$0 % 3] })
  }

  @Test("int8 models run when mean and deviation are given")
  func int8() throws {
    let model = SampleModel().with {
      $0.inputType = .int8
      $0.quantization = Quantization(scale: 0.01, zeroPoint: -3)
    }
    let found = try Self.elements(model, sampleImage(Self.pixels)) {
      $0.inputMean = [64]
      $0.inputStd = [50]
    }
    let expected = Self.pixels.map { pixel -> Float in
      let steps = ((Float(pixel) - 64) / 50 / 0.01).rounded(.toNearestOrEven)
      return 0.01 * (max(-128, min(127, steps - 3)) + 3)
    }
    #expect(found == expected)
  }

  @Test("Models with one channel see luma when mean and deviation are given")
  func luma() throws {
    let model = SampleModel.float.with {
      $0.inputShape = [1, 2, 2, 1]
      $0.outputShapes = [[1, 4]]
    }
    let found = try Self.elements(model, sampleImage(Self.pixels)) {
      $0.inputMean = [0]
      $0.inputStd = [1]
    }
    let expected = stride(from: 0, to: 12, by: 3).map { at -> Float in
      let (red, green, blue) = (Self.pixels[at], Self.pixels[at + 1], Self.pixels[at + 2])
      let warm: Float = 0.299 * Float(red) + 0.587 * Float(green)
      return warm + 0.114 * Float(blue)
    }
    #expect(found == expected)
  }

  @Test("A region of interest, in both ways to say it")
  func regions() throws {
    var random = SplitMix64(seed: 5)
    let image = try sampleImage(random.bytes(4 * 4 * 3), width: 4, height: 4)
    let quarter = ImageProcessingOptions(
      regionOfInterest: Region(left: 0.5, top: 0.25, right: 1, bottom: 0.75))
    let found = try Self.elements(SampleModel(), image, quarter)
    let bytes = try image.pixels.rgb
    let expected = [1, 2].flatMap { row -> [Float] in
      let start = 3 * (row * 4 + 2)
      return bytes[start..<start + 6].map { Float($0) / 256 }
    }
    #expect(found == expected)
    let classifier = try ImageClassifier(SampleModel())
    func scores(_ rectangle: CGRect) throws -> [Float] {
      try classifier.classify(image: image, regionOfInterest: rectangle).classificationResult
        .classifications[0].categories.sorted { $0.index < $1.index }.map(\.score)
    }
    #expect(try scores(CGRect(x: 0.5, y: 0.25, width: 0.5, height: 0.5)) == expected)
    #expect(try scores(.zero) == Self.elements(SampleModel(), image))
    #expect(try scores(CGRect(x: 0, y: 0, width: 1, height: 1)) == scores(.zero))
  }

  @Test(
    "Regions that cannot be used",
    arguments: [
      (CGRect(x: 0.1, y: 0.1, width: 1.1, height: 0.8), "Expected RectF values to be in [0,1]."),
      (CGRect(x: -0.1, y: 0, width: 0.5, height: 0.5), "Expected RectF values to be in [0,1]."),
      (
        CGRect(x: 0.5, y: 0.5, width: 0, height: 0),
        "Expected RectF with left < right and top < bottom."
      ),
      (
        CGRect(x: 0.5, y: 0, width: 0.2, height: -0.3),
        "Expected RectF with left < right and top < bottom."
      ),
      (CGRect(x: .nan, y: 0, width: 0.2, height: 0.3), "ROI contains NaN values."),
    ])
  func badRegions(_ rectangle: CGRect, _ text: String) throws {
    let classifier = try ImageClassifier(SampleModel())
    let error = #expect(throws: NSError.self) {
      try classifier.classify(image: sampleImage(Self.pixels), regionOfInterest: rectangle)
    }
    #expect(error?.code == 3)
    #expect(error?.localizedDescription == text)
  }

  @Test("Orientation and rotation turn the same way, and add up")
  func rotations() throws {
    var random = SplitMix64(seed: 6)
    let bytes = random.bytes(30 * 20 * 3)
    let stored = try sampleImage(bytes, width: 30, height: 20)
    func turned(_ orientation: ImageOrientation, _ degrees: Int) throws -> [Float] {
      try Self.elements(
        SampleModel(), MPImage(stored.pixels, orientation: orientation),
        ImageProcessingOptions(rotationDegrees: degrees))
    }
    #expect(try turned(.right, 0) == turned(.up, 90))
    #expect(try turned(.left, 0) == turned(.up, -90))
    #expect(try turned(.down, 0) == turned(.up, 180))
    #expect(try turned(.right, 90) == turned(.up, 180))
    #expect(try turned(.left, 450) == turned(.up, 0))
    #expect(try turned(.right, 0) != turned(.left, 0))
  }

  @Test("Rotations by other angles are refused", arguments: [45, 1, -89, Int.max])
  func badRotation(_ degrees: Int) throws {
    let error = #expect(throws: NSError.self) {
      try Self.elements(
        SampleModel(), sampleImage(Self.pixels), ImageProcessingOptions(rotationDegrees: degrees))
    }
    #expect(error?.code == 3)
    #expect(error?.localizedDescription == "Expected rotation to be a multiple of 90°.")
  }

  @Test(
    "Mirrored images can be made, but not classified",
    arguments: [ImageOrientation.upMirrored, .downMirrored, .leftMirrored, .rightMirrored])
  func mirrored(_ orientation: ImageOrientation) throws {
    let image = MPImage(try sampleImage(Self.pixels).pixels, orientation: orientation)
    let classifier = try ImageClassifier(SampleModel())
    let error = #expect(throws: NSError.self) { try classifier.classify(image: image) }
    #expect(error?.code == 3)
    #expect(
      error?.localizedDescription
        == "Unsupported UIImageOrientation. `imageOrientation` cannot be equal to any of the "
        + "mirrored orientations (`UIImageOrientationUpMirrored`,`UIImageOrientationDownMirrored`,"
        + "`UIImageOrientationLeftMirrored`,`UIImageOrientationRightMirrored`)")
  }

  @Test("Images from files, data and buffers")
  func images() throws {
    let text = "P6 2 2 255\n" + String(decoding: Self.pixels, as: UTF8.self)
    let file = try TemporaryFile(Array(text.utf8))
    let image = try MPImage(contentsOf: file.path, orientation: .left)
    #expect(image.width == 2 && image.height == 2 && image.orientation == .left)
    #expect(try image.pixels.rgb == Self.pixels)
    #expect(try MPImage(data: Data(text.utf8)).pixels == image.pixels)
    let missing = #expect(throws: NSError.self) { try MPImage(contentsOf: "/no/such.jpg") }
    #expect(missing?.code == 5)
    #expect(
      missing?.localizedDescription
        == "/no/such.jpg: The image cannot be read: no such file.")
    let short = #expect(throws: NSError.self) {
      try MPImage(bytes: [1, 2, 3], width: 2, height: 2, format: .bgra)
    }
    #expect(short?.code == 3)
  }
}
