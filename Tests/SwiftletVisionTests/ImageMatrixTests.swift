import Foundation
import SwiftletAppleStandIns
import SwiftletImage
import SwiftletVision
import Testing

/// Every kind of picture, every way up, at odd sizes and strides.
@Suite("Image matrix")
struct ImageMatrixTests {
  /// A tensor that is neither square nor a fraction of the pictures.
  static let tensor = (width: 7, height: 5)

  /// A classifier whose scores are the bytes of its input, in 256ths.
  static func classifier(acceptsMirrored: Bool = false) throws -> ImageClassifier {
    try ImageClassifier(
      SampleModel().with {
        $0.inputShape = [1, tensor.height, tensor.width, 3]
        $0.outputShapes = [[1, 3 * tensor.width * tensor.height]]
      }
    ) { $0.acceptsMirroredOrientations = acceptsMirrored }
  }

  /// The bytes that reach the model.
  static func bytes(
    _ image: MPImage, _ classifier: ImageClassifier, region: CGRect = .zero
  ) throws -> [Int] {
    let result = try classifier.classify(image: image, regionOfInterest: region)
    let categories = result.classificationResult.classifications[0].categories
    return categories.sorted { $0.index < $1.index }.map { Int($0.score * 256) }
  }

  static func isNear(_ found: [Int], _ expected: [Int]) -> Bool {
    found.count == expected.count && zip(found, expected).allSatisfy { abs($0 - $1) <= 1 }
  }

  @Test(
    "Each format, each way up, equals the same pixels in red, green and blue",
    arguments: SamplePicture.Kind.allCases)
  func formats(_ kind: SamplePicture.Kind) throws {
    let classifier = try Self.classifier(acceptsMirrored: true)
    let whole = CGRect.zero
    let part = CGRect(x: 0.25, y: 0.125, width: 0.5, height: 0.75)
    for (width, height, padding, regions) in [
      (61, 43, 13, [whole, part]), (6, 4, 0, [whole]), (1, 1, 1, [whole]),
    ] {
      let picture = SamplePicture.noisy(width: width, height: height, softened: kind.isSubsampled)
      for orientation in ImageOrientation.allCases {
        let image = try picture.image(kind, padding: padding, orientation)
        let plain = MPImage(picture.plain(kind), orientation: orientation)
        for region in regions {
          let found = try Self.bytes(image, classifier, region: region)
          let expected = try Self.bytes(plain, classifier, region: region)
          let agrees = Self.isNear(found, expected)
          #expect(agrees, "\(kind) \(width)x\(height) + \(padding) \(orientation) \(region)")
        }
      }
    }
  }

  @Test(
    "Each format, each way up, shows the upright picture", arguments: SamplePicture.Kind.allCases)
  func orientations(_ kind: SamplePicture.Kind) throws {
    let classifier = try Self.classifier(acceptsMirrored: true)
    // Even areas, as a region that is turned starts at the other edge of its first pixel.
    let stored = SamplePicture.quadrants(width: 125, height: 91)
    for orientation in ImageOrientation.allCases {
      let image = try stored.image(kind, padding: 5, orientation)
      let upright = MPImage(stored.plain(kind).upright(from: orientation))
      let found = try Self.bytes(image, classifier)
      let expected = try Self.bytes(upright, classifier)
      let agrees = Self.isNear(found, expected)
      #expect(agrees, "\(kind) \(orientation)")
    }
  }

  @Test("Only who asks for them gets mirrored images", arguments: ImageOrientation.allCases)
  func mirrored(_ orientation: ImageOrientation) throws {
    let picture = SamplePicture.quadrants(width: 9, height: 7)
    let image = try picture.image(.bgra, padding: 3, orientation)
    let strict = try Self.classifier()
    guard orientation.isMirrored else {
      _ = try strict.classify(image: image)
      return
    }
    let error = #expect(throws: NSError.self) { try strict.classify(image: image) }
    #expect(error?.code == 3)
    #expect(error?.localizedDescription.hasPrefix("Unsupported UIImageOrientation. ") == true)
    _ = try Self.classifier(acceptsMirrored: true).classify(image: image)
  }
}
