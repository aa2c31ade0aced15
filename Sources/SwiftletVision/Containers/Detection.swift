public import Foundation

/// An object that was found: what it may be, and where.
#if canImport(ObjectiveC)
@objc(MPPDetection)
#endif
public final class Detection: NSObject, Sendable {
  /// What the object may be, in the model's order; usually one category.
  public let categories: [ResultCategory]

  /// Where the object is, in whole pixels of the image as stored.
  public let boundingBox: CGRect

  /// Points of the object, or nil where the model gives none.
  public let keypoints: [NormalizedKeypoint]?

  /// A detection from its parts.
  public init(
    categories: [ResultCategory], boundingBox: CGRect, keypoints: [NormalizedKeypoint]?
  ) {
    self.categories = categories
    self.boundingBox = boundingBox
    self.keypoints = keypoints
  }

  /// The lines of a printed result, in the shape of the guides.
  func lines(number: Int) -> [String] {
    let box = boundingBox
    let corner = "x: \(Int(box.origin.x)), y: \(Int(box.origin.y))"
    let size = "w: \(Int(box.size.width)), h: \(Int(box.size.height))"
    var lines = [" Detection #\(number):", "  Box: (\(corner), \(size))", "  Categories:"]
    for category in categories {
      lines.append("   index       : \(category.index)")
      lines.append("   score       : " + String(format: "%.5f", Double(category.score)))
      if let name = category.categoryName { lines.append("   class name  : \(name)") }
      if let name = category.displayName { lines.append("   display name: \(name)") }
    }
    for keypoint in keypoints ?? [] { lines.append("   keypoint    : \(keypoint)") }
    return lines
  }

  /// Box and categories, one property a line.
  public override var description: String { lines(number: 0).joined(separator: "\n") }
}
