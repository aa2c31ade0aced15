public import Foundation

/// A point of a detected object.
///
/// Two keypoints are equal when all their properties are.
#if canImport(ObjectiveC)
@objc(MPPNormalizedKeypoint)
#endif
public final class NormalizedKeypoint: NSObject, Sendable {
  /// The point in shares of the width and height of the image as stored.
  public let location: CGPoint

  /// What the point is, or nil where the model does not say.
  public let label: String?

  /// How sure the model is; 0 where it does not say.
  public let score: Float

  /// A keypoint from its parts.
  public init(location: CGPoint, label: String?, score: Float) {
    self.location = location
    self.label = label
    self.score = score
  }

  /// Whether another object is a keypoint of equal properties.
  public override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? NormalizedKeypoint else { return false }
    return location == other.location && label == other.label && score == other.score
  }

  /// Equal for equal keypoints.
  public override var hash: Int {
    var hasher = Hasher()
    hasher.combine(location.x)
    hasher.combine(location.y)
    hasher.combine(label)
    hasher.combine(score)
    return hasher.finalize()
  }

  /// The place, and the label if there is one.
  public override var description: String {
    "(\(location.x), \(location.y))" + (label.map { " \($0)" } ?? "")
  }
}
