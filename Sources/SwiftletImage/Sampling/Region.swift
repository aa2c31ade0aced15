/// A part of an image, in shares of its width and height from the top left of the stored pixels.
public struct Region: Sendable, Equatable {
  /// The left edge.
  public var left: Float
  /// The top edge.
  public var top: Float
  /// The right edge.
  public var right: Float
  /// The bottom edge.
  public var bottom: Float

  /// A region between four edges.
  public init(left: Float, top: Float, right: Float, bottom: Float) {
    self.left = left
    self.top = top
    self.right = right
    self.bottom = bottom
  }

  /// The whole image.
  public static let whole = Region(left: 0, top: 0, right: 1, bottom: 1)
}
